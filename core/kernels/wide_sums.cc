// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/wide_sums.h"

#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/wide_sums.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// After foreach_target.h.
#include "core/kernels/for_each_of-inl.h"
#include "core/kernels/reduce_loops-inl.h"
#include "core/kernels/reduce_ops-inl.h"
#include "core/kernels/target_traits-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hlo::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using reduce::Add;

struct Widened {
  using Element = float;
  using Lane = double;
  template <size_t kAt = 0, class D>
  static HWY_INLINE hn::VFromD<D> Load(D d, const float* from) {
#if HWY_TARGET == HWY_WASM
    // One V8 instruction that loads and converts; Highway's load of half a vector is two, and the
    // compiler would add kAt with another one. Sums of rows would take 1.2 times as long.
    if constexpr (hn::MaxLanes(D()) == 2) {
      v128_t pair;
#if __clang_major__ == 19 || __clang_major__ == 20
      // These compilers cannot select instructions for this asm ("Do not know how to split the
      // result of this operator!").
      pair = wasm_v128_load64_zero(from + kAt);
#else
      using Read = const float[kAt + 2];
      asm("local.get %1\nv128.load64_zero %2\nlocal.set %0"
          : "=r"(pair)
          : "r"(from), "i"(kAt * sizeof(float)), "m"(*reinterpret_cast<Read*>(from)));
#endif
      return hn::VFromD<D>{wasm_f64x2_promote_low_f32x4(pair)};
    }
#endif
    return hn::PromoteTo(d, hn::LoadU(hn::Rebind<float, D>(), from + kAt));
  }
};

// ---- groups ----

using FullTag = hn::CappedTag<float, kReduceLanes>;

template <class D>
HWY_INLINE hn::VFromD<D> GroupSum(D d, const float* from, ptrdiff_t stride) {
  const auto pair = [&](ptrdiff_t r) HLO_INLINED {
    return hn::Add(hn::LoadU(d, from + r * stride), hn::LoadU(d, from + (r + 1) * stride));
  };
  return hn::Add(hn::Add(pair(0), pair(2)), hn::Add(pair(4), pair(6)));
}

// The f64 vectors of the lanes of an f32 vector.
template <class D>
using WideTag = hn::CappedTag<double, hn::MaxLanes(D())>;
template <class D>
inline constexpr size_t kParts = hn::MaxLanes(D()) / hn::MaxLanes(WideTag<D>());

template <class D>
HWY_INLINE void AddWidened([[maybe_unused]] D d, hn::VFromD<D> v, hn::VFromD<WideTag<D>>* sums) {
  const WideTag<D> wide;
#if HWY_TARGET != HWY_SCALAR  // which has no halves
  if constexpr (kParts<D> == 2) {
    const hn::Half<D> half;
    sums[0] = hn::Add(sums[0], hn::PromoteTo(wide, hn::LowerHalf(half, v)));
    sums[1] = hn::Add(sums[1], hn::PromoteTo(wide, hn::UpperHalf(half, v)));
    return;
  }
#endif
  if constexpr (kParts<D> == 1) sums[0] = hn::Add(sums[0], hn::PromoteTo(wide, v));
}

// Lanes from i on, kVectors vectors of elements at a time; returns the first remaining lane.
template <size_t kVectors, class D>
HWY_INLINE size_t AddGroupVectors(D d, const double* start, const float* rows, ptrdiff_t stride,
                                  size_t width, double* lanes, size_t i) {
  const WideTag<D> wide;
  constexpr size_t kN = hn::MaxLanes(d), kWideN = hn::MaxLanes(wide);
  for (; i + kVectors * kN <= width; i += kVectors * kN) {
    hn::VFromD<D> groups[kVectors];
    ForEachOf<kVectors>([&](auto k)
                            HLO_INLINED { groups[k] = GroupSum(d, rows + i + k * kN, stride); });
    auto all = groups[0];
    ForEachOf<kVectors - 1>([&](auto k) HLO_INLINED { all = hn::Add(all, groups[k + 1]); });
    if (HWY_UNLIKELY(!hn::AllTrue(d, hn::Lt(hn::Abs(all), hn::Inf(d))))) {
      const double* before = start == nullptr ? nullptr : start + i;
      PlainWideSums()->accumulate_groups(before, rows + i, 1, stride, kVectors * kN, lanes + i);
      continue;
    }
    ForEachOf<kVectors>([&](auto k) HLO_INLINED {
      hn::VFromD<WideTag<D>> sums[kParts<D>];
      const size_t lane = i + k * kN;
      ForEachOf<kParts<D>>([&](auto part) HLO_INLINED {
        sums[part] = start == nullptr ? hn::Set(wide, kEmptySum)
                                      : hn::LoadU(wide, start + lane + part * kWideN);
      });
      AddWidened(d, groups[k], sums);
      ForEachOf<kParts<D>>([&](auto part) HLO_INLINED {
        hn::StoreU(sums[part], wide, lanes + lane + part * kWideN);
      });
    });
  }
  return i;
}

