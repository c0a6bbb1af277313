// SPDX-License-Identifier: Apache-2.0
#include "core/import/proto/message.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <iterator>

namespace hlo::proto {
namespace {

// Higher numbers than any message of XLA has, but for what this project adds (fields.h), are not
// kept, so that no message needs much memory.
constexpr uint32_t kMaxNumber = 127;
constexpr uint32_t kOwnNumbers = 50000;

bool IsKept(uint32_t number) {
  return number <= kMaxNumber || (number >= kOwnNumbers && number < kOwnNumbers + 8);
}

}  // namespace

std::optional<size_t> Source::PlaceOf(std::string_view part) const {
  const std::less<const char*> before;
  const char* end = file_.data() + file_.size();
  if (part.data() == nullptr || before(part.data(), file_.data()) || before(end, part.data())) {
    return std::nullopt;
  }
  return static_cast<size_t>(part.data() - file_.data());
}

SourceSpan Source::SpanOf(std::string_view part) const {
  const std::optional<size_t> place = PlaceOf(part);
  if (!place) return {};
  const auto behind =
      std::upper_bound(places_.begin(), places_.end(), *place,
                       [](size_t at, const MessagePlace& message) { return at < message.begin; });
  return behind == places_.begin() ? SourceSpan() : std::prev(behind)->span;
}

bool Source::Fault(std::string_view at, std::string_view message) {
  if (!places_.empty()) {
    report_.Error("I14", SpanOf(at), Format("malformed protobuf: {}", {message}));
    return false;
  }
  const std::optional<size_t> place = PlaceOf(at);
  return Fail("I14", place && !at.empty()
                         ? Format("malformed protobuf at byte {}: {}", {*place, message})
                         : Format("malformed protobuf: {}", {message}));
}

bool Source::Fail(std::string_view code, std::string message, std::string_view at) {
  report_.Error(code, SpanOf(at), std::move(message));
  return false;
}

void Source::Warn(std::string_view code, std::string message) {
  report_.Warn(code, {}, std::move(message));
}

Message::Message(Source& source, std::string_view bytes) : source_(&source), bytes_(bytes) {
  WireReader reader(bytes);
  for (WireField field; reader.Next(field);) {
    if (!IsKept(field.number)) continue;
    bool known = false;
    for (WireField& kept : last_) {
      if (kept.number != field.number) continue;
      kept = field;
      known = true;
    }
    if (!known) last_.push_back(field);
  }
  if (!reader.good()) {
    source.Fault(reader.rest(), Format("a field does not fit into the {} bytes that are left",
                                       {reader.rest().size()}));
  }
}

const WireField* Message::Find(uint32_t number) const {
  for (const WireField& field : last_) {
    if (field.number == number) return &field;
  }
  return nullptr;
}

int64_t Message::Int(uint32_t number) const {
  const WireField* field = Find(number);
  if (field == nullptr) return 0;
  if (field->type == WireType::kBytes) {
    source_->Fault(field->bytes, Format("field {} must be a number", {number}));
  }
  return static_cast<int64_t>(field->value);
}

float Message::Float(uint32_t number) const {
  const auto bits = static_cast<uint32_t>(Int(number));
  float value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

double Message::Double(uint32_t number) const {
  const int64_t bits = Int(number);
  double value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

std::string_view Message::Bytes(uint32_t number) const {
  const WireField* field = Find(number);
  if (field == nullptr) return {};
  if (field->type != WireType::kBytes) {
    source_->Fault(bytes_, Format("field {} must be text or a message", {number}));
  }
  return field->bytes;
}

std::vector<int64_t> Message::Ints(uint32_t number) const {
  std::vector<int64_t> values;
  WireReader reader(bytes_);
  for (WireField field; reader.Next(field);) {
    if (field.number != number) continue;
    if (field.type != WireType::kBytes) {
      values.push_back(static_cast<int64_t>(field.value));
    } else if (!AppendVarints(field.bytes, values)) {
      source_->Fault(field.bytes, Format("a number of field {} is not complete", {number}));
    }
  }
  return values;
}

}  // namespace hlo::proto
