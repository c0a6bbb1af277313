// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "core/base/bits.h"
#include "core/types/float_oracle.h"
#include "core/types/number_text.h"
#include "core/types/number_text_testing.h"

// Oracles: the C library's strtod and snprintf, which glibc and musl both round correctly, and
// FloatOracle for the narrow types. Single expected texts are derived by hand.

namespace hlo {
namespace {

using enum ElementType;

TEST(ShortestDouble, WritesNumbersLikeEcmaScript) {
  EXPECT_EQ(ShortestDouble(0.1), "0.1");
  EXPECT_EQ(ShortestDouble(3), "3");
  EXPECT_EQ(ShortestDouble(-2.5), "-2.5");
  EXPECT_EQ(ShortestDouble(0), "0");
  EXPECT_EQ(ShortestDouble(-0.0), "-0");
  EXPECT_EQ(ShortestDouble(1e30), "1e+30");
  EXPECT_EQ(ShortestDouble(1e23), "1e+23");
  EXPECT_EQ(ShortestDouble(1e21), "1e+21");
  EXPECT_EQ(ShortestDouble(1e20), "100000000000000000000");
  EXPECT_EQ(ShortestDouble(0.000001), "0.000001");
  EXPECT_EQ(ShortestDouble(1.5e-7), "1.5e-7");
  EXPECT_EQ(ShortestDouble(5e-324), "5e-324");
  EXPECT_EQ(ShortestDouble(std::numeric_limits<double>::max()), "1.7976931348623157e+308");
  EXPECT_EQ(ShortestDouble(9007199254740992.0), "9007199254740992");
  EXPECT_EQ(ShortestDouble(HUGE_VAL), "inf");
  EXPECT_EQ(ShortestDouble(-HUGE_VAL), "-inf");
  EXPECT_EQ(ShortestDouble(std::nan("")), "nan");
}

TEST(ShortestFloat, NeedsNoMoreDigitsThanF32) {
  EXPECT_EQ(ShortestFloat(0.1f), "0.1");
  EXPECT_EQ(ShortestFloat(16777216.0f), "16777216");
  EXPECT_EQ(ShortestFloat(3.4028235e38f), "3.4028235e+38");
  EXPECT_EQ(ShortestFloat(1e-45f), "1e-45");
  EXPECT_EQ(ShortestFloat(1.17549435e-38f), "1.1754944e-38");
  EXPECT_EQ(ShortestFloat(3.14159265f), "3.1415927");
}

TEST(ShortestFloat, ReadsBackThroughF64WhereSevenDigitsWouldNot) {
  const auto value = BitCast<float>(uint32_t{0x15ae43fd});
  EXPECT_EQ(ShortestFloat(value), "7.0385307e-26");
  EXPECT_EQ(static_cast<float>(std::strtod("7.0385307e-26", nullptr)), value);
  EXPECT_NE(static_cast<float>(std::strtod("7.038531e-26", nullptr)), value);
}

int SignificantDigits(const std::string& text) {
  std::string digits;
  for (char c : text.substr(0, text.find('e'))) {
    if ('0' <= c && c <= '9') digits += c;
  }
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
  digits.erase(digits.find_last_not_of('0') + 1);
  return static_cast<int>(digits.size());
}

// The smallest number of digits for which a decimal next to `value` satisfies `reads_back`.
// Includes the neighbors of the nearest decimal, because the interval of a power of two is
// asymmetric.
template <class Predicate>
int LeastDigits(double value, Predicate reads_back) {
  for (int digits = 1; digits < 17; ++digits) {
    std::string text = CFormat("%.*e", digits - 1, value);
    const std::string exponent = text.substr(text.find('e'));
    text.erase(text.find('e'));
    if (digits > 1) text.erase(1, 1);
    const long long nearest = std::atoll(text.c_str());
    for (long long candidate : {nearest - 1, nearest, nearest + 1}) {
      const int shifted = std::atoi(exponent.c_str() + 1) - (digits - 1);
      const std::string tried = std::to_string(candidate) + "e" + std::to_string(shifted);
      if (reads_back(std::strtod(tried.c_str(), nullptr))) return digits;
    }
  }
  return 17;
}

TEST(ShortestDouble, IsShortestAndReadsBackForRandomBits) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 40000; ++i) {
    uint64_t bits = random() >> 1;
    if (i % 4 == 1) bits &= 0xfff0'0000'0000'0000;                     // powers of two
    if (i % 4 == 2) bits = bits >> 12 >> (bits % 52);                  // subnormals
    if (i % 4 == 3) bits = BitCast<uint64_t>(double(bits >> 20) / 8);  // moderate ones
    const auto value = BitCast<double>(bits);
    if (!std::isfinite(value) || value == 0) continue;
    const std::string text = ShortestDouble(value);
    ASSERT_EQ(std::strtod(text.c_str(), nullptr), value) << text;
    ASSERT_EQ(ParseDouble(text), value) << text;
    if (i % 8 < 4) continue;
    const int least = LeastDigits(value, [value](double tried) { return tried == value; });
    ASSERT_EQ(SignificantDigits(text), least) << text;
  }
}

