// SPDX-License-Identifier: Apache-2.0
// `fft`, ops reference 11.3: one axis at a time, in complex F64, rounded once at the end.
#include <algorithm>
#include <complex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ir/module.h"
#include "core/ops/fourier.h"
#include "core/ops/live_parts.h"
#include "core/ops/rules.h"
#include "core/types/convert.h"

namespace hlo {
namespace {

using Complex = std::complex<double>;

// The words of fft_type, in the order of the op's row.
enum class Kind : int64_t { kFft, kIfft, kRfft, kIrfft };
constexpr std::string_view kNames[] = {"FFT", "IFFT", "RFFT", "IRFFT"};

// Number of values that stand for the spectrum of n real numbers.
int64_t HalfLength(int64_t n) { return n == 0 ? 0 : n / 2 + 1; }

// Rule C2.
Status CheckType(Kind kind, ElementType type) {
  const std::string_view name = kNames[static_cast<size_t>(kind)];
  if (kind != Kind::kRfft) {
    if (IsComplex(type)) return {};
    return Fail("fft.C2", "`fft`: {} needs a complex operand, got {}", {name, Name(type)});
  }
  if (type == ElementType::kF32 || type == ElementType::kF64) return {};
  return Fail("fft.C2", "`fft`: {} needs a real operand of type f32 or f64, got {}",
              {name, Name(type)});
}

std::string Entries(int64_t count) {
  return count == 1 ? "1 entry" : Format("{} entries", {count});
}

// Rules C1 and C3.
Status CheckLengths(Kind kind, const Shape& x, const std::vector<int64_t>& lengths) {
  const int64_t axes = std::ssize(lengths);
  if (axes < 1 || axes > 3) {
    return Fail("fft.C1", "`fft`: fft_length has {}", {Entries(axes)})
        .AtAttribute("fft_length");
  }
  if (x.rank() < axes) {
    return Fail("fft.C1", "`fft`: fft_length has {}, operand rank is {}",
                {Entries(axes), x.rank()})
        .AtAttribute("fft_length");
  }
  for (int64_t i = 0; i < axes; ++i) {
    const int64_t d = x.rank() - axes + i;
    const int64_t length = lengths[static_cast<size_t>(i)];
    const int64_t size = x.dims[static_cast<size_t>(d)];
    const bool halved = kind == Kind::kIrfft && i == axes - 1;
    if (length >= 0 && size == (halved ? HalfLength(length) : length)) continue;
    return Fail("fft.C3", "`fft`: dimension {} is {}, fft_length says {}", {d, size, length})
        .AtAttribute("fft_length");
  }
  return {};
}

// A complex F64 array whose last axis has `width` numbers.
struct Grid {
  Literal values;
  Dims sizes;

