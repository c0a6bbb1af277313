// SPDX-License-Identifier: Apache-2.0
// Evaluates `convolution` (ops reference 9.4). The input is packed as [batch, spatial..., features]
// and the kernel as [spatial..., input features, output features], both in the type of the sums.
// Each result is the sum over the kernel positions over input, row-major, and in each over the
// input features. Floats use kernels (convolution_kernel.cc) or the plain path below, which
// computes neighboring output features and a few neighboring places together. The order of a sum is
// that of core/kernels/matmul.h; padding counts as a position in the panels but adds nothing.
// Integers are summed in 64 bits and saturate (C11).
#include <algorithm>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/kernels/matmul.h"
#include "core/ops/dynamic_shape.h"
#include "core/ops/linalg/convolution.h"
#include "core/ops/linalg/packed_operand.h"
#include "core/ops/linalg/sum_of_products.h"
#include "core/ops/rules.h"
#include "core/ops/strided_copy.h"
#include "core/ops/window/window.h"
#include "core/types/convert.h"
#include "core/types/native_type.h"
#include "hlo/index.h"

namespace hlo {
namespace {

// Block of places and output features whose sums stay in the L1 cache.
constexpr int64_t kPanelRows = 4;
constexpr int64_t kPanelColumns = 256;

ElementType SumType(ElementType result) {
  if (!IsInteger(result)) return ComputeType(result);
  return IsSigned(result) ? ElementType::kS64 : ElementType::kU64;
}

// Stores sums in the result type: rounded once, or saturated.
template <class T>
class SumStore {
 public:
  SumStore(ElementType result, uint8_t* out) : bytes_(StorageBytes(result)), out_(out) {
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
      const int bits = BitWidth(result);
      high_ = std::numeric_limits<T>::max() >> (64 - bits);
      if (std::is_signed_v<T>) low_ = -high_ - 1;
      narrow_ = ConvertFunction(SumType(result), result);
    } else {
      narrow_ = NarrowFunction(result);
    }
  }

  // `Sum` is the unsigned counterpart of T if T is an integer. Modifies the sums.
  template <class Sum>
  void operator()(Sum* sums, int64_t count, int64_t position) const {
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
      for (int64_t i = 0; i < count; ++i) {
        sums[i] = static_cast<Sum>(std::clamp(static_cast<T>(sums[i]), low_, high_));
      }
    }
    narrow_(sums, static_cast<size_t>(count), out_ + position * bytes_);
  }

 private:
  T low_ = T(), high_ = T();
  ConvertFn narrow_ = nullptr;
  int bytes_;
  uint8_t* out_;
};

// A kernel position over input: its offsets in input and kernel, and its number among all
// positions.
struct Tap {
  int64_t input = 0, kernel = 0, number = 0;
};

template <class T, class Result>
class Convolution {
 public:
  Convolution(const ConvolutionSizes& sizes, const Window& window, const T* input, const T* kernel,
              const SumStore<Result>& store)
      : sizes_(sizes), window_(window), input_(input), kernel_(kernel), store_(store) {
    Dims dims = sizes.spatial;
    dims.push_back(sizes.features);
    strides_ = RowMajorStrides({dims.data(), dims.size()});
    dims = sizes.kernel;
    dims.push_back(sizes.summed * sizes.out_features);
    kernel_strides_ = RowMajorStrides({dims.data(), dims.size()});
    number_strides_ = RowMajorStrides({sizes.kernel.data(), sizes.kernel.size()});
    image_ = 1;
    for (const int64_t size : sizes.spatial) image_ *= size;
    image_ *= sizes.features;
  }

  void Run() {
    const bool depthwise = sizes_.depthwise();
    const int64_t groups = depthwise ? 1 : std::max(sizes_.feature_groups, sizes_.batch_groups);
    const int64_t columns = sizes_.out_features / groups;
    for (int64_t batch = 0; batch < sizes_.batch; ++batch) {
      for (int64_t group = 0; group < groups; ++group) {
        const T* input = input_;
        if (sizes_.batch_groups > 1) {
          input += (batch + group * sizes_.batch) * image_;
        } else {
          input += batch * image_ + group * (sizes_.features / groups);
        }
        for (int64_t first = 0; first < columns; first += kPanelColumns) {
          width_ = std::min(kPanelColumns, columns - first);
          ConvolveImage(depthwise ? input + first : input, group * columns + first, batch);
        }
      }
    }
  }

