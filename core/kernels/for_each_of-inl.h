// SPDX-License-Identifier: Apache-2.0
// Loops unrolled by templates. Included only by the sources of kernels, once for each target.

#if defined(HLO_CORE_KERNELS_FOR_EACH_OF_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HLO_CORE_KERNELS_FOR_EACH_OF_INL_H_
#undef HLO_CORE_KERNELS_FOR_EACH_OF_INL_H_
#else
#define HLO_CORE_KERNELS_FOR_EACH_OF_INL_H_
#endif

#include <type_traits>
#include <utility>

#include "hwy/highway.h"

// For lambdas passed to ForEachOf.
#undef HLO_INLINED
#define HLO_INLINED HWY_ATTR __attribute__((always_inline))

HWY_BEFORE_NAMESPACE();
namespace hlo::HWY_NAMESPACE {

// step(i) for i in [0, kCount), each a constant expression. g++ 12 keeps an array in registers only
// if indices are constant without unrolling, clang 14 only if everything is inlined at once.
template <int kCount, class Step>
HWY_INLINE void ForEachOf(const Step& step) {
  const auto all = [&]<int... i>(std::integer_sequence<int, i...>) HLO_INLINED {
    (step(std::integral_constant<int, i>()), ...);
  };
  all(std::make_integer_sequence<int, kCount>());
}

}  // namespace hlo::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
