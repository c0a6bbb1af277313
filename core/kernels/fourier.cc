// SPDX-License-Identifier: Apache-2.0
// The passes of a Fourier transform on lanes: a vector holds one number of several columns.
#include "core/kernels/fourier.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/fourier.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// After foreach_target.h.
#include "core/kernels/fourier_codelets-inl.h"
#include "core/kernels/fourier_halves-inl.h"
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

// Numbers of columns: in rows, or in pairs as in arrays.
template <class T>
struct Place {
  T* at;
  int64_t step;  // in T
  bool pairs = false;

  Place Column(int64_t c) const { return {at + (pairs ? 2 * c : c), step, pairs}; }

  template <class D>
  HWY_INLINE Complex<hn::Vec<D>> GetPair(D d, int64_t r) const {
    Complex<hn::Vec<D>> z;
    hn::LoadInterleaved2(d, at + r * step, z.re, z.im);
    return z;
  }
  template <class D>
  HWY_INLINE void PutPair(Complex<hn::Vec<D>> z, D d, int64_t r) const {
    hn::StoreInterleaved2(z.re, z.im, d, at + r * step);
  }
};

// Twiddles of the results of a short transform.
template <class T>
struct Twiddles {
  // Those of results 1, 2, ..., if not null: pairs that hold for all columns.
  const T* inner = nullptr;
  // Else those of all results.
  FourierTwiddles kind = FourierTwiddles::kNone;
  const T* outer = nullptr;
  int64_t step = 0;

  Twiddles Column(int64_t c) const {
    Twiddles column = *this;
    if (kind == FourierTwiddles::kOfColumns) column.outer += c;
    return column;
  }
};

