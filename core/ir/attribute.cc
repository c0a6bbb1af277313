// SPDX-License-Identifier: Apache-2.0
#include "core/ir/attribute.h"

#include <algorithm>
#include <new>
#include <utility>

namespace hlo {
namespace {

constexpr AttributeInfo kInfos[] = {
#define HLO_ATTRIBUTE(id, text, kind, doc) {Attr::id, text, AttrKind::k##kind, doc},
#include "hlo/attribute_list.def"
#undef HLO_ATTRIBUTE
    {Attr::kUnknown, "", AttrKind::kBraces, "an unknown attribute, kept as written"},
};

// The numbers 0..count-1 shaped as `reshape`, transposed, and flattened again.
std::vector<int64_t> TransposedIota(int64_t count, const Dims& reshape, const Dims& transpose) {
  std::vector<int64_t> ids;
  if (count <= 0) return ids;
  const size_t rank = reshape.size();
  Dims strides(rank, 1);
  for (size_t d = rank; d-- > 1;) strides[d - 1] = strides[d] * reshape[d];
  Dims at(rank, 0);
  for (int64_t n = 0; n < count; ++n) {
    int64_t id = 0;
    for (size_t d = 0; d < rank; ++d) {
      id += at[d] * strides[static_cast<size_t>(transpose.empty() ? d : transpose[d])];
    }
    ids.push_back(id);
    for (size_t d = rank; d-- > 0;) {
      const size_t source = transpose.empty() ? d : static_cast<size_t>(transpose[d]);
      if (++at[d] < reshape[source]) break;
      at[d] = 0;
    }
  }
  return ids;
}

}  // namespace

AttributeValue::AttributeValue() = default;
AttributeValue::~AttributeValue() = default;
AttributeValue::AttributeValue(const AttributeValue& other) = default;
AttributeValue::AttributeValue(AttributeValue&& other) noexcept = default;

AttributeValue& AttributeValue::operator=(const AttributeValue& other) {
  if (this != &other) *this = AttributeValue(other);
  return *this;
}

// Destroys one value and constructs another: assigning variants would need a function for each pair
// of alternatives.
AttributeValue& AttributeValue::operator=(AttributeValue&& other) noexcept {
  if (this != &other) {
    this->~AttributeValue();
    new (this) AttributeValue(std::move(other));
  }
  return *this;
}

const AttributeInfo& Info(Attr attr) { return kInfos[static_cast<size_t>(attr)]; }

std::vector<const AttributeInfo*> AllAttributes() {
  std::vector<const AttributeInfo*> all;
  for (const AttributeInfo& info : kInfos) {
    if (info.attr != Attr::kUnknown) all.push_back(&info);
  }
  return all;
}

std::vector<std::vector<int64_t>> ReplicaGroups::Expand() const {
  if (!iota) return lists;
  const std::vector<int64_t> ids = TransposedIota(group_count * group_size, reshape, transpose);
  std::vector<std::vector<int64_t>> groups;
  for (int64_t g = 0; g < group_count; ++g) {
    groups.emplace_back(ids.begin() + g * group_size, ids.begin() + (g + 1) * group_size);
  }
  return groups;
}

Metadata::Metadata(std::span<const Field> fields, Arena* arena)
    : text_(ArenaAllocator<char>(arena)) {
  size_t size = 0;
  for (const Field& field : fields) size += field.name.size() + field.value.size() + 2;
  text_.reserve(size);
  for (const Field& field : fields) {
    text_ += field.name;
    text_ += '\0';
    text_ += field.value;
    text_ += '\0';
  }
}

std::vector<Metadata::Field> Metadata::Fields() const {
  std::vector<Field> fields;
  std::string_view rest = text_;
  const auto take = [&] {
    const std::string_view taken = rest.substr(0, rest.find('\0'));
    rest.remove_prefix(std::min(taken.size() + 1, rest.size()));
    return taken;
  };
  while (!rest.empty()) {
    const std::string_view name = take();
    fields.push_back({name, take()});
  }
  return fields;
}

std::string Metadata::Find(std::string_view field) const {
  for (const auto& [name, value] : Fields()) {
    if (name != field) continue;
    const bool quoted = value.size() >= 2 && value.front() == '"';
    return std::string(quoted ? value.substr(1, value.size() - 2) : value);
  }
  return "";
}

const Attribute* Attributes::Find(Attr attr) const {
  for (const Attribute& attribute : all_) {
    if (attribute.attr == attr) return &attribute;
  }
  return nullptr;
}

Attribute& Attributes::Set(Attr attr, AttributeValue value) {
  for (Attribute& attribute : all_) {
    if (attribute.attr == attr && attr != Attr::kUnknown) {
      attribute.value = std::move(value);
      return attribute;
    }
  }
  Attribute attribute;
  attribute.attr = attr;
  attribute.value = std::move(value);
  all_.push_back(std::move(attribute));
  return all_.back();
}

const std::vector<int64_t>& Attributes::Ints(Attr attr) const {
  static const std::vector<int64_t> kEmpty;
  const auto* ints = Get<std::vector<int64_t>>(attr);
  return ints ? *ints : kEmpty;
}

int64_t Attributes::Int(Attr attr, int64_t fallback) const {
  const auto* value = Get<int64_t>(attr);
  return value ? *value : fallback;
}

double Attributes::Float(Attr attr, double fallback) const {
  const auto* value = Get<double>(attr);
  return value ? *value : fallback;
}

bool Attributes::Bool(Attr attr, bool fallback) const {
  const auto* value = Get<bool>(attr);
  return value ? *value : fallback;
}

int64_t Attributes::Enum(Attr attr, int64_t fallback) const {
  const auto* value = Get<EnumValue>(attr);
  return value ? value->index : fallback;
}

std::string_view Attributes::String(Attr attr) const {
  const auto* value = Get<std::string>(attr);
  return value ? std::string_view(*value) : std::string_view();
}

Computation* Attributes::Called(Attr attr) const {
  const auto* value = Get<Computation*>(attr);
  return value ? *value : nullptr;
}

}  // namespace hlo
