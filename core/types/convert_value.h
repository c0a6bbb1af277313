// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_TYPES_CONVERT_VALUE_H_
#define HLO_CORE_TYPES_CONVERT_VALUE_H_

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "core/base/bits.h"
#include "core/types/float_bits.h"

// Conversions of one value between compute types (numerics reference, section 4), with selects
// instead of branches where loops should vectorize.

namespace hlo {

// A pred in memory: any non-zero byte reads as true, and 1 is written.
struct PredByte {
  uint8_t value;
};

template <class T>
inline constexpr bool kIsComplexValue = false;
template <class T>
inline constexpr bool kIsComplexValue<std::complex<T>> = true;

// Float -> integer: toward zero, saturating, NaN gives 0. The cast is applied only to values in
// range, because others are undefined in C++ and differ between x86 and WebAssembly.
template <class To, class From>
inline To Saturate(From x) {
  using Limits = std::numeric_limits<To>;
  constexpr From kEnd = static_cast<From>(To{1} << (Limits::digits - 1)) * 2;  // max + 1
  constexpr From kBegin = std::is_signed_v<To> ? -kEnd : From{-1};
  const From inside = x > kBegin && x < kEnd ? x : From{0};
  To result = static_cast<To>(inside);
  result = x >= kEnd ? Limits::max() : result;
  return x <= kBegin ? Limits::min() : result;
}

// NaNs are converted as bit patterns, because conversion instructions may change sign and payload
// (WebAssembly).
inline double WidenFloat(float x) {
  const uint64_t bits = BitCast<uint32_t>(x);
  const uint64_t nan = (bits & kF32Sign) << 32 | uint64_t{0x7ff} << 52 | (bits & 0x7fffff) << 29;
  return BitCast<double>((bits & ~uint64_t{kF32Sign}) > kF32Infinity
                             ? nan
                             : BitCast<uint64_t>(static_cast<double>(x)));
}

inline uint32_t NarrowNanOfDouble(uint64_t bits) {
  const auto payload = static_cast<uint32_t>(bits >> 29) & 0x7fffffu;
  const uint32_t sign = static_cast<uint32_t>(bits >> 32) & kF32Sign;
  return sign | kF32Infinity | (payload == 0 ? 0x400000u : payload);
}

inline float NarrowFloat(double x) {
  const uint32_t nan = NarrowNanOfDouble(BitCast<uint64_t>(x));
  return BitCast<float>(x != x ? nan : BitCast<uint32_t>(static_cast<float>(x)));
}

template <class To, class From>
inline To ConvertValue(From x) {
  if constexpr (std::is_same_v<To, PredByte>) {
    if constexpr (std::is_same_v<From, PredByte>) {
      return {static_cast<uint8_t>(x.value != 0)};
    } else if constexpr (kIsComplexValue<From>) {
      return {static_cast<uint8_t>(x.real() != 0 || x.imag() != 0)};
    } else {
      return {static_cast<uint8_t>(x != 0)};
    }
  } else if constexpr (std::is_same_v<To, From>) {
    return x;
  } else if constexpr (kIsComplexValue<To>) {
    using Part = typename To::value_type;
    if constexpr (kIsComplexValue<From>) {
      return {ConvertValue<Part>(x.real()), ConvertValue<Part>(x.imag())};
    } else {
      return {ConvertValue<Part>(x), Part{0}};
    }
  } else if constexpr (kIsComplexValue<From>) {
    return ConvertValue<To>(x.real());
  } else if constexpr (std::is_same_v<From, PredByte>) {
    return static_cast<To>(x.value != 0 ? 1 : 0);
  } else if constexpr (std::is_integral_v<To> && std::is_floating_point_v<From>) {
    return Saturate<To>(x);
  } else if constexpr (std::is_same_v<To, double> && std::is_same_v<From, float>) {
    return WidenFloat(x);
  } else if constexpr (std::is_same_v<To, float> && std::is_same_v<From, double>) {
    return NarrowFloat(x);
  } else {
    return static_cast<To>(x);  // integers wrap; integer -> float rounds once, to nearest even
  }
}

// Round to odd: toward zero, then the last bit set if that was inexact. A second rounding to at
// least two fewer bits then equals a single rounding of the exact value, so f64 and integers can be
// converted to formats narrower than f32 through it (rule C21 of the op reference).
inline float RoundToOdd(double x) {
  const float nearest = NarrowFloat(x);
  const bool exact = static_cast<double>(nearest) == x || x != x;
  const bool beyond = std::fabs(static_cast<double>(nearest)) > std::fabs(x);
  const uint32_t bits = BitCast<uint32_t>(nearest) - (beyond ? 1 : 0);
  return BitCast<float>(bits | (exact ? 0 : 1));
}

inline double RoundToOdd(uint64_t x) {
  const uint64_t sticky = (x & 0x7ff) != 0 ? 0x800 : 0;
  return static_cast<double>(x < uint64_t{1} << 53 ? x : (x | sticky) & ~uint64_t{0x7ff});
}

template <class From>
inline float ToOddF32(From x) {
  if constexpr (kIsComplexValue<From>) {
    return ToOddF32(x.real());
  } else if constexpr (std::is_same_v<From, int64_t>) {
    const float magnitude =
        RoundToOdd(RoundToOdd(x < 0 ? 0 - static_cast<uint64_t>(x) : static_cast<uint64_t>(x)));
    return x < 0 ? -magnitude : magnitude;
  } else if constexpr (std::is_same_v<From, uint64_t>) {
    return RoundToOdd(RoundToOdd(x));
  } else if constexpr (std::is_integral_v<From>) {
    return RoundToOdd(static_cast<double>(x));
  } else if constexpr (std::is_same_v<From, double>) {
    return RoundToOdd(x);
  } else {
    return ConvertValue<float>(x);
  }
}

}  // namespace hlo

#endif  // HLO_CORE_TYPES_CONVERT_VALUE_H_