TEST(ShortestFloat, IsShortestAndReadsBackForRandomBits) {
  std::mt19937 random(2);
  for (int i = 0; i < 60000; ++i) {
    const uint32_t bits =
        (i % 3 == 0 ? random() & 0xff800000 : static_cast<uint32_t>(random())) & 0x7fffffff;
    const auto value = BitCast<float>(bits);
    if (!std::isfinite(value) || value == 0) continue;
    const std::string text = ShortestFloat(value);
    ASSERT_EQ(static_cast<float>(std::strtod(text.c_str(), nullptr)), value) << text;
    ASSERT_EQ(Parsed(kF32, text), HexText(bits));
    if (i % 8 != 0 || (value < 0x1p53f && value == std::floor(value))) continue;
    const int least =
        LeastDigits(value, [value](double tried) { return static_cast<float>(tried) == value; });
    ASSERT_EQ(SignificantDigits(text), least) << text;
  }
}

// All codes of all types up to 16 bits, in all three spellings.
TEST(NarrowFloats, ReadBackFromEverySpellingOfEveryCode) {
  for (const FormatRow& row : FormatRows()) {
    const FloatOracle oracle(row);
    for (int code = 0; code < 1 << oracle.width(); ++code) {
      const auto bits = static_cast<uint64_t>(code);
      std::string json = Json(row.type, bits);
      if (json.front() == '"') json = json.substr(1, json.size() - 2);
      // JSON does not distinguish the signs of the canonical NaN.
      const bool loses_sign = json == "nan" && code != row.canonical_nan;
      ASSERT_EQ(Parsed(row.type, json), HexText(loses_sign ? row.canonical_nan : bits)) << json;
      const std::string hlo = Hlo(row.type, bits);
      ASSERT_EQ(Parsed(row.type, hlo), HexText(bits)) << Name(row.type) << " " << hlo;
      if (oracle.IsNan(code)) continue;
      ASSERT_EQ(Parsed(row.type, Short(row.type, bits)), HexText(bits)) << Name(row.type);
    }
  }
}

TEST(NarrowFloats, AreShortestUnlessTheyAreIntegers) {
  for (const FormatRow& row : FormatRows()) {
    const FloatOracle oracle(row);
    const int step = oracle.width() > 8 ? 7 : 1;
    for (int code = 0; code <= row.largest_code; code += step) {
      const double value = oracle.Decode(code);
      if (value == 0) continue;
      const std::string text = Short(row.type, static_cast<uint64_t>(code));
      if (value < 0x1p53 && value == std::floor(value)) {
        ASSERT_EQ(text, CFormat("%.*f", 0, value)) << Name(row.type);
        continue;
      }
      // All smaller values round to the smallest f8e8m0fnu, and all larger ones to the largest f4
      // and f6; such decimals do not count.
      const int least = LeastDigits(value, [&](double tried) {
        return oracle.is_power_of_two() ? oracle.Encode(tried) == code && tried > value / 2
                                        : oracle.NearestCode(tried) == code;
      });
      ASSERT_EQ(SignificantDigits(text), least) << Name(row.type) << " " << text;
    }
  }
}

TEST(NarrowFloats, PrintShortDecimals) {
  EXPECT_EQ(Short(kF16, 0x7bff), "65504");
  EXPECT_EQ(Short(kF16, 0x2e66), "0.1");
  EXPECT_EQ(Short(kF16, 0x0001), "6e-8");
  EXPECT_EQ(Short(kBF16, 0x3dcd), "0.1");
  EXPECT_EQ(Short(kBF16, 0x7f7f), "3.39e+38");
  EXPECT_EQ(Short(kBF16, 0x4049), "3.14");
  EXPECT_EQ(Short(kF8E4M3FN, 0x7e), "448");
  EXPECT_EQ(Short(kF8E4M3FN, 0xb8), "-1");
  EXPECT_EQ(Short(kF8E5M2, 0x7b), "57344");
  EXPECT_EQ(Short(kF4E2M1FN, 0x3), "1.5");
  EXPECT_EQ(Short(kF8E8M0FNU, 127), "1");
  EXPECT_EQ(Short(kF8E8M0FNU, 126), "0.5");
}

