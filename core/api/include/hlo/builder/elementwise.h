// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_BUILDER_ELEMENTWISE_H_
#define HLO_BUILDER_ELEMENTWISE_H_

#include "hlo/builder/builder.h"

// Elementwise functions (ops reference, sections 3 to 6).
namespace hlo::builder {

// ---- one operand: the result has its sizes ----

Value Abs(Value x);
Value Acos(Value x);
Value Acosh(Value x);
Value Asin(Value x);
Value Asinh(Value x);
Value Atan(Value x);
Value Atanh(Value x);
Value Cbrt(Value x);
Value Ceil(Value x);
Value Clz(Value x);
Value Copy(Value x);
Value Cos(Value x);
Value Cosh(Value x);
Value Erf(Value x);
Value Exp(Value x);
Value Expm1(Value x);
Value Floor(Value x);
Value Imag(Value x);
Value IsFinite(Value x);
Value Log(Value x);
Value Log1p(Value x);
Value Logistic(Value x);
Value LogicalNot(Value x);  // on pred
Value Neg(Value x);
Value Not(Value x);
Value PopulationCount(Value x);
Value Real(Value x);
Value Round(Value x);             // ties away from zero
Value RoundNearestEven(Value x);  // ties to even
Value Rsqrt(Value x);
Value Sign(Value x);
Value Sin(Value x);
Value Sinh(Value x);
Value Sqrt(Value x);
Value Tan(Value x);
Value Tanh(Value x);

// ---- two operands, made equal in sizes first (ops reference 2.1) ----
//
// A scalar is compatible with everything. Operands of equal rank are compatible if in each
// dimension the sizes are equal or one of them is 1, which is then broadcast. For operands of
// unequal ranks, `broadcast_dimensions` maps each dimension of the smaller one to a dimension of
// the larger one, in increasing order: f32[3] and f32[2,3] are compatible with {1}. Broadcasting an
// operand creates a `broadcast`, after a `reshape` that drops its dimensions of size 1.
// Errors: V01 for broadcast_dimensions that do not fit, and the rules of the op.

Value Add(Value lhs, Value rhs, Ints broadcast_dimensions = {});
Value Sub(Value lhs, Value rhs, Ints broadcast_dimensions = {});
Value Mul(Value lhs, Value rhs, Ints broadcast_dimensions = {});
Value Div(Value lhs, Value rhs, Ints broadcast_dimensions = {});
Value Rem(Value lhs, Value rhs, Ints broadcast_dimensions = {});
Value Max(Value lhs, Value rhs, Ints broadcast_dimensions = {});
Value Min(Value lhs, Value rhs, Ints broadcast_dimensions = {});
Value Pow(Value lhs, Value rhs, Ints broadcast_dimensions = {});
Value Atan2(Value y, Value x, Ints broadcast_dimensions = {});
Value Complex(Value real, Value imag, Ints broadcast_dimensions = {});
Value And(Value lhs, Value rhs, Ints broadcast_dimensions = {});
Value Or(Value lhs, Value rhs, Ints broadcast_dimensions = {});
Value Xor(Value lhs, Value rhs, Ints broadcast_dimensions = {});
Value LogicalAnd(Value lhs, Value rhs, Ints broadcast_dimensions = {});  // on pred
Value LogicalOr(Value lhs, Value rhs, Ints broadcast_dimensions = {});   // on pred
Value ShiftLeft(Value lhs, Value rhs, Ints broadcast_dimensions = {});
Value ShiftRightArithmetic(Value lhs, Value rhs, Ints broadcast_dimensions = {});
Value ShiftRightLogical(Value lhs, Value rhs, Ints broadcast_dimensions = {});
Value MulHi(Value lhs, Value rhs, Ints broadcast_dimensions = {});

// Comparisons return pred. The total order puts -NaN first, -0 before +0 and NaN last; types other
// than floating-point are compared by value.
Value Eq(Value lhs, Value rhs, Ints broadcast_dimensions = {});
Value Ne(Value lhs, Value rhs, Ints broadcast_dimensions = {});
Value Ge(Value lhs, Value rhs, Ints broadcast_dimensions = {});
Value Gt(Value lhs, Value rhs, Ints broadcast_dimensions = {});
Value Le(Value lhs, Value rhs, Ints broadcast_dimensions = {});
Value Lt(Value lhs, Value rhs, Ints broadcast_dimensions = {});
Value EqTotalOrder(Value lhs, Value rhs, Ints broadcast_dimensions = {});
Value NeTotalOrder(Value lhs, Value rhs, Ints broadcast_dimensions = {});
Value GeTotalOrder(Value lhs, Value rhs, Ints broadcast_dimensions = {});
Value GtTotalOrder(Value lhs, Value rhs, Ints broadcast_dimensions = {});
Value LeTotalOrder(Value lhs, Value rhs, Ints broadcast_dimensions = {});
Value LtTotalOrder(Value lhs, Value rhs, Ints broadcast_dimensions = {});

inline Value operator-(Value x) { return Neg(x); }
inline Value operator~(Value x) { return Not(x); }
inline Value operator+(Value lhs, Value rhs) { return Add(lhs, rhs); }
inline Value operator-(Value lhs, Value rhs) { return Sub(lhs, rhs); }
inline Value operator*(Value lhs, Value rhs) { return Mul(lhs, rhs); }
inline Value operator/(Value lhs, Value rhs) { return Div(lhs, rhs); }
inline Value operator%(Value lhs, Value rhs) { return Rem(lhs, rhs); }
inline Value operator&(Value lhs, Value rhs) { return And(lhs, rhs); }
inline Value operator|(Value lhs, Value rhs) { return Or(lhs, rhs); }
inline Value operator^(Value lhs, Value rhs) { return Xor(lhs, rhs); }

// The functions above as values: the op of a scalar computation.
using BinaryOp = Value (*)(Value, Value, Ints);
// (x, y) -> op(x, y) on scalars: ScalarFunction("add", ElementType::kF32, Add), for Reduce, Scatter
// and AllReduce; with a comparison for Sort and SelectAndScatter.
Function ScalarFunction(std::string name, ElementType type, BinaryOp op);

// ---- three operands ----

// min(max(x, low), high); low and high have the sizes of x or are scalars.
Value Clamp(Value low, Value x, Value high);
// on_true where pred, on_false elsewhere; pred has their sizes or is a scalar. Tuples of equal
// shape are selected element by element, with a scalar pred.
Value Select(Value pred, Value on_true, Value on_false);

// ---- other element types ----

Value ConvertElementType(Value x, ElementType type);  // the nearest value
// The same bits: a wider type consumes the last dimension, a narrower one adds one.
Value BitcastConvertType(Value x, ElementType type);
// Rounded as if stored in a format of the given widths, and read back.
Value ReducePrecision(Value x, int64_t exponent_bits, int64_t mantissa_bits);
// Stochastic rounding: `random` contains unsigned numbers of the width of x.
Value StochasticConvertType(Value x, Value random, ElementType type);

}  // namespace hlo::builder

#endif  // HLO_BUILDER_ELEMENTWISE_H_
