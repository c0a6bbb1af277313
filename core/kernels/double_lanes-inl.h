// SPDX-License-Identifier: Apache-2.0
// exp and log in lanes of f64, for functions whose result is rounded to f32: relative errors below
// 2^-37, so that the rounding is nearly always the only error. Included only by the sources of
// kernels, once for each target.

#if defined(HLO_CORE_KERNELS_DOUBLE_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HLO_CORE_KERNELS_DOUBLE_LANES_INL_H_
#undef HLO_CORE_KERNELS_DOUBLE_LANES_INL_H_
#else
#define HLO_CORE_KERNELS_DOUBLE_LANES_INL_H_
#endif

#include <limits>

#include "core/kernels/function_lanes-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hlo::HWY_NAMESPACE {

// Adding this to a number below 2^51 rounds it to an integer in the low bits.
constexpr double kRoundingShift64 = 0x1.8p52;

template <class D>
HWY_INLINE hn::Vec<D> Infinity(D d) {
  return Constant(d, std::numeric_limits<double>::infinity());
}
template <class D>
HWY_INLINE hn::Vec<D> NotANumber(D d) {
  return Constant(d, std::numeric_limits<double>::quiet_NaN());
}

// exp(x) = scale + scale * p, where scale is a power of two and p = 0 for x = 0.
template <class V>
struct ScaledExp {
  V scale, p;

  template <class P>
  HWY_INLINE V Exp() const {
    return P::MulAdd(scale, p, scale);
  }
  template <class P, class D>
  HWY_INLINE V Expm1(D d) const {
    return P::MulAdd(scale, p, hn::Sub(scale, Constant(d, 1)));
  }
};

// For |x| <= 700, or NaN.
template <class P, class D, class V = hn::Vec<D>>
HWY_INLINE ScaledExp<V> ExpLanes64(D d, V x) {
  const hn::RebindToSigned<D> di;
  const V shift = Constant(d, kRoundingShift64 + 1023);
  const V shifted = P::MulAdd(x, Constant(d, 0x1.71547652b82fep+0), shift);
  const V r = P::NegMulAdd(hn::Sub(shifted, shift), Constant(d, 0x1.62e42fefa39efp-1), x);
  const V q = Polynomial<P>(d, r, 0x1.0000000017268p-1, 0x1.555555736208cp-3, 0x1.555554f34005bp-5,
                            0x1.1110b1fbca5e2p-7, 0x1.6c176701af779p-10, 0x1.a16fa8bee2adep-13,
                            0x1.a003a0354d6cep-16);
  return {hn::BitCast(d, hn::ShiftLeft<52>(hn::BitCast(di, shifted))),
          P::MulAdd(hn::Mul(r, r), q, r)};
}

// log(x) = 2 artanh(s) + exponent * log(2) with s = f / (2 + f), where f = x / 2^exponent - 1 is
// between sqrt(1/2) - 1 and sqrt(2) - 1. If kPlusOne, x is 1 + t rounded, and f is t itself if the
// exponent is 0. Below 0 the result is NaN, at 0 it is -inf. x is not subnormal.
template <class P, bool kPlusOne, class D, class V = hn::Vec<D>>
HWY_INLINE V LogLanes64(D d, V x, V t) {
  const hn::RebindToUnsigned<D> du;
  constexpr uint64_t kRootOfHalf = 0x3fe6a09e667f3bcd;
  constexpr uint64_t kOne = 0x3ff0000000000000;
  const auto bits = hn::Add(hn::BitCast(du, x), hn::Set(du, kOne - kRootOfHalf));
  // 2^52 + integer, by its bits.
  const auto biased = hn::Or(hn::ShiftRight<52>(bits), hn::Set(du, 0x4330000000000000));
  const V exponent = hn::Sub(hn::BitCast(d, biased), Constant(d, 0x1p52 + 1023));
  const auto fraction = hn::And(bits, hn::Set(du, 0x000fffffffffffff));
  const V m = hn::BitCast(d, hn::Add(fraction, hn::Set(du, kRootOfHalf)));
  V f = hn::Sub(m, Constant(d, 1));
  if constexpr (kPlusOne) f = hn::IfThenElse(hn::Eq(exponent, hn::Zero(d)), t, f);
  const V s = hn::Div(f, hn::Add(f, Constant(d, 2)));
  const V z = hn::Mul(s, s);
  const V l = Polynomial<P>(d, z, 0x1.555555561ea22p-1, 0x1.999996a81ad6ep-2, 0x1.2494127eb04e9p-2,
                            0x1.c62ae04042852p-3, 0x1.9118c25fa4d8bp-3);
  const V artanh = P::MulAdd(hn::Mul(s, z), l, hn::Add(s, s));
  const V log = P::MulAdd(exponent, Constant(d, 0x1.62e42fefa39efp-1), artanh);
  const V finite = hn::IfThenElse(hn::Lt(x, Infinity(d)), log, x);  // inf and NaN are unchanged
  const V not_negative = hn::IfThenElse(hn::Lt(x, hn::Zero(d)), NotANumber(d), finite);
  return hn::IfThenElse(hn::Eq(x, hn::Zero(d)), hn::Neg(Infinity(d)), not_negative);
}

template <class P, class D, class V = hn::Vec<D>>
HWY_INLINE V Log(D d, V x) {
  return LogLanes64<P, false>(d, x, x);
}
template <class P, class D, class V = hn::Vec<D>>
HWY_INLINE V Log1p(D d, V t) {
  return LogLanes64<P, true>(d, hn::Add(t, Constant(d, 1)), t);
}

}  // namespace hlo::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
