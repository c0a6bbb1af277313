// SPDX-License-Identifier: Apache-2.0
// Helpers of the elementary functions on every Highway target: the two multiply-add policies,
// polynomials, and the loops that apply a function of lanes to blocks of f32. Included only by the
// sources of kernels, once for each target.

#if defined(HLO_CORE_KERNELS_FUNCTION_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HLO_CORE_KERNELS_FUNCTION_LANES_INL_H_
#undef HLO_CORE_KERNELS_FUNCTION_LANES_INL_H_
#else
#define HLO_CORE_KERNELS_FUNCTION_LANES_INL_H_
#endif

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/kernels/functions_f32.h"
#include "core/kernels/target_traits-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hlo::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Policies for the rounding of a * b + c.
struct Portable {  // rounded twice, on every target
  template <class V>
  static HWY_INLINE V MulAdd(V a, V b, V c) {
    return hn::Add(hn::Mul(a, b), c);
  }
  template <class V>
  static HWY_INLINE V NegMulAdd(V a, V b, V c) {  // c - a * b
    return hn::Sub(c, hn::Mul(a, b));
  }
};

#if HWY_NATIVE_FMA
struct Fast {  // once
  template <class V>
  static HWY_INLINE V MulAdd(V a, V b, V c) {
    return hn::MulAdd(a, b, c);
  }
  template <class V>
  static HWY_INLINE V NegMulAdd(V a, V b, V c) {
    return hn::NegMulAdd(a, b, c);
  }
};
#else
using Fast = Portable;  // one instantiation for both
#endif

template <class D>
HWY_INLINE hn::Vec<D> Constant(D d, double value) {
  return hn::Set(d, static_cast<hn::TFromD<D>>(value));
}

// c[0] + c[1] x + c[2] x^2 + ... by Horner's rule.
template <class P, class D, class... C>
HWY_INLINE hn::Vec<D> Polynomial(D d, hn::Vec<D> x, double c0, C... rest) {
  if constexpr (sizeof...(rest) == 0) {
    return Constant(d, c0);
  } else {
    return P::MulAdd(Polynomial<P>(d, x, rest...), x, Constant(d, c0));
  }
}

// Keep a NaN.
template <class D>
HWY_INLINE hn::Vec<D> AtMost(D d, hn::Vec<D> x, double limit) {
  const auto most = Constant(d, limit);
  if constexpr (kMinReturnsSecond) return hn::Min(most, x);
  return hn::IfThenElse(hn::Gt(x, most), most, x);
}
template <class D>
HWY_INLINE hn::Vec<D> AtLeast(D d, hn::Vec<D> x, double limit) {
  const auto least = Constant(d, limit);
  if constexpr (kMinReturnsSecond) return hn::Max(least, x);
  return hn::IfThenElse(hn::Lt(x, least), least, x);
}

// a / b where b may be 0.
template <class D>
HWY_INLINE hn::Vec<D> Quotient([[maybe_unused]] D d, hn::Vec<D> a, hn::Vec<D> b) {
  if constexpr (kDivByZeroIsZero) {
    HWY_ALIGN hn::TFromD<D> quotients[hn::MaxLanes(d)], divisors[hn::MaxLanes(d)];
    hn::Store(a, d, quotients);
    hn::Store(b, d, divisors);
    for (size_t i = 0; i < hn::Lanes(d); ++i) quotients[i] /= divisors[i];
    return hn::Load(d, quotients);
  } else {
    return hn::Div(a, b);
  }
}

// Elements of a step: two vectors of f32, which share the loads of constants. Functions with many
// constants take two steps at once if the target has so few registers that constants stay in
// memory, or enough for all of them.
inline constexpr size_t kLanes = hn::MaxLanes(hn::ScalableTag<float>());
inline constexpr size_t kStep = 2 * kLanes;

// Apply functions to whole steps in f32 lanes, or in f64 lanes with one rounding at the end.
template <class F, bool kTwoAtOnce = false>
void StepsInF32(const float* in, size_t n, float* out) {
  const hn::ScalableTag<float> d;
  size_t i = 0;
  constexpr bool kTwoSteps = kTwoAtOnce && (HWY_ARCH_WASM || kHas32Registers);
  for (; kTwoSteps && i + 2 * kStep <= n; i += 2 * kStep) {
    const auto first = F::Of(d, hn::LoadU(d, in + i));
    const auto second = F::Of(d, hn::LoadU(d, in + i + kLanes));
    const auto third = F::Of(d, hn::LoadU(d, in + i + 2 * kLanes));
    const auto fourth = F::Of(d, hn::LoadU(d, in + i + 3 * kLanes));
    hn::StoreU(first, d, out + i);
    hn::StoreU(second, d, out + i + kLanes);
    hn::StoreU(third, d, out + i + 2 * kLanes);
    hn::StoreU(fourth, d, out + i + 3 * kLanes);
  }
  for (; i < n; i += kStep) {
    const auto first = F::Of(d, hn::LoadU(d, in + i));
    const auto second = F::Of(d, hn::LoadU(d, in + i + kLanes));
    hn::StoreU(first, d, out + i);
    hn::StoreU(second, d, out + i + kLanes);
  }
}

