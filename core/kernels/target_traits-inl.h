// SPDX-License-Identifier: Apache-2.0
// Properties of a target, and its results where Highway leaves them unspecified. Included only by
// the sources of kernels, once for each target.

#if defined(HLO_CORE_KERNELS_TARGET_TRAITS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HLO_CORE_KERNELS_TARGET_TRAITS_INL_H_
#undef HLO_CORE_KERNELS_TARGET_TRAITS_INL_H_
#else
#define HLO_CORE_KERNELS_TARGET_TRAITS_INL_H_
#endif

#include "hwy/highway.h"

namespace hlo::HWY_NAMESPACE {

// NOLINTNEXTLINE(misc-redundant-expression): for one of the targets
inline constexpr bool kIsAvx512 = HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3;
inline constexpr bool kIsEmulated = HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SCALAR;

// Number of vector registers; 16 on other targets.
inline constexpr bool kHas32Registers = kIsAvx512 || HWY_ARCH_ARM_A64;

// Min(a, b) and Max(a, b) return b if either operand is NaN or both are zeros. On other targets
// they may return the operand that is not NaN (FMINNM and FMAXNM of NEON).
inline constexpr bool kMinReturnsSecond = (HWY_ARCH_X86 || HWY_ARCH_WASM) && !kIsEmulated;

// Div(a, 0) is 0.
inline constexpr bool kDivByZeroIsZero = HWY_TARGET == HWY_EMU128;

// DemoteTo f32 clamps a finite f64 and an infinity to the largest finite f32.
inline constexpr bool kDemoteToF32Clamps = kIsEmulated;

}  // namespace hlo::HWY_NAMESPACE

#endif  // include guard
