// SPDX-License-Identifier: Apache-2.0
// Undefined names (N01, N02): explains what was probably meant. Slow, but runs only on errors.
#include <algorithm>
#include <string>

#include "core/base/format.h"
#include "core/text/reader/module_reader.h"
#include "core/text/reader/recovery.h"

namespace hlo {
namespace {

// Whether a line at or after `from`, before the closing brace of the computation if there is one,
// defines the name; `start` is what the line must start.
bool DefinedLater(std::string_view source, uint32_t from, std::string_view name, LineStart start) {
  const auto size = static_cast<uint32_t>(source.size());
  for (size_t line = from; line < size;) {
    const auto begin = static_cast<uint32_t>(line);
    const LineStart kind = ClassifyLine(source, begin);
    if (start == LineStart::kInstruction &&
        (kind == LineStart::kClose || kind == LineStart::kComputation)) {
      return false;
    }
    if (kind == start) {
      Lexer words(source);
      words.MoveTo(begin);
      if (words.Text() == "ROOT" || words.Text() == "ENTRY") words.Next();
      std::string_view word = words.Text();
      if (!word.empty() && word[0] == '%') word.remove_prefix(1);
      if (word == name) return true;
    }
    line = source.find_first_of("\r\n", line);
    if (line == std::string_view::npos) break;
    ++line;
  }
  return false;
}

void AddFix(Diagnostic& diagnostic, const Suggestion& suggestion, bool percent) {
  if (suggestion.unique().empty()) return;
  diagnostic.fixes.push_back(
      {diagnostic.span, (percent ? "%" : "") + std::string(suggestion.unique())});
}

}  // namespace

bool ModuleReader::FailUndefined(Scope& scope, std::string_view name, SourceSpan span) {
  const bool percent = reader_.source()[span.begin] == '%';
  const Computation& here = *scope.computation;
  scope.undefined.insert(name);
  if (name == scope.current) {
    return reader_.Fail("N01", span, Format("instruction '{}' uses itself", {name}));
  }
  if (DefinedLater(reader_.source(), reader_.token().begin, name, LineStart::kInstruction)) {
    reader_
        .Report("N01", span,
                Format("instruction '{}' is defined later in computation '{}'", {name, here.name}))
        .notes.push_back({{}, "an operand must be defined before it is used"});
    return false;
  }
  for (const auto& other : module_.computations) {
    const Instruction* there = other.get() == &here ? nullptr : other->Find(name);
    if (there == nullptr) continue;
    if (finished_.count(other.get()) == 0) {
      if (scope.seems_open) return false;
      scope.seems_open = true;
      reader_
          .Report("N01", span,
                  Format("instruction '{}' of computation '{}' is not visible in the inline "
                         "computation '{}'",
                         {name, other->name, here.name}))
          .notes.push_back({scope.open, "this '{' may lack its '}'"});
      return false;
    }
    reader_
        .Report(
            "N01", span,
            Format(
                "instruction '{}' is not defined in computation '{}'; computation '{}' has a '{}'",
                {name, here.name, other->name, name}))
        .notes.push_back({there->spans.name, "it is defined here; pass it as an operand"});
    return false;
  }
  Suggestion suggestion(name);
  for (const Instruction* instruction : here.instructions) suggestion.Consider(instruction->name);
  for (const auto& aside : scope.aside) suggestion.Consider(aside.first);
  Diagnostic& diagnostic =
      reader_.Report("N01", span,
                     Format("instruction '{}' is not defined in computation '{}'{}",
                            {name, here.name, suggestion.Question()}));
  AddFix(diagnostic, suggestion, percent);
  return false;
}

bool ModuleReader::FailUndefinedComputation(std::string_view name, SourceSpan span) {
  const bool percent = reader_.source()[span.begin] == '%';
  undefined_computations_.insert(name);
  if (DefinedLater(reader_.source(), reader_.token().begin, name, LineStart::kComputation)) {
    reader_.Report("N02", span, Format("computation '{}' is defined later in the text", {name}))
        .notes.push_back({{}, "a computation must be defined before it is called"});
    return false;
  }
  Suggestion suggestion(name);
  for (const auto& computation : module_.computations) {
    if (finished_.count(computation.get()) != 0) suggestion.Consider(computation->name);
  }
  Diagnostic& diagnostic = reader_.Report(
      "N02", span, Format("computation '{}' is not defined{}", {name, suggestion.Question()}));
  AddFix(diagnostic, suggestion, percent);
  return false;
}

}  // namespace hlo
