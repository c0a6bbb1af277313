// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/elementary.h"
#include "core/kernels/functions_f32_groups.h"

// sine, cosine, tan and their inverses, in lanes of f64.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/functions_f32_trigonometric.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// After foreach_target.h.
#include "core/kernels/double_lanes-inl.h"
#include "core/kernels/function_lanes-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hlo::HWY_NAMESPACE {

constexpr double kPi = 0x1.921fb54442d18p1;

// x - n * kPart * pi, for an n of at most 20 bits: the first product and difference are exact.
template <class P, class D, class V = hn::Vec<D>>
HWY_INLINE V SubtractPis(D d, V x, V n, double part) {
  const V first = P::NegMulAdd(n, Constant(d, part * 0x1.921fb544p+1), x);
  return P::NegMulAdd(n, Constant(d, part * 0x1.0b4611a626331p-33), first);
}

// sin(r) for |r| <= pi / 2.
template <class P, class D, class V = hn::Vec<D>>
HWY_INLINE V SinOfReduced(D d, V r) {
  const V z = hn::Mul(r, r);
  const V s =
      Polynomial<P>(d, z, -0x1.55555555470bcp-3, 0x1.1111110a51e0ep-7, -0x1.a019fd573caf1p-13,
                    0x1.71dcf7cf523a4p-19, -0x1.ae03de992ed49p-26, 0x1.52d9feb083e1ap-33);
  return P::MulAdd(hn::Mul(r, z), s, r);
}

// Below this magnitude, the reductions are accurate enough; other lanes use `exact`.
constexpr double kMaxReduced = 0x1p20;

template <class D, class V = hn::Vec<D>>
HWY_INLINE V RedoHugeLanes(D d, V x, V result, double (*exact)(double)) {
  if (HWY_LIKELY(hn::AllFalse(d, hn::Gt(hn::Abs(x), Constant(d, kMaxReduced))))) return result;
  HWY_ALIGN double in[hn::MaxLanes(d)], out[hn::MaxLanes(d)];
  hn::Store(x, d, in);
  hn::Store(result, d, out);
  for (size_t i = 0; i < hn::Lanes(d); ++i) {
    if (in[i] > kMaxReduced || in[i] < -kMaxReduced) out[i] = exact(in[i]);
  }
  return hn::Load(d, out);
}

// `x` with its sign flipped if the lowest bit of an integer is set.
template <class D, class V = hn::Vec<D>, class I>
HWY_INLINE V NegateIfOdd(D d, V x, I integer) {
  return hn::Xor(x, hn::BitCast(d, hn::ShiftLeft<63>(integer)));
}

// sin(x) = (-1)^n sin(|x| - n pi) with the sign of x.
template <class P>
struct SinLanes {
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V Of(D d, V x) {
    const V magnitude = hn::Abs(x);
    const V shift = Constant(d, kRoundingShift64);
    const V shifted = P::MulAdd(magnitude, Constant(d, 1 / kPi), shift);
    const V r = SubtractPis<P>(d, magnitude, hn::Sub(shifted, shift), 1);
    const V sine =
        NegateIfOdd(d, SinOfReduced<P>(d, r), hn::BitCast(hn::RebindToSigned<D>(), shifted));
    const V sign = hn::And(x, hn::SignBit(d));
    return RedoHugeLanes(d, x, hn::Xor(sine, sign), elementary::Sin);
  }
};

// cos(x) = (-1)^n sin((n + 1/2) pi - |x|).
template <class P>
struct CosLanes {
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V Of(D d, V x) {
    const V magnitude = hn::Abs(x);
    const V half = Constant(d, 0.5);
    const V shift = Constant(d, kRoundingShift64);
    const V turns = hn::Sub(hn::Mul(magnitude, Constant(d, 1 / kPi)), half);
    const V shifted = hn::Add(turns, shift);
    const V n = hn::Add(hn::Sub(shifted, shift), half);
    const V r = hn::Neg(SubtractPis<P>(d, magnitude, n, 1));
    const V cosine =
        NegateIfOdd(d, SinOfReduced<P>(d, r), hn::BitCast(hn::RebindToSigned<D>(), shifted));
    return RedoHugeLanes(d, x, cosine, elementary::Cos);
  }
};

// tan(r) or -1 / tan(r) with r = |x| - n pi / 2; cos(r) = sin(pi / 2 - |r|).
template <class P>
struct TanLanes {
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V Of(D d, V x) {
    const hn::RebindToSigned<D> di;
    const V magnitude = hn::Abs(x);
    const V shift = Constant(d, kRoundingShift64);
    const V shifted = P::MulAdd(magnitude, Constant(d, 2 / kPi), shift);
    const V r = SubtractPis<P>(d, magnitude, hn::Sub(shifted, shift), 0.5);
    const V sine = SinOfReduced<P>(d, r);
    const V cosine = SinOfReduced<P>(d, hn::Sub(Constant(d, kPi / 2), hn::Abs(r)));
    const auto odd = hn::ShiftLeft<63>(hn::BitCast(di, shifted));
    const auto is_odd = hn::IsNegative(hn::BitCast(d, odd));
    const V tan = hn::Div(hn::IfThenElse(is_odd, hn::Neg(cosine), sine),
                          hn::IfThenElse(is_odd, sine, cosine));
    const V sign = hn::And(x, hn::SignBit(d));
    return RedoHugeLanes(d, x, hn::Xor(tan, sign), elementary::Tan);
  }
};

