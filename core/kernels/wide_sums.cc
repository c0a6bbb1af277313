// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/wide_sums.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

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

// ---- loads, from element kAt on ----

// In WebAssembly, one instruction of V8 each, where the compiler would add kAt to the address with
// another one, and Highway's load of half a vector is two. Sums of rows would take 1.5 times as
// long. LLVM 19 and 20 cannot select instructions for this asm ("Do not know how to split the
// result of this operator!").
#if HWY_TARGET == HWY_WASM && __clang_major__ != 19 && __clang_major__ != 20
#define HLO_LOAD_AT(instruction, to, from, at, count)  \
  asm("local.get %1\n" instruction " %2\nlocal.set %0" \
      : "=r"(to)                                       \
      : "r"(from), "i"((at) * sizeof(float)),          \
        "m"(*reinterpret_cast<const float(*)[(at) + (count)]>(from)))
#endif

// For loops that V8 compiles well only in functions of their own.
#undef HLO_LEAF
#if HWY_ARCH_WASM
#define HLO_LEAF HWY_NOINLINE
#else
#define HLO_LEAF HWY_INLINE
#endif

template <size_t kAt, class D>
HWY_INLINE hn::VFromD<D> LoadAt(D d, const float* from) {
#ifdef HLO_LOAD_AT
  if constexpr (hn::MaxLanes(D()) == 4) {
    v128_t v;
    HLO_LOAD_AT("v128.load", v, from, kAt, 4);
    return hn::VFromD<D>{v};
  }
#endif
  return hn::LoadU(d, from + kAt);
}

struct Widened {
  using Element = float;
  using Lane = double;
  template <size_t kAt = 0, class D>
  static HWY_INLINE hn::VFromD<D> Load(D d, const float* from) {
#ifdef HLO_LOAD_AT
    if constexpr (hn::MaxLanes(D()) == 2) {
      v128_t pair;
      HLO_LOAD_AT("v128.load64_zero", pair, from, kAt, 2);
      return hn::VFromD<D>{wasm_f64x2_promote_low_f32x4(pair)};
    }
#endif
    return hn::PromoteTo(d, hn::LoadU(hn::Rebind<float, D>(), from + kAt));
  }
};

// ---- groups ----

using FullTag = hn::CappedTag<float, kReduceLanes>;

