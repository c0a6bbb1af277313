// SPDX-License-Identifier: Apache-2.0
#include "hlo/builder/linear_algebra.h"

#include <algorithm>

#include "core/base/result.h"
#include "core/builder/emit.h"

namespace hlo::builder {
namespace {

// The instruction, with the given result element type or the inferred one.
Value EmitTyped(Opcode opcode, Values operands, NamedAttributes attributes,
                std::optional<ElementType> type) {
  if (!type) return Emit(opcode, operands, std::move(attributes));
  const Shape declared = Shape::Scalar(*type);
  return Emit(opcode, operands, std::move(attributes), Declared(&declared, true));
}

// Sizes of the dimensions with the labels '0', '1', ... V01 if the labels do not fit the shape.
Result<std::vector<int64_t>> SpatialSizes(const Shape& shape, std::string_view labels) {
  std::vector<int64_t> sizes;
  for (size_t i = 0; i + 2 < labels.size(); ++i) {
    const size_t at = labels.find(static_cast<char>('0' + i));
    if (at >= shape.dims.size()) {
      return Fail("V01", "dim_labels {} have no spatial dimension {} of {}",
                  {labels, i, ShapeText(shape, false)});
    }
    sizes.push_back(shape.dims[at]);
  }
  return sizes;
}

int64_t SpatialRank(Value lhs) { return std::max<int64_t>(lhs.shape().rank() - 2, 0); }

ConvolutionOptions Groups(int64_t feature_group_count, int64_t batch_group_count) {
  ConvolutionOptions options;
  options.feature_group_count = feature_group_count;
  options.batch_group_count = batch_group_count;
  return options;
}

Result<Window> ConvolutionWindow(const Shape& kernel, Ints strides, EdgePaddings padding,
                                 const DimLabels& dim_labels, const ConvolutionOptions& options) {
  HLO_TRY(const std::vector<int64_t> sizes, SpatialSizes(kernel, dim_labels.rhs));
  HLO_TRY(Window window,
          MakeWindow({sizes, strides, padding, options.lhs_dilation, options.rhs_dilation}));
  const std::vector<bool>& reversal = options.window_reversal;
  if (!reversal.empty() && reversal.size() != sizes.size()) {
    return Fail("V01", "window_reversal must have one entry per window dimension ({}), got {}",
                {sizes.size(), reversal.size()});
  }
  for (size_t d = 0; d < reversal.size(); ++d) window.dims[d].reversal = reversal[d];
  return window;
}

}  // namespace

// ---- dot ----

Value Dot(Value lhs, Value rhs) {
  if (!lhs.ok() || !rhs.ok()) return Emit(Opcode::kDot, {lhs, rhs});
  const int64_t left = lhs.shape().rank();
  const int64_t right = rhs.shape().rank();
  if (left < 1 || left > 2 || right < 1 || right > 2) {
    return Refuse(lhs, Fail("V02", "the operands of Dot must be vectors or matrices, got {} and {}",
                            {ShapeText(lhs.shape(), false), ShapeText(rhs.shape(), false)}));
  }
  DotDimensionNumbers numbers;
  numbers.lhs_contracting_dimensions = {left - 1};
  numbers.rhs_contracting_dimensions = {0};
  return DotGeneral(lhs, rhs, numbers);
}

Value DotGeneral(Value lhs, Value rhs, const DotDimensionNumbers& dimension_numbers,
                 std::optional<ElementType> result_type) {
  return EmitTyped(Opcode::kDot, {lhs, rhs},
                   {{Attr::lhs_batch_dims, dimension_numbers.lhs_batch_dimensions},
                    {Attr::lhs_contracting_dims, dimension_numbers.lhs_contracting_dimensions},
                    {Attr::rhs_batch_dims, dimension_numbers.rhs_batch_dimensions},
                    {Attr::rhs_contracting_dims, dimension_numbers.rhs_contracting_dimensions}},
                   result_type);
}

// ---- convolution ----

DimLabels DefaultDimLabels(int64_t spatial_dimensions) {
  std::string numbers;
  for (int64_t d = 0; d < spatial_dimensions && d < 10; ++d) {
    numbers += static_cast<char>('0' + d);
  }
  return {"bf" + numbers, "oi" + numbers, "bf" + numbers};
}

Value Conv(Value lhs, Value rhs, Ints window_strides, Padding padding, int64_t feature_group_count,
           int64_t batch_group_count) {
  return ConvWithGeneralDimensions(lhs, rhs, window_strides, padding,
                                   DefaultDimLabels(SpatialRank(lhs)), feature_group_count,
                                   batch_group_count);
}

Value ConvWithGeneralPadding(Value lhs, Value rhs, Ints window_strides, EdgePaddings padding,
                             int64_t feature_group_count, int64_t batch_group_count) {
  return ConvGeneral(lhs, rhs, window_strides, padding, DefaultDimLabels(SpatialRank(lhs)),
                     feature_group_count, batch_group_count);
}

Value ConvWithGeneralDimensions(Value lhs, Value rhs, Ints window_strides, Padding padding,
                                const DimLabels& dim_labels, int64_t feature_group_count,
                                int64_t batch_group_count) {
  if (!lhs.ok() || !rhs.ok()) return Emit(Opcode::kConvolution, {lhs, rhs});
  Result<std::vector<int64_t>> input = SpatialSizes(lhs.shape(), dim_labels.lhs);
  if (!input.ok()) return Refuse(lhs, input.error());
  Result<std::vector<int64_t>> kernel = SpatialSizes(rhs.shape(), dim_labels.rhs);
  if (!kernel.ok()) return Refuse(lhs, kernel.error());
  Result<std::vector<EdgePadding>> edges =
      MakePadding(padding, input.value(), kernel.value(), window_strides);
  if (!edges.ok()) return Refuse(lhs, edges.error());
  return ConvGeneral(lhs, rhs, window_strides, edges.value(), dim_labels, feature_group_count,
                     batch_group_count);
}

Value ConvGeneral(Value lhs, Value rhs, Ints window_strides, EdgePaddings padding,
                  const DimLabels& dim_labels, int64_t feature_group_count,
                  int64_t batch_group_count) {
  return ConvGeneralDilated(lhs, rhs, window_strides, padding, dim_labels,
                            Groups(feature_group_count, batch_group_count));
}

Value ConvGeneralDilated(Value lhs, Value rhs, Ints window_strides, EdgePaddings padding,
                         const DimLabels& dim_labels, const ConvolutionOptions& options) {
  if (!lhs.ok() || !rhs.ok()) return Emit(Opcode::kConvolution, {lhs, rhs});
  Result<Window> window =
      ConvolutionWindow(rhs.shape(), window_strides, padding, dim_labels, options);
  if (!window.ok()) return Refuse(lhs, window.error());
  NamedAttributes attributes = {{Attr::window, std::move(window.value())},
                                {Attr::dim_labels, dim_labels}};
  if (options.feature_group_count != 1) {
    attributes.push_back({Attr::feature_group_count, options.feature_group_count});
  }
  if (options.batch_group_count != 1) {
    attributes.push_back({Attr::batch_group_count, options.batch_group_count});
  }
  return EmitTyped(Opcode::kConvolution, {lhs, rhs}, std::move(attributes), options.result_type);
}

// ---- factors and transforms ----

Value Cholesky(Value a, bool lower) { return Emit(Opcode::kCholesky, {a}, {{Attr::lower, lower}}); }

Value TriangularSolve(Value a, Value b, bool left_side, bool lower, bool unit_diagonal,
                      TransposeKind transpose_a) {
  static constexpr std::string_view kWords[] = {"NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"};
  const std::string_view word = kWords[static_cast<size_t>(transpose_a)];
  return Emit(Opcode::kTriangularSolve, {a, b},
              {{Attr::left_side, left_side},
               {Attr::lower, lower},
               {Attr::unit_diagonal, unit_diagonal},
               {Attr::transpose_a, EnumWord(Opcode::kTriangularSolve, Attr::transpose_a, word)}});
}

Value Fft(Value x, FftType fft_type, Ints fft_length) {
  static constexpr std::string_view kWords[] = {"FFT", "IFFT", "RFFT", "IRFFT"};
  const std::string_view word = kWords[static_cast<size_t>(fft_type)];
  return Emit(Opcode::kFft, {x},
              {{Attr::fft_type, EnumWord(Opcode::kFft, Attr::fft_type, word)},
               {Attr::fft_length, fft_length.vector()}});
}

}  // namespace hlo::builder
