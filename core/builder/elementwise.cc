// SPDX-License-Identifier: Apache-2.0
#include "hlo/builder/elementwise.h"

#include "core/base/result.h"
#include "core/builder/broadcasting.h"
#include "core/builder/emit.h"
#include "hlo/builder/constants.h"
#include "hlo/builder/control.h"

namespace hlo::builder {

// ---- one operand ----

#define HLO_UNARY(Name, opcode) \
  Value Name(Value x) { return Emit(opcode, {x}); }
HLO_UNARY(Abs, Opcode::kAbs)
HLO_UNARY(Acos, Opcode::kAcos)
HLO_UNARY(Acosh, Opcode::kAcosh)
HLO_UNARY(Asin, Opcode::kAsin)
HLO_UNARY(Asinh, Opcode::kAsinh)
HLO_UNARY(Atan, Opcode::kAtan)
HLO_UNARY(Atanh, Opcode::kAtanh)
HLO_UNARY(Cbrt, Opcode::kCbrt)
HLO_UNARY(Ceil, Opcode::kCeil)
HLO_UNARY(Clz, Opcode::kCountLeadingZeros)
HLO_UNARY(Copy, Opcode::kCopy)
HLO_UNARY(Cos, Opcode::kCosine)
HLO_UNARY(Cosh, Opcode::kCosh)
HLO_UNARY(Erf, Opcode::kErf)
HLO_UNARY(Exp, Opcode::kExponential)
HLO_UNARY(Expm1, Opcode::kExponentialMinusOne)
HLO_UNARY(Floor, Opcode::kFloor)
HLO_UNARY(Imag, Opcode::kImag)
HLO_UNARY(IsFinite, Opcode::kIsFinite)
HLO_UNARY(Log, Opcode::kLog)
HLO_UNARY(Log1p, Opcode::kLogPlusOne)
HLO_UNARY(Logistic, Opcode::kLogistic)
HLO_UNARY(Neg, Opcode::kNegate)
HLO_UNARY(Not, Opcode::kNot)
HLO_UNARY(PopulationCount, Opcode::kPopcnt)
HLO_UNARY(Real, Opcode::kReal)
HLO_UNARY(Round, Opcode::kRoundNearestAfz)
HLO_UNARY(RoundNearestEven, Opcode::kRoundNearestEven)
HLO_UNARY(Rsqrt, Opcode::kRsqrt)
HLO_UNARY(Sign, Opcode::kSign)
HLO_UNARY(Sin, Opcode::kSine)
HLO_UNARY(Sinh, Opcode::kSinh)
HLO_UNARY(Sqrt, Opcode::kSqrt)
HLO_UNARY(Tan, Opcode::kTan)
HLO_UNARY(Tanh, Opcode::kTanh)
#undef HLO_UNARY

namespace {

// One opcode serves logical and bitwise functions; the logical ones accept only pred.
bool AllPred(Values operands) {
  for (const Value& operand : operands) {
    const ElementType type = operand.shape().element_type;
    if (!operand.ok() || type == ElementType::kPred) continue;
    Refuse(operand,
           Fail("V02", "the operand of a logical operation must be pred, got {}", {Name(type)}));
    return false;
  }
  return true;
}

Value Compare(std::string_view direction, bool total_order, Value lhs, Value rhs, Ints dimensions) {
  NamedAttributes attributes = {
      {Attr::direction, EnumWord(Opcode::kCompare, Attr::direction, direction)}};
  if (total_order && IsFloat(lhs.shape().element_type)) {
    attributes.push_back({Attr::type, EnumWord(Opcode::kCompare, Attr::type, "TOTALORDER")});
  }
  return EmitBroadcast(Opcode::kCompare, lhs, rhs, dimensions, std::move(attributes));
}

}  // namespace

Value LogicalNot(Value x) { return AllPred({x}) ? Not(x) : Value(); }

// ---- two operands ----

#define HLO_BINARY(Name, opcode)                            \
  Value Name(Value lhs, Value rhs, Ints dimensions) {       \
    return EmitBroadcast(opcode, lhs, rhs, dimensions, {}); \
  }
HLO_BINARY(Add, Opcode::kAdd)
HLO_BINARY(Sub, Opcode::kSubtract)
HLO_BINARY(Mul, Opcode::kMultiply)
HLO_BINARY(Div, Opcode::kDivide)
HLO_BINARY(Rem, Opcode::kRemainder)
HLO_BINARY(Max, Opcode::kMaximum)
HLO_BINARY(Min, Opcode::kMinimum)
HLO_BINARY(Pow, Opcode::kPower)
HLO_BINARY(Atan2, Opcode::kAtan2)
HLO_BINARY(Complex, Opcode::kComplex)
HLO_BINARY(And, Opcode::kAnd)
HLO_BINARY(Or, Opcode::kOr)
HLO_BINARY(Xor, Opcode::kXor)
HLO_BINARY(ShiftLeft, Opcode::kShiftLeft)
HLO_BINARY(ShiftRightArithmetic, Opcode::kShiftRightArithmetic)
HLO_BINARY(ShiftRightLogical, Opcode::kShiftRightLogical)
HLO_BINARY(MulHi, Opcode::kMulhi)
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

Value Clamp(Value low, Value x, Value high) { return Emit(Opcode::kClamp, {low, x, high}); }

Value Select(Value pred, Value on_true, Value on_false) {
  const Shape& shape = on_true.shape();
  const bool tuples = pred.ok() && on_true.ok() && on_false.ok() && shape.IsTuple();
  if (!tuples) return Emit(Opcode::kSelect, {pred, on_true, on_false});
  if (!pred.shape().IsScalar() || !Compatible(shape, on_false.shape())) {
    return Refuse(pred, Fail("V02", "{} cannot select between {} and {}",
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
  return Emit(Opcode::kConvert, {x}, {}, &result);
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
  return Emit(Opcode::kBitcastConvert, {x}, {}, &result);
}

Value ReducePrecision(Value x, int64_t exponent_bits, int64_t mantissa_bits) {
  const Shape& result = x.shape();
  return Emit(Opcode::kReducePrecision, {x},
              {{Attr::exponent_bits, exponent_bits}, {Attr::mantissa_bits, mantissa_bits}},
              &result);
}

Value StochasticConvertType(Value x, Value random, ElementType type) {
  const Shape result = ChangeElementType(x.shape(), type);
  return Emit(Opcode::kStochasticConvert, {x, random}, {}, &result);
}

}  // namespace hlo::builder
