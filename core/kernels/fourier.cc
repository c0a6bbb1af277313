// SPDX-License-Identifier: Apache-2.0
// The passes of a Fourier transform on lanes: a vector holds one number of several columns.
#include "core/kernels/fourier.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/fourier.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// After foreach_target.h.
#include "core/kernels/fourier_codelets-inl.h"
#include "core/kernels/transpose_tile-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hlo::HWY_NAMESPACE {
namespace {

template <class T>
using Lanes = hn::CappedTag<T, kFourierColumns<T>>;

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

// Where the results of a short transform go.
template <class T>
struct Results {
  T* at;
  int64_t step;
  // Twiddles of results 1, 2, ..., if not null: pairs that hold for all columns.
  const T* inner = nullptr;
  // Else those of all results.
  FourierTwiddles twiddled = FourierTwiddles::kNone;
  const T* outer = nullptr;
  int64_t outer_step = 0;

  Results Column(int64_t c) const {
    Results column = *this;
    column.at += c;
    if (twiddled == FourierTwiddles::kOfColumns) column.outer += c;
    return column;
  }
};

template <int p, class D, class T = hn::TFromD<D>>
HWY_INLINE void PutResults(D d, const Complex<hn::Vec<D>> (&x)[p], const Results<T>& to) {
  if (to.inner != nullptr) {
    Put(x[0], d, to.at);
    ForEachOf<p - 1>([&](auto i) HLO_INLINED {
      Put(Product(x[i + 1], Same(d, to.inner + 2 * i)), d, to.at + (i + 1) * to.step);
    });
  } else if (to.twiddled == FourierTwiddles::kNone) {
    ForEachOf<p>([&](auto r) HLO_INLINED { Put(x[r], d, to.at + r * to.step); });
  } else if (to.twiddled == FourierTwiddles::kSame) {
    ForEachOf<p>([&](auto r) HLO_INLINED {
      const auto w = Same(d, to.outer + r * to.outer_step, kFourierColumns<T>);
      Put(Product(x[r], w), d, to.at + r * to.step);
    });
  } else {
    ForEachOf<p>([&](auto r) HLO_INLINED {
      Put(Product(x[r], Get(d, to.outer + r * to.outer_step)), d, to.at + r * to.step);
    });
  }
}

template <class T>
struct Pass {
  const FourierPasses& all;
  const FourierColumns& job;
  const FourierPass& pass;
  int64_t rest;     // numbers of the blocks of the next pass
  int64_t columns;  // a multiple of the lanes

  const T* roots() const { return static_cast<const T*>(pass.roots); }
  T* Row(int64_t row) const { return static_cast<T*>(job.rows) + row * kFourierRow<T>; }

