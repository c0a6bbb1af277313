// SPDX-License-Identifier: Apache-2.0
// exp in lanes of f32. Included only by the sources of kernels, once for each target.

#if defined(HLO_CORE_KERNELS_EXPONENTIAL_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HLO_CORE_KERNELS_EXPONENTIAL_LANES_INL_H_
#undef HLO_CORE_KERNELS_EXPONENTIAL_LANES_INL_H_
#else
#define HLO_CORE_KERNELS_EXPONENTIAL_LANES_INL_H_
#endif

#include "core/kernels/function_lanes-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hlo::HWY_NAMESPACE {

// Adding this to a number below 2^22 rounds it to an integer in the low bits.
constexpr double kRoundingShift = 0x1.8p23;

// exp(r) = 1 + r + kExp2 r^2 + ... for |r| <= log(2) / 2.
constexpr double kExp2 = 0x1.fffffcp-2, kExp3 = 0x1.55548cp-3, kExp4 = 0x1.555858p-5,
                 kExp5 = 0x1.123deap-7, kExp6 = 0x1.6ac80cp-10;

// For |x| up to this bound, exp(x) is normal.
constexpr float kNear = 86;

// kAllNear: all |x| are within this bound. The same bits in fewer instructions.
template <class P, bool kAllNear>
struct ExpLanes {
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V Of(D d, V x) {
    OfEach<1>(d, &x);
    return x;
  }

  // Interleaves several vectors to hide latency.
  template <size_t kCount, class D, class V = hn::Vec<D>>
  static HWY_INLINE void OfEach(D d, V* HWY_RESTRICT x) {
    const auto each = [](auto step) HWY_ATTR {
      for (size_t k = 0; k < kCount; ++k) step(k);
    };
    // Includes twice the exponent bias, so that half of the integer is n / 2 with its bias.
    const V shift = Constant(d, kRoundingShift + (kAllNear ? 0 : 254));
    // The upper part of log(2) has few bits, so its product and this difference are exact. The rest
    // of the product is added to the small terms, so 1 + p is rounded only twice.
    const V upper_log2 = Constant(d, 0x1.62e4p-1), rest_of_log2 = Constant(d, 0x1.7f7d1cp-20);
    V shifted[kCount], n[kCount], first[kCount], r[kCount], p[kCount];
    each([&](size_t k) HWY_ATTR {
      if constexpr (!kAllNear) x[k] = AtMost(d, AtLeast(d, x[k], -104), 89);
    });
    each([&](size_t k)
             HWY_ATTR { shifted[k] = P::MulAdd(x[k], Constant(d, 0x1.715476p0), shift); });
    each([&](size_t k) HWY_ATTR { n[k] = hn::Sub(shifted[k], shift); });
    each([&](size_t k) HWY_ATTR { first[k] = P::NegMulAdd(n[k], upper_log2, x[k]); });
    each([&](size_t k) HWY_ATTR { r[k] = P::NegMulAdd(n[k], rest_of_log2, first[k]); });
    each([&](size_t k) HWY_ATTR { p[k] = Constant(d, kExp6); });
    for (const double c : {kExp5, kExp4, kExp3, kExp2}) {
      each([&](size_t k) HWY_ATTR { p[k] = P::MulAdd(p[k], r[k], Constant(d, c)); });
    }
    each([&](size_t k) HWY_ATTR { p[k] = hn::Mul(hn::Mul(r[k], r[k]), p[k]); });
    each([&](size_t k) HWY_ATTR { p[k] = P::NegMulAdd(n[k], rest_of_log2, p[k]); });
    each([&](size_t k) HWY_ATTR { p[k] = hn::Add(first[k], p[k]); });
    each([&](size_t k) HWY_ATTR { x[k] = Scaled(d, p[k], shifted[k], n[k]); });
  }

 private:
  // (1 + p) * 2^n
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V Scaled(D d, V p, [[maybe_unused]] V shifted, [[maybe_unused]] V n) {
#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86
    // One instruction with the same bits.
    return V{_mm512_scalef_ps(hn::Add(p, Constant(d, 1)).raw, n.raw)};
#else
    const hn::RebindToSigned<D> di;
    const auto biased = hn::BitCast(di, shifted);
    if constexpr (kAllNear) {  // adds n to the exponent of 1 + p
      const auto bits = hn::BitCast(di, hn::Add(p, Constant(d, 1)));
      return hn::BitCast(d, hn::Add(bits, hn::ShiftLeft<23>(biased)));
    }
    // Splitting 2^n avoids premature overflow and underflow.
    const auto half = hn::ShiftRight<1>(biased);
    const V scale = hn::BitCast(d, hn::ShiftLeft<23>(half));
    const V rest = hn::BitCast(d, hn::ShiftLeft<23>(hn::Sub(biased, half)));
    return hn::Mul(P::MulAdd(p, scale, scale), rest);
#endif
  }
};

}  // namespace hlo::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
