// SPDX-License-Identifier: Apache-2.0
#include "core/builder/builder_testing.h"

namespace hlo::builder {
namespace {

using builder_testing::Argument;
using builder_testing::Body;
using builder_testing::Json;
using builder_testing::ResultOf;
using enum ElementType;

TEST(BuilderCustomCall, NamesItsFunction) {
  Builder b("custom_call");
  const Value x = Argument(b, 0, "f32[2]", "x");
  const Value y = Argument(b, 1, "f32[2,3]", "y");
  CustomCall(b, "myfunc", {x, y}, Shape::Array(kF32, {3, 3}));
  EXPECT_EQ(Body(b.Build()),
            "%x = f32[2]{0} parameter(0)\n"
            "%y = f32[2,3]{1,0} parameter(1)\n"
            "ROOT %custom-call = f32[3,3]{1,0} custom-call(%x, %y), "
            "custom_call_target=\"myfunc\"\n");
}

// z[0][0] = x[1] + y[1][0]
TEST(BuilderCustomCall, RunsTheExampleOfTheOperationSemantics) {
  Builder b("custom_call");
  const Value x = ConstantR1<float>(b, {1, 2});
  const Value y = ConstantR2<float>(b, {{10, 20, 30}, {40, 50, 60}});
  Reshape(Slice(CustomCall(b, "myfunc", {x, y}, Shape::Array(kF32, {3, 3})), {0, 0}, {1, 1}), {});
  EXPECT_EQ(ResultOf(b.Build()), Json("f32[]", "42"));
}

}  // namespace
}  // namespace hlo::builder
