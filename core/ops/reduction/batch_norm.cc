// SPDX-License-Identifier: Apache-2.0
// `batch-norm-training`, `batch-norm-inference` and `batch-norm-grad`, ops reference 12. Every step
// is rounded to the compute type of the elements; sums are in F64, and the outputs are rounded once
// to the element type.
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/compute_copy.h"
#include "core/ops/dynamic_shape.h"
#include "core/ops/rules.h"
#include "core/types/convert.h"

namespace hlo {
namespace {

// ---- rules ----

// Rules of the operand and feature_index. In inference and grad, both are rule C1.
Status CheckFeature(const InferContext& context, std::string_view feature_rule) {
  const std::string_view op = context.instruction.op->name;
  const Shape& x = context.operand(0);
  if (!IsFloat(x.element_type)) {
    return Fail(Format("{}.C1", {op}), "`{}`: the element type must be floating-point, got {}",
                {op, Name(x.element_type)});
  }
  const int64_t feature = context.attributes().Int(Attr::feature_index);
  if (feature >= 0 && feature < x.rank()) return {};
  return Fail(Format("{}.{}", {op, feature_rule}),
              "`{}`: `feature_index` must be in [0, {}), got {}", {op, x.rank(), feature})
      .AtAttribute("feature_index");
}

// Checks an operand with one number per feature.
Status CheckVector(const InferContext& context, std::string_view rule, int number,
                   std::string_view name) {
  const std::string_view op = context.instruction.op->name;
  const Shape& x = context.operand(0);
  const Shape& vector = context.operand(static_cast<size_t>(number));
  const std::string code = Format("{}.{}", {op, rule});
  if (vector.element_type != x.element_type) {
    return Fail(code, "`{}`: {} must have element type {}, got {}",
                {op, name, Name(x.element_type), Name(vector.element_type)});
  }
  if (vector.rank() != 1) {
    return Fail(code, "`{}`: {} must be a vector, got {}", {op, name, ShapeText(vector, false)});
  }
  const int64_t feature = context.attributes().Int(Attr::feature_index);
  const int64_t features = x.dims[static_cast<size_t>(feature)];
  if (vector.dims[0] == features) return {};
  return Fail(code, "`{}`: {} must have length {} like the feature dimension, got {}",
              {op, name, features, vector.dims[0]});
}

// (x, [C], [C])
Shape NormalizedAndTwoVectors(const InferContext& context) {
  const Shape& x = context.operand(0);
  const int64_t feature = context.attributes().Int(Attr::feature_index);
  Shape vector = Shape::Array(x.element_type, {x.dims[static_cast<size_t>(feature)]});
  vector.SetDynamic(0, x.IsDynamic(feature));
  return Shape::Tuple({x, vector, vector});
}

// ---- evaluation ----

// An array as [outer, features, inner] around its feature dimension.
struct FeatureView {
  int64_t outer = 1, features = 1, inner = 1;

  int64_t elements_per_feature() const { return outer * inner; }
};

FeatureView ViewOf(const Shape& shape, int64_t feature_index) {
  FeatureView view;
  if (IsZeroElementArray(shape)) {  // products of the other sizes may overflow
    view.outer = 0;
    view.features = shape.dims[static_cast<size_t>(feature_index)];
    return view;
  }
  for (int64_t d = 0; d < shape.rank(); ++d) {
    const int64_t size = shape.dims[static_cast<size_t>(d)];
    (d < feature_index ? view.outer : d == feature_index ? view.features : view.inner) *= size;
  }
  return view;
}

// Calls fn(element, feature) in row-major order.
template <class Fn>
void ForEachElement(const FeatureView& view, Fn&& fn) {
  int64_t element = 0;
  for (int64_t o = 0; o < view.outer; ++o) {
    for (int64_t c = 0; c < view.features; ++c) {
      for (int64_t i = 0; i < view.inner; ++i) fn(element++, c);
    }
  }
}

// The F32 attribute rounded to the element type, then converted to the compute type T.
template <class T>
T EpsilonOf(const EvalContext& context, ElementType type) {
  const auto epsilon = static_cast<float>(context.attributes().Float(Attr::epsilon));
  alignas(8) uint8_t stored[8];
  T widened;
  ConvertFunction(ElementType::kF32, type)(&epsilon, 1, stored);
  WidenFunction(type)(stored, 1, &widened);
  return widened;
}

// Operands and results of the three ops in the compute type.
struct Batch {
  EvalContext& context;
  ElementType type;
  FeatureView view;
  std::vector<Literal> operands;

