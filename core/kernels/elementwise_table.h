// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_ELEMENTWISE_TABLE_H_
#define HLO_CORE_KERNELS_ELEMENTWISE_TABLE_H_

#include <complex>
#include <cstdint>
#include <type_traits>

#include "core/kernels/elementwise_blocks.h"

// Iterations of a block's loop are independent, even if `out` is an input.
#if defined(__clang__)
// Loops that call functions cannot be vectorized, which clang would warn about.
#pragma clang diagnostic ignored "-Wpass-failed"
#define HLO_INDEPENDENT_LOOP _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define HLO_INDEPENDENT_LOOP _Pragma("GCC ivdep")
#else
#define HLO_INDEPENDENT_LOOP
#endif

namespace hlo {

// The compute types by class; functors list supported classes in `kTypes`.
enum TypeClasses : unsigned {
  kPredClass = 1,
  kSignedClass = 2,
  kUnsignedClass = 4,
  kFloatClass = 8,
  kComplexClass = 16,
  kIntClasses = kSignedClass | kUnsignedClass,
};

template <class T>
inline constexpr bool kIsComplex = false;
template <class T>
inline constexpr bool kIsComplex<std::complex<T>> = true;

// The native type of a block's elements; pred is the only type of a single byte.
template <class T>
constexpr unsigned ClassOf() {
  if constexpr (kIsComplex<T>) return kComplexClass;
  if constexpr (std::is_floating_point_v<T>) return kFloatClass;
  if constexpr (sizeof(T) == 1) return kPredClass;
  return std::is_signed_v<T> ? kSignedClass : kUnsignedClass;
}

// Block<F, T>::Run is the block function of functor F on elements T.
template <template <class, class> class Block, class BlockFn, class F>
struct BlockRowMaker {
  // nullptr if F::kTypes does not include the class of T.
  template <class T>
  static constexpr BlockFn Of() {
    if constexpr ((F::kTypes & ClassOf<T>()) != 0) {
      return &Block<F, T>::Run;
    } else {
      return nullptr;
    }
  }

  static constexpr BlockRow<BlockFn> Make(Opcode opcode) {
    return {opcode,
            {Of<uint8_t>(), Of<int32_t>(), Of<int64_t>(), Of<uint32_t>(), Of<uint64_t>(),
             Of<float>(), Of<double>(), Of<std::complex<float>>(), Of<std::complex<double>>()}};
  }
};

}  // namespace hlo

#endif  // HLO_CORE_KERNELS_ELEMENTWISE_TABLE_H_
