// SPDX-License-Identifier: Apache-2.0
// Edges and examples of the ops reference, section 4, and of the numerics reference, sections 7, 8
// and 10. Values of functions are those of mpmath.
#include <cmath>

#include "core/ops/elementwise/elementwise_testing.h"

namespace hlo {
namespace {

using namespace op_testing;

TEST(Add, WrapsIntegersAndRoundsFloatsOnce) {
  EXPECT_TRUE(Joins("add", "u8", {250}, {10}, {4}));
  EXPECT_TRUE(Joins("add", "s8", {100, 127}, {100, 1}, {-56, -128}));
  EXPECT_TRUE(Joins("add", "s32", {2147483647}, {1}, {-2147483648.0}));
  EXPECT_TRUE(Joins("add", "s4", {7}, {1}, {-8}));
  EXPECT_TRUE(Joins("add", "f16", {2048, 60000}, {1, 60000}, {2048, kInf}));
  EXPECT_TRUE(Joins("add", "bf16", {256}, {1}, {256}));
  EXPECT_TRUE(Joins("add", "f32", {kInf, -0.0, 0.0, 1}, {-kInf, -0.0, -0.0, kNan},
                    {kNan, -0.0, 0.0, kNan}));
  EXPECT_TRUE(Joins("add", "c64", {1, 2, -0.0, -0.0}, {3, -5, -0.0, 0.0}, {4, -3, -0.0, 0.0}));
}

TEST(Add, OfPredIsOr) {
  EXPECT_TRUE(Joins("add", "pred", {0, 0, 1, 1}, {0, 1, 0, 1}, {0, 1, 1, 1}));
  EXPECT_EQ(CodesOf(Binary("add", Bits("pred[2]", {4, 0}), Bits("pred[2]", {2, 0}))),
            (std::vector<uint64_t>{1, 0}));
}

TEST(Arithmetic, KeepsSubnormals) {
  EXPECT_TRUE(Joins("multiply", "f32", {1e-40}, {1}, {1e-40}));
  EXPECT_TRUE(Joins("multiply", "f16", {6e-8}, {1}, {6e-8}));
  EXPECT_TRUE(Joins("subtract", "f64", {3e-308}, {2.9e-308}, {3e-308 - 2.9e-308}));
}

TEST(Subtract, WrapsIntegersAndGivesPositiveZero) {
  EXPECT_TRUE(Joins("subtract", "u32", {0}, {1}, {4294967295}));
  EXPECT_TRUE(Joins("subtract", "s8", {-128}, {1}, {127}));
  EXPECT_TRUE(Joins("subtract", "f32", {-3, 0.0}, {-3, 0.0}, {0.0, 0.0}));
}

TEST(Multiply, WrapsIntegers) {
  EXPECT_TRUE(Joins("multiply", "s32", {65536}, {65536}, {0}));
  EXPECT_TRUE(Joins("multiply", "s8", {-128}, {-1}, {-128}));
  EXPECT_TRUE(Joins("multiply", "u16", {65535}, {65535}, {1}));
  EXPECT_TRUE(Joins("multiply", "f32", {0}, {kInf}, {kNan}));
  EXPECT_TRUE(Joins("multiply", "pred", {0, 1, 1}, {1, 0, 1}, {0, 0, 1}));
  EXPECT_TRUE(SameBits(Binary("multiply", Bits("u64[1]", {0xffffffffffffffff}),
                              Bits("u64[1]", {0xffffffffffffffff})),
                       Bits("u64[1]", {1})));
}

TEST(Multiply, OfComplexNumbersRecoversInfinities) {
  EXPECT_TRUE(Joins("multiply", "c64", {1, 2}, {3, 4}, {-5, 10}));
  // Annex G: (inf + NaN i) counts as infinite; times (1 + 0i) it is (inf, NaN) boxed to (inf, 0).
  const Literal z = Binary("multiply", Array("c64[1]", {kInf, kNan}), Array("c64[1]", {1, 1}));
  const auto parts = CodesOf(z);
  EXPECT_TRUE((parts[0] & 0x7fffffff) == 0x7f800000 || (parts[1] & 0x7fffffff) == 0x7f800000);
}

TEST(Divide, FollowsTheTableOfIntegerCorners) {
  EXPECT_TRUE(Joins("divide", "s32", {7, -2147483648.0, -7, 7}, {0, -1, 2, -2},
                    {-1, -2147483648.0, -3, -3}));
  EXPECT_TRUE(Joins("divide", "u8", {7, 200}, {0, 7}, {255, 28}));
  EXPECT_TRUE(Joins("divide", "u32", {0}, {0}, {4294967295}));
  EXPECT_TRUE(Joins("divide", "s8", {-128, 0}, {-1, 0}, {-128, -1}));
  EXPECT_TRUE(Joins("divide", "u4", {7}, {0}, {15}));
  EXPECT_TRUE(SameBits(Binary("divide", Bits("s64[2]", {0x8000000000000000, 7}),
                              Bits("s64[2]", {0xffffffffffffffff, 0})),
                       Bits("s64[2]", {0x8000000000000000, 0xffffffffffffffff})));
}

TEST(Divide, OfFloatsFollowsIeee) {
  EXPECT_TRUE(Joins("divide", "f32", {1, 1, 0, 1, 1}, {0.0, -0.0, 0, kInf, 3},
                    {kInf, -kInf, kNan, 0, 0x1.555556p-2}));
  EXPECT_TRUE(Joins("divide", "f64", {1}, {3}, {1.0 / 3}));
  EXPECT_TRUE(Joins("divide", "c64", {-5, 10}, {3, 4}, {1, 2}, 4));
}

TEST(Remainder, HasTheSignOfTheDividend) {
  EXPECT_TRUE(Joins("remainder", "s32", {17, -17, 17, -17}, {3, 3, -3, -3}, {2, -2, 2, -2}));
  EXPECT_TRUE(Joins("remainder", "s8", {-128, 5, -5}, {-1, 0, 0}, {0, 5, -5}));
  EXPECT_TRUE(Joins("remainder", "u8", {200, 9}, {7, 0}, {4, 9}));
  EXPECT_TRUE(Joins("remainder", "f32", {5.5, -5.5, 5.5, 1, kInf, -3, -6},
                    {2, 2, -2, 0, 2, kInf, 3}, {1.5, -1.5, 1.5, kNan, kNan, -3, -0.0}));
  EXPECT_TRUE(Joins("remainder", "f64", {1e300}, {7}, {std::fmod(1e300, 7)}));
}

TEST(MaximumAndMinimum, OrderZerosAndPropagateNan) {
  for (const char* type : {"f32", "f64", "bf16", "f16", "f8e5m2"}) {
    EXPECT_TRUE(Joins("maximum", type, {kNan, 1, 0.0, -0.0, -0.0, 2, kInf, -kInf},
                      {1, kNan, -0.0, 0.0, -0.0, 1, kNan, 1},
                      {kNan, kNan, 0.0, 0.0, -0.0, 2, kNan, 1}));
    EXPECT_TRUE(Joins("minimum", type, {kNan, 1, 0.0, -0.0, 0.0, 2, kNan},
                      {1, kNan, -0.0, 0.0, 0.0, 1, kInf}, {kNan, kNan, -0.0, -0.0, 0.0, 1, kNan}));
  }
}

TEST(MaximumAndMinimum, OfIntegersDependOnSignedness) {
  EXPECT_TRUE(Joins("maximum", "u8", {200}, {100}, {200}));
  EXPECT_TRUE(Joins("maximum", "s8", {-56}, {100}, {100}));
  EXPECT_TRUE(Joins("minimum", "s4", {-8, 7}, {7, -1}, {-8, -1}));
  EXPECT_TRUE(Joins("maximum", "pred", {0, 0, 1}, {0, 1, 1}, {0, 1, 1}));
  EXPECT_TRUE(Joins("minimum", "pred", {0, 0, 1}, {0, 1, 1}, {0, 0, 1}));
  EXPECT_TRUE(SameBits(Binary("maximum", Bits("u64[1]", {0x8000000000000000}), Bits("u64[1]", {1})),
                       Bits("u64[1]", {0x8000000000000000})));
}

TEST(Power, OfIntegersWraps) {
  EXPECT_TRUE(Joins("power", "s32", {3, 2, 2, -1, 0, 0, 1, -1, 5},
                    {21, 31, -1, -3, -1, 0, -7, -2, 0},
                    {1870418611, -2147483648.0, 0, -1, 0, 1, 1, 1, 1}));
  EXPECT_TRUE(Joins("power", "u8", {3, 2, 255}, {200, 8, 255}, {161, 0, 255}));
  EXPECT_TRUE(Joins("power", "s8", {2, -2, 3}, {7, 7, 5}, {-128, -128, -13}));
}

TEST(Power, OfFloatsHasTheLimitsOfTheLibraryFunction) {
  EXPECT_TRUE(
      Joins("power", "f32",
            {-8, -2, 0.0, -0.0, -0.0, -1, -1, 2, 0.5, kNan, 1, -0.0, 2, -kInf, -kInf, kInf},
            {1.0 / 3, 3, -1, -1, -2, kInf, -kInf, -kInf, -kInf, 0, kNan, 0.5, 0.5, 3, -3, -1},
            {kNan, -8, kInf, -kInf, kInf, 1, 1, 0, kInf, 1, 1, 0, 1.41421353816986083984375, -kInf,
             -0.0, 0}));
  EXPECT_TRUE(Joins("power", "bf16", {3}, {2}, {9}));
}

TEST(Atan2, HandlesQuadrantsAndSignedZeros) {
  EXPECT_TRUE(Joins("atan2", "f32", {0, 1, -1}, {0, 0, 0}, {0, kPi / 2, -kPi / 2}, 1));
  EXPECT_TRUE(Joins(
      "atan2", "f32", {0.0, -0.0, kInf, -kInf, kInf, -kInf, 3, -3, 0.0, -0.0},
      {-0.0, -0.0, -kInf, -kInf, kInf, kInf, -0.0, -0.0, -2, -2},
      {kPi, -kPi, 3 * kPi / 4, -3 * kPi / 4, kPi / 4, -kPi / 4, kPi / 2, -kPi / 2, kPi, -kPi}, 1));
  EXPECT_TRUE(Joins("atan2", "f64", {0.0, -0.0, 1, -1, kNan, 1}, {0.0, 0.0, kInf, kInf, 1, kNan},
                    {0.0, -0.0, 0.0, -0.0, kNan, kNan}));
}

TEST(Complex, PreservesTheBitsOfParts) {
  const Literal z =
      Binary("complex", Bits("f32[2]", {0x7fc00001, 0x80000000}), Bits("f32[2]", {1, 0xffa00000}));
  EXPECT_EQ(CodesOf(z), (std::vector<uint64_t>{0x7fc00001, 1, 0x80000000, 0xffa00000}));
  EXPECT_EQ(Binary("complex", Array("f64[1]", {1}), Array("f64[1]", {2})).element_type(),
            ElementType::kC128);
}

TEST(BitwiseOps, AreLogicalForPred) {
  EXPECT_TRUE(Joins("and", "pred", {0, 0, 1, 1}, {0, 1, 0, 1}, {0, 0, 0, 1}));
  EXPECT_TRUE(Joins("or", "pred", {0, 0, 1, 1}, {0, 1, 0, 1}, {0, 1, 1, 1}));
  EXPECT_TRUE(Joins("xor", "pred", {0, 0, 1, 1}, {0, 1, 0, 1}, {0, 1, 1, 0}));
  EXPECT_TRUE(Joins("and", "u8", {12}, {10}, {8}));
  EXPECT_TRUE(Joins("or", "s16", {12}, {-16}, {-4}));
  EXPECT_TRUE(Joins("xor", "s4", {-1}, {5}, {-6}));
  // Bytes other than 1 count as true.
  EXPECT_EQ(CodesOf(Binary("and", Bits("pred[1]", {2}), Bits("pred[1]", {4}))),
            std::vector<uint64_t>{1});
}

TEST(Shifts, ByTheWidthOrMoreClearAllBits) {
  EXPECT_TRUE(Joins("shift-left", "s32", {1, 1, 1}, {32, -1, 31}, {0, 0, -2147483648.0}));
  EXPECT_TRUE(Joins("shift-left", "s8", {1, 1}, {7, 8}, {-128, 0}));
  EXPECT_TRUE(Joins("shift-left", "u4", {9}, {1}, {2}));
  EXPECT_TRUE(
      Joins("shift-right-arithmetic", "s32", {-8, -1, 8, -8}, {1, 40, 32, -1}, {-4, -1, 0, -1}));
  EXPECT_TRUE(Joins("shift-right-arithmetic", "u8", {128, 128, 127}, {1, 9, 9}, {192, 255, 0}));
  EXPECT_TRUE(Joins("shift-right-logical", "s8", {-1, -1}, {1, 8}, {127, 0}));
  EXPECT_TRUE(Joins("shift-right-logical", "s32", {-1, -1}, {31, 32}, {1, 0}));
  EXPECT_TRUE(
      SameBits(Binary("shift-right-logical", Array("s64[2]", {-1, -1}), Array("s64[2]", {63, 64})),
               Array("s64[2]", {1, 0})));
}

TEST(MultiplyHigh, GivesTheUpperHalf) {
  EXPECT_TRUE(Joins("mulhi", "u8", {200}, {200}, {156}));
  EXPECT_TRUE(Joins("mulhi", "s8", {-128, -1}, {-128, 1}, {64, -1}));
  EXPECT_TRUE(Joins("mulhi", "s32", {-1}, {1}, {-1}));
  EXPECT_TRUE(Joins("mulhi", "u32", {4294967295}, {4294967295}, {4294967294}));
  EXPECT_TRUE(SameBits(
      Binary("mulhi", Bits("u64[1]", {0xffffffffffffffff}), Bits("u64[1]", {0xffffffffffffffff})),
      Bits("u64[1]", {0xfffffffffffffffe})));
  EXPECT_TRUE(SameBits(Binary("mulhi", Bits("s64[2]", {0x8000000000000000, 0xffffffffffffffff}),
                              Bits("s64[2]", {0x8000000000000000, 1})),
                       Bits("s64[2]", {0x4000000000000000, 0xffffffffffffffff})));
}

TEST(DynamicSizes, MustAgree) {
  Literal a = Array("f32[<=3]", {1, 2, 3});
  a.set_dynamic_sizes({2});
  Literal b = Array("f32[<=3]", {10, 20, 30});
  b.set_dynamic_sizes({2});
  const Literal sum = Binary("add", a, b);
  EXPECT_TRUE(sum.shape().IsDynamic(0));
  EXPECT_EQ(sum.dynamic_sizes(), (Dims{2}));
  EXPECT_EQ(sum.data<float>()[1], 22);

  b.set_dynamic_sizes({3});
  const auto mismatch = OpCall("add").Operand(a).Operand(b).Evaluate();
  ASSERT_FALSE(mismatch.ok());
  EXPECT_EQ(mismatch.error().code, "R08");
  EXPECT_EQ(mismatch.error().message,
            "`add`: dynamic sizes must match in dimension 0, got 2 and 3");
}

TEST(DynamicSizes, OfAStaticOperandAreItsDimensions) {
  Literal a = Array("s32[<=3]", {1, 2, 3});
  a.set_dynamic_sizes({2});
  const auto mismatch = OpCall("add").Operand(a).Operand(Array("s32[3]", {1, 1, 1})).Evaluate();
  ASSERT_FALSE(mismatch.ok());
  EXPECT_EQ(mismatch.error().code, "R08");
  a.set_dynamic_sizes({3});
  EXPECT_TRUE(Binary("add", Array("s32[3]", {1, 1, 1}), a).shape().IsDynamic(0));
}

}  // namespace
}  // namespace hlo
