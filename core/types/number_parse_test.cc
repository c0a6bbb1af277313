// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "core/base/bits.h"
#include "core/types/number_text.h"
#include "core/types/number_text_testing.h"

// Oracles: the C library's strtod and snprintf, which glibc and musl both round correctly. Single
// expected values are computed by hand.

namespace hlo {
namespace {

using enum ElementType;

TEST(ParseDouble, RoundsHardCasesCorrectly) {
  constexpr const char* kCases[] = {
      "0.1",
      "1e23",
      "9007199254740993",
      "9007199254740992.99999",
      "9007199254740993.00000000001",
      "2.2250738585072011e-308",
      "2.2250738585072014e-308",
      "4.9e-324",
      "2.4703282292062327e-324",
      "2.4703282292062328e-324",
      "1.7976931348623157e308",
      "1.7976931348623158e308",
      "1.7976931348623159e308",
      "1e309",
      "123456789012345678901234567890",
      "1e-400",
      ".5",
      "5.",
      "0.000000000000000000000000000000000000000000000000000000000000000000001e70",
      "1.00000000000000011102230246251565404236316680908203125",
      "1.00000000000000011102230246251565404236316680908203124",
      "1.00000000000000011102230246251565404236316680908203126",
      "6.631236846766476e-316",
      "3.2378839133029012895883524125015321748630e-319",
      "1e-324",
      "1448997445238699",
      "8.5e-323",
      "0e999999999999999999999",
      "1E5",
      "1e+5",
      "-7e-5"};
  for (const char* text : kCases) {
    EXPECT_EQ(ParseDouble(text), std::strtod(text, nullptr)) << text;
  }
  EXPECT_EQ(ParseDouble("0.5e1000000000000000000000"), HUGE_VAL);
  EXPECT_EQ(ParseDouble("1e-1000000000000000000000"), 0.0);
}

TEST(ParseDouble, DecidesTiesByTheLastOfManyDigits) {
  // Between the f64 neighbors 2^52 + n and 2^52 + n + 1.
  EXPECT_EQ(ParseDouble("4503599627370497.5"), 4503599627370498.0);
  EXPECT_EQ(ParseDouble("4503599627370496.5"), 4503599627370496.0);
  EXPECT_EQ(ParseDouble("4503599627370496.5" + std::string(900, '0') + "1"), 4503599627370497.0);
  EXPECT_EQ(ParseDouble("4503599627370496." + std::string(900, '4') + "9"), 4503599627370496.0);
  EXPECT_EQ(ParseDouble(std::string(500, '0') + "1" + std::string(400, '0') + "e-400"), 1.0);
}

TEST(ParseDouble, AgreesWithStrtodOnMidpointsAndRandomDigits) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 20000; ++i) {
    const uint64_t bits = random() >> 1;
    const auto value = BitCast<double>(bits);
    if (!std::isfinite(value) || bits == 0) continue;
    const std::string near = CFormat("%.*e", 16 + i % 24, value);
    ASSERT_EQ(ParseDouble(near), std::strtod(near.c_str(), nullptr)) << near;
    std::string digits = std::to_string(random()) + "." + std::to_string(random());
    digits += "e" + std::to_string(static_cast<int>(random() % 700) - 360);
    ASSERT_EQ(ParseDouble(digits), std::strtod(digits.c_str(), nullptr)) << digits;
    const auto moderate = static_cast<double>(random() >> 11);
    const std::string tie = CFormat("%.*f", 0, moderate) + ".5";
    ASSERT_EQ(ParseDouble(tie), std::strtod(tie.c_str(), nullptr)) << tie;
  }
}

TEST(ParseDouble, RejectsNonNumbers) {
  for (const char* text : {"", "-", ".", "e5", "1e", "1e+", "1.2.3", "+1", "1 ", " 1", "0x10",
                           "1,5", "infinity", "NaN", "--1", "1e5.0", "nan(0x1)"}) {
    EXPECT_EQ(ParseDouble(text), std::nullopt) << text;
  }
  EXPECT_EQ(ParseDouble("-inf"), -HUGE_VAL);
  EXPECT_TRUE(std::isnan(*ParseDouble("nan")));
  EXPECT_TRUE(std::signbit(*ParseDouble("-nan")));
  EXPECT_TRUE(std::signbit(*ParseDouble("-0")));
}