 private:
  // Computes all places of one image for output features [column, column + width_).
  void ConvolveImage(const T* input, int64_t column, int64_t batch) {
    std::vector<WindowAxis> axes = WindowAxes(window_, sizes_.spatial, sizes_.places);
    const WindowAxis last = axes.empty() ? WindowAxis({}, 1, 1) : axes.back();
    if (!axes.empty()) axes.pop_back();
    WindowWalk outer(std::move(axes), strides_);
    int64_t place = batch;
    for (const int64_t size : sizes_.places) place *= size;
    do {
      FindTaps(outer);
      for (int64_t o = 0; o < last.places();) {
        o += ConvolvePlaces(last, o, input, column, place + o);
      }
      place += last.places();
    } while (outer.Next());
  }

  // The kernel positions over input in all spatial dimensions but the last.
  void FindTaps(const WindowWalk& outer) {
    taps_.clear();
    if (outer.SeesNothing()) return;
    Tap first;
    Dims counts, input_strides, kernel_strides, number_strides;
    for (size_t d = 0; d + 1 < window_.dims.size(); ++d) {
      const WindowRun& run = outer.run(d);
      first.input += run.element * strides_[d];
      first.kernel += KernelIndex(d, run.first) * kernel_strides_[d];
      first.number += run.first * number_strides_[d];
      const bool many = run.count > 1;
      const int64_t step = window_.dims[d].reversal ? -run.step_stride : run.step_stride;
      counts.push_back(run.count);
      input_strides.push_back(many ? run.element_stride * strides_[d] : 0);
      kernel_strides.push_back(many ? step * kernel_strides_[d] : 0);
      number_strides.push_back(many ? run.step_stride * number_strides_[d] : 0);
    }
    Odometer<3> at(std::move(counts), {std::move(input_strides), std::move(kernel_strides),
                                       std::move(number_strides)});
    do {
      taps_.push_back(
          {first.input + at.offset(0), first.kernel + at.offset(1), first.number + at.offset(2)});
    } while (at.Next());
  }

  int64_t KernelIndex(size_t d, int64_t k) const {
    return window_.dims[d].reversal ? window_.dims[d].size - 1 - k : k;
  }

  // Computes place o of the last dimension and the following ones with the same kernel elements.
  // Returns their number.
  int64_t ConvolvePlaces(const WindowAxis& last, int64_t o, const T* input, int64_t column,
                         int64_t position) {
    const WindowRun run = last.ElementsAt(o);
    int64_t starts[kPanelRows] = {run.element};
    int64_t rows = 1;
    for (; rows < kPanelRows && o + rows < last.places(); ++rows) {
      const WindowRun next = last.ElementsAt(o + rows);
      if (next.first != run.first || next.count != run.count) break;
      starts[rows] = next.element;
    }
    if (rows == kPanelRows) {
      SumPlaces<kPanelRows>(run, starts, input, column);
    } else {
      rows = 1;
      SumPlaces<1>(run, starts, input, column);
    }
    for (int64_t r = 0; r < rows; ++r) {
      store_(totals_[r], width_, (position + r) * sizes_.out_features + column);
    }
    return rows;
  }

  template <int64_t R>
  void SumPlaces(const WindowRun& run, const int64_t* starts, const T* input, int64_t column) {
    for (int64_t r = 0; r < R; ++r) std::fill_n(totals_[r], width_, T());
    for (int64_t r = 0; r < R; ++r) std::fill_n(sums_[r], width_, T());
    panel_ = 0;
    const size_t last = window_.dims.size();  // number of spatial dimensions
    const int64_t input_stride = last > 0 ? strides_[last - 1] : 0;
    const int64_t kernel_stride = last > 0 ? kernel_strides_[last - 1] : 0;
    for (const Tap& tap : taps_) {
      for (int64_t j = 0; j < run.count; ++j) {
        const int64_t step = last > 0 ? run.first + j * run.step_stride : 0;
        const int64_t k = last > 0 ? KernelIndex(last - 1, step) : 0;
        const T* kernel = kernel_ + tap.kernel + k * kernel_stride + column;
        const T* rows[R];
        for (int64_t r = 0; r < R; ++r) {
          rows[r] = input + tap.input + (starts[r] + j * run.element_stride) * input_stride;
        }
        const int64_t term = (tap.number + step) * sizes_.summed;
        if (sizes_.depthwise()) {
          EnterPanel<R>(term);
          AddProducts<R>(rows, kernel);
        } else {
          AddFeatures<R>(rows, kernel, term);
        }
      }
    }
    LeavePanel<R>();
  }

