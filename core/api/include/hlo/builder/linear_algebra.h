// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_BUILDER_LINEAR_ALGEBRA_H_
#define HLO_BUILDER_LINEAR_ALGEBRA_H_

#include <optional>
#include <vector>

#include "hlo/builder/builder.h"
#include "hlo/builder/windows.h"

// Products, decompositions and transforms (ops reference, sections 9 and 11).
namespace hlo::builder {

// ---- dot ----

// [n] x [n] -> scalar, [m,k] x [k] -> [m], [m,k] x [k,n] -> [m,n]: sums over the last dimension of
// lhs and the first of rhs. Error V02 for other ranks.
Value Dot(Value lhs, Value rhs);

struct DotDimensionNumbers {
  std::vector<int64_t> lhs_contracting_dimensions;
  std::vector<int64_t> rhs_contracting_dimensions;
  std::vector<int64_t> lhs_batch_dimensions;
  std::vector<int64_t> rhs_batch_dimensions;
};
// Sums over pairs of contracting dimensions. The result has the batch dimensions, then the other
// dimensions of lhs, then those of rhs.
Value DotGeneral(Value lhs, Value rhs, const DotDimensionNumbers& dimension_numbers,
                 std::optional<ElementType> result_type = {});

// ---- convolution ----
//
// lhs is the input, rhs the kernel; both have two dimensions more than the window. By default these
// come first: batch and features of the input, output and input features of the kernel ("bf01",
// "oi01", "bf01" for two spatial dimensions). Empty lists mean all ones.

// Padding::kSame keeps the sizes of the input, divided by the strides and rounded up.
Value Conv(Value lhs, Value rhs, Ints window_strides, Padding padding,
           int64_t feature_group_count = 1, int64_t batch_group_count = 1);
Value ConvWithGeneralPadding(Value lhs, Value rhs, Ints window_strides, EdgePaddings padding,
                             int64_t feature_group_count = 1, int64_t batch_group_count = 1);
// With labels: ConvWithGeneralDimensions(x, k, {1}, Padding::kValid, {"b0f", "0io", "b0f"}).
Value ConvWithGeneralDimensions(Value lhs, Value rhs, Ints window_strides, Padding padding,
                                const DimLabels& dim_labels, int64_t feature_group_count = 1,
                                int64_t batch_group_count = 1);
Value ConvGeneral(Value lhs, Value rhs, Ints window_strides, EdgePaddings padding,
                  const DimLabels& dim_labels, int64_t feature_group_count = 1,
                  int64_t batch_group_count = 1);
// The general form: dilation of the input (lhs) and of the kernel (rhs), kernels reversed along
// some dimensions, another result type.
struct ConvolutionOptions {
  std::vector<int64_t> lhs_dilation;
  std::vector<int64_t> rhs_dilation;
  std::vector<bool> window_reversal;
  int64_t feature_group_count = 1;
  int64_t batch_group_count = 1;
  std::optional<ElementType> result_type;
};
Value ConvGeneralDilated(Value lhs, Value rhs, Ints window_strides, EdgePaddings padding,
                         const DimLabels& dim_labels, const ConvolutionOptions& options);
// "bf01", "oi01", "bf01", with one digit per spatial dimension (at most ten).
DimLabels DefaultDimLabels(int64_t spatial_dimensions);

// ---- decompositions and transforms ----

// l with l l^H = a, or u with u^H u = a; only that triangle of a is read.
Value Cholesky(Value a, bool lower);
enum class TransposeKind : uint8_t { kNoTranspose, kTranspose, kAdjoint };
// x with op(a) x = b (left_side) or x op(a) = b, for a triangular a.
Value TriangularSolve(Value a, Value b, bool left_side, bool lower, bool unit_diagonal,
                      TransposeKind transpose_a);
enum class FftType : uint8_t { kFft, kIfft, kRfft, kIrfft };
// Transforms the last fft_length.size() dimensions, one to three.
Value Fft(Value x, FftType fft_type, Ints fft_length);

}  // namespace hlo::builder

#endif  // HLO_BUILDER_LINEAR_ALGEBRA_H_
