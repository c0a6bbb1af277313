// SPDX-License-Identifier: Apache-2.0
// The instruction that each function creates, with its attributes.
#include "core/builder/builder_testing.h"

namespace hlo::builder {
namespace {

using builder_testing::ErrorOf;
using builder_testing::Json;
using builder_testing::Last;
using builder_testing::Made;
using builder_testing::ResultOf;
using enum ElementType;

struct Unary {
  Value (*make)(Value);
  std::string_view opcode;
  ElementType type = kF32;
};

TEST(BuilderOpcodes, OfOneOperand) {
  const Unary unary_ops[] = {{Abs, "abs"},
                             {Acos, "acos"},
                             {Acosh, "acosh"},
                             {Asin, "asin"},
                             {Asinh, "asinh"},
                             {Atan, "atan"},
                             {Atanh, "atanh"},
                             {Cbrt, "cbrt"},
                             {Ceil, "ceil"},
                             {Clz, "count-leading-zeros", kS32},
                             {Copy, "copy"},
                             {Cos, "cosine"},
                             {Cosh, "cosh"},
                             {Erf, "erf"},
                             {Exp, "exponential"},
                             {Expm1, "exponential-minus-one"},
                             {Floor, "floor"},
                             {Imag, "imag", kC64},
                             {IsFinite, "is-finite"},
                             {Log, "log"},
                             {Log1p, "log-plus-one"},
                             {LogicalNot, "not", kPred},
                             {Logistic, "logistic"},
                             {Neg, "negate"},
                             {Not, "not", kU8},
                             {OptimizationBarrier, "opt-barrier"},
                             {PopulationCount, "popcnt", kU8},
                             {Real, "real", kC64},
                             {Round, "round-nearest-afz"},
                             {RoundNearestEven, "round-nearest-even"},
                             {Rsqrt, "rsqrt"},
                             {Sign, "sign"},
                             {Sin, "sine"},
                             {Sinh, "sinh"},
                             {Sqrt, "sqrt"},
                             {Tan, "tan"},
                             {Tanh, "tanh"}};
  for (const Unary& unary : unary_ops) {
    Builder b("unary");
    unary.make(Parameter(b, 0, Shape::Array(unary.type, {3}), "x"));
    EXPECT_NE(Last(b).find(" " + std::string(unary.opcode) + "(%x)"), std::string::npos)
        << unary.opcode;
  }
}

struct Binary {
  BinaryOp make;
  std::string_view call;  // with the attributes
  ElementType type = kF32;
};

TEST(BuilderOpcodes, OfTwoOperands) {
  const Binary binary_ops[] = {
      {Add, "add(%x, %y)"},
      {Sub, "subtract(%x, %y)"},
      {Mul, "multiply(%x, %y)"},
      {Div, "divide(%x, %y)"},
      {Rem, "remainder(%x, %y)"},
      {Max, "maximum(%x, %y)"},
      {Min, "minimum(%x, %y)"},
      {Pow, "power(%x, %y)"},
      {Atan2, "atan2(%x, %y)"},
      {Complex, "complex(%x, %y)"},
      {And, "and(%x, %y)", kS32},
      {Or, "or(%x, %y)", kS32},
      {Xor, "xor(%x, %y)", kS32},
      {LogicalAnd, "and(%x, %y)", kPred},
      {LogicalOr, "or(%x, %y)", kPred},
      {ShiftLeft, "shift-left(%x, %y)", kS32},
      {ShiftRightArithmetic, "shift-right-arithmetic(%x, %y)", kS32},
      {ShiftRightLogical, "shift-right-logical(%x, %y)", kS32},
      {MulHi, "mulhi(%x, %y)", kS32},
      {Eq, "compare(%x, %y), direction=EQ"},
      {Ne, "compare(%x, %y), direction=NE"},
      {Ge, "compare(%x, %y), direction=GE"},
      {Gt, "compare(%x, %y), direction=GT"},
      {Le, "compare(%x, %y), direction=LE"},
      {Lt, "compare(%x, %y), direction=LT"},
      {EqTotalOrder, "compare(%x, %y), direction=EQ, type=TOTALORDER"},
      {NeTotalOrder, "compare(%x, %y), direction=NE, type=TOTALORDER"},
      {GeTotalOrder, "compare(%x, %y), direction=GE, type=TOTALORDER"},
      {GtTotalOrder, "compare(%x, %y), direction=GT, type=TOTALORDER"},
      {LeTotalOrder, "compare(%x, %y), direction=LE, type=TOTALORDER"},
      {LtTotalOrder, "compare(%x, %y), direction=LT, type=TOTALORDER"},
      {LtTotalOrder, "compare(%x, %y), direction=LT", kU8},
  };
  for (const Binary& binary : binary_ops) {
    Builder b("binary");
    const Shape shape = Shape::Array(binary.type, {3});
    binary.make(Parameter(b, 0, shape, "x"), Parameter(b, 1, shape, "y"), {});
    const std::string last = Last(b);
    EXPECT_EQ(last.substr(last.find(' ') + 1), binary.call);
  }
}

TEST(BuilderOpcodes, OfOperators) {
  Builder b("operators");
  const Value x = Parameter(b, 0, Shape::Scalar(kS32), "x");
  const Value y = Parameter(b, 1, Shape::Scalar(kS32), "y");
  Tuple(b, {-x, ~x, x + y, x - y, x * y, x / y, x % y, x & y, x | y, x ^ y});
  EXPECT_EQ(ResultOf(b.Build(), {Json("s32[]", "13"), Json("s32[]", "5")}), [] {
    std::string all;
    for (const char* number : {"-13", "-14", "18", "8", "65", "2", "3", "5", "13", "8"}) {
      all += (all.empty() ? "" : ",") + Json("s32[]", number);
    }
    return "{\"tuple\":[" + all + "]}";
  }());
}

TEST(BuilderOpcodes, RejectLogicalFunctionsOfNumbers) {
  Builder b("logic");
  LogicalNot(Parameter(b, 0, Shape::Scalar(kS32), "x"));
  EXPECT_EQ(ErrorOf(b.Build()), "V02: the operand of a logical operation must be pred, got s32");
}

TEST(BuilderOpcodes, OfConversions) {
  EXPECT_EQ(Made([](Builder& b, Value x) {
              const Value random = Parameter(b, 1, Shape::Array(kU32, {2, 3}), "random");
              StochasticConvertType(x, random, kS8);
            }),
            "s8[2,3]{1,0} stochastic-convert(%x, %random)");
  EXPECT_EQ(Made([](Builder&, Value x) { BitcastConvertType(x, kS32); }),
            "s32[2,3]{1,0} bitcast-convert(%x)");
  EXPECT_EQ(Made([](Builder&, Value x) { ZerosLike(x); }),
            "f32[2,3]{1,0} broadcast(%constant), dimensions={}");
}

}  // namespace
}  // namespace hlo::builder
