// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_ELEMENTARY_H_
#define HLO_CORE_KERNELS_ELEMENTARY_H_

// The elementary functions of the plain path. The same bits come out on every target, which no C
// library promises: each function is built from IEEE 754 basic operations and integers alone, with
// contraction off (numerics reference, section 13).
//
// Accuracy: below 1 ULP for every double function. The float functions compute in double and round
// once, hence stay within 0.501 ULP. Special values are those of the numerics reference, section
// 10. A NaN result of a double function is always the canonical one (0x7ff8000000000000).

namespace hlo::elementary {

double Exp(double x);
double Expm1(double x);
double Logistic(double x);  // 1 / (1 + exp(-x))
double Sinh(double x);
double Cosh(double x);
double Tanh(double x);

double Log(double x);
double Log1p(double x);
double Asinh(double x);
double Acosh(double x);
double Atanh(double x);
double Pow(double base, double exponent);

// Radians; the argument is reduced modulo pi/2 as if pi were known to infinitely many digits.
double Sin(double x);
double Cos(double x);
double Tan(double x);

double Asin(double x);
double Acos(double x);
double Atan(double x);
double Atan2(double y, double x);

double Erf(double x);

double Cbrt(double x);
double Hypot(double x, double y);  // sqrt(x^2 + y^2) without undue overflow or underflow
double Rsqrt(double x);            // 1 / sqrt(x), two correctly rounded steps
double Fmod(double x, double y);   // exact; the sign is that of x
double RoundHalfAway(double x);    // exact; ties go away from zero
double RoundHalfEven(double x);    // exact; ties go to the even neighbour

#define HLO_UNARY_IN_DOUBLE(Name) \
  inline float Name(float x) { return static_cast<float>(Name(static_cast<double>(x))); }
#define HLO_BINARY_IN_DOUBLE(Name)                                                   \
  inline float Name(float x, float y) {                                              \
    return static_cast<float>(Name(static_cast<double>(x), static_cast<double>(y))); \
  }

HLO_UNARY_IN_DOUBLE(Exp)
HLO_UNARY_IN_DOUBLE(Expm1)
HLO_UNARY_IN_DOUBLE(Logistic)
HLO_UNARY_IN_DOUBLE(Sinh)
HLO_UNARY_IN_DOUBLE(Cosh)
HLO_UNARY_IN_DOUBLE(Tanh)
HLO_UNARY_IN_DOUBLE(Log)
HLO_UNARY_IN_DOUBLE(Log1p)
HLO_UNARY_IN_DOUBLE(Asinh)
HLO_UNARY_IN_DOUBLE(Acosh)
HLO_UNARY_IN_DOUBLE(Atanh)
HLO_UNARY_IN_DOUBLE(Sin)
HLO_UNARY_IN_DOUBLE(Cos)
HLO_UNARY_IN_DOUBLE(Tan)
HLO_UNARY_IN_DOUBLE(Asin)
HLO_UNARY_IN_DOUBLE(Acos)
HLO_UNARY_IN_DOUBLE(Atan)
HLO_UNARY_IN_DOUBLE(Erf)
HLO_UNARY_IN_DOUBLE(Cbrt)
HLO_UNARY_IN_DOUBLE(Rsqrt)
HLO_UNARY_IN_DOUBLE(RoundHalfAway)
HLO_UNARY_IN_DOUBLE(RoundHalfEven)
HLO_BINARY_IN_DOUBLE(Pow)
HLO_BINARY_IN_DOUBLE(Atan2)
HLO_BINARY_IN_DOUBLE(Hypot)
HLO_BINARY_IN_DOUBLE(Fmod)

#undef HLO_UNARY_IN_DOUBLE
#undef HLO_BINARY_IN_DOUBLE

}  // namespace hlo::elementary

#endif  // HLO_CORE_KERNELS_ELEMENTARY_H_
