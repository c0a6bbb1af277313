// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device/message.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include "core/base/result.h"

namespace hlo {

// ---- writing ----

void MessageWriter::Bytes(const void* bytes, size_t size) {
  const auto* begin = static_cast<const uint8_t*>(bytes);
  bytes_.insert(bytes_.end(), begin, begin + size);
}

void MessageWriter::Int(int64_t number) { Bytes(&number, sizeof(number)); }

void MessageWriter::Number(const Instruction* instruction) {
  Int(instruction == nullptr ? -1 : instruction->Number());
}

void MessageWriter::Number(const Computation* computation) {
  Int(computation == nullptr ? -1 : computation->number);
}

void MessageWriter::Ints(const std::vector<int64_t>& numbers) {
  Int(std::ssize(numbers));
  Bytes(numbers.data(), numbers.size() * sizeof(int64_t));
}

void MessageWriter::Text(std::string_view text) {
  Int(std::ssize(text));
  Bytes(text.data(), text.size());
}

void MessageWriter::Value(const Literal& value) {
  for (const Literal& element : value.elements()) Value(element);
  if (!value.IsArray()) return;
  const Dims sizes = value.has_dynamic_sizes() ? value.dynamic_sizes() : Dims();
  Ints({sizes.begin(), sizes.end()});
  Bytes(value.bytes(), static_cast<size_t>(value.byte_size()));
}

// ---- reading ----

void MessageReader::Bytes(void* to, size_t size) {
  ok_ = ok_ && size <= bytes_.size() - at_;
  if (!ok_) {
    if (size > 0) std::memset(to, 0, size);
    return;
  }
  if (size > 0) std::memcpy(to, bytes_.data() + at_, size);
  at_ += size;
}

int64_t MessageReader::Int() {
  int64_t number = 0;
  Bytes(&number, sizeof(number));
  return number;
}

size_t MessageReader::Count() {
  const int64_t count = Int();
  ok_ = ok_ && count >= 0 && static_cast<uint64_t>(count) <= bytes_.size() - at_;
  return ok_ ? static_cast<size_t>(count) : 0;
}

std::vector<int64_t> MessageReader::Ints() {
  std::vector<int64_t> numbers(Count());
  Bytes(numbers.data(), numbers.size() * sizeof(int64_t));
  return numbers;
}

std::string MessageReader::Text() {
  std::string text(Count(), '\0');
  Bytes(text.data(), text.size());
  return text;
}

Result<Literal> MessageReader::Value(const Shape& shape,
                                     const std::shared_ptr<MemoryBudget>& budget) {
  if (shape.IsTuple()) {
    std::vector<Literal> elements;
    for (const Shape& element : shape.elements) {
      HLO_TRY(Literal value, Value(element, budget));
      elements.push_back(std::move(value));
    }
    return Literal::Tuple(std::move(elements));
  }
  HLO_TRY(Literal value, Literal::Allocate(shape, budget));
  if (!value.IsArray()) return value;
  const std::vector<int64_t> sizes = Ints();
  if (!sizes.empty()) value.set_dynamic_sizes(Dims(std::span<const int64_t>(sizes)));
  Bytes(value.mutable_bytes(), static_cast<size_t>(value.byte_size()));
  return value;
}

}  // namespace hlo
