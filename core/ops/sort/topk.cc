// SPDX-License-Identifier: Apache-2.0
// `topk`, ops reference 10.6: by total order; among equal elements, lower positions first.
#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/kernels/radix_sort.h"
#include "core/ops/dynamic_shape.h"
#include "core/ops/rules.h"
#include "core/ops/sort/sort_keys.h"

namespace hlo {
namespace {

// The k smallest of the keys with their positions, in order. Requires 0 < k <= count.
template <class Key, class Keyed>
void SelectSmallest(const Key* keys, int64_t count, int64_t k, Keyed* chosen, Keyed* scratch) {
  const Key last = KthSmallest(keys, static_cast<size_t>(count), static_cast<size_t>(k - 1));
  const int64_t less = std::count_if(keys, keys + count, [&](Key key) { return key < last; });
  int64_t ties = k - less, n = 0;
  for (int64_t i = 0; n < k; ++i) {
    if (keys[i] > last || (keys[i] == last && ties-- <= 0)) continue;
    chosen[n++] = {keys[i], static_cast<uint32_t>(i)};
  }
  RadixSort(chosen, static_cast<size_t>(k), scratch);
}

template <class Key, class Keyed>
Status SelectLines(EvalContext& context, const SortKeys& order, int64_t length, Literal& values,
                   Literal& indices) {
  const Literal& operand = context.operand(0);
  const int64_t k = context.attributes().Int(Attr::k);
  const int64_t bytes = StorageBytes(operand.element_type());
  const int64_t scratch_bytes =
      length * static_cast<int64_t>(sizeof(Key)) + 2 * k * static_cast<int64_t>(sizeof(Keyed));
  HLO_TRY(Literal scratch_memory,
          context.Allocate(Shape::Array(ElementType::kU8, {scratch_bytes})));
  auto* chosen = reinterpret_cast<Keyed*>(scratch_memory.mutable_bytes());
  Key* keys = reinterpret_cast<Key*>(chosen + 2 * k);
  const uint8_t* elements = operand.bytes();
  uint8_t* out = values.mutable_bytes();
  auto* positions = reinterpret_cast<int32_t*>(indices.mutable_bytes());
  for (int64_t line = 0; line < operand.element_count() / length; ++line) {
    order.Write(elements, length, keys);
    SelectSmallest(keys, length, k, chosen, chosen + k);
    for (int64_t i = 0; i < k; ++i) {
      const int64_t at = chosen[i].position();
      std::copy_n(elements + at * bytes, bytes, out + i * bytes);
      positions[i] = static_cast<int32_t>(at);
    }
    elements += length * bytes;
    out += k * bytes;
    positions += k;
  }
  return {};
}

}  // namespace

Result<Shape> InferTopk(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  const Shape& operand = context.operand(0);
  if (operand.rank() == 0) {
    return Fail("topk.C1", "`topk`: the operand must not be a scalar").AtOperand(0);
  }
  if (!context.instruction.op->types.Contains(operand.element_type)) {
    return Fail("topk.C3", "`topk`: the element type must be ordered, got {}",
                {Name(operand.element_type)})
        .AtOperand(0);
  }
  const int64_t k = context.attributes().Int(Attr::k);
  const int64_t size = operand.dims.back();
  if (k < 0) {
    return Fail("topk.C2", "`topk`: `k` must not be negative, got {}", {k}).AtAttribute("k");
  }
  if (size != kUnboundedSize && k > size) {
    return Fail("topk.C2", "`topk`: `k` must be at most {}, got {}", {size, k}).AtAttribute("k");
  }
  Shape values = operand;
  values.dims.back() = k;
  values.SetDynamic(operand.rank() - 1, false);
  Shape indices = values;
  indices.element_type = ElementType::kS32;
  return Shape::Tuple({std::move(values), std::move(indices)});
}

Result<Literal> EvaluateTopk(EvalContext& context) {
  if (HasPartlyFilled(context)) return EvaluateWithDynamicSizes(context);
  const Shape& shape = context.shape();
  HLO_TRY(Literal values, context.Allocate(shape.elements[0]));
  HLO_TRY(Literal indices, context.Allocate(shape.elements[1]));
  if (values.element_count() > 0) {
    const Literal& operand = context.operand(0);
    const ElementType type = operand.element_type();
    const SortKeys order({.type = type,
                          .total_order = IsFloat(type),
                          .descending = context.attributes().Bool(Attr::largest, true)});
    const int64_t length = operand.shape().dims.back();
    if (length > INT32_MAX) {  // the result has positions as s32
      return Fail("R07", "`topk`: the last dimension must have at most {} elements, got {}",
                  {INT32_MAX, length});
    }
    HLO_RETURN_IF_ERROR(
        order.bytes() == 8
            ? (SelectLines<uint64_t, Keyed64>(context, order, length, values, indices))
            : (SelectLines<uint32_t, Keyed32>(context, order, length, values, indices)));
  }
  std::vector<Literal> parts;
  parts.push_back(std::move(values));
  parts.push_back(std::move(indices));
  return Literal::Tuple(std::move(parts));
}

}  // namespace hlo
