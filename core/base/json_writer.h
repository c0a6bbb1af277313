// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_BASE_JSON_WRITER_H_
#define HLO_CORE_BASE_JSON_WRITER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace hlo {

// Writes JSON text from start to end and inserts the commas. Calls must nest properly.
class JsonWriter {
 public:
  explicit JsonWriter(std::string& out) : out_(out) {}

  JsonWriter& BeginObject();
  JsonWriter& EndObject();
  JsonWriter& BeginArray();
  JsonWriter& EndArray();
  JsonWriter& Key(std::string_view name);
  JsonWriter& String(std::string_view text);  // escapes; bytes above 0x7f must be UTF-8
  JsonWriter& Int(int64_t value);
  JsonWriter& Bool(bool value);
  JsonWriter& Null();
  JsonWriter& Raw(std::string_view json);  // already valid JSON
  JsonWriter& Ints(std::span<const int64_t> values);

 private:
  // Space for the next value at the end of the text, after a comma if one is needed.
  char* Begin(size_t bytes);
  std::string& out_;
  bool need_comma_ = false;
};

}  // namespace hlo

#endif  // HLO_CORE_BASE_JSON_WRITER_H_
