// SPDX-License-Identifier: Apache-2.0
#include "core/import/proto/text_format.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "core/base/bits.h"
#include "core/base/format.h"
#include "core/base/utf8.h"
#include "core/import/mlir/number.h"
#include "core/import/proto/fields.h"
#include "core/import/proto/schema.h"
#include "core/import/proto/wire.h"

namespace hlo::proto {
namespace {

constexpr int kMaxNesting = 400;  // of messages; tuples of 200 levels have literals and shapes

bool IsBlank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool IsNamePart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}
// Of a number or the name of an enumerator: "-1.5e+3f".
bool IsScalarPart(char c) { return IsNamePart(c) || c == '.' || c == '-' || c == '+'; }

// The message that begins with this field.
struct Root {
  std::string_view field;
  TextMessage message;
  std::string_view type;
};
constexpr Root kRoots[] = {
    {"hlo_module", TextMessage::kFile, "HloFile"},
    {"hlo", TextMessage::kSnapshot, "HloSnapshot"},
    {"name", TextMessage::kModule, "HloModuleProto"},
    {"entry_computation_name", TextMessage::kModule, "HloModuleProto"},
    {"computations", TextMessage::kModule, "HloModuleProto"},
    {"logical_buffers", TextMessage::kBufferAssignment, "BufferAssignmentProto"},
    {"buffer_allocations", TextMessage::kBufferAssignment, "BufferAssignmentProto"},
};

bool HasComputation(std::string_view module) {
  WireReader reader(module);
  for (WireField field; reader.Next(field);) {
    if (field.number == module_field::kComputations) return true;
  }
  return false;
}

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

std::optional<int64_t> ReadInteger(std::string_view text) {
  const bool negative = text.starts_with('-');
  const std::optional<uint64_t> magnitude = ReadMagnitude(text.substr(negative ? 1 : 0));
  if (!magnitude) return std::nullopt;
  return static_cast<int64_t>(negative ? 0 - *magnitude : *magnitude);
}

std::optional<int64_t> ReadFlag(std::string_view text) {
  if (text == "true" || text == "True" || text == "t" || text == "1") return 1;
  if (text == "false" || text == "False" || text == "f" || text == "0") return 0;
  return std::nullopt;
}

// "inf", "infinity", and "nan" in any case, as protobuf reads them; "1.5f". Into a float or a
// double.
template <class T>
bool ReadFloat(std::string_view text, ElementType type, T& value) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  const bool negative = lower.starts_with('-');
  if (negative) lower.erase(0, 1);
  const bool is_infinite = lower == "inf" || lower == "infinity";
  if (is_infinite || lower == "nan") {
    using Limits = std::numeric_limits<T>;
    value = is_infinite ? Limits::infinity() : Limits::quiet_NaN();
    if (negative) value = -value;
    return true;
  }
  if (lower.ends_with('f')) lower.pop_back();
  if (lower.ends_with('.')) lower += '0';
  if (lower.starts_with('.')) lower.insert(0, 1, '0');
  if (negative) lower.insert(0, 1, '-');
  return mlir::ReadNumber(lower, type, &value).ok();
}

class TextReader {
 public:
  TextReader(std::string_view text, Report& report) : text_(text), report_(report) {}

  TextFile Read() {
    TextFile file;
    Skip();
    const std::string_view first = Peek();
    const auto* root = std::find_if(std::begin(kRoots), std::end(kRoots),
                                    [&](const Root& one) { return one.field == first; });
    if (root == std::end(kRoots)) return file;
    file.message = root->message;
    if (!ReadFields(root->type, '\0', 0, file.bytes)) {
      file.bytes.clear();
    } else if (file.message == TextMessage::kModule && !HasComputation(file.bytes)) {
      file.message = TextMessage::kUnknown;  // many messages have a name
    }
    return file;
  }

