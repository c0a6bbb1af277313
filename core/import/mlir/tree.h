// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_MLIR_TREE_H_
#define HLO_CORE_IMPORT_MLIR_TREE_H_

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hlo/arena.h"
#include "hlo/element_type.h"
#include "hlo/small_vector.h"
#include "hlo/source_span.h"

// The MLIR subset of imports reference, section 10, as a tree of generic ops. All nodes live in the
// File; all texts and positions point into its source.
namespace hlo::mlir {

struct Attribute;
struct Op;
struct OpForm;
struct Region;
struct Type;

// ---- types ----

enum class TypeKind : uint8_t {
  kTensor,  // also vector and memref
  kScalar,  // f32, i1, index: the type of an attribute
  kTuple,
  kToken,
  kFuture,
  kFunction,
  kOther,  // none, unknown dialect types
};

// Why a type has no HLO counterpart.
enum class TypeFault : uint8_t {
  kNone,
  kUnranked,     // I03
  kQuantized,    // I04
  kSparse,       // I05
  kElement,      // I07
  kUnsupported,  // I02
};

inline constexpr int64_t kUnknownSize = -1;

struct Type {
  TypeKind kind = TypeKind::kOther;
  TypeFault fault = TypeFault::kNone;
  ElementType element = ElementType::kF32;
  bool is_buffer = false;            // memref
  Dims dims;                         // kUnknownSize for "?"
  Dims bounds;                       // empty, or one a dimension; kUnknownSize for none
  std::vector<const Type*> inputs;   // tuple, future, function
  std::vector<const Type*> results;  // function
  int64_t parts = 1;                 // this type and all types inside
  int depth = 1;                     // levels of types inside
  std::string_view text;
  SourceSpan span;

  bool IsTensor() const { return kind == TypeKind::kTensor; }
  // Some size is neither known nor bounded.
  bool HasUnknownSize() const;
};

// Whether both types agree where both are known: sizes that are not known, encodings and faults are
// left out of the comparison.
bool SameType(const Type& a, const Type& b);

// ---- attributes ----

enum class AttributeKind : uint8_t {
  kUnit,
  kBool,
  kInteger,
  kFloat,
  kString,
  kSymbol,  // @f; `text` is the name
  kType,
  kArray,  // also array<i64: ...>
  kDictionary,
  kDense,     // `body` is what stands between the angle brackets
  kResource,  // dense_resource<name>
  kDialect,   // #stablehlo.dot<...>; `text` is the name, `body` the inside of the brackets
  kAlias,     // #loc3; see File::Resolve
  kLocation,  // `body` is the inside of the parentheses
  kWord,      // a bare word, as pretty forms have them
  kPair,      // [0] x [1] of dot_general
  kOther,     // kept as text
};

struct NamedAttribute {
  std::string_view name;
  SourceSpan span;  // of the name
  const Attribute* value = nullptr;
};

// nullptr for a name that is not among the entries.
const Attribute* FindIn(const std::vector<NamedAttribute>& entries, std::string_view name);

struct Attribute {
  AttributeKind kind = AttributeKind::kUnit;
  SourceSpan span;
  std::string_view text;
  SourceSpan body;
  uint64_t magnitude = 0;  // kInteger, kBool
  bool negative = false;
  const Type* type = nullptr;
  std::vector<const Attribute*> elements;
  std::vector<NamedAttribute> entries;

  int64_t integer() const { return static_cast<int64_t>(negative ? 0 - magnitude : magnitude); }
  const Attribute* Find(std::string_view name) const;
};

// ---- ops ----

struct Value {
  std::string_view name;  // with its "%"
  SourceSpan span;
  const Type* type = nullptr;      // null for a result whose op could not be read
  const Op* op = nullptr;          // null for a block argument
  const Region* region = nullptr;  // in which it is defined
  uint32_t index = 0;              // among the results of the op, or the arguments of the block
  uint32_t uses = 0;
  bool is_faulty = false;  // its op could not be read: uses are not reported
  bool is_loose = false;   // an argument that loose ops use by name
};

struct Use {
  Value* value = nullptr;
  SourceSpan span;
};

// "%0:2": two values of one name.
struct ResultGroup {
  std::string_view name;
  SourceSpan span;
  uint32_t first = 0;
  uint32_t count = 1;
};

struct BlockArgument {
  Value* value = nullptr;
  std::vector<NamedAttribute> attributes;
  SourceSpan location;  // the inside of its loc(...)
};

struct Region {
  std::vector<BlockArgument> arguments;
  std::vector<Op*> ops;
  const Op* owner = nullptr;
  int depth = 0;
  SourceSpan span;          // of its braces
  SourceSpan second_block;  // empty: it has one block
};

struct Op {
  std::string_view name;         // as written
  const OpForm* form = nullptr;  // its row of the table, or null
  SourceSpan name_span;
  SourceSpan span;  // up to the location
  SmallVector<ResultGroup, 1> groups;
  SmallVector<Value*, 1> results;
  SmallVector<Use, 2> operands;
  std::vector<uint32_t> operand_groups;  // sizes of the parenthesised lists of a pretty form
  std::vector<NamedAttribute> attributes;
  std::vector<Region*> regions;
  SourceSpan location;  // the inside of its loc(...)
  Region* parent = nullptr;

  const Attribute* Find(std::string_view attribute) const;
  bool Has(std::string_view attribute) const { return Find(attribute) != nullptr; }
};

struct FunctionResult {
  const Type* type = nullptr;
  std::vector<NamedAttribute> attributes;
};

struct Function {
  std::string_view name;  // without "@"
  SourceSpan name_span;
  bool is_private = false;
  std::vector<const Type*> argument_types;
  std::vector<std::vector<NamedAttribute>> argument_attributes;
  std::vector<FunctionResult> results;
  std::vector<NamedAttribute> attributes;
  const Region* body = nullptr;  // null for a declaration
  bool is_faulty = false;        // its header could not be read
};

// One module of a text.
struct File {
  std::string_view source;
  std::string_view module_name;
  std::vector<NamedAttribute> module_attributes;
  std::vector<Function*> functions;
  std::unordered_map<std::string_view, const Function*> functions_by_name;
  std::vector<const Op*> meshes;   // sdy.mesh
  bool has_unknown_sizes = false;  // or ops that compute shapes
  std::unordered_map<std::string_view, const Attribute*> attribute_aliases;
  std::unordered_map<std::string_view, const Type*> type_aliases;
  int64_t type_parts = 0;                                      // of all types of other types
  std::unordered_map<std::string_view, SourceSpan> resources;  // the hex digits

  Arena arena;
  Pool<Type> types{arena};
  Pool<Attribute> attributes{arena};
  Pool<Value> values{arena};
  Pool<Op> ops{arena};
  Pool<Region> regions{arena};
  Pool<Function> function_pool{arena};

  // What an alias stands for; nullptr for one that is not defined or stands for itself.
  const Attribute* Resolve(const Attribute* attribute) const;
  std::string_view Text(SourceSpan span) const {
    return source.substr(span.begin, span.end - span.begin);
  }
};

}  // namespace hlo::mlir

#endif  // HLO_CORE_IMPORT_MLIR_TREE_H_
