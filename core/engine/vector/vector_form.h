// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_VECTOR_VECTOR_FORM_H_
#define HLO_CORE_ENGINE_VECTOR_VECTOR_FORM_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/engine/vector/vector_program.h"
#include "core/ir/module.h"
#include "core/kernels/kernel_mode.h"

// How programs that work on lanes, and those that work on scalars, see instructions.
namespace hlo {

// The form of the op (core/ir/op_def.h), or kNone where the shapes of the instruction rule it out.
VectorForm VectorFormOf(const Instruction& instruction);

// The block function of a kStep on operands stored in `type`. `reads_codes` says that it reads them
// as they are stored, not widened; `rounds`, that the result may leave the range of its type.
struct VectorStepInfo {
  VectorStep step;
  bool reads_codes = false;
  bool rounds = true;
};
VectorStepInfo FindVectorStep(const Instruction& instruction, ElementType type, KernelMode mode);

// The computation that a `call` or `fusion` runs; nullptr for all others.
const Computation* InlinedComputation(const Instruction& instruction);
// Whether all instructions of a computation have a form, with what it calls; at most some thousand
// of them, as calls inside calls can multiply without bound.
bool HasVectorForm(const Computation& computation);
// What a call of such a computation counts as.
int64_t CountSteps(const Computation& computation);

// The leaves of a value are its arrays, depth first.
size_t LeafCount(const Shape& shape);
// Which leaves of its operand a get-tuple-element takes: the first of them.
size_t FirstLeaf(const Instruction& get_tuple_element);

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_VECTOR_VECTOR_FORM_H_
