// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/running_sums.h"

#include <algorithm>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/running_sums.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// After foreach_target.h.
#include "core/kernels/target_traits-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hlo::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR

RunningSumsFn Function() { return PlainRunningSums(); }

#else

using GroupTag = hn::CappedTag<float, kRunningGroup>;
using Group = hn::VFromD<GroupTag>;

// Elements that are summed again if a group is not finite.
constexpr size_t kBlock = 1024;

// The sums of the elements up to each lane.
HWY_INLINE Group SumsOfGroup(GroupTag d, Group v) {
  const Group nothing = hn::Set(d, kNoSum);
  const Group pairs = hn::Add(hn::CombineShiftRightBytes<12>(d, v, nothing), v);
  return hn::Add(hn::CombineShiftRightBytes<8>(d, pairs, nothing), pairs);
}

// Whole groups, `from` and `to` being the first element in the order of the sums. Returns false if
// a group is not finite; `sum` is then unchanged.
template <bool kBackwards>
HWY_INLINE bool SumGroups(const float* from, size_t groups, float* to, float& sum) {
  const GroupTag d;
  Group before = hn::Set(d, sum), finite = hn::Zero(d);
  constexpr ptrdiff_t kStep = kBackwards ? -ptrdiff_t{kRunningGroup} : ptrdiff_t{kRunningGroup};
  if constexpr (kBackwards) from -= kRunningGroup - 1, to -= kRunningGroup - 1;
  for (; groups > 0; --groups, from += kStep, to += kStep) {
    const Group v = hn::LoadU(d, from);
    const Group sums = SumsOfGroup(d, kBackwards ? hn::Reverse(d, v) : v);
    finite = hn::Add(finite, hn::Sub(sums, sums));
    const Group result = hn::Add(before, sums);
    hn::StoreU(kBackwards ? hn::Reverse(d, result) : result, d, to);
    // Not the last lane of the result, which would take an instruction more per group.
    before = hn::Add(before, hn::BroadcastLane<kRunningGroup - 1>(sums));
  }
  if (!hn::AllTrue(d, hn::Eq(finite, hn::Zero(d)))) return false;
  sum = hn::GetLane(before);
  return true;
}

template <bool kBackwards>
void Sums(const float* elements, size_t count, const float* start, float* sums) {
  float sum = start == nullptr ? kNoSum : *start;
  for (size_t done = 0; done < count;) {
    size_t n = std::min(kBlock, count - done);
    if (n >= kRunningGroup) n = n / kRunningGroup * kRunningGroup;
    const size_t i = kBackwards ? count - 1 - done : done;
    if (n < kRunningGroup ||
        !SumGroups<kBackwards>(elements + i, n / kRunningGroup, sums + i, sum)) {
      const size_t first = kBackwards ? i - (n - 1) : i;
      PlainRunningSums()(elements + first, n, kBackwards, &sum, sums + first);
      sum = sums[kBackwards ? first : first + n - 1];
    }
    done += n;
  }
}

void Run(const float* elements, size_t count, bool backwards, const float* start, float* sums) {
  (backwards ? Sums<true> : Sums<false>)(elements, count, start, sums);
}

RunningSumsFn Function() { return Run; }

#endif

}  // namespace
}  // namespace hlo::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hlo {
namespace {

HWY_EXPORT(Function);

void Plain(const float* elements, size_t count, bool backwards, const float* start, float* sums) {
  const ptrdiff_t step = backwards ? -1 : 1;
  if (backwards) elements += count - 1, sums += count - 1;
  float sum = start == nullptr ? kNoSum : *start;
  while (count > 0) {
    const size_t n = std::min(kRunningGroup, count);
    float e[kRunningGroup] = {kNoSum, kNoSum, kNoSum, kNoSum};
    for (size_t k = 0; k < n; ++k, elements += step) e[k] = *elements;
    const float group[] = {e[0], e[0] + e[1], e[0] + (e[1] + e[2]), (e[0] + e[1]) + (e[2] + e[3])};
    const bool finite = std::all_of(group, group + n, [](float x) { return std::isfinite(x); });
    const float before = sum;
    for (size_t k = 0; k < n; ++k, sums += step) {
      sum = finite ? before + group[k] : sum + e[k];
      *sums = sum;
    }
    count -= n;
  }
}

}  // namespace

RunningSumsFn RunningSums() { return HWY_DYNAMIC_DISPATCH(Function)(); }

RunningSumsFn PlainRunningSums() { return Plain; }

}  // namespace hlo
#endif  // HWY_ONCE
