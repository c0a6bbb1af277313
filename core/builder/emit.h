// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_BUILDER_EMIT_H_
#define HLO_CORE_BUILDER_EMIT_H_

#include <string_view>

#include "core/base/result.h"
#include "hlo/builder/builder.h"

// Helpers shared by the families of functions. Internal.
namespace hlo::builder {

// Builder::Add on the builder of the operands. Requires at least one operand.
Value Emit(Opcode opcode, Values operands, NamedAttributes attributes = {}, Declared declared = {});
// Reports the error to the value's builder, which must exist.
Value Refuse(Value value, Error error);
// The enumeration value that the row of the op spells `word`.
AttributeValue EnumWord(Opcode opcode, Attr attr, std::string_view word);

// Concatenates two lists.
std::vector<Value> Together(Values first, Values second);
// 0, 1, ..., rank - 1.
std::vector<int64_t> AllDimensions(const Shape& shape);
inline bool InRank(int64_t dimension, const Shape& shape) {
  return dimension >= 0 && dimension < shape.rank();
}
inline int64_t SizeOf(const Shape& shape, int64_t dimension) {
  return shape.dims[static_cast<size_t>(dimension)];
}

}  // namespace hlo::builder

#endif  // HLO_CORE_BUILDER_EMIT_H_
