// SPDX-License-Identifier: Apache-2.0
// Ops reference 7.10. Expected values are from the reference or computed by hand.
#include <gtest/gtest.h>

#include "core/ops/testing.h"

namespace hlo {
namespace {

using namespace op_testing;
using Ints = std::vector<int64_t>;

OpCall Concatenate(const std::vector<Literal>& operands, Ints dimensions) {
  OpCall op("concatenate");
  for (const Literal& operand : operands) op.Operand(operand);
  op.Set(Attr::dimensions, std::move(dimensions));
  return op;
}

TEST(Concatenate, JoinsOperandsInOrder) {
  EXPECT_TRUE(SameBits(
      Concatenate({Array("f32[2]", {2, 3}), Array("f32[2]", {4, 5}), Array("f32[2]", {6, 7})}, {0})
          .Value(),
      Array("f32[6]", {2, 3, 4, 5, 6, 7})));
  EXPECT_TRUE(SameBits(
      Concatenate({Array("f32[3,2]", {1, 2, 3, 4, 5, 6}), Array("f32[1,2]", {7, 8})}, {0}).Value(),
      Array("f32[4,2]", {1, 2, 3, 4, 5, 6, 7, 8})));
}

TEST(Concatenate, JoinsRowsAlongTheLastDimension) {
  EXPECT_TRUE(
      SameBits(Concatenate({Array("s4[2,2]", {1, 2, 3, 4}), Array("s4[2,1]", {5, 6})}, {1}).Value(),
               Array("s4[2,3]", {1, 2, 5, 3, 4, 6})));
}

TEST(Concatenate, IgnoresEmptyOperands) {
  EXPECT_TRUE(SameBits(
      Concatenate({Array("f32[0]", {}), Array("f32[2]", {4, 5}), Array("f32[0]", {})}, {0}).Value(),
      Array("f32[2]", {4, 5})));
  EXPECT_EQ(Concatenate({Array("f32[0]", {}), Array("f32[0]", {})}, {0}).Value().element_count(),
            0);
}

TEST(Concatenate, OfOneOperandIsTheOperand) {
  const Literal x = Array("f32[2]", {4, 5});
  EXPECT_TRUE(SameBits(Concatenate({x}, {0}).Value(), x));
}

TEST(Concatenate, IsDynamicIfAnyOperandIs) {
  OpCall op("concatenate");
  op.OperandShape("f32[2,3]").OperandShape("f32[<=2,<=3]").Set(Attr::dimensions, Ints{0});
  const Result<Shape> shape = op.Infer();
  ASSERT_TRUE(shape.ok());
  EXPECT_EQ(ShapeText(shape.value(), false), "f32[<=4,<=3]");
}

TEST(Concatenate, RejectsBrokenRules) {
  const Literal x = Array("f32[1,2]", {1, 2});
  EXPECT_EQ(Concatenate({}, {0}).Rejection(),
            "concatenate.C1: `concatenate` takes at least 1 operand, got 0");
  EXPECT_EQ(Concatenate({Array("f32[]", {1})}, {0}).Rejection(),
            "concatenate.C2: `concatenate`: operand 0 must not be a scalar");
  EXPECT_EQ(Concatenate({x, Array("f32[2]", {1, 2})}, {0}).Rejection(),
            "concatenate.C2: `concatenate`: operand 1 must have rank 2 like operand 0, got 1");
  EXPECT_EQ(Concatenate({x, Array("s32[1,2]", {1, 2})}, {0}).Rejection(),
            "concatenate.C2: `concatenate`: operand 1 must be f32 like operand 0, got s32");
  EXPECT_EQ(Concatenate({Array("f32[2]", {1, 2})}, {1}).Rejection(),
            "concatenate.C3: `concatenate`: `dimensions` entries must be in [0, 1), got 1");
  EXPECT_EQ(Concatenate({x}, {0, 1}).Rejection(),
            "concatenate.C3: `concatenate`: `dimensions` must have 1 entry, got 2");
  EXPECT_EQ(
      Concatenate({x, Array("f32[1,3]", {1, 2, 3})}, {0}).Rejection(),
      "concatenate.C4: `concatenate`: dimension 1 of operand 1 must be 2 like operand 0, got 3");
}

TEST(Concatenate, RejectsASizeBeyond63Bits) {
  OpCall op("concatenate");
  op.OperandShape("s8[9223372036854775807]").OperandShape("s8[1]");
  EXPECT_EQ(op.Set(Attr::dimensions, Ints{0}).Rejection(),
            "S09: `concatenate`: the size of dimension 0 exceeds 63 bits");
}

}  // namespace
}  // namespace hlo
