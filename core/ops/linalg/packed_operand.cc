// SPDX-License-Identifier: Apache-2.0
#include "core/ops/linalg/packed_operand.h"

#include <algorithm>

#include "core/base/result.h"
#include "core/kernels/convert_blocks.h"
#include "core/ops/strided_copy.h"
#include "core/types/convert.h"

namespace hlo {

Result<Literal> PackOperand(EvalContext& context, const Literal& operand, const Dims& order,
                            ElementType result, ElementType compute) {
  HLO_TRY(Literal ordered, Reordered(context, operand, {order.data(), order.size()}));
  const ElementType type = operand.element_type();
  if (type == result && result == compute && type != ElementType::kPred) return ordered;

  HLO_TRY(Literal packed, context.Allocate(Shape::Array(compute, {ordered.element_count()})));
  constexpr int64_t kBlock = 1024;
  alignas(16) uint8_t block[kBlock * 16];
  const ConvertFn convert = FindConvertBlock(type, result, context.kernel_mode());
  const ConvertFn widen = compute == result
                              ? WidenFunction(result)
                              : FindConvertBlock(result, compute, context.kernel_mode());
  const uint8_t* from = ordered.bytes();
  uint8_t* to = packed.mutable_bytes();
  for (int64_t start = 0; start < ordered.element_count(); start += kBlock) {
    const auto count = static_cast<size_t>(std::min(kBlock, ordered.element_count() - start));
    const uint8_t* source = from + start * StorageBytes(type);
    if (type != result) {
      convert(source, count, block);
      source = block;
    }
    widen(source, count, to + start * StorageBytes(compute));
  }
  return packed;
}

}  // namespace hlo
