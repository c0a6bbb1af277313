// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_SHAPE_SHAPE_SCANNER_H_
#define HLO_CORE_SHAPE_SHAPE_SCANNER_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/shape/shape_text.h"

namespace hlo {

// The tokens of shape texts, byte by byte; keeps the first error. Functions that return bool return
// false once there is one.
class ShapeScanner {
 public:
  ShapeScanner(std::string_view text, size_t position) : text_(text), position_(position) {}

  // First byte of the next token, or 0 at the end; skips blanks and comments before it.
  char Peek();
  // Whether the next token starts with `c`, which is then consumed.
  bool Take(char c);
  bool Expect(char c, std::string_view where);
  // Letters and digits, possibly none.
  std::string_view TakeWord();
  // A run of capital letters, or one other character: the name of a layout part.
  std::string_view TakePartName();

  // A number from `least` to `most`; anything else is an error with the given code.
  struct NumberRule {
    std::string_view code;
    std::string_view what;  // "the size of a dimension"
    int64_t least = 0;
    int64_t most = INT64_MAX;
  };
  bool TakeNumber(const NumberRule& rule, int64_t& value);
  bool AtNumber();

  bool Fail(std::string_view code, size_t begin, size_t end, std::string message,
            std::string note = "");
  // "expected X, but found Y" at the next token; P13 at the end of the text.
  bool Unexpected(std::string_view expected);

  size_t position() const { return position_; }
  void set_position(size_t position) { position_ = position; }
  // Start of the token last consumed by Take, TakeWord, TakePartName or TakeNumber.
  size_t token_begin() const { return token_begin_; }
  std::string_view text() const { return text_; }
  std::optional<ShapeTextError>& error() { return error_; }
  bool failed() const { return error_.has_value(); }

 private:
  void SkipBlanks();

  std::string_view text_;
  size_t position_;
  size_t token_begin_ = 0;
  std::optional<ShapeTextError> error_;
};

// Parses "{1,0:T(8,128)S(1)}" at `scanner` into the layout of `shape`, an array whose type and
// sizes are set.
bool ReadLayout(ShapeScanner& scanner, Shape& shape);

}  // namespace hlo

#endif  // HLO_CORE_SHAPE_SHAPE_SCANNER_H_
