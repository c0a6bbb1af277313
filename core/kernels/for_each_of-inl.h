// SPDX-License-Identifier: Apache-2.0
// Loops that are unrolled from the start. To be included by the kernels' sources alone, once for
// each target.

#if defined(HLO_CORE_KERNELS_FOR_EACH_OF_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HLO_CORE_KERNELS_FOR_EACH_OF_INL_H_
#undef HLO_CORE_KERNELS_FOR_EACH_OF_INL_H_
#else
#define HLO_CORE_KERNELS_FOR_EACH_OF_INL_H_
#endif

#include <type_traits>
#include <utility>

#include "hwy/highway.h"

// For the lambdas that ForEachOf takes.
#undef HLO_INLINED
#define HLO_INLINED HWY_ATTR __attribute__((always_inline))

HWY_BEFORE_NAMESPACE();
namespace hlo::HWY_NAMESPACE {

// step(i) for i of [0, kCount), each a constant from the start: g++ 12 keeps an array in registers
// all the time only where it need not unroll loops to see which elements are meant, clang 14 only
// where all is inlined at once.
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