TEST(HloElement, PrintsF32AndF64LikeTheReference) {
  EXPECT_EQ(HloF32(1), "1");
  EXPECT_EQ(HloF32(-2.5f), "-2.5");
  EXPECT_EQ(HloF32(0.1f), "0.1");
  EXPECT_EQ(HloF32(1e6f), "1e+06");
  EXPECT_EQ(HloF32(123456), "123456");
  EXPECT_EQ(HloF32(1234567), "1234567");
  EXPECT_EQ(HloF32(16777216), "16777216");
  EXPECT_EQ(HloF32(3.14159274f), "3.14159274");
  EXPECT_EQ(HloF32(1e-5f), "1e-05");
  EXPECT_EQ(HloF32(0.0001f), "0.0001");
  EXPECT_EQ(HloF32(-0.0f), "-0");
  EXPECT_EQ(HloF32(HUGE_VALF), "inf");
  EXPECT_EQ(HloF32(-HUGE_VALF), "-inf");
  EXPECT_EQ(Hlo(kF64, BitCast<uint64_t>(0.1)), "0.1");
  EXPECT_EQ(Hlo(kF64, BitCast<uint64_t>(1.0 / 3)), "0.33333333333333331");
}

// In as few of the C library's digits as read back.
std::string PrintedF64(double value) {
  const std::string few = CFormat("%.*g", 15, value);
  return std::strtod(few.c_str(), nullptr) == value ? few : CFormat("%.*g", 17, value);
}
std::string PrintedF32(float value) {
  const std::string few = CFormat("%.*g", 6, value);
  const bool reads_back = static_cast<float>(std::strtod(few.c_str(), nullptr)) == value;
  return reads_back ? few : CFormat("%.*g", 9, value);
}

TEST(HloElement, AgreesWithPrintfForRandomBits) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 40000; ++i) {
    const auto wide = BitCast<double>(random());
    if (std::isfinite(wide) && wide != 0) {
      ASSERT_EQ(Hlo(kF64, BitCast<uint64_t>(wide)), PrintedF64(wide));
    }
    // Half of them with few digits.
    const auto drawn = BitCast<float>(static_cast<uint32_t>(random()));
    const float value = i % 2 == 0 ? drawn : static_cast<float>(random() % 100000) / 64;
    if (!std::isfinite(value) || value == 0) continue;
    ASSERT_EQ(HloF32(value), PrintedF32(value));
  }
}

TEST(HloElement, HasFewDigitsExactlyWhereTheyReadBack) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 20000; ++i) {
    const auto exponent = static_cast<int>(random() % 80) - 45;
    const std::string few =
        std::to_string(100000 + random() % 900000) + "e" + std::to_string(exponent);
    const auto near = BitCast<uint32_t>(std::strtof(few.c_str(), nullptr));
    const std::string more =
        std::to_string(100000000000000 + random() % 900000000000000) + few.substr(6);
    const auto near_wide = BitCast<uint64_t>(std::strtod(more.c_str(), nullptr));
    for (int step = -2; step <= 2; ++step) {
      const auto value = BitCast<float>(near + static_cast<uint32_t>(step));
      const auto wide =
          BitCast<double>(near_wide + static_cast<uint64_t>(static_cast<int64_t>(step)));
      ASSERT_EQ(Hlo(kF64, BitCast<uint64_t>(wide)), PrintedF64(wide));
      if (!std::isfinite(value) || value <= 0) continue;
      ASSERT_EQ(HloF32(value), PrintedF32(value));
    }
  }
}

TEST(HloElement, UsesAFixedNumberOfDigitsForNarrowFloats) {
  const std::vector<std::pair<ElementType, int>> digits = {
      {kF16, 5},      {kBF16, 4},       {kF8E5M2, 2},        {kF8E4M3, 3},   {kF8E4M3FN, 3},
      {kF8E3M4, 3},   {kF8E4M3FNUZ, 3}, {kF8E4M3B11FNUZ, 3}, {kF4E2M1FN, 2}, {kF6E2M3FN, 3},
      {kF6E3M2FN, 2}, {kF8E5M2FNUZ, 2}, {kF8E8M0FNU, 2}};
  for (const FormatRow& row : FormatRows()) {
    const FloatOracle oracle(row);
    int precision = 0;
    for (const auto& entry : digits) precision = entry.first == row.type ? entry.second : precision;
    ASSERT_GT(precision, 0);
    for (int code = 0; code <= row.largest_code; ++code) {
      ASSERT_EQ(Hlo(row.type, static_cast<uint64_t>(code)),
                CFormat("%.*g", precision, oracle.Decode(code)))
          << Name(row.type);
    }
  }
}

