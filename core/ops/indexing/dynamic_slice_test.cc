// SPDX-License-Identifier: Apache-2.0
// Ops reference 8.1, with its numbers.
#include <gtest/gtest.h>

#include "core/ops/testing.h"

namespace hlo {
namespace {

using namespace op_testing;
using Ints = std::vector<int64_t>;

OpCall Slice(const Literal& operand, const std::vector<Literal>& indices, Ints sizes) {
  OpCall op("dynamic-slice");
  op.Operand(operand);
  for (const Literal& index : indices) op.Operand(index);
  op.Set(Attr::dynamic_slice_sizes, std::move(sizes));
  return op;
}

TEST(DynamicSlice, ReturnsTheBoxAtTheStart) {
  EXPECT_TRUE(
      SameBits(Slice(Array("f32[5]", CountTo(5)), {S32(2)}, {2}).Value(), Array("f32[2]", {2, 3})));
  EXPECT_TRUE(SameBits(Slice(Array("s32[4,3]", CountTo(12)), {S32(2), S32(1)}, {2, 2}).Value(),
                       Array("s32[2,2]", {7, 8, 10, 11})));
}

TEST(DynamicSlice, ClampsTheStartInEveryDimension) {
  const Literal x = Array("s32[5]", CountTo(5));
  EXPECT_TRUE(SameBits(Slice(x, {S32(4)}, {2}).Value(), Array("s32[2]", {3, 4})));
  EXPECT_TRUE(SameBits(Slice(x, {S32(-5)}, {2}).Value(), Array("s32[2]", {0, 1})));
  EXPECT_TRUE(SameBits(Slice(Array("s32[4,4]", CountTo(16)), {S32(-1), S32(3)}, {2, 2}).Value(),
                       Array("s32[2,2]", {2, 3, 6, 7})));
}

TEST(DynamicSlice, ReadsHugeUnsignedIndicesAsLarge) {
  EXPECT_TRUE(SameBits(
      Slice(Array("s32[5]", CountTo(5)), {Bits("u64[]", {0xffffffffffffffff})}, {2}).Value(),
      Array("s32[2]", {3, 4})));
}

TEST(DynamicSlice, ReadsAnIndexVector) {
  EXPECT_TRUE(
      SameBits(Slice(Array("s32[4,3]", CountTo(12)), {Array("s32[2]", {2, 1})}, {2, 2}).Value(),
               Array("s32[2,2]", {7, 8, 10, 11})));
}

TEST(DynamicSlice, HandlesEmptySlicesAndScalars) {
  EXPECT_TRUE(
      SameBits(Slice(Array("s32[5]", CountTo(5)), {S32(9)}, {0}).Value(), Array("s32[0]", {})));
  EXPECT_TRUE(SameBits(Slice(Array("s32[]", {7}), {}, {}).Value(), Array("s32[]", {7})));
}

TEST(DynamicSliceRules, AreChecked) {
  const auto call = [](const char* x, const std::vector<const char*>& indices, Ints sizes) {
    OpCall op("dynamic-slice");
    op.OperandShape(x).Set(Attr::dynamic_slice_sizes, std::move(sizes));
    for (const char* index : indices) op.OperandShape(index);
    return op.Rejection();
  };
  EXPECT_EQ(call("f32[5,5]", {"s32[]"}, {1, 1}),
            "dynamic-slice.C1: `dynamic-slice`: must have one start index per dimension, got 1 for "
            "rank 2");
  EXPECT_EQ(
      call("f32[5]", {"f32[]"}, {1}),
      "dynamic-slice.C2: `dynamic-slice`: start index 0 must be an integer scalar, got f32[]");
  EXPECT_EQ(call("f32[5,5]", {"s32[]", "s64[]"}, {1, 1}),
            "dynamic-slice.C2: `dynamic-slice`: start index 1 must be s32[] like start index 0, "
            "got s64[]");
  EXPECT_EQ(call("f32[5]", {"s32[]"}, {}),
            "dynamic-slice.C3: `dynamic-slice`: must have 1 slice size, got 0");
  EXPECT_EQ(call("f32[5]", {"s32[]"}, {-1}),
            "dynamic-slice.C3: `dynamic-slice`: the slice size in dimension 0 must not be "
            "negative, got -1");
  EXPECT_EQ(
      call("f32[5]", {"s32[]"}, {6}),
      "dynamic-slice.C3: `dynamic-slice`: the slice size in dimension 0 must be at most 5, got 6");
}

}  // namespace
}  // namespace hlo
