// SPDX-License-Identifier: Apache-2.0
// MultiplyLines of core/kernels/matmul.h for a product policy P (matmul_tiles-inl.h). Included only
// by the sources of kernels, once for each target.

#if defined(HLO_CORE_KERNELS_LINE_PRODUCTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HLO_CORE_KERNELS_LINE_PRODUCTS_INL_H_
#undef HLO_CORE_KERNELS_LINE_PRODUCTS_INL_H_
#else
#define HLO_CORE_KERNELS_LINE_PRODUCTS_INL_H_
#endif

#include <algorithm>
#include <cstdint>

#include "core/kernels/for_each_of-inl.h"
#include "core/kernels/matmul.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hlo::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using hlo::HWY_NAMESPACE::ForEachOf;

constexpr int kWindow = 3;  // terms

// Adds three terms, each one place after the previous one, to kPlaces sums. A vector is read once
// for all places that need it.
template <class P, int kPlaces, class D, class T = hn::TFromD<D>>
HWY_INLINE void MultiplyWindow(D d, const T* left, int64_t step, const T* const* right, int64_t at,
                               hn::Vec<D>* sums) {
  hn::Vec<D> window[kWindow];
  ForEachOf<kWindow>([&](auto k) HLO_INLINED { window[k] = hn::LoadU(d, right[k] + at); });
  ForEachOf<kPlaces + kWindow - 1>([&](auto i) HLO_INLINED {
    const auto shared = hn::LoadU(d, left + i * step);
    ForEachOf<kWindow>([&](auto k) HLO_INLINED {
      constexpr int kPlace = i - k;
      if constexpr (kPlace >= 0 && kPlace < kPlaces) {
        sums[kPlace] = P::MultiplyAdd(shared, window[k], sums[kPlace]);
      }
    });
  });
}

// One vector of kPlaces neighboring places, from element `at` of the vectors.
template <class P, int kPlaces, class D, class T = hn::TFromD<D>>
HWY_INLINE void MultiplyPlaces(D d, const LineProducts& lines, int64_t place, int64_t at, T* to) {
  const T* const* left = reinterpret_cast<const T* const*>(lines.left);
  const T* const* right = reinterpret_cast<const T* const*>(lines.right);
  const int64_t step = lines.left_step, start = place * step + at;
  hn::Vec<D> sums[kPlaces];
  ForEachOf<kPlaces>([&](auto p) HLO_INLINED { sums[p] = hn::Zero(d); });
  for (int64_t t = 0; t < lines.terms;) {
    const T* from = left[t] + start;
    if (kPlaces > 1 && t + kWindow <= lines.terms && left[t] + step == left[t + 1] &&
        left[t + 1] + step == left[t + 2]) {
      MultiplyWindow<P, kPlaces>(d, from, step, right + t, at, sums);
      t += kWindow;
      continue;
    }
    const auto shared = hn::LoadU(d, right[t++] + at);
    ForEachOf<kPlaces>([&](auto p) HLO_INLINED {
      sums[p] = P::MultiplyAdd(hn::LoadU(d, from + p * step), shared, sums[p]);
    });
  }
  T* out = to + place * lines.count + at;
  ForEachOf<kPlaces>([&](auto p) HLO_INLINED {
    hn::StoreU(sums[p], d, out);
    out += lines.count;
  });
}

// Whole vectors of kPlaces places, of which the last two may overlap. Returns false if a vector is
// longer than the line.
template <class P, int kPlaces, class D, class T = hn::TFromD<D>>
bool MultiplyVectors(D d, const LineProducts& lines, int64_t place, T* to) {
  constexpr int64_t kLanes = hn::MaxLanes(d);
  if (lines.count < kLanes) return false;
  for (int64_t i = 0; i < lines.count; i += kLanes) {
    MultiplyPlaces<P, kPlaces>(d, lines, place, std::min(i, lines.count - kLanes), to);
  }
  return true;
}

// All places, kPlaces at a time, of which the last two groups may overlap. Returns false if there
// are fewer places, or for short lines.
template <class P, int kPlaces, class T = typename P::Element>
bool MultiplyGroups(const LineProducts& lines, T* sums) {
  const hn::CappedTag<T, 4> few;
  if (lines.places < kPlaces || lines.count < static_cast<int64_t>(hn::MaxLanes(few))) return false;
  for (int64_t i = 0; i < lines.places; i += kPlaces) {
    const int64_t place = std::min(i, lines.places - kPlaces);
    if (!MultiplyVectors<P, kPlaces>(hn::ScalableTag<T>(), lines, place, sums)) {
      MultiplyVectors<P, kPlaces>(few, lines, place, sums);
    }
  }
  return true;
}

template <class P, class T = typename P::Element>
void MultiplyLines(const LineProducts& lines, void* to) {
  T* const sums = static_cast<T*>(to);
  if constexpr (hwy::IsFloat<T>()) {  // convolutions use only floats
    // Independent sums hide the latency of an addition.
    if (MultiplyGroups<P, 8>(lines, sums) || MultiplyGroups<P, 4>(lines, sums)) return;
  }
  if (MultiplyGroups<P, 1>(lines, sums)) return;
  for (int64_t place = 0; place < lines.places; ++place) {
    MultiplyVectors<P, 1>(hn::CappedTag<T, 1>(), lines, place, sums);
  }
}

}  // namespace hlo::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
