// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/functions_f32_groups.h"

// Functions of log(x), in lanes of f64.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/functions_f32_logarithm.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// After foreach_target.h.
#include "core/kernels/double_lanes-inl.h"
#include "core/kernels/function_lanes-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hlo::HWY_NAMESPACE {

template <class P>
struct LogLanes {
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V Of(D d, V x) {
    return Log<P>(d, x);
  }
};

template <class P>
struct Log1pLanes {
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V Of(D d, V x) {
    return hn::CopySign(Log1p<P>(d, x), x);  // the sign of a zero
  }
};

// log1p(|x| + x^2 / (1 + sqrt(x^2 + 1))).
template <class P>
struct AsinhLanes {
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V Of(D d, V x) {
    const V magnitude = hn::Abs(x);
    const V one = Constant(d, 1);
    const V square = hn::Mul(x, x);
    const V root = hn::Sqrt(hn::Add(square, one));
    const V log = Log1p<P>(d, hn::Add(magnitude, hn::Div(square, hn::Add(one, root))));
    return hn::CopySign(hn::IfThenElse(hn::Lt(magnitude, Infinity(d)), log, magnitude), x);
  }
};

// log1p(u + sqrt(u (x + 1))) with u = x - 1.
template <class P>
struct AcoshLanes {
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V Of(D d, V x) {
    const V one = Constant(d, 1);
    const V u = hn::IfThenElse(hn::Lt(x, one), NotANumber(d), hn::Sub(x, one));
    return Log1p<P>(d, hn::Add(u, hn::Sqrt(hn::Mul(u, hn::Add(x, one)))));
  }
};

// log1p(2 |x| / (1 - |x|)) / 2.
template <class P>
struct AtanhLanes {
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V Of(D d, V x) {
    const V magnitude = hn::Abs(x);
    const V t = Quotient(d, hn::Add(magnitude, magnitude), hn::Sub(Constant(d, 1), magnitude));
    return hn::CopySign(hn::Mul(Log1p<P>(d, t), Constant(d, 0.5)), x);
  }
};

// exp(log(|x|) / 3).
template <class P>
struct CbrtLanes {
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V Of(D d, V x) {
    const V magnitude = hn::Abs(x);
    const V third = hn::Mul(Log<P>(d, magnitude), Constant(d, 1.0 / 3));
    const V root = ExpLanes64<P>(d, AtMost(d, AtLeast(d, third, -40), 40)).template Exp<P>();
    const auto ordinary = hn::And(hn::Gt(magnitude, hn::Zero(d)), hn::Lt(magnitude, Infinity(d)));
    return hn::CopySign(hn::IfThenElse(ordinary, root, magnitude), x);
  }
};

// exp(y log(|x|)), negative for a negative x and an odd y.
template <class P>
struct PowLanes {
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V Of(D d, V x, V y) {
    const V one = Constant(d, 1), zero = hn::Zero(d);
    const V magnitude = hn::Abs(x);
    const V exponent = hn::Mul(y, Log<P>(d, magnitude));
    V power = ExpLanes64<P>(d, AtMost(d, AtLeast(d, exponent, -120), 120)).template Exp<P>();
    power = hn::IfThenElse(hn::Eq(magnitude, one), one, power);

    const V half = hn::Mul(y, Constant(d, 0.5));
    const auto is_integer = hn::Eq(hn::Trunc(y), y);
    const auto is_even = hn::Eq(hn::Trunc(half), half);
    const V negative = hn::IfThenElse(hn::AndNot(is_even, is_integer), hn::Neg(power), power);
    power = hn::IfThenElse(hn::IsNegative(x), negative, power);
    const auto is_finite_negative = hn::And(hn::Lt(x, zero), hn::Lt(magnitude, Infinity(d)));
    power = hn::IfThenElse(hn::AndNot(is_integer, is_finite_negative), NotANumber(d), power);
    return hn::IfThenElse(hn::Or(hn::Eq(x, one), hn::Eq(y, zero)), one, power);
  }
};

template <class P>
static UnaryF32Fn Find(Opcode function) {
  switch (function) {
#define HLO_LOGARITHM_FUNCTION(opcode, Name, blocks) \
  case Opcode::opcode:                               \
    return &MapInF64<Name##Lanes<P>>;
#include "core/kernels/elementary_functions.def"
    default:
      return nullptr;
  }
}

static UnaryF32Fn FindLogarithm(Opcode function, KernelMode mode) {
  if (mode == KernelMode::kFast) return Find<Fast>(function);
  return Find<Portable>(function);
}

static BinaryF32Fn FindPow(KernelMode mode) {
  if (mode == KernelMode::kFast) return &JoinInF64<PowLanes<Fast>>;
  return &JoinInF64<PowLanes<Portable>>;
}

}  // namespace hlo::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hlo {

HWY_EXPORT(FindLogarithm);
HWY_EXPORT(FindPow);

UnaryF32Fn FindLogarithmF32(Opcode function, KernelMode mode) {
  if (mode == KernelMode::kPlain) return HWY_STATIC_DISPATCH(FindLogarithm)(function, mode);
  return HWY_DYNAMIC_DISPATCH(FindLogarithm)(function, mode);
}

BinaryF32Fn FindPowF32(KernelMode mode) {
  if (mode == KernelMode::kPlain) return HWY_STATIC_DISPATCH(FindPow)(mode);
  return HWY_DYNAMIC_DISPATCH(FindPow)(mode);
}

}  // namespace hlo
#endif  // HWY_ONCE
