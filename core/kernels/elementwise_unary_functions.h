// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_ELEMENTWISE_UNARY_FUNCTIONS_H_
#define HLO_CORE_KERNELS_ELEMENTWISE_UNARY_FUNCTIONS_H_

#include <cmath>
#include <complex>
#include <cstdint>
#include <type_traits>

#include "core/base/bits.h"
#include "core/kernels/complex_functions.h"
#include "core/kernels/elementwise_integer_functions.h"
#include "core/kernels/elementwise_table.h"

// The functions of unary arithmetic opcodes on elements (ops reference, section 3), written so that
// compilers vectorize loops of them. `kTypes` lists the supported classes of compute types;
// functions that need the width W take it as second argument.
namespace hlo::unary {

template <class T>
using BitsOf = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
template <class T>
inline constexpr BitsOf<T> kSignBit = BitsOf<T>{1} << (8 * sizeof(T) - 1);

// Sign operations only change the sign bit and preserve NaN payloads.
template <class T>
T WithoutSign(T x) {
  return BitCast<T>(static_cast<BitsOf<T>>(BitCast<BitsOf<T>>(x) & ~kSignBit<T>));
}
template <class T>
T FlipSign(T x) {
  return BitCast<T>(static_cast<BitsOf<T>>(BitCast<BitsOf<T>>(x) ^ kSignBit<T>));
}

struct Abs {
  static constexpr unsigned kTypes = kSignedClass | kFloatClass | kComplexClass;
  template <class T>
  auto operator()(T x) const {
    if constexpr (kIsComplex<T>) {
      return complex_functions::Abs(x);
    } else if constexpr (std::is_floating_point_v<T>) {
      return WithoutSign(x);
    } else {
      return x < 0 ? integer::Negate(x) : x;
    }
  }
};

struct Negate {
  static constexpr unsigned kTypes = kIntClasses | kFloatClass | kComplexClass;
  template <class T>
  T operator()(T x) const {
    if constexpr (kIsComplex<T>) {
      return {FlipSign(x.real()), FlipSign(x.imag())};
    } else if constexpr (std::is_floating_point_v<T>) {
      return FlipSign(x);
    } else {
      return integer::Negate(x);
    }
  }
};

struct Sign {
  static constexpr unsigned kTypes = kSignedClass | kFloatClass | kComplexClass;
  template <class T>
  T operator()(T x) const {
    if constexpr (kIsComplex<T>) {
      return complex_functions::Sign(x);
    } else if constexpr (std::is_floating_point_v<T>) {
      return x == 0 || x != x ? x : std::copysign(T{1}, x);  // NOLINT(misc-redundant-expression)
    } else {
      return static_cast<T>((x > 0) - (x < 0));
    }
  }
};

struct Not {
  static constexpr unsigned kTypes = kPredClass | kIntClasses;
  template <class T>
  T operator()(T x) const {
    if constexpr (ClassOf<T>() == kPredClass) {
      return x == 0;
    } else {
      return static_cast<T>(~x);
    }
  }
};

struct CountLeadingZeros {
  static constexpr unsigned kTypes = kIntClasses;
  template <class T>
  T operator()(T x, int width) const {
    return integer::CountLeadingZeros(x, width);
  }
};

struct PopulationCount {
  static constexpr unsigned kTypes = kIntClasses;
  template <class T>
  T operator()(T x, int width) const {
    return integer::PopulationCount(x, width);
  }
};

struct IsFinite {
  static constexpr unsigned kTypes = kFloatClass;
  template <class T>
  uint8_t operator()(T x) const {
    return x - x == 0;  // NOLINT(misc-redundant-expression)
  }
};

struct Real {
  static constexpr unsigned kTypes = kFloatClass | kComplexClass;
  template <class T>
  auto operator()(T x) const {
    if constexpr (kIsComplex<T>) {
      return x.real();
    } else {
      return x;
    }
  }
};

struct Imag {
  static constexpr unsigned kTypes = kFloatClass | kComplexClass;
  template <class T>
  auto operator()(T x) const {
    if constexpr (kIsComplex<T>) {
      return x.imag();
    } else {
      return T{0};
    }
  }
};

// Numbers from here on are integers.
template <class T>
inline constexpr T kWhole = sizeof(T) == 4 ? T{0x1p23f} : static_cast<T>(0x1p52);

// The sum has no fraction bits, so it is rounded to even. For magnitudes below kWhole.
template <class T>
T RoundMagnitude(T magnitude) {
  return (magnitude + kWhole<T>)-kWhole<T>;
}

struct RoundHalfEven {
  static constexpr unsigned kTypes = kFloatClass;
  template <class T>
  T operator()(T x) const {
    const T magnitude = WithoutSign(x);
    const T even = std::copysign(RoundMagnitude(magnitude), x);
    return magnitude < kWhole<T> ? even : x;
  }
};

struct RoundHalfAway {
  static constexpr unsigned kTypes = kFloatClass;
  template <class T>
  T operator()(T x) const {
    const T magnitude = WithoutSign(x);
    const T even = RoundMagnitude(magnitude);
    const T away = magnitude - even == T{0.5} ? even + T{1} : even;
    return magnitude < kWhole<T> ? std::copysign(away, x) : x;
  }
};

struct Floor {
  static constexpr unsigned kTypes = kFloatClass;
  template <class T>
  T operator()(T x) const {
    return std::floor(x);
  }
};

struct Ceil {
  static constexpr unsigned kTypes = kFloatClass;
  template <class T>
  T operator()(T x) const {
    return std::ceil(x);
  }
};

struct Sqrt {
  static constexpr unsigned kTypes = kFloatClass | kComplexClass;
  template <class T>
  T operator()(T x) const {
    if constexpr (kIsComplex<T>) {
      return complex_functions::Sqrt(x);
    } else {
      return std::sqrt(x);
    }
  }
};

}  // namespace hlo::unary

#endif  // HLO_CORE_KERNELS_ELEMENTWISE_UNARY_FUNCTIONS_H_