TEST(ParseElement, ReadsOnlyIntegersInRange) {
  EXPECT_EQ(Parsed(kS8, "127"), "7f");
  EXPECT_EQ(Parsed(kS8, "-128"), "80");
  EXPECT_EQ(Parsed(kS8, "128"), "C01");
  EXPECT_EQ(Parsed(kS8, "-129"), "C01");
  EXPECT_EQ(Parsed(kU8, "255"), "ff");
  EXPECT_EQ(Parsed(kU8, "-1"), "C01");
  EXPECT_EQ(Parsed(kU8, "-0"), "0");
  EXPECT_EQ(Parsed(kS1, "-1"), "ff");
  EXPECT_EQ(Parsed(kS1, "1"), "C01");
  EXPECT_EQ(Parsed(kS4, "-8"), "f8");
  EXPECT_EQ(Parsed(kS4, "8"), "C01");
  EXPECT_EQ(Parsed(kU1, "1"), "1");
  EXPECT_EQ(Parsed(kU1, "2"), "C01");
  EXPECT_EQ(Parsed(kS64, "9223372036854775807"), "7fffffffffffffff");
  EXPECT_EQ(Parsed(kS64, "9223372036854775808"), "C01");
  EXPECT_EQ(Parsed(kS64, "-9223372036854775808"), "8000000000000000");
  EXPECT_EQ(Parsed(kS64, "-9223372036854775809"), "C01");
  EXPECT_EQ(Parsed(kU64, "18446744073709551615"), "ffffffffffffffff");
  EXPECT_EQ(Parsed(kU64, "18446744073709551616"), "C01");
  EXPECT_EQ(Parsed(kU64, "-1"), "ffffffffffffffff");
  EXPECT_EQ(Parsed(kU64, "-2"), "C01");
  EXPECT_EQ(Parsed(kS32, "0000000000000000000000000007"), "7");
  EXPECT_EQ(Parsed(kS32, "99999999999999999999999"), "C01");
}

TEST(ParseElement, RejectsOtherKindsForIntegers) {
  for (const char* text : {"1.5", "1e3", "1.", "true", "inf", "nan", "", "x", "+1", "1 2"}) {
    EXPECT_EQ(Parsed(kS32, text), "C05") << text;
  }
}

TEST(ParseElement, ReadsPred) {
  EXPECT_EQ(Parsed(kPred, "true"), "1");
  EXPECT_EQ(Parsed(kPred, "false"), "0");
  EXPECT_EQ(Parsed(kPred, "0"), "0");
  EXPECT_EQ(Parsed(kPred, "00"), "0");
  EXPECT_EQ(Parsed(kPred, "-7"), "1");
  EXPECT_EQ(Parsed(kPred, "1.0"), "C05");
  EXPECT_EQ(Parsed(kPred, "True"), "C05");
}

TEST(ParseElement, ChecksTheRangeOfFloatsAfterRounding) {
  EXPECT_EQ(Parsed(kF16, "65519"), "7bff");
  EXPECT_EQ(Parsed(kF16, "65520"), "C01");
  EXPECT_EQ(Parsed(kF16, "-65520"), "C01");
  EXPECT_EQ(Parsed(kBF16, "65505"), "4780");
  EXPECT_EQ(Parsed(kBF16, "1e100"), "C01");
  EXPECT_EQ(Parsed(kF32, "1e39"), "C01");
  EXPECT_EQ(Parsed(kF64, "1.8e308"), "C01");
  EXPECT_EQ(Parsed(kF32, "3.4028235e38"), "7f7fffff");
  EXPECT_EQ(Parsed(kF32, "1e-50"), "0");
  EXPECT_EQ(Parsed(kF32, "-1e-50"), "80000000");
  EXPECT_EQ(Parsed(kF8E4M3FN, "464"), "7e");
  EXPECT_EQ(Parsed(kF8E4M3FN, "465"), "C01");
  EXPECT_EQ(Parsed(kF4E2M1FN, "6.9"), "7");
  EXPECT_EQ(Parsed(kF4E2M1FN, "7"), "C01");
  EXPECT_EQ(Parsed(kF8E8M0FNU, "0"), "C01");
  EXPECT_EQ(Parsed(kF8E8M0FNU, "-1"), "C01");
  EXPECT_EQ(Parsed(kF8E8M0FNU, "1"), "7f");
  EXPECT_EQ(Parsed(kF32, "42"), "42280000");
  EXPECT_EQ(Parsed(kF32, "true"), "C05");
}

