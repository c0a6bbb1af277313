// SPDX-License-Identifier: Apache-2.0
#include "core/import/proto/text_format.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "core/base/bits.h"
#include "core/base/byte_order_mark.h"
#include "core/base/characters.h"
#include "core/base/format.h"
#include "core/import/mlir/number.h"
#include "core/import/proto/fields.h"
#include "core/import/proto/schema.h"
#include "core/import/proto/wire.h"
#include "core/text/lexer.h"
#include "core/text/strings.h"
#include "hlo/suggest.h"

namespace hlo::proto {
namespace {

constexpr int kMaxNesting = 400;  // of messages; tuples of 200 levels have literals and shapes
constexpr size_t kMaxShown = 40;  // bytes of a text in a message

bool IsNamePart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}
// Of a number or the name of an enumerator: "-1.5e+3f".
bool IsScalarPart(char c) { return IsNamePart(c) || c == '.' || c == '-' || c == '+'; }

// The message whose text begins with this field; other fields can be those of a module.
struct Root {
  std::string_view field;
  TextMessage message;
  std::string_view type;
};
constexpr Root kRoots[] = {
    {"hlo_module", TextMessage::kFile, "HloFile"},
    {"partitions", TextMessage::kFile, "HloFile"},
    {"buffer_assignment", TextMessage::kFile, "HloFile"},
    {"hlo", TextMessage::kSnapshot, "HloSnapshot"},
    {"arguments", TextMessage::kSnapshot, "HloSnapshot"},
    {"result", TextMessage::kSnapshot, "HloSnapshot"},
    {"execution_platform", TextMessage::kSnapshot, "HloSnapshot"},
    {"logical_buffers", TextMessage::kBufferAssignment, "BufferAssignmentProto"},
    {"buffer_aliases", TextMessage::kBufferAssignment, "BufferAssignmentProto"},
    {"buffer_allocations", TextMessage::kBufferAssignment, "BufferAssignmentProto"},
};
constexpr Root kModuleRoot = {"", TextMessage::kModule, "HloModuleProto"};

const Root* RootOf(std::string_view first) {
  const auto* root = std::find_if(std::begin(kRoots), std::end(kRoots),
                                  [&](const Root& one) { return one.field == first; });
  if (root != std::end(kRoots)) return root;
  return FindSchemaField(kModuleRoot.type, first) ? &kModuleRoot : nullptr;
}

bool HasComputation(std::string_view module) {
  WireReader reader(module);
  for (WireField field; reader.Next(field);) {
    if (field.number == module_field::kComputations) return true;
  }
  return false;
}

// ---- numbers ----

// The value of a digit of base 16 or less; 16 for another character.
uint32_t DigitOf(char c) {
  if (c >= '0' && c <= '9') return static_cast<uint32_t>(c - '0');
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? static_cast<uint32_t>(lower - 'a') + 10 : 16;
}

// 12, 0x1F, 017; nullopt beyond 64 bits.
std::optional<uint64_t> ReadMagnitude(std::string_view digits) {
  uint64_t base = 10;
  if (digits.starts_with("0x") || digits.starts_with("0X")) {
    base = 16;
    digits.remove_prefix(2);
  } else if (digits.size() > 1 && digits[0] == '0') {
    base = 8;
  }
  if (digits.empty()) return std::nullopt;
  uint64_t value = 0;
  for (const char c : digits) {
    const uint64_t digit = DigitOf(c);
    if (digit >= base || value > (UINT64_MAX - digit) / base) return std::nullopt;
    value = value * base + digit;
  }
  return value;
}

// The 64 bits of an integer that the kind can hold.
std::optional<int64_t> ReadInteger(std::string_view text, FieldKind kind) {
  const bool negative = text.starts_with('-');
  const std::optional<uint64_t> magnitude = ReadMagnitude(text.substr(negative ? 1 : 0));
  if (!magnitude) return std::nullopt;
  const bool is_unsigned = kind == FieldKind::kUint32 || kind == FieldKind::kUint64;
  const bool is_narrow = kind == FieldKind::kInt32 || kind == FieldKind::kUint32;
  uint64_t most = is_narrow ? UINT32_MAX : UINT64_MAX;
  if (!is_unsigned) most = most / 2 + (negative ? 1 : 0);
  if (*magnitude > most || (negative && is_unsigned && *magnitude > 0)) return std::nullopt;
  return static_cast<int64_t>(negative ? 0 - *magnitude : *magnitude);
}

std::optional<int64_t> ReadFlag(std::string_view text) {
  if (text == "true" || text == "True" || text == "t" || text == "1") return 1;
  if (text == "false" || text == "False" || text == "f" || text == "0") return 0;
  return std::nullopt;
}

// "12", "1.5e-3", ".5", "2."; not "0x1F".
bool IsDecimal(std::string_view text) {
  size_t at = 0, digits = 0;
  const auto take_digits = [&] {
    for (; at < text.size() && DigitOf(text[at]) < 10; ++at) ++digits;
  };
  take_digits();
  if (at < text.size() && text[at] == '.') {
    ++at;
    take_digits();
  }
  if (digits == 0) return false;
  if (at < text.size() && text[at] == 'e') {
    ++at;
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
    digits = 0;
    take_digits();
  }
  return digits > 0 && at == text.size();
}

// "inf", "infinity", and "nan" in any case, "1.5f"; too large numbers are infinite. Into a float or
// a double.
template <class T>
bool ReadFloat(std::string_view text, ElementType type, T& value) {
  using Limits = std::numeric_limits<T>;
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  const bool negative = lower.starts_with('-');
  if (negative) lower.erase(0, 1);
  value = lower == "nan" ? Limits::quiet_NaN() : Limits::infinity();
  if (lower != "inf" && lower != "infinity" && lower != "nan") {
    if (lower.ends_with('f')) lower.pop_back();
    if (!IsDecimal(lower)) return false;
    if (lower.starts_with('.')) lower.insert(0, 1, '0');
    if (const size_t point = lower.find('.');
        point + 1 == lower.size() || lower[point + 1] == 'e') {
      lower.erase(point, 1);
    }
    T read = 0;
    if (mlir::ReadNumber(lower, type, &read).ok()) value = read;
  }
  if (negative) value = -value;
  return true;
}

// ---- texts ----

class TextReader {
 public:
  TextReader(std::string_view text, Report& report)
      : text_(text), report_(report), at_(ByteOrderMarkLength(text)) {}

