// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_TYPES_FLOAT_BITS_H_
#define HLO_CORE_TYPES_FLOAT_BITS_H_

#include <cstdint>

#include "core/base/bits.h"
#include "core/types/float_format.h"

// Narrow floats <-> f32 bit patterns, without branches, so that loops over them vectorize.
// float_format.h has the same rules in a generic, slow form; a test compares the two. Patterns are
// passed as integers, because float registers may change NaN payloads.

namespace hlo {

inline constexpr uint32_t kF32Sign = 0x80000000u;
inline constexpr uint32_t kF32Infinity = 0x7f800000u;
inline constexpr uint32_t kF32QuietNan = 0x7fc00000u;

// 2^exponent as an f32, for normal results.
constexpr uint32_t F32PowerOfTwo(int exponent) {
  return static_cast<uint32_t>(exponent + 127) << 23;
}

// The f32 pattern of a code; exact. NaN keeps its sign, and its payload in the high fraction bits.
template <FloatFormat kFormat>
inline uint32_t WidenToF32(uint32_t code) {
  constexpr int kShift = 23 - kFormat.mantissa_bits;
  // In 32 bits, because a 64-bit comparison would halve the vector width of the loop.
  constexpr auto kSign = static_cast<uint32_t>(kFormat.sign_bit());
  constexpr auto kMagnitude = static_cast<uint32_t>(kFormat.magnitude_mask());
  constexpr auto kFraction = static_cast<uint32_t>(kFormat.fraction_mask());
  constexpr auto kLargest = static_cast<uint32_t>(kFormat.largest_finite());
  const uint32_t magnitude = code & kMagnitude;
  if constexpr (kFormat.specials == SpecialCodes::kE8M0) {
    const uint32_t power = magnitude == 0 ? 0x00400000u : magnitude << 23;  // 2^-127 is subnormal
    return magnitude == 0xff ? kF32QuietNan : power;
  } else {
    const uint32_t sign = (code & kSign) != 0 ? kF32Sign : 0;
    uint32_t bits = magnitude << kShift;
    if constexpr (kFormat.bias != 127) {
      bits += F32PowerOfTwo(-kFormat.bias);
      // A subnormal has no hidden bit: adds one, then subtracts it.
      constexpr uint32_t kHidden = F32PowerOfTwo(1 - kFormat.bias);
      const float tiny = BitCast<float>(magnitude << kShift | kHidden) - BitCast<float>(kHidden);
      bits = magnitude <= kFraction ? BitCast<uint32_t>(tiny) : bits;
    }
    if constexpr (kFormat.specials == SpecialCodes::kIeee) {
      const bool is_special = magnitude > kLargest;
      bits = is_special ? kF32Infinity | magnitude << kShift : bits;
    } else if constexpr (kFormat.specials == SpecialCodes::kFiniteNan) {
      bits = magnitude == kMagnitude ? kF32QuietNan : bits;
    } else if constexpr (kFormat.specials == SpecialCodes::kFnuz) {
      bits = magnitude == 0 && sign != 0 ? kF32QuietNan : bits;
    }
    return sign | bits;
  }
}

// Converts a NaN of this f32 pattern. Keeps the high bits of the payload; if none is set, sets the
// quiet bit, so that the NaN does not become an infinity.
template <FloatFormat kFormat>
inline uint32_t NarrowNan(uint32_t bits) {
  const uint32_t sign = (bits & kF32Sign) != 0 ? static_cast<uint32_t>(kFormat.sign_bit()) : 0;
  if constexpr (kFormat.specials == SpecialCodes::kIeee) {
    constexpr int kShift = 23 - kFormat.mantissa_bits;
    constexpr auto kInfinity = static_cast<uint32_t>(kFormat.largest_finite() + 1);
    const uint32_t payload = (bits & 0x007fffffu) >> kShift;
    return sign | kInfinity | (payload == 0 ? 1u << (kFormat.mantissa_bits - 1) : payload);
  } else if constexpr (kFormat.specials == SpecialCodes::kFiniteNan) {
    return sign | static_cast<uint32_t>(kFormat.magnitude_mask());
  } else if constexpr (kFormat.specials == SpecialCodes::kFinite) {
    return static_cast<uint32_t>(kFormat.sign_bit()) ^ sign;
  } else {
    return static_cast<uint32_t>(
        kFormat.specials == SpecialCodes::kFnuz ? kFormat.sign_bit() : kFormat.magnitude_mask());
  }
}

// Magnitude of an f32 -> magnitude code, rounded to nearest even, with unbounded finite codes.
template <FloatFormat kFormat>
inline uint32_t RoundMagnitudeFromF32(uint32_t magnitude) {
  constexpr int kShift = 23 - kFormat.mantissa_bits;
  constexpr uint32_t kBelowHalf = (1u << (kShift - 1)) - 1;
  constexpr uint32_t kRebias = static_cast<uint32_t>(127 - kFormat.bias) << kFormat.mantissa_bits;
  const uint32_t odd = (magnitude >> kShift) & 1;
  const uint32_t code = ((magnitude + kBelowHalf + odd) >> kShift) - kRebias;
  // Adding a number whose ULP is the smallest subnormal rounds to a multiple of it.
  constexpr uint32_t kMagic = F32PowerOfTwo(24 - kFormat.bias - kFormat.mantissa_bits);
  const float sum = BitCast<float>(magnitude) + BitCast<float>(kMagic);
  const uint32_t tiny_code = BitCast<uint32_t>(sum) - kMagic;
  return magnitude < F32PowerOfTwo(1 - kFormat.bias) ? tiny_code : code;
}

// The same for bf16, which has the exponents of f32: its codes are the high bits of an f32, so the
// sign is in place and overflow rounds to infinity.
template <FloatFormat kFormat>
inline uint32_t RoundHighBits(uint32_t bits) {
  constexpr int kShift = 23 - kFormat.mantissa_bits;
  constexpr uint32_t kBelowHalf = (1u << (kShift - 1)) - 1;
  return (bits + kBelowHalf + ((bits >> kShift) & 1)) >> kShift;
}

// The code that an f32 pattern rounds to (numerics reference, section 3).
template <FloatFormat kFormat>
inline uint32_t NarrowFromF32(uint32_t bits) {
  const uint32_t magnitude = bits & ~kF32Sign;
  const bool is_nan = magnitude > kF32Infinity;
  if constexpr (kFormat.specials == SpecialCodes::kE8M0) {
    // Adds half a binade, then takes the exponent field. Subnormals: 2^-127 is the smallest code,
    // and 1.5 * 2^-127 and above round up from it.
    const uint32_t up = (magnitude + 0x00400000u) >> 23;
    const uint32_t code = magnitude < 0x00600000u ? 0 : up;
    const bool valid = bits - 1 < 0x7f400000u - 1;  // positive, and below 1.5 * 2^127
    return valid ? code : 0xff;
  } else if constexpr (kFormat.bias == 127) {
    static_assert(kFormat.specials == SpecialCodes::kIeee);
    return is_nan ? NarrowNan<kFormat>(bits) : RoundHighBits<kFormat>(bits);
  } else {
    constexpr auto kSign = static_cast<uint32_t>(kFormat.sign_bit());
    constexpr auto kLargest = static_cast<uint32_t>(kFormat.largest_finite());
    const uint32_t sign = (bits & kF32Sign) != 0 ? kSign : 0;
    uint32_t code = RoundMagnitudeFromF32<kFormat>(magnitude);
    if constexpr (kFormat.specials == SpecialCodes::kIeee) {
      code = sign | (code > kLargest ? kLargest + 1 : code);
    } else if constexpr (kFormat.specials == SpecialCodes::kFiniteNan) {
      code = sign | (code > kLargest ? kLargest + 1 : code);  // the next code is NaN
    } else if constexpr (kFormat.specials == SpecialCodes::kFinite) {
      code = sign | (code > kLargest ? kLargest : code);
    } else {
      const uint32_t finite = code == 0 ? 0 : sign | code;
      code = code > kLargest ? kSign : finite;
    }
    return is_nan ? NarrowNan<kFormat>(bits) : code;
  }
}

// WidenToF32(NarrowFromF32(bits)) without computing the code, for formats with NaNs of both signs.
template <FloatFormat kFormat>
inline uint32_t RoundInF32(uint32_t bits) {
  static_assert(kFormat.specials == SpecialCodes::kIeee ||
                kFormat.specials == SpecialCodes::kFiniteNan);
  constexpr bool kIeee = kFormat.specials == SpecialCodes::kIeee;
  constexpr int kShift = 23 - kFormat.mantissa_bits;
  constexpr uint32_t kBelow = (1u << kShift) - 1;  // bits that the format does not have
  const uint32_t magnitude = bits & ~kF32Sign;
  uint32_t rounded = (magnitude + (kBelow >> 1) + ((magnitude >> kShift) & 1)) & ~kBelow;
  if constexpr (kFormat.bias != 127) {
    constexpr uint32_t kLargest =
        (static_cast<uint32_t>(kFormat.largest_finite()) << kShift) + F32PowerOfTwo(-kFormat.bias);
    rounded = rounded > kLargest ? (kIeee ? kF32Infinity : kF32QuietNan) : rounded;
    constexpr uint32_t kMagic = F32PowerOfTwo(24 - kFormat.bias - kFormat.mantissa_bits);
    const float tiny =
        (BitCast<float>(magnitude) + BitCast<float>(kMagic)) - BitCast<float>(kMagic);
    rounded = magnitude < F32PowerOfTwo(1 - kFormat.bias) ? BitCast<uint32_t>(tiny) : rounded;
  }
  const uint32_t payload = bits & 0x007fffffu & ~kBelow;
  const uint32_t nan = kIeee && payload != 0 ? kF32Infinity | payload : kF32QuietNan;
  return (bits & kF32Sign) | (magnitude > kF32Infinity ? nan : rounded);
}

}  // namespace hlo

#endif  // HLO_CORE_TYPES_FLOAT_BITS_H_
