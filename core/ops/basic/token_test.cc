// SPDX-License-Identifier: Apache-2.0
// after-all and add-dependency: ops reference 15.1 and 15.2.
#include <gtest/gtest.h>

#include "core/ops/computation_testing.h"
#include "core/ops/control/async.h"

namespace hlo {
namespace {

using namespace op_testing;

Literal ArrayAndToken() { return Literal::Tuple({Array("f32[2]", {1, -2}), Literal::Token()}); }

TEST(AfterAll, JoinsAnyNumberOfTokens) {
  EXPECT_TRUE(OpCall("after-all").Value().shape().IsToken());
  EXPECT_TRUE(OpCall("after-all")
                  .Operand(Literal::Token())
                  .Operand(Literal::Token())
                  .Value()
                  .shape()
                  .IsToken());
  EXPECT_EQ(OpCall("after-all").OperandShape("f32[]").Rejection(),
            "after-all.C1: `after-all`: operand 0 must be token[], got f32[]");
}

TEST(AddDependency, ReturnsTheValue) {
  EXPECT_TRUE(SameBits(
      OpCall("add-dependency").Operand(ArrayAndToken(), true).Operand(Literal::Token()).Value(),
      ArrayAndToken()));
  EXPECT_EQ(OpCall("add-dependency").OperandShape("f32[2]").OperandShape("f32[]").Rejection(),
            "add-dependency.C1: `add-dependency`: operand 1 must be token[], got f32[]");
}

}  // namespace
}  // namespace hlo
