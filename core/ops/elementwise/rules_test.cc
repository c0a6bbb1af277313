// SPDX-License-Identifier: Apache-2.0
// The rules of the unary and binary ops. Messages are those of the ops reference, sections 3 and 4,
// with an element type that the op does reject.
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

// add and multiply take every array type, so that their rule 3 rejects nothing.
constexpr TypeRow kUnsupportedTypes[] = {
    {"abs", 2, "u32", "`abs`: element type u32 is not supported (allowed: signed, float, complex)"},
    {"acos", 2, "s32", "`acos`: element type s32 is not supported (allowed: float, complex)"},
    {"acosh", 2, "s32", "`acosh`: element type s32 is not supported (allowed: float, complex)"},
    {"asin", 2, "s32", "`asin`: element type s32 is not supported (allowed: float, complex)"},
    {"asinh", 2, "s32", "`asinh`: element type s32 is not supported (allowed: float, complex)"},
    {"atan", 2, "s32", "`atan`: element type s32 is not supported (allowed: float, complex)"},
    {"atanh", 2, "s32", "`atanh`: element type s32 is not supported (allowed: float, complex)"},
    {"cbrt", 2, "s32", "`cbrt`: element type s32 is not supported (allowed: float)"},
    {"ceil", 2, "s32", "`ceil`: element type s32 is not supported (allowed: float)"},
    {"cosine", 2, "s32", "`cosine`: element type s32 is not supported (allowed: float, complex)"},
    {"cosh", 2, "s32", "`cosh`: element type s32 is not supported (allowed: float, complex)"},
    {"count-leading-zeros", 2, "f32",
     "`count-leading-zeros`: element type f32 is not supported (allowed: int)"},
    {"erf", 2, "s32", "`erf`: element type s32 is not supported (allowed: float)"},
    {"exponential", 2, "s32",
     "`exponential`: element type s32 is not supported (allowed: float, complex)"},
    {"exponential-minus-one", 2, "s32",
     "`exponential-minus-one`: element type s32 is not supported (allowed: float, complex)"},
    {"floor", 2, "s32", "`floor`: element type s32 is not supported (allowed: float)"},
    {"imag", 2, "s32", "`imag`: element type s32 is not supported (allowed: float, complex)"},
    {"is-finite", 2, "s32", "`is-finite`: element type s32 is not supported (allowed: float)"},
    {"log", 2, "s32", "`log`: element type s32 is not supported (allowed: float, complex)"},
    {"log-plus-one", 2, "s32",
     "`log-plus-one`: element type s32 is not supported (allowed: float, complex)"},
    {"logistic", 2, "s32",
     "`logistic`: element type s32 is not supported (allowed: float, complex)"},
    {"negate", 2, "pred",
     "`negate`: element type pred is not supported (allowed: int, float, complex)"},
    {"not", 2, "f32", "`not`: element type f32 is not supported (allowed: pred, int)"},
    {"popcnt", 2, "f32", "`popcnt`: element type f32 is not supported (allowed: int)"},
    {"real", 2, "s32", "`real`: element type s32 is not supported (allowed: float, complex)"},
    {"round-nearest-afz", 2, "s32",
     "`round-nearest-afz`: element type s32 is not supported (allowed: float)"},
    {"round-nearest-even", 2, "s32",
     "`round-nearest-even`: element type s32 is not supported (allowed: float)"},
    {"rsqrt", 2, "s32", "`rsqrt`: element type s32 is not supported (allowed: float, complex)"},
    {"sign", 2, "u32",
     "`sign`: element type u32 is not supported (allowed: signed, float, complex)"},
    {"sine", 2, "s32", "`sine`: element type s32 is not supported (allowed: float, complex)"},
    {"sinh", 2, "s32", "`sinh`: element type s32 is not supported (allowed: float, complex)"},
    {"sqrt", 2, "s32", "`sqrt`: element type s32 is not supported (allowed: float, complex)"},
    {"tan", 2, "s32", "`tan`: element type s32 is not supported (allowed: float, complex)"},
    {"tanh", 2, "s32", "`tanh`: element type s32 is not supported (allowed: float, complex)"},
    {"subtract", 3, "pred",
     "`subtract`: element type pred is not supported (allowed: int, float, complex)"},
    {"divide", 3, "pred",
     "`divide`: element type pred is not supported (allowed: int, float, complex)"},
    {"remainder", 3, "pred",
     "`remainder`: element type pred is not supported (allowed: int, float)"},
    {"maximum", 3, "c64",
     "`maximum`: element type c64 is not supported (allowed: pred, int, float)"},
    {"minimum", 3, "c64",
     "`minimum`: element type c64 is not supported (allowed: pred, int, float)"},
    {"power", 3, "pred",
     "`power`: element type pred is not supported (allowed: int, float, complex)"},
    {"atan2", 3, "s32", "`atan2`: element type s32 is not supported (allowed: float, complex)"},
    {"complex", 3, "s32", "`complex`: element type s32 is not supported (allowed: float)"},
    {"complex", 4, "f16", "`complex`: element type f16 has no complex type"},
    {"and", 3, "f32", "`and`: element type f32 is not supported (allowed: pred, int)"},
    {"or", 3, "f32", "`or`: element type f32 is not supported (allowed: pred, int)"},
    {"xor", 3, "f32", "`xor`: element type f32 is not supported (allowed: pred, int)"},
    {"shift-left", 3, "f32", "`shift-left`: element type f32 is not supported (allowed: int)"},
    {"shift-right-arithmetic", 3, "f32",
     "`shift-right-arithmetic`: element type f32 is not supported (allowed: int)"},
    {"shift-right-logical", 3, "f32",
     "`shift-right-logical`: element type f32 is not supported (allowed: int)"},
    {"mulhi", 3, "f32", "`mulhi`: element type f32 is not supported (allowed: int)"},
};

