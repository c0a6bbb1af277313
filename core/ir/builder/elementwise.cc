// SPDX-License-Identifier: Apache-2.0
#include "core/ir/builder/elementwise.h"

#include "core/ir/builder/broadcasting.h"
#include "core/ir/builder/constants.h"
#include "core/ir/builder/control.h"
#include "core/ir/builder/emit.h"

namespace hlo::builder {

// ---- one operand ----

#define HLO_UNARY(Name, opcode) \
  Value Name(Value x) { return Emit(opcode, {x}); }
HLO_UNARY(Abs, "abs")
HLO_UNARY(Acos, "acos")
HLO_UNARY(Acosh, "acosh")
HLO_UNARY(Asin, "asin")
HLO_UNARY(Asinh, "asinh")
HLO_UNARY(Atan, "atan")
HLO_UNARY(Atanh, "atanh")
HLO_UNARY(Cbrt, "cbrt")
HLO_UNARY(Ceil, "ceil")
HLO_UNARY(Clz, "count-leading-zeros")
HLO_UNARY(Copy, "copy")
HLO_UNARY(Cos, "cosine")
HLO_UNARY(Cosh, "cosh")
HLO_UNARY(Erf, "erf")
HLO_UNARY(Exp, "exponential")
HLO_UNARY(Expm1, "exponential-minus-one")
HLO_UNARY(Floor, "floor")
HLO_UNARY(Imag, "imag")
HLO_UNARY(IsFinite, "is-finite")
HLO_UNARY(Log, "log")
HLO_UNARY(Log1p, "log-plus-one")
HLO_UNARY(Logistic, "logistic")
HLO_UNARY(Neg, "negate")
HLO_UNARY(Not, "not")
HLO_UNARY(PopulationCount, "popcnt")
HLO_UNARY(Real, "real")
HLO_UNARY(Round, "round-nearest-afz")
HLO_UNARY(RoundNearestEven, "round-nearest-even")
HLO_UNARY(Rsqrt, "rsqrt")
HLO_UNARY(Sign, "sign")
HLO_UNARY(Sin, "sine")
HLO_UNARY(Sinh, "sinh")
HLO_UNARY(Sqrt, "sqrt")
HLO_UNARY(Tan, "tan")
HLO_UNARY(Tanh, "tanh")
#undef HLO_UNARY

namespace {

// One opcode serves logical and bitwise functions; the logical ones take pred alone.
bool AllPred(Values operands) {
  for (const Value& operand : operands) {
    const ElementType type = operand.shape().element_type;
    if (!operand.ok() || type == ElementType::kPred) continue;
    Refuse(operand, Fail("V02", "a logical operation takes pred, got {}", {Name(type)}));
    return false;
  }
  return true;
}

Value Compare(std::string_view direction, bool total_order, Value lhs, Value rhs, Ints dimensions) {
  NamedAttributes attributes = {{Attr::direction, EnumWord("compare", Attr::direction, direction)}};
  if (total_order && IsFloat(lhs.shape().element_type)) {
    attributes.push_back({Attr::type, EnumWord("compare", Attr::type, "TOTALORDER")});
  }
  return EmitBroadcast("compare", lhs, rhs, dimensions, std::move(attributes));
}

}  // namespace

Value LogicalNot(Value x) { return AllPred({x}) ? Not(x) : Value(); }

// ---- two operands ----

#define HLO_BINARY(Name, opcode)                            \
  Value Name(Value lhs, Value rhs, Ints dimensions) {       \
    return EmitBroadcast(opcode, lhs, rhs, dimensions, {}); \
  }
HLO_BINARY(Add, "add")
HLO_BINARY(Sub, "subtract")
HLO_BINARY(Mul, "multiply")
HLO_BINARY(Div, "divide")
HLO_BINARY(Rem, "remainder")
HLO_BINARY(Max, "maximum")
HLO_BINARY(Min, "minimum")
HLO_BINARY(Pow, "power")
HLO_BINARY(Atan2, "atan2")
HLO_BINARY(Complex, "complex")
HLO_BINARY(And, "and")
HLO_BINARY(Or, "or")
HLO_BINARY(Xor, "xor")
HLO_BINARY(ShiftLeft, "shift-left")
HLO_BINARY(ShiftRightArithmetic, "shift-right-arithmetic")
HLO_BINARY(ShiftRightLogical, "shift-right-logical")
HLO_BINARY(MulHi, "mulhi")
#undef HLO_BINARY

#define HLO_COMPARE(Name, direction)                              \
  Value Name(Value lhs, Value rhs, Ints dimensions) {             \
    return Compare(direction, false, lhs, rhs, dimensions);       \
  }                                                               \
  Value Name##TotalOrder(Value lhs, Value rhs, Ints dimensions) { \
    return Compare(direction, true, lhs, rhs, dimensions);        \
  }
