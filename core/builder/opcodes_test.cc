// SPDX-License-Identifier: Apache-2.0
// Functions of the builder that are one instruction: which one, and with which attributes.
#include "core/builder/builder_testing.h"

namespace hlo::builder {
namespace {

using builder_testing::Body;
using builder_testing::ErrorOf;
using enum ElementType;

// The last instruction behind its "=", without what the operands are called.
std::string Last(Builder& b) {
  const std::string body = Body(b.Build());
  const size_t root = body.find("ROOT ");
  if (root == body.npos) return body;
  const size_t from = body.find("= ", root) + 2;
  return body.substr(from, body.find('\n', root) - from);
}

struct Unary {
  Value (*make)(Value);
  std::string_view opcode;
  ElementType type = kF32;
};

TEST(BuilderOpcodes, OfOneOperand) {
  const Unary kUnary[] = {{Abs, "abs"},
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
  for (const Unary& unary : kUnary) {
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
  const Binary kBinary[] = {
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
  for (const Binary& binary : kBinary) {
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
  EXPECT_EQ(builder_testing::ResultOf(b.Build(), {builder_testing::Json("s32[]", "13"),
                                                  builder_testing::Json("s32[]", "5")}),
            [] {
              std::string all;
              for (const char* number : {"-13", "-14", "18", "8", "65", "2", "3", "5", "13", "8"}) {
                all += (all.empty() ? "" : ",") + builder_testing::Json("s32[]", number);
              }
              return "{\"tuple\":[" + all + "]}";
            }());
}

TEST(BuilderOpcodes, RefuseLogicOnNumbers) {
  Builder b("logic");
  LogicalNot(Parameter(b, 0, Shape::Scalar(kS32), "x"));
  EXPECT_EQ(ErrorOf(b.Build()), "V02: a logical operation takes pred, got s32");
}

// What one call on x: f32[2,3] makes.
template <class Fn>
std::string Made(Fn&& make) {
  Builder b("one");
  make(b, Parameter(b, 0, Shape::Array(kF32, {2, 3}), "x"));
  return Last(b);
}

TEST(BuilderOpcodes, OfSlicesAndEdges) {
  EXPECT_EQ(Made([](Builder&, Value x) { SliceInDim(x, 0, 3, 2, 1); }),
            "f32[2,2]{1,0} slice(%x), slice={[0:2:1], [0:3:2]}");
  EXPECT_EQ(Made([](Builder&, Value x) {
              Slice(x, {0, 1}, {2, 3}, {2, 1});
            }),
            "f32[1,2]{1,0} slice(%x), slice={[0:2:2], [1:3:1]}");
  EXPECT_EQ(Made([](Builder&, Value x) { PadInDim(x, ScalarLike(x, 1), 0, -1, 2); }),
            "f32[3,3]{1,0} pad(%x, %constant), padding=-1_2x0_0");
  Builder b("slice");
  Slice(Parameter(b, 0, Shape::Array(kF32, {2, 3}), "x"), {0}, {2, 3});
  EXPECT_EQ(ErrorOf(b.Build()),
            "V01: `slice`: starts {0}, limits {2,3} and strides {} differ in length");
}

TEST(BuilderOpcodes, OfWindows) {
  const Function add = ScalarFunction("add", kF32, Add);
  EXPECT_EQ(Made([&](Builder& b, Value x) {
              ReduceWindowWithGeneralPadding(x, Zero(b, kF32), add,
                                             {.dimensions = {1, 2},
                                              .strides = {1, 2},
                                              .padding = {{0, 0}, {1, 1}},
                                              .base_dilations = {1, 2},
                                              .window_dilations = {1, 3}});
            }),
            "f32[2,2]{1,0} reduce-window(%x, %constant), window={size=1x2 stride=1x2 pad=0_0x1_1 "
            "lhs_dilate=1x2 rhs_dilate=1x3}, to_apply=%add");
  EXPECT_EQ(Made([&](Builder& b, Value x) {
              SelectAndScatterWithGeneralPadding(x, ScalarFunction("ge", kF32, Ge), {1, 2}, {1, 2},
                                                 {{0, 0}, {0, 1}}, Slice(x, {0, 0}, {2, 2}),
                                                 Zero(b, kF32), add);
            }),
            "f32[2,3]{1,0} select-and-scatter(%x, %slice, %constant), window={size=1x2 stride=1x2 "
            "pad=0_0x0_1}, select=%ge, scatter=%add");
  EXPECT_EQ(Made([](Builder&, Value x) { TopK(x, 2, /*largest=*/false); }),
            "(f32[2,2]{1,0}, s32[2,2]{1,0}) topk(%x), k=2, largest=false");
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

TEST(BuilderOpcodes, OfOtherDevices) {
  Participants linked;
  linked.replica_groups = {{0}, {1}};
  linked.channel_id = 3;
  EXPECT_EQ(Made([&](Builder&, Value x) { CollectiveBroadcast(x, linked); }),
            "f32[2,3]{1,0} collective-broadcast(%x), channel_id=3, replica_groups={{0},{1}}");
  linked.use_global_device_ids = true;
  EXPECT_EQ(Made([&](Builder&, Value x) { AllGather(x, 1, 1, linked); }),
            "f32[2,3]{1,0} all-gather(%x), channel_id=3, replica_groups={{0},{1}}, "
            "dimensions={1}, use_global_device_ids=true");
  EXPECT_EQ(Made([](Builder& b, Value) { PartitionId(b); }), "u32[] partition-id()");
}

// The layout that a parameter has goes on through elementwise ops, as in a text without shapes.
TEST(BuilderLayouts, GoOnThroughElementwiseOps) {
  Builder b("layout");
  const Value x = Parameter(b, 0, literal_testing::ShapeOf("f32[2,3]{0,1}"), "x");
  EXPECT_EQ(ShapeText(ConvertElementType(Neg(x), kS8).shape()), "s8[2,3]{0,1}");
  EXPECT_EQ(ShapeText(Transpose(x, {1, 0}).shape()), "f32[3,2]{1,0}");
}

// Sizes that are known at run time only stay so.
TEST(BuilderLayouts, CarryDynamicSizes) {
  Builder b("dynamic");
  const Value x = Parameter(b, 0, literal_testing::ShapeOf("f32[<=4,1]"), "x");
  const Value y = Parameter(b, 1, literal_testing::ShapeOf("f32[3]"), "y");
  EXPECT_EQ(ShapeText(Add(x, y, {1}).shape(), false), "f32[<=4,3]");
  EXPECT_EQ(ShapeText(ConvertElementType(x, kS8).shape(), false), "s8[<=4,1]");
}

}  // namespace
}  // namespace hlo::builder
