// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/functions_f32_groups.h"

// exp, tanh and erf in lanes of f32.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/functions_f32_exponential.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// After foreach_target.h.
#include "core/kernels/function_lanes-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hlo::HWY_NAMESPACE {

// Adding this to a number below 2^22 rounds it to an integer, which then stands in the low bits.
constexpr double kRoundingShift = 0x1.8p23;

// exp(r) = 1 + r + kExp2 r^2 + ... for |r| <= log(2) / 2.
constexpr double kExp2 = 0x1.fffffcp-2, kExp3 = 0x1.55548cp-3, kExp4 = 0x1.555858p-5,
                 kExp5 = 0x1.123deap-7, kExp6 = 0x1.6ac80cp-10;

template <class P>
struct ExpLanes {
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V Of(D d, V x) {
    const hn::RebindToSigned<D> di;
    x = AtMost(d, AtLeast(d, x, -104), 89);
    // Twice the bias of an exponent besides: half of the integer is n / 2 with its bias.
    const V shift = Constant(d, kRoundingShift + 254);
    const V shifted = P::MulAdd(x, Constant(d, 0x1.715476p0), shift);
    const V n = hn::Sub(shifted, shift);
    // The upper part of log(2) has so few bits that its product and this difference are exact. The
    // rest of the product joins the small terms: the sum 1 + p is rounded but twice.
    const V rest_of_log2 = Constant(d, 0x1.7f7d1cp-20);
    const V first = P::NegMulAdd(n, Constant(d, 0x1.62e4p-1), x);
    const V r = P::NegMulAdd(n, rest_of_log2, first);
    const V tail = hn::Mul(hn::Mul(r, r), Polynomial<P>(d, r, kExp2, kExp3, kExp4, kExp5, kExp6));
    const V p = hn::Add(first, P::NegMulAdd(n, rest_of_log2, tail));
    // In two halves 2^n neither over- nor underflows early.
    const auto biased = hn::BitCast(di, shifted);
    const auto half = hn::ShiftRight<1>(biased);
    const V scale = hn::BitCast(d, hn::ShiftLeft<23>(half));
    const V rest = hn::BitCast(d, hn::ShiftLeft<23>(hn::Sub(biased, half)));
    return hn::Mul(P::MulAdd(p, scale, scale), rest);
  }
};

// x - x^3 / D(x^2) for small x, 1 - 2 / (exp(2x) + 1) else. One division serves both.
template <class P>
struct TanhLanes {
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V Of(D d, V x) {
    const hn::RebindToSigned<D> di;
    const V magnitude = hn::Abs(x);
    const V z = hn::Mul(x, x);
    const V small =
        Polynomial<P>(d, z, 0x1.800002p+1, 0x1.3332fap+0, -0x1.759384p-8, 0x1.e68062p-13);

    // exp(2x) - 1 as in ExpLanes, but in h = r / 2 and with less care: the quotient has the smaller
    // part in the result, and n * log(2) is exact enough in one product where it has any.
    const V one = Constant(d, 1);
    const V far = AtMost(d, magnitude, 9.02);
    const V shift = Constant(d, kRoundingShift + 127);
    const V shifted = P::MulAdd(far, Constant(d, 2 * 0x1.715476p0), shift);
    const V h = P::NegMulAdd(hn::Sub(shifted, shift), Constant(d, 0x1.62e430p-2), far);
    const V p = hn::Mul(
        h, Polynomial<P>(d, h, 2, 4 * kExp2, 8 * kExp3, 16 * kExp4, 32 * kExp5, 64 * kExp6));
    const V scale = hn::BitCast(d, hn::ShiftLeft<23>(hn::BitCast(di, shifted)));
    const V large = P::MulAdd(scale, p, hn::Add(scale, one));

    const auto is_small = hn::Lt(magnitude, Constant(d, 0.9125));
    const V ratio = hn::Div(hn::IfThenElse(is_small, hn::Mul(magnitude, z), Constant(d, 2)),
                            hn::IfThenElse(is_small, small, large));
    const V base = hn::IfThenElse(is_small, magnitude, one);
    return hn::CopySignToAbs(hn::Sub(base, ratio), x);
  }
};

// x + x E(x^2) for small x, 1 - 2^-Y(|x|) else, with Y(x) = 2x + x R(x). The parts of Y are taken
// from its nearest integer one by one, as their sum would be rounded too coarsely.
template <class P>
struct ErfLanes {
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V Of(D d, V x) {
    constexpr double kMeet = 0.8675;
    const hn::RebindToSigned<D> di;
    const V magnitude = hn::Abs(x);
    const V e = Polynomial<P>(d, hn::Mul(x, x), 0x1.06eba8p-3, -0x1.812740p-2, 0x1.ce2d5cp-4,
                              -0x1.b7ff94p-6, 0x1.5431f6p-8, -0x1.a4d7a6p-11, 0x1.4a2264p-14);
    const V small = P::MulAdd(e, magnitude, magnitude);

    const V far = AtMost(d, magnitude, 3.96);
    const V r = Polynomial<P>(d, far, -0x1.7cabe2p-2, 0x1.d5365cp-1, 0x1.39e648p-3, -0x1.1a5422p-5,
                              0x1.64a99cp-8, -0x1.1b7c82p-11, 0x1.c4f4b4p-16);
    const V twice = hn::Add(far, far);
    const V shift = Constant(d, kRoundingShift + 127);
    const V shifted = hn::Sub(shift, P::MulAdd(far, r, twice));
    const V fraction = P::NegMulAdd(far, r, hn::Sub(hn::Sub(shift, shifted), twice));
    const V p =
        hn::Mul(fraction, Polynomial<P>(d, fraction, 0x1.62e430p-1, 0x1.ebfb94p-3, 0x1.c6af9ep-5,
                                        0x1.3b6808p-7, 0x1.5ef490p-10, 0x1.17a8c0p-13));
    const V scale = hn::BitCast(d, hn::ShiftLeft<23>(hn::BitCast(di, shifted)));
    const V large = P::NegMulAdd(scale, p, hn::Sub(Constant(d, 1), scale));
    const V result = hn::IfThenElse(hn::Lt(magnitude, Constant(d, kMeet)), small, large);
    return hn::CopySignToAbs(result, x);
  }
};

template <class P>
static UnaryF32Fn Find(UnaryFunction function) {
  switch (function) {
    case UnaryFunction::kExponential:
      return &MapInF32<ExpLanes<P>>;
    case UnaryFunction::kTanh:
      return &MapInF32<TanhLanes<P>>;
    case UnaryFunction::kErf:
      return &MapInF32<ErfLanes<P>>;
    default:
      return nullptr;
  }
}

static UnaryF32Fn FindExponential(UnaryFunction function, KernelMode mode) {
  return mode == KernelMode::kFast ? Find<Fast>(function) : Find<Portable>(function);
}

}  // namespace hlo::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hlo {

HWY_EXPORT(FindExponential);

UnaryF32Fn FindExponentialF32(UnaryFunction function, KernelMode mode) {
  // The plain path is the portable one on the target that every machine has.
  if (mode == KernelMode::kPlain) return HWY_STATIC_DISPATCH(FindExponential)(function, mode);
  return HWY_DYNAMIC_DISPATCH(FindExponential)(function, mode);
}

}  // namespace hlo
#endif  // HWY_ONCE
