// SPDX-License-Identifier: Apache-2.0
// `select-and-scatter`, ops reference 10.3: each element of the source goes to the element of its
// window that `select` prefers, and is combined there by `scatter` (C15).
#include <cstring>
#include <utility>
#include <vector>

#include "core/ir/module.h"
#include "core/ops/called_computation.h"
#include "core/ops/strided_copy.h"
#include "core/ops/window.h"
#include "core/shape/index.h"

namespace hlo {
namespace {

// The dilations of rule C2, which must be 1.
Status CheckDilations(const InferContext& context) {
  for (const WindowDimension& window : WindowOf(context.attributes()).dims) {
    if (window.lhs_dilate == 1 && window.rhs_dilate == 1) continue;
    return Fail("select-and-scatter.C2", "`select-and-scatter`: {} dilation is not allowed",
                {window.lhs_dilate != 1 ? "base" : "window"})
        .AtAttribute("window");
  }
  return {};
}

// Rule C3.
Status CheckTypes(const InferContext& context) {
  const ElementType type = context.operand(0).element_type;
  const Shape& source = context.operand(1);
  const Shape& init = context.operand(2);
  if (source.element_type != type) {
    return Fail("select-and-scatter.C3", "`select-and-scatter`: source is {}, operand {}",
                {Name(source.element_type), Name(type)})
        .AtOperand(1);
  }
  if (!init.IsScalarOf(type)) {
    return Fail("select-and-scatter.C3",
                "`select-and-scatter`: initial value is {}, expected {}[]",
                {ShapeText(init, false), Name(type)})
        .AtOperand(2);
  }
  return {};
}

// Rules C4 and C5: a function of two elements.
Status CheckFunction(const CallSite& site, ElementType type, ElementType result) {
  HLO_TRY(const Computation* function, CalledComputation(site));
  HLO_RETURN_IF_ERROR(CheckParameterCount(site, *function, 2));
  HLO_RETURN_IF_ERROR(CheckParameter(site, *function, 0, Shape::Scalar(type)));
  HLO_RETURN_IF_ERROR(CheckParameter(site, *function, 1, Shape::Scalar(type)));
  return CheckRoot(site, *function, Shape::Scalar(result));
}

class Scattering {
 public:
  Scattering(EvalContext& context, Literal& result)
      : context_(context),
        result_(result),
        select_(*context.attributes().Called(Attr::select)),
        scatter_(*context.attributes().Called(Attr::scatter)),
        bytes_(StorageBytes(result.element_type())) {}

  Status Run() {
    const Literal& operand = context_.operand(0);
    const Dims& base = operand.shape().dims;
    const Dims& places = context_.operand(1).shape().dims;
    HLO_TRY(first_, context_.Allocate(Shape::Scalar(operand.element_type())));
    HLO_TRY(second_, context_.Allocate(Shape::Scalar(operand.element_type())));
    WindowWalk walk(WindowAxes(WindowOf(context_.attributes()), base, places),
                    RowMajorStrides({base.data(), base.size()}));
    int64_t place = 0;
    do {
      HLO_TRY(const int64_t selected, Select(walk, operand));
      if (selected >= 0) HLO_RETURN_IF_ERROR(Scatter(selected, place));
      ++place;
    } while (walk.Next());
    return {};
  }

 private:
  // The offset of the preferred element of the window; -1 when it sees padding only.
  Result<int64_t> Select(const WindowWalk& walk, const Literal& operand) {
    int64_t selected = -1;
    HLO_RETURN_IF_ERROR(walk.TryEachElement([&](int64_t offset) -> Status {
      if (selected < 0) {
        selected = offset;
        return {};
      }
      HLO_TRY(const Literal keep, Call(select_, operand.bytes() + selected * bytes_,
                                       operand.bytes() + offset * bytes_));
      if (*keep.bytes() == 0) selected = offset;
      return {};
    }));
    return selected;
  }

  Status Scatter(int64_t selected, int64_t place) {
    HLO_TRY(const Literal value, Call(scatter_, result_.bytes() + selected * bytes_,
                                      context_.operand(1).bytes() + place * bytes_));
    std::memcpy(result_.mutable_bytes() + selected * bytes_, value.bytes(),
                static_cast<size_t>(bytes_));
    return {};
  }

  Result<Literal> Call(const Computation& function, const uint8_t* a, const uint8_t* b) {
    std::memcpy(first_.mutable_bytes(), a, static_cast<size_t>(bytes_));
    std::memcpy(second_.mutable_bytes(), b, static_cast<size_t>(bytes_));
    return context_.Call(function, {first_, second_});
  }

  EvalContext& context_;
  Literal& result_;
  const Computation& select_;
  const Computation& scatter_;
  const int bytes_;
  Literal first_, second_;  // arguments, written again and again
};

}  // namespace

Result<Shape> InferSelectAndScatter(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  const Shape& operand = context.operand(0);
  const Shape& source = context.operand(1);
  HLO_RETURN_IF_ERROR(CheckWindow(context, "select-and-scatter.C2", operand.rank()));
  HLO_RETURN_IF_ERROR(CheckDilations(context));
  HLO_RETURN_IF_ERROR(CheckTypes(context));
  HLO_TRY(const Shape windows, WindowedShape(context, operand));
  if (source.dims != windows.dims) {
    return Fail("select-and-scatter.C1", "`select-and-scatter`: source dims {}, windows give {}",
                {Braced({source.dims.data(), source.dims.size()}),
                 Braced({windows.dims.data(), windows.dims.size()})})
        .AtOperand(1);
  }
  const ElementType type = operand.element_type;
  HLO_RETURN_IF_ERROR(CheckFunction({context, "select-and-scatter.C4", Attr::select, "select"},
                                    type, ElementType::kPred));
  HLO_RETURN_IF_ERROR(
      CheckFunction({context, "select-and-scatter.C5", Attr::scatter, "scatter"}, type, type));
  Shape result = Shape::Array(type, {operand.dims.data(), operand.dims.size()});
  result.dynamic = operand.dynamic;
  return result;
}

Result<Literal> EvaluateSelectAndScatter(EvalContext& context) {
  HLO_RETURN_IF_ERROR(RequireFullSizes(context));
  HLO_TRY(Literal result, context.Allocate());
  if (result.element_count() == 0) return result;
  ReadStrided(context.operand(2), 0, Dims(result.shape().dims.size(), 0), result);
  if (context.operand(1).element_count() == 0) return result;
  HLO_RETURN_IF_ERROR(RequireGiven(context, *context.attributes().Called(Attr::select)));
  HLO_RETURN_IF_ERROR(RequireGiven(context, *context.attributes().Called(Attr::scatter)));
  HLO_RETURN_IF_ERROR(Scattering(context, result).Run());
  return result;
}

}  // namespace hlo