HLO_COMPARE(Eq, "EQ")
HLO_COMPARE(Ne, "NE")
HLO_COMPARE(Ge, "GE")
HLO_COMPARE(Gt, "GT")
HLO_COMPARE(Le, "LE")
HLO_COMPARE(Lt, "LT")
#undef HLO_COMPARE

Value LogicalAnd(Value lhs, Value rhs, Ints dimensions) {
  return AllPred({lhs, rhs}) ? And(lhs, rhs, dimensions) : Value();
}

Value LogicalOr(Value lhs, Value rhs, Ints dimensions) {
  return AllPred({lhs, rhs}) ? Or(lhs, rhs, dimensions) : Value();
}

Function ScalarFunction(std::string name, ElementType type, BinaryOp op) {
  Builder b(std::move(name));
  const Value x = Parameter(b, 0, Shape::Scalar(type), "x");
  const Value y = Parameter(b, 1, Shape::Scalar(type), "y");
  op(x, y, {});
  return b.Build();
}

// ---- three operands ----

Value Clamp(Value low, Value x, Value high) { return Emit("clamp", {low, x, high}); }

Value Select(Value pred, Value on_true, Value on_false) {
  const Shape& shape = on_true.shape();
  const bool tuples = pred.ok() && on_true.ok() && on_false.ok() && shape.IsTuple();
  if (!tuples) return Emit("select", {pred, on_true, on_false});
  if (!pred.shape().IsScalar() || !Compatible(shape, on_false.shape())) {
    return Refuse(pred, Fail("V02", "{} cannot choose between {} and {}",
                             {ShapeText(pred.shape(), false), ShapeText(shape, false),
                              ShapeText(on_false.shape(), false)}));
  }
  std::vector<Value> chosen;
  for (int64_t i = 0; i < std::ssize(shape.elements); ++i) {
    chosen.push_back(Select(pred, GetTupleElement(on_true, i), GetTupleElement(on_false, i)));
  }
  return Tuple(*pred.builder(), chosen);
}

// ---- other element types ----

Value ConvertElementType(Value x, ElementType type) {
  const Shape result = ChangeElementType(x.shape(), type);
  return Emit("convert", {x}, {}, &result);
}

Value BitcastConvertType(Value x, ElementType type) {
  Shape result = x.shape();
  if (result.IsArray() && IsArrayType(type)) {
    const int from = BitWidth(result.element_type);
    const int to = BitWidth(type);
    if (from > to) result = AppendMinorDimension(from / to, result);
    if (from < to && result.rank() > 0) result = DeleteDimension(result.rank() - 1, result);
    result = WithDefaultLayout(ChangeElementType(result, type));
  }
  return Emit("bitcast-convert", {x}, {}, &result);
}

Value ReducePrecision(Value x, int64_t exponent_bits, int64_t mantissa_bits) {
  const Shape result = x.shape();
  return Emit("reduce-precision", {x},
              {{Attr::exponent_bits, exponent_bits}, {Attr::mantissa_bits, mantissa_bits}},
              &result);
}

Value StochasticConvertType(Value x, Value random, ElementType type) {
  const Shape result = ChangeElementType(x.shape(), type);
  return Emit("stochastic-convert", {x, random}, {}, &result);
}

}  // namespace hlo::builder
