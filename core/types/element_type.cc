// SPDX-License-Identifier: Apache-2.0
#include "hlo/element_type.h"

#include <array>
#include <vector>

namespace hlo {
namespace {

constexpr std::array kInfos = {
#define HLO_ELEMENT_TYPE(Id, text, bits, bytes, kind, compute, wire)                 \
  ElementTypeInfo{ElementType::k##Id,      #text, bits, bytes, ElementKind::k##kind, \
                  ElementType::k##compute, wire},
#include "hlo/element_type.def"
#undef HLO_ELEMENT_TYPE
};

// The lengths of the names by first letter, as bits, for fast rejection, because most words are not
// type names.
constexpr std::array<uint16_t, 26> kLengths = [] {
  std::array<uint16_t, 26> lengths = {};
  for (const ElementTypeInfo& info : kInfos) {
    lengths[static_cast<size_t>(info.name[0] - 'a')] |=
        static_cast<uint16_t>(1 << info.name.size());
  }
  return lengths;
}();

struct TypeClass {
  std::string_view name;
  ElementTypeSet types;
};
constexpr TypeClass kClasses[] = {
    {"array", kArrayTypes},       {"int", kIntTypes},     {"signed", kSignedTypes},
    {"unsigned", kUnsignedTypes}, {"float", kFloatTypes}, {"complex", kComplexTypes},
};

// The largest class that contains `type` and is a subset of `types`; otherwise only the type.
TypeClass ClassOf(const ElementTypeInfo& type, ElementTypeSet types) {
  for (const TypeClass& row : kClasses) {
    if (row.types.Contains(type.type) && (row.types | types) == types) return row;
  }
  return {type.name, type.type};
}

}  // namespace

const ElementTypeInfo& Info(ElementType type) { return kInfos[static_cast<size_t>(type)]; }

std::span<const ElementTypeInfo> AllElementTypes() { return kInfos; }

std::optional<ElementType> FindElementType(std::string_view name) {
  const size_t letter = name.empty() ? 26 : static_cast<size_t>(name[0] - 'a');
  if (letter >= 26 || name.size() >= 16 || (kLengths[letter] >> name.size() & 1) == 0) {
    return std::nullopt;
  }
  for (const ElementTypeInfo& info : kInfos) {
    if (info.name == name) return info.type;
  }
  return std::nullopt;
}

std::optional<ElementType> ComplexOf(ElementType part) {
  if (part == ElementType::kF32) return ElementType::kC64;
  if (part == ElementType::kF64) return ElementType::kC128;
  return std::nullopt;
}

std::optional<ElementType> PartOf(ElementType complex) {
  if (complex == ElementType::kC64) return ElementType::kF32;
  if (complex == ElementType::kC128) return ElementType::kF64;
  return std::nullopt;
}

std::string ListTypes(ElementTypeSet types) {
  std::vector<std::string_view> names;
  ElementTypeSet listed;
  for (const ElementTypeInfo& info : kInfos) {
    if (!types.Contains(info.type) || listed.Contains(info.type)) continue;
    const TypeClass found = ClassOf(info, types);
    names.push_back(found.name);
    listed = listed | found.types;
  }
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    const std::string_view last = names.size() == 2 ? " or " : ", or ";
    if (i > 0) text += i + 1 < names.size() ? ", " : last;
    text += names[i];
  }
  return text;
}

}  // namespace hlo
