// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/functions_f32.h"

#include <cmath>

#include "core/kernels/elementary.h"
#include "core/kernels/functions_f32_groups.h"

namespace hlo {
namespace {

template <float (*kFn)(float)>
void Map(const float* in, size_t n, float* out) {
  for (size_t i = 0; i < n; ++i) out[i] = kFn(in[i]);
}

template <float (*kFn)(float, float)>
void Join(const float* a, const float* b, size_t n, float* out) {
  for (size_t i = 0; i < n; ++i) out[i] = kFn(a[i], b[i]);
}

float SquareRoot(float x) { return std::sqrt(x); }

}  // namespace

UnaryF32Fn FindUnaryF32(UnaryFunction function, KernelMode mode, ResultUse use) {
  if (use == ResultUse::kAsF32) {
    if (const UnaryF32Fn found = FindExponentialF32(function, mode)) return found;
    if (const UnaryF32Fn found = FindHyperbolicF32(function, mode)) return found;
    if (const UnaryF32Fn found = FindLogarithmF32(function, mode)) return found;
    if (const UnaryF32Fn found = FindTrigonometricF32(function, mode)) return found;
    if (const UnaryF32Fn found = FindRootF32(function, mode)) return found;
  }
  static constexpr UnaryF32Fn kFunctions[kUnaryFunctionCount] = {
      Map<elementary::Exp>,   Map<elementary::Expm1>, Map<elementary::Log>,
      Map<elementary::Log1p>, Map<elementary::Tanh>,  Map<elementary::Logistic>,
      Map<elementary::Erf>,   Map<SquareRoot>,        Map<elementary::Rsqrt>,
      Map<elementary::Cbrt>,  Map<elementary::Sin>,   Map<elementary::Cos>,
      Map<elementary::Tan>,   Map<elementary::Sinh>,  Map<elementary::Cosh>,
      Map<elementary::Asin>,  Map<elementary::Acos>,  Map<elementary::Atan>,
      Map<elementary::Asinh>, Map<elementary::Acosh>, Map<elementary::Atanh>,
  };
  return kFunctions[static_cast<int>(function)];
}

BinaryF32Fn FindBinaryF32(BinaryFunction function, KernelMode mode, ResultUse use) {
  if (use == ResultUse::kAsF32 && function == BinaryFunction::kPower) return FindPowerF32(mode);
  if (use == ResultUse::kAsF32) return FindAtan2F32(mode);
  return function == BinaryFunction::kPower ? Join<elementary::Pow> : Join<elementary::Atan2>;
}

}  // namespace hlo
