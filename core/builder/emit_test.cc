// SPDX-License-Identifier: Apache-2.0
#include "core/builder/builder_testing.h"

namespace hlo::builder {
namespace {

using enum ElementType;

// The layout of a parameter propagates through elementwise ops, as in text without shapes.
TEST(BuilderLayouts, PropagateThroughElementwiseOps) {
  Builder b("layout");
  const Value x = Parameter(b, 0, literal_testing::ShapeOf("f32[2,3]{0,1}"), "x");
  EXPECT_EQ(ShapeText(ConvertElementType(Neg(x), kS8).shape()), "s8[2,3]{0,1}");
  EXPECT_EQ(ShapeText(Transpose(x, {1, 0}).shape()), "f32[3,2]{1,0}");
}

// Dynamic sizes stay dynamic.
TEST(BuilderLayouts, KeepDynamicSizes) {
  Builder b("dynamic");
  const Value x = Parameter(b, 0, literal_testing::ShapeOf("f32[<=4,1]"), "x");
  const Value y = Parameter(b, 1, literal_testing::ShapeOf("f32[3]"), "y");
  EXPECT_EQ(ShapeText(Add(x, y, {1}).shape(), false), "f32[<=4,3]");
  EXPECT_EQ(ShapeText(ConvertElementType(x, kS8).shape(), false), "s8[<=4,1]");
}

}  // namespace
}  // namespace hlo::builder
