// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/functions_f32_groups.h"

// Functions of exp(x), in lanes of f64.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/functions_f32_hyperbolic.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// After foreach_target.h.
#include "core/kernels/double_lanes-inl.h"
#include "core/kernels/function_lanes-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hlo::HWY_NAMESPACE {

template <class P>
struct Expm1Lanes {
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V Of(D d, V x) {
    const auto e = ExpLanes64<P>(d, AtMost(d, AtLeast(d, x, -40), 90));
    return hn::CopySign(e.template Expm1<P>(d), x);  // the sign of a zero
  }
};

template <class P>
struct LogisticLanes {
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V Of(D d, V x) {
    const auto e = ExpLanes64<P>(d, hn::Neg(AtMost(d, AtLeast(d, x, -110), 110)));
    const V one = Constant(d, 1);
    return hn::Div(one, hn::Add(one, e.template Exp<P>()));
  }
};

// (m + m / (m + 1)) / 2 with m = exp(|x|) - 1.
template <class P>
struct SinhLanes {
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V Of(D d, V x) {
    const auto e = ExpLanes64<P>(d, AtMost(d, hn::Abs(x), 90));
    const V m = e.template Expm1<P>(d);
    const V twice = hn::Add(m, hn::Div(m, hn::Add(m, Constant(d, 1))));
    return hn::CopySign(hn::Mul(twice, Constant(d, 0.5)), x);
  }
};

template <class P>
struct CoshLanes {
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V Of(D d, V x) {
    const V e = ExpLanes64<P>(d, AtMost(d, hn::Abs(x), 90)).template Exp<P>();
    return hn::Mul(hn::Add(e, hn::Div(Constant(d, 1), e)), Constant(d, 0.5));
  }
};

template <class P>
static UnaryF32Fn Find(Opcode function) {
  switch (function) {
#define HLO_HYPERBOLIC_FUNCTION(opcode, Name, blocks) \
  case Opcode::opcode:                                \
    return &MapInF64<Name##Lanes<P>>;
#include "core/kernels/elementary_functions.def"
    default:
      return nullptr;
  }
}

static UnaryF32Fn FindHyperbolic(Opcode function, KernelMode mode) {
  if (mode == KernelMode::kFast) return Find<Fast>(function);
  return Find<Portable>(function);
}

}  // namespace hlo::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hlo {

HWY_EXPORT(FindHyperbolic);

UnaryF32Fn FindHyperbolicF32(Opcode function, KernelMode mode) {
  if (mode == KernelMode::kPlain) return HWY_STATIC_DISPATCH(FindHyperbolic)(function, mode);
  return HWY_DYNAMIC_DISPATCH(FindHyperbolic)(function, mode);
}

}  // namespace hlo
#endif  // HWY_ONCE
