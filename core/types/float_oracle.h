// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_TYPES_FLOAT_ORACLE_H_
#define HLO_CORE_TYPES_FLOAT_ORACLE_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "hlo/element_type.h"

// For tests only: the narrow floating-point formats, implemented independently of the code under
// test from the tables of the numerics reference: a sorted list of all finite values, searched and
// compared exactly. (long double holds all 64-bit integers and the differences exactly.)

namespace hlo {

// One row of the table in section 2, codes with sign 0. A code of -1 means that the format has
// none.
struct FormatRow {
  ElementType type;
  int exponent_bits, mantissa_bits, bias;
  int largest_code;
  double largest, smallest_normal, smallest_subnormal;
  int infinity, first_nan, last_nan, canonical_nan;
  bool negative_zero;
};

inline const std::vector<FormatRow>& FormatRows() {
  using enum ElementType;
  static const std::vector<FormatRow> kRows = {
      {kF4E2M1FN, 2, 1, 1, 0x7, 6, 1, 0.5, -1, -1, -1, -1, true},
      {kF6E2M3FN, 2, 3, 1, 0x1f, 7.5, 1, 0.125, -1, -1, -1, -1, true},
      {kF6E3M2FN, 3, 2, 3, 0x1f, 28, 0.25, 0.0625, -1, -1, -1, -1, true},
      {kF8E3M4, 3, 4, 3, 0x6f, 15.5, 0.25, 0x1p-6, 0x70, 0x71, 0x7f, 0x78, true},
      {kF8E4M3, 4, 3, 7, 0x77, 240, 0x1p-6, 0x1p-9, 0x78, 0x79, 0x7f, 0x7c, true},
      {kF8E4M3FN, 4, 3, 7, 0x7e, 448, 0x1p-6, 0x1p-9, -1, 0x7f, 0x7f, 0x7f, true},
      {kF8E4M3B11FNUZ, 4, 3, 11, 0x7f, 30, 0x1p-10, 0x1p-13, -1, 0x80, 0x80, 0x80, false},
      {kF8E4M3FNUZ, 4, 3, 8, 0x7f, 240, 0x1p-7, 0x1p-10, -1, 0x80, 0x80, 0x80, false},
      {kF8E5M2, 5, 2, 15, 0x7b, 57344, 0x1p-14, 0x1p-16, 0x7c, 0x7d, 0x7f, 0x7e, true},
      {kF8E5M2FNUZ, 5, 2, 16, 0x7f, 57344, 0x1p-15, 0x1p-17, -1, 0x80, 0x80, 0x80, false},
      {kF8E8M0FNU, 8, 0, 127, 0xfe, 0x1p127, 0x1p-127, 0, -1, 0xff, 0xff, 0xff, false},
      {kF16, 5, 10, 15, 0x7bff, 65504, 0x1p-14, 0x1p-24, 0x7c00, 0x7c01, 0x7fff, 0x7e00, true},
      {kBF16, 8, 7, 127, 0x7f7f, 0x1.FEp127, 0x1p-126, 0x1p-133, 0x7f80, 0x7f81, 0x7fff, 0x7fc0,
       true},
  };
  return kRows;
}

class FloatOracle {
 public:
  explicit FloatOracle(const FormatRow& row) : row_(row) {
    for (int code = 0; code <= row.largest_code; ++code) values_.push_back(Value(code));
  }

  const FormatRow& row() const { return row_; }
  int sign_code() const { return row_.type == ElementType::kF8E8M0FNU ? 0 : 1 << (width() - 1); }
  int width() const { return BitWidth(row_.type); }
  bool is_power_of_two() const { return row_.type == ElementType::kF8E8M0FNU; }

  // Finite values by code, for sign 0, ascending.
  const std::vector<double>& values() const { return values_; }

  // The next value after the largest one in an unbounded format.
  double beyond() const {
    return is_power_of_two() ? 2 * values_.back()
                             : 2 * values_.back() - values_[values_.size() - 2];
  }

  bool IsNan(int code) const {
    if (row_.first_nan < 0) return false;
    const int magnitude =
        row_.first_nan == row_.last_nan && !HasBothNanSigns() ? code : code & ~sign_code();
    return row_.first_nan <= magnitude && magnitude <= row_.last_nan;
  }
  bool IsInfinity(int code) const {
    return row_.infinity >= 0 && (code & ~sign_code()) == row_.infinity;
  }

  // Any code but NaN.
  double Decode(int code) const {
    const bool negative = (code & sign_code()) != 0;
    const double magnitude = IsInfinity(code) ? HUGE_VAL : values_[code & ~sign_code()];
    return negative ? -magnitude : magnitude;
  }

  // Section 3, for any f64 or 64-bit integer.
  int Encode(long double v) const {
    const bool negative = std::signbit(v);
    if (std::isnan(v)) return NanFor(negative);
    if (is_power_of_two()) return EncodePowerOfTwo(v);
    const int sign = negative ? sign_code() : 0;
    const long double magnitude = std::fabs(v);
    const int code = std::isinf(v) ? row_.largest_code + 1 : NearestCode(magnitude);
    if (code <= row_.largest_code) return code == 0 && !row_.negative_zero ? 0 : sign | code;
    if (row_.infinity >= 0) return sign | row_.infinity;
    return row_.first_nan >= 0 ? NanFor(negative) : sign | row_.largest_code;
  }

  // Code of the nearest value, ties to even; one more than the largest code for overflow.
  int NearestCode(long double magnitude) const {
    const auto above = std::lower_bound(values_.begin(), values_.end(), magnitude);
    const int high = static_cast<int>(above - values_.begin());
    if (high == 0) return 0;
    const double low_value = values_[static_cast<size_t>(high) - 1];
    const double high_value = above == values_.end() ? beyond() : *above;
    const long double to_low = magnitude - low_value;
    const long double to_high = high_value - magnitude;
    if (to_low != to_high) return to_low < to_high ? high - 1 : high;
    return high % 2 == 0 ? high : high - 1;
  }

 private:
  bool HasBothNanSigns() const { return row_.type == ElementType::kF8E4M3FN; }

  int NanFor(bool negative) const {
    if (row_.first_nan < 0) return negative ? 0 : sign_code();
    const bool one_nan = row_.first_nan == row_.last_nan && !HasBothNanSigns();
    return row_.canonical_nan | (negative && !one_nan ? sign_code() : 0);
  }

  int EncodePowerOfTwo(long double v) const {
    if (!(v > 0) || std::isinf(v)) return 0xff;
    int exponent = 0;
    const long double half_to_one = std::frexp(v, &exponent);  // v = half_to_one * 2^exponent
    const int rounded = half_to_one >= 0.75 ? exponent : exponent - 1;
    return rounded > 127 ? 0xff : std::max(rounded, -127) + 127;
  }

  double Value(int code) const {
    const int field = code >> row_.mantissa_bits;
    const double fraction = (code % (1 << row_.mantissa_bits)) / double(1 << row_.mantissa_bits);
    if (is_power_of_two()) return std::pow(2.0, field - row_.bias);
    return field == 0 ? fraction * std::pow(2.0, 1 - row_.bias)
                      : (1 + fraction) * std::pow(2.0, field - row_.bias);
  }

  FormatRow row_;
  std::vector<double> values_;
};

}  // namespace hlo

#endif  // HLO_CORE_TYPES_FLOAT_ORACLE_H_
