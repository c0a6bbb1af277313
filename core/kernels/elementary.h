// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_ELEMENTARY_H_
#define HLO_CORE_KERNELS_ELEMENTARY_H_

#include <cmath>

// The elementary functions of f64 (functions_f32.h has those of f32). The same bits come out on
// every target, which no C library guarantees: each function uses only IEEE 754 basic operations
// and integers, with contraction off (numerics reference, section 13).
//
// Accuracy: below 1 ULP. Special values are those of the numerics reference, section 10. A NaN
// result is always the canonical one (0x7ff8000000000000).

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

// Radians; the argument is reduced modulo the exact value of pi/2.
double Sin(double x);
double Cos(double x);
double Tan(double x);

double Asin(double x);
double Acos(double x);
double Atan(double x);
double Atan2(double y, double x);

double Erf(double x);

inline double Sqrt(double x) { return std::sqrt(x); }
double Cbrt(double x);
double Hypot(double x, double y);  // sqrt(x^2 + y^2) without intermediate overflow or underflow
double Rsqrt(double x);            // 1 / sqrt(x), two correctly rounded steps
double Fmod(double x, double y);   // exact; the sign is that of x

inline float Fmod(float x, float y) {  // exact in double, hence in float
  return static_cast<float>(Fmod(static_cast<double>(x), static_cast<double>(y)));
}

}  // namespace hlo::elementary

#endif  // HLO_CORE_KERNELS_ELEMENTARY_H_
