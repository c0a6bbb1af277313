// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_FUNCTIONS_F32_H_
#define HLO_CORE_KERNELS_FUNCTIONS_F32_H_

#include <cstddef>
#include <cstdint>

#include "core/kernels/kernel_mode.h"
#include "hlo/opcode.h"

// The elementary functions (core/kernels/elementary_functions.def) on blocks of f32.
// docs/accuracy.md says how exact each one is, over all inputs: at most 1 ULP. Special values are
// those of the numerics reference, section 10.
namespace hlo {

// `out` may be exactly an input, else it must not overlap one.
using UnaryF32Fn = void (*)(const float* in, size_t n, float* out);
using BinaryF32Fn = void (*)(const float* a, const float* b, size_t n, float* out);

// What becomes of the results.
enum class ResultUse : uint8_t {
  kAsF32,
  // They are rounded once more, to a type of at most 16 bits, and the inputs are of such a type. So
  // that this gives the nearest value of the narrow type, a result that lies close to the middle of
  // two of them is not the nearest f32, but one on the right side of it.
  kRoundedAgain,
};

// The function for the current kernel target; nullptr for an opcode that is no elementary function
// of one or two operands. kPlain and kPortable give the same bits, everywhere.
UnaryF32Fn FindUnaryF32(Opcode function, KernelMode mode, ResultUse use);
BinaryF32Fn FindBinaryF32(Opcode function, KernelMode mode, ResultUse use);

}  // namespace hlo

#endif  // HLO_CORE_KERNELS_FUNCTIONS_F32_H_
