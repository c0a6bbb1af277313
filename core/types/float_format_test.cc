// SPDX-License-Identifier: Apache-2.0
#include "core/types/float_format.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "core/base/bits.h"
#include "core/types/float_oracle.h"

namespace hlo {
namespace {

// Expected values: tables and worked numbers of the numerics reference, sections 2 to 4.

TEST(FloatFormat, HasTheRowsOfTheReference) {
  for (const FormatRow& row : FormatRows()) {
    const FloatFormat& format = FormatOf(row.type);
    SCOPED_TRACE(Name(row.type));
    EXPECT_EQ(format.exponent_bits, row.exponent_bits);
    EXPECT_EQ(format.mantissa_bits, row.mantissa_bits);
    EXPECT_EQ(format.bias, row.bias);
    EXPECT_EQ(format.width(), BitWidth(row.type));
    EXPECT_EQ(format.largest_finite(), static_cast<uint64_t>(row.largest_code));
    EXPECT_EQ(format.has_infinity(), row.infinity >= 0);
    EXPECT_EQ(format.has_nan(), row.first_nan >= 0);
    EXPECT_EQ(format.has_negative_zero(), row.negative_zero);
    EXPECT_EQ(DecodeFloat(format, row.largest_code), row.largest);
    if (row.mantissa_bits > 0) {
      EXPECT_EQ(DecodeFloat(format, 1u << row.mantissa_bits), row.smallest_normal);
      EXPECT_EQ(DecodeFloat(format, 1), row.smallest_subnormal);
    } else {
      EXPECT_EQ(DecodeFloat(format, 0), row.smallest_normal);
    }
    if (row.first_nan >= 0) {
      EXPECT_EQ(CanonicalNan(format), static_cast<uint64_t>(row.canonical_nan));
    }
  }
}

TEST(FloatFormat, CoversTheWideFormatsToo) {
  EXPECT_EQ(DecodeFloat(FormatOf(ElementType::kF32), 0x7f7fffff), 0x1.fffffep127);
  EXPECT_EQ(DecodeFloat(FormatOf(ElementType::kF32), 1), 0x1p-149);
  EXPECT_EQ(CanonicalNan(FormatOf(ElementType::kF32)), 0x7fc00000u);
  EXPECT_EQ(CanonicalNan(FormatOf(ElementType::kF64)), 0x7ff8000000000000u);
  EXPECT_EQ(DecodeFloat(FormatOf(ElementType::kF64), 0x8000000000000001u), -0x1p-1074);
  EXPECT_EQ(DecodeFloat(FormatOf(ElementType::kF64), 0xfff0000000000000u), -HUGE_VAL);
}

TEST(DecodeFloat, AgreesWithTheOracleOnEveryCode) {
  for (const FormatRow& row : FormatRows()) {
    const FloatOracle oracle(row);
    const FloatFormat& format = FormatOf(row.type);
    for (int code = 0; code < 1 << oracle.width(); ++code) {
      SCOPED_TRACE(testing::Message() << Name(row.type) << " code " << code);
      const double value = DecodeFloat(format, code);
      ASSERT_EQ(IsNanCode(format, code), oracle.IsNan(code));
      ASSERT_EQ(IsInfinityCode(format, code), oracle.IsInfinity(code));
      if (oracle.IsNan(code)) {
        ASSERT_TRUE(std::isnan(value));
        ASSERT_EQ(std::signbit(value), (code & oracle.sign_code()) != 0);
      } else {
        ASSERT_EQ(BitCast<uint64_t>(value), BitCast<uint64_t>(oracle.Decode(code)));
      }
    }
  }
}

TEST(EncodeFloat, InvertsDecodeOnEveryCodeExceptNan) {
  for (const FormatRow& row : FormatRows()) {
    const FloatOracle oracle(row);
    const FloatFormat& format = FormatOf(row.type);
    for (int code = 0; code < 1 << oracle.width(); ++code) {
      if (oracle.IsNan(code)) continue;
      ASSERT_EQ(EncodeFloat(format, DecodeFloat(format, code)), static_cast<uint64_t>(code))
          << Name(row.type);
    }
  }
}

// At and near every boundary between neighboring codes, with both signs.
TEST(EncodeFloat, RoundsToNearestEvenAroundEveryMidpoint) {
  for (const FormatRow& row : FormatRows()) {
    const FloatOracle oracle(row);
    const FloatFormat& format = FormatOf(row.type);
    std::vector<double> values = oracle.values();
    values.push_back(oracle.beyond());
    for (size_t i = 0; i + 1 < values.size(); ++i) {
      const double middle = (values[i] + values[i + 1]) / 2;
      for (double center : {values[i], middle, values[i + 1]}) {
        for (double v : {std::nextafter(center, 0.0), center, std::nextafter(center, HUGE_VAL)}) {
          const auto up = static_cast<uint64_t>(oracle.Encode(v));
          const auto down = static_cast<uint64_t>(oracle.Encode(-v));
          ASSERT_EQ(EncodeFloat(format, v), up) << Name(row.type) << " " << v;
          ASSERT_EQ(EncodeFloat(format, -v), down) << Name(row.type) << " " << -v;
        }
      }
    }
  }
}

TEST(EncodeFloat, HandlesSpecialAndExtremeValuesInEveryFormat) {
  const double specials[] = {0.0,   -0.0,   HUGE_VAL, -HUGE_VAL, std::nan(""), -std::nan(""),
                             1e300, -1e300, 5e-324,   -5e-324,   0x1p127,      0x1p128};
  for (const FormatRow& row : FormatRows()) {
    const FloatOracle oracle(row);
    for (double v : specials) {
      EXPECT_EQ(EncodeFloat(FormatOf(row.type), v), static_cast<uint64_t>(oracle.Encode(v)))
          << Name(row.type) << " " << v;
    }
  }
}

struct Rounding {
  ElementType type;
  double value;
  uint64_t code;
};

TEST(EncodeFloat, MatchesTheNumbersOfTheReference) {
  using enum ElementType;
  const Rounding cases[] = {
      {kF16, 65519.99, 0x7bff},
      {kF16, 65520, 0x7c00},
      {kF16, -65520, 0xfc00},
      {kBF16, 0x1.FEFp127, 0x7f7f},
      {kBF16, 0x1.FFp127, 0x7f80},
      {kF8E5M2, 61439, 0x7b},
      {kF8E5M2, 61440, 0x7c},
      {kF8E4M3, 247, 0x77},
      {kF8E4M3, 248, 0x78},
      {kF8E3M4, 15.7, 0x6f},
      {kF8E3M4, 15.75, 0x70},
      {kF8E4M3FN, 464, 0x7e},
      {kF8E4M3FN, 464.0001, 0x7f},
      {kF8E4M3FN, -465, 0xff},
      {kF8E4M3FN, HUGE_VAL, 0x7f},
      {kF8E4M3B11FNUZ, 30.99, 0x7f},
      {kF8E4M3B11FNUZ, 31, 0x80},
      {kF8E4M3FNUZ, 248, 0x80},
      {kF8E5M2FNUZ, 61440, 0x80},
      {kF8E5M2FNUZ, -HUGE_VAL, 0x80},
      {kF8E4M3FNUZ, -0x1p-12, 0x00},
      {kF8E4M3FN, -0x1p-11, 0x80},
      {kF4E2M1FN, 1e9, 0x7},
      {kF4E2M1FN, -HUGE_VAL, 0xf},
      {kF4E2M1FN, std::nan(""), 0x8},
      {kF4E2M1FN, -std::nan(""), 0x0},
      {kF6E2M3FN, std::nan(""), 0x20},
      {kF6E3M2FN, 1e9, 0x1f},
      {kF8E8M0FNU, 1.5, 128},
      {kF8E8M0FNU, 1.4999, 127},
      {kF8E8M0FNU, 0, 0xff},
      {kF8E8M0FNU, -0.0, 0xff},
      {kF8E8M0FNU, -1, 0xff},
      {kF8E8M0FNU, HUGE_VAL, 0xff},
      {kF8E8M0FNU, 0x1.7p127, 0xfe},
      {kF8E8M0FNU, 0x1.8p127, 0xff},
      {kF8E8M0FNU, 1e-300, 0x00},
      {kF16, 1 + 0x1p-11 + 0x1p-40, 0x3c01},  // through f32 it would be 0x3c00
      {kF16, 1 + 0x1p-11, 0x3c00},
      {kF16, 1.0009765625, 0x3c01},
  };
  for (const Rounding& c : cases) {
    EXPECT_EQ(EncodeFloat(FormatOf(c.type), c.value), c.code) << Name(c.type) << " " << c.value;
  }
}

TEST(EncodeFloat, RoundsF64ToF32LikeHardware) {
  const FloatFormat& f32 = FormatOf(ElementType::kF32);
  for (int i = 0; i < 100000; ++i) {
    // Exponents in and beyond the range of f32; fractions near ties.
    const uint64_t field = 1023 - 155 + static_cast<uint64_t>(i) % 290;
    const uint64_t fraction =
        (uint64_t{0x9e3779b97f4a7c15} * static_cast<uint64_t>(i) >> 41 << 29) +
        (uint64_t{1} << 28) + static_cast<uint64_t>(i % 3) - 1;
    const auto value = BitCast<double>(field << 52 | (fraction & ((uint64_t{1} << 52) - 1)));
    ASSERT_EQ(EncodeFloat(f32, value), BitCast<uint32_t>(static_cast<float>(value))) << value;
  }
}

TEST(EncodeFinite, RejectsValuesThatAreNotFiniteAfterRounding) {
  EXPECT_EQ(EncodeFinite(FormatOf(ElementType::kF16), 65520), std::nullopt);
  EXPECT_EQ(EncodeFinite(FormatOf(ElementType::kF16), 65519), 0x7bffu);
  EXPECT_EQ(EncodeFinite(FormatOf(ElementType::kF4E2M1FN), 7), std::nullopt);
  EXPECT_EQ(EncodeFinite(FormatOf(ElementType::kF4E2M1FN), 6.9), 0x7u);
  EXPECT_EQ(EncodeFinite(FormatOf(ElementType::kF8E8M0FNU), 0), std::nullopt);
  EXPECT_EQ(EncodeFinite(FormatOf(ElementType::kF64), HUGE_VAL), std::nullopt);
  EXPECT_EQ(EncodeFinite(FormatOf(ElementType::kF32), std::nan("")), std::nullopt);
}

}  // namespace
}  // namespace hlo
