// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_TYPES_FLOAT_FORMAT_H_
#define HLO_CORE_TYPES_FLOAT_FORMAT_H_

#include <array>
#include <cstdint>
#include <optional>

#include "hlo/element_type.h"

namespace hlo {

// The special codes of a floating-point format (numerics reference, section 2).
enum class SpecialCodes : uint8_t {
  kIeee,       // infinities, and NaN with every non-zero payload
  kFiniteNan,  // "fn": no infinity, all ones of exponent and fraction is NaN, both signs
  kFinite,     // f4, f6: neither infinity nor NaN; overflow saturates
  kFnuz,       // no infinity, one zero, the code of -0 is the only NaN
  kE8M0,       // unsigned power of two, 0xFF is NaN, no zero
};

// value(E, M) = (-1)^s * 2^(E - bias) * (1 + M / 2^mantissa_bits), subnormal for E = 0.
struct FloatFormat {
  int exponent_bits;
  int mantissa_bits;  // stored bits, without the hidden bit
  int bias;
  SpecialCodes specials;

  constexpr bool has_infinity() const { return specials == SpecialCodes::kIeee; }
  constexpr bool has_nan() const { return specials != SpecialCodes::kFinite; }
  constexpr bool has_nan_payload() const { return specials == SpecialCodes::kIeee; }
  constexpr bool has_sign() const { return specials != SpecialCodes::kE8M0; }
  constexpr bool has_negative_zero() const { return has_sign() && specials != SpecialCodes::kFnuz; }
  constexpr int width() const { return (has_sign() ? 1 : 0) + exponent_bits + mantissa_bits; }

  // Exponent and fraction field, all ones: the code without its sign.
  constexpr uint64_t magnitude_mask() const {
    return (uint64_t{1} << (exponent_bits + mantissa_bits)) - 1;
  }
  constexpr uint64_t fraction_mask() const { return (uint64_t{1} << mantissa_bits) - 1; }
  constexpr uint64_t sign_bit() const { return has_sign() ? magnitude_mask() + 1 : 0; }
  constexpr uint64_t largest_finite() const {
    switch (specials) {
      case SpecialCodes::kIeee:
        return magnitude_mask() - fraction_mask() - 1;
      case SpecialCodes::kFiniteNan:
      case SpecialCodes::kE8M0:
        return magnitude_mask() - 1;
      case SpecialCodes::kFinite:
      case SpecialCodes::kFnuz:
        break;
    }
    return magnitude_mask();
  }
};

// Rows in the order of element_type.def, from f4e2m1fn to f64 (numerics reference, section 2).
inline constexpr std::array<FloatFormat, 15> kFloatFormats = {{
    {2, 1, 1, SpecialCodes::kFinite},     // f4e2m1fn
    {2, 3, 1, SpecialCodes::kFinite},     // f6e2m3fn
    {3, 2, 3, SpecialCodes::kFinite},     // f6e3m2fn
    {3, 4, 3, SpecialCodes::kIeee},       // f8e3m4
    {4, 3, 7, SpecialCodes::kIeee},       // f8e4m3
    {4, 3, 7, SpecialCodes::kFiniteNan},  // f8e4m3fn
    {4, 3, 11, SpecialCodes::kFnuz},      // f8e4m3b11fnuz
    {4, 3, 8, SpecialCodes::kFnuz},       // f8e4m3fnuz
    {5, 2, 15, SpecialCodes::kIeee},      // f8e5m2
    {5, 2, 16, SpecialCodes::kFnuz},      // f8e5m2fnuz
    {8, 0, 127, SpecialCodes::kE8M0},     // f8e8m0fnu
    {5, 10, 15, SpecialCodes::kIeee},     // f16
    {8, 7, 127, SpecialCodes::kIeee},     // bf16
    {8, 23, 127, SpecialCodes::kIeee},    // f32
    {11, 52, 1023, SpecialCodes::kIeee},  // f64
}};
static_assert(static_cast<size_t>(ElementType::kF64) - static_cast<size_t>(ElementType::kF4E2M1FN) +
                      1 ==
                  kFloatFormats.size(),
              "one row for every floating element type");

// The format of a floating element type, f32 and f64 included. Requires IsFloat(type).
constexpr const FloatFormat& FormatOf(ElementType type) {
  return kFloatFormats[static_cast<size_t>(type) - static_cast<size_t>(ElementType::kF4E2M1FN)];
}

// The exact value of a code. NaN becomes a quiet NaN with the same sign; use the bits if the
// payload matters.
double DecodeFloat(const FloatFormat& format, uint64_t code);

// The code that `value` rounds to: nearest, ties to even, one rounding; overflow depends on the
// format (infinity, NaN, or the largest finite number). numerics reference, section 3.
uint64_t EncodeFloat(const FloatFormat& format, double value);

// The same, but nullopt if the result is not finite, if a saturating format would clamp the value,
// and for zero and negative values of f8e8m0fnu.
std::optional<uint64_t> EncodeFinite(const FloatFormat& format, double value);

// The canonical NaN, positive if the format has signed NaNs. Requires has_nan().
uint64_t CanonicalNan(const FloatFormat& format);

// Whether a code (its bits above width() are ignored) is a NaN, an infinity.
bool IsNanCode(const FloatFormat& format, uint64_t code);
bool IsInfinityCode(const FloatFormat& format, uint64_t code);

}  // namespace hlo

#endif  // HLO_CORE_TYPES_FLOAT_FORMAT_H_
