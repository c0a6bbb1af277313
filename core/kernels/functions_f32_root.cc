// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/functions_f32_groups.h"

// sqrt and rsqrt in lanes of f32.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/functions_f32_root.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// After foreach_target.h.
#include "core/kernels/function_lanes-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hlo::HWY_NAMESPACE {

struct SqrtLanes {
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V Of(D, V x) {
    return hn::Sqrt(x);
  }
};

// sqrt(1 / x), which is more accurate than 1 / sqrt(x), with x scaled so that 1 / x is normal.
struct RsqrtLanes {
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V Of(D d, V x) {
    x = AtLeast(d, x, -1);  // every negative number, including -inf, gives NaN
    const auto is_small = hn::Lt(x, Constant(d, 1));
    const V moved = hn::Mul(x, hn::IfThenElse(is_small, Constant(d, 0x1p48), Constant(d, 0x1p-48)));
    const V inverse = Quotient(d, Constant(d, 1), moved);
    const V root = hn::Mul(hn::Sqrt(inverse),
                           hn::IfThenElse(is_small, Constant(d, 0x1p24), Constant(d, 0x1p-24)));
    return hn::IfThenElse(hn::Eq(x, hn::Zero(d)), inverse, root);  // the sign of -inf
  }
};

// No multiply-add, so one function serves all modes.
static UnaryF32Fn FindRoot(Opcode function) {
  switch (function) {
#define HLO_ROOT_FUNCTION(opcode, Name, blocks) \
  case Opcode::opcode:                          \
    return &MapInF32<Name##Lanes>;
#include "core/kernels/elementary_functions.def"
    default:
      return nullptr;
  }
}

}  // namespace hlo::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hlo {

HWY_EXPORT(FindRoot);

UnaryF32Fn FindRootF32(Opcode function, KernelMode mode) {
  if (mode == KernelMode::kPlain) return HWY_STATIC_DISPATCH(FindRoot)(function);
  return HWY_DYNAMIC_DISPATCH(FindRoot)(function);
}

}  // namespace hlo
#endif  // HWY_ONCE