// asin(s) by s <= 1/2 and z = s^2.
template <class P, class D, class V = hn::Vec<D>>
HWY_INLINE V AsinOfReduced(D d, V s, V z) {
  const V a = Polynomial<P>(d, z, 0x1.55555547d1865p-3, 0x1.33334092caebep-4, 0x1.6db259845d56fp-5,
                            0x1.f28216ecf3970p-6, 0x1.663f6f39cf621p-6, 0x1.524574d8d85a5p-6,
                            0x1.036017e031c2ap-9, 0x1.0d9d7e594d30ap-5);
  return P::MulAdd(hn::Mul(s, z), a, s);
}

// Helper of asin and acos: asin(|x|) up to 1/2, acos(|x|) / 2 = asin(sqrt((1 - |x|) / 2)) above,
// which is NaN beyond 1.
template <class P, class D, class V, class M>
HWY_INLINE V AsinOrHalfAcos(D d, V x, M* is_small) {
  const V half = Constant(d, 0.5);
  const V magnitude = hn::Abs(x);
  *is_small = hn::Le(magnitude, half);
  const V above = hn::Mul(hn::Sub(Constant(d, 1), magnitude), half);
  const V z = hn::IfThenElse(*is_small, hn::Mul(x, x), above);
  return AsinOfReduced<P>(d, hn::IfThenElse(*is_small, magnitude, hn::Sqrt(above)), z);
}

template <class P>
struct AsinLanes {
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V Of(D d, V x) {
    hn::Mask<D> is_small;
    const V a = AsinOrHalfAcos<P>(d, x, &is_small);
    const V complement = hn::Sub(Constant(d, kPi / 2), hn::Add(a, a));
    return hn::CopySign(hn::IfThenElse(is_small, a, complement), x);
  }
};

template <class P>
struct AcosLanes {
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V Of(D d, V x) {
    hn::Mask<D> is_small;
    const V a = AsinOrHalfAcos<P>(d, x, &is_small);
    const V twice = hn::Add(a, a);
    const V obtuse = hn::IfThenElse(hn::IsNegative(x), hn::Sub(Constant(d, kPi), twice), twice);
    const V around_right = hn::Sub(Constant(d, kPi / 2), hn::CopySign(a, x));
    return hn::IfThenElse(is_small, around_right, obtuse);
  }
};

// The angle of (x, y): atan of the smaller over the larger magnitude, moved to its octant.
template <class P>
struct Atan2Lanes {
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V Of(D d, V y, V x) {
    const V rise = hn::Abs(y), run = hn::Abs(x);
    const auto is_steep = hn::Gt(rise, run);
    const V larger = hn::IfThenElse(is_steep, rise, run);
    const V smaller = hn::IfThenElse(is_steep, run, rise);
    // 0 / 0 must give 0, inf / inf 1.
    const V quotient = hn::Div(smaller, AtLeast(d, larger, 0x1p-200));
    const V q = hn::IfThenElse(hn::Eq(smaller, Infinity(d)), Constant(d, 1), quotient);
    const V z = hn::Mul(q, q);
    const V a = Polynomial<P>(d, z, -0x1.5555554e4d3bap-2, 0x1.999995161d82fp-3,
                              -0x1.2491c6bb29b4bp-3, 0x1.c70d7f3c6e85cp-4, -0x1.73da475273adfp-4,
                              0x1.382841f991d16p-4, -0x1.0588b8dab11a6p-4, 0x1.a0588a82f7c73p-5,
                              -0x1.24efbcaab7c74p-5, 0x1.4def6316f9228p-6, -0x1.16980c280dd9fp-7,
                              0x1.2721db5431867p-9, -0x1.25ab6b0bbd361p-12);
    V angle = P::MulAdd(hn::Mul(q, z), a, q);
    angle = hn::IfThenElse(is_steep, hn::Sub(Constant(d, kPi / 2), angle), angle);
    angle = hn::IfThenElse(hn::IsNegative(x), hn::Sub(Constant(d, kPi), angle), angle);
    const auto is_nan = hn::Or(hn::IsNaN(x), hn::IsNaN(y));
    return hn::CopySign(hn::IfThenElse(is_nan, NotANumber(d), angle), y);
  }
};

template <class P>
struct AtanLanes {
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V Of(D d, V x) {
    return Atan2Lanes<P>::Of(d, x, Constant(d, 1));
  }
};

template <class P>
static UnaryF32Fn Find(Opcode function) {
  switch (function) {
#define HLO_TRIGONOMETRIC_FUNCTION(opcode, Name, blocks) \
  case Opcode::opcode:                                   \
    return &MapInF64<Name##Lanes<P>>;
#include "core/kernels/elementary_functions.def"
    default:
      return nullptr;
  }
}

static UnaryF32Fn FindTrigonometric(Opcode function, KernelMode mode) {
  if (mode == KernelMode::kFast) return Find<Fast>(function);
  return Find<Portable>(function);
}

static BinaryF32Fn FindAtan2(KernelMode mode) {
  if (mode == KernelMode::kFast) return &JoinInF64<Atan2Lanes<Fast>>;
  return &JoinInF64<Atan2Lanes<Portable>>;
}

}  // namespace hlo::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hlo {

HWY_EXPORT(FindTrigonometric);
HWY_EXPORT(FindAtan2);

UnaryF32Fn FindTrigonometricF32(Opcode function, KernelMode mode) {
  if (mode == KernelMode::kPlain) return HWY_STATIC_DISPATCH(FindTrigonometric)(function, mode);
  return HWY_DYNAMIC_DISPATCH(FindTrigonometric)(function, mode);
}

BinaryF32Fn FindAtan2F32(KernelMode mode) {
  if (mode == KernelMode::kPlain) return HWY_STATIC_DISPATCH(FindAtan2)(mode);
  return HWY_DYNAMIC_DISPATCH(FindAtan2)(mode);
}

}  // namespace hlo
#endif  // HWY_ONCE
