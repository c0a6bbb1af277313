// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_LINALG_SUM_OF_PRODUCTS_H_
#define HLO_CORE_OPS_LINALG_SUM_OF_PRODUCTS_H_

#include <complex>
#include <cstdint>
#include <type_traits>

#include "core/kernels/complex_functions.h"

// Sums of products for dot and convolution.
namespace hlo {

// The type of sums of a compute type: unsigned for integers, because overflow wraps.
template <class T>
struct SummandOf {
  using Type = T;
};
template <>
struct SummandOf<int32_t> {
  using Type = uint32_t;
};
template <>
struct SummandOf<int64_t> {
  using Type = uint64_t;
};

template <class T>
inline constexpr bool kIsComplex = false;
template <class T>
inline constexpr bool kIsComplex<std::complex<T>> = true;

// pred: or of ands.
template <class T>
inline T MultiplyAdd(T sum, T a, T b) {
  if constexpr (std::is_same_v<T, bool>) {
    return sum | (a & b);
  } else if constexpr (kIsComplex<T>) {
    return sum + complex_functions::Multiply(a, b);
  } else {
    return sum + a * b;
  }
}

// Adds the sums of a panel to the totals of the previous panels.
template <class T>
inline void AddSums(const T* panel, int64_t count, T* sums) {
  for (int64_t i = 0; i < count; ++i) {
    if constexpr (std::is_same_v<T, bool>) {
      sums[i] = sums[i] | panel[i];
    } else {
      sums[i] += panel[i];
    }
  }
}

}  // namespace hlo

#endif  // HLO_CORE_OPS_LINALG_SUM_OF_PRODUCTS_H_
