// SPDX-License-Identifier: Apache-2.0
// `fft`, ops reference 11.3: one axis at a time, in the element type of the result.
#include <string>
#include <string_view>
#include <vector>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/dynamic_shape.h"
#include "core/ops/fourier/fourier.h"
#include "core/ops/fourier/fourier_real.h"
#include "core/ops/rules.h"

namespace hlo {
namespace {

// The words of fft_type, in the order of the op's row.
enum class Kind : int64_t { kFft, kIfft, kRfft, kIrfft };
constexpr std::string_view kNames[] = {"FFT", "IFFT", "RFFT", "IRFFT"};

// Rule C2.
Status CheckType(Kind kind, ElementType type) {
  const std::string_view name = kNames[static_cast<size_t>(kind)];
  if (kind != Kind::kRfft) {
    if (IsComplex(type)) return {};
    return Fail("fft.C2", "`fft`: {} requires a complex operand, got {}", {name, Name(type)});
  }
  if (type == ElementType::kF32 || type == ElementType::kF64) return {};
  return Fail("fft.C2", "`fft`: {} requires a real operand of type f32 or f64, got {}",
              {name, Name(type)});
}

// Rules C1 and C3.
Status CheckLengths(Kind kind, const Shape& x, const std::vector<int64_t>& lengths) {
  const int64_t axes = std::ssize(lengths);
  if (axes < 1 || axes > 3) {
    return Fail("fft.C1", "`fft`: `fft_length` must have 1 to 3 entries, got {}", {axes})
        .AtAttribute("fft_length");
  }
  if (x.rank() < axes) {
    return Fail("fft.C1",
                "`fft`: `fft_length` must have one entry per transformed dimension, got {} for "
                "rank {}",
                {axes, x.rank()})
        .AtAttribute("fft_length");
  }
  for (int64_t i = 0; i < axes; ++i) {
    const int64_t d = x.rank() - axes + i;
    const int64_t length = lengths[static_cast<size_t>(i)];
    const int64_t size = x.dims[static_cast<size_t>(d)];
    const bool halved = kind == Kind::kIrfft && i == axes - 1;
    if (length >= 0 && size == (halved ? HalfLength(length) : length)) continue;
    return Fail("fft.C3",
                length < 0 ? "`fft`: `fft_length` must not be negative, got {}"
                           : "`fft`: `fft_length` {} requires size {} in dimension {}, got {}",
                {length, halved ? HalfLength(length) : length, d, size})
        .AtAttribute("fft_length");
  }
  return {};
}

// Transforms the axes [first, end) of an array, from last to first.
Status TransformAxes(EvalContext& context, FourierDirection direction, size_t first, size_t end,
                     Literal& array) {
  const Dims& sizes = array.shape().dims;
  uint8_t* data = array.mutable_bytes();
  int64_t columns = 1;
  for (size_t d = end; d < sizes.size(); ++d) columns *= sizes[d];
  for (size_t axis = end; axis-- > first; columns *= sizes[axis]) {
    HLO_TRY(FourierPlan plan,
            FourierPlan::Make(context, array.element_type(), sizes[axis], {.columns = columns}));
    const int64_t block = sizes[axis] * columns;
    for (int64_t i = 0; i < array.element_count(); i += block) {
      uint8_t* first_number = data + i * StorageBytes(array.element_type());
      plan.Columns(direction, columns, first_number);
    }
  }
  return {};
}

}  // namespace

Result<Shape> InferFft(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  const Shape& x = context.operand(0);
  const int64_t word = context.attributes().Enum(Attr::fft_type);
  if (word < 0 || word >= std::ssize(kNames)) {
    return Fail("fft.C4", "`fft`: unknown `fft_type` {}", {word}).AtAttribute("fft_type");
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
  if (HasPartlyFilled(context)) return EvaluateWithDynamicSizes(context);
  HLO_TRY(Literal result, context.Allocate());
  if (result.element_count() == 0) return result;
  const auto kind = static_cast<Kind>(context.attributes().Enum(Attr::fft_type));
  const size_t rank = context.shape().dims.size();
  const size_t first = rank - context.attributes().Ints(Attr::fft_length).size();
  const bool inverse = kind == Kind::kIfft || kind == Kind::kIrfft;
  const auto direction = inverse ? FourierDirection::kInverse : FourierDirection::kForward;
  const Literal& x = context.operand(0);
  switch (kind) {
    case Kind::kIrfft: {
      Literal spectra = x;
      if (first < rank - 1) {
        HLO_RETURN_IF_ERROR(spectra.MakeUnique());
        HLO_RETURN_IF_ERROR(TransformAxes(context, direction, first, rank - 1, spectra));
      }
      HLO_RETURN_IF_ERROR(TransformToReal(context, spectra, result));
      return result;
    }
    case Kind::kRfft:
      HLO_RETURN_IF_ERROR(TransformReal(context, x, result));
      break;
    default: {
      const int64_t length = x.shape().dims[rank - 1];
      const int64_t count = x.element_count() / length;
      HLO_TRY(FourierPlan plan,
              FourierPlan::Make(context, x.element_type(), length, {.lines = count}));
      plan.Lines(direction, x.bytes(), count, result.mutable_bytes(), length);
    }
  }
  HLO_RETURN_IF_ERROR(TransformAxes(context, direction, first, rank - 1, result));
  return result;
}

}  // namespace hlo
