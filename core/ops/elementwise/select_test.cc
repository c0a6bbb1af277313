// SPDX-License-Identifier: Apache-2.0
// Ops reference 5.2.
#include "core/ops/elementwise/elementwise_testing.h"

namespace hlo {
namespace {

using namespace op_testing;

TEST(Select, SelectsEachElementFromOneOperand) {
  const Literal t = Array("s32[4]", {1, 2, 3, 4});
  const Literal f = Array("s32[4]", {100, 200, 300, 400});
  EXPECT_TRUE(SameBits(Call3("select", Array("pred[4]", {1, 0, 0, 1}), t, f).Value(),
                       Array("s32[4]", {1, 200, 300, 4})));
  EXPECT_TRUE(SameBits(Call3("select", Array("pred[]", {1}), t, f).Value(), t));
  EXPECT_TRUE(SameBits(Call3("select", Array("pred[]", {0}), t, f).Value(), f));
}

TEST(Select, MovesBitsOfEveryWidth) {
  EXPECT_EQ(CodesOf(Call3("select", Array("pred[2]", {1, 0}), Bits("f32[2]", {0x7fa00001, 1}),
                          Bits("f32[2]", {2, 0xffc00003}))
                        .Value()),
            (std::vector<uint64_t>{0x7fa00001, 0xffc00003}));
  EXPECT_EQ(CodesOf(Call3("select", Bits("pred[2]", {0, 8}), Bits("f16[2]", {0x7c01, 0x7c02}),
                          Bits("f16[2]", {0x7c03, 0x7c04}))
                        .Value()),
            (std::vector<uint64_t>{0x7c03, 0x7c02}));
  EXPECT_TRUE(SameBits(Call3("select", Array("pred[2]", {0, 1}), Array("c128[2]", {1, 2, 3, 4}),
                             Array("c128[2]", {5, 6, 7, 8}))
                           .Value(),
                       Array("c128[2]", {5, 6, 3, 4})));
  EXPECT_TRUE(SameBits(
      Call3("select", Array("pred[1]", {1}), Array("f32[1]", {1}), Array("f32[1]", {kNan})).Value(),
      Array("f32[1]", {1})));
}

TEST(SelectRules, AreChecked) {
  const auto rejection = [](const char* p, const char* t, const char* f) {
    return OpCall("select").OperandShape(p).OperandShape(t).OperandShape(f).Rejection();
  };
  EXPECT_EQ(rejection("s32[2]", "f32[2]", "f32[2]"),
            "select.C1: `select`: the predicate must be pred, got s32");
  EXPECT_EQ(
      rejection("pred[2]", "f32[2]", "s32[2]"),
      "select.C2: `select`: operands 1 and 2 must have the same shape, got f32[2] and s32[2]");
  EXPECT_EQ(
      rejection("pred[2]", "f32[2]", "f32[3]"),
      "select.C2: `select`: operands 1 and 2 must have the same shape, got f32[2] and f32[3]");
  EXPECT_EQ(rejection("pred[3]", "f32[4]", "f32[4]"),
            "select.C3: `select`: the predicate must be a scalar or have dimensions {4}, got {3}");
  EXPECT_EQ(rejection("pred[]", "(f32[])", "(f32[])"),
            "select.C4: `select`: operands must be arrays, got a tuple; use `conditional`, or "
            "select each element");
  EXPECT_EQ(rejection("pred[]", "f32[4]", "f32[4]"), "");
  EXPECT_EQ(rejection("pred[4]", "token[]", "token[]"),
            "V02: `select`: operand 1 must be an array, got token[]");
}

TEST(Select, IsDynamicIfAnOperandIs) {
  const auto shape = OpCall("select")
                         .OperandShape("pred[]")
                         .OperandShape("f32[4]")
                         .OperandShape("f32[<=4]")
                         .Infer();
  ASSERT_TRUE(shape.ok());
  EXPECT_TRUE(shape.value().IsDynamic(0));

  Literal t = Array("f32[<=4]", {1, 2, 3, 4});
  t.set_dynamic_sizes({3});
  EXPECT_EQ(Call3("select", Array("pred[]", {1}), t, t).Value().dynamic_sizes(), (Dims{3}));
  OpCall call = Call3("select", Array("pred[]", {1}), t, Array("f32[4]", {1, 2, 3, 4}));
  const auto result = call.Evaluate();
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, "R08");
}

}  // namespace
}  // namespace hlo