  // Calls fn with the first number and the results of each short transform and vector of columns.
  template <class D, class Fn>
  HWY_INLINE void ForEach(D, Fn&& fn) const {
    const int64_t radix = pass.radix;
    T* at = Row(0);
    for (const int32_t start : all.starts) {
      const T* twiddles = static_cast<const T*>(pass.twiddles);
      for (int64_t k = 0; k < rest; ++k, at += kFourierRow<T>) {
        Results<T> to = {at, rest * kFourierRow<T>};
        if (rest == 1) {
          to = Last(start);
        } else if (k > 0) {
          to.inner = twiddles;
          twiddles += 2 * (radix - 1);
        }
        for (int64_t c = 0; c < columns; c += hn::MaxLanes(D())) fn(at + c, to.Column(c));
      }
      at += (radix - 1) * rest * kFourierRow<T>;
      if (at == Row(all.length)) return;
    }
  }
  // The results of the last pass.
  HWY_INLINE Results<T> Last(int64_t start) const {
    const auto step = static_cast<int64_t>(all.starts.size());
    Results<T> to = {static_cast<T*>(job.results) + start * job.step, step * job.step};
    to.twiddled = job.twiddled;
    to.outer = static_cast<const T*>(job.twiddles);
    if (to.outer != nullptr) to.outer += start * kFourierRow<T>;
    to.outer_step = step * kFourierRow<T>;
    return to;
  }
};

template <int p, class D, class T = hn::TFromD<D>>
HWY_NOINLINE void PassOf(D d, const Pass<T>& pass) {
  const int64_t step = pass.rest * kFourierRow<T>;
  const T* roots = pass.roots();
  pass.ForEach(d, [=](const T* from, const Results<T>& to) HLO_INLINED {
    Complex<hn::Vec<D>> x[p];
    ForEachOf<p>([&](auto r) HLO_INLINED { x[r] = Get(d, from + r * step); });
    TransformShort<p>(d, roots, x);
    PutResults(d, x, to);
  });
}

template <class D, class T = hn::TFromD<D>>
HWY_INLINE void PutResult(D d, Complex<hn::Vec<D>> z, int64_t r, const Results<T>& to) {
  if (to.inner != nullptr) {
    if (r > 0) z = Product(z, Same(d, to.inner + 2 * (r - 1)));
  } else if (to.twiddled != FourierTwiddles::kNone) {
    const T* w = to.outer + r * to.outer_step;
    const bool same = to.twiddled == FourierTwiddles::kSame;
    z = Product(z, same ? Same(d, w, kFourierColumns<T>) : Get(d, w));
  }
  Put(z, d, to.at + r * to.step);
}

// As TransformOdd, for lengths without code of their own.
template <class D, class T = hn::TFromD<D>>
HWY_NOINLINE void PassOfOdd(D d, const Pass<T>& pass) {
  const int64_t radix = pass.pass.radix, step = pass.rest * kFourierRow<T>, pairs = radix / 2;
  const T* roots = pass.roots();
  Complex<hn::Vec<D>> a[kMaxRadix / 2 + 1], b[kMaxRadix / 2 + 1];
  pass.ForEach(d, [&](const T* from, const Results<T>& to) HWY_ATTR {
    const auto x = Get(d, from);
    auto sum = x;
    for (int64_t j = 1; j <= pairs; ++j) {
      const auto low = Get(d, from + j * step), high = Get(d, from + (radix - j) * step);
      a[j] = low + high;
      b[j] = low - high;
      sum = sum + a[j];
    }
    PutResult(d, sum, 0, to);
    for (int64_t r = 1; r <= pairs; ++r) {
      auto even = x;
      auto odd = Scaled(b[1], hn::Set(d, roots[2 * r + 1]));
      for (int64_t j = 1, t = r; j <= pairs; ++j, t += r) {
        if (t >= radix) t -= radix;
        even = even + Scaled(a[j], hn::Set(d, roots[2 * t]));
        if (j > 1) odd = odd + Scaled(b[j], hn::Set(d, roots[2 * t + 1]));
      }
      PutResult(d, PlusTurned(even, odd), r, to);
      PutResult(d, MinusTurned(even, odd), radix - r, to);
    }
  });
}

template <class D, class T = hn::TFromD<D>>
void RunPass(D d, const Pass<T>& pass) {
  switch (pass.pass.radix) {
    case 2:
      return PassOf<2>(d, pass);
    case 3:
      return PassOf<3>(d, pass);
    case 4:
      return PassOf<4>(d, pass);
    case 5:
      return PassOf<5>(d, pass);
    case 6:
      return PassOf<6>(d, pass);
    case 7:
      return PassOf<7>(d, pass);
    case 8:
      return PassOf<8>(d, pass);
    case 9:
      return PassOf<9>(d, pass);
    case 10:
      return PassOf<10>(d, pass);
    default:
      return PassOfOdd(d, pass);
  }
}

template <class T>
void Transform(const FourierPasses& passes, const FourierColumns& job) {
  const Lanes<T> d;
  constexpr int64_t kN = hn::MaxLanes(d);
  const int64_t columns = (job.columns + kN - 1) / kN * kN;
  int64_t rest = passes.length;
  for (const FourierPass& pass : passes.passes) {
    rest /= pass.radix;
    RunPass(d, Pass<T>{passes, job, pass, rest, columns});
  }
}

// ---- both ends ----

template <class T>
void Load(const FourierCopy& copy) {
  const Lanes<T> d;
  constexpr int64_t kN = hn::MaxLanes(d);
  const int64_t columns = copy.columns;
  const T* from = static_cast<const T*>(copy.from);
  T* re = static_cast<T*>(copy.to) + (copy.swap ? kFourierColumns<T> : 0);
  T* im = static_cast<T*>(copy.to) + (copy.swap ? 0 : kFourierColumns<T>);
  for (int64_t j = 0; j < copy.count; ++j) {
    int64_t c = 0;
    for (; c + kN <= columns; c += kN) {
      hn::Vec<decltype(d)> a, b;
      hn::LoadInterleaved2(d, from + 2 * c, a, b);
      hn::StoreU(a, d, re + c);
      hn::StoreU(b, d, im + c);
    }
    for (; c < columns; ++c) {
      re[c] = from[2 * c];
      im[c] = from[2 * c + 1];
    }
    for (; c % kN != 0; ++c) re[c] = im[c] = 0;
    from += 2 * copy.step;
    re += kFourierRow<T>;
    im += kFourierRow<T>;
  }
}

template <class T>
void Store(const FourierCopy& copy) {
  const Lanes<T> d;
  constexpr int64_t kN = hn::MaxLanes(d);
  T* to = static_cast<T*>(copy.to);
  const T* re = static_cast<const T*>(copy.from) + (copy.swap ? kFourierColumns<T> : 0);
  const T* im = static_cast<const T*>(copy.from) + (copy.swap ? 0 : kFourierColumns<T>);
  const auto scale = hn::Set(d, static_cast<T>(copy.scale));
  for (int64_t k = 0; k < copy.count; ++k) {
    for (int64_t c = 0; c < copy.columns; c += kN) {
      auto a = hn::LoadU(d, re + c), b = hn::LoadU(d, im + c);
      if (copy.scale != 1) {
        a = hn::Mul(a, scale);
        b = hn::Mul(b, scale);
      }
      if (c + kN <= copy.columns) {
        hn::StoreInterleaved2(a, b, d, to + 2 * c);
      } else {
        HWY_ALIGN T last[2 * kN];
        hn::StoreInterleaved2(a, b, d, last);
        std::copy_n(last, 2 * (copy.columns - c), to + 2 * c);
      }
    }
    to += 2 * copy.step;
    re += kFourierRow<T>;
    im += kFourierRow<T>;
  }
}

template <class T>
void Turn(const FourierTurn& turn) {
  constexpr int64_t kSide = kFourierColumns<T>;
  constexpr int64_t kStep = kFourierRow<T>;
  const T* rows = static_cast<const T*>(turn.rows);
  T* tile = static_cast<T*>(turn.tiles);
  for (int64_t k = 0; k < turn.count; k += kSide, tile += turn.step, rows += kSide * kStep) {
    for (int64_t part = 0; part < kStep; part += kSide) {
#if HWY_TARGET == HWY_SCALAR
      for (int64_t i = 0; i < kSide * kSide; ++i) {
        const int64_t row = i / kSide, c = i % kSide;
        tile[c * kStep + part + row] = rows[row * kStep + part + c];
      }
#else
      const hn::CappedTag<LaneOf<sizeof(T)>, kSide> d;
      constexpr int64_t kAcross = 16 / sizeof(T), kDown = hn::MaxLanes(d), kBytes = sizeof(T);
      for (int64_t c = 0; c < kSide; c += kAcross) {
        for (int64_t row = 0; row < kSide; row += kDown) {
          TransposeTile<sizeof(T)>(
              d, reinterpret_cast<const uint8_t*>(rows + row * kStep + part + c), kStep * kBytes,
              reinterpret_cast<uint8_t*>(tile + c * kStep + part + row), kStep * kBytes);
        }
      }
#endif
    }
  }
}

// ---- real numbers ----

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

template <class T>
constexpr FourierKernel kKernel = {Transform<T>, Load<T>,          Store<T>,
                                   Turn<T>,      CombineHalves<T>, SeparateHalves<T>};

FourierKernel ChooseFourier(bool wide) { return wide ? kKernel<double> : kKernel<float>; }

}  // namespace
}  // namespace hlo::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hlo {
namespace {
HWY_EXPORT(ChooseFourier);
}  // namespace

FourierKernel ChooseFourierKernel(bool wide) { return HWY_DYNAMIC_DISPATCH(ChooseFourier)(wide); }

}  // namespace hlo
#endif  // HWY_ONCE
