// SPDX-License-Identifier: Apache-2.0
// ops reference 6.1 and numerics reference, section 4.
#include "core/ops/elementwise/elementwise_testing.h"

namespace hlo {
namespace {

using namespace op_testing;

TEST(Convert, BetweenIntegersWraps) {
  EXPECT_TRUE(Converts("s32", {300, -1, 200}, "u8", {44, 255, 200}));
  EXPECT_TRUE(Converts("s32", {-1}, "u32", {4294967295}));
  EXPECT_TRUE(Converts("u8", {200}, "s8", {-56}));
  EXPECT_TRUE(Converts("s32", {9}, "s4", {-7}));
  EXPECT_TRUE(Converts("s4", {-1}, "u32", {4294967295}));
}

TEST(Convert, FromFloatToIntegerTruncatesAndSaturates) {
  EXPECT_TRUE(Converts("f32", {300, -1.5}, "u8", {255, 0}));
  EXPECT_TRUE(Converts("f32", {kNan, 3e9, -0.9, kInf, -kInf, 2147483648.0, -2147483904.0}, "s32",
                       {0, 2147483647, 0, 2147483647, -2147483648.0, 2147483647, -2147483648.0}));
  EXPECT_TRUE(Converts("f32", {9.7}, "s4", {7}));
  EXPECT_TRUE(Converts("f32", {-0.7, 5}, "u2", {0, 3}));
  const Literal huge =
      OpCall("convert").Operand(Array("f32[2]", {1e20, -1})).Declare("u64[2]").Value();
  EXPECT_EQ(CodesOf(huge), (std::vector<uint64_t>{~uint64_t{0}, 0}));
}

TEST(Convert, ToPredTestsForNonZero) {
  EXPECT_TRUE(Converts("f32", {kNan, -0.0, 0.25, 0}, "pred", {1, 0, 1, 0}));
  EXPECT_TRUE(Converts("s32", {256, 0, -1}, "pred", {1, 0, 1}));
  EXPECT_TRUE(Converts("c64", {0, 3, 0, -0.0}, "pred", {1, 0}));
  EXPECT_TRUE(Converts("pred", {1, 0}, "f32", {1, 0}));
  EXPECT_TRUE(Converts("pred", {1, 0}, "c64", {1, 0, 0, 0}));
}

TEST(Convert, RoundsOnce) {
  EXPECT_TRUE(Converts("s32", {0, 1, 2}, "f32", {0, 1, 2}));
  EXPECT_TRUE(Converts("s32", {16777217}, "f32", {16777216}));
  const Literal most =
      OpCall("convert").Operand(Bits("u64[1]", {~uint64_t{0}})).Declare("f32[1]").Value();
  EXPECT_TRUE(SameBits(most, Array("f32[1]", {18446744073709551616.0})));
  EXPECT_TRUE(Converts("f32", {65520}, "f16", {kInf}));
  EXPECT_EQ(
      CodesOf(
          OpCall("convert").Operand(Array("f32[2]", {449, 465})).Declare("f8e4m3fn[2]").Value()),
      (std::vector<uint64_t>{0x7e, 0x7f}));
  EXPECT_EQ(CodesOf(OpCall("convert").Operand(Array("f32[1]", {7})).Declare("f4e2m1fn[1]").Value()),
            std::vector<uint64_t>{7});
  // 1 + 2^-11 + 2^-40 is above the tie; rounding to f32 first would make it a tie.
  EXPECT_TRUE(Converts("f64", {1 + 0x1p-11 + 0x1p-40}, "f16", {1 + 0x1p-10}));
}

TEST(Convert, OfComplexNumbersConvertsParts) {
  EXPECT_TRUE(Converts("c64", {1.5, -2, -0.0, 7}, "f32", {1.5, -0.0}));
  EXPECT_TRUE(Converts("c128", {1.5, -2}, "c64", {1.5, -2}));
  EXPECT_TRUE(Converts("f16", {3}, "c64", {3, 0}));
  EXPECT_TRUE(Converts("c64", {-3.9, 1}, "s8", {-3}));
}

TEST(Convert, WorksInPlaceForEqualWidths) {
  const std::vector<double> numbers = {-3.5, 7, 1e10};
  for (const bool last_use : {false, true}) {
    OpCall call("convert");
    call.Operand(Array("f32[3]", numbers), last_use).Declare("s32[3]");
    EXPECT_TRUE(SameBits(call.Value(), Array("s32[3]", {-3, 7, 2147483647})));
  }
}

TEST(Convert, KeepsDynamicSizes) {
  Literal x = Array("s8[<=3]", {1, 2, 3});
  x.set_dynamic_sizes({1});
  const Literal y = OpCall("convert").Operand(x).Declare("f32[<=3]").Value();
  EXPECT_EQ(y.dynamic_sizes(), (Dims{1}));
  EXPECT_TRUE(y.shape().IsDynamic(0));
}

TEST(ConvertRules, AreChecked) {
  EXPECT_EQ(OpCall("convert").OperandShape("(f32[])").Declare("f32[]").Rejection(),
            "convert.C1: `convert`: operand and result must be arrays, got a tuple");
  EXPECT_EQ(OpCall("convert").OperandShape("f32[]").Declare("(f32[])").Rejection(),
            "convert.C1: `convert`: operand and result must be arrays, got a tuple");
  EXPECT_EQ(OpCall("convert").OperandShape("f32[4]").Declare("s32[2,2]").Rejection(),
            "convert.C2: `convert`: the result must have dimensions {4}, got {2,2}");
  EXPECT_EQ(OpCall("convert").OperandShape("c64[4]").Declare("f32[4]").Rejection(), "");
}

}  // namespace
}  // namespace hlo
