// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_VECTOR_VECTOR_FORM_H_
#define HLO_CORE_ENGINE_VECTOR_VECTOR_FORM_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/engine/vector/vector_program.h"
#include "core/ir/module.h"
#include "hlo/kernel_mode.h"

// How vector programs and scalar programs compile instructions.
namespace hlo {

// The form of the op (core/ir/op_def.h), or kNone if the shapes of the instruction rule it out.
VectorForm VectorFormOf(const Instruction& instruction);

// The block function of a kStep on operands stored in `type`. `reads_codes`: it reads stored
// values, not widened ones; `rounds`: the result may leave the range of its type.
struct VectorStepInfo {
  VectorStep step;
  bool reads_codes = false;
  bool rounds = true;
};
VectorStepInfo FindVectorStep(const Instruction& instruction, ElementType type, KernelMode mode);

// The computation that a `call` or `fusion` runs; nullptr for all others.
const Computation* InlinedComputation(const Instruction& instruction);
// Whether all instructions of a computation and of what it calls have a form; at most some thousand
// instructions, because nested calls can multiply without bound.
bool HasVectorForm(const Computation& computation);
// The number of steps that a call of such a computation counts as.
int64_t CountSteps(const Computation& computation);

// The leaves of a value are its arrays, depth-first.
size_t LeafCount(const Shape& shape);
// The first operand leaf that a get-tuple-element takes.
size_t FirstLeaf(const Instruction& get_tuple_element);

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_VECTOR_VECTOR_FORM_H_