template <int p, class D, class T = hn::TFromD<D>>
HWY_INLINE void PutResults(D d, const Complex<hn::Vec<D>> (&x)[p], const Place<T>& to,
                           const Twiddles<T>& twiddles) {
  if (to.pairs) {
    ForEachOf<p>([&](auto r) HLO_INLINED { to.PutPair(x[r], d, r); });
  } else if (twiddles.inner != nullptr) {
    Put(x[0], d, to.at);
    ForEachOf<p - 1>([&](auto i) HLO_INLINED {
      Put(Product(x[i + 1], Same(d, twiddles.inner + 2 * i)), d, to.at + (i + 1) * to.step);
    });
  } else if (twiddles.kind == FourierTwiddles::kNone) {
    ForEachOf<p>([&](auto r) HLO_INLINED { Put(x[r], d, to.at + r * to.step); });
  } else if (twiddles.kind == FourierTwiddles::kSame) {
    ForEachOf<p>([&](auto r) HLO_INLINED {
      const auto w = Same(d, twiddles.outer + r * twiddles.step, kFourierColumns<T>);
      Put(Product(x[r], w), d, to.at + r * to.step);
    });
  } else {
    ForEachOf<p>([&](auto r) HLO_INLINED {
      Put(Product(x[r], Get(d, twiddles.outer + r * twiddles.step)), d, to.at + r * to.step);
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

  // Calls fn with the numbers, results, and twiddles of each short transform and vector of columns.
  template <class D, class Fn>
  HWY_INLINE void ForEach(D, Fn&& fn) const {
    const int64_t radix = pass.radix;
    const bool last = rest == 1;
    int64_t row = 0;
    for (const int32_t start : all.starts) {
      const T* inner = static_cast<const T*>(pass.twiddles);
      for (int64_t k = 0; k < rest; ++k, ++row) {
        const Place<const T> from = From(row);
        const Place<T> to = last ? Result(start) : Row(row);
        Twiddles<T> twiddles = last ? Outer(start) : Twiddles<T>();
        if (k > 0) {
          twiddles.inner = inner;
          inner += 2 * (radix - 1);
        }
        for (int64_t c = 0; c < columns; c += hn::MaxLanes(D())) {
          fn(from.Column(c), to.Column(c), twiddles.Column(c));
        }
      }
      row += (radix - 1) * rest;
      if (row == all.length) return;
    }
  }

 private:
  Place<T> Row(int64_t row) const {
    return {static_cast<T*>(job.rows) + row * kFourierRow<T>, rest * kFourierRow<T>};
  }
  Place<const T> From(int64_t row) const {
    if (&pass != all.passes.data() || job.from == nullptr) {
      const Place<T> from = Row(row);
      return {from.at, from.step};
    }
    return {static_cast<const T*>(job.from) + 2 * row * job.from_step, 2 * rest * job.from_step,
            true};
  }
  Place<T> Result(int64_t start) const {
    const auto step = static_cast<int64_t>(all.starts.size());
    if (job.to == nullptr) {
      return {static_cast<T*>(job.results) + start * job.step, step * job.step};
    }
    return {static_cast<T*>(job.to) + 2 * start * job.to_step, 2 * step * job.to_step, true};
  }
  Twiddles<T> Outer(int64_t start) const {
    Twiddles<T> twiddles;
    if (job.twiddled == FourierTwiddles::kNone) return twiddles;
    twiddles.kind = job.twiddled;
    twiddles.outer = static_cast<const T*>(job.twiddles) + start * kFourierRow<T>;
    twiddles.step = static_cast<int64_t>(all.starts.size()) * kFourierRow<T>;
    return twiddles;
  }
};

template <int p, class D, class T = hn::TFromD<D>>
HWY_NOINLINE void PassOf(D d, const Pass<T>& pass) {
  const T* roots = pass.roots();
  pass.ForEach(d, [=](const Place<const T>& from, const Place<T>& to,
                      const Twiddles<T>& twiddles) HLO_INLINED {
    Complex<hn::Vec<D>> x[p];
    if (from.pairs) {
      ForEachOf<p>([&](auto r) HLO_INLINED { x[r] = from.GetPair(d, r); });
    } else {
      ForEachOf<p>([&](auto r) HLO_INLINED { x[r] = Get(d, from.at + r * from.step); });
    }
    TransformShort<p>(d, roots, x);
    PutResults(d, x, to, twiddles);
  });
}

template <class D, class T = hn::TFromD<D>>
HWY_INLINE void PutResult(D d, Complex<hn::Vec<D>> z, int64_t r, const Place<T>& to,
                          const Twiddles<T>& twiddles) {
  if (to.pairs) return to.PutPair(z, d, r);
  if (twiddles.inner != nullptr) {
    if (r > 0) z = Product(z, Same(d, twiddles.inner + 2 * (r - 1)));
  } else if (twiddles.kind != FourierTwiddles::kNone) {
    const T* w = twiddles.outer + r * twiddles.step;
    const bool same = twiddles.kind == FourierTwiddles::kSame;
    z = Product(z, same ? Same(d, w, kFourierColumns<T>) : Get(d, w));
  }
  Put(z, d, to.at + r * to.step);
}

// As TransformOdd, for lengths without code of their own.
template <class D, class T = hn::TFromD<D>>
HWY_NOINLINE void PassOfOdd(D d, const Pass<T>& pass) {
  const int64_t radix = pass.pass.radix, pairs = radix / 2;
  const T* roots = pass.roots();
  Complex<hn::Vec<D>> a[kMaxRadix / 2 + 1], b[kMaxRadix / 2 + 1];
  pass.ForEach(
      d, [&](const Place<const T>& from, const Place<T>& to, const Twiddles<T>& twiddles) HWY_ATTR {
        const auto number = [&](int64_t r) HWY_ATTR {
          return from.pairs ? from.GetPair(d, r) : Get(d, from.at + r * from.step);
        };
        const auto x = number(0);
        auto sum = x;
        for (int64_t j = 1; j <= pairs; ++j) {
          const auto low = number(j), high = number(radix - j);
          a[j] = low + high;
          b[j] = low - high;
          sum = sum + a[j];
        }
        PutResult(d, sum, 0, to, twiddles);
        for (int64_t r = 1; r <= pairs; ++r) {
          auto even = x;
          auto odd = Scaled(b[1], hn::Set(d, roots[2 * r + 1]));
          for (int64_t j = 1, t = r; j <= pairs; ++j, t += r) {
            if (t >= radix) t -= radix;
            even = even + Scaled(a[j], hn::Set(d, roots[2 * t]));
            if (j > 1) odd = odd + Scaled(b[j], hn::Set(d, roots[2 * t + 1]));
          }
          PutResult(d, PlusTurned(even, odd), r, to, twiddles);
          PutResult(d, MinusTurned(even, odd), radix - r, to, twiddles);
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
