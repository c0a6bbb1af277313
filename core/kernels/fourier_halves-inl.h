// SPDX-License-Identifier: Apache-2.0
// Spectra of real numbers (FourierHalves) on lanes. Included only by the sources of kernels, once
// for each target.

#if defined(HLO_CORE_KERNELS_FOURIER_HALVES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HLO_CORE_KERNELS_FOURIER_HALVES_INL_H_
#undef HLO_CORE_KERNELS_FOURIER_HALVES_INL_H_
#else
#define HLO_CORE_KERNELS_FOURIER_HALVES_INL_H_
#endif

#include <cstdint>

#include "core/kernels/fourier.h"
#include "core/kernels/fourier_codelets-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hlo::HWY_NAMESPACE {

// One vector of numbers k of Z or X, and those of m - k, in ascending order of k.
template <class D, class T = hn::TFromD<D>>
struct Mirrored {
  Complex<hn::Vec<D>> low, high;

  static HWY_INLINE Mirrored From(D d, const T* numbers, int64_t k, int64_t m) {
    Mirrored z;
    hn::LoadInterleaved2(d, numbers + 2 * k, z.low.re, z.low.im);
    hn::LoadInterleaved2(d, numbers + 2 * (m - k - hn::MaxLanes(d) + 1), z.high.re, z.high.im);
    z.high = {hn::Reverse(d, z.high.re), hn::Reverse(d, z.high.im)};
    return z;
  }
  HWY_INLINE void To(D d, T* numbers, int64_t k, int64_t m) const {
    hn::StoreInterleaved2(low.re, low.im, d, numbers + 2 * k);
    hn::StoreInterleaved2(hn::Reverse(d, high.re), hn::Reverse(d, high.im), d,
                          numbers + 2 * (m - k - hn::MaxLanes(d) + 1));
  }
};

// X[k] and X[m - k], or 2 Z[k] and 2 Z[m - k]; half of w^k.
template <bool kForward, class D, class V = hn::Vec<D>>
HWY_INLINE Mirrored<D> Converted(D d, const Mirrored<D>& z, Complex<V> root) {
  const auto half = hn::Set(d, 0.5f);
  // The sum and the difference of number k and the conjugate of its partner.
  const Complex<V> sum = {hn::Add(z.low.re, z.high.re), hn::Sub(z.low.im, z.high.im)};
  const Complex<V> difference = {hn::Sub(z.low.re, z.high.re), hn::Add(z.low.im, z.high.im)};
  const Complex<V> even = Scaled(sum, half);
  Complex<V> odd;
  if constexpr (kForward) {
    odd = Product({difference.im, hn::Neg(difference.re)}, root);
  } else {
    const Complex<V> turned = Product(difference, {root.re, hn::Neg(root.im)});
    odd = {hn::Neg(turned.im), turned.re};
  }
  const Complex<V> low = even + odd, high = even - odd;
  return {low, {high.re, hn::Neg(high.im)}};
}

// The numbers 0 < k < m; pairs that do not fill vectors are left to single lanes.
template <bool kForward, class T>
void ConvertHalves(const FourierHalves& halves, const T* from, T* to) {
  const int64_t m = halves.count;
  const T* re = static_cast<const T*>(halves.roots);
  const T* im = re + m / 2 + 1;
  int64_t k = 1;
  const auto convert = [&](auto d, int64_t last) HWY_ATTR {
    constexpr int64_t kN = hn::MaxLanes(d);
    for (; k + kN - 1 <= last; k += kN) {
      const auto z = Mirrored<decltype(d)>::From(d, from, k, m);
      Converted<kForward>(d, z, {hn::LoadU(d, re + k), hn::LoadU(d, im + k)}).To(d, to, k, m);
    }
  };
  convert(hn::ScalableTag<T>(), (m - 1) / 2);
  convert(hn::CappedTag<T, 1>(), m / 2);
}

template <class T>
void CombineHalves(const FourierHalves& halves, const void* from, void* to) {
  const T* z = static_cast<const T*>(from);
  T* x = static_cast<T*>(to);
  const T re = z[0], im = z[1];
  ConvertHalves<true>(halves, z, x);
  x[0] = re + im;
  x[2 * halves.count] = re - im;
  x[1] = x[2 * halves.count + 1] = 0;
}

template <class T>
void SeparateHalves(const FourierHalves& halves, const void* from, void* to) {
  const T* x = static_cast<const T*>(from);
  T* z = static_cast<T*>(to);
  const T first = x[0], last = x[2 * halves.count];
  ConvertHalves<false>(halves, x, z);
  z[0] = (first + last) * T{0.5};
  z[1] = (first - last) * T{0.5};
}

}  // namespace hlo::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
