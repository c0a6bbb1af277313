// SPDX-License-Identifier: Apache-2.0
// Chains of async-start, async-update and async-done: hlo-text reference 4 and 5.3.
#include <string_view>
#include <utility>

#include "core/text/reader/verify.h"

namespace hlo {
namespace {

std::string_view ThreadOf(const Instruction& start) {
  const std::string_view written = start.attributes.String(Attr::async_execution_thread);
  if (!written.empty()) return written;
  const Computation* called = start.attributes.Called(Attr::calls);
  return called == nullptr ? "main" : std::string_view(called->execution_thread);
}

// The thread of a start must agree with that of the computation it calls.
Status CheckStart(const Instruction& start) {
  const Attribute* thread = start.attributes.Find(Attr::async_execution_thread);
  const std::string_view written = start.attributes.String(Attr::async_execution_thread);
  const Computation* callee = start.attributes.Called(Attr::calls);
  // "main" is the default of a computation.
  const bool agrees = thread == nullptr || written.empty() || callee == nullptr ||
                      callee->execution_thread == "main" || callee->execution_thread == written;
  if (agrees) return {};
  return Fail("V01", "`async-start`: the thread must be \"{}\", the thread of '{}', got \"{}\"",
              {callee->execution_thread, callee->name, written})
      .AtAttribute(Info(Attr::async_execution_thread).name);
}

// Attributes that an update or a done repeats must agree with those of the start.
Status CheckLink(const Instruction& link) {
  const Instruction* start = AsyncStartOf(link);
  if (start == nullptr) return {};  // a single instruction: the operand is unknown
  const Computation* started = start->attributes.Called(Attr::calls);
  const Computation* called = link.attributes.Called(Attr::calls);
  // An undefined computation has already been reported.
  if (called != nullptr && started != nullptr && called != started) {
    return Fail("V03", "`{}`: `calls` must be '{}', the computation that was started, got '{}'",
                {link.op->name, started->name, called->name})
        .AtAttribute(Info(Attr::calls).name);
  }
  const Attribute* thread = link.attributes.Find(Attr::async_execution_thread);
  const std::string_view written = link.attributes.String(Attr::async_execution_thread);
  if (thread == nullptr || written == ThreadOf(*start)) return {};
  return Fail("V01", "`{}`: the thread must be \"{}\", the thread of the start, got \"{}\"",
              {link.op->name, ThreadOf(*start), written})
      .AtAttribute(Info(Attr::async_execution_thread).name);
}

Status CheckChain(const Instruction& instruction) {
  switch (instruction.opcode()) {
    case Opcode::kAsyncStart:
      return CheckStart(instruction);
    case Opcode::kAsyncUpdate:
    case Opcode::kAsyncDone:
      return CheckLink(instruction);
    default:
      return {};
  }
}

}  // namespace

const Instruction* AsyncStartOf(const Instruction& instruction) {
  const Instruction* link = &instruction;
  do {
    if (link->operands.empty()) return nullptr;
    link = link->operands[0];
  } while (link->Is(Opcode::kAsyncUpdate));
  return link->Is(Opcode::kAsyncStart) ? link : nullptr;
}

std::optional<Diagnostic> AsyncVerifier::Look(const Instruction& instruction) {
  const Status chain = CheckChain(instruction);
  if (!chain.ok()) return DiagnosticAt(instruction, chain.error());
  // An update and a done name the computation of their start again.
  if (instruction.Is(Opcode::kAsyncUpdate) || instruction.Is(Opcode::kAsyncDone)) return {};
  for (const Attribute& attribute : instruction.attributes.all()) {
    if (const auto* one = std::get_if<Computation*>(&attribute.value)) {
      if (*one == nullptr) continue;
      if (auto fault = LookAtCaller(attribute, **one, instruction)) return fault;
    } else if (const auto* many = std::get_if<std::vector<Computation*>>(&attribute.value)) {
      for (const Computation* each : *many) {
        if (auto fault = LookAtCaller(attribute, *each, instruction)) return fault;
      }
    }
  }
  return {};
}

std::optional<Diagnostic> AsyncVerifier::LookAtCaller(const Attribute& attribute,
                                                      const Computation& callee,
                                                      const Instruction& caller) {
  const bool starts = caller.Is(Opcode::kAsyncStart);
  const auto [first, added] = callers_.emplace(&callee, Caller{starts, caller.spans.name});
  if (added || (!starts && !first->second.starts)) return {};
  Diagnostic diagnostic;
  diagnostic.code = "V03";
  diagnostic.span = attribute.name_span;
  diagnostic.message = Format(
      "computation '{}' is called by an async op and must have no other caller", {callee.name});
  diagnostic.notes.push_back({first->second.name, "the first caller is here"});
  return diagnostic;
}

}  // namespace hlo