template <class D>
HWY_INLINE hn::Vec<D> LoadAsDoubles(D d, const float* in) {
  return hn::PromoteTo(d, hn::LoadU(hn::Rebind<float, D>(), in));
}
template <class D>
HWY_INLINE void StoreAsFloats([[maybe_unused]] D d, hn::Vec<D> x, float* out) {
  if constexpr (kDemoteToF32Clamps) {
    HWY_ALIGN double lanes[hn::MaxLanes(d)];
    hn::Store(x, d, lanes);
    for (size_t i = 0; i < hn::Lanes(d); ++i) out[i] = static_cast<float>(lanes[i]);
  } else {
    const hn::Rebind<float, D> narrow;
    hn::StoreU(hn::DemoteTo(narrow, x), narrow, out);
  }
}

template <class F>
void StepsInF64(const float* in, size_t n, float* out) {
  const hn::ScalableTag<double> d;
  for (size_t i = 0; i < n; i += hn::MaxLanes(d)) {
    StoreAsFloats(d, F::Of(d, LoadAsDoubles(d, in + i)), out + i);
  }
}
template <class F>
void StepsInF64(const float* a, const float* b, size_t n, float* out) {
  const hn::ScalableTag<double> d;
  for (size_t i = 0; i < n; i += hn::MaxLanes(d)) {
    StoreAsFloats(d, F::Of(d, LoadAsDoubles(d, a + i), LoadAsDoubles(d, b + i)), out + i);
  }
}

// In WebAssembly, reads a byte of each cache line. Steps are so long that out-of-order execution
// reaches only a few lines ahead and then stalls; this makes exp over 16 MiB a third faster. No
// gain natively.
inline void FetchLines([[maybe_unused]] const float* in, [[maybe_unused]] size_t n) {
#if HWY_ARCH_WASM
  const auto* bytes = reinterpret_cast<const unsigned char*>(in);
  uint32_t sum = 0;
  for (size_t i = 0; i < n * sizeof(float); i += 64) sum += bytes[i];
  [[maybe_unused]] volatile uint32_t kept = sum;  // keeps the reads
#endif
}

// Elements fetched and then computed, in whole steps. In WebAssembly few, so that fetching overlaps
// with computing the previous ones.
#if HWY_ARCH_WASM
inline constexpr size_t kFetched = 128;
#else
inline constexpr size_t kFetched = 2048;
#endif

// The tail of a block is one step on copies, so that each function is compiled once.
inline HWY_NOINLINE void MapBlock(UnaryF32Fn steps, const float* in, size_t n, float* out) {
  const size_t whole = n - n % kStep;
  steps(in, whole, out);
  if (whole == n) return;
  float tail[kStep] = {};
  std::memcpy(tail, in + whole, (n - whole) * sizeof(float));
  steps(tail, kStep, tail);
  std::memcpy(out + whole, tail, (n - whole) * sizeof(float));
}
inline HWY_NOINLINE void FetchAndMap(UnaryF32Fn steps, const float* in, size_t n, float* out) {
  for (size_t i = 0; i < n; i += kFetched) {
    const size_t count = HWY_MIN(kFetched, n - i);
    FetchLines(in + i, count);
    MapBlock(steps, in + i, count, out + i);
  }
}
inline HWY_NOINLINE void FetchAndMap(BinaryF32Fn steps, const float* a, const float* b, size_t n,
                                     float* out) {
  const size_t whole = n - n % kStep;
  for (size_t i = 0; i < whole; i += kFetched) {
    const size_t count = HWY_MIN(kFetched, whole - i);
    FetchLines(a + i, count);
    FetchLines(b + i, count);
    steps(a + i, b + i, count, out + i);
  }
  if (whole == n) return;
  float tail_a[kStep] = {}, tail_b[kStep] = {};
  std::memcpy(tail_a, a + whole, (n - whole) * sizeof(float));
  std::memcpy(tail_b, b + whole, (n - whole) * sizeof(float));
  steps(tail_a, tail_b, kStep, tail_a);
  std::memcpy(out + whole, tail_a, (n - whole) * sizeof(float));
}

template <class F>
void MapInF32(const float* in, size_t n, float* out) {
  FetchAndMap(&StepsInF32<F>, in, n, out);
}
template <class F>
void MapInF64(const float* in, size_t n, float* out) {
  FetchAndMap(&StepsInF64<F>, in, n, out);
}
template <class F>
void JoinInF64(const float* a, const float* b, size_t n, float* out) {
  FetchAndMap(&StepsInF64<F>, a, b, n, out);
}

}  // namespace hlo::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
