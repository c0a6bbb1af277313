// SPDX-License-Identifier: Apache-2.0
// Ops reference 2.5, and the instructions that other functions create.
#include "core/builder/builder_testing.h"

namespace hlo::builder {
namespace {

using builder_testing::Made;
using enum ElementType;

TEST(BuilderPadding, PutsTheLargerHalfAtTheHighEdge) {
  const auto edges = [](Padding padding, int64_t size, int64_t window, int64_t stride) {
    const EdgePadding edge = MakePadding(padding, {size}, {window}, {stride}).value()[0];
    return std::pair(edge.low, edge.high);
  };
  EXPECT_EQ(edges(Padding::kSame, 5, 3, 2), std::pair(int64_t{1}, int64_t{1}));
  EXPECT_EQ(edges(Padding::kSame, 4, 2, 1), std::pair(int64_t{0}, int64_t{1}));
  EXPECT_EQ(edges(Padding::kSame, 4, 1, 4), std::pair(int64_t{0}, int64_t{0}));
  EXPECT_EQ(edges(Padding::kValid, 4, 2, 1), std::pair(int64_t{0}, int64_t{0}));
}

TEST(BuilderOpcodes, OfWindows) {
  const Function add = ScalarFunction("add", kF32, Add);
  EXPECT_EQ(Made([&](Builder& b, Value x) {
              ReduceWindowWithGeneralPadding(x, Zero(b, kF32), add,
                                             {.dimensions = {1, 2},
                                              .strides = {1, 2},
                                              .padding = {{0, 0}, {1, 1}},
                                              .base_dilations = {1, 2},
                                              .window_dilations = {1, 3}});
            }),
            "f32[2,2]{1,0} reduce-window(%x, %constant), window={size=1x2 stride=1x2 pad=0_0x1_1 "
            "lhs_dilate=1x2 rhs_dilate=1x3}, to_apply=%add");
  EXPECT_EQ(Made([&](Builder& b, Value x) {
              SelectAndScatterWithGeneralPadding(x, ScalarFunction("ge", kF32, Ge), {1, 2}, {1, 2},
                                                 {{0, 0}, {0, 1}}, Slice(x, {0, 0}, {2, 2}),
                                                 Zero(b, kF32), add);
            }),
            "f32[2,3]{1,0} select-and-scatter(%x, %slice, %constant), window={size=1x2 stride=1x2 "
            "pad=0_0x0_1}, select=%ge, scatter=%add");
  EXPECT_EQ(Made([](Builder&, Value x) { TopK(x, 2, /*largest=*/false); }),
            "(f32[2,2]{1,0}, s32[2,2]{1,0}) topk(%x), k=2, largest=false");
}

}  // namespace
}  // namespace hlo::builder
