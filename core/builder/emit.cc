// SPDX-License-Identifier: Apache-2.0
#include "core/builder/emit.h"

#include <numeric>

#include "core/ir/op_def.h"

namespace hlo::builder {

Value Emit(Opcode opcode, Values operands, NamedAttributes attributes, Declared declared) {
  for (const Value& operand : operands) {
    if (operand.builder() == nullptr) continue;
    return operand.builder()->Add(opcode, operands, std::move(attributes), declared);
  }
  return {};
}

Value Refuse(Value value, Error error) { return value.builder()->ReportError(std::move(error)); }

AttributeValue EnumWord(Opcode opcode, Attr attr, std::string_view word) {
  const AttributeSpec* spec = GetOpDef(opcode).FindAttribute(attr);
  int64_t index = -1;
  for (size_t i = 0; spec != nullptr && i < spec->words().size(); ++i) {
    if (spec->words()[i] == word) index = static_cast<int64_t>(i);
  }
  return EnumValue{index};
}

std::vector<Value> Together(Values first, Values second) {
  std::vector<Value> joined = first.vector();
  joined.insert(joined.end(), second.begin(), second.end());
  return joined;
}

std::vector<int64_t> AllDimensions(const Shape& shape) {
  std::vector<int64_t> all(shape.dims.size());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

}  // namespace hlo::builder