  TextFile Read() {
    Skip();
    const Root* root = RootOf(Peek());
    if (root == nullptr) return {};
    file_.message = root->message;
    const bool good = ReadFields(root->type, {}, 0);
    if (!good) file_.bytes.clear();
    // Many messages have a name.
    if (good && file_.message == TextMessage::kModule && !HasComputation(file_.bytes)) {
      file_.message = TextMessage::kUnknown;
    }
    return std::move(file_);
  }

 private:
  using Field = std::optional<SchemaField>;  // nullopt for an unknown one

  bool Fault(SourceSpan span, std::string message) {
    report_.Error("I14", span, "malformed text-format protobuf: " + std::move(message));
    return false;
  }
  // "WHAT must ..., got" the next token.
  bool Expected(std::string_view must) {
    const auto begin = static_cast<uint32_t>(at_);
    if (at_ == text_.size()) {
      return Fault({begin, begin}, Format("{}, got the end of the text", {must}));
    }
    const size_t length = std::max<size_t>(Peek().size(), 1);
    return Fault({begin, begin + static_cast<uint32_t>(length)},
                 Format("{}, got '{}'", {must, text_.substr(at_, std::min(length, kMaxShown))}));
  }

  char Byte() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  // Blanks and comments.
  void Skip() {
    while (at_ < text_.size() && (IsBlankByte(text_[at_]) || text_[at_] == '#')) {
      at_ = text_[at_] == '#' ? std::min(text_.find('\n', at_), text_.size()) : at_ + 1;
    }
  }
  bool Take(char c) {
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    Skip();
    return true;
  }
  // The name or the number that begins here.
  std::string_view Peek() const {
    size_t end = at_;
    while (end < text_.size() && IsScalarPart(text_[end])) ++end;
    return text_.substr(at_, end - at_);
  }
  void TakeScalar() {
    at_ += Peek().size();
    Skip();
  }
  bool AtBlock() const { return Byte() == '{' || Byte() == '<'; }