  Complex* data() { return values.mutable_data<Complex>().data(); }
};

// Transforms one axis of all lines.
Status TransformAxis(EvalContext& context, Grid& grid, size_t axis, bool inverse) {
  const int64_t length = grid.sizes[axis];
  int64_t inner = 1;
  for (size_t d = axis + 1; d < grid.sizes.size(); ++d) inner *= grid.sizes[d];
  HLO_TRY(FourierPlan plan, FourierPlan::Make(context, length));
  HLO_TRY(Literal line, context.Allocate(Shape::Array(ElementType::kC128, {length})));
  Complex* x = line.mutable_data<Complex>().data();
  Complex* data = grid.data();
  const int64_t count = grid.values.element_count();
  for (int64_t block = 0; block < count; block += length * inner) {
    for (int64_t i = 0; i < inner; ++i) {
      Complex* first = data + block + i;
      for (int64_t t = 0; t < length; ++t) x[t] = first[t * inner];
      inverse ? plan.Inverse(x) : plan.Forward(x);
      for (int64_t t = 0; t < length; ++t) first[t * inner] = x[t];
    }
  }
  return {};
}

Status TransformAxes(EvalContext& context, Grid& grid, size_t first, size_t end, bool inverse) {
  for (size_t axis = end; axis-- > first;) {
    HLO_RETURN_IF_ERROR(TransformAxis(context, grid, axis, inverse));
  }
  return {};
}

// The operand as complex F64.
Result<Grid> GridOf(EvalContext& context, const Literal& operand) {
  Grid grid;
  grid.sizes = operand.shape().dims;
  HLO_TRY(grid.values, context.Allocate(Shape::Array(ElementType::kC128, {grid.sizes.data(),
                                                                         grid.sizes.size()})));
  const ConvertFn widen = ConvertFunction(operand.element_type(), ElementType::kC128);
  widen(operand.bytes(), static_cast<size_t>(operand.element_count()),
        grid.values.mutable_bytes());
  return grid;
}

// Keeps the first half of every line of the last axis.
Result<Grid> Halved(EvalContext& context, Grid& full) {
  Grid half;
  half.sizes = full.sizes;
  const int64_t length = full.sizes[full.sizes.size() - 1];
  const int64_t kept = HalfLength(length);
  half.sizes[half.sizes.size() - 1] = kept;
  HLO_TRY(half.values, context.Allocate(Shape::Array(ElementType::kC128, {half.sizes.data(),
                                                                         half.sizes.size()})));
  const Complex* from = full.data();
  Complex* to = half.data();
  for (int64_t line = 0; line * kept < half.values.element_count(); ++line) {
    std::copy_n(from + line * length, kept, to + line * kept);
  }
  return half;
}

// The real numbers whose spectra the lines of the last axis hold, in F64. The other half of a
// spectrum is the conjugate of the first; numbers that are their own partner count as real.
Result<Literal> RealLines(EvalContext& context, Grid& half, const Shape& shape) {
  const int64_t length = shape.dims[shape.dims.size() - 1];
  const int64_t kept = HalfLength(length);
  HLO_TRY(Literal real, context.Allocate(Shape::Array(ElementType::kF64, {shape.dims.data(),
                                                                         shape.dims.size()})));
  HLO_TRY(FourierPlan plan, FourierPlan::Make(context, length));
  HLO_TRY(Literal line, context.Allocate(Shape::Array(ElementType::kC128, {length})));
  Complex* x = line.mutable_data<Complex>().data();
  double* to = real.mutable_data<double>().data();
  const Complex* from = half.data();
  for (int64_t done = 0; done < real.element_count(); done += length, from += kept) {
    std::copy_n(from, kept, x);
    x[0] = x[0].real();
    if (length % 2 == 0) x[length / 2] = x[length / 2].real();
    for (int64_t k = 1; k <= (length - 1) / 2; ++k) x[length - k] = std::conj(x[k]);
    plan.Inverse(x);
    for (int64_t t = 0; t < length; ++t) to[done + t] = x[t].real();
  }
  return real;
}

}  // namespace

Result<Shape> InferFft(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  const Shape& x = context.operand(0);
  const int64_t word = context.attributes().Enum(Attr::fft_type);
  if (word < 0 || word >= std::ssize(kNames)) {
    return Fail("fft.C4", "`fft`: fft_type {}", {word}).AtAttribute("fft_type");
  }
  const auto kind = static_cast<Kind>(word);
  const std::vector<int64_t>& lengths = context.attributes().Ints(Attr::fft_length);
  HLO_RETURN_IF_ERROR(CheckType(kind, x.element_type));
  HLO_RETURN_IF_ERROR(CheckLengths(kind, x, lengths));
  Shape result = x;
  if (kind == Kind::kFft || kind == Kind::kIfft) return result;
  const bool wide = BitWidth(x.element_type) == (kind == Kind::kRfft ? 64 : 128);
  if (kind == Kind::kRfft) {
    result.element_type = wide ? ElementType::kC128 : ElementType::kC64;
    result.dims[result.dims.size() - 1] = HalfLength(lengths.back());
  } else {
    result.element_type = wide ? ElementType::kF64 : ElementType::kF32;
    result.dims[result.dims.size() - 1] = lengths.back();
  }
  HLO_RETURN_IF_ERROR(CheckSize(result));
  return result;
}

Result<Literal> EvaluateFft(EvalContext& context) {
  if (HasPartlyFilled(context)) return EvaluateOnLiveParts(context);
  HLO_TRY(Literal result, context.Allocate());
  if (result.element_count() == 0) return result;
  const auto kind = static_cast<Kind>(context.attributes().Enum(Attr::fft_type));
  const size_t rank = context.shape().dims.size();
  const size_t first = rank - context.attributes().Ints(Attr::fft_length).size();
  HLO_TRY(Grid grid, GridOf(context, context.operand(0)));
  const ElementType type = context.shape().element_type;
  const auto count = static_cast<size_t>(result.element_count());
  if (kind == Kind::kIrfft) {
    HLO_RETURN_IF_ERROR(TransformAxes(context, grid, first, rank - 1, true));
    HLO_TRY(const Literal real, RealLines(context, grid, context.shape()));
    ConvertFunction(ElementType::kF64, type)(real.bytes(), count, result.mutable_bytes());
    return result;
  }
  if (kind == Kind::kRfft) {
    HLO_RETURN_IF_ERROR(TransformAxis(context, grid, rank - 1, false));
    HLO_TRY(grid, Halved(context, grid));
    HLO_RETURN_IF_ERROR(TransformAxes(context, grid, first, rank - 1, false));
  } else {
    HLO_RETURN_IF_ERROR(TransformAxes(context, grid, first, rank, kind == Kind::kIfft));
  }
  ConvertFunction(ElementType::kC128, type)(grid.values.bytes(), count, result.mutable_bytes());
  return result;
}

}  // namespace hlo
