// SPDX-License-Identifier: Apache-2.0
#include "core/text/reader/reader.h"

#include <algorithm>
#include <utility>

#include "core/base/braces.h"
#include "core/base/characters.h"
#include "core/base/format.h"
#include "core/base/result.h"
#include "core/shape/shape_text.h"
#include "core/text/reader/recovery.h"

namespace hlo {
namespace {

// How messages name the token found.
std::string Found(std::string_view token) {
  constexpr size_t kMax = 40;
  if (token.size() <= kMax) return Format("'{}'", {token});
  return Format("'{}...'", {token.substr(0, kMax)});
}

}  // namespace

std::string ListWords(std::span<const std::string_view> words) {
  constexpr size_t kMax = 16;
  std::string list;
  for (size_t i = 0; i < words.size() && i < kMax; ++i) {
    if (i > 0) list += i + 1 == words.size() ? " or " : ", ";
    list += Format("'{}'", {words[i]});
  }
  if (words.size() > kMax) list += ", ...";
  return list;
}

Reader::Reader(std::string_view source, const ParseOptions& options, Module& module)
    : lexer_(source), options_(options), module_(module) {
  options_.max_errors = std::max<size_t>(options_.max_errors, 1);
}

bool Reader::Take(TokenKind kind) {
  if (!At(kind)) return false;
  if (kind == TokenKind::kCloseBrace && token().begin != last_end_ && AtBodyEnd()) return false;
  Next();
  return true;
}

bool Reader::AtBodyEnd() const {
  return in_body_ && At(TokenKind::kCloseBrace) && ClosesBody(source(), token().begin);
}

bool Reader::AtNextStart() const {
  return StartsNext(source(), start_, token().begin) != LineStart::kOther;
}

bool Reader::AtNoValue() const {
  return At(TokenKind::kEnd) || At(TokenKind::kBad) || AtNextStart() || AtBodyEnd();
}

bool Reader::Expect(TokenKind kind, std::string_view what) {
  return Take(kind) || Unexpected(what);
}

std::string_view Reader::TakeName() {
  std::string_view name = text();
  if (At(TokenKind::kName)) name.remove_prefix(1);
  Next();
  return name;
}

// ---- diagnostics ----

Diagnostic& Reader::Add(bool is_dropped, std::string_view code, SourceSpan span,
                        std::string message) {
  if (!is_dropped) diagnostics_.emplace_back();
  Diagnostic& diagnostic = is_dropped ? dropped_ : diagnostics_.back();
  diagnostic = Diagnostic();
  diagnostic.code = code;
  diagnostic.span = span;
  diagnostic.message = std::move(message);
  return diagnostic;
}

Diagnostic& Reader::Report(std::string_view code, SourceSpan span, std::string message) {
  const bool is_dropped = stopped();
  if (!is_dropped) ++errors_;
  return Add(is_dropped, code, span, std::move(message));
}

bool Reader::Fail(std::string_view code, SourceSpan span, std::string message) {
  Report(code, span, std::move(message));
  return false;
}

bool Reader::Fail(Diagnostic diagnostic) {
  Report(diagnostic.code, diagnostic.span, "") = std::move(diagnostic);
  return false;
}

Diagnostic& Reader::Warn(std::string_view code, SourceSpan span, std::string message) {
  // Warnings are not limited by max_errors itself; they are dropped beyond ten times that number.
  const bool is_dropped = stopped() || diagnostics_.size() >= 10 * options_.max_errors;
  Diagnostic& diagnostic = Add(is_dropped, code, span, std::move(message));
  diagnostic.severity = Severity::kWarning;
  return diagnostic;
}

bool Reader::Escalate(std::string_view code, SourceSpan span) {
  for (size_t i = diagnostics_.size(); i-- > 0 && diagnostics_[i].span.begin >= span.begin;) {
    Diagnostic& diagnostic = diagnostics_[i];
    if (diagnostic.span != span) continue;
    diagnostic.severity = Severity::kError;
    diagnostic.code = code;
    ++errors_;
    return true;
  }
  return false;
}

bool Reader::FailEnd(std::string_view expected) {
  const auto end = static_cast<uint32_t>(source().size());
  Diagnostic& diagnostic =
      Report("P13", {end, end}, Format("expected {}, but the text ends here", {expected}));
  if (!open_.empty()) {
    const SourceSpan open = open_.back();
    diagnostic.notes.push_back({open, Format("this '{}' is still open", {Text(open)})});
  }
  return false;
}

bool Reader::Unexpected(std::string_view expected) {
  if (At(TokenKind::kEnd)) return FailEnd(expected);
  if (At(TokenKind::kBad)) {
    const LexFault fault = lexer_.fault();
    Fail(fault.code, fault.span, fault.message);
    // Nothing after the start of an unterminated comment can be read as text.
    if (fault.code == "L02") MoveTo(static_cast<uint32_t>(source().size()));
    return false;
  }
  if (AtNextStart()) {
    const LineStart kind = StartsNext(source(), start_, token().begin);
    const char* next = kind == LineStart::kInstruction ? "instruction" : "computation";
    const char* cut = in_body_ ? "instruction" : "computation";
    Lexer begin(source());
    begin.MoveTo(start_);
    Report("P01", FirstInLine(source(), token().begin),
           Format("expected {}, but the next {} begins here", {expected, next}))
        .notes.push_back({begin.token().span(), Format("this {} is not complete", {cut})});
    return false;
  }
  if (AtBodyEnd() && open_.size() > 1) {
    const SourceSpan open = open_.back();
    Report("P01", token().span(),
           Format("expected {}, but found the '}' of the computation", {expected}))
        .notes.push_back({open, Format("this '{}' is still open", {Text(open)})});
    return false;
  }
  return Fail("P01", token().span(),
              Format("expected {}, but found {}", {expected, Found(text())}));
}

std::vector<Diagnostic> Reader::TakeDiagnostics() {
  if (stopped()) {
    // The error that comes last in the text, and so last in the list.
    Diagnostic* last = nullptr;
    for (Diagnostic& diagnostic : diagnostics_) {
      if (diagnostic.severity != Severity::kError) continue;
      if (last == nullptr || diagnostic.span.begin >= last->span.begin) last = &diagnostic;
    }
    last->notes.push_back(
        {{}, Format("stopped after {} errors; there may be more", {options_.max_errors})});
  }
  std::stable_sort(
      diagnostics_.begin(), diagnostics_.end(),
      [](const Diagnostic& a, const Diagnostic& b) { return a.span.begin < b.span.begin; });
  return std::move(diagnostics_);
}

// ---- nesting ----

bool Reader::Enter() {
  if (levels_left() <= 0) {
    return Fail("P10", token().span(),
                Format("nesting must be at most {} levels deep", {options_.max_nesting}));
  }
  open_.push_back(token().span());
  return true;
}

// ---- values ----

bool Reader::ReadInt(int64_t& value, const IntRule& rule) {
  if (!At(TokenKind::kInteger)) {
    if (At(TokenKind::kComma) || At(TokenKind::kCloseBrace) || At(TokenKind::kCloseParen) ||
        AtNoValue()) {
      return Unexpected(rule.what);
    }
    return Fail("P12", token().span(), Format("expected {}, got '{}'", {rule.what, text()}));
  }
  const bool negative = text()[0] == '-';
  uint64_t magnitude = 0;  // the lexer has checked the range
  for (const char c : text().substr(negative ? 1 : 0)) {
    magnitude = magnitude * 10 + static_cast<uint64_t>(c - '0');
  }
  if (!negative && magnitude > static_cast<uint64_t>(INT64_MAX)) {
    return Fail("P12", token().span(),
                Format("{} does not fit in a signed 64-bit integer", {text()}));
  }
  // Other valid parts of the text may be run, so an invalid number is not kept.
  const auto given = static_cast<int64_t>(negative ? 0 - magnitude : magnitude);
  if (given < rule.least) {
    return Fail("P12", token().span(),
                Format("{} must be at least {}, got {}", {rule.what, rule.least, given}));
  }
  value = given;
  Next();
  return true;
}

bool Reader::ReadInts(std::vector<int64_t>& values, TokenKind open, TokenKind close) {
  const Nest nest(*this);
  if (!nest.ok()) return false;
  if (open == TokenKind::kOpenBrace && !At(open) && !AtNoValue()) {
    return Fail("P12", token().span(), Format("expected a list such as {0,1}, got '{}'", {text()}));
  }
  const std::string_view bracket = open == TokenKind::kOpenBrace   ? "'{'"
                                   : open == TokenKind::kOpenParen ? "'('"
                                                                   : "'['";
  if (!Expect(open, bracket)) return false;
  if (Take(close)) return true;
  do {
    int64_t value = 0;
    if (!ReadInt(value)) return false;
    values.push_back(value);
  } while (Take(TokenKind::kComma));
  return Expect(close, "',' or the end of the list");
}

bool Reader::ReadBool(bool& value) {
  if (!AtWord("true") && !AtWord("false")) {
    if (AtNoValue()) return Unexpected("'true' or 'false'");
    return Fail("P12", token().span(), Format("expected 'true' or 'false', got '{}'", {text()}));
  }
  value = text() == "true";
  Next();
  return true;
}

bool Reader::ReadString(std::string& value) {
  if (!At(TokenKind::kString)) {
    if (AtNoValue()) return Unexpected("a string");
    return Fail("P12", token().span(), Format("expected a string, got {}", {Found(text())}));
  }
  Unescaped unescaped = Unescape(text());
  if (!unescaped.ok()) {
    const uint32_t at = token().begin + static_cast<uint32_t>(*unescaped.unknown_escape);
    return Fail("L04", {at, std::min(at + 2, token().end)}, "unknown escape in a string");
  }
  value = std::move(unescaped.text);
  Next();
  return true;
}

bool Reader::ReadBraces(std::string_view& braces, BraceSyntax syntax) {
  if (!At(TokenKind::kOpenBrace)) {
    if (AtNoValue()) return Unexpected("'{'");
    return Fail("P12", token().span(), Format("expected '{', got {}", {Found(text())}));
  }
  const uint32_t begin = token().begin;
  const BalancedBraces scan = ScanBraces(source(), begin, levels_left(), syntax);
  if (scan.too_deep != 0) {
    const auto at = static_cast<uint32_t>(scan.too_deep);
    return Fail("P10", {at, at + 1},
                Format("nesting must be at most {} levels deep", {options_.max_nesting}));
  }
  const auto close = static_cast<uint32_t>(scan.end - 1);
  if (scan.end == 0 || (in_body_ && ClosesBody(source(), close))) {
    Fail("L06", token().span(), "this '{' has no matching '}'");
    MoveTo(begin + 1);  // what it would contain may be the next instruction
    return false;
  }
  braces = source().substr(begin, scan.end - begin);
  MoveTo(static_cast<uint32_t>(scan.end));
  return true;
}

// ---- shapes ----

namespace {

// Where the shape text at `begin` ends if it has the usual form on one line, otherwise 0. This is a
// guess, used only to look up texts that were already read.
uint32_t GuessShapeEnd(std::string_view source, uint32_t begin) {
  size_t at = begin;
  if (source[at] == '(') {
    int depth = 0;
    for (; at < source.size() && source[at] != '\n'; ++at) {
      if (source[at] == '(') ++depth;
      if (source[at] == ')' && --depth == 0) return static_cast<uint32_t>(at + 1);
    }
    return 0;
  }
  while (at < source.size() && IsWordPart(source[at])) ++at;
  if (at >= source.size() || source[at] != '[') return 0;
  while (at < source.size() && source[at] != ']' && source[at] != '\n') ++at;
  if (at >= source.size() || source[at] != ']') return 0;
  const size_t behind = ++at;
  if (at + 1 < source.size() && source[at] == '{' &&
      (IsDigitByte(source[at + 1]) || source[at + 1] == ':')) {
    while (at < source.size() && source[at] != '}' && source[at] != '\n') ++at;
    return at < source.size() && source[at] == '}' ? static_cast<uint32_t>(at + 1) : 0;
  }
  // A layout may follow after blanks or a comment.
  while (at < source.size() && IsBlankByte(source[at])) ++at;
  const bool unusual = at < source.size() && (source[at] == '{' || source[at] == '/');
  return unusual ? 0 : static_cast<uint32_t>(behind);
}

}  // namespace

bool Reader::AtShape() const {
  if (At(TokenKind::kOpenParen)) return true;
  if (!At(TokenKind::kWord)) return false;
  const char next = PeekByte();
  return next == '[' || (next == '(' && text() == "b");
}

bool Reader::ReadShape(WrittenShape& written) {
  if (At(TokenKind::kEnd) || At(TokenKind::kBad)) return Unexpected("a shape");
  const uint32_t begin = token().begin;
  if (const uint32_t guess = GuessShapeEnd(source(), begin)) {
    const auto known = shapes_.find(source().substr(begin, guess - begin));
    if (known != shapes_.end()) {
      written = {known->second, {begin, guess}};
      MoveTo(guess);
      return true;
    }
  }
  const ParsedShape parsed = ParseShapePrefix(source(), begin, levels_left());
  if (!parsed.ok()) return FailShape(*parsed.error, begin);
  const auto end = static_cast<uint32_t>(parsed.end);
  written = {module_.Intern(parsed.shape), {begin, end}};
  shapes_.emplace(source().substr(begin, end - begin), written.shape);
  MoveTo(end);
  return true;
}

// If the shape at `begin` stops at the end of a line and the next line starts something else,
// reports what is missing there.
bool Reader::FailUnfinishedShape(uint32_t begin) {
  uint32_t end = FirstInLine(source(), token().begin).begin;
  while (IsBlankByte(source()[end - 1])) --end;
  const ParsedShape parsed = ParseShapePrefix(source().substr(0, end), begin, levels_left());
  constexpr std::string_view kExpected = "expected ";
  const bool is_cut = !parsed.ok() && parsed.error->error.code == "P13";
  if (!is_cut || !parsed.error->error.message.starts_with(kExpected)) {
    return Unexpected("the rest of a shape");
  }
  std::string_view lacks = parsed.error->error.message;
  lacks = lacks.substr(0, lacks.rfind(", but "));
  return Unexpected(lacks.substr(kExpected.size()));
}

bool Reader::FailShape(const ShapeTextError& error, uint32_t begin) {
  MoveTo(error.span.begin);
  if (error.error.code == "P13") return FailEnd("the rest of a shape");
  if (At(TokenKind::kBad) && error.error.code == "P01") return Unexpected("a shape");
  const bool cut = AtNextStart() || AtBodyEnd();
  if (cut && FirstInLine(source(), token().begin).begin > begin) return FailUnfinishedShape(begin);
  Diagnostic& diagnostic = Report(error.error.code, error.span, error.error.message);
  if (!error.error.note.empty()) diagnostic.notes.push_back({{}, error.error.note});
  if (!error.replacement.empty()) diagnostic.fixes.push_back({error.fix, error.replacement});
  if (error.error.code == "L02") MoveTo(static_cast<uint32_t>(source().size()));
  return false;
}

}  // namespace hlo
