// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_JSON_CURSOR_H_
#define HLO_JSON_CURSOR_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "hlo/result.h"

namespace hlo {

// Walks a JSON text (RFC 8259) from front to back without building anything. Errors are P01
// (unexpected), P13 (end of text) and P10 (nesting), with line and column.
class JsonCursor {
 public:
  explicit JsonCursor(std::string_view text) : text_(text) {}

  size_t position() const { return at_; }
  void set_position(size_t position) { at_ = position; }
  std::string_view text() const { return text_; }
  size_t remaining() const { return text_.size() - at_; }

  // Skips blanks and returns the byte there; '\0' at the end.
  char Peek() {
    while (at_ < text_.size() && IsBlank(text_[at_])) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool Accept(char c) {
    if (Peek() != c || at_ == text_.size()) return false;
    ++at_;
    return true;
  }
  // `what` names the expected item in the message: "'['", "a list of literals".
  Status Expect(char c, std::string_view what);
  // Between the members of a list or object: true after a comma, false after `close`.
  Result<bool> Next(char close);

  Result<std::string> String();
  // A number, verbatim, checked against the grammar.
  Result<std::string_view> Number();
  // true, false or null, verbatim.
  Result<std::string_view> Word();
  // Skips any value, checking only what is needed to find its end.
  Status SkipValue(int max_depth = 200);
  // Requires that only blanks follow.
  Status ExpectEnd();

  // Receives the positions of errors of this cursor and of its copies, unless null.
  void set_fault(size_t* position) { fault_ = position; }

  // "line 1, column 7: MESSAGE", at the current position or at another one.
  Error Fault(std::string_view code, std::string_view message) const {
    return FaultAt(at_, code, message);
  }
  Error FaultAt(size_t position, std::string_view code, std::string_view message) const;
  // "expected WHAT, found 'x'".
  Error Unexpected(std::string_view what);

 private:
  static bool IsBlank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
  Status AppendEscape(std::string& out);
  Result<unsigned> HexQuad();

  std::string_view text_;
  size_t at_ = 0;
  size_t* fault_ = nullptr;
};

}  // namespace hlo

#endif  // HLO_JSON_CURSOR_H_