  // `term` is the number of the next term.
  template <int64_t R>
  void EnterPanel(int64_t term) {
    if (term / kernels::kDepthPanel == panel_) return;
    panel_ = term / kernels::kDepthPanel;
    LeavePanel<R>();
  }

  template <int64_t R>
  void LeavePanel() {
    for (int64_t r = 0; r < R; ++r) {
      AddSums(sums_[r], width_, totals_[r]);
      std::fill_n(sums_[r], width_, T());
    }
  }

  // sums[r][c] += rows[r][c] * kernel[c]
  template <int64_t R>
  void AddProducts(const T* const* rows, const T* kernel) {
    for (int64_t r = 0; r < R; ++r) {
      const T* row = rows[r];
      for (int64_t c = 0; c < width_; ++c) {
        sums_[r][c] = MultiplyAdd(sums_[r][c], row[c], kernel[c]);
      }
    }
  }

  // sums[r][c] += rows[r][i] * kernel[i][c] for each input feature i in turn; `term` is the number
  // of the first.
  template <int64_t R>
  void AddFeatures(const T* const* rows, const T* kernel, int64_t term) {
    for (int64_t i = 0; i < sizes_.summed; ++i) {
      EnterPanel<R>(term + i);
      const T* right = kernel + i * sizes_.out_features;
      T left[R];
      for (int64_t r = 0; r < R; ++r) left[r] = rows[r][i];
      for (int64_t c = 0; c < width_; ++c) {
        const T value = right[c];
        for (int64_t r = 0; r < R; ++r) sums_[r][c] = MultiplyAdd(sums_[r][c], left[r], value);
      }
    }
  }

  const ConvolutionSizes& sizes_;
  const Window& window_;
  const T* input_;
  const T* kernel_;
  const SumStore<Result>& store_;
  Dims strides_, kernel_strides_;  // of the spatial dimensions, then the features
  Dims number_strides_;            // of kernel positions
  int64_t image_ = 0;              // elements per batch entry of the input
  int64_t width_ = 0;
  std::vector<Tap> taps_;
  int64_t panel_ = 0;  // the panel of sums_
  T sums_[kPanelRows][kPanelColumns];
  T totals_[kPanelRows][kPanelColumns];  // of the previous panels
};

// The dimensions `before`, then the spatial ones, then the others.
Dims Ordered(std::initializer_list<int64_t> before, const Dims& spatial,
             std::initializer_list<int64_t> after) {
  Dims order;
  for (const int64_t d : before) order.push_back(d);
  for (const int64_t d : spatial) order.push_back(d);
  for (const int64_t d : after) order.push_back(d);
  return order;
}

Dims Sizes(const Shape& shape, const Dims& dims) {
  Dims sizes;
  for (const int64_t d : dims) sizes.push_back(shape.dims[static_cast<size_t>(d)]);
  return sizes;
}

// Transposes [batch, spatial..., features] to the dimensions of the labels.
Result<Literal> PlaceDims(EvalContext& context, const Literal& packed, const Dims& order) {
  Dims places(order.size(), 0);
  for (size_t d = 0; d < order.size(); ++d) {
    places[static_cast<size_t>(order[d])] = static_cast<int64_t>(d);
  }
  HLO_TRY(Literal placed, Reordered(context, packed, {places.data(), places.size()}));
  return std::move(placed).WithShape(context.shape());
}