 private:
  bool Fault(size_t begin, size_t end, std::string message) {
    const SourceSpan span{static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
    report_.Error("I14", span, "malformed text-format protobuf: " + std::move(message));
    return false;
  }
  // "must be WHAT, got" the next token.
  bool Expected(std::string_view what) {
    if (at_ == text_.size()) {
      return Fault(at_, at_, Format("must be {}, got the end of the text", {what}));
    }
    const size_t end = at_ + std::max<size_t>(Peek().size(), 1);
    return Fault(at_, end, Format("must be {}, got '{}'", {what, text_.substr(at_, end - at_)}));
  }

  char Byte() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  // Blanks and comments.
  void Skip() {
    while (at_ < text_.size() && (IsBlank(text_[at_]) || text_[at_] == '#')) {
      at_ = text_[at_] == '#' ? std::min(text_.find('\n', at_), text_.size()) : at_ + 1;
    }
  }
  bool Take(char c) {
    if (Byte() != c || at_ == text_.size()) return false;
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
  std::string_view TakeScalar() {
    const std::string_view scalar = Peek();
    at_ += scalar.size();
    Skip();
    return scalar;
  }
  // What '{' or '<' ends with, behind it; '\0' if neither is here.
  char TakeOpen() { return Take('{') ? '}' : Take('<') ? '>' : '\0'; }

  // Up to `close`, which '\0' says is the end of the text. Without a type all fields are unknown.
  bool ReadFields(std::string_view type, char close, int depth, std::string& message) {
    if (depth > kMaxNesting) {
      return Fault(at_, at_, Format("at most {} levels of messages are read", {kMaxNesting}));
    }
    while (true) {
      if (close == '\0' ? at_ == text_.size() : Take(close)) return true;
      if (!ReadField(type, depth, message)) return false;
      if (!Take(',')) Take(';');
    }
  }

  bool ReadField(std::string_view type, int depth, std::string& message) {
    std::optional<SchemaField> field;
    if (Byte() == '[') {  // an extension, or the type of an Any
      const size_t end = text_.find(']', at_);
      if (end == std::string_view::npos) return Expected("a field");
      at_ = end + 1;
      Skip();
    } else {
      const std::string_view name = Peek();
      if (name.empty()) return Expected("the name of a field");
      TakeScalar();
      field = Lookup(type, name);
    }
    const bool colon = Take(':');
    if (Byte() == '[') return ReadList(field, depth, message);
    if (!colon && Byte() != '{' && Byte() != '<') return Expected("':'");
    return ReadValue(field, depth, message);
  }

  // Long lists repeat their field.
  std::optional<SchemaField> Lookup(std::string_view type, std::string_view name) {
    if (type != last_type_ || name != last_name_) {
      last_type_ = type;
      last_name_ = name;
      last_ = FindSchemaField(type, name);
    }
    return last_;
  }

  bool ReadList(const std::optional<SchemaField>& field, int depth, std::string& message) {
    Take('[');
    if (Take(']')) return true;
    do {
      if (!ReadValue(field, depth, message)) return false;
    } while (Take(','));
    return Take(']') || Expected("',' or ']'");
  }

  bool ReadValue(const std::optional<SchemaField>& field, int depth, std::string& message) {
    const bool known = field && field->kind == FieldKind::kMessage;
    if (field && !known && (Byte() == '{' || Byte() == '<')) {
      return Expected("a value, not a message");
    }
    if (const char close = TakeOpen()) {
      std::string inside;
      if (!ReadFields(known ? field->type : "", close, depth + 1, inside)) return false;
      if (known) WriteBytes(field->number, inside, message);
      return true;
    }
    if (known) return Expected("'{'");
    if (Byte() == '"' || Byte() == '\'') {
      if (field && field->kind != FieldKind::kBytes) return Expected("a number or a name");
      std::string bytes;
      if (!ReadStrings(bytes)) return false;
      if (field) WriteBytes(field->number, bytes, message);
      return true;
    }
    if (field && field->kind == FieldKind::kBytes) return Expected("a string in quotes");
    return ReadScalar(field, message);
  }

  bool ReadScalar(const std::optional<SchemaField>& field, std::string& message) {
    const size_t begin = at_;
    if (Byte() == '-') {  // blanks may follow
      ++at_;
      Skip();
    }
    const bool negative = at_ > begin;
    const std::string_view scalar = Peek();
    if (scalar.empty()) return Expected("a value");
    const std::string text = (negative ? "-" : "") + std::string(scalar);
    const size_t end = at_ + scalar.size();
    if (!field || WriteScalar(*field, text, message)) {
      TakeScalar();
      return true;
    }
    return Fault(begin, end, Format("'{}' is not {}", {text, WhatOf(*field)}));
  }

  static std::string WhatOf(const SchemaField& field) {
    switch (field.kind) {
      case FieldKind::kFlag:
        return "a boolean";
      case FieldKind::kEnum:
        return Format("a value of {}", {field.type});
      case FieldKind::kInteger:
        return "a 64-bit integer";
      default:
        return "a number";
    }
  }

  static bool WriteScalar(const SchemaField& field, const std::string& text, std::string& message) {
    switch (field.kind) {
      case FieldKind::kFloat: {
        float value = 0;
        if (!ReadFloat(text, ElementType::kF32, value)) return false;
        WriteFixed32(field.number, BitCast<uint32_t>(value), message);
        return true;
      }
      case FieldKind::kDouble: {
        double value = 0;
        if (!ReadFloat(text, ElementType::kF64, value)) return false;
        WriteFixed64(field.number, BitCast<uint64_t>(value), message);
        return true;
      }
      default: {
        std::optional<int64_t> number;
        if (field.kind == FieldKind::kFlag) number = ReadFlag(text);
        if (field.kind == FieldKind::kEnum) number = FindEnumerator(field.type, text);
        if (field.kind != FieldKind::kFlag && !number) number = ReadInteger(text);
        if (number) WriteVarint(field.number, *number, message);
        return number.has_value();
      }
    }
  }

  // Strings that follow each other are one.
  bool ReadStrings(std::string& bytes) {
    while (Byte() == '"' || Byte() == '\'') {
      const char quote = text_[at_];
      const size_t begin = at_++;
      while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n') {
        const size_t plain = std::min(text_.find_first_of("\"'\\\n", at_), text_.size());
        bytes.append(text_, at_, plain - at_);
        at_ = plain;
        if (at_ == text_.size() || text_[at_] == quote || text_[at_] == '\n') break;
        if (text_[at_] != '\\') {
          bytes += text_[at_++];
        } else if (!ReadEscape(bytes)) {
          return false;
        }
      }
      if (Byte() != quote) return Fault(begin, at_, "a string has no closing quote in its line");
      ++at_;
      Skip();
    }
    return true;
  }

  // "\n", "\303", "\xC3", "\u00E9".
  bool ReadEscape(std::string& bytes) {
    const size_t begin = at_++;
    const char c = Byte();
    ++at_;
    static constexpr std::string_view kLetters = "abfnrtv\\'\"?";
    static constexpr std::string_view kMeanings = "\a\b\f\n\r\t\v\\'\"?";
    if (const size_t letter = kLetters.find(c); letter != std::string_view::npos && c != '\0') {
      bytes += kMeanings[letter];
      return true;
    }
    if (c >= '0' && c <= '7') {
      --at_;
      bytes += static_cast<char>(TakeDigits(8, 3));
      return true;
    }
    if (c == 'x' || c == 'X') {
      const size_t digits = at_;
      bytes += static_cast<char>(TakeDigits(16, 2));
      if (at_ > digits) return true;
    }
    if (c == 'u' || c == 'U') {
      const size_t count = c == 'u' ? 4 : 8, digits = at_;
      const uint32_t code = TakeDigits(16, count);
      if (at_ == digits + count && code <= 0x10FFFF) {
        AppendUtf8(code, bytes);
        return true;
      }
    }
    return Fault(begin, std::min(at_, text_.size()), "a string has an unknown escape sequence");
  }

  uint32_t TakeDigits(uint32_t base, size_t most) {
    uint32_t value = 0;
    for (; most > 0 && DigitOf(Byte()) < base; --most) value = value * base + DigitOf(text_[at_++]);
    return value;
  }

  std::string_view text_;
  Report& report_;
  size_t at_ = 0;
  std::string_view last_type_, last_name_;
  std::optional<SchemaField> last_;
};

}  // namespace

TextFile ReadTextFormat(std::string_view text, Report& report) {
  return TextReader(text, report).Read();
}

}  // namespace hlo::proto
