// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_ATTRIBUTE_H_
#define HLO_ATTRIBUTE_H_

#include <array>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "hlo/arena.h"
#include "hlo/literal.h"
#include "hlo/shape.h"
#include "hlo/small_vector.h"

namespace hlo {

class Computation;
struct Instruction;

// One attribute of attribute_list.def; kUnknown keeps an attribute unknown to lenient mode.
enum class Attr : uint8_t {
#define HLO_ATTRIBUTE(id, text, kind, doc) id,
#include "hlo/attribute_list.def"
#undef HLO_ATTRIBUTE
  kUnknown,
};

// The syntax of an attribute's value (hlo-text reference, section 6).
enum class AttrKind : uint8_t {
  kBool,
  kInt,
  kFloat,
  kInts,      // {0,2}
  kIntLists,  // {{1,8},{1,8}}
  kString,    // "text"
  kWord,      // one bare word
  kEnum,      // one of the words that the op's row lists
  kEnumList,  // {high,default}
  kWindow,
  kPadding,
  kSlice,
  kDimLabels,
  kReplicaGroups,
  kPairs,        // {{0,1},{1,2}}
  kComputation,  // name or inline {...}
  kComputations,
  kInstructions,  // {%a, %b} of the same computation
  kShape,
  kShapes,  // {shape, shape}
  kTypedLiteral,
  kBraces,  // balanced {...}, kept as text
  kMap,     // {k="v",...}, keys sorted when printed
  kMetadata,
  kStringOrDictionary,
};

struct AttributeInfo {
  Attr attr;
  std::string_view name;  // as HLO text spells it
  AttrKind kind;
  std::string_view doc;
};
const AttributeInfo& Info(Attr attr);
std::vector<const AttributeInfo*> AllAttributes();

// ---- values ----

// One dimension of a window (ops reference, section 1.7).
struct WindowDimension {
  int64_t size = 1;
  int64_t stride = 1;
  int64_t pad_low = 0;
  int64_t pad_high = 0;
  int64_t lhs_dilate = 1;
  int64_t rhs_dilate = 1;
  bool reversal = false;
  bool operator==(const WindowDimension&) const = default;
};
struct Window {
  std::vector<WindowDimension> dims;
  bool operator==(const Window&) const = default;
};

struct PaddingDimension {
  int64_t low = 0;
  int64_t high = 0;
  int64_t interior = 0;
  bool operator==(const PaddingDimension&) const = default;
};
struct PaddingConfig {
  std::vector<PaddingDimension> dims;
  bool operator==(const PaddingConfig&) const = default;
};

struct SliceDimension {
  int64_t start = 0;
  int64_t limit = 0;
  int64_t stride = 1;
  bool operator==(const SliceDimension&) const = default;
};
struct SliceConfig {
  std::vector<SliceDimension> dims;
  bool operator==(const SliceConfig&) const = default;
};

// dim_labels as written, "b01f_01io->b01f"; lhs, rhs and out hold one letter per dimension.
struct DimLabels {
  std::string lhs, rhs, out;
  bool operator==(const DimLabels&) const = default;
};

// Lists of ids, or the iota form [groups,size]<=[reshape]T(transpose), which prints unchanged.
struct ReplicaGroups {
  std::vector<std::vector<int64_t>> lists;
  bool iota = false;
  int64_t group_count = 0;
  int64_t group_size = 0;
  Dims reshape;
  Dims transpose;  // empty if not written
  bool operator==(const ReplicaGroups&) const = default;

