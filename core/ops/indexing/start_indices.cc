// SPDX-License-Identifier: Apache-2.0
#include "core/ops/indexing/start_indices.h"

#include <algorithm>

#include "core/ir/module.h"
#include "core/types/convert.h"

namespace hlo {

void ReadIndices(const Literal& indices, int64_t first, int64_t count, int64_t* out) {
  const ElementType type = indices.element_type();
  if (type == ElementType::kU64) {
    const uint64_t* from = indices.data<uint64_t>().data() + first;
    for (int64_t i = 0; i < count; ++i) {
      out[i] = static_cast<int64_t>(std::min(from[i], static_cast<uint64_t>(INT64_MAX)));
    }
    return;
  }
  ConvertFunction(type, ElementType::kS64)(indices.bytes() + first * StorageBytes(type),
                                           static_cast<size_t>(count), out);
}

Status CheckStartIndices(const InferContext& context, size_t first, int64_t rank,
                         std::string_view count_code, std::string_view type_code) {
  const std::string_view op = context.instruction.op->name;
  const size_t operands = context.operands.size() - first;
  const bool is_vector = operands == 1 && context.operand(first).rank() == 1;
  const int64_t count = is_vector ? context.operand(first).dims[0] : static_cast<int64_t>(operands);
  if (count != rank) {
    return Fail(count_code, "`{}`: must have one start index per dimension, got {} for rank {}",
                {op, count, rank});
  }
  for (size_t k = 0; k < operands; ++k) {
    const Shape& index = context.operand(first + k);
    if (!IsInteger(index.element_type) || !(index.IsScalar() || is_vector)) {
      return Fail(type_code, "`{}`: start index {} must be an integer scalar, got {}",
                  {op, k, ShapeText(index, false)})
          .AtOperand(static_cast<int>(first + k));
    }
    const ElementType type = context.operand(first).element_type;
    if (index.element_type != type) {
      return Fail(type_code, "`{}`: start index {} must be {}[] like start index 0, got {}",
                  {op, k, Name(type), ShapeText(index, false)})
          .AtOperand(static_cast<int>(first + k));
    }
  }
  return {};
}

Dims ClampedStarts(const EvalContext& context, size_t first, const Dims& dims, const Dims& sizes) {
  Dims starts;
  for (size_t d = 0; d < dims.size(); ++d) {
    const bool is_vector = context.operand(first).shape().rank() == 1;
    int64_t index = 0;
    ReadIndices(context.operand(is_vector ? first : first + d),
                is_vector ? static_cast<int64_t>(d) : 0, 1, &index);
    starts.push_back(std::clamp<int64_t>(index, 0, dims[d] - sizes[d]));
  }
  return starts;
}

}  // namespace hlo
