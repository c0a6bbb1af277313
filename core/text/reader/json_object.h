// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_TEXT_READER_JSON_OBJECT_H_
#define HLO_CORE_TEXT_READER_JSON_OBJECT_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "hlo/json_cursor.h"
#include "hlo/source_span.h"

namespace hlo {

// The value of a member as HLO text, and its bytes in the JSON: those of the object if the member
// is missing.
struct JsonText {
  std::string text;
  SourceSpan source;
};

// An object of a JSON text, indexed by key. Keys may come in any order, unknown ones are ignored,
// and of a key that is given twice the last one counts. Errors are P01, with the position of the
// value; a string can only stand for what its getter promises, so that no other part of the HLO
// text can be written in it.
class JsonObject {
 public:
  // Reads the object at the cursor and moves the cursor past it. The text must outlive the result.
  static Result<JsonObject> Read(JsonCursor& cursor);

  using Members = std::map<std::string, SourceSpan, std::less<>>;

  SourceSpan span() const { return span_; }
  const Members& members() const { return members_; }
  bool Has(std::string_view key) const { return members_.find(key) != members_.end(); }
  // A cursor at the value of a member. Requires Has(key).
  JsonCursor At(std::string_view key) const;
  SourceSpan SourceOf(std::string_view key) const;

  // Any string, or ""; a name, or ""; a value in HLO syntax, or "".
  Result<JsonText> String(std::string_view key) const;
  Result<JsonText> Name(std::string_view key) const;
  Result<JsonText> Value(std::string_view key) const;
  // true or false; false if it is missing.
  Result<bool> Flag(std::string_view key) const;
  // An integer as a number or as a string of digits.
  Result<JsonText> Integer(std::string_view key, std::string_view fallback) const;

 private:
  explicit JsonObject(const JsonCursor& cursor) : cursor_(cursor) {}

  JsonCursor cursor_;  // anywhere in the text
  SourceSpan span_;
  Members members_;
};

// Members of lists, at the cursor.
Result<JsonText> JsonString(JsonCursor& cursor);
Result<JsonText> JsonName(JsonCursor& cursor);
// A string that is one value in HLO syntax, a number, or a word.
Result<JsonText> JsonValue(JsonCursor& cursor);

// Calls fn(cursor) for each member of the list at the cursor.
template <class Fn>
Status ForEachMember(JsonCursor cursor, Fn&& fn) {
  HLO_RETURN_IF_ERROR(cursor.Expect('[', "a list"));
  if (cursor.Accept(']')) return {};
  for (bool more = true; more;) {
    HLO_RETURN_IF_ERROR(fn(cursor));
    HLO_TRY(more, cursor.Next(']'));
  }
  return {};
}

}  // namespace hlo

#endif  // HLO_CORE_TEXT_READER_JSON_OBJECT_H_