std::string RejectionOf(std::string_view op, std::initializer_list<std::string> shapes) {
  OpCall call(op);
  for (const std::string& shape : shapes) call.OperandShape(shape);
  return call.Rejection();
}

bool IsUnaryOp(std::string_view op) { return FindOp(op)->family == OpFamily::kUnary; }

TEST(ElementwiseRules, RejectElementTypesInTheWordsOfTheReference) {
  for (const TypeRow& row : kUnsupportedTypes) {
    const std::string shape = std::string(row.type) + "[4]";
    const std::string rejection =
        IsUnaryOp(row.op) ? RejectionOf(row.op, {shape}) : RejectionOf(row.op, {shape, shape});
    EXPECT_EQ(rejection, Format("{}.C{}: {}", {row.op, row.rule, row.message}));
  }
}

TEST(ElementwiseRules, AcceptExactlyTheTypesOfTheRow) {
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

TEST(ElementwiseRules, WantArraysAndTheRightNumberOfThem) {
  for (const OpDef& op : AllOps()) {
    if (op.family == OpFamily::kUnary) {
      EXPECT_EQ(RejectionOf(op.name, {"f32[]", "f32[]"}),
                Format("{}.C1: `{}`: needs 1 array operand, got 2", {op.name, op.name}));
      EXPECT_EQ(RejectionOf(op.name, {"(f32[2], s32[])"}),
                Format("{}.C1: `{}`: operand 0 must be an array, got (f32[2], s32[])",
                       {op.name, op.name}));
    }
    if (op.family == OpFamily::kBinary) {
      EXPECT_EQ(RejectionOf(op.name, {"f32[]"}),
                Format("{}.C1: `{}`: needs 2 array operands, got 1", {op.name, op.name}));
      EXPECT_EQ(RejectionOf(op.name, {"f32[]", "token[]"}),
                Format("{}.C1: `{}`: operand 1 must be an array, got token[]", {op.name, op.name}));
    }
  }
}

TEST(ElementwiseRules, WantEqualDimsAndTypes) {
  for (const OpDef& op : AllOps()) {
    if (op.family != OpFamily::kBinary) continue;
    EXPECT_EQ(RejectionOf(op.name, {"f32[4]", "f32[1,4]"}),
              Format("{}.C1: `{}`: operand dims {4} and {1,4} differ; HLO does not broadcast, "
                     "insert a broadcast",
                     {op.name, op.name}));
    EXPECT_EQ(RejectionOf(op.name, {"f32[4]", "s32[4]"}),
              Format("{}.C2: `{}`: operand types f32 and s32 differ", {op.name, op.name}));
    EXPECT_EQ(RejectionOf(op.name, {"f32[4]", "bf16[4]"}),
              Format("{}.C2: `{}`: operand types f32 and bf16 differ", {op.name, op.name}));
  }
}

TEST(ElementwiseRules, OfComplexWantATypeThatHasOne) {
  EXPECT_EQ(RejectionOf("complex", {"f16[4]", "f16[4]"}),
            "complex.C4: `complex`: element type f16 has no complex type");
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

TEST(ElementwiseShapes, OfMessagesShowDynamicSizes) {
  EXPECT_EQ(DimsText(ShapeOf("f32[2,<=8]")), "{2,<=8}");
  EXPECT_EQ(DimsText(ShapeOf("f32[]")), "{}");
}

}  // namespace
}  // namespace hlo
