// SPDX-License-Identifier: Apache-2.0
// Expected values are from the ops reference or computed by hand.
#include <gtest/gtest.h>

#include "core/ops/computation_testing.h"
#include "core/ops/control/async.h"

namespace hlo {
namespace {

using namespace op_testing;
using Ints = std::vector<int64_t>;

Literal Rotated(const Literal& x, Ints dimensions, Ints shifts) {
  return OpCall("shuffle")
      .Operand(x)
      .Set(Attr::dimensions, dimensions)
      .Set(Attr::mode, std::string("rotate"))
      .Set(Attr::shifts, shifts)
      .Value();
}

TEST(Shuffle, RotatesToTheLeftByAPositiveShift) {
  const Literal x = Array("s32[4]", {1, 2, 3, 4});
  EXPECT_TRUE(SameBits(Rotated(x, {0}, {1}), Array("s32[4]", {2, 3, 4, 1})));
  EXPECT_TRUE(SameBits(Rotated(x, {0}, {-1}), Array("s32[4]", {4, 1, 2, 3})));
  EXPECT_TRUE(SameBits(Rotated(x, {0}, {-9}), Array("s32[4]", {4, 1, 2, 3})));
  EXPECT_TRUE(SameBits(Rotated(x, {0}, {8}), x));
  EXPECT_TRUE(SameBits(Rotated(x, {0}, {INT64_MIN}), x));
  EXPECT_TRUE(SameBits(Rotated(x, {}, {}), x));
}

TEST(Shuffle, RotatesSeveralDimensions) {
  // Rows up by one, then columns left by one.
  EXPECT_TRUE(SameBits(Rotated(Array("u8[2,3]", {1, 2, 3, 4, 5, 6}), {0, 1}, {1, 1}),
                       Array("u8[2,3]", {5, 6, 4, 2, 3, 1})));
  EXPECT_EQ(Rotated(Array("u8[0,3]", {}), {0}, {5}).element_count(), 0);
}

TEST(Shuffle, RejectsBrokenRules) {
  const auto rejection = [](Ints dimensions, Ints shifts, std::string_view mode) {
    return OpCall("shuffle")
        .OperandShape("f32[2,2]")
        .Set(Attr::dimensions, dimensions)
        .Set(Attr::mode, std::string(mode))
        .Set(Attr::shifts, shifts)
        .Rejection();
  };
  EXPECT_EQ(
      rejection({0, 1}, {1}, "rotate"),
      "shuffle.C1: `shuffle`: must have one shift per dimension, got 1 shift for 2 dimensions");
  EXPECT_EQ(rejection({0, 0}, {1, 1}, "rotate"),
            "shuffle.C2: `shuffle`: `dimensions` entries must be unique, got 0 twice");
  EXPECT_EQ(rejection({2}, {1}, "rotate"),
            "shuffle.C2: `shuffle`: `dimensions` entries must be in [0, 2), got 2");
  EXPECT_EQ(rejection({0}, {1}, "permute"),
            "R07: `shuffle`: `mode` must be rotate, got permute; other modes are not implemented");
}

}  // namespace
}  // namespace hlo
