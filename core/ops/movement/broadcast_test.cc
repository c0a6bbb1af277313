// SPDX-License-Identifier: Apache-2.0
// Ops reference 7.4. Expected values are from the reference or computed by hand.
#include <gtest/gtest.h>

#include "core/ops/testing.h"

namespace hlo {
namespace {

using namespace op_testing;
using Ints = std::vector<int64_t>;

OpCall Broadcast(const Literal& operand, std::string_view shape, Ints dimensions) {
  OpCall op("broadcast");
  op.Operand(operand).Declare(shape).Set(Attr::dimensions, std::move(dimensions));
  return op;
}

TEST(Broadcast, RepeatsAScalar) {
  EXPECT_TRUE(SameBits(Broadcast(Scalar(ElementType::kF32, 2), "f32[2,3]", {}).Value(),
                       Array("f32[2,3]", {2, 2, 2, 2, 2, 2})));
}

TEST(Broadcast, MayOmitTheDimensionsOfAScalar) {
  OpCall op("broadcast");
  op.Operand(Scalar(ElementType::kS4, -3)).Declare("s4[3]");
  EXPECT_TRUE(SameBits(op.Value(), Array("s4[3]", {-3, -3, -3})));
}

TEST(Broadcast, RepeatsAVectorAsRowsOrColumns) {
  const Literal row = Array("f32[2]", {7, 8});
  EXPECT_TRUE(
      SameBits(Broadcast(row, "f32[3,2]", {1}).Value(), Array("f32[3,2]", {7, 8, 7, 8, 7, 8})));
  EXPECT_TRUE(
      SameBits(Broadcast(row, "f32[2,3]", {0}).Value(), Array("f32[2,3]", {7, 7, 7, 8, 8, 8})));
}

TEST(Broadcast, TransposesWhenItsDimensionsDoNotIncrease) {
  EXPECT_TRUE(SameBits(Broadcast(Array("s32[2,3]", {1, 2, 3, 4, 5, 6}), "s32[3,2]", {1, 0}).Value(),
                       Array("s32[3,2]", {1, 4, 2, 5, 3, 6})));
}

TEST(Broadcast, MovesElementsOf16Bytes) {
  EXPECT_TRUE(SameBits(Broadcast(Array("c128[2]", {1, 2, 3, -0.0}), "c128[2,2]", {0}).Value(),
                       Array("c128[2,2]", {1, 2, 1, 2, 3, -0.0, 3, -0.0})));
}

TEST(Broadcast, WorksOnEmptyArrays) {
  EXPECT_EQ(Broadcast(Array("f32[2]", {7, 8}), "f32[0,2]", {1}).Value().element_count(), 0);
  EXPECT_EQ(Broadcast(Array("f32[0]", {}), "f32[0,5]", {0}).Value().element_count(), 0);
}

TEST(Broadcast, KeepsNanPayloads) {
  EXPECT_EQ(CodesOf(Broadcast(Bits("f32[]", {0xffc12345}), "f32[2]", {}).Value()),
            (std::vector<uint64_t>{0xffc12345, 0xffc12345}));
}

TEST(Broadcast, CarriesDynamicFlags) {
  OpCall op("broadcast");
  op.OperandShape("f32[<=3]").Declare("f32[2,3]").Set(Attr::dimensions, Ints{1});
  const Result<Shape> shape = op.Infer();
  ASSERT_TRUE(shape.ok());
  EXPECT_EQ(ShapeText(shape.value(), false), "f32[2,<=3]");
}

TEST(Broadcast, RejectsBadDimensions) {
  const Literal matrix = Array("f32[1,2]", {1, 2});
  EXPECT_EQ(
      Broadcast(matrix, "f32[1,2,3]", {0}).Rejection(),
      "broadcast.C1: `broadcast`: the length of `dimensions` must be the operand rank 2, got 1");
  EXPECT_EQ(Broadcast(matrix, "f32[1,2,3]", {0, 3}).Rejection(),
            "broadcast.C2: `broadcast`: `dimensions` entries must be in [0, 3), got 3");
  EXPECT_EQ(Broadcast(matrix, "f32[1,2,3]", {0, 0}).Rejection(),
            "broadcast.C2: `broadcast`: `dimensions` entries must be unique, got 0 twice");
  EXPECT_EQ(Broadcast(matrix, "f32[3,4,2]", {1, 2}).Rejection(),
            "broadcast.C3: `broadcast`: result dimension 1 must be 1 like operand dimension 0, got "
            "4; `broadcast` does not expand dimensions of size 1");
  EXPECT_EQ(Broadcast(matrix, "s32[1,2,3]", {0, 1}).Rejection(),
            "broadcast.C4: `broadcast`: the result type must be f32, got s32");
}

TEST(Broadcast, StopsBeforeAnArrayThatIsTooLarge) {
  const Result<Literal> result =
      Broadcast(Scalar(ElementType::kF32, 1), "f32[1000000,1000000]", {}).Evaluate();
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, "R02");
}

TEST(Broadcast, RejectsATupleAndAMissingShape) {
  EXPECT_EQ(OpCall("broadcast").OperandShape("(f32[2], s32[])").Declare("f32[2]").Rejection(),
            "V02: `broadcast`: operand 0 must be an array, got (f32[2], s32[])");
  EXPECT_EQ(OpCall("broadcast").OperandShape("f32[]").Rejection(),
            "P08: the result shape of `broadcast` does not follow from its operands");
}

}  // namespace
}  // namespace hlo
