// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_ELEMENTWISE_BINARY_FUNCTIONS_H_
#define HLO_CORE_OPS_ELEMENTWISE_BINARY_FUNCTIONS_H_

#include <complex>
#include <cstdint>
#include <type_traits>

#include "core/base/bits.h"
#include "core/kernels/complex_functions.h"
#include "core/kernels/elementary.h"
#include "core/ops/elementwise/block_table.h"
#include "core/ops/elementwise/integer_functions.h"

// What each binary opcode does to a pair of elements (ops reference, section 4).
namespace hlo::binary {

template <class T>
inline constexpr bool kIsPred = ClassOf<T>() == kPredClass;

// NaN wins, and -0 < +0 (choices C5, C6). Equal numbers differ in the sign of zero at most, so that
// their common bits are the larger and their joined bits the smaller of the two.
template <class T>
T Maximum(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    using Code = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
    const T equal = BitCast<T>(static_cast<Code>(BitCast<Code>(a) & BitCast<Code>(b)));
    const T nan = a + b;  // outside the choice, so that the loop has no branches
    const T ordered = a == b ? equal : (a > b ? a : b);
    return ((a != a) | (b != b)) ? nan : ordered;
  } else {
    return a > b ? a : b;
  }
}
template <class T>
T Minimum(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    using Code = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
    const T equal = BitCast<T>(static_cast<Code>(BitCast<Code>(a) | BitCast<Code>(b)));
    const T nan = a + b;  // outside the choice, so that the loop has no branches
    const T ordered = a == b ? equal : (a < b ? a : b);
    return ((a != a) | (b != b)) ? nan : ordered;
  } else {
    return a < b ? a : b;
  }
}

struct Or {
  static constexpr unsigned kTypes = kPredClass | kIntClasses;
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (kIsPred<T>) {
      return (a | b) != 0;
    } else {
      return a | b;
    }
  }
};

struct And {
  static constexpr unsigned kTypes = kPredClass | kIntClasses;
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (kIsPred<T>) {
      return (a != 0) & (b != 0);
    } else {
      return a & b;
    }
  }
};

struct Xor {
  static constexpr unsigned kTypes = kPredClass | kIntClasses;
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (kIsPred<T>) {
      return (a != 0) != (b != 0);
    } else {
      return a ^ b;
    }
  }
};

struct Add {
  static constexpr unsigned kTypes = kPredClass | kIntClasses | kFloatClass | kComplexClass;
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (kIsPred<T>) {
      return Or()(a, b);
    } else if constexpr (std::is_integral_v<T>) {
      return integer::Add(a, b);
    } else {
      return a + b;
    }
  }
};

struct Subtract {
  static constexpr unsigned kTypes = kIntClasses | kFloatClass | kComplexClass;
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>) {
      return integer::Subtract(a, b);
    } else {
      return a - b;
    }
  }
};

struct Multiply {
  static constexpr unsigned kTypes = kPredClass | kIntClasses | kFloatClass | kComplexClass;
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (kIsComplex<T>) {
      return complex_functions::Multiply(a, b);
    } else if constexpr (kIsPred<T>) {
      return And()(a, b);
    } else if constexpr (std::is_integral_v<T>) {
      return integer::Multiply(a, b);
    } else {
      return a * b;
    }
  }
};

struct Divide {
  static constexpr unsigned kTypes = kIntClasses | kFloatClass | kComplexClass;
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (kIsComplex<T>) {
      return complex_functions::Divide(a, b);
    } else if constexpr (std::is_integral_v<T>) {
      return integer::Divide(a, b);
    } else {
      return a / b;
    }
  }
};

struct Remainder {
  static constexpr unsigned kTypes = kIntClasses | kFloatClass;
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>) {
      return integer::Remainder(a, b);
    } else {
      return elementary::Fmod(a, b);
    }
  }
};

struct Max {
  static constexpr unsigned kTypes = kPredClass | kIntClasses | kFloatClass;
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (kIsPred<T>) {
      return Or()(a, b);
    } else {
      return Maximum(a, b);
    }
  }
};

struct Min {
  static constexpr unsigned kTypes = kPredClass | kIntClasses | kFloatClass;
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (kIsPred<T>) {
      return And()(a, b);
    } else {
      return Minimum(a, b);
    }
  }
};

struct Power {
  static constexpr unsigned kTypes = kIntClasses | kFloatClass | kComplexClass;
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (kIsComplex<T>) {
      return complex_functions::Pow(a, b);
    } else if constexpr (std::is_integral_v<T>) {
      return integer::Power(a, b);
    } else {
      return elementary::Pow(a, b);
    }
  }
};

struct Atan2 {
  static constexpr unsigned kTypes = kFloatClass | kComplexClass;
  template <class T>
  T operator()(T y, T x) const {
    if constexpr (kIsComplex<T>) {
      return complex_functions::Atan2(y, x);
    } else {
      return elementary::Atan2(y, x);
    }
  }
};

struct Complex {
  static constexpr unsigned kTypes = kFloatClass;
  template <class T>
  std::complex<T> operator()(T re, T im) const {
    return {re, im};
  }
};

struct ShiftLeft {
  static constexpr unsigned kTypes = kIntClasses;
  template <class T>
  T operator()(T a, T b, int width) const {
    return integer::ShiftLeft(a, b, width);
  }
};

struct ShiftRightArithmetic {
  static constexpr unsigned kTypes = kIntClasses;
  template <class T>
  T operator()(T a, T b, int width) const {
    return integer::ShiftRightArithmetic(a, b, width);
  }
};

struct ShiftRightLogical {
  static constexpr unsigned kTypes = kIntClasses;
  template <class T>
  T operator()(T a, T b, int width) const {
    return integer::ShiftRightLogical(a, b, width);
  }
};

struct MultiplyHigh {
  static constexpr unsigned kTypes = kIntClasses;
  template <class T>
  T operator()(T a, T b, int width) const {
    return integer::MultiplyHigh(a, b, width);
  }
};

}  // namespace hlo::binary

#endif  // HLO_CORE_OPS_ELEMENTWISE_BINARY_FUNCTIONS_H_
