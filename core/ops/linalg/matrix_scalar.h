// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_LINALG_MATRIX_SCALAR_H_
#define HLO_CORE_OPS_LINALG_MATRIX_SCALAR_H_

#include <complex>

#include "core/kernels/complex_functions.h"
#include "hlo/element_type.h"

// Arithmetic of linear algebra on real and complex compute types. The operators of std::complex
// differ between libraries, so products and quotients are defined here.
namespace hlo::matrix_scalar {

template <class T>
T Product(T a, T b) {
  return a * b;
}
template <class T>
std::complex<T> Product(std::complex<T> a, std::complex<T> b) {
  return complex_functions::Multiply(a, b);
}
template <class T>
T Quotient(T a, T b) {
  return a / b;
}
template <class T>
std::complex<T> Quotient(std::complex<T> a, std::complex<T> b) {
  return complex_functions::Divide(a, b);
}
template <class T>
T Conjugate(T a) {
  return a;
}
template <class T>
std::complex<T> Conjugate(std::complex<T> a) {
  return {a.real(), -a.imag()};
}

// Calls fn<T>() with the C++ type of a floating or complex compute type.
template <class Fn>
decltype(auto) WithFloatOrComplex(ElementType compute, Fn&& fn) {
  switch (compute) {
    case ElementType::kF64:
      return fn.template operator()<double>();
    case ElementType::kC64:
      return fn.template operator()<std::complex<float>>();
    case ElementType::kC128:
      return fn.template operator()<std::complex<double>>();
    default:
      return fn.template operator()<float>();
  }
}

}  // namespace hlo::matrix_scalar

#endif  // HLO_CORE_OPS_LINALG_MATRIX_SCALAR_H_