// Sums of kVectors vectors of lanes; load(r, k) loads element r of each lane of vector k.
template <size_t kVectors, class V, class Load>
HWY_INLINE void SumGroups(V* sums, const Load& load) {
  const auto pair = [&]<int r>(V* to, std::integral_constant<int, r>) HLO_INLINED {
    constexpr std::integral_constant<int, r + 1> kNext;
    ForEachOf<kVectors>([&](auto k) HLO_INLINED {
      to[k] = hn::Add(load(std::integral_constant<int, r>(), k), load(kNext, k));
    });
  };
  const auto add = [](V* to, const V* from) HLO_INLINED {
    ForEachOf<kVectors>([&](auto k) HLO_INLINED { to[k] = hn::Add(to[k], from[k]); });
  };
  V second[kVectors], last[kVectors];
  pair(sums, std::integral_constant<int, 0>());
  pair(second, std::integral_constant<int, 2>());
  add(sums, second);
  pair(second, std::integral_constant<int, 4>());
  pair(last, std::integral_constant<int, 6>());
  add(second, last);
  add(sums, second);
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
    SumGroups<kVectors>(groups, [&](auto r, auto k) HLO_INLINED {
      return LoadAt<k * kN>(d, rows + r * stride + i);
    });
    auto all = groups[0];
    ForEachOf<kVectors - 1>([&](auto k) HLO_INLINED { all = hn::Add(all, groups[k + 1]); });
    if (HWY_UNLIKELY(!hn::AllTrue(d, hn::Lt(hn::Abs(all), hn::Inf(d))))) {
      PlainWideSums()->accumulate_groups(start + i, rows + i, 1, stride, kVectors * kN, lanes + i);
      continue;
    }
    ForEachOf<kVectors>([&](auto k) HLO_INLINED {
      hn::VFromD<WideTag<D>> sums[kParts<D>];
      const size_t lane = i + k * kN;
      ForEachOf<kParts<D>>([&](auto part) HLO_INLINED {
        sums[part] = hn::LoadU(wide, start + lane + part * kWideN);
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
  constexpr size_t kVectors = HWY_ARCH_WASM ? 2 : 4;  // measured
  auto* lanes = static_cast<double*>(to);
  const auto* before = static_cast<const double*>(start);
  const auto* rows = static_cast<const float*>(from);
  if (before == nullptr) before = std::fill_n(lanes, width, kEmptySum) - width;
  for (size_t g = 0; g < count; ++g, rows += kSumGroup * stride, before = lanes) {
    size_t i = AddGroupVectors<kVectors>(full, before, rows, stride, width, lanes, 0);
    i = AddGroupVectors<1>(full, before, rows, stride, width, lanes, i);
    AddGroupVectors<1>(one, before, rows, stride, width, lanes, i);
  }
}

// ---- lines ----

constexpr size_t kBlock = kReduceLanes * kSumGroup;

// What a sum takes for the elements of a line: the elements themselves, or ...
struct Elements {
  template <size_t kAt, class D>
  HWY_INLINE hn::VFromD<D> Load(D d, const float* from) const {
    return LoadAt<kAt>(d, from);
  }
  // A few of them in memory, in `buffer` if they are computed.
  const float* At(const float* from, size_t /*count*/, float* /*buffer*/) const { return from; }
};

HWY_NOINLINE void Square(const float* from, float mean, size_t count, float* to) {
  for (size_t i = 0; i < count; ++i) to[i] = (from[i] - mean) * (from[i] - mean);
}

// ... the squares of their differences from a mean.
struct Squares {
  float mean;

  template <size_t kAt, class D>
  HWY_INLINE hn::VFromD<D> Load(D d, const float* from) const {
    const auto difference = hn::Sub(LoadAt<kAt>(d, from), hn::Set(d, mean));
    return hn::Mul(difference, difference);
  }
  const float* At(const float* from, size_t count, float* buffer) const {
    Square(from, mean, count, buffer);
    return buffer;
  }
};

constexpr size_t kWideVectors = kReduceLanes / hn::MaxLanes(WideTag<FullTag>());

// The sum of lanes and of `count` more elements, taken one by one.
HWY_INLINE double Finish(const double* lanes, const float* elements, size_t count) {
  const WideTag<FullTag> wide;
  hn::VFromD<WideTag<FullTag>> sums[kWideVectors];
  for (size_t k = 0; k < kWideVectors; ++k) {
    sums[k] = hn::Load(wide, lanes + k * hn::MaxLanes(wide));
  }
  size_t i = 0;
  for (; i + kReduceLanes <= count; i += kReduceLanes) {
    reduce::TakeElements<Add, Widened, kWideVectors>(wide, elements + i, sums);
  }
  return reduce::FinishLine<Add, Widened, kWideVectors>(wide, sums, elements, i, count);
}

// Stores the lanes with the groups of a line of at least kBlock elements; returns the number of
// these elements. Memory before `end` is readable. In WebAssembly a function without calls, where
// V8 keeps the sums in registers.
template <class Terms>
HLO_LEAF size_t SumBlocks(Terms terms, const float* line, size_t length, const float* end,
                          double* lanes) {
  const FullTag d;
  const WideTag<FullTag> wide;
  constexpr size_t kN = hn::MaxLanes(d);
  hn::VFromD<WideTag<FullTag>> sums[kWideVectors];
  for (auto& sum : sums) sum = hn::Set(wide, kEmptySum);
  const auto take = [&](size_t block) HLO_INLINED {
    ForEachOf<kReduceLanes / kN>([&](auto k) HLO_INLINED {
      hn::VFromD<FullTag> group[1];
      SumGroups<1>(group, [&](auto r, auto) HLO_INLINED {
        return terms.template Load<r * kReduceLanes + k * kN>(d, line + block);
      });
      AddWidened(d, group[0], sums + k * kParts<FullTag>);
    });
  };
  take(0);
  const size_t done = reduce::ForBlocks<kBlock>(line, length, end, take);
  for (size_t k = 0; k < kWideVectors; ++k) {
    hn::Store(sums[k], wide, lanes + k * hn::MaxLanes(wide));
  }
  return done;
}

// The same if a sum is not finite: for `length` elements, a multiple of kBlock.
template <class Terms>
HWY_NOINLINE void SumBlocksPlainly(Terms terms, const float* line, size_t length, double* lanes) {
  HWY_ALIGN float buffer[kBlock];
  std::fill_n(lanes, kReduceLanes, kEmptySum);
  for (size_t i = 0; i < length; i += kBlock) {
    PlainWideSums()->accumulate_groups(lanes, terms.At(line + i, kBlock, buffer), 1, kReduceLanes,
                                       kReduceLanes, lanes);
  }
}

// Memory before `end` is readable.
template <class Terms>
double SumLine(Terms terms, const float* line, size_t length, const float* end) {
  HWY_ALIGN double lanes[kReduceLanes];
  HWY_ALIGN float buffer[kBlock];
  size_t done = 0;
  if (length < kBlock) {
    std::fill_n(lanes, kReduceLanes, kEmptySum);
  } else {
    done = SumBlocks(terms, line, length, end, lanes);
  }
  const float* rest = terms.At(line + done, length - done, buffer);
  for (bool plainly = done == 0;; plainly = true) {
    const double sum = Finish(lanes, rest, length - done);
    if (plainly || std::isfinite(sum)) return sum;
    SumBlocksPlainly(terms, line, done, lanes);
  }
}

void SumShortLines(const float* line, size_t count, size_t length, double* results) {
  const auto* end = line + count * length;
  for (size_t k = 0; k < count; ++k, line += length) {
    results[k] = reduce::ReduceLine<Add, Widened>(line, length, end);
  }
}

void SumLines(const void* from, size_t count, size_t length, void* results) {
  const auto* line = static_cast<const float*>(from);
  auto* out = static_cast<double*>(results);
  if (length < kBlock) return SumShortLines(line, count, length, out);
  const auto* end = line + count * length;
  for (size_t k = 0; k < count; ++k, line += length) {
    out[k] = SumLine(Elements(), line, length, end);
  }
}

void SumSquaresOfLines(const float* line, const float* means, size_t count, size_t length,
                       double* results) {
  const auto* end = line + count * length;
  for (size_t k = 0; k < count; ++k, line += length) {
    results[k] = SumLine(Squares{means == nullptr ? 0 : means[k]}, line, length, end);
  }
}

const ReduceKernel* Kernel() {
  static constexpr ReduceKernel kKernel = {reduce::Accumulate<Add, Widened>, AddGroups, SumLines,
                                           nullptr};
  return &kKernel;
}

}  // namespace
}  // namespace hlo::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hlo {
namespace {
HWY_EXPORT(Kernel);
HWY_EXPORT(SumSquaresOfLines);
}  // namespace

const ReduceKernel* WideSums() { return HWY_DYNAMIC_DISPATCH(Kernel)(); }

void SumSquares(const float* lines, const float* means, size_t count, size_t length,
                double* results) {
  HWY_DYNAMIC_DISPATCH(SumSquaresOfLines)(lines, means, count, length, results);
}

}  // namespace hlo
#endif  // HWY_ONCE
