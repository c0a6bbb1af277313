// SPDX-License-Identifier: Apache-2.0
#include "core/import/stablehlo/chlo_functions.h"

#include "core/base/format.h"
#include "core/import/stablehlo/chlo_coefficients.h"

namespace hlo::stablehlo {

using enum Opcode;

namespace {

using F = ScalarFunction;
using V = ScalarFunction::Value;

constexpr std::string_view kPi = "3.14159265358979323846";

V One(F& f) { return f.Number("1"); }

// exp(-x*x)*P(..): for abs(x) >= 1, 0 where it would underflow, mirrored for x < 0.
V FinishErfc(F& f, V x, V small, V large, V negated_square, std::string_view least) {
  const V underflows = f.Is("LT", negated_square, f.Number(least));
  const V positive = f.Choose(underflows, f.Number("0"), large);
  const V mirrored = f.Of(kSubtract, {f.Number("2"), positive});
  const V outer = f.Choose(f.Is("LT", x, f.Number("0")), mirrored, positive);
  return f.Choose(f.Is("LT", f.Of(kAbs, {x}), One(f)), small, outer);
}

V Erfc(F& f, V x) {
  const V size = f.Of(kAbs, {x});
  const V square = f.Of(kMultiply, {x, x});
  const V quotient = f.Of(kDivide, {f.Polynomial(square, kErfT), f.Polynomial(square, kErfU)});
  const V small = f.Of(kSubtract, {One(f), f.Of(kMultiply, {x, quotient})});
  const V negated = f.Of(kNegate, {square});
  const V power = f.Of(kExponential, {negated});
  const V near = f.Of(
      kDivide, {f.Of(kMultiply, {power, f.Polynomial(size, kErfcP)}), f.Polynomial(size, kErfcQ)});
  const V far = f.Of(
      kDivide, {f.Of(kMultiply, {power, f.Polynomial(size, kErfcR)}), f.Polynomial(size, kErfcS)});
  const V large = f.Choose(f.Is("LT", size, f.Number("8")), near, far);
  return FinishErfc(f, x, small, large, negated, "-709.782712893383996843");
}

V ErfInv(F& f, V x) {
  const V w = f.Of(kNegate, {f.Of(kLogPlusOne, {f.Of(kMultiply, {f.Of(kNegate, {x}), x})})});
  const V root = f.Of(kSqrt, {w});
  const V small = f.Polynomial(f.Of(kSubtract, {w, f.Number("3.125")}), kErfInvSmall);
  const V middle = f.Polynomial(f.Of(kSubtract, {root, f.Number("3.25")}), kErfInvMiddle);
  const V large = f.Polynomial(f.Of(kSubtract, {root, f.Number("5")}), kErfInvLarge);
  V p = f.Choose(f.Is("LT", w, f.Number("16")), middle, large);
  p = f.Choose(f.Is("LT", w, f.Number("6.25")), small, p);
  const V at_end = f.Is("EQ", f.Of(kAbs, {x}), One(f));
  return f.Choose(at_end, f.Of(kMultiply, {x, f.Number("inf")}), f.Of(kMultiply, {p, x}));
}

// What lgamma and digamma share (Lanczos, g = 7).
struct Lanczos {
  V reflects;  // x < 0.5
  V z, sum, t, log_t;
};

Lanczos LanczosOf(F& f, V x) {
  Lanczos l;
  l.reflects = f.Is("LT", x, f.Number("0.5"));
  l.z = f.Choose(l.reflects, f.Of(kNegate, {x}), f.Of(kSubtract, {x, One(f)}));
  l.sum = f.Number(kLanczos[0]);
  for (size_t k = 1; k < std::size(kLanczos); ++k) {
    const V denominator = f.Of(kAdd, {l.z, f.Number(std::to_string(k))});
    l.sum = f.Of(kAdd, {l.sum, f.Of(kDivide, {f.Number(kLanczos[k]), denominator})});
  }
  l.t = f.Of(kAdd, {f.Number("7.5"), l.z});
  const V ratio = f.Of(kDivide, {l.z, f.Number("7.5")});
  l.log_t = f.Of(kAdd, {f.Number("2.014903020542264773"), f.Of(kLogPlusOne, {ratio})});
  return l;
}

V Lgamma(F& f, V x) {
  const Lanczos l = LanczosOf(f, x);
  const V half = f.Number("0.5");
  const V exponent = f.Of(kSubtract, {f.Of(kAdd, {l.z, half}), f.Of(kDivide, {l.t, l.log_t})});
  // (log 2 + log pi) / 2
  V result = f.Of(kAdd, {f.Number("0.91893853320467274178"), f.Of(kMultiply, {exponent, l.log_t})});
  result = f.Of(kAdd, {result, f.Of(kLog, {l.sum})});
  const V size = f.Of(kAbs, {x});
  V fraction = f.Of(kSubtract, {size, f.Of(kFloor, {size})});
  fraction = f.Choose(f.Is("GT", fraction, half), f.Of(kSubtract, {One(f), fraction}), fraction);
  const V sine = f.Of(kSine, {f.Of(kMultiply, {f.Number(kPi), fraction})});
  const V denominator = f.Of(kLog, {sine});
  const V log_pi = f.Number("1.14472988584940017414");
  const V reflected = f.Of(kSubtract, {f.Of(kSubtract, {log_pi, denominator}), result});
  const V finite = f.OfType("pred", kIsFinite, {denominator});
  const V below = f.Choose(finite, reflected, f.Of(kNegate, {denominator}));
  const V infinity = f.Number("inf");
  const V chosen = f.Choose(l.reflects, below, result);
  // The zeros are exact.
  const V is_zero = f.OfType("pred", kOr, {f.Is("EQ", x, One(f)), f.Is("EQ", x, f.Number("2"))});
  const V exact = f.Choose(is_zero, f.Number("0"), chosen);
  return f.Choose(f.Is("EQ", size, infinity), infinity, exact);
}

V Digamma(F& f, V x) {
  const Lanczos l = LanczosOf(f, x);
  V slope = f.Number("0");
  for (size_t k = 1; k < std::size(kLanczos); ++k) {
    const V denominator = f.Of(kAdd, {l.z, f.Number(std::to_string(k))});
    const V square = f.Of(kMultiply, {denominator, denominator});
    slope = f.Of(kSubtract, {slope, f.Of(kDivide, {f.Number(kLanczos[k]), square})});
  }
  V result = f.Of(kAdd, {l.log_t, f.Of(kDivide, {slope, l.sum})});
  result = f.Of(kSubtract, {result, f.Of(kDivide, {f.Number("7"), l.t})});
  const V whole = f.Of(kAbs, {f.Of(kFloor, {f.Of(kAdd, {x, f.Number("0.5")})})});
  const V pi = f.Number(kPi);
  const V angle = f.Of(kMultiply, {pi, f.Of(kAdd, {x, whole})});
  const V numerator = f.Of(kMultiply, {pi, f.Of(kCosine, {angle})});
  const V reflected = f.Of(kSubtract, {result, f.Of(kDivide, {numerator, f.Of(kSine, {angle})})});
  const V chosen = f.Choose(l.reflects, reflected, result);
  const V negative = f.Is("LT", x, f.Number("0"));
  const V integral = f.Is("EQ", x, f.Of(kFloor, {x}));
  const V finite = f.Choose(f.OfType("pred", kAnd, {negative, integral}), f.Number("nan"), chosen);
  return f.Choose(f.Is("EQ", x, f.Number("0")), f.Number("-inf"), finite);
}

// Zeta of Hurwitz: ten terms, then the formula of Euler and Maclaurin.
V Zeta(F& f, V x, V q) {
  const V zero = f.Number("0");
  const V one = One(f);
  const V minus_x = f.Of(kNegate, {x});
  V sum = f.Of(kPower, {q, minus_x});
  V a = q;
  for (int n = 1; n < 10; ++n) {
    a = f.Of(kAdd, {a, one});
    sum = f.Of(kAdd, {sum, f.Of(kPower, {a, minus_x})});
  }
  a = f.Of(kAdd, {a, one});
  const V p = f.Of(kPower, {a, minus_x});
  V corrected = f.Of(kDivide, {f.Of(kMultiply, {p, a}), f.Of(kSubtract, {x, one})});
  corrected = f.Of(kAdd, {sum, corrected});
  const V inverse_square = f.Of(kDivide, {one, f.Of(kMultiply, {a, a})});
  V h = zero;
  for (int i = 0; i < static_cast<int>(std::size(kZeta)); ++i) {
    const V first = f.Of(kAdd, {x, f.Number(std::to_string(22 - 2 * i))});
    const V second = f.Of(kAdd, {x, f.Number(std::to_string(21 - 2 * i))});
    const V factor = f.Of(kMultiply, {f.Of(kMultiply, {first, second}), inverse_square});
    const V term = f.Of(kDivide, {one, f.Number(kZeta[i])});
    h = f.Of(kMultiply, {factor, f.Of(kAdd, {h, term})});
  }
  h = f.Of(kAdd, {f.Number("0.083333333333333333333"), h});
  h = f.Of(kMultiply, {f.Of(kDivide, {x, a}), h});
  corrected = f.Of(kAdd, {corrected, f.Of(kMultiply, {p, f.Of(kAdd, {f.Number("0.5"), h})})});
  const V bound = f.Of(kMultiply, {f.Of(kAbs, {sum}), f.Number("2.2250738585072014e-308")});
  V result = f.Choose(f.Is("LT", f.Of(kAbs, {p}), bound), sum, corrected);
  const V nan = f.Number("nan");
  const V infinity = f.Number("inf");
  result = f.Choose(f.Is("LT", x, one), nan, result);
  const V q_negative = f.Is("LE", q, zero);
  const V x_fraction = f.Is("NE", x, f.Of(kFloor, {x}));
  result = f.Choose(f.OfType("pred", kAnd, {q_negative, x_fraction}), nan, result);
  const V q_integral = f.Is("EQ", q, f.Of(kFloor, {q}));
  // An infinity is not even: its remainder is NaN.
  const V x_even = f.Is("EQ", f.Of(kRemainder, {x, f.Number("2")}), zero);
  const V pole = f.Choose(x_even, infinity, nan);
  result = f.Choose(f.OfType("pred", kAnd, {q_negative, q_integral}), pole, result);
  return f.Choose(f.Is("EQ", x, one), infinity, result);
}

V Polygamma(F& f, V n, V x) {
  const V one = One(f);
  const V next = f.Of(kAdd, {n, one});
  const V factorial = f.Of(kExponential, {f.Call("lgamma", {next})});
  const V parity = f.Of(kRemainder, {n, f.Number("2")});
  const V sign = f.Of(kSubtract, {f.Of(kMultiply, {f.Number("2"), parity}), one});
  const V value = f.Of(kMultiply, {f.Of(kMultiply, {sign, factorial}), f.Call("zeta", {next, x})});
  const V zero = f.Number("0");
  const V result = f.Choose(f.Is("EQ", n, zero), f.Call("digamma", {x}), value);
  const V negative = f.Is("LT", n, zero);
  const V fraction = f.Is("NE", n, f.Of(kFloor, {n}));
  return f.Choose(f.OfType("pred", kOr, {negative, fraction}), f.Number("nan"), result);
}

V Chebyshev(F& f, V t, std::span<const std::string_view> coefficients) {
  V b0 = f.Number("0"), b1 = b0, b2 = b0;
  for (std::string_view coefficient : coefficients) {
    b2 = b1;
    b1 = b0;
    b0 = f.Of(kAdd, {f.Of(kSubtract, {f.Of(kMultiply, {t, b1}), b2}), f.Number(coefficient)});
  }
  return f.Of(kMultiply, {f.Number("0.5"), f.Of(kSubtract, {b0, b2})});
}

V BesselI1e(F& f, V x) {
  const V z = f.Of(kAbs, {x});
  const V two = f.Number("2");
  const V near_t = f.Of(kSubtract, {f.Of(kMultiply, {f.Number("0.5"), z}), two});
  const V near = f.Of(kMultiply, {z, Chebyshev(f, near_t, kBesselA)});
  const V far_t = f.Of(kSubtract, {f.Of(kDivide, {f.Number("32"), z}), two});
  const V far = f.Of(kDivide, {Chebyshev(f, far_t, kBesselB), f.Of(kSqrt, {z})});
  const V size = f.Choose(f.Is("LE", z, f.Number("8")), near, far);
  return f.Of(kMultiply, {f.Of(kSign, {x}), size});
}

// On the bits: one up or down in magnitude.
V NextAfter(F& f, V x, V y) {
  const int width = BitWidth(f.type());
  const std::string_view bits = width == 64 ? "s64" : width == 32 ? "s32" : "s16";
  const std::string_view sign_mask = width == 64   ? "-9223372036854775808"
                                     : width == 32 ? "-2147483648"
                                                   : "-32768";
  const V xb = f.OfType(bits, kBitcastConvert, {x});
  const V yb = f.OfType(bits, kBitcastConvert, {y});
  const V mask = f.NumberOf(bits, sign_mask);
  const V x_sign = f.OfType(bits, kAnd, {xb, mask});
  const V y_sign = f.OfType(bits, kAnd, {yb, mask});
  const V magnitude_mask = f.OfType(bits, kNot, {mask});
  const V x_size = f.OfType(bits, kAnd, {xb, magnitude_mask});
  const V y_size = f.OfType(bits, kAnd, {yb, magnitude_mask});
  const V one = f.NumberOf(bits, "1");
  const V differ = f.Is("NE", x_sign, y_sign);
  const V shrinks = f.OfType("pred", kOr, {f.Is("GT", x_size, y_size), differ});
  const V step = f.OfType(bits, kSelect, {shrinks, f.NumberOf(bits, "-1"), one});
  const V moved = f.OfType(bits, kAdd, {xb, step});
  const V smallest = f.OfType(bits, kOr, {y_sign, one});
  const V from_zero = f.Is("EQ", x_size, f.NumberOf(bits, "0"));
  const V chosen = f.OfType(bits, kSelect, {from_zero, smallest, moved});
  V result = f.Of(kBitcastConvert, {chosen});
  result = f.Choose(f.Is("EQ", x, y), y, result);
  const V is_nan = f.OfType("pred", kOr, {f.Is("NE", x, x), f.Is("NE", y, y)});
  return f.Choose(is_nan, f.Number("nan"), result);
}

constexpr std::string_view kPolygammaCalls[] = {"lgamma", "zeta", "digamma"};

}  // namespace

std::string ScalarFunction::Name(Value value) const { return Format("t{}", {value.number}); }

V ScalarFunction::Add(std::string_view type, Opcode opcode, std::string_view operands,
                      std::string_view attributes) {
  text_ +=
      Format("  t{} = {}[] {}({}){}\n", {count_, type, OpcodeName(opcode), operands, attributes});
  return {count_++};
}

V ScalarFunction::Parameter(int number) {
  return Add(hlo::Name(type_), kParameter, std::to_string(number), "");
}

V ScalarFunction::Number(std::string_view value) { return NumberOf(hlo::Name(type_), value); }

V ScalarFunction::NumberOf(std::string_view type, std::string_view value) {
  return Add(type, kConstant, value, "");
}

V ScalarFunction::Of(Opcode opcode, std::initializer_list<Value> operands,
                     std::string_view attributes) {
  return OfType(hlo::Name(type_), opcode, operands, attributes);
}

V ScalarFunction::OfType(std::string_view type, Opcode opcode,
                         std::initializer_list<Value> operands, std::string_view attributes) {
  std::string names;
  for (const Value& operand : operands) names += (names.empty() ? "" : ", ") + Name(operand);
  return Add(type, opcode, names, attributes);
}

V ScalarFunction::Is(std::string_view direction, Value a, Value b) {
  return OfType("pred", kCompare, {a, b}, ", direction=" + std::string(direction));
}

V ScalarFunction::Polynomial(Value x, std::span<const std::string_view> coefficients) {
  V sum = Number(coefficients[0]);
  for (std::string_view coefficient : coefficients.subspan(1)) {
    sum = Of(kAdd, {Of(kMultiply, {sum, x}), Number(coefficient)});
  }
  return sum;
}

V ScalarFunction::Call(std::string_view function, std::initializer_list<Value> operands) {
  return Of(kCall, operands, ", to_apply=" + FunctionName(function, type_));
}

void ScalarFunction::Finish(Value root) {
  const size_t at = text_.find(Format("  t{} = ", {root.number}));
  text_.insert(at + 2, "ROOT ");
}

std::string FunctionName(std::string_view name, ElementType type) {
  return Format("chlo.{}.{}", {name, hlo::Name(type)});
}

int ParameterCount(std::string_view name) {
  return name == "zeta" || name == "polygamma" || name == "next_after" ? 2 : 1;
}

std::span<const std::string_view> CalledFunctions(std::string_view name) {
  if (name == "polygamma") return kPolygammaCalls;
  return {};
}

std::string FunctionText(std::string_view name, ElementType type) {
  std::string text;
  ScalarFunction f(type, text);
  const V x = f.Parameter(0);
  const V y = ParameterCount(name) == 2 ? f.Parameter(1) : x;
  V root = x;
  if (name == "erfc") root = Erfc(f, x);
  if (name == "erf_inv") root = ErfInv(f, x);
  if (name == "lgamma") root = Lgamma(f, x);
  if (name == "digamma") root = Digamma(f, x);
  if (name == "zeta") root = Zeta(f, x, y);
  if (name == "polygamma") root = Polygamma(f, x, y);
  if (name == "bessel_i1e") root = BesselI1e(f, x);
  if (name == "next_after") root = NextAfter(f, x, y);
  f.Finish(root);
  return text;
}

}  // namespace hlo::stablehlo
