// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_ELEMENTWISE_BINARY_FUNCTIONS_H_
#define HLO_CORE_KERNELS_ELEMENTWISE_BINARY_FUNCTIONS_H_

#include <complex>
#include <cstdint>
#include <type_traits>

#include "core/base/bits.h"
#include "core/kernels/complex_functions.h"
#include "core/kernels/elementary.h"
#include "core/kernels/elementwise_integer_functions.h"
#include "core/kernels/elementwise_table.h"

// The functions of the binary opcodes on elements (ops reference, section 4).
namespace hlo::binary {

template <class T>
inline constexpr bool kIsPred = ClassOf<T>() == kPredClass;

// Bit patterns of floats, and of a NaN.
template <class T>
using Code = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
template <class T>
inline constexpr Code<T> kNan = static_cast<Code<T>>(sizeof(T) == 4 ? 0x7fc00000u
                                                                    : 0x7ff8000000000000u);

// NaN wins, and -0 < +0 (choices C5, C6). Each of the two selections is one instruction on x86,
// which returns the second operand if the operands are equal or unordered, so together they return
// both operands. Equal numbers differ at most in the sign of zero, so the AND of their bits is the
// larger and the OR the smaller one.
template <class T>
T Maximum(T a, T b) {
  const T larger = a > b ? a : b;
  if constexpr (std::is_floating_point_v<T>) {
    const T other = b > a ? b : a;
    const Code<T> code = BitCast<Code<T>>(larger) & BitCast<Code<T>>(other);
    return BitCast<T>(a != a || b != b ? kNan<T> : code);  // NOLINT(misc-redundant-expression)
  } else {
    return larger;
  }
}
template <class T>
T Minimum(T a, T b) {
  const T smaller = a < b ? a : b;
  if constexpr (std::is_floating_point_v<T>) {
    const T other = b < a ? b : a;
    const Code<T> code = BitCast<Code<T>>(smaller) | BitCast<Code<T>>(other);
    return BitCast<T>(a != a || b != b ? kNan<T> : code);  // NOLINT(misc-redundant-expression)
  } else {
    return smaller;
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

#endif  // HLO_CORE_KERNELS_ELEMENTWISE_BINARY_FUNCTIONS_H_
