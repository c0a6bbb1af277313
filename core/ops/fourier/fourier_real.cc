// SPDX-License-Identifier: Apache-2.0
// n = 2m real numbers are transformed as m complex ones (FourierHalves), an odd number of them as
// complex numbers.
#include "core/ops/fourier/fourier_real.h"

#include <complex>
#include <cstring>

#include "core/base/result.h"
#include "core/ops/fourier/fourier.h"
#include "core/ops/fourier/roots_of_unity.h"
#include "core/types/convert.h"

namespace hlo {
namespace {

// Fills in the conjugate half.
template <class T>
void Mirror(int64_t n, const void* from, void* to) {
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

// w^k / 2 for k <= m / 2.
template <class T>
void FillRoots(const RootsOfUnity& roots, int64_t m, Literal& parts) {
  T* re = parts.mutable_data<T>().data();
  T* im = re + m / 2 + 1;
  for (int64_t k = 0; k <= m / 2; ++k) {
    const std::complex<double> root = roots[k];
    re[k] = static_cast<T>(root.real() * 0.5);
    im[k] = static_cast<T>(root.imag() * 0.5);
  }
}

// `type` is that of the real numbers.
Result<Literal> MakeRoots(EvalContext& context, const std::shared_ptr<MemoryBudget>& budget,
                          ElementType type, int64_t m) {
  HLO_TRY(Literal parts, FourierNumbers(budget, type, 2 * (m / 2 + 1)));
  HLO_TRY(const RootsOfUnity roots, RootsOfUnity::Make(context, 2 * m));
  if (type == ElementType::kF32) {
    FillRoots<float>(roots, m, parts);
  } else {
    FillRoots<double>(roots, m, parts);
  }
  return parts;
}

Result<std::shared_ptr<const Literal>> FindRoots(EvalContext& context, ElementType type,
                                                 int64_t m) {
  const TableKey key = {TableKey::Kind::kHalves, static_cast<int32_t>(type), m};
  return FindTable<Literal>(context, key, (m + 2) * StorageBytes(type), [&](const auto& budget) {
    return MakeRoots(context, budget, type, m);
  });
}

// The transform of lines of real numbers as complex ones, in `work`.
Result<Literal> Widened(EvalContext& context, const Literal& lines, ElementType type) {
  HLO_TRY(Literal work, context.Allocate(Shape::Array(type, {lines.element_count()})));
  const auto numbers = static_cast<size_t>(lines.element_count());
  ConvertFunction(lines.element_type(), type)(lines.bytes(), numbers, work.mutable_bytes());
  return work;
}

}  // namespace

Status TransformReal(EvalContext& context, const Literal& lines, Literal& spectra) {
  const ElementType type = spectra.element_type();
  const Sizes sizes(lines, type);
  HLO_TRY(FourierPlan plan, FourierPlan::Make(context, type, sizes.length, {.lines = sizes.count}));
  uint8_t* x = spectra.mutable_bytes();
  if (sizes.halved) {
    HLO_TRY(const auto roots, FindRoots(context, lines.element_type(), sizes.length));
    plan.Lines(FourierDirection::kForward, lines.bytes(), sizes.count, x, HalfLength(sizes.n));
    const FourierKernel kernel = FourierKernelFor(context, type);
    for (int64_t i = 0; i < sizes.count; ++i, x += sizes.kept_bytes) {
      kernel.combine({sizes.length, roots->bytes()}, x, x);
    }
    return {};
  }
  HLO_TRY(Literal work, Widened(context, lines, type));
  uint8_t* z = work.mutable_bytes();
  plan.Lines(FourierDirection::kForward, z, sizes.count, z, sizes.length);
  for (int64_t i = 0; i < sizes.count; ++i) {
    std::memcpy(x, z, static_cast<size_t>(sizes.kept_bytes));
    z += sizes.length_bytes;
    x += sizes.kept_bytes;
  }
  return {};
}

Status TransformToReal(EvalContext& context, const Literal& spectra, Literal& lines) {
  const ElementType type = spectra.element_type();
  const Sizes sizes(lines, type);
  HLO_TRY(FourierPlan plan, FourierPlan::Make(context, type, sizes.length, {.lines = sizes.count}));
  const uint8_t* x = spectra.bytes();
  uint8_t* numbers = lines.mutable_bytes();
  if (sizes.halved) {
    HLO_TRY(const auto roots, FindRoots(context, lines.element_type(), sizes.length));
    const FourierKernel kernel = FourierKernelFor(context, type);
    for (int64_t i = 0; i < sizes.count; ++i, x += sizes.kept_bytes) {
      kernel.separate({sizes.length, roots->bytes()}, x, numbers + i * sizes.length_bytes);
    }
    plan.Lines(FourierDirection::kInverse, numbers, sizes.count, numbers, sizes.length);
    return {};
  }
  HLO_TRY(Literal work, context.Allocate(Shape::Array(type, {lines.element_count()})));
  uint8_t* z = work.mutable_bytes();
  const auto mirror = type == ElementType::kC128 ? Mirror<double> : Mirror<float>;
  for (int64_t i = 0; i < sizes.count; ++i, x += sizes.kept_bytes) {
    mirror(sizes.length, x, z + i * sizes.length_bytes);
  }
  plan.Lines(FourierDirection::kInverse, z, sizes.count, z, sizes.length);
  ConvertFunction(type, lines.element_type())(z, static_cast<size_t>(lines.element_count()),
                                              numbers);
  return {};
}

}  // namespace hlo
