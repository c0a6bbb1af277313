// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_EXPORT_STABLEHLO_WRITER_H_
#define HLO_CORE_IMPORT_EXPORT_STABLEHLO_WRITER_H_

#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/base/result.h"
#include "core/ir/module.h"

namespace hlo::stablehlo {

struct OpRow;

// A good module as StableHLO text, with the ops in generic form; layouts are left out, as they
// change no value. Error I01: something that StableHLO cannot say.
Result<std::string> WriteStablehlo(const Module& module);

// Of equal shapes but for the layout.
bool SameType(const Instruction& a, const Instruction& b);

// Writes the functions of a module. The functions that return bool set the fault and return false.
class StablehloWriter {
 public:
  explicit StablehloWriter(const Module& module) : module_(module) {}
  Result<std::string> Write();

 private:
  // What an instruction is in the text: a value, or several where HLO has a tuple of them.
  struct Value {
    std::string name;  // "%x"; empty while only the parts are there
    std::vector<std::string> parts;
  };
  // An op to write.
  struct Op {
    std::string name;
    std::vector<std::string> operands, operand_types;
    std::string attributes;  // "a = 1, b = 2"
    std::vector<std::string> regions;
  };

  bool Fail(std::string message);
  bool FailOp(const Instruction& instruction);

  // ---- functions and regions ----
  bool WriteFunction(const Computation& computation);
  bool WriteBody(const Computation& computation);
  bool Return(const Computation& computation, std::string_view op, bool flat, std::string& type);
  // A region whose arguments are the parameters; `flat`: the parts of the only one.
  bool WriteRegion(const Computation& computation, bool flat, std::string& region);
  // A region whose parameter is a value outside.
  bool WriteBranch(const Computation& computation, const Instruction& argument,
                   std::string& region);

  // ---- values ----
  std::string Fresh(std::string_view name);
  bool Type(const Shape& shape, std::string& type);
  bool Use(const Instruction& operand, Op& op);
  bool UseParts(const Instruction& operand, Op& op);
  bool Operands(const Instruction& instruction, Op& op);
  const std::string* NameOf(const Instruction& instruction);
  bool Parts(const Instruction& instruction, std::vector<std::string>& parts);
  // Writes the op as the instruction, with one result, or one for each element of its tuple.
  bool Emit(const Instruction& instruction, const Op& op);
  bool EmitParts(const Instruction& instruction, const Op& op);
  void Line(const std::string& results, const Op& op, const std::string& types);

  // ---- ops ----
  bool WriteInstruction(const Instruction& instruction);
  bool WriteByRow(const Instruction& instruction, const OpRow& row);
  bool RowAttributes(const Instruction& instruction, const OpRow& row, Op& op);
  // nullopt for other opcodes than those of the group.
  std::optional<bool> WriteStructure(const Instruction& instruction);
  std::optional<bool> WriteMovement(const Instruction& instruction);
  std::optional<bool> WriteLinear(const Instruction& instruction);
  std::optional<bool> WriteWithBodies(const Instruction& instruction);
  std::optional<bool> WriteCollective(const Instruction& instruction);
  bool WriteConstant(const Literal& literal, std::string_view name, std::string& value);
  bool WriteWhile(const Instruction& instruction);
  bool WriteConditional(const Instruction& instruction);
  bool WriteGather(const Instruction& instruction);
  bool WriteConvolution(const Instruction& instruction);
  bool WriteWindowed(const Instruction& instruction);
  bool WriteRng(const Instruction& instruction);
  bool WriteCustomCall(const Instruction& instruction);
  bool Body(const Instruction& instruction, Attr attr, Op& op);

  const Module& module_;
  std::string out_;
  std::string fault_;
  std::unordered_map<const Instruction*, Value> values_;
  std::unordered_set<std::string> names_;
  std::unordered_map<const Computation*, std::string> functions_;
  std::vector<const Computation*> waiting_;  // functions that are called and not yet written
};

}  // namespace hlo::stablehlo

#endif  // HLO_CORE_IMPORT_EXPORT_STABLEHLO_WRITER_H_
