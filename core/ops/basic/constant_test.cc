// SPDX-License-Identifier: Apache-2.0
// Ops reference 7.1. Expected values are from the reference or computed by hand.
#include <gtest/gtest.h>

#include "core/ops/testing.h"

namespace hlo {
namespace {

using namespace op_testing;

OpCall Constant(const Literal& value) {
  OpCall op("constant");
  op.instruction().literal = std::make_shared<const Literal>(value);
  return op;
}

TEST(Constant, ReturnsItsLiteralWithTheDeclaredLayout) {
  const Literal value = Array("f32[2,2]", {1, 2, 3, 4});
  const Literal got = Constant(value).Declare("f32[2,2]{0,1}").Value();
  EXPECT_TRUE(SameBits(got, value));
  EXPECT_EQ(ShapeText(got.shape()), "f32[2,2]{0,1}");
}

TEST(Constant, RejectsAValueOfOtherSizes) {
  EXPECT_EQ(Constant(Array("f32[2]", {1, 2})).Declare("f32[3]").Rejection(),
            "constant.C1: `constant`: the value must have shape f32[3], got f32[2]");
}

TEST(Constant, RejectsDynamicSizes) {
  EXPECT_EQ(Constant(Array("f32[2]", {1, 2})).Declare("f32[<=2]").Rejection(),
            "constant.C1: `constant`: all dimensions must be static, but dimension 0 is dynamic");
}

TEST(Constant, RejectsAValueOfAnotherType) {
  EXPECT_EQ(Constant(Array("s32[]", {300})).Declare("s8[]").Rejection(),
            "constant.C2: `constant`: the value must be of type s8[], got s32[]");
}

TEST(Constant, RejectsTokensAlsoInsideATuple) {
  EXPECT_EQ(OpCall("constant").Declare("(f32[], token[])").Rejection(),
            "constant.C3: `constant`: must be an array or a tuple of arrays, got token");
}

TEST(Constant, CannotBeEvaluatedWithAnElidedValue) {
  const Result<Literal> result = OpCall("constant").Declare("f32[100]").Evaluate();
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, "R05");
}

}  // namespace
}  // namespace hlo
