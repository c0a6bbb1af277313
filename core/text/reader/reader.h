// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_TEXT_READER_READER_H_
#define HLO_CORE_TEXT_READER_READER_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/braces.h"
#include "core/ir/module.h"
#include "core/text/lexer.h"
#include "core/text/strings.h"
#include "core/text/text.h"
#include "hlo/diagnostic.h"
#include "hlo/suggest.h"

namespace hlo {

// A shape as written; `shape` is null if there is none.
struct WrittenShape {
  const Shape* shape = nullptr;
  SourceSpan span;
};

// State shared by all parts of the reader: the tokens, the diagnostics, the nesting depth, the
// shapes already read. Functions that return bool report an error and return false.
class Reader {
 public:
  Reader(std::string_view source, const ParseOptions& options, Module& module);
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  // ---- tokens ----
  std::string_view source() const { return lexer_.source(); }
  const Token& token() const { return lexer_.token(); }
  std::string_view text() const { return lexer_.Text(); }
  std::string_view Text(const SourceSpan& span) const {
    return source().substr(span.begin, span.end - span.begin);
  }
  bool At(TokenKind kind) const { return token().kind == kind; }
  bool AtWord(std::string_view word) const { return At(TokenKind::kWord) && text() == word; }
  bool AtName() const { return At(TokenKind::kWord) || At(TokenKind::kName); }
  Token PeekNext() const { return lexer_.PeekNext(); }
  char PeekByte() const { return lexer_.PeekByte(); }
  void Next() {
    last_end_ = token().end;
    lexer_.Next();
  }
  void MoveTo(uint32_t position) {
    last_end_ = position;
    lexer_.MoveTo(position);
  }
  // What is being read: an instruction in a body, or the header of a computation.
  void StartInstruction(uint32_t begin) {
    start_ = begin;
    in_body_ = true;
  }
  void StartHeader(uint32_t begin) {
    start_ = begin;
    in_body_ = false;
  }
  // Moves the start of the instruction to its name, which may be on a line below "ROOT".
  void MoveStart(uint32_t begin) { start_ = begin; }
  uint32_t start() const { return start_; }
  // Consumes the token if it is of that kind. A brace that closes the body of the computation never
  // ends a list.
  bool Take(TokenKind kind);
  bool Expect(TokenKind kind, std::string_view what);
  // The token as a name, without "%"; consumes it.
  std::string_view TakeName();
  // End of the last consumed token.
  uint32_t last_end() const { return last_end_; }

  // ---- diagnostics ----
  // The reference is valid until the next report.
  Diagnostic& Report(std::string_view code, SourceSpan span, std::string message);
  bool Fail(std::string_view code, SourceSpan span, std::string message);
  bool Fail(Diagnostic diagnostic);
  // Reports "expected X, but found Y" at the token: P01, or P13 at the end, or the lexer's own
  // error. If the next instruction has begun, reports that the previous one is incomplete.
  bool Unexpected(std::string_view expected);
  // Whether there is no value at all, rather than one of the wrong kind; Unexpected() then reports
  // it.
  bool AtNoValue() const;
  // Whether the line of the token starts another instruction or computation than the one being
  // read.
  bool AtNextStart() const;
  // P13 at the end of the text.
  bool FailEnd(std::string_view expected);
  Diagnostic& Warn(std::string_view code, SourceSpan span, std::string message);
  // Makes an error of the warning at `span`, one of the last; false if it was dropped.
  bool Escalate(std::string_view code, SourceSpan span);
  bool stopped() const { return errors_ >= options_.max_errors; }
  size_t errors() const { return errors_; }
  std::vector<Diagnostic> TakeDiagnostics();

  // ---- nesting ----
  // Enters a bracket that opens at the token, and leaves it again; error P10 beyond the limit.
  class Nest {
   public:
    explicit Nest(Reader& reader) : reader_(reader), entered_(reader.Enter()) {}
    ~Nest() {
      if (entered_) reader_.open_.pop_back();
    }
    Nest(const Nest&) = delete;
    Nest& operator=(const Nest&) = delete;
    bool ok() const { return entered_; }

   private:
    Reader& reader_;
    bool entered_;
  };
  int levels_left() const { return options_.max_nesting - static_cast<int>(open_.size()); }

  // ---- values that many places share ----
  struct IntRule {
    std::string_view what = "an integer";
    int64_t least = INT64_MIN;
  };
  bool ReadInt(int64_t& value, const IntRule& rule);
  bool ReadInt(int64_t& value) { return ReadInt(value, IntRule()); }
  // "{1,2}"; `open` and `close` may be other brackets.
  bool ReadInts(std::vector<int64_t>& values, TokenKind open = TokenKind::kOpenBrace,
                TokenKind close = TokenKind::kCloseBrace);
  bool ReadBool(bool& value);
  bool ReadString(std::string& value);
  bool ReadShape(WrittenShape& written);
  // Whether a shape starts here: an element type (or any word) before '[', '(' or "b(".
  bool AtShape() const;
  // The text of a balanced "{...}" at the token, braces included. Error L06.
  bool ReadBraces(std::string_view& braces, BraceSyntax syntax = BraceSyntax::kHlo);

  // How many parts the shapes of further `tuple` instructions may have. Tuples of tuples double
  // with every line, so the sum over a text needs its own bound.
  int64_t& tuple_parts_left() { return tuple_parts_left_; }

  const ParseOptions& options() const { return options_; }
  Module& module() { return module_; }

 private:
  Diagnostic& Add(bool is_dropped, std::string_view code, SourceSpan span, std::string message);
  bool Enter();
  bool AtBodyEnd() const;
  bool FailShape(const struct ShapeTextError& error, uint32_t begin);
  bool FailUnfinishedShape(uint32_t begin);

  Lexer lexer_;
  ParseOptions options_;
  Module& module_;
  uint32_t last_end_ = 0;
  uint32_t start_ = UINT32_MAX;
  bool in_body_ = false;
  std::vector<Diagnostic> diagnostics_;
  Diagnostic dropped_;  // receives reports beyond the limit
  size_t errors_ = 0;
  int64_t tuple_parts_left_ = int64_t{1} << 20;
  std::vector<SourceSpan> open_;                               // open brackets
  std::unordered_map<std::string_view, const Shape*> shapes_;  // by their text
};

// "a, b or c" for a list of words, each in quotes; long lists are truncated.
std::string ListWords(std::span<const std::string_view> words);

}  // namespace hlo

#endif  // HLO_CORE_TEXT_READER_READER_H_
