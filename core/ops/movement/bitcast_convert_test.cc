// SPDX-License-Identifier: Apache-2.0
// Ops reference 6.2. Expected values are from the reference or computed by hand.
#include <gtest/gtest.h>

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

TEST(BitcastConvert, KeepsTheBitsOfEqualWidths) {
  EXPECT_EQ(CodesOf(Reread(Array("f32[2]", {1, -0.0}), "u32[2]")), (Codes{0x3f800000, 0x80000000}));
}

TEST(BitcastConvert, PreservesNanPayloads) {
  const Codes codes = {0x7f800001, 0xffc12345};
  EXPECT_EQ(CodesOf(Reread(Bits("s32[2]", codes), "f32[2]")), codes);
}

TEST(BitcastConvert, PutsLowBitsFirst) {
  EXPECT_EQ(CodesOf(Reread(Bits("f64[]", {0x0123456789abcdef}), "f16[4]")),
            (Codes{0xcdef, 0x89ab, 0x4567, 0x0123}));
  EXPECT_TRUE(
      SameBits(Reread(Array("u32[]", {1065353216}), "u8[4]"), Array("u8[4]", {0, 0, 128, 63})));
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
  EXPECT_TRUE(
      SameBits(Reread(Array("s4[2,2]", {-1, 0, 1, -8}), "s8[2]"), Array("s8[2]", {15, -127})));
  EXPECT_TRUE(SameBits(Reread(Array("u1[4]", {1, 0, 0, 1}), "s4[]"), Array("s4[]", {-7})));
}

TEST(BitcastConvert, ExtendsTheSignOfNarrowElementsInStorage) {
  EXPECT_EQ(CodesOf(Reread(Array("u4[2]", {15, 7}), "s4[2]")), (Codes{0xff, 0x07}));
  EXPECT_EQ(CodesOf(Reread(Array("s4[2]", {-1, 7}), "u4[2]")), (Codes{0x0f, 0x07}));
}

TEST(BitcastConvert, TreatsPredAsOneBit) {
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

TEST(BitcastConvert, RejectsNonArrays) {
  EXPECT_EQ(RereadRejection("(f32[2])", "f32[2]"),
            "bitcast-convert.C1: `bitcast-convert`: operand 0 must be an array, got (f32[2])");
}

TEST(BitcastConvert, RejectsComplexForReal) {
  EXPECT_EQ(RereadRejection("c64[]", "f32[2]"),
            "bitcast-convert.C2: `bitcast-convert`: both element types must be complex, or "
            "neither, got c64 and f32");
}

TEST(BitcastConvert, RejectsChangedSizes) {
  EXPECT_EQ(
      RereadRejection("f32[4]", "s32[2,2]"),
      "bitcast-convert.C3: `bitcast-convert`: dimensions must not change, got f32[4] -> s32[2,2]");
  EXPECT_EQ(RereadRejection("f32[10]", "f16[20]"),
            "bitcast-convert.C4: `bitcast-convert`: the result of f32[10] -> f16 must be "
            "f16[10,2], got f16[20]");
  EXPECT_EQ(
      RereadRejection("f16[10,3]", "f32[10]"),
      "bitcast-convert.C5: `bitcast-convert`: f16[10,3] -> f32: the last dimension must be 2");
  EXPECT_EQ(RereadRejection("f16[]", "f32[]"),
            "bitcast-convert.C5: `bitcast-convert`: f16[] -> f32: the last dimension must be 2");
  EXPECT_EQ(RereadRejection("f16[10,2]", "f32[5]"),
            "bitcast-convert.C5: `bitcast-convert`: leading dimensions must not change, got "
            "f16[10,2] -> f32[5]");
}

TEST(BitcastConvert, RejectsWidthsThatDoNotDivide) {
  EXPECT_EQ(RereadRejection("u8[2]", "f6e2m3fn[2,1]"),
            "bitcast-convert.C4: `bitcast-convert`: u8[2] -> f6e2m3fn: 6 bits must divide 8 bits");
  EXPECT_EQ(RereadRejection("f6e2m3fn[4]", "u8[3]"),
            "bitcast-convert.C5: `bitcast-convert`: f6e2m3fn[4] -> u8: 6 bits must divide 8 bits");
}

TEST(BitcastConvert, RejectsADynamicGroup) {
  EXPECT_EQ(RereadRejection("u8[3,<=4]", "f32[3]"),
            "bitcast-convert.C6: `bitcast-convert`: dimension 1 must be static");
  EXPECT_EQ(RereadRejection("f32[3]", "u8[3,<=4]"),
            "bitcast-convert.C6: `bitcast-convert`: dimension 1 must be static");
  const Result<Shape> shape =
      OpCall("bitcast-convert").OperandShape("f32[<=3]").Declare("u8[3,4]").Infer();
  ASSERT_TRUE(shape.ok());
  EXPECT_EQ(ShapeText(shape.value(), false), "u8[<=3,4]");
}

}  // namespace
}  // namespace hlo