void AddGroups(const void* start, const void* from, size_t count, ptrdiff_t stride, size_t width,
               void* to) {
  const FullTag full;
  const hn::CappedTag<float, 1> one;
  constexpr size_t kVectors = 4;
  auto* lanes = static_cast<double*>(to);
  const auto* before = static_cast<const double*>(start);
  const auto* rows = static_cast<const float*>(from);
  for (size_t g = 0; g < count; ++g, rows += kSumGroup * stride, before = lanes) {
    size_t i = AddGroupVectors<kVectors>(full, before, rows, stride, width, lanes, 0);
    i = AddGroupVectors<1>(full, before, rows, stride, width, lanes, i);
    AddGroupVectors<1>(one, before, rows, stride, width, lanes, i);
  }
}

// ---- lines ----

constexpr size_t kBlock = kReduceLanes * kSumGroup;

double SumLinePlainly(const float* line, size_t length) {
  HWY_ALIGN double lanes[kReduceLanes];
  const size_t blocks = length / kBlock;
  PlainWideSums()->accumulate_groups(nullptr, line, blocks, kReduceLanes, kReduceLanes, lanes);
  for (size_t i = blocks * kBlock; i < length; ++i) lanes[i % kReduceLanes] += double{line[i]};
  return reduce::Fold<Add>(lanes, kReduceLanes);
}

// Memory before `end` is readable.
double SumLine(const float* line, size_t length, const float* end) {
  if (length < kBlock) return reduce::ReduceLine<Add, Widened>(line, length, end);
  const FullTag d;
  const WideTag<FullTag> wide;
  constexpr size_t kN = hn::MaxLanes(d), kVectors = kReduceLanes / hn::MaxLanes(wide);
  hn::VFromD<WideTag<FullTag>> sums[kVectors];
  for (auto& sum : sums) sum = hn::Set(wide, kEmptySum);
  const auto take = [&](size_t block) HLO_INLINED {
    ForEachOf<kReduceLanes / kN>([&](auto k) HLO_INLINED {
      AddWidened(d, GroupSum(d, line + block + k * kN, kReduceLanes), sums + k * kParts<FullTag>);
    });
  };
  take(0);
  size_t i = reduce::ForBlocks<kBlock>(line, length, end, take);
  for (; i + kReduceLanes <= length; i += kReduceLanes) {
    reduce::TakeElements<Add, Widened, kVectors>(wide, line + i, sums);
  }
  const double sum = reduce::FinishLine<Add, Widened, kVectors>(wide, sums, line, i, length);
  return std::isfinite(sum) ? sum : SumLinePlainly(line, length);
}

void SumLines(const void* from, size_t count, size_t length, void* results) {
  const auto* line = static_cast<const float*>(from);
  auto* out = static_cast<double*>(results);
  const auto* end = line + count * length;
  for (size_t k = 0; k < count; ++k, line += length) out[k] = SumLine(line, length, end);
}

const ReduceKernel* Kernel() {
  static constexpr ReduceKernel kernel = {reduce::Accumulate<Add, Widened>, AddGroups, SumLines,
                                          nullptr};
  return &kernel;
}

}  // namespace
}  // namespace hlo::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hlo {
namespace {
HWY_EXPORT(Kernel);
}  // namespace

const ReduceKernel* WideSums() { return HWY_DYNAMIC_DISPATCH(Kernel)(); }

}  // namespace hlo
#endif  // HWY_ONCE
