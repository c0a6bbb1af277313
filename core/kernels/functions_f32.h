// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_FUNCTIONS_F32_H_
#define HLO_CORE_KERNELS_FUNCTIONS_F32_H_

#include <cstddef>
#include <cstdint>

#include "hlo/kernel_mode.h"
#include "hlo/opcode.h"

// The elementary functions (core/kernels/elementary_functions.def) on blocks of f32.
// docs/accuracy.md lists the errors over all inputs, at most 1 ULP. Special values are those of the
// numerics reference, section 10.
namespace hlo {

// `out` may be an input; otherwise it must not overlap one.
using UnaryF32Fn = void (*)(const float* in, size_t n, float* out);
using BinaryF32Fn = void (*)(const float* a, const float* b, size_t n, float* out);

// How results are rounded.
enum class ResultUse : uint8_t {
  kAsF32,
  // Inputs and results are of a type of at most 16 bits, so results are rounded again. To make this
  // correct, a result near the midpoint of two narrow values is not the nearest f32, but one on the
  // correct side of the midpoint.
  kRoundedAgain,
};

// The function for the current kernel target; nullptr if the opcode is not an elementary function
// of one or two operands. kPlain and kPortable have the same bits on all targets.
UnaryF32Fn FindUnaryF32(Opcode function, KernelMode mode, ResultUse use);
BinaryF32Fn FindBinaryF32(Opcode function, KernelMode mode, ResultUse use);

}  // namespace hlo

#endif  // HLO_CORE_KERNELS_FUNCTIONS_F32_H_
