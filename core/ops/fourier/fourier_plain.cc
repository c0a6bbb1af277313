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
std::complex<T> Swapped(std::complex<T> z, bool swap) {
  return swap ? std::complex<T>(z.imag(), z.real()) : z;
}

// exp(-2 pi i t / length) for t < length.
template <class T>
const std::complex<T>* Roots(const FourierPasses& passes) {
  return static_cast<const std::complex<T>*>(passes.roots);
}

// The transform of x[0], x[step], ... of odd length p; the kernel explains its sums.
template <class T>
void TransformOdd(const FourierPasses& passes, int64_t p, std::complex<T>* x, int64_t step) {
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
      const std::complex<T> root = Roots<T>(passes)[j * r % p * (passes.length / p)];
      even += sums[j] * root.real();
      odd += differences[j] * root.imag();
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

template <class T>
void Pass(const FourierPasses& passes, int64_t block, int64_t radix, std::complex<T>* x) {
  const int64_t rest = block / radix;
  for (int64_t k = 0; k < rest; ++k, ++x) {
    if (radix == 4) {
      TransformFour(x, rest);
    } else if (radix == 2) {
      const std::complex<T> difference = x[0] - x[rest];
      x[0] += x[rest];
      x[rest] = difference;
    } else {
      TransformOdd(passes, radix, x, rest);
    }
    if (k == 0) continue;
    for (int64_t r = 1; r < radix; ++r) {
      x[r * rest] = ComplexProduct(x[r * rest], Roots<T>(passes)[k * r * (passes.length / block)]);
    }
  }
}

template <class T>
std::complex<T> Twiddle(const FourierTwiddles& twiddles, int64_t column, int64_t k) {
  const auto root = [&](const double* row) {
    return std::complex<double>(row[column], row[twiddles.columns + column]);
  };
  const std::complex<double> z = ComplexProduct(root(twiddles.Coarse(k)), root(twiddles.Fine(k)));
  return {static_cast<T>(z.real()), static_cast<T>(z.imag())};
}

}  // namespace

template <class T>
void FourierPlain(const FourierPasses& passes, const FourierColumns& job) {
  const auto* from = static_cast<const std::complex<T>*>(job.from);
  auto* to = static_cast<std::complex<T>*>(job.to);
  auto* x = static_cast<std::complex<T>*>(job.work);
  for (int64_t c = 0; c < job.columns; ++c) {
    for (int64_t j = 0; j < passes.length; ++j) {
      x[j] = Swapped(from[j * job.from_step + c], job.swap_from);
    }
    int64_t block = passes.length;
    for (const int32_t radix : passes.radices) {
      for (int64_t i = 0; i < passes.length; i += block) Pass(passes, block, radix, x + i);
      block /= radix;
    }
    for (int64_t k = 0; k < passes.length; ++k) {
      std::complex<T> z = x[passes.places[static_cast<size_t>(k)]];
      if (job.twiddles != nullptr) {
        z = ComplexProduct(z, Twiddle<T>(*job.twiddles, job.first_column + c, k));
      }
      if (job.scale != 1) z *= static_cast<T>(job.scale);
      to[k * job.to_step + c] = Swapped(z, job.swap_to);
    }
  }
}

template void FourierPlain<float>(const FourierPasses&, const FourierColumns&);
template void FourierPlain<double>(const FourierPasses&, const FourierColumns&);

}  // namespace hlo
