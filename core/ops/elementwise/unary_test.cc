// SPDX-License-Identifier: Apache-2.0
// Edges and examples of the ops reference, section 3. Values of functions are those of mpmath.
#include <cmath>

#include "core/ops/elementwise/elementwise_testing.h"

namespace hlo {
namespace {

using namespace op_testing;

TEST(Abs, WrapsTheSmallestInteger) {
  EXPECT_TRUE(Maps("abs", "s8", {-128, -127, 0, 5}, {-128, 127, 0, 5}));
  EXPECT_TRUE(Maps("abs", "s32", {-2147483648.0, -3}, {-2147483648.0, 3}));
  EXPECT_TRUE(Maps("abs", "s4", {-8, -7, 7}, {-8, 7, 7}));
  EXPECT_TRUE(SameBits(Unary("abs", Bits("s64[1]", {0x8000000000000000})),
                       Bits("s64[1]", {0x8000000000000000})));
}

TEST(Abs, ClearsTheSignOfFloatsAndKeepsNan) {
  EXPECT_TRUE(Maps("abs", "f32", {-0.0, 0.0, -kInf, -1.5, kNan}, {0, 0, kInf, 1.5, kNan}));
  EXPECT_TRUE(Maps("abs", "bf16", {-0.0, -2.5}, {0, 2.5}));
  EXPECT_EQ(CodesOf(Unary("abs", Bits("f32[1]", {0xffc12345}))), std::vector<uint64_t>{0x7fc12345});
}

TEST(Abs, KeepsTheNanOfFnuz) {
  for (const char* shape : {"f8e4m3fnuz[2]", "f8e5m2fnuz[2]", "f8e4m3b11fnuz[2]"}) {
    EXPECT_EQ(CodesOf(Unary("abs", Bits(shape, {0x80, 0x81}))), (std::vector<uint64_t>{0x80, 1}));
  }
}

TEST(Abs, OfAComplexNumberIsItsModulus) {
  const Literal big = Unary("abs", Array("c64[1]", {3e38, 4e37}));
  EXPECT_TRUE(WithinUlp(big, Array("f32[1]", {3.0265491900843113e38}), 2));
  EXPECT_TRUE(SameBits(Unary("abs", Array("c64[4]", {3, -4, kNan, -kInf, kInf, kNan, 0, -0.0})),
                       Array("f32[4]", {5, kInf, kInf, 0})));
  EXPECT_TRUE(SameBits(Unary("abs", Array("c128[1]", {5, 12})), Array("f64[1]", {13})));
}

TEST(Negate, WrapsIntegersAndFlipsSigns) {
  EXPECT_TRUE(Maps("negate", "u8", {1, 0, 255}, {255, 0, 1}));
  EXPECT_TRUE(Maps("negate", "s8", {-128, 127}, {-128, -127}));
  EXPECT_TRUE(Maps("negate", "f32", {0.0, -0.0, kInf, 1}, {-0.0, 0.0, -kInf, -1}));
  EXPECT_TRUE(Maps("negate", "f64", {0.0, -2}, {-0.0, 2}));
  EXPECT_TRUE(Maps("negate", "c64", {0, -1, 2, -0.0}, {-0.0, 1, -2, 0}));
  EXPECT_EQ(CodesOf(Unary("negate", Bits("f64[1]", {0x7ff8000000000123}))),
            std::vector<uint64_t>{0xfff8000000000123});
}

TEST(Negate, HasNoNegativeZeroInFnuzAndNoNegativesInE8M0) {
  EXPECT_EQ(CodesOf(Unary("negate", Bits("f8e4m3fnuz[3]", {0, 0x80, 1}))),
            (std::vector<uint64_t>{0, 0x80, 0x81}));
  EXPECT_EQ(CodesOf(Unary("negate", Bits("f8e8m0fnu[2]", {127, 0xff}))),
            (std::vector<uint64_t>{0xff, 0xff}));
}

TEST(Sign, KeepsTheSignOfZeroAndNan) {
  EXPECT_TRUE(Maps("sign", "f32", {-0.0, 0.0, -3, 1e-45, kNan, kInf, -kInf},
                   {-0.0, 0.0, -1, 1, kNan, 1, -1}));
  EXPECT_TRUE(Maps("sign", "s8", {-128, 0, 127}, {-1, 0, 1}));
  EXPECT_TRUE(Maps("sign", "s64", {-5, 0, 5}, {-1, 0, 1}));
}

TEST(Sign, OfAComplexNumberHasModulusOne) {
  EXPECT_TRUE(Maps("sign", "c64", {0, 0, 3, 4, kNan, 1}, {0, 0, 0.6, 0.8, kNan, kNan}, 4));
}

TEST(Not, IsLogicalForPredAndComplementsWBits) {
  EXPECT_TRUE(Maps("not", "pred", {0, 1}, {1, 0}));
  EXPECT_TRUE(Maps("not", "s32", {5, -1}, {-6, 0}));
  EXPECT_TRUE(Maps("not", "u8", {5, 0}, {250, 255}));
  EXPECT_TRUE(Maps("not", "u4", {5}, {10}));
  EXPECT_TRUE(Maps("not", "s4", {5}, {-6}));
  EXPECT_EQ(CodesOf(Unary("not", Bits("pred[2]", {2, 0}))), (std::vector<uint64_t>{0, 1}));
}

TEST(CountLeadingZeros, CountsWithinTheElementWidth) {
  EXPECT_TRUE(Maps("count-leading-zeros", "s8", {-1, 1, 0}, {0, 7, 8}));
  EXPECT_TRUE(Maps("count-leading-zeros", "u4", {1, 0, 15}, {3, 4, 0}));
  EXPECT_TRUE(Maps("count-leading-zeros", "u16", {0, 256}, {16, 7}));
  EXPECT_TRUE(Maps("count-leading-zeros", "s32", {0, -1, 1}, {32, 0, 31}));
  EXPECT_TRUE(Maps("count-leading-zeros", "s64", {1, 0, -1}, {63, 64, 0}));
}

TEST(CountLeadingZeros, WrapsWhereTheCountDoesNotFit) {
  EXPECT_TRUE(Maps("count-leading-zeros", "s2", {0}, {-2}));
  EXPECT_TRUE(Maps("count-leading-zeros", "s1", {0}, {-1}));
  EXPECT_TRUE(Maps("count-leading-zeros", "s4", {0}, {4}));
  EXPECT_TRUE(Maps("count-leading-zeros", "u2", {0}, {2}));
  EXPECT_TRUE(Maps("count-leading-zeros", "u1", {0}, {1}));
}

TEST(PopulationCount, CountsWithinTheElementWidth) {
  EXPECT_TRUE(Maps("popcnt", "s8", {-1, 0, 5}, {8, 0, 2}));
  EXPECT_TRUE(Maps("popcnt", "u4", {15}, {4}));
  EXPECT_TRUE(Maps("popcnt", "s64", {-1}, {64}));
  EXPECT_TRUE(Maps("popcnt", "s32", {-1}, {32}));
  EXPECT_TRUE(Maps("popcnt", "s2", {-1}, {-2}));
  EXPECT_TRUE(Maps("popcnt", "s4", {-1}, {4}));
}

TEST(IsFinite, IsFalseForNanAndInfinityOnly) {
  EXPECT_TRUE(SameBits(Unary("is-finite", Array("f32[5]", {kNan, kInf, -kInf, -0.0, 3.4e38})),
                       Array("pred[5]", {0, 0, 0, 1, 1})));
  EXPECT_TRUE(
      SameBits(Unary("is-finite", Array("f64[2]", {1e308, kInf})), Array("pred[2]", {1, 0})));
}

TEST(IsFinite, HandlesFormatsWithoutInfinityOrNan) {
  EXPECT_EQ(CodesOf(Unary("is-finite", Bits("f4e2m1fn[2]", {7, 15}))),
            (std::vector<uint64_t>{1, 1}));
  EXPECT_EQ(CodesOf(Unary("is-finite", Bits("f8e4m3fn[3]", {0x7e, 0x7f, 0xff}))),
            (std::vector<uint64_t>{1, 0, 0}));
  EXPECT_EQ(CodesOf(Unary("is-finite", Bits("f8e4m3fnuz[2]", {0x7f, 0x80}))),
            (std::vector<uint64_t>{1, 0}));
  EXPECT_EQ(CodesOf(Unary("is-finite", Bits("f8e8m0fnu[2]", {0xfe, 0xff}))),
            (std::vector<uint64_t>{1, 0}));
}

TEST(RealAndImag, PreserveTheBitsOfParts) {
  const Literal z = Bits("c64[2]", {0x7fc00001, 0x80000000, 0xffa00002, 0x3f800000});
  EXPECT_EQ(CodesOf(Unary("real", z)), (std::vector<uint64_t>{0x7fc00001, 0xffa00002}));
  EXPECT_EQ(CodesOf(Unary("imag", z)), (std::vector<uint64_t>{0x80000000, 0x3f800000}));
  EXPECT_EQ(Unary("imag", Array("c128[1]", {1, 2})).element_type(), ElementType::kF64);
}

TEST(RealAndImag, OfARealNumberAreItselfAndPositiveZero) {
  const Literal x = Bits("f16[3]", {0x7c01, 0x8000, 0x3c00});
  EXPECT_EQ(CodesOf(Unary("real", x)), CodesOf(x));
  EXPECT_EQ(CodesOf(Unary("imag", x)), (std::vector<uint64_t>{0, 0, 0}));
  EXPECT_TRUE(Maps("imag", "f32", {kNan, -1}, {0, 0}));
}

TEST(Rounding, IsExactAndKeepsSpecialValues) {
  EXPECT_TRUE(Maps("ceil", "f32", {-0.5, 0.0, -0.0, kInf, -kInf, kNan, 8388609, 1.25},
                   {-0.0, 0.0, -0.0, kInf, -kInf, kNan, 8388609, 2}));
  EXPECT_TRUE(Maps("floor", "f32", {-0.5, -0.0, 0.5, kInf, -kInf, kNan, -1.25},
                   {-1, -0.0, 0.0, kInf, -kInf, kNan, -2}));
  EXPECT_TRUE(Maps("ceil", "f64", {-0.5, 2251799813685248.5}, {-0.0, 2251799813685249.0}));
  EXPECT_TRUE(Maps("ceil", "f16", {2048, 0.001}, {2048, 1}));
  // 4, the integer above 3.5, exists in f4; 14.5 rounds up to 15 in f8e3m4.
  EXPECT_TRUE(Maps("ceil", "f4e2m1fn", {0.5, 1.5}, {1, 2}));
  EXPECT_TRUE(Maps("ceil", "f8e3m4", {14.5, 15.5}, {15, kInf}));
}

TEST(RoundNearestAfz, SendsTiesAwayFromZero) {
  EXPECT_TRUE(Maps("round-nearest-afz", "f32", {-2.5, 0.4, 0.5, 0.6, 2.5}, {-3, 0, 1, 1, 3}));
  EXPECT_TRUE(Maps("round-nearest-afz", "f32", {-0.5, -0.4, 0.49999997, 8388609, -2.5},
                   {-1, -0.0, 0, 8388609, -3}));
  EXPECT_TRUE(Maps("round-nearest-afz", "f64", {0.49999999999999994, 2.5, -0.25}, {0, 3, -0.0}));
  EXPECT_TRUE(Maps("round-nearest-afz", "f64", {0x1.fffffffffffffp51, 0x1.0000000000001p52},
                   {0x1p52, 0x1.0000000000001p52}));
  EXPECT_TRUE(Maps("round-nearest-afz", "bf16", {2.5, -0.5}, {3, -1}));
}

TEST(RoundNearestEven, SendsTiesToTheEvenNeighbor) {
  EXPECT_TRUE(Maps("round-nearest-even", "f32", {-2.5, 0.4, 0.5, 0.6, 2.5}, {-2, 0, 0, 1, 2}));
  EXPECT_TRUE(Maps("round-nearest-even", "f32", {1.5, -0.5, 8388609}, {2, -0.0, 8388609}));
  EXPECT_TRUE(Maps("round-nearest-even", "f64", {3.5, -1.5, 4503599627370497.0},
                   {4, -2, 4503599627370497.0}));
  EXPECT_TRUE(Maps("round-nearest-even", "f64", {0x1.ffffffffffffdp51, 4194303.5, -0.25},
                   {0x1.ffffffffffffcp51, 4194304, -0.0}));
}

TEST(Sqrt, IsCorrectlyRounded) {
  EXPECT_TRUE(Maps("sqrt", "f32", {2, -0.0, -1, kInf, 1e-45, 0.25},
                   {1.41421353816986083984375, -0.0, kNan, kInf, 3.743392066509216e-23, 0.5}));
  EXPECT_TRUE(Maps("sqrt", "f64", {2}, {1.4142135623730951}));
  EXPECT_TRUE(Maps("sqrt", "c64", {-4, 0, -4, -0.0}, {0, 2, 0, -2}));
}

TEST(Rsqrt, DividesOneByTheRoundedRoot) {
  EXPECT_TRUE(Maps("rsqrt", "f32", {0.0, -0.0, kInf, -1, 4}, {kInf, -kInf, 0, kNan, 0.5}));
  // 3: sqrtf(3) = 0x1.bb67aep+0, whose reciprocal rounds to 0x1.279a74p-1 (numpy float32).
  EXPECT_TRUE(Maps("rsqrt", "f32", {3}, {0x1.279a74p-1}));
  EXPECT_TRUE(Maps("rsqrt", "f64", {4}, {0.5}));
}

TEST(Exponential, KeepsSubnormalResults) {
  EXPECT_TRUE(Maps("exponential", "f32", {-100, -kInf, kInf, -0.0, 88.73, 1},
                   {3.720075976020836e-44, 0, kInf, 1, kInf, 2.718281828459045}, 1));
  EXPECT_TRUE(Maps("exponential", "f16", {11, 12}, {59872, kInf}, 1));
}

TEST(SmallArguments, AreAccurateNearZero) {
  for (const char* op : {"exponential-minus-one", "log-plus-one", "sinh", "asinh", "tanh", "sine",
                         "tan", "atan", "asin", "atanh"}) {
    EXPECT_TRUE(Maps(op, "f32", {1e-10, -0.0, 0.0}, {1e-10, -0.0, 0.0}));
  }
  EXPECT_TRUE(Maps("asinh", "f32", {1e-30}, {1e-30}));
  EXPECT_TRUE(Maps("erf", "f32", {1e-10}, {1.1283791670955126e-10}));
  EXPECT_TRUE(Maps("exponential-minus-one", "f32", {-kInf}, {-1}));
  EXPECT_TRUE(Maps("log-plus-one", "f32", {-1, -1.5}, {-kInf, kNan}));
}

TEST(LargeArguments, DoNotOverflowOrLosePrecision) {
  EXPECT_TRUE(Maps("cosine", "f32", {1e20}, {0.7542593}, 1));
  EXPECT_TRUE(Maps("sine", "f32", {1e20}, {0.6565767}, 1));
  EXPECT_TRUE(Maps("acosh", "f32", {3e38}, {89.28999300300179}, 1));
  // cosh(89) = e^89 / 2 is finite although e^89 is not.
  EXPECT_TRUE(Maps("cosh", "f32", {89, 90, -90}, {2.2448064095871726e38, kInf, kInf}, 1));
  EXPECT_TRUE(Maps("sinh", "f32", {-89, 90, -90}, {-2.2448064095871726e38, kInf, -kInf}, 1));
  EXPECT_TRUE(Maps("tanh", "f32", {20, -20, kInf}, {1, -1, 1}));
  EXPECT_TRUE(Maps("tanh", "f64", {20, -21}, {1, -1}));
}

TEST(Domains, HaveExactBoundaries) {
  EXPECT_TRUE(Maps("acos", "f32", {1, -1, 1.5, 0.0}, {0, kPi, kNan, kPi / 2}, 1));
  EXPECT_TRUE(Maps("acos", "f32", {1}, {0.0}));
  EXPECT_TRUE(Maps("asin", "f32", {1.5, -1}, {kNan, -kPi / 2}, 1));
  EXPECT_TRUE(Maps("acosh", "f32", {1, 0.5, kInf}, {0, kNan, kInf}));
  EXPECT_TRUE(Maps("atanh", "f32", {1, -1, 1.5}, {kInf, -kInf, kNan}));
  EXPECT_TRUE(Maps("log", "f32", {0.0, -0.0, -1, 1, kInf}, {-kInf, -kInf, kNan, 0, kInf}));
  // The smallest subnormal is 2^-149.
  EXPECT_TRUE(Maps("log", "f32", {1.401298464324817e-45}, {-103.27892990343185}, 1));
}

TEST(Cbrt, IsOdd) {
  EXPECT_TRUE(Maps("cbrt", "f32", {-8, 27, -0.0, 0.0, kInf, -kInf}, {-2, 3, -0.0, 0, kInf, -kInf}));
  EXPECT_TRUE(Maps("cbrt", "f64", {-8, 27}, {-2, 3}, 1));
}

TEST(Log, OfAComplexNumberHasItsCutOnTheNegativeAxis) {
  EXPECT_TRUE(Maps("log", "c64", {-1, 0.0, -1, -0.0}, {0, kPi, 0, -kPi}, 2));
}

TEST(Logistic, HasItsLimits) {
  EXPECT_TRUE(Maps("logistic", "f32", {-kInf, kInf, 0.0, -0.0}, {0, 1, 0.5, 0.5}));
  EXPECT_TRUE(Maps("logistic", "f64", {1}, {0.731058578630004879}, 2));
}

// numerics reference, section 10: -inf, -0, +0, +inf.
struct SpecialRow {
  const char* op;
  double at[4];
  double ulp = 0;
};
constexpr SpecialRow kSpecialValues[] = {
    {"abs", {kInf, 0.0, 0.0, kInf}},
    {"negate", {kInf, 0.0, -0.0, -kInf}},
    {"sign", {-1, -0.0, 0.0, 1}},
    {"floor", {-kInf, -0.0, 0.0, kInf}},
    {"ceil", {-kInf, -0.0, 0.0, kInf}},
    {"round-nearest-afz", {-kInf, -0.0, 0.0, kInf}},
    {"round-nearest-even", {-kInf, -0.0, 0.0, kInf}},
    {"sqrt", {kNan, -0.0, 0.0, kInf}},
    {"rsqrt", {kNan, -kInf, kInf, 0.0}},
    {"cbrt", {-kInf, -0.0, 0.0, kInf}},
    {"exponential", {0.0, 1, 1, kInf}},
    {"exponential-minus-one", {-1, -0.0, 0.0, kInf}},
    {"log", {kNan, -kInf, -kInf, kInf}},
    {"log-plus-one", {kNan, -0.0, 0.0, kInf}},
    {"logistic", {0.0, 0.5, 0.5, 1}},
    {"sine", {kNan, -0.0, 0.0, kNan}},
    {"tan", {kNan, -0.0, 0.0, kNan}},
    {"cosine", {kNan, 1, 1, kNan}},
    {"asin", {kNan, -0.0, 0.0, kNan}},
    {"acos", {kNan, kPi / 2, kPi / 2, kNan}, 1},
    {"sinh", {-kInf, -0.0, 0.0, kInf}},
    {"cosh", {kInf, 1, 1, kInf}},
    {"tanh", {-1, -0.0, 0.0, 1}},
    {"asinh", {-kInf, -0.0, 0.0, kInf}},
    {"acosh", {kNan, kNan, kNan, kInf}},
    {"atanh", {kNan, -0.0, 0.0, kNan}},
    {"erf", {-1, -0.0, 0.0, 1}},
};

TEST(SpecialValues, OfRealFunctionsMatchTheTable) {
  for (const char* type : {"f32", "f64", "f16", "bf16", "f8e5m2"}) {
    for (const SpecialRow& row : kSpecialValues) {
      EXPECT_TRUE(Maps(row.op, type, {-kInf, -0.0, 0.0, kInf},
                       {row.at[0], row.at[1], row.at[2], row.at[3]}, row.ulp));
      EXPECT_TRUE(Maps(row.op, type, {kNan}, {kNan}));
    }
    EXPECT_TRUE(Maps("atan", type, {-kInf, kInf}, {-kPi / 2, kPi / 2}, 1));
    EXPECT_TRUE(Maps("atan", type, {-0.0, 0.0}, {-0.0, 0.0}));
  }
}

}  // namespace
}  // namespace hlo