  // Up to the brace that closes `open`, or to the end of the text. Without a type all fields are
  // unknown.
  bool ReadFields(std::string_view type, SourceSpan open, int depth) {
    if (depth > kMaxNesting) {
      return Fault(open, Format("messages must have at most {} levels", {kMaxNesting}));
    }
    const char close = open.empty() ? '\0' : text_[open.begin] == '<' ? '>' : '}';
    while (true) {
      if (close == '\0' ? at_ == text_.size() : Take(close)) return true;
      if (close != '\0' && at_ == text_.size()) {
        return Fault(open, Format("'{}' must be closed by '{}', got the end of the text",
                                  {text_.substr(open.begin, 1), std::string_view(&close, 1)}));
      }
      if (!ReadField(type, depth)) return false;
      if (!Take(',')) Take(';');
    }
  }

  bool ReadField(std::string_view type, int depth) {
    Field field;
    const auto begin = static_cast<uint32_t>(at_);
    if (Byte() == '[') {  // an extension, or the type of an Any
      const size_t end = text_.find(']', at_);
      if (end == std::string_view::npos) return Expected("a name in brackets must end with ']'");
      at_ = end + 1;
      Skip();
    } else {
      const std::string_view name = Peek();
      if (name.empty()) return Expected("a field must begin with its name");
      field = Lookup(type, name);
      if (!field) WarnOfUnknown(type, name);
      TakeScalar();
    }
    const bool colon = Take(':');
    if (Byte() == '[') return ReadList(field, begin, depth);
    if (!colon && !AtBlock()) return Expected("a value must stand behind ':'");
    return ReadValue(field, begin, depth);
  }

  // Long lists repeat their field.
  Field Lookup(std::string_view type, std::string_view name) {
    if (type != last_type_ || name != last_name_) {
      last_type_ = type;
      last_name_ = name;
      last_ = FindSchemaField(type, name);
    }
    return last_;
  }

  void WarnOfUnknown(std::string_view type, std::string_view name) {
    constexpr size_t kMaxWarnings = 20;
    if (type.empty() || warned_.size() >= kMaxWarnings || !warned_.emplace(type, name).second)
      return;
    Suggestion suggestion(name);
    ForEachField(type, [&](std::string_view known) { suggestion.Consider(known); });
    const auto begin = static_cast<uint32_t>(at_);
    report_.Warn("W03", {begin, begin + static_cast<uint32_t>(name.size())},
                 Format("field '{}' of {} is unknown and skipped{}",
                        {name.substr(0, kMaxShown), type, suggestion.Question()}));
  }

  bool ReadList(const Field& field, uint32_t begin, int depth) {
    Take('[');
    if (Take(']')) return true;
    do {
      if (!ReadValue(field, begin, depth)) return false;
    } while (Take(','));
    return Take(']') || Expected("a list must go on with ',' or end with ']'");
  }

  // `begin`: where the field begins in the text.
  bool ReadValue(const Field& field, uint32_t begin, int depth) {
    const bool is_message = field && field->kind == FieldKind::kMessage;
    const bool is_skipped = !field || field->kind == FieldKind::kSkipped;
    if (AtBlock()) {
      return is_message || is_skipped ? ReadMessage(field, begin, depth)
                                      : Expected("a value must not be a message");
    }
    if (is_message) return Expected("a message must stand in braces");
    const bool is_string = Byte() == '"' || Byte() == '\'';
    if (!is_skipped && is_string != (field->kind == FieldKind::kBytes)) {
      return Expected(is_string ? "a value must be a number or a name"
                                : "a value must be a string in quotes");
    }
    if (!is_string) return ReadScalar(field);
    std::string bytes;
    if (!ReadStrings(bytes)) return false;
    if (!is_skipped) WriteBytes(field->number, bytes, file_.bytes);
    return true;
  }

  // Its length is written behind it, so that no message is copied.
  bool ReadMessage(const Field& field, uint32_t begin, int depth) {
    const auto at = static_cast<uint32_t>(at_);
    ++at_;
    Skip();
    const bool is_known = field && field->kind == FieldKind::kMessage;
    if (!is_known) return ReadFields("", {at, at + 1}, depth + 1);
    const size_t place = BeginMessage(field->number, file_.bytes);
    const size_t number = file_.places.size();
    file_.places.push_back({static_cast<uint32_t>(file_.bytes.size()), {begin, at + 1}});
    if (!ReadFields(field->type, {at, at + 1}, depth + 1)) return false;
    EndMessage(place, file_.bytes);
    size_t end = at_;
    while (IsBlankByte(text_[end - 1])) --end;
    file_.places[number].span.end = static_cast<uint32_t>(end);
    return true;
  }

