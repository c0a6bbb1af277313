// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_COMPLEX_FUNCTIONS_H_
#define HLO_CORE_KERNELS_COMPLEX_FUNCTIONS_H_

#include <complex>

// Functions of complex numbers on the plain path (numerics reference, section 11). std::complex is
// used as a plain pair, because its operators differ between compilers and libraries. Branch cuts
// are continuous from the side given by the sign of zero, and special values are those of C11 Annex
// G; where it does not specify the sign of a zero or infinity, it is +.
//
// The double functions stay within a few ULP of the modulus. The float functions compute in double
// and round each part once. The bits are the same on every target.

namespace hlo::complex_functions {

using Complex128 = std::complex<double>;
using Complex64 = std::complex<float>;

// An infinity times a nonzero number, or divided by a finite one, is infinite, though a part may be
// NaN (Annex G.5.1). Division has no intermediate overflow or underflow.
Complex128 Multiply(Complex128 a, Complex128 b);
Complex128 Divide(Complex128 a, Complex128 b);

double Abs(Complex128 z);
Complex128 Sign(Complex128 z);  // z / |z|; 0 for 0

Complex128 Exp(Complex128 z);
Complex128 Expm1(Complex128 z);
Complex128 Log(Complex128 z);
Complex128 Log1p(Complex128 z);
Complex128 Logistic(Complex128 z);

// 0 if the base is 0 and the real part of the exponent positive; 1 if the exponent is 0.
Complex128 Pow(Complex128 base, Complex128 exponent);

Complex128 Sqrt(Complex128 z);
Complex128 Rsqrt(Complex128 z);

Complex128 Sin(Complex128 z);
Complex128 Cos(Complex128 z);
Complex128 Tan(Complex128 z);
Complex128 Sinh(Complex128 z);
Complex128 Cosh(Complex128 z);
Complex128 Tanh(Complex128 z);

Complex128 Asin(Complex128 z);
Complex128 Acos(Complex128 z);
Complex128 Atan(Complex128 z);
Complex128 Asinh(Complex128 z);
Complex128 Acosh(Complex128 z);
Complex128 Atanh(Complex128 z);

// -i log((x + iy) / sqrt(x^2 + y^2)); for real x and y the real atan2.
Complex128 Atan2(Complex128 y, Complex128 x);

// z with parts of another floating-point type, each rounded once.
template <class To, class From>
std::complex<To> ConvertParts(std::complex<From> z) {
  return {static_cast<To>(z.real()), static_cast<To>(z.imag())};
}

inline float Abs(Complex64 z) { return static_cast<float>(Abs(ConvertParts<double>(z))); }

#define HLO_UNARY_IN_DOUBLE(Name) \
  inline Complex64 Name(Complex64 z) { return ConvertParts<float>(Name(ConvertParts<double>(z))); }
#define HLO_BINARY_IN_DOUBLE(Name)                                                      \
  inline Complex64 Name(Complex64 a, Complex64 b) {                                     \
    return ConvertParts<float>(Name(ConvertParts<double>(a), ConvertParts<double>(b))); \
  }

HLO_BINARY_IN_DOUBLE(Multiply)
HLO_BINARY_IN_DOUBLE(Divide)
HLO_BINARY_IN_DOUBLE(Pow)
HLO_BINARY_IN_DOUBLE(Atan2)
HLO_UNARY_IN_DOUBLE(Sign)
HLO_UNARY_IN_DOUBLE(Exp)
HLO_UNARY_IN_DOUBLE(Expm1)
HLO_UNARY_IN_DOUBLE(Log)
HLO_UNARY_IN_DOUBLE(Log1p)
HLO_UNARY_IN_DOUBLE(Logistic)
HLO_UNARY_IN_DOUBLE(Sqrt)
HLO_UNARY_IN_DOUBLE(Rsqrt)
HLO_UNARY_IN_DOUBLE(Sin)
HLO_UNARY_IN_DOUBLE(Cos)
HLO_UNARY_IN_DOUBLE(Tan)
HLO_UNARY_IN_DOUBLE(Sinh)
HLO_UNARY_IN_DOUBLE(Cosh)
HLO_UNARY_IN_DOUBLE(Tanh)
HLO_UNARY_IN_DOUBLE(Asin)
HLO_UNARY_IN_DOUBLE(Acos)
HLO_UNARY_IN_DOUBLE(Atan)
HLO_UNARY_IN_DOUBLE(Asinh)
HLO_UNARY_IN_DOUBLE(Acosh)
HLO_UNARY_IN_DOUBLE(Atanh)

#undef HLO_UNARY_IN_DOUBLE
#undef HLO_BINARY_IN_DOUBLE

}  // namespace hlo::complex_functions

#endif  // HLO_CORE_KERNELS_COMPLEX_FUNCTIONS_H_
