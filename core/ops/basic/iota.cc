// SPDX-License-Identifier: Apache-2.0
// `iota`, ops reference 7.3.
#include <algorithm>

#include "core/base/checked.h"
#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/rules.h"
#include "core/ops/strided_copy.h"
#include "core/types/convert.h"
#include "hlo/index.h"

namespace hlo {
namespace {

// 0, 1, ..., count - 1, each converted once. They fit 32 bits, because an array has at most 2^31
// bytes.
void CountUp(Workers& workers, ElementType type, int64_t count, uint8_t* out) {
  constexpr int64_t kTask = 1 << 16;
  constexpr int32_t kBlock = 1024;
  const ConvertFn convert = ConvertFunction(ElementType::kS32, type);
  workers.ForEach(CeilDiv(count, kTask), [&](int64_t task) {
    const int64_t end = std::min((task + 1) * kTask, count);
    for (int64_t start = task * kTask; start < end; start += kBlock) {
      const auto length = static_cast<int32_t>(std::min<int64_t>(kBlock, end - start));
      int32_t numbers[kBlock];
      for (int32_t i = 0; i < length; ++i) numbers[i] = static_cast<int32_t>(start) + i;
      convert(numbers, static_cast<size_t>(length), out + start * StorageBytes(type));
    }
  });
}

}  // namespace

Result<Shape> InferIota(const InferContext& context) {
  if (!context.operands.empty()) {
    return Fail("iota.C1", "`iota` takes no operands, got {}", {context.operands.size()});
  }
  HLO_TRY(const Shape* declared, RequireDeclaredArray(context));
  const ElementType type = declared->element_type;
  if (!context.instruction.op->types.Contains(type)) {
    return Fail("iota.C2", "`iota`: the element type must be int, float, or complex, got {}",
                {Name(type)});
  }
  if (declared->rank() == 0) {
    return Fail("iota.C3",
                "`iota`: the rank must be at least 1, got 0; use `constant` for a scalar");
  }
  const int64_t dimension = context.attributes().Int(Attr::iota_dimension, -1);
  if (dimension < 0 || dimension >= declared->rank()) {
    return Fail("iota.C4", "`iota`: `iota_dimension` must be in [0, {}), got {}",
                {declared->rank(), dimension})
        .AtAttribute("iota_dimension");
  }
  if (!declared->IsStatic()) {
    return Fail("S05", "`iota`: all dimensions must be static, got {}", {ShapeText(*declared)})
        .AtResultShape();
  }
  return *declared;
}

Result<Literal> EvaluateIota(EvalContext& context) {
  HLO_TRY(Literal result, context.Allocate());
  if (result.element_count() == 0) return result;
  const Shape& shape = context.shape();
  const auto dimension = static_cast<size_t>(context.attributes().Int(Attr::iota_dimension));
  const int64_t count = shape.dims[dimension];
  if (count == result.element_count()) {
    CountUp(context.workers(), shape.element_type, count, result.mutable_bytes());
    return result;
  }
  HLO_TRY(Literal line, context.Allocate(Shape::Array(shape.element_type, {count})));
  CountUp(context.workers(), shape.element_type, count, line.mutable_bytes());
  Dims strides(shape.dims.size(), 0);
  strides[dimension] = 1;
  ReadStrided(context, line, 0, strides, result);
  return result;
}

}  // namespace hlo
