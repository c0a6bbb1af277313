// SPDX-License-Identifier: Apache-2.0
// opt-barrier and domain: ops reference 14.7 and 14.11.
#include <gtest/gtest.h>

#include "core/ops/computation_testing.h"
#include "core/ops/control/async.h"

namespace hlo {
namespace {

using namespace op_testing;

Literal Pair() { return Literal::Tuple({Array("f32[2]", {1, -2}), Literal::Token()}); }

TEST(OptBarrier, ForwardsAnyValue) {
  for (const std::string_view op : {"opt-barrier", "domain"}) {
    EXPECT_TRUE(SameBits(OpCall(op).Operand(Pair()).Value(), Pair()));
    const Literal got = OpCall(op).Operand(Array("f32[2,2]", {1, 2, 3, 4})).Value();
    EXPECT_TRUE(SameBits(got, Array("f32[2,2]", {1, 2, 3, 4})));
  }
}

TEST(OptBarrier, RejectsAnotherShapeOrCount) {
  EXPECT_EQ(OpCall("opt-barrier").OperandShape("f32[2]").OperandShape("f32[2]").Rejection(),
            "opt-barrier.C1: `opt-barrier` takes 1 operand, got 2");
  EXPECT_EQ(OpCall("domain").OperandShape("f32[2]").Declare("f32[3]").Rejection(),
            "domain.C1: `domain`: the result must match operand f32[2], got f32[3]");
}

}  // namespace
}  // namespace hlo
