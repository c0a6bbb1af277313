// SPDX-License-Identifier: Apache-2.0
// Ops reference 7.7. Expected values are from the reference or computed by hand.
#include <gtest/gtest.h>

#include "core/ops/testing.h"

namespace hlo {
namespace {

using namespace op_testing;
using Ints = std::vector<int64_t>;

OpCall Transpose(const Literal& operand, Ints permutation) {
  OpCall op("transpose");
  op.Operand(operand).Set(Attr::dimensions, std::move(permutation));
  return op;
}

TEST(Transpose, SwapsRowsAndColumns) {
  EXPECT_TRUE(SameBits(Transpose(Array("f32[2,3]", {1, 2, 3, 4, 5, 6}), {1, 0}).Value(),
                       Array("f32[3,2]", {1, 4, 2, 5, 3, 6})));
}

TEST(Transpose, UsesThePermutationAndNotItsInverse) {
  const Literal x = Array("s32[2,3,4]", CountTo(24));
  const Literal got = Transpose(x, {1, 2, 0}).Value();
  ASSERT_EQ(ShapeText(got.shape(), false), "s32[3,4,2]");
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 4; ++j) {
      for (int k = 0; k < 2; ++k) {
        EXPECT_EQ(got.data<int32_t>()[static_cast<size_t>((i * 4 + j) * 2 + k)],
                  (k * 3 + i) * 4 + j);
      }
    }
  }
}

TEST(Transpose, SharesTheBytesWhenNothingMoves) {
  const Literal x = Array("f32[1,5,1]", CountTo(5));
  EXPECT_EQ(Transpose(x, {1, 2, 0}).Value().bytes(), x.bytes());
}

TEST(Transpose, MovesNarrowAndWideElements) {
  EXPECT_TRUE(SameBits(Transpose(Array("u4[2,2]", {1, 2, 3, 15}), {1, 0}).Value(),
                       Array("u4[2,2]", {1, 3, 2, 15})));
  EXPECT_TRUE(SameBits(Transpose(Array("c128[2,2]", {1, 2, 3, 4, 5, 6, 7, 8}), {1, 0}).Value(),
                       Array("c128[2,2]", {1, 2, 5, 6, 3, 4, 7, 8})));
}

TEST(Transpose, WorksOnEmptyArraysAndScalars) {
  EXPECT_EQ(ShapeText(Transpose(Array("f32[0,3]", {}), {1, 0}).Value().shape(), false), "f32[3,0]");
  EXPECT_TRUE(SameBits(Transpose(Array("f32[]", {4}), {}).Value(), Array("f32[]", {4})));
}

TEST(Transpose, CarriesDynamicSizes) {
  Literal operand = AllocateOrFail(ShapeOf("f32[2,<=3]"));
  operand.set_dynamic_sizes({2, 1});
  const Literal got = Transpose(operand, {1, 0}).Value();
  EXPECT_EQ(ShapeText(got.shape(), false), "f32[<=3,2]");
  EXPECT_EQ(got.dynamic_sizes(), (Dims{1, 2}));
}

TEST(Transpose, RejectsNonPermutations) {
  const Literal x = Array("f32[1,2]", {1, 2});
  EXPECT_EQ(Transpose(x, {0, 0}).Rejection(),
            "transpose.C1: `transpose`: `dimensions` must be a permutation of [0, 2), got {0,0}");
  EXPECT_EQ(Transpose(x, {0}).Rejection(),
            "transpose.C1: `transpose`: `dimensions` must be a permutation of [0, 2), got {0}");
  EXPECT_EQ(Transpose(x, {0, 2}).Rejection(),
            "transpose.C1: `transpose`: `dimensions` must be a permutation of [0, 2), got {0,2}");
}

}  // namespace
}  // namespace hlo
