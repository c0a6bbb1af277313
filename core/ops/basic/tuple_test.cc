// SPDX-License-Identifier: Apache-2.0
// tuple and get-tuple-element: ops reference 14.1 and 14.2.
#include <gtest/gtest.h>

#include "core/ops/computation_testing.h"

namespace hlo {
namespace {

using namespace op_testing;

TEST(Tuple, GroupsValues) {
  const Literal a = Array("f32[2]", {1, 2});
  const Literal got = OpCall("tuple").Operand(a).Operand(S32(3)).Value();
  EXPECT_EQ(ShapeText(got.shape(), false), "(f32[2], s32[])");
  EXPECT_TRUE(SameBits(got, Literal::Tuple({a, S32(3)})));
  EXPECT_EQ(got.elements()[0].bytes(), a.bytes());
}

TEST(Tuple, MayBeEmptyOrHoldTuplesAndTokens) {
  EXPECT_TRUE(OpCall("tuple").Value().elements().empty());
  const Literal got =
      OpCall("tuple").Operand(Literal::Token()).Operand(Literal::Tuple({S32(1)})).Value();
  EXPECT_EQ(ShapeText(got.shape(), false), "(token[], (s32[]))");
}

TEST(Tuple, RejectsADeclaredShapeThatDiffers) {
  EXPECT_EQ(OpCall("tuple")
                .OperandShape("f32[10]")
                .OperandShape("f32[]")
                .Declare("(f32[10], s32[])")
                .Rejection(),
            "tuple.C1: `tuple`: element 1 must be f32[] like operand 1, got s32[]");
  EXPECT_EQ(OpCall("tuple").OperandShape("f32[]").Declare("(f32[], f32[])").Rejection(),
            "tuple.C1: `tuple`: the result must be a tuple of 1 element, got (f32[], f32[])");
}

TEST(GetTupleElement, ReturnsOneElement) {
  const Literal tuple = Literal::Tuple({Array("f32[2]", {1, 2}), Literal::Tuple({S32(7)})});
  for (const bool last_use : {false, true}) {
    EXPECT_TRUE(SameBits(
        OpCall("get-tuple-element").Operand(tuple, last_use).Set(Attr::index, int64_t{1}).Value(),
        Literal::Tuple({S32(7)})));
  }
}

TEST(GetTupleElement, RejectsNonTuplesAndABadIndex) {
  EXPECT_EQ(
      OpCall("get-tuple-element").OperandShape("f32[2]").Set(Attr::index, int64_t{0}).Rejection(),
      "get-tuple-element.C1: `get-tuple-element`: the operand must be a tuple, got f32[2]");
  EXPECT_EQ(OpCall("get-tuple-element")
                .OperandShape("(f32[2], s32[])")
                .Set(Attr::index, int64_t{2})
                .Rejection(),
            "get-tuple-element.C2: `get-tuple-element`: `index` must be in [0, 2), got 2");
}

}  // namespace
}  // namespace hlo
