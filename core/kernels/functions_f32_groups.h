// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_FUNCTIONS_F32_GROUPS_H_
#define HLO_CORE_KERNELS_FUNCTIONS_F32_GROUPS_H_

#include "core/kernels/functions_f32.h"

// The groups of FindUnaryF32 and FindBinaryF32, for results that stay f32. Requires a function of
// the group.
namespace hlo {

UnaryF32Fn FindExponentialF32(Opcode function, KernelMode mode);
UnaryF32Fn FindHyperbolicF32(Opcode function, KernelMode mode);
UnaryF32Fn FindLogarithmF32(Opcode function, KernelMode mode);
UnaryF32Fn FindRootF32(Opcode function, KernelMode mode);
UnaryF32Fn FindTrigonometricF32(Opcode function, KernelMode mode);
BinaryF32Fn FindPowF32(KernelMode mode);
BinaryF32Fn FindAtan2F32(KernelMode mode);

// All functions, for results that are rounded again; nullptr as for FindUnaryF32.
UnaryF32Fn FindUnaryRoundedAgain(Opcode function, KernelMode mode);
BinaryF32Fn FindBinaryRoundedAgain(Opcode function, KernelMode mode);

}  // namespace hlo

#endif  // HLO_CORE_KERNELS_FUNCTIONS_F32_GROUPS_H_
