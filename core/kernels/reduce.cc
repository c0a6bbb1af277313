// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/reduce.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/reduce.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// After foreach_target.h.
#include "core/kernels/for_each_of-inl.h"
#include "core/kernels/reduce_ops-inl.h"
#include "core/kernels/target_traits-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hlo::HWY_NAMESPACE {
namespace {

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

// The first of all numbers in the order of Op, in fewer instructions than ReduceLine. Returns
// false, without a result, if a zero, whose sign matters, is first, or if there is a NaN, which is
// detected by the sum (as are, harmlessly, infinities of both signs).
template <class Op, class T>
bool FirstOfNumbers(const T* line, size_t length, const T* end, T* result) {
  const hn::CappedTag<T, kReduceLanes> d;
  constexpr size_t kN = hn::MaxLanes(d), kVectors = 4;
  if (length < kVectors * kN) return false;
  hn::VFromD<decltype(d)> first[kVectors], sums[kVectors];
  const auto take = [&](size_t k, size_t i) HLO_INLINED {
    const auto v = hn::LoadU(d, line + i);
    first[k] = Op::Run(first[k], v);
    sums[k] = hn::Add(sums[k], v);
  };
  for (size_t k = 0; k < kVectors; ++k) first[k] = sums[k] = hn::LoadU(d, line + k * kN);
  size_t i = ForBlocks<kVectors * kN>(line, length, end, [&](size_t block) HLO_INLINED {
    ForEachOf<kVectors>([&](auto k) HLO_INLINED { take(k, block + k * kN); });
  });
  for (; i + kN <= length; i += kN) take(0, i);
  take(0, length - kN);  // some elements twice
  for (size_t n = kVectors / 2; n > 0; n /= 2) {
    for (size_t k = 0; k < n; ++k) {
      first[k] = Op::Run(first[k], first[k + n]);
      sums[k] = hn::Add(sums[k], sums[k + n]);
    }
  }
  *result = FoldVector<Op>(d, first[0]);
  return *result != 0 && hn::AllFalse(d, hn::IsNaN(sums[0]));
}

// Memory before `end` is readable.
template <class Op, class In>
typename In::Lane ReduceLine(const typename In::Element* line, size_t length,
                             const typename In::Element* end) {
  using Lane = typename In::Lane;
  const hn::CappedTag<Lane, kReduceLanes> d;
  constexpr size_t kN = hn::MaxLanes(d);
  // Exact ops may use more lanes, to hide the latency of their instructions.
  constexpr size_t kVectors =
      Op::template kExact<Lane> ? std::max<size_t>(4, kReduceLanes / kN) : kReduceLanes / kN;
  constexpr size_t kBlock = kVectors * kN;
  HWY_ALIGN Lane lanes[kBlock];
  if (length < kBlock) {
    for (size_t i = 0; i < length; ++i) lanes[i] = static_cast<Lane>(line[i]);
    return Fold<Op>(lanes, length);
  }
  hn::VFromD<decltype(d)> sums[kVectors];
  for (size_t k = 0; k < kVectors; ++k) sums[k] = Op::Enter(In::Load(d, line + k * kN));
  const size_t i = ForBlocks<kBlock>(line, length, end, [&](size_t block) HLO_INLINED {
    TakeElements<Op, In, kVectors>(d, line + block, sums);
  });
  if (i < length) {
    for (size_t k = 0; k < kVectors; ++k) hn::Store(Op::Leave(sums[k]), d, lanes + k * kN);
    TakeRows<Op, In>(lanes, lanes, line + i, 1, 0, length - i);
    for (size_t k = 0; k < kVectors; ++k) sums[k] = Op::Enter(hn::Load(d, lanes + k * kN));
  }
  for (size_t n = kVectors / 2; n > 0; n /= 2) {
    for (size_t k = 0; k < n; ++k) sums[k] = Op::Run(sums[k], sums[k + n]);
  }
  return FoldVector<Op>(d, sums[0]);
}

template <class Op, class In>
void Lines(const void* from, size_t count, size_t length, void* results) {
  using Lane = typename In::Lane;
  const auto* line = static_cast<const typename In::Element*>(from);
  auto* out = static_cast<Lane*>(results);
  const auto* end = line + count * length;
  for (size_t k = 0; k < count; ++k, line += length) {
    if constexpr (Op::template kHasOfNumbers<Lane>) {
      if (FirstOfNumbers<typename Op::OfNumbers>(line, length, end, out + k)) continue;
    }
    out[k] = ReduceLine<Op, In>(line, length, end);
  }
}

// ---- scans ----

template <class Op, class T>
void Scan(const void* from, size_t count, size_t width, bool backwards, void* to) {
  const hn::CappedTag<T, 1> one;
  const auto step = static_cast<ptrdiff_t>(width) * (backwards ? -1 : 1);
  const size_t first = backwards ? (count - 1) * width : 0;
  const T* rows = static_cast<const T*>(from) + first;
  T* results = static_cast<T*>(to) + first;
  if (width >= kReduceLanes) {
    std::memcpy(results, rows, width * sizeof(T));
    for (size_t r = 1; r < count; ++r, results += step) {
      rows += step;
      TakeRows<Op, AsTheyAre<T>>(results + step, rows, results, 1, 0, width);
    }
    return;
  }
  // The running value stays in a register, so only the latency of the op counts.
  for (size_t column = 0; column < width; ++column) {
    const T* row = rows + column;
    T* result = results + column;
    auto running = Op::Enter(hn::LoadU(one, row));
    hn::StoreU(Op::Leave(running), one, result);
    for (size_t r = 1; r < count; ++r) {
      row += step;
      result += step;
      running = Op::Run(running, Op::Enter(hn::LoadU(one, row)));
      hn::StoreU(Op::Leave(running), one, result);
    }
  }
}

// ---- choosing ----

template <class Op, class In>
const ReduceKernel* Kernel() {
  static constexpr ReduceKernel kernel = {Accumulate<Op, In>, Lines<Op, In>,
                                          Scan<Op, typename In::Lane>};
  return &kernel;
}

template <class Op, class T32, class T64>
const ReduceKernel* OfBoth(int bytes) {
  return bytes == 4 ? Kernel<Op, AsTheyAre<T32>>() : Kernel<Op, AsTheyAre<T64>>();
}

template <class Op, class T32, class T64>
const ReduceKernel* OfIntegers(int bytes) {
#if HWY_TARGET == HWY_WASM
  // This target supports little more than addition of 64-bit lanes, so a kernel is not worth its
  // size.
  if constexpr (!std::is_same_v<Op, reduce::Add>) {
    return bytes == 4 ? Kernel<Op, AsTheyAre<T32>>() : nullptr;
  }
#endif
  return OfBoth<Op, T32, T64>(bytes);
}

template <class Op>
const ReduceKernel* OfFloats(int bytes) {
  return OfBoth<Op, float, double>(bytes);
}

template <class Op>
const ReduceKernel* OfOrdered(ElementType lane) {
  const int bytes = StorageBytes(lane);
  if (IsFloat(lane)) return OfFloats<Op>(bytes);
  return IsSigned(lane) ? OfIntegers<Op, int32_t, int64_t>(bytes)
                        : OfIntegers<Op, uint32_t, uint64_t>(bytes);
}

template <class Op>
const ReduceKernel* OfNumbers(ElementType lane) {  // ignores signedness: integers wrap
  const int bytes = StorageBytes(lane);
  return IsFloat(lane) ? OfFloats<Op>(bytes) : OfIntegers<Op, uint32_t, uint64_t>(bytes);
}

const ReduceKernel* Find(ReduceOp op, bool widened, ElementType lane) {
  if (widened) return op == ReduceOp::kAdd ? Kernel<reduce::Add, Widened>() : nullptr;
  switch (op) {
    case ReduceOp::kAdd:
      return OfNumbers<reduce::Add>(lane);
    case ReduceOp::kMultiply:
      return OfNumbers<reduce::Multiply>(lane);
    case ReduceOp::kMaximum:
      return OfOrdered<reduce::Maximum>(lane);
    case ReduceOp::kMinimum:
      return OfOrdered<reduce::Minimum>(lane);
    case ReduceOp::kAnd:
      return Kernel<reduce::And, AsTheyAre<uint32_t>>();
    case ReduceOp::kOr:
      return Kernel<reduce::Or, AsTheyAre<uint32_t>>();
    case ReduceOp::kXor:
      return Kernel<reduce::Xor, AsTheyAre<uint32_t>>();
  }
  return nullptr;
}

}  // namespace
}  // namespace hlo::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hlo {
namespace {
HWY_EXPORT(Find);
}  // namespace

const ReduceKernel* FindReduceKernel(ReduceOp op, ElementType element, ElementType lane) {
  const bool widened = element == ElementType::kF32 && lane == ElementType::kF64;
  const int bytes = StorageBytes(lane);
  const bool number = IsInteger(lane) || IsFloat(lane);
  if (!number || bytes < 4 || (element != lane && !widened)) return nullptr;
  return HWY_DYNAMIC_DISPATCH(Find)(op, widened, lane);
}

}  // namespace hlo
#endif  // HWY_ONCE
