// SPDX-License-Identifier: Apache-2.0
// The passes of a Fourier transform on lanes: a vector holds one number of several columns.
#include "core/kernels/fourier.h"

#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/fourier.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hlo::HWY_NAMESPACE {
namespace {

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

// A row of the work holds the real parts of all columns, then the imaginary parts.
template <class T>
inline constexpr int64_t kRow = 2 * kFourierColumns<T>;

template <class D>
HWY_INLINE Complex<hn::Vec<D>> Get(D d, const hn::TFromD<D>* at) {
  return {hn::LoadU(d, at), hn::LoadU(d, at + kFourierColumns<hn::TFromD<D>>)};
}
template <class D>
HWY_INLINE void Put(Complex<hn::Vec<D>> z, D d, hn::TFromD<D>* at) {
  hn::StoreU(z.re, d, at);
  hn::StoreU(z.im, d, at + kFourierColumns<hn::TFromD<D>>);
}

// ---- passes ----

template <class T>
struct Pass {
  T* work;
  const T* roots;
  int64_t length, block, radix, columns;  // columns: a multiple of the lanes

  int64_t rest() const { return block / radix; }
  // exp(-2 pi i t / block) in all lanes
  template <class D>
  HWY_INLINE Complex<hn::Vec<D>> Root(D d, int64_t t) const {
    const T* root = roots + 2 * t * (length / block);
    return {hn::Set(d, root[0]), hn::Set(d, root[1])};
  }
  // Calls fn with the address of number k of each block, for each vector of columns.
  template <class D, class Fn>
  HWY_INLINE void ForEach(D, int64_t k, Fn&& fn) const {
    for (int64_t base = k; base < length; base += block) {
      T* at = work + base * kRow<T>;
      for (int64_t c = 0; c < columns; c += hn::MaxLanes(D())) fn(at + c);
    }
  }
};

template <class D, class T = hn::TFromD<D>>
void PassOfTwo(D d, const Pass<T>& pass) {
  const int64_t rest = pass.rest(), step = rest * kRow<T>;
  for (int64_t k = 0; k < rest; ++k) {
    const auto w = pass.Root(d, k);
    pass.ForEach(d, k, [=](T* at) HWY_ATTR {
      const auto a = Get(d, at), b = Get(d, at + step);
      Put(a + b, d, at);
      Put(k == 0 ? a - b : Product(a - b, w), d, at + step);
    });
  }
}

template <bool kTwiddles, class D, class T = hn::TFromD<D>>
HWY_INLINE void RowsOfFour(D d, const Pass<T>& pass, int64_t k) {
  const int64_t step = pass.rest() * kRow<T>;
  const auto w1 = pass.Root(d, k), w2 = pass.Root(d, 2 * k), w3 = pass.Root(d, 3 * k);
  pass.ForEach(d, k, [=](T* at) HWY_ATTR {
    const auto x0 = Get(d, at), x1 = Get(d, at + step);
    const auto x2 = Get(d, at + 2 * step), x3 = Get(d, at + 3 * step);
    const auto s = x0 + x2, t = x0 - x2, u = x1 + x3, v = x1 - x3;
    Put(s + u, d, at);
    if constexpr (kTwiddles) {
      Put(Product(MinusTurned(t, v), w1), d, at + step);
      Put(Product(s - u, w2), d, at + 2 * step);
      Put(Product(PlusTurned(t, v), w3), d, at + 3 * step);
    } else {
      Put(MinusTurned(t, v), d, at + step);
      Put(s - u, d, at + 2 * step);
      Put(PlusTurned(t, v), d, at + 3 * step);
    }
  });
}

template <class D, class T = hn::TFromD<D>>
void PassOfFour(D d, const Pass<T>& pass) {
  RowsOfFour<false>(d, pass, 0);
  for (int64_t k = 1; k < pass.rest(); ++k) RowsOfFour<true>(d, pass, k);
}

// With a[j] = x[j] + x[p - j], b[j] = x[j] - x[p - j] and the parts (c, s) of exp(-2 pi i j r / p),
// X[r] and X[p - r] are x[0] + sum of c a[j], plus and minus i times the sum of s b[j].
template <class D, class T = hn::TFromD<D>>
void PassOfOdd(D d, const Pass<T>& pass) {
  const int64_t radix = pass.radix, rest = pass.rest(), step = rest * kRow<T>;
  const int64_t pairs = radix / 2;
  Complex<hn::Vec<D>> a[kMaxRadix / 2 + 1], b[kMaxRadix / 2 + 1];
  for (int64_t k = 0; k < rest; ++k) {
    pass.ForEach(d, k, [&](T* at) HWY_ATTR {
      const auto x = Get(d, at);
      auto sum = x;
      for (int64_t j = 1; j <= pairs; ++j) {
        const auto low = Get(d, at + j * step), high = Get(d, at + (radix - j) * step);
        a[j] = low + high;
        b[j] = low - high;
        sum = sum + a[j];
      }
      Put(sum, d, at);
      for (int64_t r = 1; r <= pairs; ++r) {
        auto even = x;
        Complex<hn::Vec<D>> odd = {hn::Zero(d), hn::Zero(d)};
        for (int64_t j = 1, t = r; j <= pairs; ++j, t += r) {
          if (t >= radix) t -= radix;
          const auto w = pass.Root(d, t * rest);
          even = even + Complex<hn::Vec<D>>{hn::Mul(w.re, a[j].re), hn::Mul(w.re, a[j].im)};
          odd = odd + Complex<hn::Vec<D>>{hn::Mul(w.im, b[j].re), hn::Mul(w.im, b[j].im)};
        }
        auto first = PlusTurned(even, odd), last = MinusTurned(even, odd);
        if (k != 0) {
          first = Product(first, pass.Root(d, k * r));
          last = Product(last, pass.Root(d, k * (radix - r)));
        }
        Put(first, d, at + r * step);
        Put(last, d, at + (radix - r) * step);
      }
    });
  }
}

// ---- both ends ----

template <class D, class T = hn::TFromD<D>>
void Load(D d, const FourierColumns& job, int64_t length, T* work) {
  constexpr int64_t kN = hn::MaxLanes(D());
  const int64_t columns = job.columns;
  const T* from = static_cast<const T*>(job.from);
  T* re = work + (job.swap_from ? kFourierColumns<T> : 0);
  T* im = work + (job.swap_from ? 0 : kFourierColumns<T>);
  for (int64_t j = 0; j < length; ++j) {
    int64_t c = 0;
    for (; c + kN <= columns; c += kN) {
      hn::Vec<D> a, b;
      hn::LoadInterleaved2(d, from + 2 * c, a, b);
      hn::StoreU(a, d, re + c);
      hn::StoreU(b, d, im + c);
    }
    for (; c < columns; ++c) {
      re[c] = from[2 * c];
      im[c] = from[2 * c + 1];
    }
    for (; c % kN != 0; ++c) re[c] = im[c] = 0;
    from += 2 * job.from_step;
    re += kRow<T>;
    im += kRow<T>;
  }
}

// Row k, for the columns from c on.
template <class D, class T = hn::TFromD<D>>
HWY_INLINE Complex<hn::Vec<D>> Twiddle(D, const FourierTwiddles& twiddles, int64_t k, int64_t c) {
  const hn::CappedTag<double, hn::MaxLanes(D())> dd;
  using Z = Complex<hn::VFromD<decltype(dd)>>;
  const int64_t columns = twiddles.columns;
  const double* fine = twiddles.Fine(k) + c;
  const double* coarse = twiddles.Coarse(k) + c;
  const auto product = [=](size_t i) HWY_ATTR {
    return Product(Z{hn::LoadU(dd, coarse + i), hn::LoadU(dd, coarse + columns + i)},
                   Z{hn::LoadU(dd, fine + i), hn::LoadU(dd, fine + columns + i)});
  };
  if constexpr (std::is_same_v<T, double>) {
    return product(0);
  } else {
    const hn::Rebind<float, decltype(dd)> part;
    const Z low = product(0);
    const auto low_re = hn::DemoteTo(part, low.re), low_im = hn::DemoteTo(part, low.im);
#if HWY_TARGET == HWY_SCALAR
    return {low_re, low_im};
#else
    const Z high = product(hn::MaxLanes(dd));
    return {hn::Combine(D(), hn::DemoteTo(part, high.re), low_re),
            hn::Combine(D(), hn::DemoteTo(part, high.im), low_im)};
#endif
  }
}

template <class D, class T = hn::TFromD<D>>
void Store(D d, const FourierPasses& passes, const FourierColumns& job, const T* work) {
  constexpr int64_t kN = hn::MaxLanes(D());
  T* to = static_cast<T*>(job.to);
  const auto scale = hn::Set(d, static_cast<T>(job.scale));
  for (int64_t k = 0; k < passes.length; ++k, to += 2 * job.to_step) {
    const T* row = work + passes.places[static_cast<size_t>(k)] * kRow<T>;
    for (int64_t c = 0; c < job.columns; c += kN) {
      auto z = Get(d, row + c);
      if (job.twiddles != nullptr) {
        z = Product(z, Twiddle(d, *job.twiddles, k, job.first_column + c));
      }
      if (job.scale != 1) z = {hn::Mul(z.re, scale), hn::Mul(z.im, scale)};
      if (job.swap_to) z = {z.im, z.re};
      if (c + kN <= job.columns) {
        hn::StoreInterleaved2(z.re, z.im, d, to + 2 * c);
      } else {
        HWY_ALIGN T last[2 * kN];
        hn::StoreInterleaved2(z.re, z.im, d, last);
        for (int64_t i = 0; i < 2 * (job.columns - c); ++i) to[2 * c + i] = last[i];
      }
    }
  }
}

template <class T>
void Transform(const FourierPasses& passes, const FourierColumns& job) {
  const hn::CappedTag<T, kFourierColumns<T>> d;
  constexpr int64_t kN = hn::MaxLanes(d);
  T* work = static_cast<T*>(job.work);
  Load(d, job, passes.length, work);
  Pass<T> pass = {work, static_cast<const T*>(passes.roots), passes.length, passes.length,
                  0,    (job.columns + kN - 1) / kN * kN};
  for (const int32_t radix : passes.radices) {
    pass.radix = radix;
    if (radix == 4) {
      PassOfFour(d, pass);
    } else if (radix == 2) {
      PassOfTwo(d, pass);
    } else {
      PassOfOdd(d, pass);
    }
    pass.block = pass.rest();
  }
  Store(d, passes, job, work);
}

FourierFn ChooseFourier(bool wide) { return wide ? Transform<double> : Transform<float>; }

}  // namespace
}  // namespace hlo::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hlo {
namespace {
HWY_EXPORT(ChooseFourier);
}  // namespace

FourierFn FourierKernel(bool wide) { return HWY_DYNAMIC_DISPATCH(ChooseFourier)(wide); }

}  // namespace hlo
#endif  // HWY_ONCE
