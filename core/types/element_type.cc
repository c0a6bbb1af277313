// SPDX-License-Identifier: Apache-2.0
#include "core/types/element_type.h"

#include <array>

namespace hlo {
namespace {

constexpr std::array kInfos = {
#define HLO_ELEMENT_TYPE(Id, text, bits, bytes, kind, compute, wire)                 \
  ElementTypeInfo{ElementType::k##Id,      #text, bits, bytes, ElementKind::k##kind, \
                  ElementType::k##compute, wire},
#include "core/types/element_type.def"
#undef HLO_ELEMENT_TYPE
};

// By first letter the lengths of the names, as bits: nearly every word that is asked about in a
// text is none of them.
constexpr std::array<uint16_t, 26> kLengths = [] {
  std::array<uint16_t, 26> lengths = {};
  for (const ElementTypeInfo& info : kInfos) {
    lengths[static_cast<size_t>(info.name[0] - 'a')] |=
        static_cast<uint16_t>(1 << info.name.size());
  }
  return lengths;
}();

bool Matches(const ElementTypeInfo& info, std::string_view word) {
  switch (info.kind) {
    case ElementKind::kPred:
      return word == "pred" || word == "array";
    case ElementKind::kSigned:
      return word == "signed" || word == "int" || word == "array" || word == info.name;
    case ElementKind::kUnsigned:
      return word == "unsigned" || word == "int" || word == "array" || word == info.name;
    case ElementKind::kFloat:
      return word == "float" || word == "array" || word == info.name;
    case ElementKind::kComplex:
      return word == "complex" || word == "array" || word == info.name;
    case ElementKind::kOther:
      return word == info.name;
  }
  return false;
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

ElementTypeSet ElementTypeSet::Parse(std::string_view words) {
  ElementTypeSet set;
  while (!words.empty()) {
    const size_t end = words.find(' ');
    const std::string_view word = words.substr(0, end);
    for (const ElementTypeInfo& info : kInfos) {
      if (Matches(info, word)) set.bits_ |= uint64_t{1} << static_cast<int>(info.type);
    }
    words = end == std::string_view::npos ? std::string_view() : words.substr(end + 1);
  }
  return set;
}

}  // namespace hlo
