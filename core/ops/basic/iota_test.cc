// SPDX-License-Identifier: Apache-2.0
// Ops reference 7.3. Expected values are from the reference or computed by hand.
#include <gtest/gtest.h>

#include "core/ops/testing.h"

namespace hlo {
namespace {

using namespace op_testing;

Literal Iota(std::string_view shape, int64_t dimension) {
  return OpCall("iota").Declare(shape).Set(Attr::iota_dimension, dimension).Value();
}

TEST(Iota, CountsAlongItsDimension) {
  EXPECT_TRUE(SameBits(Iota("s32[4,8]", 0),
                       Array("s32[4,8]", {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1,
                                          2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3})));
  EXPECT_TRUE(SameBits(Iota("s32[4,8]", 1),
                       Array("s32[4,8]", {0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7,
                                          0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7})));
  EXPECT_TRUE(
      SameBits(Iota("f64[2,3,2]", 1), Array("f64[2,3,2]", {0, 0, 1, 1, 2, 2, 0, 0, 1, 1, 2, 2})));
}

TEST(Iota, WrapsIntegers) {
  EXPECT_EQ(Iota("s8[201]", 0).data<int8_t>()[200], -56);
  EXPECT_TRUE(SameBits(Iota("u2[6]", 0), Array("u2[6]", {0, 1, 2, 3, 0, 1})));
  EXPECT_TRUE(SameBits(Iota("s1[3]", 0), Array("s1[3]", {0, -1, 0})));
}

TEST(Iota, RoundsFloatsOnce) {
  // bf16 has 8 significant bits: 257 is a tie between 256 and 258 and rounds to even.
  EXPECT_EQ(CodesOf(Iota("bf16[258]", 0))[257], 0x4380u);
  // f8e4m3fn: 464 is the tie between 448, the largest number, and NaN at 480; it rounds to even.
  const std::vector<uint64_t> codes = CodesOf(Iota("f8e4m3fn[466]", 0));
  EXPECT_EQ(codes[464], 0x7Eu);
  EXPECT_EQ(codes[465], 0x7Fu);
}

TEST(Iota, ReturnsComplexNumbersWithoutImaginaryPart) {
  EXPECT_TRUE(SameBits(Iota("c128[3]", 0), Array("c128[3]", {0, 0, 1, 0, 2, 0})));
}

TEST(Iota, WorksOnEmptyArrays) { EXPECT_EQ(Iota("f32[0,3]", 1).element_count(), 0); }

TEST(Iota, CountsAcrossBlocks) {
  const Literal numbers = Iota("s32[2000]", 0);
  for (int32_t i = 0; i < 2000; ++i) ASSERT_EQ(numbers.data<int32_t>()[static_cast<size_t>(i)], i);
}

TEST(Iota, RejectsBrokenRules) {
  EXPECT_EQ(OpCall("iota").Operand(Scalar(ElementType::kF32, 1)).Declare("f32[2]").Rejection(),
            "iota.C1: `iota` takes no operands, got 1");
  EXPECT_EQ(OpCall("iota").Declare("pred[2]").Set(Attr::iota_dimension, int64_t{0}).Rejection(),
            "iota.C2: `iota`: the element type must be int, float, or complex, got pred");
  EXPECT_EQ(OpCall("iota").Declare("s32[]").Set(Attr::iota_dimension, int64_t{0}).Rejection(),
            "iota.C3: `iota`: the rank must be at least 1, got 0; use `constant` for a scalar");
  EXPECT_EQ(OpCall("iota").Declare("s32[2,2]").Set(Attr::iota_dimension, int64_t{2}).Rejection(),
            "iota.C4: `iota`: `iota_dimension` must be in [0, 2), got 2");
  EXPECT_EQ(OpCall("iota").Declare("s32[<=2]").Set(Attr::iota_dimension, int64_t{0}).Rejection(),
            "S05: `iota`: all dimensions must be static, got s32[<=2]{0}");
}

TEST(Iota, PointsAtItsAttribute) {
  const Result<Shape> shape =
      OpCall("iota").Declare("s32[2]").Set(Attr::iota_dimension, int64_t{-1}).Infer();
  ASSERT_FALSE(shape.ok());
  EXPECT_EQ(shape.error().anchor, Anchor::kAttribute);
  EXPECT_EQ(shape.error().attribute, "iota_dimension");
}

}  // namespace
}  // namespace hlo
