// SPDX-License-Identifier: Apache-2.0
// `select`, `clamp` and `copy`: ops reference 5.2, 5.3 and 3.35.
#include "core/ops/elementwise/elementwise_testing.h"

namespace hlo {
namespace {

using namespace op_testing;

OpCall Call3(std::string_view op, Literal a, Literal b, Literal c) {
  OpCall call(op);
  call.Operand(std::move(a)).Operand(std::move(b)).Operand(std::move(c));
  return call;
}

TEST(Select, TakesEachElementFromOneBranch) {
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
  EXPECT_TRUE(SameBits(Call3("select", Array("pred[2]", {0, 1}),
                             Array("c128[2]", {1, 2, 3, 4}), Array("c128[2]", {5, 6, 7, 8}))
                           .Value(),
                       Array("c128[2]", {5, 6, 3, 4})));
  EXPECT_TRUE(SameBits(Call3("select", Array("pred[1]", {1}), Array("f32[1]", {1}),
                             Array("f32[1]", {kNan}))
                           .Value(),
                       Array("f32[1]", {1})));
}

TEST(SelectRules, AreChecked) {
  const auto rejection = [](const char* p, const char* t, const char* f) {
    return OpCall("select").OperandShape(p).OperandShape(t).OperandShape(f).Rejection();
  };
  EXPECT_EQ(rejection("s32[2]", "f32[2]", "f32[2]"), "select.C1: `select`: predicate is s32");
  EXPECT_EQ(rejection("pred[2]", "f32[2]", "s32[2]"),
            "select.C2: `select`: branches have types f32[2] and s32[2]");
  EXPECT_EQ(rejection("pred[2]", "f32[2]", "f32[3]"),
            "select.C2: `select`: branches have types f32[2] and f32[3]");
  EXPECT_EQ(rejection("pred[3]", "f32[4]", "f32[4]"),
            "select.C3: `select`: predicate dims {3} do not match {4}");
  EXPECT_EQ(rejection("pred[]", "(f32[])", "(f32[])"),
            "select.C4: `select`: tuples cannot be selected; use conditional, or select each "
            "element");
  EXPECT_EQ(rejection("pred[]", "f32[4]", "f32[4]"), "");
  EXPECT_EQ(rejection("pred[4]", "token[]", "token[]"),
            "select.C4: `select`: operand 1 must be an array, got token[]");
}

TEST(Select, IsDynamicWhereABranchIs) {
  const auto shape = OpCall("select")
                         .OperandShape("pred[]")
                         .OperandShape("f32[4]")
                         .OperandShape("f32[<=4]")
                         .Infer();
  ASSERT_TRUE(shape.ok());
  EXPECT_TRUE(shape.value().IsDynamic(0));

  Literal t = Array("f32[<=4]", {1, 2, 3, 4});
  t.set_live_sizes({3});
  EXPECT_EQ(Call3("select", Array("pred[]", {1}), t, t).Value().live_sizes(), (Dims{3}));
  OpCall call = Call3("select", Array("pred[]", {1}), t, Array("f32[4]", {1, 2, 3, 4}));
  const auto result = call.Evaluate();
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, "R08");
}

TEST(Clamp, HoldsTheMiddleOperandBetweenTheOthers) {
  EXPECT_TRUE(SameBits(
      Call3("clamp", Scalar(ElementType::kS32, 0), Array("s32[3]", {-1, 5, 9}),
            Scalar(ElementType::kS32, 6)).Value(),
      Array("s32[3]", {0, 5, 6})));
  EXPECT_TRUE(SameBits(Call3("clamp", Array("f16[3]", {0, 1, 2}), Array("f16[3]", {5, 0, 2}),
                             Array("f16[3]", {3, 3, 3}))
                           .Value(),
                       Array("f16[3]", {3, 1, 2})));
  // Bounds of different kinds, and narrow integers by their signedness.
  EXPECT_TRUE(SameBits(Call3("clamp", Scalar(ElementType::kS4, -2), Array("s4[3]", {-8, 0, 7}),
                             Array("s4[3]", {7, -1, 5}))
                           .Value(),
                       Array("s4[3]", {-2, -1, 5})));
  EXPECT_TRUE(SameBits(Call3("clamp", Scalar(ElementType::kU8, 10), Array("u8[2]", {200, 3}),
                             Scalar(ElementType::kU8, 150))
                           .Value(),
                       Array("u8[2]", {150, 10})));
}

TEST(Clamp, LetsNanWinAndTheUpperBoundOverrule) {
  const auto clamp = [](double low, const std::vector<double>& x, double high) {
    return Call3("clamp", Scalar(ElementType::kF32, low), Array(VectorOf("f32", x.size()), x),
                 Scalar(ElementType::kF32, high))
        .Value();
  };
  EXPECT_TRUE(SameBits(clamp(5, {1, 7}, 3), Array("f32[2]", {3, 3})));
  EXPECT_TRUE(SameBits(clamp(0, {kNan}, 1), Array("f32[1]", {kNan})));
  EXPECT_TRUE(SameBits(clamp(kNan, {0}, 1), Array("f32[1]", {kNan})));
  EXPECT_TRUE(SameBits(clamp(0, {0}, kNan), Array("f32[1]", {kNan})));
  EXPECT_TRUE(SameBits(clamp(-0.0, {0.0}, 1), Array("f32[1]", {0.0})));
}

TEST(ClampRules, AreChecked) {
  const auto rejection = [](const char* low, const char* x, const char* high) {
    return OpCall("clamp").OperandShape(low).OperandShape(x).OperandShape(high).Rejection();
  };
  EXPECT_EQ(rejection("f32[]", "f32[]", "s32[]"), "clamp.C1: `clamp`: types f32, f32, s32");
  EXPECT_EQ(rejection("c64[]", "c64[]", "c64[]"),
            "clamp.C2: `clamp`: complex values are not ordered");
  EXPECT_EQ(rejection("pred[]", "pred[]", "pred[]"),
            "clamp.C2: `clamp`: element type pred is not supported (allowed: int, float)");
  EXPECT_EQ(rejection("f32[3]", "f32[4]", "f32[]"),
            "clamp.C3: `clamp`: min has dims {3}, operand has {4}");
  EXPECT_EQ(rejection("f32[]", "f32[4]", "f32[1]"),
            "clamp.C3: `clamp`: max has dims {1}, operand has {4}");
}

TEST(Copy, KeepsEveryBitAndTakesTheWrittenLayout) {
  const Literal x = Bits("f32[2]", {0x7fa00001, 0x80000000});
  EXPECT_EQ(CodesOf(OpCall("copy").Operand(x).Value()), CodesOf(x));
  const Literal pair = Literal::Tuple({x, Array("s32[1]", {3})});
  EXPECT_TRUE(SameBits(OpCall("copy").Operand(pair).Value(), pair));
  EXPECT_EQ(OpCall("copy").OperandShape("f32[2,2]").Declare("f32[4]").Rejection(),
            "copy.C2: `copy`: result f32[4] does not match operand f32[2,2]");
  EXPECT_EQ(OpCall("copy").OperandShape("f32[2,2]").Declare("f32[2,2]{0,1}").Rejection(), "");
  EXPECT_EQ(OpCall("copy").Rejection(), "copy.C1: `copy`: needs 1 operand, got 0");
}

}  // namespace
}  // namespace hlo
