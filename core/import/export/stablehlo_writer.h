// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_EXPORT_STABLEHLO_WRITER_H_
#define HLO_CORE_IMPORT_EXPORT_STABLEHLO_WRITER_H_

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/base/result.h"
#include "core/ir/module.h"

namespace hlo::stablehlo {

// A valid module as StableHLO text, with the ops in generic form; layouts are omitted, as they
// change no value. Error I01: an op or a type that StableHLO does not have.
Result<std::string> WriteStablehlo(const Module& module);

// Writes the functions of a module.
class StablehloWriter {
 public:
  explicit StablehloWriter(const Module& module) : module_(module) {}
  Result<std::string> Write();

 private:
  // How the text refers to an instruction: a value, or several if HLO has a tuple of them.
  struct Value {
    std::string name;  // "%x"; empty while only the parts exist
    std::vector<std::string> parts;
  };
  // An op to write.
  struct Op {
    std::string name;
    std::vector<std::string> operands, operand_types;
    std::string attributes;  // "a = 1, b = 2"
    std::vector<std::string> regions;
    std::string annotations;  // attributes that belong to no op
  };
  struct Body {
    std::string text;
    std::string result_types;
  };

  // ---- functions and regions ----
  Status WriteFunction(const Computation& computation);
  // The instructions and the op that returns the root: `flat`, its elements if it is a tuple.
  Result<Body> BodyOf(const Computation& computation, std::string_view return_op, bool flat);
  // A region whose arguments are the parameters, with tuples flattened.
  Result<std::string> RegionText(const Computation& computation);
  // A region that uses a value outside of it as its parameter.
  Result<std::string> BranchText(const Computation& branch, const Instruction& argument);
  Status AddRegion(const Instruction& instruction, Attr attr, Op& op);
  // The name of the function of a computation, which is written later.
  std::string_view FunctionOf(const Computation& computation);

  // ---- values ----
  // A name that no other value has.
  std::string Fresh(std::string_view name);
  // The value as a whole: a tuple is written if only its parts exist.
  Result<std::string> NameOf(const Instruction& instruction);
  Result<std::vector<std::string>> PartsOf(const Instruction& instruction);
  static Result<std::string> TypeOf(const Shape& shape);
  static Result<std::string> FutureType(const Shape& output);
  static bool IsFuture(const Instruction& instruction);
  // These add operands, or the type of one.
  static Status AddType(const Shape& shape, Op& op);
  Status AddOperand(const Instruction& operand, Op& op);
  Status AddOperandParts(const Instruction& operand, Op& op);
  Status AddOperands(const Instruction& instruction, Op& op);
  // Writes the op as the instruction, with one result, or one for each element of its tuple.
  Status Emit(const Instruction& instruction, const Op& op);
  Status EmitParts(const Instruction& instruction, const Op& op);
  // Writes the op with results of these shapes; their names.
  Result<std::vector<std::string>> EmitResults(const Instruction& instruction,
                                               const std::vector<Shape>& shapes, Op op);
  // The name of a tuple of these values.
  Result<std::string> EmitTuple(std::string_view name, const Shape& shape,
                                std::vector<std::string> parts);
  void Line(std::string_view results, const Op& op, std::string_view types);

  // ---- ops ----
  Status WriteInstruction(const Instruction& instruction);
  // The op of an instruction whose attributes are those of the opcode.
  Result<Op> OpByTable(const Instruction& instruction, Opcode opcode);
  Status WriteTuple(const Instruction& tuple);
  Status WriteGetTupleElement(const Instruction& get);
  Status WriteCall(const Instruction& call);
  Status WriteBarrier(const Instruction& barrier);
  Status WriteRng(const Instruction& rng);
  Status WriteWhile(const Instruction& loop);
  Status WriteConditional(const Instruction& conditional);
  Status WriteCustomCall(const Instruction& call);
  Status AddCallAttribute(const Instruction& call, const Attribute& attribute, std::string& out);
  Status WriteCopy(const Instruction& copy);
  Status WriteBitcast(const Instruction& bitcast);
  Status WriteScan(const Instruction& scan);
  Status WriteInfeed(const Instruction& infeed);
  Status WriteOutfeed(const Instruction& outfeed);
  Status WriteAsyncStart(const Instruction& start);
  Status WriteStart(const Instruction& start, Opcode collective);
  Status WriteDone(const Instruction& done);
  Status EmitStart(const Instruction& start, Op op);
  // Applies the collective to arguments that stand for the operands.
  Result<std::string> CollectiveRegion(const Instruction& start, Opcode collective);
  Status WriteConstant(const Instruction& constant);
  // The name of the new value.
  Result<std::string> EmitConstant(const Literal& literal, std::string_view name);

  const Module& module_;
  std::string out_;
  std::unordered_map<const Instruction*, Value> values_;
  std::unordered_set<std::string> names_;
  std::unordered_map<std::string, int64_t> suffixes_;  // the last one of each name
  std::unordered_map<const Computation*, std::string> functions_;
  std::vector<const Computation*> waiting_;  // functions that are called and not yet written
  int depth_ = 0;                            // of nested bodies; unlimited in HLO
  int64_t ops_ = 0, most_ops_ = 0;           // some repeat those of HLO
};

}  // namespace hlo::stablehlo

#endif  // HLO_CORE_IMPORT_EXPORT_STABLEHLO_WRITER_H_
