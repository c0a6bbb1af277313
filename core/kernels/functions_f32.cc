// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/functions_f32.h"

#include "core/kernels/functions_f32_groups.h"

namespace hlo {
namespace {

UnaryF32Fn FindAsF32(UnaryFunction function, KernelMode mode) {
  switch (function) {
    case UnaryFunction::kExponential:
    case UnaryFunction::kTanh:
    case UnaryFunction::kErf:
      return FindExponentialF32(function, mode);
    case UnaryFunction::kExponentialMinusOne:
    case UnaryFunction::kLogistic:
    case UnaryFunction::kSinh:
    case UnaryFunction::kCosh:
      return FindHyperbolicF32(function, mode);
    case UnaryFunction::kSqrt:
    case UnaryFunction::kRsqrt:
      return FindRootF32(function, mode);
    case UnaryFunction::kLog:
    case UnaryFunction::kLogPlusOne:
    case UnaryFunction::kCbrt:
    case UnaryFunction::kAsinh:
    case UnaryFunction::kAcosh:
    case UnaryFunction::kAtanh:
      return FindLogarithmF32(function, mode);
    case UnaryFunction::kSine:
    case UnaryFunction::kCosine:
    case UnaryFunction::kTan:
    case UnaryFunction::kAsin:
    case UnaryFunction::kAcos:
    case UnaryFunction::kAtan:
      break;
  }
  return FindTrigonometricF32(function, mode);
}

}  // namespace

UnaryF32Fn FindUnaryF32(UnaryFunction function, KernelMode mode, ResultUse use) {
  return use == ResultUse::kRoundedAgain ? FindRoundedAgain(function, mode)
                                         : FindAsF32(function, mode);
}

BinaryF32Fn FindBinaryF32(BinaryFunction function, KernelMode mode, ResultUse use) {
  if (use == ResultUse::kRoundedAgain) return FindRoundedAgain(function, mode);
  return function == BinaryFunction::kPower ? FindPowerF32(mode) : FindAtan2F32(mode);
}

}  // namespace hlo
