// SPDX-License-Identifier: Apache-2.0
// bitcast-convert, bitcast, stochastic-convert: ops reference 6.2, 6.3, 6.5. Expected values are
// those of the reference, or worked out by hand.
#include <gtest/gtest.h>

#include <cmath>

#include "core/ops/testing.h"

namespace hlo {
namespace {

using namespace op_testing;
using Codes = std::vector<uint64_t>;

Literal Reread(const Literal& value, std::string_view to) {
  return OpCall("bitcast-convert").Operand(value).Declare(to).Value();
}

std::string RereadRejection(std::string_view from, std::string_view to) {
  return OpCall("bitcast-convert").OperandShape(from).Declare(to).Rejection();
}

// ---- bitcast-convert ----

TEST(BitcastConvert, KeepsTheBitsOfEqualWidths) {
  EXPECT_EQ(CodesOf(Reread(Array("f32[2]", {1, -0.0}), "u32[2]")),
            (Codes{0x3f800000, 0x80000000}));
}

TEST(BitcastConvert, DoesNotTouchNanPayloads) {
  const Codes codes = {0x7f800001, 0xffc12345};
  EXPECT_EQ(CodesOf(Reread(Bits("s32[2]", codes), "f32[2]")), codes);
}

TEST(BitcastConvert, PutsLowBitsFirst) {
  EXPECT_EQ(CodesOf(Reread(Bits("f64[]", {0x0123456789abcdef}), "f16[4]")),
            (Codes{0xcdef, 0x89ab, 0x4567, 0x0123}));
  EXPECT_TRUE(SameBits(Reread(Array("u32[]", {1065353216}), "u8[4]"),
                       Array("u8[4]", {0, 0, 128, 63})));
  EXPECT_TRUE(SameBits(Reread(Array("u8[1,4]", {0, 0, 128, 63}), "f32[1]"), Array("f32[1]", {1})));
}

TEST(BitcastConvert, SplitsBytesIntoSubByteElements) {
  EXPECT_TRUE(SameBits(Reread(Array("u8[1]", {33}), "u4[1,2]"), Array("u4[1,2]", {1, 2})));
  EXPECT_TRUE(SameBits(Reread(Array("s32[]", {-2}), "s4[8]"),
                       Array("s4[8]", {-2, -1, -1, -1, -1, -1, -1, -1})));
  // 54 = 0b110110: six bits hold three elements of two.
  EXPECT_TRUE(SameBits(Reread(Bits("f6e2m3fn[]", {54}), "u2[3]"), Array("u2[3]", {2, 1, 3})));
}

TEST(BitcastConvert, JoinsSubByteElements) {
  EXPECT_TRUE(SameBits(Reread(Array("s4[2,2]", {-1, 0, 1, -8}), "s8[2]"),
                       Array("s8[2]", {15, -127})));
  EXPECT_TRUE(SameBits(Reread(Array("u1[4]", {1, 0, 0, 1}), "s4[]"), Array("s4[]", {-7})));
}

TEST(BitcastConvert, ExtendsTheSignOfNarrowElementsInStorage) {
  EXPECT_EQ(CodesOf(Reread(Array("u4[2]", {15, 7}), "s4[2]")), (Codes{0xff, 0x07}));
  EXPECT_EQ(CodesOf(Reread(Array("s4[2]", {-1, 7}), "u4[2]")), (Codes{0x0f, 0x07}));
}

TEST(BitcastConvert, TakesPredAsOneBit) {
  const Literal bits = Array("pred[8]", {1, 0, 1, 0, 0, 0, 0, 0});
  EXPECT_TRUE(SameBits(Reread(Array("u8[]", {5}), "pred[8]"), bits));
  EXPECT_TRUE(SameBits(Reread(bits, "u8[]"), Array("u8[]", {5})));
  EXPECT_TRUE(SameBits(Reread(Bits("pred[1]", {2}), "s1[1]"), Array("s1[1]", {-1})));
}

TEST(BitcastConvert, SplitsAComplexNumberByWords) {
  const Literal wide = Bits("c128[]", {0x1111111122222222, 0x3333333344444444});
  EXPECT_EQ(CodesOf(Reread(wide, "c64[2]")),
            (Codes{0x22222222, 0x11111111, 0x44444444, 0x33333333}));
}

TEST(BitcastConvert, WorksOnEmptyArrays) {
  EXPECT_EQ(Reread(Array("f32[0]", {}), "u4[0,8]").element_count(), 0);
  EXPECT_EQ(Reread(Array("f32[0,2]", {}), "f64[0]").element_count(), 0);
}

TEST(BitcastConvert, RejectsWhatIsNoArray) {
  EXPECT_EQ(RereadRejection("(f32[2])", "f32[2]"),
            "bitcast-convert.C1: `bitcast-convert`: operand must be an array, got (f32[2])");
}

TEST(BitcastConvert, RejectsComplexForReal) {
  EXPECT_EQ(RereadRejection("c64[]", "f32[2]"),
            "bitcast-convert.C2: `bitcast-convert`: c64 cannot be re-read as f32");
}

TEST(BitcastConvert, RejectsChangedSizes) {
  EXPECT_EQ(RereadRejection("f32[4]", "s32[2,2]"),
            "bitcast-convert.C3: `bitcast-convert`: f32[4] -> s32[2,2] changes dims");
  EXPECT_EQ(RereadRejection("f32[10]", "f16[20]"),
            "bitcast-convert.C4: `bitcast-convert`: f32[10] -> f16 needs result f16[10,2]");
  EXPECT_EQ(RereadRejection("f16[10,3]", "f32[10]"),
            "bitcast-convert.C5: `bitcast-convert`: f16[10,3] -> f32: last dimension must be 2");
  EXPECT_EQ(RereadRejection("f16[]", "f32[]"),
            "bitcast-convert.C5: `bitcast-convert`: f16[] -> f32: last dimension must be 2");
  EXPECT_EQ(RereadRejection("f16[10,2]", "f32[5]"),
            "bitcast-convert.C5: `bitcast-convert`: f16[10,2] -> f32[5] changes dims");
}

TEST(BitcastConvert, RejectsWidthsThatDoNotDivide) {
  EXPECT_EQ(RereadRejection("u8[2]", "f6e2m3fn[2,1]"),
            "bitcast-convert.C4: `bitcast-convert`: u8[2] -> f6e2m3fn: 6 bits do not divide 8");
  EXPECT_EQ(RereadRejection("f6e2m3fn[4]", "u8[3]"),
            "bitcast-convert.C5: `bitcast-convert`: f6e2m3fn[4] -> u8: 6 bits do not divide 8");
}

TEST(BitcastConvert, RejectsADynamicGroup) {
  EXPECT_EQ(RereadRejection("u8[3,<=4]", "f32[3]"),
            "bitcast-convert.C6: `bitcast-convert`: dynamic dimension 1 cannot be re-read");
  EXPECT_EQ(RereadRejection("f32[3]", "u8[3,<=4]"),
            "bitcast-convert.C6: `bitcast-convert`: dynamic dimension 1 cannot be re-read");
  const Result<Shape> shape =
      OpCall("bitcast-convert").OperandShape("f32[<=3]").Declare("u8[3,4]").Infer();
  ASSERT_TRUE(shape.ok());
  EXPECT_EQ(ShapeText(shape.value(), false), "u8[<=3,4]");
}

// ---- bitcast ----

Literal Recast(const Literal& value, std::string_view to) {
  return OpCall("bitcast").Operand(value).Declare(to).Value();
}

TEST(Bitcast, IsAReshapeOfDefaultLayouts) {
  const Literal value = Array("f32[2,3]", {1, 2, 3, 4, 5, 6});
  const Literal got = Recast(value, "f32[3,2]");
  EXPECT_TRUE(SameBits(got, Array("f32[3,2]", {1, 2, 3, 4, 5, 6})));
  EXPECT_EQ(got.bytes(), value.bytes());
}

TEST(Bitcast, IsATransposeOfOppositeLayouts) {
  // Rows 1 2 3 / 4 5 6 lie in memory as 1 2 3 4 5 6; column-major [3,2] reads them as its columns.
  EXPECT_TRUE(SameBits(Recast(Array("f32[2,3]", {1, 2, 3, 4, 5, 6}), "f32[3,2]{0,1}"),
                       Array("f32[3,2]", {1, 4, 2, 5, 3, 6})));
  EXPECT_TRUE(SameBits(Recast(Array("f32[2,3]{0,1}", {1, 2, 3, 4, 5, 6}), "f32[6]"),
                       Array("f32[6]", {1, 4, 2, 5, 3, 6})));
}

TEST(Bitcast, ShowsThePaddingOfTiles) {
  // Tile of 2x2 on 1x3: [[1 2][. .]] [[3 .][. .]].
  EXPECT_TRUE(SameBits(Recast(Array("s32[1,3]{1,0:T(2,2)}", {1, 2, 3}), "s32[8]"),
                       Array("s32[8]", {1, 2, 0, 0, 3, 0, 0, 0})));
}

TEST(Bitcast, ReadsOtherWidths) {
  EXPECT_TRUE(SameBits(Recast(Array("f32[2]", {1, -2}), "u16[4]"),
                       Array("u16[4]", {0, 0x3f80, 0, 0xc000})));
  EXPECT_TRUE(SameBits(Recast(Array("u8[3]", {0, 1, 7}), "pred[3]"), Array("pred[3]", {0, 1, 1})));
  // Packed: the first element of a byte in its high bits.
  EXPECT_TRUE(SameBits(Recast(Array("u8[1]", {0x21}), "u4[2]{0:E(4)}"), Array("u4[2]", {2, 1})));
}

TEST(Bitcast, RejectsOtherSizesAndTuples) {
  EXPECT_EQ(OpCall("bitcast").OperandShape("f32[4]").Declare("f32[3]").Rejection(),
            "bitcast.C1: `bitcast`: 16 bytes cannot be re-read as 12");
  EXPECT_EQ(OpCall("bitcast").OperandShape("(f32[4])").Declare("f32[4]").Rejection(),
            "bitcast.C2: `bitcast`: layout missing: the operand is (f32[4]), not an array");
  EXPECT_EQ(OpCall("bitcast").OperandShape("f32[4]").Declare("f32[?]").Rejection(),
            "bitcast.C2: `bitcast`: layout missing: the result is f32[?], of unbounded size");
}

TEST(Bitcast, KeepsToTheMemoryOfTheRun) {
  auto budget = std::make_shared<MemoryBudget>(40);
  OpCall call("bitcast");
  call.runtime = FakeRuntime(budget);
  const Result<Literal> got = call.Operand(Array("f32[4,2]", {1, 2, 3, 4, 5, 6, 7, 8}))
                                  .Declare("f32[8]{0:T(2)}")
                                  .Evaluate();
  ASSERT_FALSE(got.ok());
  EXPECT_EQ(got.error().code, "R02");
}

// ---- stochastic-convert ----

Literal Rounded(const Literal& x, const Literal& random, std::string_view to) {
  return OpCall("stochastic-convert").Operand(x).Operand(random).Declare(to).Value();
}

TEST(StochasticConvert, RoundsAwayWhenTheDrawIsBelowTheFraction) {
  const Literal x = Array("f32[5]", {2.25, 2.25, -2.25, -2.25, 2});
  const Literal random = Array("u32[5]", {0, 1073741824, 0, 1073741824, 0});
  EXPECT_TRUE(SameBits(Rounded(x, random, "s32[5]"), Array("s32[5]", {3, 2, -3, -2, 2})));
}

TEST(StochasticConvert, SaturatesAndMakesZeroOfNan) {
  const Literal x = Array("f32[7]", {NAN, INFINITY, -INFINITY, 127.5, -127.5, 128, -128});
  const Literal random = Array("u32[7]", {0, 0, 0, 0, 0, 0, 0});
  EXPECT_TRUE(
      SameBits(Rounded(x, random, "s8[7]"), Array("s8[7]", {0, 127, -128, 127, -128, 127, -128})));
}

TEST(StochasticConvert, ComparesAllBitsOfTheDraw) {
  const Literal half = Array("f64[2]", {0.5, 0.5});
  const Literal random = Bits("u64[2]", {0x7fffffffffffffff, 0x8000000000000000});
  EXPECT_TRUE(SameBits(Rounded(half, random, "s64[2]"), Array("s64[2]", {1, 0})));
  // 0.75 * 2^4 = 12.
  EXPECT_TRUE(SameBits(Rounded(Array("f4e2m1fn[2]", {1.5, 1.5}), Array("u4[2]", {7, 8}), "s2[2]"),
                       Array("s2[2]", {1, 1})));
  EXPECT_TRUE(SameBits(Rounded(Array("f16[2]", {-0.75, -0.75}), Array("u16[2]", {49151, 49152}),
                               "s1[2]"),
                       Array("s1[2]", {-1, 0})));
}

TEST(StochasticConvert, RejectsBrokenRules) {
  const auto rejection = [](std::string_view x, std::string_view random, std::string_view to) {
    return OpCall("stochastic-convert")
        .OperandShape(x)
        .OperandShape(random)
        .Declare(to)
        .Rejection();
  };
  EXPECT_EQ(
      rejection("s32[]", "u32[]", "s8[]"),
      "stochastic-convert.C1: `stochastic-convert`: operand is s32, expected a floating type");
  EXPECT_EQ(rejection("f32[]", "u16[]", "s8[]"),
            "stochastic-convert.C2: `stochastic-convert`: random bits are u16, expected u32");
  EXPECT_EQ(rejection("f32[4]", "u32[2]", "s8[4]"),
            "stochastic-convert.C3: `stochastic-convert`: dims {4} and {2} differ");
  EXPECT_EQ(
      rejection("f32[]", "u32[]", "f16[]"),
      "stochastic-convert.C4: `stochastic-convert`: conversion to f16 is not implemented; the "
      "result must be a signed integer");
}

}  // namespace
}  // namespace hlo
