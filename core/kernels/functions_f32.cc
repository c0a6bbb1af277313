// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/functions_f32.h"

#include "core/kernels/functions_f32_groups.h"

namespace hlo {
namespace {

UnaryF32Fn FindUnaryAsF32(Opcode function, KernelMode mode) {
  switch (function) {
#define HLO_EXPONENTIAL_FUNCTION(opcode, Name, blocks) \
  case Opcode::opcode:                                 \
    return FindExponentialF32(function, mode);
#define HLO_HYPERBOLIC_FUNCTION(opcode, Name, blocks) \
  case Opcode::opcode:                                \
    return FindHyperbolicF32(function, mode);
#define HLO_LOGARITHM_FUNCTION(opcode, Name, blocks) \
  case Opcode::opcode:                               \
    return FindLogarithmF32(function, mode);
#define HLO_ROOT_FUNCTION(opcode, Name, blocks) \
  case Opcode::opcode:                          \
    return FindRootF32(function, mode);
#define HLO_TRIGONOMETRIC_FUNCTION(opcode, Name, blocks) \
  case Opcode::opcode:                                   \
    return FindTrigonometricF32(function, mode);
#include "core/kernels/elementary_functions.def"
    default:
      return nullptr;
  }
}

BinaryF32Fn FindBinaryAsF32(Opcode function, KernelMode mode) {
  switch (function) {
#define HLO_BINARY_FUNCTION(opcode, Name, integers) \
  case Opcode::opcode:                              \
    return Find##Name##F32(mode);
#include "core/kernels/elementary_functions.def"
    default:
      return nullptr;
  }
}

}  // namespace

UnaryF32Fn FindUnaryF32(Opcode function, KernelMode mode, ResultUse use) {
  return use == ResultUse::kRoundedAgain ? FindUnaryRoundedAgain(function, mode)
                                         : FindUnaryAsF32(function, mode);
}

BinaryF32Fn FindBinaryF32(Opcode function, KernelMode mode, ResultUse use) {
  return use == ResultUse::kRoundedAgain ? FindBinaryRoundedAgain(function, mode)
                                         : FindBinaryAsF32(function, mode);
}

}  // namespace hlo
