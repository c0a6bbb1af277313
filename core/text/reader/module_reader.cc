// SPDX-License-Identifier: Apache-2.0
#include "core/text/reader/module_reader.h"

#include <limits>
#include <string>
#include <utility>

#include "core/base/format.h"
#include "core/text/reader/recovery.h"
#include "core/text/text.h"

namespace hlo {

bool ParsedModule::ok() const {
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity == Severity::kError) return false;
  }
  return true;
}

ParsedModule ParseModule(std::string_view text, const ParseOptions& options) {
  ParsedModule parsed;
  parsed.module = std::make_unique<Module>();
  if (text.size() >= std::numeric_limits<uint32_t>::max()) {
    Diagnostic diagnostic;
    diagnostic.code = "P01";
    diagnostic.message = "the text must be smaller than 4 GiB";
    parsed.diagnostics.push_back(std::move(diagnostic));
    return parsed;
  }
  ModuleReader reader(text, options, *parsed.module);
  reader.Read();
  parsed.module->AssignNumbers();
  parsed.diagnostics = reader.TakeDiagnostics();
  parsed.faulty = reader.TakeFaulty();
  parsed.without_root = reader.TakeWithoutRoot();
  return parsed;
}

void ModuleReader::Read() {
  ReportNulBytes();
  if (reader_.AtWord("HloModule")) {
    ReadHeader();
    ReadComputations();
  } else if (AtComputation() ||
             ClassifyLine(reader_.source(), reader_.token().begin) == LineStart::kComputation) {
    ReadComputations();
  } else if (reader_.AtName() || reader_.AtShape()) {
    if (!FailStart()) return;
    ReadSingleInstruction();
  } else if (reader_.At(TokenKind::kEnd) && reader_.errors() > 0) {
    return;
  } else {
    reader_.Unexpected("'HloModule', a computation or an instruction");
    return;
  }
  // The last computation is the entry only if all of them were read.
  const bool sure_of_entry = module_.entry != nullptr || !skipped_computation_;
  ChooseEntry();
  if (reader_.stopped()) return;
  CheckModule(sure_of_entry);
}

void ModuleReader::CheckModule(bool sure_of_entry) {
  const Computation* entry = module_.entry;
  const bool valid_entry =
      entry != nullptr && entry->root != nullptr && faulty_computations_.count(entry->name) == 0;
  if (sure_of_entry && valid_entry) {
    for (const HeaderFault& fault : CheckHeader(module_)) {
      reader_.Fail("V05", header_names_[fault.attribute], fault.message);
    }
  }
  if (reader_.errors() > 0 || entry == nullptr) return;
  for (Diagnostic& fault : CheckCommunication(module_)) reader_.Fail(std::move(fault));
}

// NUL is invalid everywhere, including strings and comments; each run of NULs is one error.
void ModuleReader::ReportNulBytes() {
  const std::string_view source = reader_.source();
  size_t at = source.find('\0');
  while (at != std::string_view::npos && !reader_.stopped()) {
    const size_t end = std::min(source.find_first_not_of('\0', at), source.size());
    reader_.Fail("L01", {static_cast<uint32_t>(at), static_cast<uint32_t>(end)},
                 "NUL byte in the text");
    at = source.find('\0', end);
  }
}

// ENTRY, or a name followed by '{' or by a parameter list.
bool ModuleReader::AtComputation() const {
  if (reader_.AtWord("ENTRY")) return true;
  if (!reader_.AtName()) return false;
  Lexer ahead(reader_.source());
  ahead.MoveTo(reader_.token().end);
  if (ahead.token().kind == TokenKind::kOpenBrace) return true;
  if (ahead.token().kind != TokenKind::kOpenParen) return false;
  ahead.Next();
  const TokenKind kind = ahead.token().kind;
  ahead.Next();
  const TokenKind next = ahead.token().kind;
  if (kind == TokenKind::kCloseParen) return next == TokenKind::kArrow;
  return (kind == TokenKind::kName || kind == TokenKind::kWord) && next == TokenKind::kColon;
}

// A name that does not begin a computation as written, although the rest of its line or the text
// below suggests that one was meant.
bool ModuleReader::AtFaultyComputation() const {
  if (!reader_.AtName()) return false;
  const std::string_view source = reader_.source();
  const uint32_t begin = reader_.token().begin;
  const LineStart kind = ClassifyLine(source, begin);
  if (kind != LineStart::kOther) return kind == LineStart::kComputation;
  if (BraceAtLineEnd(source, begin) != 0) return true;
  const size_t line_end = source.find_first_of("\r\n", begin);
  if (line_end == std::string_view::npos) return false;
  Lexer below(source);
  below.MoveTo(static_cast<uint32_t>(line_end));
  return ClassifyLine(source, below.token().begin) == LineStart::kInstruction;
}

// A first word that is nearly "HloModule" and is followed by another word cannot begin an
// instruction.
bool ModuleReader::FailStart() {
  const TokenKind next = reader_.PeekNext().kind;
  Suggestion suggestion(reader_.text());
  suggestion.Consider("HloModule");
  suggestion.Consider("ENTRY");
  const bool followed_by_name = next == TokenKind::kWord || next == TokenKind::kName;
  if (!followed_by_name || suggestion.empty()) return true;
  const SourceSpan span = reader_.token().span();
  reader_
      .Report("P01", span,
              Format("expected 'HloModule', a computation or an instruction, but found '{}'{}",
                     {reader_.text(), suggestion.Question()}))
      .fixes.push_back({span, std::string(suggestion.unique())});
  return false;
}

void ModuleReader::ReadComputations() {
  while (!reader_.stopped() && !reader_.At(TokenKind::kEnd)) {
    if (AtComputation() || AtFaultyComputation()) {
      ReadComputation();
      continue;
    }
    if (AtSecondModule()) return;
    skipped_computation_ = true;
    const uint32_t next = FindComputation(reader_.source(), reader_.token().begin + 1);
    const bool last = next >= reader_.source().size();
    if (reader_.At(TokenKind::kBad) || module_.computations.empty() || !last) {
      reader_.Unexpected("a computation");
    } else {
      reader_.Fail("P09", reader_.token().span(), "text after the end of the module");
    }
    reader_.MoveTo(next);
  }
  const bool nothing = module_.computations.empty() && reader_.errors() == 0;
  if (nothing && !reader_.stopped()) reader_.Unexpected("a computation");
}

bool ModuleReader::AtSecondModule() {
  if (!reader_.At(TokenKind::kWord) || reader_.text() != "HloModule") return false;
  const SourceSpan span = reader_.token().span();
  reader_.Report("P09", span, "a text holds one module, and a second one begins here")
      .notes.push_back({{}, "move each module to a file of its own"});
  return true;
}

// Without an ENTRY the last computation is the entry; a module without a header is named after it.
void ModuleReader::ChooseEntry() {
  if (module_.entry == nullptr && !module_.computations.empty()) {
    module_.entry = module_.computations.back().get();
  }
  if (module_.name.empty() && module_.entry != nullptr) {
    module_.name = "module_" + module_.entry->name;
  }
}

}  // namespace hlo
