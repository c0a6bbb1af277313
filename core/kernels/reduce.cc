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
#include "core/kernels/reduce_loops-inl.h"
#include "core/kernels/reduce_ops-inl.h"
#include "core/kernels/target_traits-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hlo::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using reduce::AsTheyAre;
using reduce::FoldVector;
using reduce::ForBlocks;
using reduce::ReduceLine;
using reduce::TakeRows;

// ---- lines ----

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
void Scan(const void* from, size_t count, size_t width, bool backwards, const void* before,
          void* to) {
  const hn::CappedTag<T, 1> one;
  const auto step = static_cast<ptrdiff_t>(width) * (backwards ? -1 : 1);
  const size_t first = backwards ? (count - 1) * width : 0;
  const T* rows = static_cast<const T*>(from) + first;
  const T* start = static_cast<const T*>(before);
  T* results = static_cast<T*>(to) + first;
  if (width >= kReduceLanes) {
    if (start == nullptr) std::memcpy(results, rows, width * sizeof(T));
    for (size_t r = start == nullptr ? 1 : 0; r < count; ++r) {
      T* result = results + static_cast<ptrdiff_t>(r) * step;
      TakeRows<Op, AsTheyAre<T>>(result, r == 0 ? start : result - step,
                                 rows + static_cast<ptrdiff_t>(r) * step, 1, 0, width);
    }
    return;
  }
  // The running value stays in a register, so only the latency of the op counts.
  for (size_t column = 0; column < width; ++column) {
    const T* row = rows + column;
    T* result = results + column;
    auto running = Op::Enter(hn::LoadU(one, row));
    if (start != nullptr) running = Op::Run(Op::Enter(hn::LoadU(one, start + column)), running);
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
  static constexpr ReduceKernel kKernel = {reduce::Accumulate<Op, In>, nullptr, Lines<Op, In>,
                                           Scan<Op, typename In::Lane>};
  return &kKernel;
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

const ReduceKernel* Find(ReduceOp op, ElementType lane) {
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

const ReduceKernel* FindReduceKernel(ReduceOp op, ElementType type) {
  const bool number = IsInteger(type) || IsFloat(type);
  if (!number || StorageBytes(type) < 4) return nullptr;
  return HWY_DYNAMIC_DISPATCH(Find)(op, type);
}

}  // namespace hlo
#endif  // HWY_ONCE
