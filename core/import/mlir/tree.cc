// SPDX-License-Identifier: Apache-2.0
#include "core/import/mlir/tree.h"

namespace hlo::mlir {

const Attribute* FindIn(const std::vector<NamedAttribute>& entries, std::string_view name) {
  for (const NamedAttribute& entry : entries) {
    if (entry.name == name) return entry.value;
  }
  return nullptr;
}

bool Type::HasUnknownSize() const {
  for (size_t d = 0; d < dims.size(); ++d) {
    if (dims[d] == kUnknownSize && (bounds.empty() || bounds[d] == kUnknownSize)) return true;
  }
  return false;
}

const Attribute* Attribute::Find(std::string_view name) const { return FindIn(entries, name); }

const Attribute* Op::Find(std::string_view attribute) const {
  return FindIn(attributes, attribute);
}

const Attribute* File::Resolve(const Attribute* attribute) const {
  for (int steps = 0; attribute != nullptr && attribute->kind == AttributeKind::kAlias; ++steps) {
    const auto found = attribute_aliases.find(attribute->text);
    if (found == attribute_aliases.end() || steps > 100) return nullptr;
    attribute = found->second;
  }
  return attribute;
}

bool SameType(const Type& a, const Type& b) {
  if (&a == &b || a.fault != TypeFault::kNone || b.fault != TypeFault::kNone) return true;
  if (a.kind != b.kind || a.inputs.size() != b.inputs.size()) return false;
  if (a.IsTensor() || a.kind == TypeKind::kScalar) {
    if (a.element != b.element || a.dims.size() != b.dims.size()) return false;
    for (size_t d = 0; d < a.dims.size(); ++d) {
      const bool known = a.dims[d] != kUnknownSize && b.dims[d] != kUnknownSize;
      if (known && a.dims[d] != b.dims[d]) return false;
    }
  }
  for (size_t i = 0; i < a.inputs.size(); ++i) {
    if (!SameType(*a.inputs[i], *b.inputs[i])) return false;
  }
  return true;
}

}  // namespace hlo::mlir