  bool ReadScalar(const Field& field) {
    const auto begin = static_cast<uint32_t>(at_);
    if (Byte() == '-') {  // blanks may follow
      ++at_;
      Skip();
    }
    const std::string_view scalar = Peek();
    if (scalar.empty()) return Expected("a value must be a number or a name");
    const std::string text = (text_[begin] == '-' ? "-" : "") + std::string(scalar);
    const auto end = static_cast<uint32_t>(at_ + scalar.size());
    if (field && !WriteScalar(*field, text)) {
      return Fault({begin, end}, Format("a value must be {}, got '{}'",
                                        {WhatOf(*field), text.substr(0, kMaxShown)}));
    }
    TakeScalar();
    return true;
  }

  static std::string WhatOf(const SchemaField& field) {
    switch (field.kind) {
      case FieldKind::kFlag:
        return "true or false";
      case FieldKind::kEnum:
        return Format("an enumerator of {}", {field.type});
      case FieldKind::kInt32:
        return "a 32-bit integer";
      case FieldKind::kUint32:
        return "an unsigned 32-bit integer";
      case FieldKind::kUint64:
        return "an unsigned 64-bit integer";
      case FieldKind::kInt64:
        return "a 64-bit integer";
      default:
        return "a decimal number";
    }
  }

  bool WriteScalar(const SchemaField& field, std::string_view text) {
    std::string& message = file_.bytes;
    if (field.kind == FieldKind::kSkipped) return true;
    if (field.kind == FieldKind::kFloat) {
      float value = 0;
      if (!ReadFloat(text, ElementType::kF32, value)) return false;
      WriteFixed32(field.number, BitCast<uint32_t>(value), message);
      return true;
    }
    if (field.kind == FieldKind::kDouble) {
      double value = 0;
      if (!ReadFloat(text, ElementType::kF64, value)) return false;
      WriteFixed64(field.number, BitCast<uint64_t>(value), message);
      return true;
    }
    std::optional<int64_t> number;
    if (field.kind == FieldKind::kFlag) {
      number = ReadFlag(text);
    } else if (field.kind == FieldKind::kEnum) {
      number = FindEnumerator(field.type, text);
      if (!number) number = ReadInteger(text, FieldKind::kInt32);
    } else {
      number = ReadInteger(text, field.kind);
    }
    if (number) WriteVarint(field.number, *number, message);
    return number.has_value();
  }

  // Strings that follow each other are one.
  bool ReadStrings(std::string& bytes) {
    while (Byte() == '"' || Byte() == '\'') {
      const size_t begin = at_++;
      const char ends[] = {text_[begin], '\\', '\n'};
      while (true) {
        at_ = std::min(text_.find_first_of(std::string_view(ends, 3), at_), text_.size());
        if (Byte() != '\\') break;
        at_ += 2;
      }
      const auto first = static_cast<uint32_t>(begin);
      if (Byte() != ends[0]) {
        return Fault({first, static_cast<uint32_t>(at_)},
                     "a string must end with its quote, in the same line");
      }
      ++at_;
      const Unescaped unescaped = Unescape(text_.substr(begin, at_ - begin));
      if (!unescaped.ok()) {
        const uint32_t escape = first + static_cast<uint32_t>(*unescaped.unknown_escape);
        return Fault({escape, escape + 2}, Format("an escape sequence must be one of C, got '{}'",
                                                  {text_.substr(escape, 2)}));
      }
      bytes += unescaped.text;
      Skip();
    }
    return true;
  }

  std::string_view text_;
  Report& report_;
  size_t at_;
  TextFile file_;
  std::string_view last_type_, last_name_;
  Field last_;
  std::set<std::pair<std::string_view, std::string_view>> warned_;  // types and names of fields
};

}  // namespace

TextFile ReadTextFormat(std::string_view text, Report& report) {
  return TextReader(text, report).Read();
}

}  // namespace hlo::proto
