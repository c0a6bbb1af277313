// SPDX-License-Identifier: Apache-2.0
#include "core/ops/fourier/fourier_plain.h"

#include <complex>

#include "core/ops/fourier/roots_of_unity.h"

namespace hlo {
namespace {

template <class T>
std::complex<T> TimesI(std::complex<T> z) {
  return {-z.imag(), z.real()};
}

template <class T>
std::complex<T> Halved(std::complex<T> z) {
  return {z.real() * T{0.5}, z.imag() * T{0.5}};
}

// Number `column` of a row.
template <class T>
std::complex<T> Get(const T* row, int64_t column) {
  return {row[column], row[kFourierColumns<T> + column]};
}
template <class T>
void Put(std::complex<T> z, T* row, int64_t column) {
  row[column] = z.real();
  row[kFourierColumns<T> + column] = z.imag();
}

// exp(-2 pi i t / p) at place t `step`.
template <class T>
struct Roots {
  const std::complex<T>* at;
  int64_t step;
};

// z exp(-2 pi i t / p), where `root` is that power.
template <class T>
std::complex<T> Rotated(std::complex<T> z, int64_t t, int64_t p, std::complex<T> root) {
  if (t == 0) return z;
  if (4 * t == p) return {z.imag(), -z.real()};
  if (8 * t == p) {
    return {(z.real() + z.imag()) * root.real(), (z.imag() - z.real()) * root.real()};
  }
  if (8 * t == 3 * p) {
    return {(z.real() - z.imag()) * root.real(), (z.real() + z.imag()) * root.real()};
  }
  return ComplexProduct(z, root);
}

// The transform of x[0], x[step], ... of odd length p; the kernel explains its sums.
template <class T>
void TransformOdd(Roots<T> roots, int64_t p, std::complex<T>* x, int64_t step) {
  const std::complex<T> first = x[0];
  std::complex<T> sums[kMaxRadix / 2 + 1], differences[kMaxRadix / 2 + 1];
  for (int64_t j = 1; j <= p / 2; ++j) {
    sums[j] = x[j * step] + x[(p - j) * step];
    differences[j] = x[j * step] - x[(p - j) * step];
    x[0] += sums[j];
  }
  for (int64_t r = 1; r <= p / 2; ++r) {
    std::complex<T> even = first, odd;
    for (int64_t j = 1; j <= p / 2; ++j) {
      const std::complex<T> root = roots.at[j * r % p * roots.step];
      even += sums[j] * root.real();
      odd = j == 1 ? differences[j] * root.imag() : odd + differences[j] * root.imag();
    }
    x[r * step] = even + TimesI(odd);
    x[(p - r) * step] = even - TimesI(odd);
  }
}

template <class T>
void TransformFour(std::complex<T>* x, int64_t step) {
  const std::complex<T> s = x[0] + x[2 * step], t = x[0] - x[2 * step];
  const std::complex<T> u = x[step] + x[3 * step], v = TimesI(x[step] - x[3 * step]);
  x[0] = s + u;
  x[step] = t - v;
  x[2 * step] = s - u;
  x[3 * step] = t + v;
}

// The first of two factors that a radix is split into.
int64_t FirstFactor(int64_t p) {
  if (p == 9) return 3;
  return p > 4 && p % 2 == 0 ? 2 : 1;
}

template <class T>
void TransformShort(Roots<T> roots, int64_t p, std::complex<T>* x, int64_t step) {
  const int64_t a = FirstFactor(p), b = p / a;
  if (p == 4) return TransformFour(x, step);
  if (p == 2) {
    const std::complex<T> difference = x[0] - x[step];
    x[0] += x[step];
    x[step] = difference;
    return;
  }
  if (a == 1) return TransformOdd(roots, p, x, step);
  for (int64_t j = 0; j < b; ++j) {
    TransformShort<T>({roots.at, roots.step * b}, a, x + j * step, b * step);
    for (int64_t k = 0; k < a; ++k) {
      std::complex<T>& z = x[(k * b + j) * step];
      z = Rotated(z, j * k, p, roots.at[j * k * roots.step]);
    }
  }
  for (int64_t k = 0; k < a; ++k) {
    TransformShort<T>({roots.at, roots.step * a}, b, x + k * b * step, step);
  }
  std::complex<T> ordered[kMaxRadix];
  for (int64_t i = 0; i < p; ++i) ordered[i / b + a * (i % b)] = x[i * step];
  for (int64_t i = 0; i < p; ++i) x[i * step] = ordered[i];
}

template <class T>
struct Column {
  const FourierPasses& passes;
  const FourierColumns& job;
  int64_t column;

  // Number r of the short transform of number k in block `base`.
  void PutResult(std::complex<T> z, const FourierPass& pass, int64_t block, int64_t base, int64_t k,
                 int64_t r) const {
    const int64_t rest = block / pass.radix;
    if (rest > 1) {
      const auto* twiddles = static_cast<const std::complex<T>*>(pass.twiddles);
      if (k > 0 && r > 0) z = ComplexProduct(z, twiddles[(k - 1) * (pass.radix - 1) + r - 1]);
      Put(z, static_cast<T*>(job.rows) + (base + k + r * rest) * kFourierRow<T>, column);
      return;
    }
    const int64_t row =
        passes.starts[static_cast<size_t>(base / block)] + r * (passes.length / block);
    if (job.twiddled != FourierTwiddles::kNone) {
      const T* twiddles = static_cast<const T*>(job.twiddles) + row * kFourierRow<T>;
      z = ComplexProduct(z, Get(twiddles, job.twiddled == FourierTwiddles::kSame ? 0 : column));
    }
    Put(z, static_cast<T*>(job.results) + row * job.step, column);
  }

