// SPDX-License-Identifier: Apache-2.0
// call and fusion: ops reference 14.3 and 14.4.
#include <gtest/gtest.h>

#include "core/ops/computation_testing.h"

namespace hlo {
namespace {

using namespace op_testing;

TEST(Call, RunsItsComputation) {
  Module module;
  Computation* f = BinaryComputation(module, "subtract", "s32[]");
  EXPECT_TRUE(SameBits(
      OpCall("call").Operand(S32(9)).Operand(S32(4)).Set(Attr::to_apply, f).Value(), S32(5)));
}

TEST(Call, ReturnsTheLayoutOfTheInstruction) {
  Module module;
  ComputationBuilder identity(module, "identity");
  identity.Parameter("f32[2,2]{0,1}");
  const Literal x = Array("f32[2,2]{1,0}", {1, 2, 3, 4});
  const Literal got = OpCall("call").Operand(x).Set(Attr::to_apply, identity.Get()).Value();
  EXPECT_EQ(ShapeText(got.shape()), "f32[2,2]{0,1}");
  EXPECT_TRUE(SameBits(got, x));
}

TEST(Call, RejectsOperandsThatDoNotMatch) {
  Module module;
  Computation* f = BinaryComputation(module, "add", "f32[]");
  const auto call = [&] {
    OpCall op("call");
    op.Set(Attr::to_apply, f);
    return op;
  };
  EXPECT_EQ(call().OperandShape("f32[]").OperandShape("s32[]").Rejection(),
            "call.C1: `call`: operand 1 must be f32[] like parameter 1, got s32[]");
  EXPECT_EQ(call().OperandShape("f32[]").Rejection(),
            "call.C1: `call`: `to_apply` must take 1 parameter, got 2");
  EXPECT_EQ(call().OperandShape("f32[]").OperandShape("f32[]").Declare("f32[3]").Rejection(),
            "call.C2: `call`: the result must be f32[] like the root, got f32[3]");
}

TEST(Call, RejectsAComputationThatCallsItself) {
  Module module;
  ComputationBuilder f(module, "f");
  f.Parameter("f32[]");
  OpCall op("call");
  op.instruction().parent = f.Get();
  EXPECT_EQ(op.OperandShape("f32[]").Set(Attr::to_apply, f.Get()).Rejection(),
            "call.C3: `call`: computation 'f' must not call itself");
}

TEST(Call, RejectsAnUnfinishedComputation) {
  Module module;
  Computation* outer = module.AddComputation("outer");
  EXPECT_EQ(OpCall("call").Set(Attr::to_apply, outer).Rejection(),
            "call.C3: `call`: computation 'outer' must not call itself");
}

TEST(Call, CannotRunAnUndefinedComputation) {
  Module module;
  Computation* f = UnaryComputation(module, "negate", "f32[]");
  f->synthesized = true;
  const Result<Literal> result =
      OpCall("call").Operand(Array("f32[]", {1})).Set(Attr::to_apply, f).Evaluate();
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, "R07");
}

TEST(Fusion, RunsItsComputationForEveryKind) {
  Module module;
  Computation* f = UnaryComputation(module, "add", "f32[2]", true);
  for (const char* kind : {"kLoop", "kInput", "kOutput", "kCustom"}) {
    EXPECT_TRUE(SameBits(OpCall("fusion")
                             .Operand(Array("f32[2]", {1, 2}))
                             .Set(Attr::calls, f)
                             .SetWord(Attr::kind, kind)
                             .Value(),
                         Array("f32[2]", {2, 4})));
  }
}

TEST(Fusion, RejectsWhatCallRejectsAndUnknownKinds) {
  Module module;
  Computation* f = UnaryComputation(module, "negate", "f32[]");
  EXPECT_EQ(OpCall("fusion")
                .OperandShape("s32[]")
                .Set(Attr::calls, f)
                .SetWord(Attr::kind, "kLoop")
                .Rejection(),
            "fusion.C1: `fusion`: operand 0 must be f32[] like parameter 0, got s32[]");
  EXPECT_EQ(OpCall("fusion").OperandShape("f32[]").Set(Attr::calls, f).Rejection(),
            "fusion.C2: `fusion`: unknown fusion kind -1");
}

}  // namespace
}  // namespace hlo