  // The lists, for the iota form too (collectives reference, section 2.2).
  std::vector<std::vector<int64_t>> Expand() const;
};

struct IdPairs {
  std::vector<std::pair<int64_t, int64_t>> pairs;
  bool operator==(const IdPairs&) const = default;
};

// One word of the list in the op's row, by its index there.
struct EnumValue {
  int64_t index = 0;
  bool operator==(const EnumValue&) const = default;
};
struct EnumList {
  std::vector<int64_t> indices;
  bool operator==(const EnumList&) const = default;
};

// Text kept verbatim, braces included: shardings, statistics, aliasing.
struct RawText {
  std::string text;
  bool operator==(const RawText&) const = default;
};
// An attribute unknown to lenient mode: its name, and its value as written.
struct UnknownAttribute {
  std::string name;
  std::string text;
  bool operator==(const UnknownAttribute&) const = default;
};
// key="value" pairs (frontend_attributes); a value that is a dictionary keeps its braces.
struct TextMap {
  std::vector<std::pair<std::string, std::string>> entries;
  bool operator==(const TextMap&) const = default;
};
// metadata={op_type="a" source_line=1}: fields in the order they were written. Nearly every
// instruction of a large program has metadata, so it is a single string.
class Metadata {
 public:
  struct Field {
    std::string_view name;
    std::string_view value;  // as HLO text, quotes included
  };
  Metadata() = default;
  explicit Metadata(std::span<const Field> fields, Arena* arena = nullptr);
  Metadata(std::initializer_list<Field> list) : Metadata(std::span(list.begin(), list.size())) {}
  bool operator==(const Metadata&) const = default;

  std::vector<Field> Fields() const;  // views of this object
  // The unquoted value of a field, or "".
  std::string Find(std::string_view field) const;

 private:
  // Names and values, each followed by a NUL, which no HLO text contains.
  std::basic_string<char, std::char_traits<char>, ArenaAllocator<char>> text_;
};
// backend_config: a string, or a dictionary kept verbatim.
struct Config {
  std::string text;
  bool is_dictionary = false;
  bool operator==(const Config&) const = default;
};

struct IntLists {
  std::vector<std::vector<int64_t>> lists;
  bool operator==(const IntLists&) const = default;
};

// A large and rare value, stored separately so that the others stay small.
template <class T>
class Boxed {
 public:
  Boxed(T value) : value_(std::make_shared<const T>(std::move(value))) {}
  operator const T&() const { return *value_; }
  bool operator==(const Boxed& other) const { return *value_ == *other.value_; }

 private:
  std::shared_ptr<const T> value_;
};
template <class T>
inline constexpr bool kIsBoxed = std::is_same_v<T, DimLabels> || std::is_same_v<T, ReplicaGroups> ||
                                 std::is_same_v<T, UnknownAttribute>;

using AttributeVariant = std::variant<
    std::monostate, bool, int64_t, double, std::string, std::vector<int64_t>, EnumValue, EnumList,
    IntLists, Window, PaddingConfig, SliceConfig, Boxed<DimLabels>, Boxed<ReplicaGroups>, IdPairs,
    Computation*, std::vector<Computation*>, std::vector<Instruction*>, std::vector<Shape>,
    std::shared_ptr<const Literal>, RawText, TextMap, Metadata, Config, Boxed<UnknownAttribute>>;

// The value of an attribute. A class, so that copies and moves of the variant, hundreds of
// functions for its alternatives, are compiled once instead of in every file that uses it.
class AttributeValue : public AttributeVariant {
 public:
  using AttributeVariant::AttributeVariant;
  using AttributeVariant::operator=;
  AttributeValue();
  ~AttributeValue();
  AttributeValue(const AttributeValue& other);
  AttributeValue(AttributeValue&& other) noexcept;
  AttributeValue& operator=(const AttributeValue& other);
  AttributeValue& operator=(AttributeValue&& other) noexcept;

  const AttributeVariant& variant() const { return *this; }  // for std::visit
  // The value if it is a T, otherwise nullptr.
  template <class T>
  const T* As() const {
    if constexpr (kIsBoxed<T>) {
      const auto* box = std::get_if<Boxed<T>>(this);
      return box != nullptr ? &static_cast<const T&>(*box) : nullptr;
    } else {
      return std::get_if<T>(this);
    }
  }
};

}  // namespace hlo

#endif  // HLO_ATTRIBUTE_H_