TEST(HloElement, WritesSignAndPayloadOfNan) {
  EXPECT_EQ(Hlo(kF32, 0x7fc00000), "nan");
  EXPECT_EQ(Hlo(kF32, 0xffc00000), "-nan");
  EXPECT_EQ(Hlo(kBF16, 0x7fbf), "nan(0x3f)");
  EXPECT_EQ(Hlo(kBF16, 0xffff), "-nan(0x7f)");
  EXPECT_EQ(Hlo(kF64, 0x7ff0000000000001), "nan(0x1)");
  EXPECT_EQ(Hlo(kF8E4M3FN, 0x7f), "nan");
  EXPECT_EQ(Hlo(kF8E4M3FN, 0xff), "-nan");
  EXPECT_EQ(Hlo(kF8E4M3B11FNUZ, 0x80), "-nan");
  EXPECT_EQ(Hlo(kF8E8M0FNU, 0xff), "nan");
}

TEST(HloElement, WritesPredAsADigitOnlyInArrays) {
  EXPECT_EQ(Hlo(kPred, 1), "true");
  EXPECT_EQ(Hlo(kPred, 0), "false");
  EXPECT_EQ(Hlo(kPred, 1, true), "1");
  EXPECT_EQ(Hlo(kPred, 0, true), "0");
}

TEST(Elements, OfComplexTypesArePairs) {
  const float parts[] = {1, -2.5f};
  const double wide[] = {std::nan(""), -0.0};
  std::string hlo, json, json_special;
  AppendHloElement(kC64, parts, false, hlo);
  AppendJsonElement(kC64, parts, json);
  AppendJsonElement(kC128, wide, json_special);
  EXPECT_EQ(hlo, "(1, -2.5)");
  EXPECT_EQ(json, "[1,-2.5]");
  EXPECT_EQ(json_special, "[\"nan\",-0.0]");
}

TEST(JsonElement, QuotesValuesThatAreNotJsonNumbers) {
  EXPECT_EQ(Json(kF32, 0x7fc00000), "\"nan\"");
  EXPECT_EQ(Json(kF32, 0xffc00000), "\"nan\"");
  EXPECT_EQ(Json(kF32, 0x7fc00001), "\"nan:0x7fc00001\"");
  EXPECT_EQ(Json(kF8E5M2, 0x7d), "\"nan:0x7d\"");
  EXPECT_EQ(Json(kF8E5M2, 0x7e), "\"nan\"");
  EXPECT_EQ(Json(kF32, 0xff800000), "\"-inf\"");
  EXPECT_EQ(Json(kF32, 0x80000000), "-0.0");
  EXPECT_EQ(Json(kF32, 0), "0");
  EXPECT_EQ(Json(kF32, BitCast<uint32_t>(2.5f)), "2.5");
  EXPECT_EQ(Json(kPred, 1), "true");
}

TEST(JsonElement, QuotesIntegersBeyondTwoTo53) {
  const int64_t exact = int64_t{1} << 53;
  EXPECT_EQ(Json(kS64, static_cast<uint64_t>(exact)), "9007199254740992");
  EXPECT_EQ(Json(kS64, static_cast<uint64_t>(exact + 1)), "\"9007199254740993\"");
  EXPECT_EQ(Json(kS64, static_cast<uint64_t>(-exact)), "-9007199254740992");
  EXPECT_EQ(Json(kS64, static_cast<uint64_t>(INT64_MIN)), "\"-9223372036854775808\"");
  EXPECT_EQ(Json(kU64, ~uint64_t{0}), "\"18446744073709551615\"");
  EXPECT_EQ(Json(kS4, 0x0f), "-1");
  EXPECT_EQ(Json(kS4, 0xf7), "7");
  EXPECT_EQ(Json(kU4, 0xff), "15");
  EXPECT_EQ(Json(kS1, 0x01), "-1");
  EXPECT_EQ(Json(kU16, 0xffff), "65535");
}

}  // namespace
}  // namespace hlo