TEST(ParseElement, RoundsDecimalsToF64FirstLikeXla) {
  // Above the tie 1 + 2^-11, but its f64 is the tie, which rounds to even.
  EXPECT_EQ(Parsed(kF16, "1.00048828125000000000000000001"), "3c00");
  EXPECT_EQ(Parsed(kF16, "1.0004882812500003"), "3c01");
}

TEST(ParseElement, ReadsSpecialFloats) {
  EXPECT_EQ(Parsed(kF32, "inf"), "7f800000");
  EXPECT_EQ(Parsed(kF32, "-inf"), "ff800000");
  EXPECT_EQ(Parsed(kF32, "nan"), "7fc00000");
  EXPECT_EQ(Parsed(kF32, "-nan"), "ffc00000");
  EXPECT_EQ(Parsed(kF32, "nan(0x1)"), "7f800001");
  EXPECT_EQ(Parsed(kF32, "-nan(0x7FFFFF)"), "ffffffff");
  EXPECT_EQ(Parsed(kF32, "nan:0xffc00001"), "ffc00001");
  EXPECT_EQ(Parsed(kF8E5M2, "inf"), "7c");
  EXPECT_EQ(Parsed(kF8E4M3FN, "-nan"), "ff");
  EXPECT_EQ(Parsed(kF8E4M3FN, "nan:0xff"), "ff");
  EXPECT_EQ(Parsed(kF8E5M2FNUZ, "nan"), "80");
  EXPECT_EQ(Parsed(kF8E5M2FNUZ, "-nan"), "80");
  EXPECT_EQ(Parsed(kF8E8M0FNU, "nan"), "ff");
}

TEST(ParseElement, RejectsPayloadsThatDoNotFit) {
  EXPECT_EQ(Parsed(kBF16, "-nan(0x7f)"), "ffff");
  EXPECT_EQ(Parsed(kBF16, "nan(0x3ff)"), "C06");
  EXPECT_EQ(Parsed(kF16, "nan(0x3ff)"), "7fff");
  EXPECT_EQ(Parsed(kF64, "nan(0xfffffffffffff)"), "7fffffffffffffff");
  EXPECT_EQ(Parsed(kF64, "nan(0x10000000000000)"), "C06");
  EXPECT_EQ(Parsed(kF64, "nan(0x10000000000000001)"), "C06");
  EXPECT_EQ(Parsed(kF8E5M2, "nan(0x3)"), "7f");
  EXPECT_EQ(Parsed(kF8E5M2, "nan(0x4)"), "C06");
  EXPECT_EQ(Parsed(kF8E4M3, "nan(0x7)"), "7f");
  EXPECT_EQ(Parsed(kF8E3M4, "nan(0xf)"), "7f");
  EXPECT_EQ(Parsed(kF8E3M4, "nan(0x10)"), "C06");
  EXPECT_EQ(Parsed(kF8E4M3FN, "nan(0x1)"), "C06");
  EXPECT_EQ(Parsed(kF8E4M3B11FNUZ, "nan(0x1)"), "C06");
  EXPECT_EQ(Parsed(kF32, "nan(0x0)"), "C06");
  EXPECT_EQ(Parsed(kF32, "nan:0x7f800000"), "C06");
  EXPECT_EQ(Parsed(kF32, "nan:0x1ffc00000"), "C06");
  for (const char* text : {"nan(", "nan()", "nan(7)", "nan(0x)", "nan(0xg)",
                           "nan:", "-nan:0x7fc00000", "nan(0x1", "nan 1", "nan(0x1)1"}) {
    EXPECT_EQ(Parsed(kF32, text), "C05") << text;
  }
}

