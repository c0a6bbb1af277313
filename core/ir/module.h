// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IR_MODULE_H_
#define HLO_CORE_IR_MODULE_H_

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/ir/attribute.h"
#include "core/ir/name_table.h"
#include "core/ir/op_def.h"
#include "hlo/arena.h"
#include "hlo/literal.h"
#include "hlo/module.h"
#include "hlo/shape.h"
#include "hlo/small_vector.h"
#include "hlo/source_span.h"

namespace hlo {

// Positions of the parts of an instruction in the text.
struct InstructionSpans {
  SourceSpan whole;  // from the name (or ROOT) to the end of the attributes
  SourceSpan name;
  SourceSpan shape;  // empty if not written
  SourceSpan opcode;
  SmallVector<SourceSpan, 2> operands;  // the operand names
};

// One instruction. `shape` and `operands` live as long as the module.
struct Instruction {
  std::string name;  // without "%"
  const OpDef* op = nullptr;
  const Shape* shape = nullptr;
  SmallVector<Instruction*, 2> operands;
  Attributes attributes;
  int64_t parameter_number = -1;           // parameter
  std::shared_ptr<const Literal> literal;  // constant; null if the text elided it
  Computation* parent = nullptr;
  int32_t index = 0;         // index in the computation's list
  bool synthesized = false;  // generated for a text that is a single instruction
  InstructionSpans spans;

  Opcode opcode() const { return op->opcode; }
  bool Is(Opcode wanted) const { return op->opcode == wanted; }
  // Its number in the module (Module::AssignNumbers).
  int64_t Number() const;
  // Computations that the attributes name, in print order.
  std::vector<Computation*> CalledComputations() const;
};

// A named list of instructions in text order: operands precede their users.
class Computation {
 public:
  // Its contents are in the arena.
  explicit Computation(std::shared_ptr<Arena> arena) : arena_(std::move(arena)) {}

  std::string name;
  std::vector<Instruction*> instructions;
  Instruction* root = nullptr;
  std::vector<Instruction*> parameters;  // by parameter number
  std::string execution_thread = "main";
  bool synthesized =
      false;  // named by a single instruction but not defined: it has only a signature
  SourceSpan name_span;
  SourceSpan whole;
  int64_t number = 0;             // Module::AssignNumbers sets this
  int64_t first_instruction = 0;  // and this, the number of the first instruction

  // Creates an instruction that lives as long as the computation and joins its list when added.
  Instruction* New();
  Instruction* Add(Instruction* added);
  // Completes `parameters` after the last Add().
  void PlaceParameters();
  // Renames an instruction of the list; the new name must be free.
  void Rename(Instruction* instruction, std::string free_name);
  Instruction* Find(std::string_view instruction_name) const;
  void Prefetch(std::string_view instruction_name) const { by_name_.Prefetch(instruction_name); }

 private:
  void PlaceParameter(Instruction* parameter);

  std::shared_ptr<Arena> arena_;
  Pool<Instruction> pool_{*arena_};
  NameTable<Instruction> by_name_;
  std::vector<Instruction*> far_parameters_;  // whose numbers were far ahead of the others
};

inline int64_t Instruction::Number() const { return parent->first_instruction + index; }

// Output buffer `output` reuses buffer `parameter_index` of parameter `parameter`.
struct BufferAlias {
  ShapeIndex output;
  int64_t parameter = 0;
  ShapeIndex parameter_index;
  bool must_alias = false;
};
struct BufferDonor {
  int64_t parameter = 0;
  ShapeIndex parameter_index;
};
struct EntryLayout {
  std::vector<Shape> parameters;
  Shape result;
};
// FileNames, FunctionNames, FileLocations, StackFrames: number and the rest of each line.
struct FrameTable {
  std::string title;
  std::vector<std::pair<int64_t, std::string>> lines;
};

// The header (hlo-text reference 3.1).
struct ModuleHeader {
  bool is_scheduled = false;
  int64_t replica_count = 1;
  int64_t num_partitions = 1;
  std::vector<BufferAlias> input_output_alias;
  std::vector<BufferDonor> buffer_donors;
  bool alias_passthrough_params = false;
  std::optional<EntryLayout> entry_layout;
  std::vector<bool> spmd_propagation_to_parameters = {false};
  std::vector<bool> spmd_propagation_to_output = {false};
  TextMap frontend_attributes;
  std::string origin_recovery_table;  // braces included, or empty
  std::vector<FrameTable> frame_tables;
};

// A whole program. Owns its computations and its shapes; moving it keeps all pointers valid.
class Module {
 public:
  std::string name;
  ModuleHeader header;
  std::vector<std::unique_ptr<Computation>> computations;  // callees before callers
  Computation* entry = nullptr;

  Computation* AddComputation(std::string computation_name);
  Computation* FindComputation(std::string_view computation_name) const;
  // Numbers the computations in the order of the list, and all instructions: computation by
  // computation, in text order. The parser and the builder call it when a module is complete.
  void AssignNumbers();
  // nullptr for other numbers.
  const Instruction* InstructionAt(int64_t number) const;
  const Computation* ComputationAt(int64_t number) const;
  // A copy of the shape that lives as long as the module; equal shapes share one copy.
  const Shape* Intern(const Shape& shape);
  // For data that lives as long as the module.
  const std::shared_ptr<Arena>& arena() const { return arena_; }
  // The same, for holders that may outlive the module.
  SharedShape Share(const Shape* interned) const { return {shapes_, interned}; }

 private:
  std::shared_ptr<Arena> arena_ = std::make_shared<Arena>();
  NameTable<Computation> by_name_;
  std::shared_ptr<std::deque<Shape>> shapes_ = std::make_shared<std::deque<Shape>>();
  std::unordered_multimap<uint64_t, const Shape*> interned_;
};

}  // namespace hlo

#endif  // HLO_CORE_IR_MODULE_H_
