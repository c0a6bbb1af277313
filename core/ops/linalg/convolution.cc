// SPDX-License-Identifier: Apache-2.0
// The rules of `convolution`, ops reference 9.4; convolution_evaluate.cc computes it.
#include "core/ops/linalg/convolution.h"

#include <string>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/rules.h"
#include "core/ops/window/window.h"

namespace hlo {
namespace {

struct Groups {
  int64_t feature = 1, batch = 1;
};

// Rule C1.
Result<Groups> CheckGroups(const Attributes& attributes) {
  const Groups groups{attributes.Int(Attr::feature_group_count, 1),
                      attributes.Int(Attr::batch_group_count, 1)};
  for (const Attr attr : {Attr::feature_group_count, Attr::batch_group_count}) {
    const int64_t count = attr == Attr::feature_group_count ? groups.feature : groups.batch;
    if (count >= 1) continue;
    return Fail("convolution.C1", "`convolution`: `{}` must be at least 1, got {}",
                {Info(attr).name, count})
        .AtAttribute(Info(attr).name);
  }
  if (groups.feature > 1 && groups.batch > 1) {
    return Fail("convolution.C1",
                "`convolution`: `feature_group_count` or `batch_group_count` must be 1, got {} and "
                "{}",
                {groups.feature, groups.batch})
        .AtAttribute("batch_group_count");
  }
  return groups;
}

// Rule C2 for one of the three parts of dim_labels: each letter once, each spatial number once.
Status CheckLabels(std::string_view labels, std::string_view letters, size_t spatial,
                   std::string_view place) {
  std::string expected(letters);
  for (size_t d = 0; d < spatial && d < 10; ++d) expected += static_cast<char>('0' + d);
  for (size_t i = 0; i < expected.size(); ++i) {
    const size_t first = labels.find(expected[i]);
    const std::string what = i < 2 ? Format("label {}", {expected.substr(i, 1)})
                                   : Format("spatial dimension {}", {i - 2});
    const std::string_view fault = first == labels.npos ? "missing"
                                   : labels.find(expected[i], first + 1) != labels.npos
                                       ? "listed twice"
                                       : "";
    if (fault.empty()) continue;
    return Fail("convolution.C2",
                "`convolution`: `dim_labels` must have {} once in the {}, but it is {}",
                {what, place, fault})
        .AtAttribute("dim_labels");
  }
  if (labels.size() == expected.size()) return {};
  return Fail("convolution.C2", "`convolution`: `dim_labels` must have {} in the {}, got {}",
              {Counted(std::ssize(expected), "label"), place, labels.size()})
      .AtAttribute("dim_labels");
}

// Rules C2 and C3; returns the labels.
Result<const DimLabels*> CheckDimLabels(const InferContext& context) {
  const auto* labels = context.attributes().Get<DimLabels>(Attr::dim_labels);
  if (labels == nullptr || labels->lhs.size() < 2) {
    return Fail(
               "convolution.C2",
               "`convolution`: `dim_labels` must have label b once in the input, but it is missing")
        .AtAttribute("dim_labels");
  }
  const size_t spatial = labels->lhs.size() - 2;
  HLO_RETURN_IF_ERROR(CheckLabels(labels->lhs, "bf", spatial, "input"));
  HLO_RETURN_IF_ERROR(CheckLabels(labels->rhs, "io", spatial, "kernel"));
  HLO_RETURN_IF_ERROR(CheckLabels(labels->out, "bf", spatial, "output"));
  for (size_t i = 0; i < 2; ++i) {
    if (context.operand(i).rank() == std::ssize(labels->lhs)) continue;
    return Fail("convolution.C3",
                "`convolution`: operand {} must have rank {} as in `dim_labels`, got {}",
                {i, labels->lhs.size(), context.operand(i).rank()})
        .AtOperand(static_cast<int>(i));
  }
  return labels;
}

int64_t SizeOf(const Shape& shape, int64_t d) { return shape.dims[static_cast<size_t>(d)]; }

// Rule C4. A convolution without spatial dimensions may omit the window.
Status CheckKernelWindow(const InferContext& context, const ConvolutionDims& kernel) {
  const Window& window = WindowOf(context.attributes());
  const size_t spatial = kernel.spatial.size();
  if (window.dims.size() != spatial) {
    return Fail("convolution.C4", "`convolution`: `window` must have {}, got {}",
                {Counted(static_cast<int64_t>(spatial), "spatial dimension"), window.dims.size()})
        .AtAttribute("window");
  }
  HLO_RETURN_IF_ERROR(CheckWindow(context, "convolution.C4", static_cast<int64_t>(spatial)));
  for (size_t d = 0; d < spatial; ++d) {
    const int64_t size = SizeOf(context.operand(1), kernel.spatial[d]);
    if (window.dims[d].size == size) continue;
    return Fail("convolution.C4",
                "`convolution`: the window size must be the kernel size {}, got {}",
                {size, window.dims[d].size})
        .AtAttribute("window");
  }
  return {};
}

// Rules C5 to C7.
Status CheckGroupSizes(const InferContext& context, const Groups& groups,
                       const ConvolutionDims& input, const ConvolutionDims& kernel) {
  const int64_t features = SizeOf(context.operand(0), input.minor);
  const int64_t batch = SizeOf(context.operand(0), input.major);
  const int64_t kernel_features = SizeOf(context.operand(1), kernel.major);
  const int64_t out_features = SizeOf(context.operand(1), kernel.minor);
  if (features % groups.feature != 0) {
    return Fail("convolution.C5",
                "`convolution`: the input features must be divisible by `feature_group_count` {}, "
                "got {}",
                {groups.feature, features})
        .AtAttribute("feature_group_count");
  }
  if (features / groups.feature != kernel_features) {
    return Fail(
        "convolution.C5",
        "`convolution`: kernel input features must be input features {} / groups {} = {}, got {}",
        {features, groups.feature, features / groups.feature, kernel_features});
  }
  for (const Attr attr : {Attr::feature_group_count, Attr::batch_group_count}) {
    const int64_t count = attr == Attr::feature_group_count ? groups.feature : groups.batch;
    if (out_features % count == 0) continue;
    return Fail("convolution.C6",
                "`convolution`: the output features must be divisible by `{}` {}, got {}",
                {Info(attr).name, count, out_features})
        .AtAttribute(Info(attr).name);
  }
  if (batch % groups.batch != 0) {
    return Fail("convolution.C7",
                "`convolution`: the batch must be divisible by `batch_group_count` {}, got {}",
                {groups.batch, batch})
        .AtAttribute("batch_group_count");
  }
  return {};
}

// Rule C8.
Result<ElementType> ConvolutionType(const InferContext& context) {
  const ElementType type = context.operand(0).element_type;
  const ElementType kernel = context.operand(1).element_type;
  if (type != kernel) {
    return Fail("convolution.C8", "`convolution`: operand types must match, got {} and {}",
                {Name(type), Name(kernel)});
  }
  if (context.declared == nullptr) return type;
  if (!context.declared->IsArray()) {
    return Fail("convolution.C8", "`convolution`: the result must be an array, got {}",
                {ShapeText(*context.declared, false)})
        .AtResultShape();
  }
  const ElementType result = context.declared->element_type;
  if (!IsFloat(type) && BitWidth(result) < BitWidth(type)) {
    return Fail("convolution.C8",
                "`convolution`: the result must be at least as wide as the {} operands, got {}",
                {Name(type), Name(result)})
        .AtResultShape();
  }
  return result;
}

}  // namespace

ConvolutionDims DimsOf(std::string_view labels, std::string_view letters) {
  ConvolutionDims dims;
  dims.major = static_cast<int64_t>(labels.find(letters[0]));
  dims.minor = static_cast<int64_t>(labels.find(letters[1]));
  for (size_t d = 0; d + 2 < labels.size(); ++d) {
    dims.spatial.push_back(static_cast<int64_t>(labels.find(static_cast<char>('0' + d))));
  }
  return dims;
}

Result<Shape> InferConvolution(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  HLO_TRY(const Groups groups, CheckGroups(context.attributes()));
  HLO_TRY(const DimLabels* labels, CheckDimLabels(context));
  const ConvolutionDims input = DimsOf(labels->lhs, "bf");
  const ConvolutionDims kernel = DimsOf(labels->rhs, "io");
  const ConvolutionDims output = DimsOf(labels->out, "bf");
  HLO_RETURN_IF_ERROR(CheckKernelWindow(context, kernel));
  HLO_RETURN_IF_ERROR(CheckGroupSizes(context, groups, input, kernel));
  HLO_TRY(const ElementType type, ConvolutionType(context));

  const Shape& lhs = context.operand(0);
  const Shape& rhs = context.operand(1);
  if (rhs.IsDynamic(kernel.minor)) {
    return Fail("convolution.C8",
                "`convolution`: kernel dimension {}, the output features, must be static",
                {kernel.minor})
        .AtOperand(1);
  }
  Shape result = Shape::Array(type, {lhs.dims.data(), lhs.dims.size()});
  const auto put = [&](int64_t d, int64_t size, bool dynamic) {
    result.dims[static_cast<size_t>(d)] = size;
    if (dynamic) result.dynamic |= uint64_t{1} << d;
  };
  const int64_t batch = SizeOf(lhs, input.major);
  put(output.major, batch == kUnboundedSize ? batch : batch / groups.batch,
      lhs.IsDynamic(input.major));
  put(output.minor, SizeOf(rhs, kernel.minor), false);
  const Window& window = WindowOf(context.attributes());
  for (size_t d = 0; d < window.dims.size(); ++d) {
    HLO_TRY(const int64_t places, WindowPlaces(context, window.dims[d], static_cast<int64_t>(d),
                                               SizeOf(lhs, input.spatial[d])));
    put(output.spatial[d], places, lhs.IsDynamic(input.spatial[d]));
  }
  HLO_RETURN_IF_ERROR(CheckSize(result));
  return result;
}

}  // namespace hlo
