// SPDX-License-Identifier: Apache-2.0
// Ops reference 7.11. Expected values are from the reference or computed by hand.
#include <gtest/gtest.h>

#include "core/ops/testing.h"

namespace hlo {
namespace {

using namespace op_testing;

OpCall Pad(const Literal& operand, const Literal& value, std::vector<PaddingDimension> dims) {
  OpCall op("pad");
  op.Operand(operand).Operand(value).Set(Attr::padding, PaddingConfig{std::move(dims)});
  return op;
}

TEST(Pad, AddsInteriorAndEdgePadding) {
  const Literal got =
      Pad(Array("f32[2,3]", {1, 2, 3, 4, 5, 6}), Array("f32[]", {0}), {{0, 2, 1}, {1, 1, 2}})
          .Value();
  EXPECT_TRUE(SameBits(got, Array("f32[5,9]", {0, 1, 0, 0, 2, 0, 0, 3, 0,  //
                                               0, 0, 0, 0, 0, 0, 0, 0, 0,  //
                                               0, 4, 0, 0, 5, 0, 0, 6, 0,  //
                                               0, 0, 0, 0, 0, 0, 0, 0, 0,  //
                                               0, 0, 0, 0, 0, 0, 0, 0, 0})));
}

TEST(Pad, CropsInteriorPaddingAtANegativeEdge) {
  const Literal x = Array("s32[3]", {1, 2, 3});
  EXPECT_TRUE(SameBits(Pad(x, Array("s32[]", {0}), {{-1, 1, 1}}).Value(),
                       Array("s32[5]", {0, 2, 0, 3, 0})));
  EXPECT_TRUE(SameBits(Pad(x, Array("s32[]", {9}), {{-1, -1, 0}}).Value(), Array("s32[1]", {2})));
  EXPECT_TRUE(SameBits(Pad(x, Array("s32[]", {9}), {{-2, -2, 1}}).Value(), Array("s32[1]", {2})));
}

TEST(Pad, MayCropAllElements) {
  const Literal x = Array("s32[3]", {1, 2, 3});
  EXPECT_TRUE(SameBits(Pad(x, Array("s32[]", {9}), {{-5, 4, 0}}).Value(), Array("s32[2]", {9, 9})));
  EXPECT_TRUE(SameBits(Pad(x, Array("s32[]", {9}), {{4, -5, 0}}).Value(), Array("s32[2]", {9, 9})));
  EXPECT_EQ(Pad(x, Array("s32[]", {9}), {{-3, 0, 0}}).Value().element_count(), 0);
}

TEST(Pad, AddsOnlyEdgesToAnEmptyDimension) {
  EXPECT_TRUE(SameBits(Pad(Array("s32[0]", {}), Array("s32[]", {7}), {{1, 2, 5}}).Value(),
                       Array("s32[3]", {7, 7, 7})));
}

TEST(Pad, HandlesHugeNumbers) {
  const Literal x = Array("s8[2]", {1, 2});
  const Literal zero = Array("s8[]", {0});
  // 2 + (2^62) + low = 3: the second element is at 2^62 + 1 - (2^62 - 1) = 2.
  const int64_t big = int64_t{1} << 62;
  EXPECT_TRUE(SameBits(Pad(x, zero, {{1 - big, 0, big}}).Value(), Array("s8[3]", {0, 0, 2})));
  EXPECT_TRUE(
      SameBits(Pad(x, zero, {{INT64_MIN, INT64_MAX, 2}}).Value(), Array("s8[3]", {0, 0, 0})));
  EXPECT_EQ(Pad(x, zero, {{INT64_MAX, 0, 0}}).Rejection(),
            "S09: `pad`: the size of dimension 0 exceeds 63 bits");
}

TEST(Pad, MovesNarrowAndWideElements) {
  EXPECT_TRUE(
      SameBits(Pad(Array("f8e4m3fn[1]", {-0.0}), Array("f8e4m3fn[]", {2}), {{1, 0, 0}}).Value(),
               Array("f8e4m3fn[2]", {2, -0.0})));
  EXPECT_TRUE(SameBits(Pad(Array("c128[1]", {1, 2}), Array("c128[]", {3, 4}), {{0, 1, 0}}).Value(),
                       Array("c128[2]", {1, 2, 3, 4})));
}

TEST(Pad, RejectsBadPadding) {
  const Literal x = Array("f32[1,2]", {1, 2});
  const Literal zero = Array("f32[]", {0});
  EXPECT_EQ(Pad(x, zero, {{0, 0, 0}}).Rejection(),
            "pad.C1: `pad`: the length of `padding` must be the operand rank 2, got 1");
  EXPECT_EQ(Pad(x, Array("s32[]", {0}), {{0, 0, 0}, {0, 0, 0}}).Rejection(),
            "pad.C2: `pad`: the padding value must be f32[], got s32[]");
  EXPECT_EQ(Pad(x, Array("f32[1]", {0}), {{0, 0, 0}, {0, 0, 0}}).Rejection(),
            "pad.C2: `pad`: the padding value must be f32[], got f32[1]");
  EXPECT_EQ(Pad(x, zero, {{0, 0, 0}, {0, 0, -1}}).Rejection(),
            "pad.C3: `pad`: the interior padding in dimension 1 must not be negative, got -1");
  EXPECT_EQ(Pad(x, zero, {{-1, -2, 0}, {0, 0, 0}}).Rejection(),
            "pad.C4: `pad`: the padded size of dimension 0 must not be negative, got -2");
}

}  // namespace
}  // namespace hlo