  template <class T>
  const T* operand(size_t i) const {
    return operands[i].template data<T>().data();
  }
  Result<Literal> Whole() const {
    const Dims& dims = context.operand(0).shape().dims;
    return context.Allocate(Shape::Array(ComputeType(type), {dims.data(), dims.size()}));
  }
  Result<Literal> Vector() const {
    return context.Allocate(Shape::Array(ComputeType(type), {view.features}));
  }
  // The sum of term(element, feature) over each feature, in F64, rounded to T.
  template <class T, class Term>
  Result<Literal> Sums(Term&& term) const {
    const Shape accumulators = Shape::Array(ElementType::kF64, {view.features});
    HLO_TRY(Literal sums, Literal::Zeros(accumulators, context.runtime().budget()));
    double* sum = sums.mutable_data<double>().data();
    ForEachElement(view, [&](int64_t e, int64_t c) { sum[c] += static_cast<double>(term(e, c)); });
    HLO_TRY(Literal rounded, Vector());
    T* out = rounded.mutable_data<T>().data();
    for (int64_t c = 0; c < view.features; ++c) out[c] = static_cast<T>(sum[c]);
    return rounded;
  }
  // Divides a vector of sums by the number of elements of a feature.
  template <class T>
  void Average(Literal& sums) const {
    const T count = static_cast<T>(view.elements_per_feature());
    for (T& sum : sums.mutable_data<T>()) sum /= count;
  }
};

Result<Batch> BatchOf(EvalContext& context) {
  const Shape& shape = context.operand(0).shape();
  Batch batch{context,
              shape.element_type,
              ViewOf(shape, context.attributes().Int(Attr::feature_index)),
              {}};
  for (size_t i = 0; i < context.operand_count(); ++i) {
    HLO_TRY(Literal operand, ToComputeType(context, context.operand(i)));
    batch.operands.push_back(std::move(operand));
  }
  return batch;
}

// sqrt(variance + epsilon) of each feature.
template <class T>
Result<Literal> Deviations(const Batch& batch, const T* variance) {
  const T epsilon = EpsilonOf<T>(batch.context, batch.type);
  HLO_TRY(Literal result, batch.Vector());
  T* out = result.mutable_data<T>().data();
  for (int64_t c = 0; c < batch.view.features; ++c) out[c] = std::sqrt(variance[c] + epsilon);
  return result;
}

// scale * (x - mean) / sqrt(variance + epsilon) + offset
template <class T>
Result<Literal> Normalized(const Batch& batch, const T* mean, const T* variance) {
  HLO_TRY(const Literal deviations, Deviations(batch, variance));
  HLO_TRY(Literal result, batch.Whole());
  const T* deviation = deviations.data<T>().data();
  const T* x = batch.operand<T>(0);
  const T* scale = batch.operand<T>(1);
  const T* offset = batch.operand<T>(2);
  T* out = result.mutable_data<T>().data();
  ForEachElement(batch.view, [&](int64_t e, int64_t c) {
    out[e] = scale[c] * (x[e] - mean[c]) / deviation[c] + offset[c];
  });
  return result;
}

Result<Literal> StoredTuple(EvalContext& context, std::vector<Literal> parts) {
  for (size_t i = 0; i < parts.size(); ++i) {
    HLO_TRY(parts[i], FromComputeType(context, std::move(parts[i]), context.shape().elements[i]));
  }
  return Literal::Tuple(std::move(parts));
}

template <class T>
Result<Literal> Train(const Batch& batch) {
  const T* x = batch.operand<T>(0);
  HLO_TRY(Literal means, batch.Sums<T>([&](int64_t e, int64_t) { return x[e]; }));
  batch.Average<T>(means);
  const T* mean = means.data<T>().data();
  HLO_TRY(Literal variances, batch.Sums<T>([&](int64_t e, int64_t c) {
    const T difference = x[e] - mean[c];
    return difference * difference;
  }));
  batch.Average<T>(variances);
  HLO_TRY(Literal y, Normalized(batch, mean, variances.data<T>().data()));
  std::vector<Literal> parts;
  parts.push_back(std::move(y));
  parts.push_back(std::move(means));
  parts.push_back(std::move(variances));
  return StoredTuple(batch.context, std::move(parts));
}

template <class T>
Result<Literal> Infer(const Batch& batch) {
  HLO_TRY(Literal y, Normalized(batch, batch.operand<T>(3), batch.operand<T>(4)));
  return FromComputeType(batch.context, std::move(y), batch.context.shape());
}

template <class T>
Result<Literal> Differentiate(const Batch& batch) {
  const T* x = batch.operand<T>(0);
  const T* scale = batch.operand<T>(1);
  const T* mean = batch.operand<T>(2);
  const T* variance = batch.operand<T>(3);
  const T* dy = batch.operand<T>(4);
  const T epsilon = EpsilonOf<T>(batch.context, batch.type);
  HLO_TRY(const Literal deviations, Deviations(batch, variance));
  const T* deviation = deviations.data<T>().data();

  HLO_TRY(Literal slopes, batch.Sums<T>([&](int64_t e, int64_t c) {
    return dy[e] * (x[e] - mean[c]) / (variance[c] + epsilon);
  }));
  batch.Average<T>(slopes);
  HLO_TRY(Literal dscale, batch.Sums<T>([&](int64_t e, int64_t c) {
    return dy[e] * (x[e] - mean[c]) / deviation[c];
  }));
  HLO_TRY(Literal doffset, batch.Sums<T>([&](int64_t e, int64_t) { return dy[e]; }));
  Literal dy_means = doffset;
  HLO_RETURN_IF_ERROR(dy_means.MakeUnique());
  batch.Average<T>(dy_means);

  HLO_TRY(Literal dx, batch.Whole());
  const T* slope = slopes.data<T>().data();
  const T* dy_mean = dy_means.data<T>().data();
  T* out = dx.mutable_data<T>().data();
  ForEachElement(batch.view, [&](int64_t e, int64_t c) {
    out[e] = scale[c] / deviation[c] * (dy[e] - dy_mean[c] - slope[c] * (x[e] - mean[c]));
  });
  std::vector<Literal> parts;
  parts.push_back(std::move(dx));
  parts.push_back(std::move(dscale));
  parts.push_back(std::move(doffset));
  return StoredTuple(batch.context, std::move(parts));
}

}  // namespace

Result<Shape> InferBatchNormTraining(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  HLO_RETURN_IF_ERROR(CheckFeature(context, "C2"));
  HLO_RETURN_IF_ERROR(CheckVector(context, "C3", 1, "scale"));
  HLO_RETURN_IF_ERROR(CheckVector(context, "C3", 2, "offset"));
  return NormalizedAndTwoVectors(context);
}

Result<Shape> InferBatchNormInference(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  HLO_RETURN_IF_ERROR(CheckFeature(context, "C1"));
  HLO_RETURN_IF_ERROR(CheckVector(context, "C2", 1, "scale"));
  HLO_RETURN_IF_ERROR(CheckVector(context, "C2", 2, "offset"));
  HLO_RETURN_IF_ERROR(CheckVector(context, "C2", 3, "mean"));
  HLO_RETURN_IF_ERROR(CheckVector(context, "C2", 4, "variance"));
  return context.operand(0);
}

Result<Shape> InferBatchNormGrad(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  HLO_RETURN_IF_ERROR(CheckFeature(context, "C1"));
  HLO_RETURN_IF_ERROR(CheckVector(context, "C2", 1, "scale"));
  HLO_RETURN_IF_ERROR(CheckVector(context, "C2", 2, "mean"));
  HLO_RETURN_IF_ERROR(CheckVector(context, "C2", 3, "variance"));
  const Shape& x = context.operand(0);
  const Shape& dy = context.operand(4);
  if (dy.element_type != x.element_type) {
    return Fail("batch-norm-grad.C2",
                "`batch-norm-grad`: grad_output must have element type {}, got {}",
                {Name(x.element_type), Name(dy.element_type)});
  }
  if (!Compatible(dy, x)) {
    return Fail("batch-norm-grad.C2",
                "`batch-norm-grad`: grad_output must match operand {}, got {}",
                {ShapeText(x, false), ShapeText(dy, false)});
  }
  return NormalizedAndTwoVectors(context);
}

Result<Literal> EvaluateBatchNormTraining(EvalContext& context) {
  if (HasPartlyFilled(context)) return EvaluateWithDynamicSizes(context);
  HLO_TRY(const Batch batch, BatchOf(context));
  if (batch.type == ElementType::kF64) return Train<double>(batch);
  return Train<float>(batch);
}

Result<Literal> EvaluateBatchNormInference(EvalContext& context) {
  if (HasPartlyFilled(context)) return EvaluateWithDynamicSizes(context);
  HLO_TRY(const Batch batch, BatchOf(context));
  if (batch.type == ElementType::kF64) return Infer<double>(batch);
  return Infer<float>(batch);
}

Result<Literal> EvaluateBatchNormGrad(EvalContext& context) {
  if (HasPartlyFilled(context)) return EvaluateWithDynamicSizes(context);
  HLO_TRY(const Batch batch, BatchOf(context));
  if (batch.type == ElementType::kF64) return Differentiate<double>(batch);
  return Differentiate<float>(batch);
}

}  // namespace hlo
