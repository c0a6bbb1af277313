// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/find.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/find.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// After foreach_target.h.
#include "core/kernels/for_each_of-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hlo::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class T>
size_t Find(const T* elements, size_t count, T value) {
  const hn::ScalableTag<T> d;
  constexpr size_t kN = hn::MaxLanes(d), kVectors = 4;
  const auto wanted = hn::Set(d, value);
  size_t i = 0;
  for (; i + kVectors * kN <= count; i += kVectors * kN) {
    auto found = hn::MaskFalse(d);
    ForEachOf<kVectors>([&](auto k) HLO_INLINED {
      found = hn::Or(found, hn::Eq(hn::LoadU(d, elements + i + k * kN), wanted));
    });
    if (!hn::AllFalse(d, found)) break;
  }
  for (; i + kN <= count; i += kN) {
    const intptr_t at = hn::FindFirstTrue(d, hn::Eq(hn::LoadU(d, elements + i), wanted));
    if (at >= 0) return i + static_cast<size_t>(at);
  }
  while (i < count && elements[i] != value) ++i;
  return i;
}

size_t FindF32(const float* elements, size_t count, float value) {
  return Find(elements, count, value);
}
size_t FindF64(const double* elements, size_t count, double value) {
  return Find(elements, count, value);
}
size_t FindU32(const uint32_t* elements, size_t count, uint32_t value) {
  return Find(elements, count, value);
}

}  // namespace
}  // namespace hlo::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hlo {

HWY_EXPORT(FindF32);
HWY_EXPORT(FindF64);
HWY_EXPORT(FindU32);

size_t FindFirst(const float* elements, size_t count, float value) {
  return HWY_DYNAMIC_DISPATCH(FindF32)(elements, count, value);
}
size_t FindFirst(const double* elements, size_t count, double value) {
  return HWY_DYNAMIC_DISPATCH(FindF64)(elements, count, value);
}
size_t FindFirst(const uint32_t* elements, size_t count, uint32_t value) {
  return HWY_DYNAMIC_DISPATCH(FindU32)(elements, count, value);
}

}  // namespace hlo
#endif  // HWY_ONCE