  void Run(const FourierPass& pass, int64_t block) const {
    const int64_t rest = block / pass.radix;
    const Roots<T> roots = {static_cast<const std::complex<T>*>(pass.roots), 1};
    std::complex<T> x[kMaxRadix];
    for (int64_t base = 0; base < passes.length; base += block) {
      for (int64_t k = 0; k < rest; ++k) {
        const T* from = static_cast<const T*>(job.rows) + (base + k) * kFourierRow<T>;
        for (int64_t r = 0; r < pass.radix; ++r) {
          x[r] = Get(from + r * rest * kFourierRow<T>, column);
        }
        TransformShort(roots, pass.radix, x, 1);
        for (int64_t r = 0; r < pass.radix; ++r) PutResult(x[r], pass, block, base, k, r);
      }
    }
  }
};

template <class T>
void Transform(const FourierPasses& passes, const FourierColumns& job) {
  for (int64_t c = 0; c < job.columns; ++c) {
    int64_t block = passes.length;
    for (const FourierPass& pass : passes.passes) {
      Column<T>{passes, job, c}.Run(pass, block);
      block /= pass.radix;
    }
  }
}

template <class T>
std::complex<T> Swapped(std::complex<T> z, bool swap) {
  return swap ? std::complex<T>(z.imag(), z.real()) : z;
}

template <class T>
void Load(const FourierCopy& copy) {
  const auto* from = static_cast<const std::complex<T>*>(copy.from);
  for (int64_t j = 0; j < copy.count; ++j) {
    for (int64_t c = 0; c < copy.columns; ++c) {
      Put(Swapped(from[j * copy.step + c], copy.swap),
          static_cast<T*>(copy.to) + j * kFourierRow<T>, c);
    }
  }
}

template <class T>
void Store(const FourierCopy& copy) {
  auto* to = static_cast<std::complex<T>*>(copy.to);
  for (int64_t k = 0; k < copy.count; ++k) {
    for (int64_t c = 0; c < copy.columns; ++c) {
      std::complex<T> z = Get(static_cast<const T*>(copy.from) + k * kFourierRow<T>, c);
      if (copy.scale != 1) z *= static_cast<T>(copy.scale);
      to[k * copy.step + c] = Swapped(z, copy.swap);
    }
  }
}

template <class T>
void Turn(const FourierTurn& turn) {
  constexpr int64_t kWidth = kFourierColumns<T>;
  for (int64_t k = 0; k < turn.count; ++k) {
    T* tile = static_cast<T*>(turn.tiles) + k / kWidth * turn.step;
    for (int64_t c = 0; c < kWidth; ++c) {
      Put(Get(static_cast<const T*>(turn.rows) + k * kFourierRow<T>, c), tile + c * kFourierRow<T>,
          k % kWidth);
    }
  }
}

template <class T>
std::complex<T> HalfRoot(const FourierHalves& halves, int64_t k) {
  const T* parts = static_cast<const T*>(halves.roots);
  return {parts[k], parts[halves.count / 2 + 1 + k]};
}

template <class T>
void Combine(const FourierHalves& halves, const void* from, void* to) {
  const auto* z = static_cast<const std::complex<T>*>(from);
  auto* x = static_cast<std::complex<T>*>(to);
  const int64_t m = halves.count;
  const T re = z[0].real(), im = z[0].imag();
  for (int64_t k = 1; 2 * k <= m; ++k) {
    const std::complex<T> a = z[k], b = std::conj(z[m - k]);
    const std::complex<T> even = Halved(a + b);
    const std::complex<T> odd = ComplexProduct(TimesI(b - a), HalfRoot<T>(halves, k));
    x[k] = even + odd;
    x[m - k] = std::conj(even - odd);
  }
  x[0] = re + im;
  x[m] = re - im;
}

template <class T>
void Separate(const FourierHalves& halves, const void* from, void* to) {
  const auto* x = static_cast<const std::complex<T>*>(from);
  auto* z = static_cast<std::complex<T>*>(to);
  const int64_t m = halves.count;
  const T first = x[0].real(), last = x[m].real();
  for (int64_t k = 1; 2 * k <= m; ++k) {
    const std::complex<T> a = x[k], b = std::conj(x[m - k]);
    const std::complex<T> even = Halved(a + b);
    const std::complex<T> odd = TimesI(ComplexProduct(a - b, std::conj(HalfRoot<T>(halves, k))));
    z[k] = even + odd;
    z[m - k] = std::conj(even - odd);
  }
  z[0] = {(first + last) * T{0.5}, (first - last) * T{0.5}};
}

}  // namespace

template <class T>
FourierKernel PlainFourierKernel() {
  return {Transform<T>, Load<T>, Store<T>, Turn<T>, Combine<T>, Separate<T>};
}

template FourierKernel PlainFourierKernel<float>();
template FourierKernel PlainFourierKernel<double>();

}  // namespace hlo
