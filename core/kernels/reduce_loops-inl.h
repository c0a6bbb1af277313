// SPDX-License-Identifier: Apache-2.0
// Loops that combine the elements of reductions on lanes. Included only by the sources of kernels,
// once for each target.

#if defined(HLO_CORE_KERNELS_REDUCE_LOOPS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HLO_CORE_KERNELS_REDUCE_LOOPS_INL_H_
#undef HLO_CORE_KERNELS_REDUCE_LOOPS_INL_H_
#else
#define HLO_CORE_KERNELS_REDUCE_LOOPS_INL_H_
#endif

#include <algorithm>
#include <cstddef>

#include "core/kernels/for_each_of-inl.h"
#include "core/kernels/reduce.h"
#include "core/kernels/target_traits-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hlo::HWY_NAMESPACE {
namespace reduce {

namespace hn = hwy::HWY_NAMESPACE;

// ---- conversion of elements to lanes, from element kAt on ----

template <class T>
struct AsTheyAre {
  using Element = T;
  using Lane = T;
  template <size_t kAt = 0, class D>
  static HWY_INLINE hn::VFromD<D> Load(D d, const T* from) {
    return hn::LoadU(d, from + kAt);
  }
};

// In WebAssembly, prefetches a cache line by reading a byte of it: hardware looks only a few lines
// ahead, not across pages, and would stall on the L2 cache.
template <size_t kBytes>
HWY_INLINE void ReadAhead([[maybe_unused]] const void* from) {
#if HWY_ARCH_WASM
  if constexpr (kBytes > 0) {
    asm volatile("local.get %0\ni32.load8_u %1\ndrop" : : "r"(from), "i"(kBytes));
  }
#endif
}

// Combines one vector of elements into each of the vectors.
template <class Op, class In, size_t kVectors, size_t kFirst = 0, class D>
HWY_INLINE void TakeElements(D d, const typename In::Element* from, hn::VFromD<D>* sums) {
  if constexpr (kFirst < kVectors) {
    sums[kFirst] =
        Op::Run(sums[kFirst], Op::Enter(In::template Load<kFirst * hn::MaxLanes(D())>(d, from)));
    TakeElements<Op, In, kVectors, kFirst + 1>(d, from, sums);
  }
}

// ---- rows ----

// Vectors combined at once on targets with many registers: half of them.
constexpr size_t kManyVectors = 16;

// Lanes from i on, kVectors vectors at a time in registers; returns the first remaining lane.
// kAhead: prefetch distance of ReadAhead() in bytes; lanes with fewer bytes ahead are left.
template <class Op, class In, size_t kVectors, size_t kAhead = 0, class D>
HWY_INLINE size_t TakeVectors(D d, typename In::Lane* lanes, const typename In::Lane* start,
                              const typename In::Element* rows, size_t count, ptrdiff_t stride,
                              size_t width, size_t i) {
  constexpr size_t kN = hn::MaxLanes(D());
  constexpr size_t kReach = kVectors * kN + kAhead / sizeof(typename In::Element);
  for (; i + kReach <= width; i += kVectors * kN) {
    hn::VFromD<D> sums[kVectors];
    for (size_t k = 0; k < kVectors; ++k) sums[k] = Op::Enter(hn::LoadU(d, start + i + k * kN));
    const auto* element = rows + i;
    for (size_t r = 0; r < count; ++r, element += stride) {
      ReadAhead<kAhead>(element);
      TakeElements<Op, In, kVectors>(d, element, sums);
    }
    for (size_t k = 0; k < kVectors; ++k) hn::StoreU(Op::Leave(sums[k]), d, lanes + i + k * kN);
  }
  return i;
}

// Not inlined to limit code size, although that costs time for short lines.
template <class Op, class In>
HWY_NOINLINE void TakeRows(typename In::Lane* lanes, const typename In::Lane* start,
                           const typename In::Element* rows, size_t count, ptrdiff_t stride,
                           size_t width) {
  using Lane = typename In::Lane;
  const hn::CappedTag<Lane, kReduceLanes> full;
  const hn::CappedTag<Lane, 4> quarter;
  size_t i = 0;
  if constexpr (hwy::IsFloat<Lane>()) {
    // Elements of a cache line.
    constexpr size_t kLine = 64 / (sizeof(typename In::Element) * hn::MaxLanes(full));
    constexpr size_t kVectors = std::clamp<size_t>(kLine, 4, 8);
    if constexpr (kHas32Registers) {
      i = TakeVectors<Op, In, kManyVectors>(full, lanes, start, rows, count, stride, width, i);
    }
    if constexpr (HWY_ARCH_WASM) {
      i = TakeVectors<Op, In, kVectors, 256>(full, lanes, start, rows, count, stride, width, i);
    }
    i = TakeVectors<Op, In, kVectors>(full, lanes, start, rows, count, stride, width, i);
  }
  i = TakeVectors<Op, In, 1>(full, lanes, start, rows, count, stride, width, i);
  if constexpr (hn::MaxLanes(quarter) < hn::MaxLanes(full)) {
    i = TakeVectors<Op, In, 1>(quarter, lanes, start, rows, count, stride, width, i);
  }
  const hn::CappedTag<Lane, 1> one;
  TakeVectors<Op, In, 1>(one, lanes, start, rows, count, stride, width, i);
}

template <class Op, class In>
void Accumulate(const void* start, const void* from, size_t count, ptrdiff_t stride, size_t width,
                void* to) {
  // Rows at a time: as many streams as hardware follows; fewer if runs of 1 KiB of each fit the
  // registers.
  constexpr size_t kRows = HWY_ARCH_WASM ? 8 : kIsAvx512 ? 2 : 4;
  auto* lanes = static_cast<typename In::Lane*>(to);
  const auto* before = static_cast<const typename In::Lane*>(start);
  const auto* rows = static_cast<const typename In::Element*>(from);
  do {
    const size_t taken = std::min(count, kRows);
    TakeRows<Op, In>(lanes, before, rows, taken, stride, width);
    before = lanes;
    rows += static_cast<ptrdiff_t>(taken) * stride;
    count -= taken;
  } while (count > 0);
}

// ---- lines ----

template <class Op, class T>
HWY_INLINE T Fold(T* lanes, size_t count) {
  while (count > 1) {
    size_t half = kReduceLanes * 2;
    while (half >= count) half /= 2;
    TakeRows<Op, AsTheyAre<T>>(lanes, lanes, lanes + half, 1, 0, count - half);
    count = half;
  }
  return lanes[0];
}

// The same for a vector in the form of Enter().
template <class Op, class D>
HWY_INLINE hn::TFromD<D> FoldVector([[maybe_unused]] D d, hn::VFromD<D> v) {
#if HWY_TARGET == HWY_SCALAR
  HWY_ALIGN hn::TFromD<D> lanes[hn::MaxLanes(D())];
  hn::Store(Op::Leave(v), d, lanes);
  return Fold<Op>(lanes, hn::MaxLanes(D()));
#else
  if constexpr (hn::MaxLanes(D()) == 1) {
    return hn::GetLane(Op::Leave(v));
  } else {
    const hn::Half<D> half;
    return FoldVector<Op>(half, Op::Run(hn::LowerHalf(half, v), hn::UpperHalf(half, v)));
  }
#endif
}

// Calls take(i) for the blocks of a line from the second on; returns the start of the last partial
// block. Memory before `end` is readable.
template <size_t kBlock, class T, class Take>
HWY_INLINE size_t ForBlocks(const T* line, size_t length, const T* end, const Take& take) {
  size_t i = kBlock;
  if constexpr (HWY_ARCH_WASM) {  // a tenth faster for 16 MiB
    constexpr size_t kAhead = 1024, kLine = 64;
    const auto left = static_cast<size_t>(end - line);
    const size_t fetching = std::min(length, left - std::min(left, kAhead / sizeof(T)));
    for (; i + kBlock <= fetching; i += kBlock) {
      const T* block = line + i;
      ForEachOf<kBlock * sizeof(T) / kLine>(
          [&](auto k) HLO_INLINED { ReadAhead<kAhead + k * kLine>(block); });
      take(i);
    }
  }
  for (; i + kBlock <= length; i += kBlock) take(i);
  return i;
}

// The end of a line, on all of its lanes: takes the elements from i on, then folds the lanes.
template <class Op, class In, size_t kVectors, class D>
HWY_INLINE typename In::Lane FinishLine(D d, hn::VFromD<D>* sums, const typename In::Element* line,
                                        size_t i, size_t length) {
  constexpr size_t kN = hn::MaxLanes(D());
  if (i < length) {
    HWY_ALIGN typename In::Lane lanes[kVectors * kN];
    for (size_t k = 0; k < kVectors; ++k) hn::Store(Op::Leave(sums[k]), d, lanes + k * kN);
    TakeRows<Op, In>(lanes, lanes, line + i, 1, 0, length - i);
    for (size_t k = 0; k < kVectors; ++k) sums[k] = Op::Enter(hn::Load(d, lanes + k * kN));
  }
  for (size_t n = kVectors / 2; n > 0; n /= 2) {
    for (size_t k = 0; k < n; ++k) sums[k] = Op::Run(sums[k], sums[k + n]);
  }
  return FoldVector<Op>(d, sums[0]);
}

// Memory before `end` is readable.
template <class Op, class In>
HWY_INLINE typename In::Lane ReduceLine(const typename In::Element* line, size_t length,
                                        const typename In::Element* end) {
  using Lane = typename In::Lane;
  const hn::CappedTag<Lane, kReduceLanes> d;
  constexpr size_t kN = hn::MaxLanes(d);
  // Exact ops may use more lanes, to hide the latency of their instructions.
  constexpr size_t kVectors =
      Op::template kExact<Lane> ? std::max<size_t>(4, kReduceLanes / kN) : kReduceLanes / kN;
  constexpr size_t kBlock = kVectors * kN;
  if (length < kBlock) {
    HWY_ALIGN Lane lanes[kBlock];
    for (size_t i = 0; i < length; ++i) lanes[i] = static_cast<Lane>(line[i]);
    return Fold<Op>(lanes, length);
  }
  hn::VFromD<decltype(d)> sums[kVectors];
  for (size_t k = 0; k < kVectors; ++k) sums[k] = Op::Enter(In::Load(d, line + k * kN));
  const size_t i = ForBlocks<kBlock>(line, length, end, [&](size_t block) HLO_INLINED {
    TakeElements<Op, In, kVectors>(d, line + block, sums);
  });
  return FinishLine<Op, In, kVectors>(d, sums, line, i, length);
}

}  // namespace reduce
}  // namespace hlo::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
