// SPDX-License-Identifier: Apache-2.0
#include "hlo/literal.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>

#include "core/base/blocks.h"
#include "core/base/checked.h"
#include "core/base/format.h"
#include "core/base/result.h"
#include "core/literal/memory_budget.h"

namespace hlo {
namespace {

Error TooLarge(const Shape& shape, std::string_view why) {
  return Fail("R02", "a value of shape {} {}", {ShapeText(shape, false), why});
}

// Bytes of the dense form of an array, if an address space can hold them.
Result<int64_t> CheckedBytes(const Shape& array, int64_t count, bool has_budget) {
  constexpr int64_t kMaxAddressable = int64_t{1} << 47;
  const bool is_wide = sizeof(void*) > 4;
  const int64_t limit = has_budget && is_wide ? kMaxAddressable : kMaxArrayBytes;
  const std::optional<int64_t> bytes = CheckedMultiply(count, StorageBytes(array.element_type));
  if (!bytes || *bytes > limit) {
    return TooLarge(array, Format("exceeds the limit of {} bytes for an array", {limit}));
  }
  return *bytes;
}

}  // namespace

// Takes nothing from the budget, but returns the bytes to it.
Literal::Buffer::Buffer(int64_t bytes, std::shared_ptr<MemoryBudget> charged)
    : size(bytes), budget(std::move(charged)) {
  BlockPool* pool = budget ? budget->pool() : nullptr;
  if (bytes <= static_cast<int64_t>(sizeof(scalar))) {
    data = scalar;
  } else {
    data = pool != nullptr ? pool->Take(bytes) : NewBlock(bytes);
  }
}

Literal::Buffer::~Buffer() {
  if (budget) budget->Give(size);
  if (data == scalar || data == nullptr) return;
  BlockPool* pool = budget ? budget->pool() : nullptr;
  pool != nullptr ? pool->Give(data, size) : DeleteBlock(data);
}

const Shape& Literal::EmptyTuple() {
  static const Shape kEmpty;
  return kEmpty;
}

Result<Literal> Literal::Make(SharedShape shared, const std::shared_ptr<MemoryBudget>& budget,
                              bool zeroed) {
  const Shape& shape = *shared;
  Literal literal;
  literal.shape_ = std::move(shared);
  if (shape.IsTuple()) {
    literal.elements_.reserve(shape.elements.size());
    for (const Shape& element : shape.elements) {
      HLO_TRY(Literal made, Make({literal.shape_, &element}, budget, zeroed));
      literal.elements_.push_back(std::move(made));
    }
    return literal;
  }
  if (shape.IsToken()) return literal;
  if (!shape.IsArray()) {
    return Fail("R07", "a value of type {} cannot be created", {Name(shape.element_type)});
  }
  HLO_TRY(literal.element_count_, ElementCount(shape));
  HLO_TRY(const int64_t size, CheckedBytes(shape, literal.element_count_, budget != nullptr));
  if (budget && !budget->Take(size)) {
    return TooLarge(shape, Format("needs {} bytes; {} of {} are in use",
                                  {size, budget->used(), budget->limit()}));
  }
  literal.buffer_ = std::make_shared<Buffer>(size, budget);
  if (literal.buffer_->data == nullptr) {
    return TooLarge(shape, Format("needs {} bytes; out of memory", {size}));
  }
  if (zeroed) std::memset(literal.buffer_->data, 0, static_cast<size_t>(size));
  return literal;
}

Result<Literal> Literal::Allocate(SharedShape shape, const std::shared_ptr<MemoryBudget>& budget) {
  return Make(std::move(shape), budget, /*zeroed=*/false);
}

Result<Literal> Literal::Allocate(Shape shape, const std::shared_ptr<MemoryBudget>& budget) {
  return Make(Share(std::move(shape)), budget, /*zeroed=*/false);
}

Result<Literal> Literal::Zeros(Shape shape, const std::shared_ptr<MemoryBudget>& budget) {
  return Make(Share(std::move(shape)), budget, /*zeroed=*/true);
}

Literal Literal::Tuple(std::vector<Literal> elements) {
  std::vector<Shape> shapes;
  shapes.reserve(elements.size());
  for (const Literal& element : elements) shapes.push_back(element.shape());
  Literal tuple;
  tuple.shape_ = Share(Shape::Tuple(std::move(shapes)));
  tuple.elements_ = std::move(elements);
  return tuple;
}

Literal Literal::Token() {
  Literal token;
  token.shape_ = Share(Shape::Token());
  return token;
}

Literal Literal::ScalarFromBytes(ElementType type, const void* value, size_t size) {
  const int storage = StorageBytes(type);
  Literal scalar;
  scalar.shape_ = Share(Shape::Scalar(type));
  scalar.element_count_ = 1;
  scalar.buffer_ = std::make_shared<Buffer>(storage, nullptr);
  std::memset(scalar.buffer_->data, 0, static_cast<size_t>(storage));
  std::memcpy(scalar.buffer_->data, value, std::min(size, static_cast<size_t>(storage)));
  return scalar;
}

Status Literal::MakeUnique() {
  if (IsUnique()) return {};
  const std::shared_ptr<MemoryBudget>& budget = buffer_->budget;
  const int64_t size = buffer_->size;
  if (budget && !budget->Take(size)) {
    return TooLarge(shape(), Format("must be copied, which needs {} bytes; {} of {} are in use",
                                    {size, budget->used(), budget->limit()}));
  }
  auto copy = std::make_shared<Buffer>(size, budget);
  if (copy->data == nullptr) return TooLarge(shape(), "must be copied: out of memory");
  std::memcpy(copy->data, buffer_->data, static_cast<size_t>(size));
  buffer_ = std::move(copy);
  return {};
}

uint8_t* Literal::mutable_bytes() {
  if (!buffer_) return nullptr;
  if (IsUnique()) return buffer_->data;
  // A caller that can report lack of memory has called MakeUnique() before. For other callers the
  // copy may exceed the budget; the next allocation of the run then fails. If the system is out of
  // memory, aborts, as operator new does.
  if (buffer_->budget) buffer_->budget->TakeAnyway(buffer_->size);
  auto copy = std::make_shared<Buffer>(buffer_->size, buffer_->budget);
  if (copy->data == nullptr) std::abort();
  std::memcpy(copy->data, buffer_->data, static_cast<size_t>(copy->size));
  buffer_ = std::move(copy);
  return buffer_->data;
}

Literal Literal::WithShape(const Shape& shape) const& {
  Literal copy = *this;
  return std::move(copy).WithShape(shape);
}

Literal Literal::WithShape(const Shape& new_shape) && {
  if (new_shape == shape()) return std::move(*this).WithShape(shape_);
  return std::move(*this).WithShape(Share(new_shape));
}

Literal Literal::WithShape(SharedShape shared) && {
  Literal renamed = std::move(*this);
  if (shared == nullptr) return renamed;
  const Shape& new_shape = *shared;
  if (new_shape.dynamic == 0 || !(new_shape.dims == renamed.shape().dims)) {
    renamed.dynamic_sizes_ = nullptr;
  }
  const size_t parts = std::min(renamed.elements_.size(), new_shape.elements.size());
  for (size_t i = 0; i < parts; ++i) {
    const SharedShape part(shared, &new_shape.elements[i]);
    renamed.elements_[i] = std::move(renamed.elements_[i]).WithShape(part);
  }
  renamed.shape_ = std::move(shared);
  return renamed;
}

}  // namespace hlo
