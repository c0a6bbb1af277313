// SPDX-License-Identifier: Apache-2.0
// `map`, ops reference 10.4.
#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/called_computation.h"
#include "core/ops/dynamic_shape.h"
#include "core/ops/rules.h"
#include "core/ops/vector_function.h"

namespace hlo {
namespace {

// Rule C2. In order is the default.
Status CheckDimensions(const InferContext& context, int64_t rank) {
  if (!context.attributes().Has(Attr::dimensions)) return {};
  const std::vector<int64_t>& dimensions = context.attributes().Ints(Attr::dimensions);
  bool in_order = std::ssize(dimensions) == rank;
  for (size_t d = 0; in_order && d < dimensions.size(); ++d) {
    in_order = dimensions[d] == static_cast<int64_t>(d);
  }
  if (in_order) return {};
  return Fail("map.C2", "`map`: `dimensions` must list all dimensions in order, got {} for rank {}",
              {Braced(dimensions), rank})
      .AtAttribute("dimensions");
}

// The function on blocks of lanes.
void RunLanes(EvalContext& context, const VectorFunction& function, Literal& result) {
  constexpr int64_t kTask = 16 << 10;
  const int64_t count = result.element_count();
  uint8_t* out = result.mutable_bytes();
  const int result_bytes = StorageBytes(result.element_type());
  context.workers().ForEach((count + kTask - 1) / kTask, [&](int64_t task) {
    if (context.runtime().cancelled()) return;
    const int64_t first = task * kTask;
    std::vector<const void*> inputs;
    for (size_t i = 0; i < context.operand_count(); ++i) {
      const Literal& operand = context.operand(i);
      inputs.push_back(operand.bytes() + first * StorageBytes(operand.element_type()));
    }
    const std::vector<void*> outputs = {out + first * result_bytes};
    function.Run(*function.NewScratch(), inputs, outputs, std::min(kTask, count - first));
  });
}

// The plain path: one call per element.
Status CallForEach(EvalContext& context, const Computation& function, Literal& result) {
  const size_t operands = context.operand_count();
  // Scalars are reused as long as the function does not keep them.
  std::vector<Literal> scalars;
  for (size_t i = 0; i < operands; ++i) {
    HLO_TRY(Literal scalar, context.Allocate(Shape::Scalar(context.operand(i).element_type())));
    scalars.push_back(std::move(scalar));
  }
  const int result_bytes = StorageBytes(result.element_type());
  uint8_t* out = result.mutable_bytes();
  for (int64_t at = 0; at < result.element_count(); ++at) {
    std::vector<Literal> arguments;
    arguments.reserve(operands);
    for (size_t i = 0; i < operands; ++i) {
      const int bytes = StorageBytes(scalars[i].element_type());
      std::memcpy(scalars[i].mutable_bytes(), context.operand(i).bytes() + at * bytes,
                  static_cast<size_t>(bytes));
      arguments.push_back(scalars[i]);
    }
    HLO_TRY(const Literal value, context.Call(function, std::move(arguments)));
    std::memcpy(out + at * result_bytes, value.bytes(), static_cast<size_t>(result_bytes));
  }
  return {};
}

}  // namespace

Result<Shape> InferMap(const InferContext& context) {
  if (context.operands.empty()) return Fail("map.C1", "`map` takes at least 1 operand, got 0");
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  const Shape& first = context.operand(0);
  uint64_t dynamic = 0;
  for (size_t i = 0; i < context.operands.size(); ++i) {
    const Shape& operand = context.operand(i);
    if (operand.dims != first.dims) {
      return Fail("map.C1", "`map`: operand dimensions must match, got {} and {}",
                  {Braced({first.dims.data(), first.dims.size()}),
                   Braced({operand.dims.data(), operand.dims.size()})})
          .AtOperand(static_cast<int>(i));
    }
    dynamic |= operand.dynamic;
  }
  HLO_RETURN_IF_ERROR(CheckDimensions(context, first.rank()));

  const CallSite site{context, "map.C3", Attr::to_apply, "`to_apply`"};
  HLO_TRY(const Computation* function, CalledComputation(site));
  HLO_RETURN_IF_ERROR(CheckParameterCount(site, *function, std::ssize(context.operands)));
  for (size_t i = 0; i < context.operands.size(); ++i) {
    const Shape scalar = Shape::Scalar(context.operand(i).element_type);
    HLO_RETURN_IF_ERROR(CheckParameter(site, *function, static_cast<int64_t>(i), scalar));
  }
  const Shape& root = *function->root->shape;
  if (!root.IsScalar()) {
    return Fail("map.C3", "`map`: `to_apply` must return a scalar, got {}",
                {ShapeText(root, false)})
        .AtAttribute("to_apply");
  }
  Shape result = Shape::Array(root.element_type, {first.dims.data(), first.dims.size()});
  result.dynamic = dynamic;
  return result;
}

Result<Literal> EvaluateMap(EvalContext& context) {
  if (HasPartlyFilled(context)) return EvaluateWithDynamicSizes(context);
  HLO_TRY(Literal result, context.Allocate());
  if (result.element_count() == 0) return result;
  const Computation& function = *context.attributes().Called(Attr::to_apply);
  HLO_RETURN_IF_ERROR(RequireGiven(context, function));
  const VectorFunction* lanes =
      TakeVectorFunction(context.runtime(), function, result.element_count());
  if (lanes != nullptr) {
    RunLanes(context, *lanes, result);
  } else {
    HLO_RETURN_IF_ERROR(CallForEach(context, function, result));
  }
  return result;
}

}  // namespace hlo
