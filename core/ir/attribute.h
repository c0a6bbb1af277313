// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IR_ATTRIBUTE_H_
#define HLO_CORE_IR_ATTRIBUTE_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "hlo/arena.h"
#include "hlo/attribute.h"
#include "hlo/source_span.h"

namespace hlo {

struct Attribute {
  Attr attr = Attr::kUnknown;
  SourceSpan name_span;   // of the name in the text, without "="
  SourceSpan value_span;  // of the value
  AttributeValue value;
};

// The attributes of one instruction, in the order they were written.
class Attributes {
 public:
  using List = std::vector<Attribute, ArenaAllocator<Attribute>>;

  Attributes() = default;
  explicit Attributes(Arena& arena) : all_(ArenaAllocator<Attribute>(&arena)) {}

  const List& all() const { return all_; }
  List& mutable_all() { return all_; }
  const Attribute* Find(Attr attr) const;
  bool Has(Attr attr) const { return Find(attr) != nullptr; }
  Attribute& Set(Attr attr, AttributeValue value);

  // Typed access; the fallback (or an empty list) if the attribute is absent. The kind of the
  // attribute must match.
  const std::vector<int64_t>& Ints(Attr attr) const;
  int64_t Int(Attr attr, int64_t fallback = 0) const;
  double Float(Attr attr, double fallback = 0) const;
  bool Bool(Attr attr, bool fallback = false) const;
  int64_t Enum(Attr attr, int64_t fallback = -1) const;
  std::string_view String(Attr attr) const;
  Computation* Called(Attr attr) const;
  template <class T>
  const T* Get(Attr attr) const {
    const Attribute* found = Find(attr);
    return found ? found->value.As<T>() : nullptr;
  }

 private:
  List all_;
};

}  // namespace hlo

#endif  // HLO_CORE_IR_ATTRIBUTE_H_
