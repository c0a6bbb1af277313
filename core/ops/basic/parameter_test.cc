// SPDX-License-Identifier: Apache-2.0
// Ops reference 7.2.
#include <gtest/gtest.h>

#include "core/ops/testing.h"

namespace hlo {
namespace {

using namespace op_testing;

TEST(Parameter, HasTheDeclaredShape) {
  OpCall op("parameter");
  op.instruction().parameter_number = 0;
  const Result<Shape> shape = op.Declare("(f32[<=3], token[])").Infer();
  ASSERT_TRUE(shape.ok());
  EXPECT_EQ(ShapeText(shape.value(), false), "(f32[<=3], token[])");
}

TEST(Parameter, RejectsANegativeNumber) {
  OpCall op("parameter");
  op.instruction().parameter_number = -2;
  EXPECT_EQ(op.Declare("f32[]").Rejection(),
            "parameter.C1: `parameter`: the number must not be negative, got -2");
}

}  // namespace
}  // namespace hlo
