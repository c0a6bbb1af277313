// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_TYPES_FLOAT_FORMAT_H_
#define HLO_CORE_TYPES_FLOAT_FORMAT_H_

#include <cstdint>

#include "core/types/element_type.h"

namespace hlo {

// How a floating format uses its codes beyond the finite numbers (numerics reference, section 2).
enum class SpecialCodes : uint8_t {
  kIeee,       // infinities, and NaN with every non-zero payload
  kFiniteNan,  // "fn": no infinity, all ones of exponent and fraction is NaN, both signs
  kFinite,     // f4, f6: neither infinity nor NaN; what is too large saturates
  kFnuz,       // no infinity, one zero, the code of -0 is the only NaN
  kE8M0,       // unsigned power of two, 0xFF is NaN, no zero
};

// value(E, M) = (-1)^s * 2^(E - bias) * (1 + M / 2^mantissa_bits), subnormal for E = 0.
struct FloatFormat {
  int exponent_bits;
  int mantissa_bits;  // stored ones, the hidden bit not counted
  int bias;
  SpecialCodes specials;

  constexpr bool has_infinity() const { return specials == SpecialCodes::kIeee; }
  constexpr bool has_nan() const { return specials != SpecialCodes::kFinite; }
  constexpr bool has_nan_payload() const { return specials == SpecialCodes::kIeee; }
  constexpr bool has_sign() const { return specials != SpecialCodes::kE8M0; }
  constexpr bool has_negative_zero() const { return has_sign() && specials != SpecialCodes::kFnuz; }
  constexpr int width() const { return (has_sign() ? 1 : 0) + exponent_bits + mantissa_bits; }
};

// The format of a floating element type, f32 and f64 included. Requires IsFloat(type).
const FloatFormat& FormatOf(ElementType type);

// The exact value of a code. NaN becomes a quiet NaN with the same sign; use the bits where the
// payload matters.
double DecodeFloat(const FloatFormat& format, uint64_t code);

// The code that `value` rounds to: nearest, ties to even, one rounding; overflow as the format
// says (infinity, NaN or the largest finite number). numerics reference, section 3.
uint64_t EncodeFloat(const FloatFormat& format, double value);

// The same for an integer: exactly one rounding, from the full 64 bits.
uint64_t EncodeSigned(const FloatFormat& format, int64_t value);
uint64_t EncodeUnsigned(const FloatFormat& format, uint64_t value);

// The canonical NaN of a format that has one.
uint64_t CanonicalNan(const FloatFormat& format);

}  // namespace hlo

#endif  // HLO_CORE_TYPES_FLOAT_FORMAT_H_
