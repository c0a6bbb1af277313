// SPDX-License-Identifier: Apache-2.0
// n = 2m real numbers are transformed as m complex ones, z[j] = x[2j] + i x[2j + 1]. The spectra E
// of the even and O of the odd numbers are those of real numbers, so that with Z[m] = Z[0]
//   2 E[k] = Z[k] + conj(Z[m - k]),  2i O[k] = Z[k] - conj(Z[m - k]),  X[k] = E[k] + w^k O[k],
// where w = exp(-2 pi i / n). An odd n is transformed as complex numbers.
#include "core/ops/fourier/fourier_real.h"

#include <complex>
#include <cstring>

#include "core/base/result.h"
#include "core/ops/fourier/fourier.h"
#include "core/ops/fourier/roots_of_unity.h"
#include "core/types/convert.h"

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

// Functions on one line: m complex numbers, or n, and the spectrum.
using LineFn = void (*)(const RootsOfUnity& roots, int64_t length, const void* from, void* to);

template <class T>
void Combine(const RootsOfUnity& roots, int64_t m, const void* from, void* to) {
  const auto* z = static_cast<const std::complex<T>*>(from);
  auto* x = static_cast<std::complex<T>*>(to);
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
void Separate(const RootsOfUnity& roots, int64_t m, const void* from, void* to) {
  const auto* x = static_cast<const std::complex<T>*>(from);
  auto* z = static_cast<std::complex<T>*>(to);
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

// Fills in the conjugate half.
template <class T>
void Mirror(const RootsOfUnity&, int64_t n, const void* from, void* to) {
  const auto* x = static_cast<const std::complex<T>*>(from);
  auto* z = static_cast<std::complex<T>*>(to);
  z[0] = x[0].real();
  for (int64_t k = 1; k < HalfLength(n); ++k) {
    z[k] = x[k];
    z[n - k] = std::conj(x[k]);
  }
}

struct Sizes {
  int64_t count, n;  // lines, and real numbers per line
  bool halved;
  int64_t length;        // of the transformed complex lines
  int64_t length_bytes;  // of such a line
  int64_t kept_bytes;    // of the stored half of a spectrum

  Sizes(const Literal& lines, ElementType complex)
      : n(lines.shape().dims[lines.shape().dims.size() - 1]) {
    count = lines.element_count() / n;
    halved = n % 2 == 0;
    length = halved ? n / 2 : n;
    length_bytes = length * StorageBytes(complex);
    kept_bytes = HalfLength(n) * StorageBytes(complex);
  }
};

}  // namespace

Status TransformReal(EvalContext& context, const Literal& lines, Literal& spectra) {
  const ElementType type = spectra.element_type();
  const Sizes sizes(lines, type);
  HLO_TRY(Literal work, context.Allocate(Shape::Array(type, {sizes.count * sizes.length})));
  HLO_TRY(FourierPlan plan, FourierPlan::Make(context, type, sizes.length));
  HLO_TRY(const RootsOfUnity roots, RootsOfUnity::Make(context, sizes.n));
  uint8_t* z = work.mutable_bytes();
  uint8_t* x = spectra.mutable_bytes();
  if (!sizes.halved) {
    const auto numbers = static_cast<size_t>(lines.element_count());
    ConvertFunction(lines.element_type(), type)(lines.bytes(), numbers, z);
  }
  plan.Lines(FourierDirection::kForward, sizes.halved ? lines.bytes() : z, sizes.count, z);
  const LineFn combine = type == ElementType::kC64 ? Combine<float> : Combine<double>;
  for (int64_t i = 0; i < sizes.count; ++i, z += sizes.length_bytes, x += sizes.kept_bytes) {
    if (sizes.halved) {
      combine(roots, sizes.length, z, x);
    } else {
      std::memcpy(x, z, static_cast<size_t>(sizes.kept_bytes));
    }
  }
  return {};
}

Status TransformToReal(EvalContext& context, const Literal& spectra, Literal& lines) {
  const ElementType type = spectra.element_type();
  const Sizes sizes(lines, type);
  HLO_TRY(Literal work, context.Allocate(Shape::Array(type, {sizes.count * sizes.length})));
  HLO_TRY(FourierPlan plan, FourierPlan::Make(context, type, sizes.length));
  HLO_TRY(const RootsOfUnity roots, RootsOfUnity::Make(context, sizes.n));
  uint8_t* z = work.mutable_bytes();
  const uint8_t* x = spectra.bytes();
  const bool wide = type == ElementType::kC128;
  const LineFn separate = wide ? Separate<double> : Separate<float>;
  const LineFn mirror = wide ? Mirror<double> : Mirror<float>;
  for (int64_t i = 0; i < sizes.count; ++i) {
    (sizes.halved ? separate : mirror)(roots, sizes.length, x + i * sizes.kept_bytes,
                                       z + i * sizes.length_bytes);
  }
  plan.Lines(FourierDirection::kInverse, z, sizes.count, sizes.halved ? lines.mutable_bytes() : z);
  if (!sizes.halved) {
    const auto numbers = static_cast<size_t>(lines.element_count());
    ConvertFunction(type, lines.element_type())(z, numbers, lines.mutable_bytes());
  }
  return {};
}

}  // namespace hlo
