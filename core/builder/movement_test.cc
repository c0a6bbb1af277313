// SPDX-License-Identifier: Apache-2.0
// Ops reference 2.3, and the instructions that other functions create.
#include "core/builder/builder_testing.h"

namespace hlo::builder {
namespace {

using builder_testing::Argument;
using builder_testing::Body;
using builder_testing::ErrorOf;
using builder_testing::Json;
using builder_testing::Made;
using builder_testing::ResultOf;
using enum ElementType;

TEST(BuilderBroadcastInDim, BroadcastsDimensionsOfSizeOne) {
  Builder b("broadcast_in_dim");
  BroadcastInDim(ConstantR2<int32_t>(b, {{1}, {2}}), {2, 3, 2}, {0, 1});
  EXPECT_EQ(ResultOf(b.Build()),
            Json("s32[2,3,2]{2,1,0}", "[[[1,1],[1,1],[1,1]],[[2,2],[2,2],[2,2]]]"));
  Builder wrong("broadcast_in_dim");
  BroadcastInDim(Argument(wrong, 0, "f32[2]", "x"), {3, 4}, {1});
  EXPECT_EQ(ErrorOf(wrong.Build()),
            "V01: dimension 0 of f32[2] cannot be broadcast to size 4 of dimension 1");
}

TEST(BuilderCollapse, RejectsDimensionsThatAreNotConsecutive) {
  const auto error = [](Ints dimensions) {
    Builder b("collapse");
    Collapse(Argument(b, 0, "f32[4,2,3]", "v"), dimensions);
    return ErrorOf(b.Build());
  };
  EXPECT_EQ(error({0, 2}), "V01: collapse dimensions must be consecutive, got {0,2}");
  EXPECT_EQ(error({1, 0}), "V01: collapse dimensions must be consecutive, got {1,0}");
  EXPECT_EQ(error({2, 3}), "V01: collapse dimensions {2,3}: 3 is out of range for rank 3");
  EXPECT_EQ(error({}), "no error");
}

TEST(BuilderReshape, TransposesOnlyWhenTheOrderChanges) {
  Builder b("reshape");
  const Value v = Argument(b, 0, "f32[4,2,3]", "v");
  Reshape(Reshape(v, {0, 1, 2}, {8, 3}), {1, 0}, {24});
  EXPECT_EQ(Body(b.Build()),
            "%v = f32[4,2,3]{2,1,0} parameter(0)\n"
            "%reshape = f32[8,3]{1,0} reshape(%v)\n"
            "%transpose = f32[3,8]{1,0} transpose(%reshape), dimensions={1,0}\n"
            "ROOT %reshape.1 = f32[24]{0} reshape(%transpose)\n");
}

TEST(BuilderOpcodes, OfSlicesAndEdges) {
  EXPECT_EQ(Made([](Builder&, Value x) { SliceInDim(x, 0, 3, 2, 1); }),
            "f32[2,2]{1,0} slice(%x), slice={[0:2:1], [0:3:2]}");
  EXPECT_EQ(Made([](Builder&, Value x) {
              Slice(x, {0, 1}, {2, 3}, {2, 1});
            }),
            "f32[1,2]{1,0} slice(%x), slice={[0:2:2], [1:3:1]}");
  EXPECT_EQ(Made([](Builder&, Value x) { PadInDim(x, ScalarLike(x, 1), 0, -1, 2); }),
            "f32[3,3]{1,0} pad(%x, %constant), padding=-1_2x0_0");
  Builder b("slice");
  Slice(Parameter(b, 0, Shape::Array(kF32, {2, 3}), "x"), {0}, {2, 3});
  EXPECT_EQ(
      ErrorOf(b.Build()),
      "V01: `slice`: starts, limits and strides must have equal lengths, got {0}, {2,3} and {}");
}

}  // namespace
}  // namespace hlo::builder
