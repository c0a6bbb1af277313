// SPDX-License-Identifier: Apache-2.0
#include "core/ops/basic/library_sorts.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/ir/module.h"
#include "core/ops/basic/library_config.h"
#include "core/ops/rules.h"

namespace hlo {
namespace {

Result<Literal> EvaluateAsTopk(EvalContext& context, Literal operand, bool largest,
                               const Shape& result) {
  Attributes attributes;
  attributes.Set(Attr::k, result.elements[0].dims.back());
  attributes.Set(Attr::largest, largest);
  std::vector<Literal> operands;
  operands.push_back(std::move(operand));
  return EvaluateAs(context, Opcode::kTopk, result, std::move(attributes), std::move(operands));
}

bool IsSortOfLines(const EvalContext& context) {
  const Shape& shape = context.shape();
  const size_t count = context.operand_count();
  if (count == 0 || count > 2 || !shape.IsTuple() || shape.elements.size() != count + 1) {
    return false;
  }
  const Shape& keys = context.operand(0).shape();
  for (size_t i = 0; i < count; ++i) {
    const Shape& operand = context.operand(i).shape();
    if (!operand.IsArray() || operand.rank() == 0 || operand.dims != keys.dims) return false;
    if (!Compatible(operand, shape.elements[i])) return false;
  }
  return true;
}

template <class Bits>
void ClearSignsOfZeros(Literal& keys) {
  constexpr Bits kNegativeZero = Bits{1} << (8 * sizeof(Bits) - 1);
  auto* bits = reinterpret_cast<Bits*>(keys.mutable_bytes());
  std::replace(bits, bits + keys.element_count(), kNegativeZero, Bits{0});
}

// Keys whose total order is that of CUB.
Literal KeysInTotalOrder(Literal keys) {
  if (!IsFloat(keys.element_type())) return keys;
  const int64_t bytes = StorageBytes(keys.element_type());
  if (bytes == 2) ClearSignsOfZeros<uint16_t>(keys);
  if (bytes == 4) ClearSignsOfZeros<uint32_t>(keys);
  if (bytes == 8) ClearSignsOfZeros<uint64_t>(keys);
  return keys;
}

// The positions in its line of each element of the sorted keys.
Result<Literal> SortedPositions(EvalContext& context) {
  Literal keys = KeysInTotalOrder(context.operand(0));
  Shape positions = keys.shape();
  positions.element_type = ElementType::kS32;
  const Shape sorted = Shape::Tuple({keys.shape(), std::move(positions)});
  const bool descending = ConfigValue(context, "descending") == "true";
  HLO_TRY(Literal both, EvaluateAsTopk(context, std::move(keys), descending, sorted));
  return std::move(both.mutable_elements()[1]);
}

Result<Literal> Rearranged(EvalContext& context, size_t operand, std::span<const int32_t> order) {
  const Literal& from = context.operand(operand);
  HLO_TRY(Literal to, context.Allocate(context.shape().elements[operand]));
  const int64_t length = from.shape().dims.back();
  const int64_t bytes = StorageBytes(from.element_type());
  uint8_t* out = to.mutable_bytes();
  for (int64_t i = 0; i < from.element_count(); ++i) {
    const int64_t at = i / length * length + order[static_cast<size_t>(i)];
    std::copy_n(from.bytes() + at * bytes, bytes, out + i * bytes);
  }
  return to;
}

}  // namespace

Result<Literal> LargestOfLines(EvalContext& context) {
  const Shape& shape = context.shape();
  if (context.operand_count() != 1 || !context.operand(0).shape().IsArray() || !shape.IsTuple() ||
      shape.elements.size() != 2 || shape.elements[0].rank() == 0) {
    return BadShapes(context, "take an array and return (values, indices)");
  }
  return EvaluateAsTopk(context, context.TakeOperand(0), true, shape);
}

Result<Literal> SortedLines(EvalContext& context) {
  if (!IsSortOfLines(context)) {
    return BadShapes(context,
                     "take keys and at most one array of values of the same size, and return them "
                     "and scratch memory");
  }
  HLO_TRY(const Literal positions, SortedPositions(context));
  std::vector<Literal> parts;
  for (size_t i = 0; i < context.operand_count(); ++i) {
    HLO_TRY(Literal sorted, Rearranged(context, i, positions.data<int32_t>()));
    parts.push_back(std::move(sorted));
  }
  HLO_TRY(Literal scratch,
          Literal::Zeros(context.shape().elements.back(), context.runtime().budget()));
  parts.push_back(std::move(scratch));
  return Literal::Tuple(std::move(parts));
}

}  // namespace hlo
