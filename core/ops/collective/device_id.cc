// SPDX-License-Identifier: Apache-2.0
// `replica-id` and `partition-id`, ops reference 16.12 and 16.13: the id of this device.
#include "core/ir/module.h"
#include "core/ops/rules.h"

namespace hlo {
namespace {

Result<Shape> InferDeviceId(const InferContext& context, std::string_view code) {
  const std::string_view op = context.instruction.op->name;
  if (!context.operands.empty()) {
    return Fail(code, "`{}` takes no operands, got {}", {op, context.operands.size()});
  }
  Shape result = Shape::Scalar(ElementType::kU32);
  if (context.declared != nullptr && !Compatible(*context.declared, result)) {
    return Fail(code, "`{}`: the result must be u32[], got {}",
                {op, ShapeText(*context.declared, false)})
        .AtResultShape();
  }
  return result;
}

Literal DeviceId(int64_t number) {
  return Literal::Scalar<uint32_t>(ElementType::kU32, static_cast<uint32_t>(number));
}

}  // namespace

Result<Shape> InferReplicaId(const InferContext& context) {
  return InferDeviceId(context, "replica-id.C1");
}

Result<Literal> EvaluateReplicaId(EvalContext& context) {
  return DeviceId(context.runtime().replica());
}

Result<Shape> InferPartitionId(const InferContext& context) {
  return InferDeviceId(context, "partition-id.C1");
}

Result<Literal> EvaluatePartitionId(EvalContext& context) {
  return DeviceId(context.runtime().partition());
}

}  // namespace hlo
