// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_ELEMENT_TYPE_H_
#define HLO_ELEMENT_TYPE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace hlo {

enum class ElementType : uint8_t {
#define HLO_ELEMENT_TYPE(Id, text, bits, bytes, kind, compute, wire) k##Id,
#include "hlo/element_type.def"
#undef HLO_ELEMENT_TYPE
};

enum class ElementKind : uint8_t { kPred, kSigned, kUnsigned, kFloat, kComplex, kOther };

// One row of element_type.def.
struct ElementTypeInfo {
  ElementType type;
  std::string_view name;  // as in HLO text
  int bits;               // logical width; 0 for token, opaque and tuple
  int storage_bytes;      // of one unpacked element
  ElementKind kind;
  ElementType compute;  // one of the compute types: pred s32 s64 u32 u64 f32 f64 c64 c128
  int wire;             // number in xla_data.proto, 0 if none
};

const ElementTypeInfo& Info(ElementType type);
std::span<const ElementTypeInfo> AllElementTypes();
std::optional<ElementType> FindElementType(std::string_view name);

inline std::string_view Name(ElementType type) { return Info(type).name; }
inline int BitWidth(ElementType type) { return Info(type).bits; }
inline int StorageBytes(ElementType type) { return Info(type).storage_bytes; }
inline ElementType ComputeType(ElementType type) { return Info(type).compute; }
inline bool IsSigned(ElementType type) { return Info(type).kind == ElementKind::kSigned; }
inline bool IsUnsigned(ElementType type) { return Info(type).kind == ElementKind::kUnsigned; }
inline bool IsInteger(ElementType type) { return IsSigned(type) || IsUnsigned(type); }
inline bool IsFloat(ElementType type) { return Info(type).kind == ElementKind::kFloat; }
inline bool IsComplex(ElementType type) { return Info(type).kind == ElementKind::kComplex; }
// Whether arrays can have this element type (not token, opaque, or tuple).
inline bool IsArrayType(ElementType type) { return Info(type).kind != ElementKind::kOther; }
inline bool IsSubByte(ElementType type) {
  return IsArrayType(type) && type != ElementType::kPred && BitWidth(type) < 8;
}

// c64 for f32, c128 for f64, and the inverse; nullopt for other types.
std::optional<ElementType> ComplexOf(ElementType part);
std::optional<ElementType> PartOf(ElementType complex);

// A set of element types.
class ElementTypeSet {
 public:
  constexpr ElementTypeSet() = default;
  constexpr ElementTypeSet(ElementType type) : bits_(uint64_t{1} << static_cast<int>(type)) {}
  static constexpr ElementTypeSet OfKind(ElementKind kind);

  constexpr bool Contains(ElementType type) const {
    return ((bits_ >> static_cast<int>(type)) & 1) != 0;
  }
  friend constexpr ElementTypeSet operator|(ElementTypeSet a, ElementTypeSet b) {
    a.bits_ |= b.bits_;
    return a;
  }
  constexpr bool operator==(const ElementTypeSet&) const = default;

 private:
  uint64_t bits_ = 0;
};

constexpr ElementTypeSet ElementTypeSet::OfKind(ElementKind wanted) {
  ElementTypeSet set;
#define HLO_ELEMENT_TYPE(Id, text, bits, bytes, kind, compute, wire) \
  if (ElementKind::k##kind == wanted) set = set | ElementType::k##Id;
#include "hlo/element_type.def"
#undef HLO_ELEMENT_TYPE
  return set;
}

inline constexpr ElementTypeSet kPredTypes = ElementType::kPred;
inline constexpr ElementTypeSet kSignedTypes = ElementTypeSet::OfKind(ElementKind::kSigned);
inline constexpr ElementTypeSet kUnsignedTypes = ElementTypeSet::OfKind(ElementKind::kUnsigned);
inline constexpr ElementTypeSet kIntTypes = kSignedTypes | kUnsignedTypes;
inline constexpr ElementTypeSet kFloatTypes = ElementTypeSet::OfKind(ElementKind::kFloat);
inline constexpr ElementTypeSet kComplexTypes = ElementTypeSet::OfKind(ElementKind::kComplex);
// All element types of arrays.
inline constexpr ElementTypeSet kArrayTypes = kPredTypes | kIntTypes | kFloatTypes | kComplexTypes;

// The set as a list for messages, with names for whole classes: "pred, int, or float",
// "f32, f64, or complex", "array".
std::string ListTypes(ElementTypeSet types);

}  // namespace hlo

#endif  // HLO_ELEMENT_TYPE_H_
