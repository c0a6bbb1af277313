// SPDX-License-Identifier: Apache-2.0
// Fourier transforms of short lengths in registers: a vector holds one number of several columns.
// Included only by the sources of kernels, once for each target.

#if defined(HLO_CORE_KERNELS_FOURIER_CODELETS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HLO_CORE_KERNELS_FOURIER_CODELETS_INL_H_
#undef HLO_CORE_KERNELS_FOURIER_CODELETS_INL_H_
#else
#define HLO_CORE_KERNELS_FOURIER_CODELETS_INL_H_
#endif

#include <cstdint>

#include "core/kernels/for_each_of-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hlo::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class V>
struct Complex {
  V re, im;
};

template <class V>
HWY_INLINE Complex<V> operator+(Complex<V> a, Complex<V> b) {
  return {hn::Add(a.re, b.re), hn::Add(a.im, b.im)};
}
template <class V>
HWY_INLINE Complex<V> operator-(Complex<V> a, Complex<V> b) {
  return {hn::Sub(a.re, b.re), hn::Sub(a.im, b.im)};
}
// a - i b and a + i b
template <class V>
HWY_INLINE Complex<V> MinusTurned(Complex<V> a, Complex<V> b) {
  return {hn::Add(a.re, b.im), hn::Sub(a.im, b.re)};
}
template <class V>
HWY_INLINE Complex<V> PlusTurned(Complex<V> a, Complex<V> b) {
  return {hn::Sub(a.re, b.im), hn::Add(a.im, b.re)};
}
template <class V>
HWY_INLINE Complex<V> Product(Complex<V> a, Complex<V> b) {
  return {hn::Sub(hn::Mul(a.re, b.re), hn::Mul(a.im, b.im)),
          hn::Add(hn::Mul(a.re, b.im), hn::Mul(a.im, b.re))};
}
template <class V>
HWY_INLINE Complex<V> Scaled(Complex<V> a, V factor) {
  return {hn::Mul(a.re, factor), hn::Mul(a.im, factor)};
}

// The complex number at `at` in all lanes.
template <class D>
HWY_INLINE Complex<hn::Vec<D>> Same(D d, const hn::TFromD<D>* at, int64_t imaginary = 1) {
  return {hn::Set(d, at[0]), hn::Set(d, at[imaginary])};
}

// z exp(-2 pi i t / p), where `root` is that power. Eighths of a turn take two multiplications.
template <int t, int p, class D, class V = hn::Vec<D>>
HWY_INLINE Complex<V> Rotated(D d, Complex<V> z, const hn::TFromD<D>* root) {
  if constexpr (t == 0) {
    return z;
  } else if constexpr (4 * t == p) {
    return {z.im, hn::Neg(z.re)};
  } else if constexpr (8 * t == p) {
    return Scaled({hn::Add(z.re, z.im), hn::Sub(z.im, z.re)}, hn::Set(d, root[0]));
  } else if constexpr (8 * t == 3 * p) {
    return Scaled({hn::Sub(z.re, z.im), hn::Add(z.re, z.im)}, hn::Set(d, root[0]));
  } else {
    return Product(z, Same(d, root));
  }
}

// The first factor of lengths that are transformed in two steps; 1 for others.
constexpr int FirstFactor(int p) {
  switch (p) {
    case 6:
    case 8:
    case 10:
      return 2;
    case 9:
      return 3;
    default:
      return 1;
  }
}

template <class Z>
HWY_INLINE void TransformFour(Z (&x)[4]) {
  const Z s = x[0] + x[2], t = x[0] - x[2], u = x[1] + x[3], v = x[1] - x[3];
  x[0] = s + u;
  x[1] = MinusTurned(t, v);
  x[2] = s - u;
  x[3] = PlusTurned(t, v);
}

// With a[j] = x[j] + x[p - j], b[j] = x[j] - x[p - j] and the parts (c, s) of exp(-2 pi i j r / p),
// X[r] and X[p - r] are x[0] + sum of c a[j], plus and minus i times the sum of s b[j].
template <int p, int kStep, class D, class Z = Complex<hn::Vec<D>>>
HWY_INLINE void TransformOdd(D d, const hn::TFromD<D>* roots, Z (&x)[p]) {
  constexpr int kPairs = p / 2;
  const Z first = x[0];
  Z a[kPairs], b[kPairs];
  ForEachOf<kPairs>([&](auto i) HLO_INLINED {
    a[i] = x[i + 1] + x[p - 1 - i];
    b[i] = x[i + 1] - x[p - 1 - i];
    x[0] = x[0] + a[i];
  });
  ForEachOf<kPairs>([&](auto i) HLO_INLINED {
    constexpr int kTerm = i + 1;
    Z even = first, odd;
    ForEachOf<kPairs>([&](auto j) HLO_INLINED {
      const Z w = Same(d, roots + 2 * kStep * ((j + 1) * kTerm % p));
      even = even + Scaled(a[j], w.re);
      odd = j == 0 ? Scaled(b[j], w.im) : odd + Scaled(b[j], w.im);
    });
    x[kTerm] = PlusTurned(even, odd);
    x[p - kTerm] = MinusTurned(even, odd);
  });
}

// Replaces p numbers by their transform. `roots` has exp(-2 pi i t / p) at place t kStep.
template <int p, int kStep = 1, class D, class Z = Complex<hn::Vec<D>>>
HWY_INLINE void TransformShort(D d, const hn::TFromD<D>* roots, Z (&x)[p]) {
  constexpr int kA = FirstFactor(p), kB = p / kA;
  if constexpr (p == 2) {
    const Z difference = x[0] - x[1];
    x[0] = x[0] + x[1];
    x[1] = difference;
  } else if constexpr (p == 4) {
    TransformFour(x);
  } else if constexpr (kA == 1) {
    TransformOdd<p, kStep>(d, roots, x);
  } else {
    Z y[kA][kB];
    ForEachOf<kB>([&](auto b) HLO_INLINED {
      Z column[kA];
      ForEachOf<kA>([&](auto a) HLO_INLINED { column[a] = x[kB * a + b]; });
      TransformShort<kA, kB * kStep>(d, roots, column);
      ForEachOf<kA>([&](auto a) HLO_INLINED {
        y[a][b] = Rotated<a * b, p>(d, column[a], roots + 2 * kStep * (a * b));
      });
    });
    ForEachOf<kA>([&](auto a) HLO_INLINED {
      TransformShort<kB, kA * kStep>(d, roots, y[a]);
      ForEachOf<kB>([&](auto b) HLO_INLINED { x[a + kA * b] = y[a][b]; });
    });
  }
}

}  // namespace hlo::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
