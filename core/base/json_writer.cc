// SPDX-License-Identifier: Apache-2.0
#include "core/base/json_writer.h"

#include <algorithm>
#include <charconv>

namespace hlo {
namespace {

bool NeedsEscape(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7f || c == '"' || c == '\\';
}

void AppendEscape(char c, std::string& out) {
  static constexpr char kHex[] = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  if (c == '"' || c == '\\') {
    out += '\\';
    out += c;
  } else if (c == '\n') {
    out += "\\n";
  } else if (c == '\t') {
    out += "\\t";
  } else {
    out += "\\u00";
    out += kHex[byte >> 4];
    out += kHex[byte & 15];
  }
}

// Appends space for `bytes` bytes to `out`. This is much faster than appending many small parts one
// by one.
char* Grow(std::string& out, size_t bytes) {
  const size_t size = out.size();
  out.resize(size + bytes);
  return &out[size];
}

}  // namespace

char* JsonWriter::Begin(size_t bytes) {
  char* to = Grow(out_, bytes + (need_comma_ ? 1 : 0));
  if (need_comma_) *to++ = ',';
  need_comma_ = true;
  return to;
}

JsonWriter& JsonWriter::BeginObject() {
  *Begin(1) = '{';
  need_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::EndObject() {
  out_ += '}';
  need_comma_ = true;
  return *this;
}

JsonWriter& JsonWriter::BeginArray() {
  *Begin(1) = '[';
  need_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::EndArray() {
  out_ += ']';
  need_comma_ = true;
  return *this;
}

JsonWriter& JsonWriter::Key(std::string_view name) {
  String(name);
  out_ += ':';
  need_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::String(std::string_view text) {
  const auto plain = [&](size_t from) {
    return static_cast<size_t>(
        std::find_if(text.begin() + static_cast<ptrdiff_t>(from), text.end(), NeedsEscape) -
        text.begin());
  };
  size_t at = plain(0);
  const bool is_plain = at == text.size();
  char* to = Begin(at + (is_plain ? 2 : 1));
  *to++ = '"';
  to = std::copy_n(text.data(), at, to);
  if (is_plain) {
    *to = '"';
    return *this;
  }
  while (at < text.size()) {
    AppendEscape(text[at], out_);
    const size_t end = plain(at + 1);
    out_.append(text, at + 1, end - at - 1);
    at = end;
  }
  out_ += '"';
  return *this;
}

JsonWriter& JsonWriter::Int(int64_t value) {
  char digits[20];
  const char* end = std::to_chars(digits, digits + sizeof(digits), value).ptr;
  return Raw({digits, static_cast<size_t>(end - digits)});
}
JsonWriter& JsonWriter::Bool(bool value) { return Raw(value ? "true" : "false"); }
JsonWriter& JsonWriter::Null() { return Raw("null"); }

JsonWriter& JsonWriter::Raw(std::string_view json) {
  std::copy_n(json.data(), json.size(), Begin(json.size()));
  return *this;
}

JsonWriter& JsonWriter::Ints(std::span<const int64_t> values) {
  BeginArray();
  for (int64_t value : values) Int(value);
  return EndArray();
}

}  // namespace hlo
