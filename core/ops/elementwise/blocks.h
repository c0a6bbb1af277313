// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_ELEMENTWISE_BLOCKS_H_
#define HLO_CORE_OPS_ELEMENTWISE_BLOCKS_H_

#include <cstddef>

#include "core/ir/op_def.h"
#include "core/kernels/convert_blocks.h"
#include "core/kernels/elementwise_blocks.h"
#include "hlo/element_type.h"

// The block functions of elementwise ops. Ops and the engine's fused groups use the same functions.
namespace hlo {

// Elements of a block; all its buffers fit the L1 cache.
inline constexpr size_t kBlockElements = 1024;

// `type` is the storage type of the operands, or a compute type if nothing is narrowed afterwards.
// Plain and portable functions give the same bits.

// The function of an op; nullptr if the op does not support the type. The result has the compute
// type of the operand, except: abs, real, and imag of complex numbers return their part type,
// complex returns a complex type, and is-finite returns pred.
UnaryBlockFn FindUnaryBlock(const OpDef& op, ElementType type, KernelMode mode);
BinaryBlockFn FindBinaryBlock(const OpDef& op, ElementType type, KernelMode mode);

}  // namespace hlo

#endif  // HLO_CORE_OPS_ELEMENTWISE_BLOCKS_H_
