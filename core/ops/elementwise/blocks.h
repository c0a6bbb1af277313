// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_ELEMENTWISE_BLOCKS_H_
#define HLO_CORE_OPS_ELEMENTWISE_BLOCKS_H_

#include <cstddef>

#include "core/ir/op_def.h"
#include "core/kernels/convert_blocks.h"
#include "core/kernels/elementwise_blocks.h"
#include "hlo/element_type.h"

// The block functions of rows of the op table, and all others with them. Ops and the engine's
// fused groups carry arrays through the same functions.
namespace hlo {

// Elements that travel together: every buffer of a block fits the L1 cache.
inline constexpr size_t kBlockElements = 1024;

// Finders take the element type that the operands are stored in (a compute type where nothing is
// narrowed afterwards), and the mode of the run. Plain and portable functions give the same bits.

// The function of an opcode; nullptr where the op does not take the type. The result has the
// operand's compute type, except: abs, real and imag give the part of a complex number, complex
// gives the whole of two parts, is-finite gives pred.
UnaryBlockFn FindUnaryBlock(const OpDef& op, ElementType type, KernelMode mode);
BinaryBlockFn FindBinaryBlock(const OpDef& op, ElementType type, KernelMode mode);

}  // namespace hlo

#endif  // HLO_CORE_OPS_ELEMENTWISE_BLOCKS_H_