// Input features beyond the dynamic size of one side are padded with zeros, and so is the window of
// the kernel, whose size the attribute gives; groups need all features.
Result<Literal> ConvolveStatic(EvalContext& context) {
  const DimLabels& labels = *context.attributes().Get<DimLabels>(Attr::dim_labels);
  Dims input = context.operand(0).dynamic_sizes();
  Dims kernel = context.operand(1).dynamic_sizes();
  for (const int64_t d : DimsOf(labels.rhs, "io").spatial) {
    kernel[static_cast<size_t>(d)] = context.operand(1).shape().dims[static_cast<size_t>(d)];
  }
  if (context.attributes().Int(Attr::feature_group_count, 1) == 1) {
    int64_t& features = input[static_cast<size_t>(DimsOf(labels.lhs, "bf").minor)];
    int64_t& summed = kernel[static_cast<size_t>(DimsOf(labels.rhs, "io").major)];
    features = summed = std::min(features, summed);
  }
  std::vector<Literal> operands(2);
  HLO_TRY(operands[0], ToStatic(context, 0, input));
  HLO_TRY(operands[1], ToStatic(context, 1, kernel));
  return EvaluateResized(context, context.instruction(), std::move(operands), context.shape());
}

}  // namespace

Result<Literal> EvaluateConvolution(EvalContext& context) {
  if (HasPartlyFilled(context)) return ConvolveStatic(context);
  // Beside a size of 0 the others have no limit, so nothing may walk over them.
  if (context.operand(0).element_count() == 0 || context.operand(1).element_count() == 0) {
    return Literal::Zeros(context.shape(), context.runtime().budget());
  }
  const DimLabels& labels = *context.attributes().Get<DimLabels>(Attr::dim_labels);
  const ConvolutionDims lhs = DimsOf(labels.lhs, "bf");
  const ConvolutionDims rhs = DimsOf(labels.rhs, "io");
  const ConvolutionDims out = DimsOf(labels.out, "bf");
  const Shape& shape = context.shape();
  const ElementType type = shape.element_type;
  const Dims out_order = Ordered({out.major}, out.spatial, {out.minor});
  const Dims out_sizes = Sizes(shape, out_order);
  HLO_TRY(Literal packed,
          context.Allocate(Shape::Array(type, {out_sizes.data(), out_sizes.size()})));
  if (packed.element_count() == 0) return PlaceDims(context, packed, out_order);

  const Shape& input = context.operand(0).shape();
  const Shape& kernel = context.operand(1).shape();
  ConvolutionSizes sizes;
  sizes.batch = out_sizes[0];
  sizes.out_features = out_sizes.back();
  sizes.features = input.dims[static_cast<size_t>(lhs.minor)];
  sizes.summed = kernel.dims[static_cast<size_t>(rhs.major)];
  sizes.feature_groups = context.attributes().Int(Attr::feature_group_count, 1);
  sizes.batch_groups = context.attributes().Int(Attr::batch_group_count, 1);
  sizes.spatial = Sizes(input, lhs.spatial);
  sizes.kernel = Sizes(kernel, rhs.spatial);
  sizes.places = Sizes(shape, out.spatial);
  const ElementType sum_type = SumType(type);
  HLO_TRY(const Literal a,
          PackOperand(context, context.operand(0), Ordered({lhs.major}, lhs.spatial, {lhs.minor}),
                      type, sum_type));
  HLO_TRY(const Literal b,
          PackOperand(context, context.operand(1), Ordered({}, rhs.spatial, {rhs.major, rhs.minor}),
                      type, sum_type));
  const Window& window = WindowOf(context.attributes());
  HLO_TRY(const bool done, ConvolveByKernel(context, sizes, window, a, b, packed));
  if (done) return PlaceDims(context, packed, out_order);
  uint8_t* const to = packed.mutable_bytes();
  WithComputeType(sum_type, [&]<class T>() {
    using Sum = typename SummandOf<T>::Type;
    const SumStore<T> store(type, to);
    std::make_unique<Convolution<Sum, T>>(sizes, window, reinterpret_cast<const Sum*>(a.bytes()),
                                          reinterpret_cast<const Sum*>(b.bytes()), store)
        ->Run();
  });
  return PlaceDims(context, packed, out_order);
}

}  // namespace hlo
