// SPDX-License-Identifier: Apache-2.0
#include "core/literal/literal.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <optional>
#include <utility>

#include "core/base/checked.h"

namespace hlo {
namespace {

Error TooLarge(const Shape& shape, std::string_view why) {
  return Fail("R02", "a value of shape {} {}", {ShapeText(shape, false), why});
}

// Bytes of the dense form of an array, if a literal may be so large.
Result<int64_t> CheckedBytes(const Shape& array, int64_t count) {
  const std::optional<int64_t> bytes = CheckedMultiply(count, StorageBytes(array.element_type));
  if (!bytes || *bytes > kMaxArrayBytes) {
    return TooLarge(
        array, Format("needs more than {} bytes, the most an array may have", {kMaxArrayBytes}));
  }
  return *bytes;
}

std::unique_ptr<uint8_t[]> NewBytes(int64_t size) {
  return std::unique_ptr<uint8_t[]>(new (std::nothrow) uint8_t[static_cast<size_t>(size)]);
}

}  // namespace

Result<Literal> Literal::Make(const Shape& shape, const std::shared_ptr<MemoryBudget>& budget,
                              bool zeroed) {
  Literal literal;
  literal.shape_ = shape;
  if (shape.IsTuple()) {
    literal.elements_.reserve(shape.elements.size());
    for (const Shape& element : shape.elements) {
      HLO_TRY(Literal made, Make(element, budget, zeroed));
      literal.elements_.push_back(std::move(made));
    }
    return literal;
  }
  if (shape.IsToken()) return literal;
  if (!shape.IsArray()) {
    return Fail("R07", "a value of type {} cannot be made", {Name(shape.element_type)});
  }
  HLO_TRY(literal.element_count_, ElementCount(shape));
  HLO_TRY(const int64_t size, CheckedBytes(shape, literal.element_count_));
  if (budget && !budget->Take(size)) {
    return TooLarge(shape, Format("needs {} bytes; {} of {} are in use",
                                  {size, budget->used(), budget->limit()}));
  }
  literal.buffer_ = std::make_shared<Buffer>();
  literal.buffer_->size = size;
  literal.buffer_->budget = budget;
  literal.buffer_->data = NewBytes(size);
  if (!literal.buffer_->data) {
    return TooLarge(shape, Format("needs {} bytes; there is no memory left", {size}));
  }
  if (zeroed) std::memset(literal.buffer_->data.get(), 0, static_cast<size_t>(size));
  return literal;
}

Result<Literal> Literal::Allocate(const Shape& shape, std::shared_ptr<MemoryBudget> budget) {
  return Make(shape, budget, /*zeroed=*/false);
}

Result<Literal> Literal::Zeros(const Shape& shape, std::shared_ptr<MemoryBudget> budget) {
  return Make(shape, budget, /*zeroed=*/true);
}

Literal Literal::Tuple(std::vector<Literal> elements) {
  std::vector<Shape> shapes;
  shapes.reserve(elements.size());
  for (const Literal& element : elements) shapes.push_back(element.shape_);
  Literal tuple;
  tuple.shape_ = Shape::Tuple(std::move(shapes));
  tuple.elements_ = std::move(elements);
  return tuple;
}

Literal Literal::Token() {
  Literal token;
  token.shape_ = Shape::Token();
  return token;
}

Literal Literal::ScalarFromBytes(ElementType type, const void* value, size_t size) {
  const int storage = StorageBytes(type);
  Literal scalar;
  scalar.shape_ = Shape::Scalar(type);
  scalar.element_count_ = 1;
  scalar.buffer_ = std::make_shared<Buffer>();
  scalar.buffer_->size = storage;
  scalar.buffer_->data = std::make_unique<uint8_t[]>(static_cast<size_t>(storage));
  std::memcpy(scalar.buffer_->data.get(), value, std::min(size, static_cast<size_t>(storage)));
  return scalar;
}

Status Literal::MakeUnique() {
  if (IsUnique()) return {};
  const std::shared_ptr<MemoryBudget>& budget = buffer_->budget;
  const int64_t size = buffer_->size;
  if (budget && !budget->Take(size)) {
    return TooLarge(shape_, Format("is to be copied and needs {} bytes; {} of {} are in use",
                                   {size, budget->used(), budget->limit()}));
  }
  auto copy = std::make_shared<Buffer>();
  copy->size = size;
  copy->budget = budget;
  copy->data = NewBytes(size);
  if (!copy->data) return TooLarge(shape_, "is to be copied; there is no memory left");
  std::memcpy(copy->data.get(), buffer_->data.get(), static_cast<size_t>(size));
  buffer_ = std::move(copy);
  return {};
}

uint8_t* Literal::mutable_bytes() {
  if (!buffer_) return nullptr;
  if (IsUnique()) return buffer_->data.get();
  // A caller that could report a lack of memory has asked MakeUnique() before. For the others the
  // copy may exceed the budget; the next allocation of the run then fails.
  auto copy = std::make_shared<Buffer>();
  copy->size = buffer_->size;
  copy->budget = buffer_->budget;
  if (copy->budget) copy->budget->TakeAnyway(copy->size);
  copy->data.reset(new uint8_t[static_cast<size_t>(copy->size)]);
  std::memcpy(copy->data.get(), buffer_->data.get(), static_cast<size_t>(copy->size));
  buffer_ = std::move(copy);
  return buffer_->data.get();
}

Literal Literal::WithShape(const Shape& shape) const& {
  Literal copy = *this;
  return std::move(copy).WithShape(shape);
}

Literal Literal::WithShape(const Shape& shape) && {
  Literal renamed = std::move(*this);
  if (shape.dynamic == 0 || !(shape.dims == renamed.shape_.dims)) renamed.live_sizes_.clear();
  renamed.shape_ = shape;
  const size_t parts = std::min(renamed.elements_.size(), shape.elements.size());
  for (size_t i = 0; i < parts; ++i) {
    renamed.elements_[i] = std::move(renamed.elements_[i]).WithShape(shape.elements[i]);
  }
  return renamed;
}

}  // namespace hlo
