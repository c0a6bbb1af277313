// SPDX-License-Identifier: Apache-2.0
// Ops that combine the elements of reductions. Included only by the sources of kernels, once for
// each target.

#if defined(HLO_CORE_KERNELS_REDUCE_OPS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HLO_CORE_KERNELS_REDUCE_OPS_INL_H_
#undef HLO_CORE_KERNELS_REDUCE_OPS_INL_H_
#else
#define HLO_CORE_KERNELS_REDUCE_OPS_INL_H_
#endif

#include "core/kernels/target_traits-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hlo::HWY_NAMESPACE {
namespace reduce {

namespace hn = hwy::HWY_NAMESPACE;

// kExact: the bits do not depend on the grouping of elements. An op may use another form
// internally, with conversions Enter() and Leave().
template <bool kFloatsAreExact>
struct Op {
  template <class T>
  static constexpr bool kExact = kFloatsAreExact || !hwy::IsFloat<T>();
  // Whether there is a faster op OfNumbers for numbers without NaN whose first one is not a zero.
  template <class T>
  static constexpr bool kHasOfNumbers = false;
  template <class V>
  static HWY_INLINE V Enter(V v) {
    return v;
  }
  template <class V>
  static HWY_INLINE V Leave(V v) {
    return v;
  }
};

struct Add : Op<false> {
  template <class V>
  static HWY_INLINE V Run(V a, V b) {
    return hn::Add(a, b);
  }
};

struct Multiply : Op<false> {
  template <class V>
  static HWY_INLINE V Run(V a, V b) {
    return hn::Mul(a, b);
  }
};

template <class V>
inline constexpr bool kIsFloatVector = hwy::IsFloat<hn::TFromV<V>>();

// As the instructions: with a NaN or two zeros, the result may be either operand.
struct MinimumOfNumbers : Op<true> {
  template <class V>
  static HWY_INLINE V Run(V a, V b) {
    return hn::Min(a, b);
  }
};
struct MaximumOfNumbers : Op<true> {
  template <class V>
  static HWY_INLINE V Run(V a, V b) {
    return hn::Max(a, b);
  }
};

// NaN wins, and -0 < +0 (choices C5, C6). If Min returns its second operand for a NaN or two zeros,
// both orders together return both operands, and the OR of their bits is a NaN or -0.
struct Minimum : Op<true> {
  using OfNumbers = MinimumOfNumbers;
  template <class T>
  static constexpr bool kHasOfNumbers = hwy::IsFloat<T>();
  template <class V>
  static HWY_INLINE V Run(V a, V b) {
    if constexpr (kIsFloatVector<V>) {
      const V smaller = hn::Or(hn::Min(a, b), hn::Min(b, a));
      if constexpr (kMinReturnsSecond) return smaller;
      return hn::IfThenElse(hn::IsNaN(a), a, hn::IfThenElse(hn::IsNaN(b), b, smaller));
    } else {
      return hn::Min(a, b);
    }
  }
};

// For floats: the negated minimum of the negated values.
struct Maximum : Op<true> {
  using OfNumbers = MaximumOfNumbers;
  template <class T>
  static constexpr bool kHasOfNumbers = hwy::IsFloat<T>();
  template <class V>
  static HWY_INLINE V Enter(V v) {
    if constexpr (kIsFloatVector<V>) return hn::Neg(v);
    return v;
  }
  template <class V>
  static HWY_INLINE V Leave(V v) {
    return Enter(v);
  }
  template <class V>
  static HWY_INLINE V Run(V a, V b) {
    if constexpr (kIsFloatVector<V>) return Minimum::Run(a, b);
    return hn::Max(a, b);
  }
};

struct And : Op<true> {
  template <class V>
  static HWY_INLINE V Run(V a, V b) {
    return hn::And(a, b);
  }
};

struct Or : Op<true> {
  template <class V>
  static HWY_INLINE V Run(V a, V b) {
    return hn::Or(a, b);
  }
};

struct Xor : Op<true> {
  template <class V>
  static HWY_INLINE V Run(V a, V b) {
    return hn::Xor(a, b);
  }
};

}  // namespace reduce
}  // namespace hlo::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
