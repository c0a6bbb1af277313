// SPDX-License-Identifier: Apache-2.0
// n = 2m real numbers are transformed as m complex ones, z[j] = x[2j] + i x[2j + 1]. The spectra E
// of the even and O of the odd numbers are those of real numbers, so that with Z[m] = Z[0]
//   2 E[k] = Z[k] + conj(Z[m - k]),  2i O[k] = Z[k] - conj(Z[m - k]),  X[k] = E[k] + w^k O[k],
// where w = exp(-2 pi i / n). An odd count is transformed as complex numbers.
#include "core/ops/fourier_real.h"

#include <algorithm>
#include <complex>

#include "core/ops/fourier.h"
#include "core/ops/roots_of_unity.h"

namespace hlo {
namespace {

using Complex = std::complex<double>;

Complex TimesI(Complex z) { return {-z.imag(), z.real()}; }

template <class T>
Complex Wide(std::complex<T> z) {
  return {static_cast<double>(z.real()), static_cast<double>(z.imag())};
}
template <class T>
std::complex<T> Narrow(Complex z) {
  return {static_cast<T>(z.real()), static_cast<T>(z.imag())};
}

template <class T>
void Combine(const RootsOfUnity& roots, int64_t m, const std::complex<T>* z, std::complex<T>* x) {
  const T re = z[0].real(), im = z[0].imag();
  x[0] = re + im;
  x[m] = re - im;
  for (int64_t k = 1; 2 * k <= m; ++k) {
    const Complex a = Wide(z[k]), b = std::conj(Wide(z[m - k]));
    const Complex even = (a + b) * 0.5;
    const Complex odd = ComplexProduct(TimesI(b - a) * 0.5, roots[k]);
    x[k] = Narrow<T>(even + odd);
    x[m - k] = Narrow<T>(std::conj(even - odd));
  }
}

template <class T>
void Separate(const RootsOfUnity& roots, int64_t m, const std::complex<T>* x, std::complex<T>* z) {
  const T first = x[0].real(), last = x[m].real();
  z[0] = {(first + last) * T{0.5}, (first - last) * T{0.5}};
  for (int64_t k = 1; 2 * k <= m; ++k) {
    const Complex a = Wide(x[k]), b = std::conj(Wide(x[m - k]));
    const Complex even = (a + b) * 0.5;
    const Complex odd = TimesI(ComplexProduct((a - b) * 0.5, std::conj(roots[k])));
    z[k] = Narrow<T>(even + odd);
    z[m - k] = Narrow<T>(std::conj(even - odd));
  }
}

template <class T>
Status Forward(EvalContext& context, const Literal& lines, Literal& spectra) {
  const ElementType type = spectra.element_type();
  const int64_t n = lines.shape().dims[lines.shape().dims.size() - 1];
  const int64_t kept = HalfLength(n), count = lines.element_count() / n;
  const bool halved = n % 2 == 0;
  const int64_t length = halved ? n / 2 : n;
  HLO_TRY(Literal work, context.Allocate(Shape::Array(type, {count * length})));
  HLO_TRY(FourierPlan plan, FourierPlan::Make(context, type, length));
  HLO_TRY(const RootsOfUnity roots, RootsOfUnity::Make(context, n));
  auto* z = work.mutable_data<std::complex<T>>().data();
  auto* x = spectra.mutable_data<std::complex<T>>().data();
  const T* from = lines.data<T>().data();
  if (!halved) std::copy_n(from, count * n, z);
  plan.Lines(FourierDirection::kForward, halved ? lines.bytes() : work.bytes(), count, z);
  for (int64_t i = 0; i < count; ++i, z += length, x += kept) {
    if (halved) {
      Combine(roots, length, z, x);
    } else {
      std::copy_n(z, kept, x);
    }
  }
  return {};
}

template <class T>
Status Backward(EvalContext& context, const Literal& spectra, Literal& lines) {
  const ElementType type = spectra.element_type();
  const int64_t n = lines.shape().dims[lines.shape().dims.size() - 1];
  const int64_t kept = HalfLength(n), count = lines.element_count() / n;
  const bool halved = n % 2 == 0;
  const int64_t length = halved ? n / 2 : n;
  HLO_TRY(Literal work, context.Allocate(Shape::Array(type, {count * length})));
  HLO_TRY(FourierPlan plan, FourierPlan::Make(context, type, length));
  HLO_TRY(const RootsOfUnity roots, RootsOfUnity::Make(context, n));
  auto* z = work.mutable_data<std::complex<T>>().data();
  const auto* x = spectra.data<std::complex<T>>().data();
  for (int64_t i = 0; i < count; ++i, z += length, x += kept) {
    if (halved) {
      Separate(roots, length, x, z);
      continue;
    }
    z[0] = x[0].real();
    for (int64_t k = 1; k < kept; ++k) {
      z[k] = x[k];
      z[n - k] = std::conj(x[k]);
    }
  }
  if (halved) {
    plan.Lines(FourierDirection::kInverse, work.bytes(), count, lines.mutable_bytes());
    return {};
  }
  plan.Lines(FourierDirection::kInverse, work.bytes(), count, work.mutable_bytes());
  const auto* result = work.data<std::complex<T>>().data();
  T* to = lines.mutable_data<T>().data();
  for (int64_t i = 0; i < count * n; ++i) to[i] = result[i].real();
  return {};
}

}  // namespace

Status TransformReal(EvalContext& context, const Literal& lines, Literal& spectra) {
  return lines.element_type() == ElementType::kF32 ? Forward<float>(context, lines, spectra)
                                                   : Forward<double>(context, lines, spectra);
}

Status TransformToReal(EvalContext& context, const Literal& spectra, Literal& lines) {
  return lines.element_type() == ElementType::kF32 ? Backward<float>(context, spectra, lines)
                                                   : Backward<double>(context, spectra, lines);
}

}  // namespace hlo
