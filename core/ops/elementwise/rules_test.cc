// SPDX-License-Identifier: Apache-2.0
// The rules of the unary and binary ops. Each case has an element type that the op rejects (ops
// reference, sections 3 and 4).
#include "core/ops/elementwise/rules.h"

#include "core/base/format.h"
#include "core/ops/elementwise/elementwise_testing.h"

namespace hlo {
namespace {

using namespace op_testing;

struct TypeRow {
  const char* op;
  int rule;
  const char* type;
  const char* message;
};

// add and multiply support every array type, so their rule 3 rejects nothing.
constexpr TypeRow kUnsupportedTypes[] = {
    {"abs", 2, "u32", "`abs`: the element type must be signed, float, or complex, got u32"},
    {"acos", 2, "s32", "`acos`: the element type must be float or complex, got s32"},
    {"acosh", 2, "s32", "`acosh`: the element type must be float or complex, got s32"},
    {"asin", 2, "s32", "`asin`: the element type must be float or complex, got s32"},
    {"asinh", 2, "s32", "`asinh`: the element type must be float or complex, got s32"},
    {"atan", 2, "s32", "`atan`: the element type must be float or complex, got s32"},
    {"atanh", 2, "s32", "`atanh`: the element type must be float or complex, got s32"},
    {"cbrt", 2, "s32", "`cbrt`: the element type must be float, got s32"},
    {"ceil", 2, "s32", "`ceil`: the element type must be float, got s32"},
    {"cosine", 2, "s32", "`cosine`: the element type must be float or complex, got s32"},
    {"cosh", 2, "s32", "`cosh`: the element type must be float or complex, got s32"},
    {"count-leading-zeros", 2, "f32",
     "`count-leading-zeros`: the element type must be int, got f32"},
    {"erf", 2, "s32", "`erf`: the element type must be float, got s32"},
    {"exponential", 2, "s32", "`exponential`: the element type must be float or complex, got s32"},
    {"exponential-minus-one", 2, "s32",
     "`exponential-minus-one`: the element type must be float or complex, got s32"},
    {"floor", 2, "s32", "`floor`: the element type must be float, got s32"},
    {"imag", 2, "s32", "`imag`: the element type must be float or complex, got s32"},
    {"is-finite", 2, "s32", "`is-finite`: the element type must be float, got s32"},
    {"log", 2, "s32", "`log`: the element type must be float or complex, got s32"},
    {"log-plus-one", 2, "s32",
     "`log-plus-one`: the element type must be float or complex, got s32"},
    {"logistic", 2, "s32", "`logistic`: the element type must be float or complex, got s32"},
    {"negate", 2, "pred", "`negate`: the element type must be int, float, or complex, got pred"},
    {"not", 2, "f32", "`not`: the element type must be pred or int, got f32"},
    {"popcnt", 2, "f32", "`popcnt`: the element type must be int, got f32"},
    {"real", 2, "s32", "`real`: the element type must be float or complex, got s32"},
    {"round-nearest-afz", 2, "s32", "`round-nearest-afz`: the element type must be float, got s32"},
    {"round-nearest-even", 2, "s32",
     "`round-nearest-even`: the element type must be float, got s32"},
    {"rsqrt", 2, "s32", "`rsqrt`: the element type must be float or complex, got s32"},
    {"sign", 2, "u32", "`sign`: the element type must be signed, float, or complex, got u32"},
    {"sine", 2, "s32", "`sine`: the element type must be float or complex, got s32"},
    {"sinh", 2, "s32", "`sinh`: the element type must be float or complex, got s32"},
    {"sqrt", 2, "s32", "`sqrt`: the element type must be float or complex, got s32"},
    {"tan", 2, "s32", "`tan`: the element type must be float or complex, got s32"},
    {"tanh", 2, "s32", "`tanh`: the element type must be float or complex, got s32"},
    {"subtract", 3, "pred",
     "`subtract`: the element type must be int, float, or complex, got pred"},
    {"divide", 3, "pred", "`divide`: the element type must be int, float, or complex, got pred"},
    {"remainder", 3, "pred", "`remainder`: the element type must be int or float, got pred"},
    {"maximum", 3, "c64", "`maximum`: the element type must be pred, int, or float, got c64"},
    {"minimum", 3, "c64", "`minimum`: the element type must be pred, int, or float, got c64"},
    {"power", 3, "pred", "`power`: the element type must be int, float, or complex, got pred"},
    {"atan2", 3, "s32", "`atan2`: the element type must be float or complex, got s32"},
    {"complex", 3, "s32", "`complex`: the element type must be float, got s32"},
    {"complex", 4, "f16", "`complex`: the element type must be f32 or f64, got f16"},
    {"and", 3, "f32", "`and`: the element type must be pred or int, got f32"},
    {"or", 3, "f32", "`or`: the element type must be pred or int, got f32"},
    {"xor", 3, "f32", "`xor`: the element type must be pred or int, got f32"},
    {"shift-left", 3, "f32", "`shift-left`: the element type must be int, got f32"},
    {"shift-right-arithmetic", 3, "f32",
     "`shift-right-arithmetic`: the element type must be int, got f32"},
    {"shift-right-logical", 3, "f32",
     "`shift-right-logical`: the element type must be int, got f32"},
    {"mulhi", 3, "f32", "`mulhi`: the element type must be int, got f32"},
};

std::string RejectionOf(std::string_view op, std::initializer_list<std::string> shapes) {
  OpCall call(op);
  for (const std::string& shape : shapes) call.OperandShape(shape);
  return call.Rejection();
}

bool IsUnaryOp(std::string_view op) { return FindOp(op)->family == OpFamily::kUnary; }

TEST(ElementwiseRules, RejectUnsupportedElementTypes) {
  for (const TypeRow& row : kUnsupportedTypes) {
    const std::string shape = std::string(row.type) + "[4]";
    const std::string rejection =
        IsUnaryOp(row.op) ? RejectionOf(row.op, {shape}) : RejectionOf(row.op, {shape, shape});
    EXPECT_EQ(rejection, Format("{}.C{}: {}", {row.op, row.rule, row.message}));
  }
}

TEST(ElementwiseRules, AcceptTheTypesOfTheOpTable) {
  for (const OpDef& op : AllOps()) {
    if (op.family != OpFamily::kUnary && op.family != OpFamily::kBinary) continue;
    for (const ElementTypeInfo& info : AllElementTypes()) {
      if (!IsArrayType(info.type)) continue;
      const std::string shape = std::string(info.name) + "[2,3]";
      const std::string rejection = op.family == OpFamily::kUnary
                                        ? RejectionOf(op.name, {shape})
                                        : RejectionOf(op.name, {shape, shape});
      const bool complex_part = op.name != "complex" || ComplexOf(info.type).has_value();
      EXPECT_EQ(rejection.empty(), op.types.Contains(info.type) && complex_part)
          << op.name << " " << info.name << ": " << rejection;
    }
  }
}

TEST(ElementwiseRules, RequireTheNumberOfArrays) {
  for (const OpDef& op : AllOps()) {
    if (op.family == OpFamily::kUnary) {
      EXPECT_EQ(RejectionOf(op.name, {"f32[]", "f32[]"}),
                Format("{}.C1: `{}` takes 1 array operand, got 2", {op.name, op.name}));
      EXPECT_EQ(RejectionOf(op.name, {"(f32[2], s32[])"}),
                Format("{}.C1: `{}`: operand 0 must be an array, got (f32[2], s32[])",
                       {op.name, op.name}));
    }
    if (op.family == OpFamily::kBinary) {
      EXPECT_EQ(RejectionOf(op.name, {"f32[]"}),
                Format("{}.C1: `{}` takes 2 array operands, got 1", {op.name, op.name}));
      EXPECT_EQ(RejectionOf(op.name, {"f32[]", "token[]"}),
                Format("{}.C1: `{}`: operand 1 must be an array, got token[]", {op.name, op.name}));
    }
  }
}

TEST(ElementwiseRules, RequireEqualDimensionsAndTypes) {
  for (const OpDef& op : AllOps()) {
    if (op.family != OpFamily::kBinary) continue;
    EXPECT_EQ(
        RejectionOf(op.name, {"f32[4]", "f32[1,4]"}),
        Format("{}.C1: `{}`: operand dimensions must match, got {4} and {1,4}; HLO has no implicit "
               "broadcasting, insert a `broadcast`",
               {op.name, op.name}));
    EXPECT_EQ(RejectionOf(op.name, {"f32[4]", "s32[4]"}),
              Format("{}.C2: `{}`: operand types must match, got f32 and s32", {op.name, op.name}));
    EXPECT_EQ(
        RejectionOf(op.name, {"f32[4]", "bf16[4]"}),
        Format("{}.C2: `{}`: operand types must match, got f32 and bf16", {op.name, op.name}));
  }
}

TEST(ElementwiseRules, OfComplexRequireF32OrF64) {
  EXPECT_EQ(RejectionOf("complex", {"f16[4]", "f16[4]"}),
            "complex.C4: `complex`: the element type must be f32 or f64, got f16");
}

TEST(ElementwiseShapes, FollowTheOperands) {
  const auto text = [](std::string_view op, std::initializer_list<const char*> shapes) {
    OpCall call(op);
    for (const char* shape : shapes) call.OperandShape(shape);
    const Result<Shape> shape = call.Infer();
    return shape.ok() ? ShapeText(shape.value()) : shape.error().message;
  };
  EXPECT_EQ(text("abs", {"c64[2,3]"}), "f32[2,3]{1,0}");
  EXPECT_EQ(text("abs", {"c128[]"}), "f64[]");
  EXPECT_EQ(text("real", {"c64[2]"}), "f32[2]{0}");
  EXPECT_EQ(text("imag", {"bf16[2]"}), "bf16[2]{0}");
  EXPECT_EQ(text("is-finite", {"f8e5m2[2]"}), "pred[2]{0}");
  EXPECT_EQ(text("negate", {"f32[2,3]{0,1}"}), "f32[2,3]{0,1}");
  EXPECT_EQ(text("complex", {"f64[2]", "f64[2]"}), "c128[2]{0}");
  EXPECT_EQ(text("add", {"f32[4]", "f32[<=4]"}), "f32[<=4]{0}");
}

TEST(ElementwiseShapes, ShowDynamicSizesInMessages) {
  EXPECT_EQ(DimsText(ShapeOf("f32[2,<=8]")), "{2,<=8}");
  EXPECT_EQ(DimsText(ShapeOf("f32[]")), "{}");
}

}  // namespace
}  // namespace hlo
