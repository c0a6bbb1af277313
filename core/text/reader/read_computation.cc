// SPDX-License-Identifier: Apache-2.0
// Computations: hlo-text reference 3.2, and the checks that need a whole computation.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "core/base/characters.h"
#include "core/base/format.h"
#include "core/ops/control/async.h"
#include "core/text/reader/faulty_instruction.h"
#include "core/text/reader/module_reader.h"
#include "core/text/reader/recovery.h"

namespace hlo {

void ModuleReader::ReadComputation() {
  bool is_entry = false;
  Computation* computation = nullptr;
  ProgramShape program;
  const uint32_t begin = reader_.token().begin;
  reader_.StartHeader(begin);
  const size_t errors = reader_.errors();
  const bool valid_header = ReadComputationHeader(is_entry, computation, program);
  const bool whole_header = computation != nullptr && reader_.At(TokenKind::kOpenBrace) &&
                            (program.written || program.open.empty());
  if (!valid_header && !whole_header) {
    // The body can still be read if it starts at the end of this line.
    const uint32_t brace = BraceAtLineEnd(reader_.source(), reader_.token().begin);
    if (brace == 0 || computation == nullptr) {
      if (computation != nullptr) faulty_computations_.insert(computation->name);
      skipped_computation_ = true;
      reader_.MoveTo(FindComputation(reader_.source(), reader_.token().begin + 1));
      return;
    }
    reader_.MoveTo(brace);
    program.written = false;
  }
  const SourceSpan open = reader_.token().span();
  computation->whole.begin = begin;
  const BodyEnd end = ReadBody(*computation, open, program);
  computation->whole.end = reader_.last_end();
  MoveToEnd(computation);
  if (end == BodyEnd::kClosed && reader_.At(TokenKind::kComma) && !reader_.stopped() &&
      !ReadExecutionThread(*computation)) {
    reader_.MoveTo(FindComputation(reader_.source(), reader_.token().begin + 1));
  }
  if (reader_.errors() > errors) faulty_computations_.insert(computation->name);
  if (end == BodyEnd::kUnclosed) FailUnclosed(open, computation);
  if (is_entry && module_.entry == nullptr) module_.entry = computation;
}

bool ModuleReader::ReadComputationHeader(bool& is_entry, Computation*& computation,
                                         ProgramShape& program) {
  bool good = true;
  if (reader_.AtWord("ENTRY")) {
    const SourceSpan span = reader_.token().span();
    is_entry = entry_span_.empty();
    if (!is_entry) {
      reader_.Report("N05", span, "the module already has an ENTRY")
          .notes.push_back({entry_span_, "the first ENTRY is here"});
      good = false;
    } else {
      entry_span_ = span;
    }
    reader_.Next();
  }
  if (!reader_.AtName()) return reader_.Unexpected("the name of a computation");
  const char next = reader_.PeekByte();
  if (entry_span_.empty() && (IsWordStart(next) || next == '%') && FailEntryWord()) {
    is_entry = true;
    good = false;
  }
  const SourceSpan name_span = reader_.token().span();
  const std::string_view name = reader_.TakeName();
  if (const Computation* first = module_.FindComputation(name)) {
    if (good) {
      reader_.Report("N04", name_span, Format("computation '{}' is already defined", {name}))
          .notes.push_back({first->name_span, "first defined here"});
    }
    good = false;
  }
  computation = module_.AddComputation(std::string(name));
  computation->name_span = name_span;
  if (reader_.At(TokenKind::kOpenParen) && !ReadProgramShape(program)) return false;
  if (!reader_.At(TokenKind::kOpenBrace)) {
    return good ? reader_.Unexpected(program.written ? "'{'" : "'{' or the parameters") : false;
  }
  return good;
}

// Consumes a word before the name that is nearly "ENTRY".
bool ModuleReader::FailEntryWord() {
  const SourceSpan span = reader_.token().span();
  Suggestion suggestion(reader_.text());
  suggestion.Consider("ENTRY");
  if (suggestion.empty()) return false;
  reader_
      .Report("P01", span,
              Format("expected a computation, but found '{}'{}",
                     {reader_.text(), suggestion.Question()}))
      .fixes.push_back({span, "ENTRY"});
  entry_span_ = span;
  reader_.Next();
  return true;
}

bool ModuleReader::ReadProgramShape(ProgramShape& program) {
  program.open = reader_.token().span();
  {
    const Reader::Nest nest(reader_);
    if (!nest.ok()) return false;
    reader_.Next();
    while (!reader_.At(TokenKind::kCloseParen)) {
      if (!program.parameters.empty() && !reader_.Expect(TokenKind::kComma, "',' or ')'")) {
        return false;
      }
      if (!reader_.AtName()) return reader_.Unexpected("the name of a parameter");
      reader_.Next();
      program.parameters.emplace_back();
      if (!reader_.Expect(TokenKind::kColon, "':' after the name of the parameter") ||
          !reader_.ReadShape(program.parameters.back().shape)) {
        return false;
      }
    }
    reader_.Next();
  }
  if (!reader_.Expect(TokenKind::kArrow, "'->' and the shape of the result")) return false;
  if (!reader_.ReadShape(program.result)) return false;
  program.written = true;
  return true;
}

bool ModuleReader::ReadExecutionThread(Computation& computation) {
  reader_.Next();
  if (!reader_.AtWord("execution_thread")) return reader_.Unexpected("'execution_thread='");
  reader_.Next();
  std::string thread;
  if (!reader_.Expect(TokenKind::kEqual, "'='") || !reader_.ReadString(thread)) return false;
  if (!thread.empty()) computation.execution_thread = std::move(thread);
  return true;
}

ModuleReader::BodyEnd ModuleReader::ReadBody(Computation& computation, SourceSpan open,
                                             const ProgramShape& program) {
  Scope scope;
  scope.computation = &computation;
  scope.open = open;
  const Reader::Nest nest(reader_);
  if (!nest.ok()) return BodyEnd::kCut;
  reader_.Next();
  ++bodies_;
  const BodyEnd end = ReadBodyInstructions(scope);
  --bodies_;
  const SourceSpan close = reader_.token().span();
  if (end == BodyEnd::kClosed) reader_.Next();
  // A body that lacks only its brace has a root.
  scope.has_fault |= end == BodyEnd::kCut || (end == BodyEnd::kUnclosed && scope.root.empty());
  FinishBody(scope, program, close);
  return scope.seems_open ? BodyEnd::kCut : end;
}

// Stops at the closing brace, or where it is missing.
ModuleReader::BodyEnd ModuleReader::ReadBodyInstructions(Scope& scope) {
  bool recovered = false;
  ParsedInstruction parsed;
  while (!reader_.stopped()) {
    if (reader_.At(TokenKind::kCloseBrace)) {
      return bodies_ == 1 || !FailOpenBody(scope) ? BodyEnd::kClosed : BodyEnd::kCut;
    }
    if (reader_.At(TokenKind::kEnd) || AtNextComputation()) {
      return recovered ? BodyEnd::kCut : BodyEnd::kUnclosed;
    }
    recovered = false;
    parsed.Clear();
    parsed.computation = scope.computation;
    const uint32_t begin = reader_.token().begin;
    reader_.StartInstruction(begin);
    ++scope.instructions;
    if (ReadInstruction(parsed)) {
      const size_t errors = reader_.errors();
      if (!Resolve(scope, parsed)) KeepFaulty(scope, parsed);
      if (reader_.errors() > errors) SkipLostBody(parsed);
      continue;
    }
    scope.has_fault = true;
    if (!parsed.name.empty()) scope.aside.emplace(parsed.name, nullptr);
    KeepFaulty(scope, parsed);
    Recover(parsed);
    recovered = true;
  }
  return BodyEnd::kCut;
}

// Whether another computation begins where an instruction or '}' is expected.
bool ModuleReader::AtNextComputation() const {
  if (!reader_.AtName()) return false;
  const char next = reader_.PeekByte();
  const bool may = reader_.AtWord("ENTRY") ? next != '=' : next == '{' || next == '(';
  if (!may) return false;
  return AtComputation() ||
         ClassifyLine(reader_.source(), reader_.token().begin) == LineStart::kComputation;
}

// P01 at the next computation, or P13 at the end of the text; null: of an inline computation.
void ModuleReader::FailUnclosed(SourceSpan open, const Computation* computation) {
  const bool at_end = reader_.At(TokenKind::kEnd);
  const SourceSpan span = reader_.token().span();
  Diagnostic& diagnostic = reader_.Report(
      at_end ? "P13" : "P01", span,
      Format("expected '}' of {}, but the {} here",
             {computation == nullptr ? "the inline computation"
                                     : Format("computation '{}'", {computation->name}),
              at_end ? "text ends" : "next computation begins"}));
  diagnostic.notes.push_back({open, "this '{' is still open"});
  if (computation == nullptr) return;
  const bool in_line = at_end && reader_.source().back() != '\n';
  diagnostic.fixes.push_back({{span.begin, span.begin}, in_line ? "\n}\n" : "}\n"});
}

void ModuleReader::KeepFaulty(const Scope& scope, const ParsedInstruction& parsed) {
  if (parsed.name_span.empty()) return;
  std::optional<FaultyInstruction> found =
      ScanFaultyInstruction(reader_.source(), parsed.whole.begin, parsed.name_span);
  if (!found) return;
  found->computation = scope.computation;
  found->is_root = parsed.is_root;
  if (parsed.whole.end > parsed.whole.begin) found->spans.whole = parsed.whole;
  faulty_.push_back(std::move(*found));
}

// Whether the brace that would end an inline computation is that of the outermost one.
bool ModuleReader::FailOpenBody(Scope& scope) {
  if (!ClosesBody(reader_.source(), reader_.token().begin)) return false;
  if (!scope.has_fault) {
    reader_
        .Report("P01", reader_.token().span(),
                "expected '}' of the inline computation, but found that of the computation")
        .notes.push_back({scope.open, "this '{' is still open"});
  }
  scope.has_fault = true;
  return true;
}

void ModuleReader::FinishBody(Scope& scope, const ProgramShape& program, SourceSpan close) {
  Computation& computation = *scope.computation;
  if (scope.instructions == 0 && !scope.has_fault) {
    reader_.Fail("N09", close, Format("computation '{}' has no instructions", {computation.name}));
    scope.has_fault = true;
  }
  computation.PlaceParameters();
  CheckParameterNumbers(scope);
  if (computation.root == nullptr && !computation.instructions.empty()) {
    computation.root = computation.instructions.back();
    if (scope.has_fault) without_root_.insert(&computation);
  }
  if (program.written) CheckProgramShape(scope, program);
  CheckStartedOps(scope);
  if (scope.has_fault) {
    // Other code requires that even the parameters of a faulty computation have no gaps.
    auto& parameters = computation.parameters;
    parameters.erase(std::remove(parameters.begin(), parameters.end(), nullptr), parameters.end());
    faulty_computations_.insert(computation.name);
  }
  finished_.insert(&computation);
}

void ModuleReader::CheckParameterNumbers(Scope& scope) {
  if (scope.has_fault) return;
  const Status whole = CheckComputation(*scope.computation);
  if (whole.ok()) return;
  scope.has_fault = true;
  reader_.Fail(whole.error().code, scope.computation->name_span, whole.error().message);
}

void ModuleReader::CheckProgramShape(Scope& scope, const ProgramShape& program) {
  const Computation& computation = *scope.computation;
  const auto& parameters = computation.parameters;
  for (size_t i = 0; i < std::min(program.parameters.size(), parameters.size()); ++i) {
    const WrittenShape& written = program.parameters[i].shape;
    if (parameters[i] == nullptr || Compatible(*written.shape, *parameters[i]->shape)) continue;
    reader_
        .Report(
            "S06", written.span,
            Format("parameter {} of the program shape must be {}, got {}",
                   {i, ShapeText(*parameters[i]->shape, false), ShapeText(*written.shape, false)}))
        .notes.push_back({parameters[i]->spans.whole, "the parameter is here"});
    scope.has_fault = true;
    return;
  }
  if (scope.has_fault) return;
  if (program.parameters.size() != parameters.size()) {
    const SourceSpan span = program.parameters.size() > parameters.size()
                                ? program.parameters[parameters.size()].shape.span
                                : program.open;
    reader_.Fail("S06", span,
                 Format("the program shape must have {}, like the computation, got {}",
                        {parameters.size() == 1 ? "1 parameter"
                                                : std::to_string(parameters.size()) + " parameters",
                         program.parameters.size()}));
    scope.has_fault = true;
    return;
  }
  if (Compatible(*program.result.shape, *computation.root->shape)) return;
  reader_
      .Report(
          "S06", program.result.span,
          Format("the result of the program shape must be {}, the shape of the root '{}', got {}",
                 {ShapeText(*computation.root->shape, false), computation.root->name,
                  ShapeText(*program.result.shape, false)}))
      .notes.push_back({computation.root->spans.whole, "the root is here"});
  scope.has_fault = true;
}

void ModuleReader::CheckStartedOps(Scope& scope) {
  if (scope.has_fault) return;
  for (const AsyncFault& fault : CheckAsyncUsers(*scope.computation)) {
    reader_.Report(fault.error.code, fault.start->spans.opcode, fault.error.message);
    scope.has_fault = true;
  }
}

void ModuleReader::MoveToEnd(const Computation* computation) {
  auto& all = module_.computations;
  size_t place = all.size();
  while (place > 0 && all[place - 1].get() != computation) --place;
  if (place == 0) return;
  std::rotate(all.begin() + static_cast<std::ptrdiff_t>(place - 1),
              all.begin() + static_cast<std::ptrdiff_t>(place), all.end());
}

Computation* ModuleReader::ReadInlineComputation(const ParsedInstruction& user) {
  const std::string_view opcode = user.wrapped != nullptr ? user.wrapped->name : user.op->name;
  Computation* computation =
      module_.AddComputation(UniqueComputationName(std::string(opcode) + "_computation"));
  const SourceSpan open = reader_.token().span();
  computation->name_span = open;
  computation->whole.begin = open.begin;
  const BodyEnd end = ReadBody(*computation, open, ProgramShape());
  computation->whole.end = reader_.last_end();
  MoveToEnd(computation);
  if (end == BodyEnd::kUnclosed) FailUnclosed(open, nullptr);
  return end == BodyEnd::kClosed ? computation : nullptr;
}

}  // namespace hlo
