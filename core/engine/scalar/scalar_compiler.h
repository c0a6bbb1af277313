// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_SCALAR_SCALAR_COMPILER_H_
#define HLO_CORE_ENGINE_SCALAR_SCALAR_COMPILER_H_

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/engine/scalar/scalar_program.h"
#include "core/engine/vector/vector_form.h"
#include "core/ir/module.h"
#include "hlo/kernel_mode.h"

namespace hlo {

// The program of a `while` whose state is arrays of one element (in tuples, nested or not) and
// whose condition and body work only on such values, including calls, conditionals and loops.
// Inputs are the leaves of its operand, outputs those of its result. nullptr for any other loop.
std::unique_ptr<ScalarProgram> CompileScalarLoop(const Instruction& loop, KernelMode mode);

// Compiles instructions to code. Each value gets its own slot; tuples and aliases get none.
class ScalarCompiler {
 public:
  explicit ScalarCompiler(KernelMode mode);

  std::unique_ptr<ScalarProgram> CompileLoop(const Instruction& loop);

 private:
  using Slot = uint16_t;
  using Slots = std::vector<Slot>;
  using Code = ScalarCode;

  // ---- values ----
  Slot NewSlot();
  Slot NewConstant(const void* element, size_t bytes);
  // The element as stored by `type`.
  Slot NewConstantFromCode(const void* code, ElementType type);

  // ---- code ----
  int32_t Here() const { return static_cast<int32_t>(program_->code_.size()); }
  ScalarInstruction& Emit(const ScalarInstruction& instruction);
  Slot EmitResult(ScalarInstruction instruction);
  Slot EmitFunction(const VectorStep& step, Slot a, Slot b = 0, Slot c = 0);
  Slot EmitConversion(ConvertFn convert, Slot from);
  // Copies all values at once, as if each source were read before any target is written.
  void EmitMoves(std::vector<std::pair<Slot, Slot>> to_from, const std::vector<int>& bytes);
  // Steps are counted by block; a block ends where control may branch.
  int32_t NewBlock();
  void BeginCountedBlock();

  // ---- instructions ----
  // Compiles the instructions of a computation, `depth` calls deep.
  Slots Compile(const Computation& computation, const std::vector<Slots>& arguments, int depth);
  Slots CompileInstruction(const Instruction& instruction, const std::vector<Slots>& operands,
                           int depth);
  Slots CompileWhile(const Instruction& loop, const Slots& start, int depth);
  Slots CompileConditional(const Instruction& conditional, const std::vector<Slots>& operands,
                           int depth);
  Slot CompileStep(const Instruction& instruction, const std::vector<Slots>& operands);
  Slot Convert(Slot value, ElementType from, ElementType to);
  Slot ConvertInteger(Slot value, ElementType from, ElementType to);
  Slot Bitcast(Slot value, ElementType from, ElementType to);
  Slot Wrapped(Slot value, ElementType integer);
  Slot Rounded(Slot value, ElementType type);
  // Lets the code of a loop's body, from `begin`, write the next state in place.
  void WriteInPlace(int32_t begin, const Slots& state, Slots& next);

  const KernelMode mode_;
  std::unique_ptr<ScalarProgram> program_;
  int32_t block_ = 0;
  // Ranges of loops and branches in the code, which need not run exactly once.
  std::vector<std::pair<int32_t, int32_t>> regions_;
  size_t steps_ = 0;     // instructions compiled
  bool failed_ = false;  // an instruction cannot be compiled
};

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_SCALAR_SCALAR_COMPILER_H_
