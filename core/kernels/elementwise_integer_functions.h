// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_ELEMENTWISE_INTEGER_FUNCTIONS_H_
#define HLO_CORE_KERNELS_ELEMENTWISE_INTEGER_FUNCTIONS_H_

#include <bit>
#include <cstdint>
#include <type_traits>

// Integer arithmetic of the numerics reference, section 7, on values of W <= width(T) bits that are
// sign- or zero-extended in T. Results are correct modulo 2^W; narrowing wraps them.
namespace hlo::integer {

template <class T>
using Unsigned = std::make_unsigned_t<T>;
template <class T>
inline constexpr int kBits = static_cast<int>(8 * sizeof(T));

template <class T>
T Add(T a, T b) {
  return static_cast<T>(static_cast<Unsigned<T>>(a) + static_cast<Unsigned<T>>(b));
}
template <class T>
T Subtract(T a, T b) {
  return static_cast<T>(static_cast<Unsigned<T>>(a) - static_cast<Unsigned<T>>(b));
}
template <class T>
T Multiply(T a, T b) {
  return static_cast<T>(static_cast<Unsigned<T>>(a) * static_cast<Unsigned<T>>(b));
}
template <class T>
T Negate(T x) {
  return static_cast<T>(Unsigned<T>{0} - static_cast<Unsigned<T>>(x));
}

// Choices C1 and C2: x/0 has all bits set, INT_MIN/-1 wraps.
template <class T>
T Divide(T a, T b) {
  if (b == 0) return static_cast<T>(-1);
  if constexpr (std::is_signed_v<T>) {
    if (b == -1) return Negate(a);
  }
  return a / b;
}
template <class T>
T Remainder(T a, T b) {
  if (b == 0) return a;
  if constexpr (std::is_signed_v<T>) {
    if (b == -1) return 0;
  }
  return a % b;
}

// Repeated squaring modulo 2^W; choice C30 for negative exponents.
template <class T>
T Pow(T base, T exponent) {
  if constexpr (std::is_signed_v<T>) {
    if (exponent < 0) {
      if (base == 1) return 1;
      if (base != -1) return 0;
      return (exponent & 1) != 0 ? -1 : 1;
    }
  }
  auto power = static_cast<Unsigned<T>>(1);
  auto square = static_cast<Unsigned<T>>(base);
  for (auto rest = static_cast<Unsigned<T>>(exponent); rest != 0; rest >>= 1) {
    if ((rest & 1) != 0) power *= square;
    square *= square;
  }
  return static_cast<T>(power);
}

// The low W bits as an unsigned number.
template <class T>
Unsigned<T> LowBits(T x, int width) {
  return static_cast<Unsigned<T>>(x) & (static_cast<Unsigned<T>>(-1) >> (kBits<T> - width));
}
// The low W bits as a signed number, for signed or unsigned T.
template <class T>
std::make_signed_t<T> SignExtended(T x, int width) {
  const int unused = kBits<T> - width;
  return static_cast<std::make_signed_t<T>>(static_cast<Unsigned<T>>(x) << unused) >> unused;
}

// Choice C4: the amount is read as an unsigned number of W bits. Negative amounts are then at least
// 2^(W-1), which is at least W; sign extension to T preserves that.
template <class T>
bool ShiftsOut(T amount, int width) {
  return static_cast<Unsigned<T>>(amount) >= static_cast<Unsigned<T>>(width);
}
template <class T>
T ShiftLeft(T x, T amount, int width) {
  if (ShiftsOut(amount, width)) return 0;
  return static_cast<T>(static_cast<Unsigned<T>>(x) << amount);
}
template <class T>
T ShiftRightLogical(T x, T amount, int width) {
  if (ShiftsOut(amount, width)) return 0;
  return static_cast<T>(LowBits(x, width) >> amount);
}
template <class T>
T ShiftRightArithmetic(T x, T amount, int width) {
  const auto value = SignExtended(x, width);
  if (ShiftsOut(amount, width)) return static_cast<T>(value < 0 ? -1 : 0);
  return static_cast<T>(value >> amount);
}

// Bits W and above of the exact product.
template <class T>
T MultiplyHigh(T a, T b, int width) {
  if constexpr (sizeof(T) == 8) {
    using Wide = std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
    return static_cast<T>((static_cast<Wide>(a) * static_cast<Wide>(b)) >> width);
  } else {
    using Wide = std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>;
    return static_cast<T>((static_cast<Wide>(a) * static_cast<Wide>(b)) >> width);
  }
}

template <class T>
T CountLeadingZeros(T x, int width) {
  return static_cast<T>(std::countl_zero(LowBits(x, width)) - (kBits<T> - width));
}
template <class T>
T PopulationCount(T x, int width) {
  return static_cast<T>(std::popcount(LowBits(x, width)));
}

}  // namespace hlo::integer

#endif  // HLO_CORE_KERNELS_ELEMENTWISE_INTEGER_FUNCTIONS_H_
