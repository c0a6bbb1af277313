// SPDX-License-Identifier: Apache-2.0
#include "core/text/printer/printer.h"

#include <algorithm>
#include <unordered_set>

#include "core/base/format.h"
#include "core/text/printer/print_order.h"
#include "core/text/quote.h"
#include "core/text/strings.h"

namespace hlo {
namespace {

// Computations that the async shorthand absorbs.
std::unordered_set<const Computation*> HiddenComputations(
    const std::vector<OrderedComputation>& computations) {
  std::unordered_set<const Computation*> hidden;
  for (const OrderedComputation& ordered : computations) {
    for (const Instruction* instruction : ordered.instructions) {
      if (!instruction->Is(Opcode::kAsyncStart)) continue;
      if (const Instruction* wrapped = WrappedInstruction(*instruction)) {
        hidden.insert(wrapped->parent);
      }
    }
  }
  return hidden;
}

void AppendIndex(const ShapeIndex& index, std::string& out) {
  out += Braced({index.data(), index.size()});
}

// Before every fifth element of a long list.
bool WantsIndexComment(size_t i) { return i > 0 && i % 5 == 0; }

// Largest number of elements that is not elided.
constexpr int64_t kMaxShownElements = 10;

}  // namespace

// ---- module ----

void Printer::PrintWhole(const Module& module) {
  const std::vector<OrderedComputation> computations = PrintOrder(module);
  const std::unordered_set<const Computation*> hidden = HiddenComputations(computations);
  AppendHeader(module);
  for (const OrderedComputation& ordered : computations) {
    const bool is_entry = ordered.computation == module.entry;
    if (!is_entry && hidden.count(ordered.computation) > 0) continue;
    AppendComputation(*ordered.computation, is_entry, ordered.instructions);
  }
}

void Printer::AppendHeader(const Module& module) {
  const ModuleHeader& header = module.header;
  out_ += "HloModule ";
  out_ += module.name;
  if (header.is_scheduled) out_ += ", is_scheduled=true";
  AppendAliases(header);
  if (header.alias_passthrough_params) out_ += ", alias_passthrough_params=true";
  AppendEntryLayout(module);
  AppendFlags("allow_spmd_sharding_propagation_to_parameters",
              header.spmd_propagation_to_parameters);
  AppendFlags("allow_spmd_sharding_propagation_to_output", header.spmd_propagation_to_output);
  if (header.replica_count != 1) {
    out_ += ", replica_count=" + std::to_string(header.replica_count);
  }
  if (header.num_partitions != 1) {
    out_ += ", num_partitions=" + std::to_string(header.num_partitions);
  }
  if (!header.frontend_attributes.entries.empty()) {
    out_ += ", frontend_attributes=";
    AppendTextMap(header.frontend_attributes, out_);
  }
  if (!header.origin_recovery_table.empty()) {
    out_ += ", origin_recovery_table=" + header.origin_recovery_table;
  }
  out_ += "\n";
  if (options_.metadata) AppendFrameTables(header);
  out_ += "\n";
}

void Printer::AppendAliases(const ModuleHeader& header) {
  if (!header.input_output_alias.empty()) {
    out_ += ", input_output_alias={ ";
    for (const BufferAlias& alias : header.input_output_alias) {
      if (&alias != &header.input_output_alias.front()) out_ += ", ";
      AppendIndex(alias.output, out_);
      out_ += ": (" + std::to_string(alias.parameter) + ", ";
      AppendIndex(alias.parameter_index, out_);
      out_ += alias.must_alias ? ", must-alias)" : ", may-alias)";
    }
    out_ += " }";
  }
  if (!header.buffer_donors.empty()) {
    out_ += ", buffer_donor={ ";
    for (const BufferDonor& donor : header.buffer_donors) {
      if (&donor != &header.buffer_donors.front()) out_ += ", ";
      out_ += "(" + std::to_string(donor.parameter) + ", ";
      AppendIndex(donor.parameter_index, out_);
      out_ += ")";
    }
    out_ += " }";
  }
}

void Printer::AppendEntryLayout(const Module& module) {
  out_ += ", entry_computation_layout={(";
  if (const auto& layout = module.header.entry_layout) {
    for (const Shape& parameter : layout->parameters) {
      if (&parameter != &layout->parameters.front()) out_ += ", ";
      out_ += ShapeText(parameter, options_.layouts);
    }
    out_ += ")->" + ShapeText(layout->result, options_.layouts);
  } else if (module.entry != nullptr) {
    bool first = true;
    for (const Instruction* parameter : module.entry->parameters) {
      if (!first) out_ += ", ";
      first = false;
      if (parameter != nullptr) AppendShape(parameter->shape);
    }
    out_ += ")->";
    if (module.entry->root != nullptr) AppendShape(module.entry->root->shape);
  } else {
    out_ += ")->()";
  }
  out_ += "}";
}

void Printer::AppendFlags(std::string_view name, const std::vector<bool>& flags) {
  if (flags.size() == 1 && !flags[0]) return;
  out_ += ", ";
  out_ += name;
  out_ += "={";
  for (size_t i = 0; i < flags.size(); ++i) {
    if (i > 0) out_ += ",";
    out_ += flags[i] ? "true" : "false";
  }
  out_ += "}";
}

void Printer::AppendFrameTables(const ModuleHeader& header) {
  for (const FrameTable& table : header.frame_tables) {
    out_ += "\n" + table.title + "\n";
    for (const auto& line : table.lines) {
      out_ += std::to_string(line.first) + " " + line.second + "\n";
    }
  }
}

// ---- computation ----

void Printer::AppendComputation(const Computation& computation, bool is_entry,
                                const std::vector<const Instruction*>& instructions) {
  if (is_entry) out_ += "ENTRY ";
  AppendName(computation.name);
  if (!short_mode()) AppendProgramShape(computation);
  out_ += " {\n";
  for (const Instruction* instruction : instructions) {
    out_ += "  ";
    PrintOne(*instruction);
    out_ += "\n";
  }
  out_ += "}";
  if (computation.execution_thread != "main") {
    out_ += ", execution_thread=";
    AppendQuoted(computation.execution_thread, out_);
  }
  out_ += "\n\n";
}

void Printer::AppendProgramShape(const Computation& computation) {
  out_ += " (";
  bool first = true;
  for (const Instruction* parameter : computation.parameters) {
    if (parameter == nullptr) continue;
    if (!first) out_ += ", ";
    first = false;
    out_ += parameter->name + ": " + ShapeText(*parameter->shape, /*layouts=*/false);
  }
  out_ += ") -> ";
  if (computation.root != nullptr) out_ += ShapeText(*computation.root->shape, /*layouts=*/false);
}

// ---- instruction ----

void Printer::PrintOne(const Instruction& instruction) {
  if (instruction.parent != nullptr && instruction.parent->root == &instruction) out_ += "ROOT ";
  if (!instruction.name.empty()) {
    AppendName(instruction.name);
    out_ += " = ";
  }
  AppendShape(instruction.shape);
  out_ += ' ';
  AppendOpcode(instruction);
  out_ += '(';
  AppendArguments(instruction);
  out_ += ')';
  AppendAttributes(instruction);
}

void Printer::AppendOpcode(const Instruction& instruction) {
  static constexpr std::string_view kAsync = "async";
  const Instruction* wrapped = ShorthandFor(instruction);
  if (wrapped == nullptr) {
    out_ += instruction.op->name;
  } else {
    out_ += wrapped->op->name;
    out_ += instruction.op->name.substr(kAsync.size());  // "-start", "-update" or "-done"
  }
}

void Printer::AppendArguments(const Instruction& instruction) {
  switch (instruction.op->arguments) {
    case ArgumentKind::kParameterNumber:
      out_ += std::to_string(instruction.parameter_number);
      return;
    case ArgumentKind::kLiteral:
      if (IsElided(instruction)) {
        out_ += "{...}";
      } else {
        AppendHloText(*instruction.literal, out_);
      }
      return;
    case ArgumentKind::kOperands:
      break;
  }
  for (size_t i = 0; i < instruction.operands.size(); ++i) {
    if (i > 0) out_ += ", ";
    if (!short_mode() && WantsIndexComment(i)) out_ += "/*index=" + std::to_string(i) + "*/";
    const Instruction* operand = instruction.operands[i];
    if (options_.mode == PrintMode::kLong) {
      AppendShape(operand->shape);
      out_ += ' ';
    }
    AppendName(operand->name);
  }
}

bool Printer::IsElided(const Instruction& constant) const {
  if (constant.literal == nullptr) return true;  // elided in the source text
  if (options_.large_constants) return false;
  return constant.shape->IsTuple() || constant.literal->element_count() > kMaxShownElements;
}

void Printer::AppendShape(const Shape* shape) {
  const auto [entry, is_new] = shapes_.try_emplace(shape);
  if (is_new) entry->second = ShapeText(*shape, options_.layouts);
  out_ += entry->second;
}

void Printer::AppendName(std::string_view name) {
  if (options_.percent || IsReservedWord(name)) out_ += '%';
  out_ += name;
}

// ---- async shorthand ----

const Instruction* Printer::StartOf(const Instruction& async) {
  const Instruction* at = &async;
  // Operands are printed before their users, so the recursion is shallow.
  while (!at->Is(Opcode::kAsyncStart)) {
    const bool is_link = at->Is(Opcode::kAsyncUpdate) || at->Is(Opcode::kAsyncDone);
    if (!is_link || at->operands.empty()) return nullptr;
    at = at->operands[0];
    if (const auto found = starts_.find(at); found != starts_.end()) at = found->second;
  }
  starts_[&async] = at;
  return at;
}

const Instruction* Printer::ShorthandFor(const Instruction& instruction) {
  if (instruction.op->family != OpFamily::kAsync) return nullptr;
  const Instruction* start = StartOf(instruction);
  return start == nullptr ? nullptr : WrappedInstruction(*start);
}

// ---- the functions of text.h ----

std::string PrintModule(const Module& module, const PrintOptions& options) {
  std::string out;
  Printer(options, out).PrintWhole(module);
  return out;
}

std::string PrintInstruction(const Instruction& instruction, const PrintOptions& options) {
  std::string out;
  Printer(options, out).PrintOne(instruction);
  return out;
}

std::string PrintAttributeValue(const Instruction& instruction, const Attribute& attribute) {
  std::string out;
  Printer(PrintMode::kCanonical, out).PrintValue(instruction, attribute);
  return out;
}

}  // namespace hlo
