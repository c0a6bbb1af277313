// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_TEXT_PRINTER_PRINTER_H_
#define HLO_CORE_TEXT_PRINTER_PRINTER_H_

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/ir/module.h"
#include "core/text/text.h"

namespace hlo {

// Appends parts of a module to a string as HLO text (hlo-text reference, section 8). Internal:
// callers use PrintModule and related functions of text.h.
class Printer {
 public:
  Printer(const PrintOptions& options, std::string& out) : options_(options), out_(out) {}

  void PrintWhole(const Module& module);
  void PrintOne(const Instruction& instruction);  // without indentation and newline
  void PrintValue(const Instruction& instruction, const Attribute& attribute);

 private:
  bool short_mode() const { return options_.mode == PrintMode::kShort; }

  // printer.cc
  void AppendHeader(const Module& module);
  void AppendEntryLayout(const Module& module);
  void AppendAliases(const ModuleHeader& header);
  void AppendFlags(std::string_view name, const std::vector<bool>& flags);
  void AppendFrameTables(const ModuleHeader& header);
  void AppendComputation(const Computation& computation, bool is_entry,
                         const std::vector<const Instruction*>& instructions);
  void AppendProgramShape(const Computation& computation);
  void AppendOpcode(const Instruction& instruction);
  void AppendArguments(const Instruction& instruction);
  void AppendShape(const Shape* shape);
  bool IsElided(const Instruction& constant) const;
  void AppendName(std::string_view name);

  // printer_attributes.cc
  void AppendAttributes(const Instruction& instruction);
  void AppendOwnAttributes(const Instruction& instruction);
  void AppendCommonAttributes(const Instruction& instruction);
  void AppendOtherAttributes(const Instruction& instruction);
  void AppendAttribute(const Instruction& instruction, const Attribute& attribute);
  void AppendExecutionThread(const Instruction& start);

  // The async-start at the beginning of an async chain; nullptr if there is none.
  const Instruction* StartOf(const Instruction& async);
  // The wrapped instruction whose opcode replaces async-*, or nullptr.
  const Instruction* ShorthandFor(const Instruction& instruction);

  PrintOptions options_;
  std::string& out_;
  std::unordered_map<const Shape*, std::string> shapes_;  // texts; instructions share shapes
  std::unordered_map<const Instruction*, const Instruction*> starts_;
};

// The instruction that an async-start may be written as ("OPCODE-start", section 5.3), or nullptr
// if the shorthand would lose something or change the meaning.
const Instruction* WrappedInstruction(const Instruction& async_start);

// Whether the attribute states only the default, so that canonical text omits it.
bool IsDefault(const Instruction& instruction, const Attribute& attribute);
// The word of an enumeration in the op's row; "?" if out of range.
std::string_view WordAt(const Instruction& instruction, Attr attr, int64_t index);
// On an async-start in shorthand, it also applies to the wrapped instruction.
bool IsSharedWithWrapped(Attr attr);
// One of CommonAttributes().
bool IsCommon(Attr attr);
// An attribute that is printed even if the instruction does not have it.
std::optional<Attribute> ImpliedAttribute(const Instruction& instruction, Attr attr);

}  // namespace hlo

#endif  // HLO_CORE_TEXT_PRINTER_PRINTER_H_