TEST(ParseElement, RejectsSpecialsTheTypeDoesNotHave) {
  for (ElementType type : {kF8E4M3FN, kF8E4M3B11FNUZ, kF8E5M2FNUZ, kF8E4M3FNUZ, kF4E2M1FN,
                           kF8E8M0FNU, kF6E2M3FN, kF6E3M2FN}) {
    EXPECT_EQ(Parsed(type, "inf"), "C07") << Name(type);
    EXPECT_EQ(Parsed(type, "-inf"), "C07") << Name(type);
  }
  EXPECT_EQ(Parsed(kF4E2M1FN, "nan"), "C07");
  EXPECT_EQ(Parsed(kF6E2M3FN, "-nan(0x1)"), "C07");
}

TEST(ParseElement, ReportsTheNumbersInErrors) {
  EXPECT_EQ(Message(kS8, "300"), "300 does not fit s8, range -128..127");
  EXPECT_EQ(Message(kU64, "-2"), "-2 does not fit u64, range 0..18446744073709551615");
  EXPECT_EQ(
      Message(kS64, "9223372036854775808"),
      "9223372036854775808 does not fit s64, range -9223372036854775808..9223372036854775807");
  EXPECT_EQ(Message(kF16, "1e5"), "1e5 does not fit f16, range -65504..65504");
  EXPECT_EQ(Message(kF32, "1e39"), "1e39 does not fit f32, range -3.4028235e+38..3.4028235e+38");
  EXPECT_EQ(Message(kF8E8M0FNU, "0"),
            "0 does not fit f8e8m0fnu, range 5.877472e-39..1.7014118e+38");
  EXPECT_EQ(Message(kS32, "1.5"), "an element of s32 must be an integer, got 1.5");
  EXPECT_EQ(Message(kF32, "true"), "an element of f32 must be a number, got true");
  EXPECT_EQ(Message(kBF16, "nan(0x3ff)"), "NaN payload 0x3ff does not fit bf16, largest 0x7f");
  EXPECT_EQ(Message(kF8E4M3FN, "inf"), "f8e4m3fn has no infinity");
  EXPECT_EQ(Message(kC64, "1"), "an element of c64 must be a pair of numbers, got 1");
  EXPECT_LT(Message(kS32, std::string(100000, '9')).size(), 120u);
}

TEST(ParseElement, ReadsComplexPairs) {
  float parts[2] = {};
  EXPECT_TRUE(ParseElement(kC64, "(1, -2.5)", parts).ok());
  EXPECT_EQ(parts[0], 1);
  EXPECT_EQ(parts[1], -2.5f);
  EXPECT_TRUE(ParseElement(kC64, "[ \"-inf\",3 ]", parts).ok());
  EXPECT_EQ(parts[0], -HUGE_VALF);
  EXPECT_EQ(parts[1], 3);
  for (const char* text : {"(1)", "(1,2", "1,2", "(1,2,3)", "(,)", "(1,true)", "()"}) {
    const Status status = ParseElement(kC64, text, parts);
    ASSERT_FALSE(status.ok()) << text;
    EXPECT_EQ(status.error().code, "C05") << text;
  }
  EXPECT_EQ(Message(kC64, "(1e39, 0)"),
            "1e39 does not fit f32, range -3.4028235e+38..3.4028235e+38");
  double wide[2] = {};
  EXPECT_TRUE(ParseElement(kC128, "(1e39, nan)", wide).ok());
  EXPECT_EQ(wide[0], 1e39);
}

TEST(ParseElement, DoesNotWriteTheElementOnError) {
  uint32_t bits = 0x12345678;
  EXPECT_FALSE(ParseElement(kF32, "1e39", &bits).ok());
  EXPECT_FALSE(ParseElement(kS8, "1000", &bits).ok());
  EXPECT_EQ(bits, 0x12345678u);
}

TEST(ParseElement, HasNoElementsOfToken) {
  uint64_t bits = 0;
  EXPECT_EQ(ParseElement(kToken, "1", &bits).error().code, "C05");
}

}  // namespace
}  // namespace hlo
