// SPDX-License-Identifier: Apache-2.0
// Ops reference 8.2, with its numbers.
#include <gtest/gtest.h>

#include "core/ops/testing.h"

namespace hlo {
namespace {

using namespace op_testing;

OpCall Update(const Literal& operand, const Literal& update, const std::vector<Literal>& indices) {
  OpCall op("dynamic-update-slice");
  op.Operand(operand, /*last_use=*/true).Operand(update);
  for (const Literal& index : indices) op.Operand(index);
  return op;
}

TEST(DynamicUpdateSlice, WritesTheWholeUpdateAtTheClampedStart) {
  EXPECT_TRUE(
      SameBits(Update(Array("f32[5]", CountTo(5)), Array("f32[2]", {5, 6}), {S32(2)}).Value(),
               Array("f32[5]", {0, 1, 5, 6, 4})));
  const Literal u = Array("s32[3,2]", {12, 13, 14, 15, 16, 17});
  const Literal expected = Array("s32[4,3]", {0, 1, 2, 3, 12, 13, 6, 14, 15, 9, 16, 17});
  EXPECT_TRUE(
      SameBits(Update(Array("s32[4,3]", CountTo(12)), u, {S32(1), S32(1)}).Value(), expected));
  EXPECT_TRUE(
      SameBits(Update(Array("s32[4,3]", CountTo(12)), u, {S32(3), S32(2)}).Value(), expected));
}

TEST(DynamicUpdateSlice, DoesNotModifySharedBytes) {
  const Literal x = Array("s32[3]", CountTo(3));
  EXPECT_TRUE(
      SameBits(Update(x, Array("s32[1]", {9}), {S32(-1)}).Value(), Array("s32[3]", {9, 1, 2})));
  EXPECT_TRUE(SameBits(x, Array("s32[3]", {0, 1, 2})));
}

TEST(DynamicUpdateSlice, IgnoresAnEmptyUpdate) {
  const Literal x = Array("s32[3]", CountTo(3));
  EXPECT_TRUE(SameBits(Update(x, Array("s32[0]", {}), {S32(1)}).Value(), x));
}

TEST(DynamicUpdateSliceRules, AreChecked) {
  const auto call = [](const char* x, const char* u, const std::vector<const char*>& indices) {
    OpCall op("dynamic-update-slice");
    op.OperandShape(x).OperandShape(u);
    for (const char* index : indices) op.OperandShape(index);
    return op.Rejection();
  };
  EXPECT_EQ(call("f32[5]", "s32[2]", {"s32[]"}),
            "dynamic-update-slice.C1: `dynamic-update-slice`: the update must have the type and "
            "rank of operand f32[5], got s32[2]");
  EXPECT_EQ(call("f32[5]", "f32[6]", {"s32[]"}),
            "dynamic-update-slice.C2: `dynamic-update-slice`: dimension 0 of the update must be at "
            "most 5, got 6");
  EXPECT_EQ(call("f32[5,5]", "f32[1,1]", {"s32[]"}),
            "dynamic-update-slice.C3: `dynamic-update-slice`: must have one start index per "
            "dimension, got 1 for rank 2");
  EXPECT_EQ(call("f32[5]", "f32[1]", {"pred[]"}),
            "dynamic-update-slice.C3: `dynamic-update-slice`: start index 0 must be an integer "
            "scalar, got pred[]");
}

}  // namespace
}  // namespace hlo
