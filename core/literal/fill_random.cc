// SPDX-License-Identifier: Apache-2.0
#include "core/literal/fill_random.h"

#include <algorithm>

#include "core/types/convert.h"

namespace hlo {
namespace {

// SplitMix64 (Steele, Lea, Flood 2014): 64 good bits from a counter.
uint64_t SplitMix(uint64_t& state) {
  state += 0x9E3779B97F4A7C15u;
  uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

double RandomNumber(ElementType type, uint64_t& state) {
  const uint64_t bits = SplitMix(state);
  if (type == ElementType::kPred) return static_cast<double>(bits >> 63);
  if (IsInteger(type)) {
    const int width = std::min(BitWidth(type), 5);
    const auto value = static_cast<double>(bits >> (64 - width));
    return IsSigned(type) ? value - static_cast<double>(int64_t{1} << (width - 1)) : value;
  }
  return static_cast<double>(bits >> 40) * 0x1p-23 - 1.0;  // multiples of 2^-23 in [-1, 1)
}

}  // namespace

void FillRandom(Literal& literal, uint64_t seed) {
  constexpr int64_t kBlock = 512;
  const bool is_complex = IsComplex(literal.element_type());
  const ElementType type = PartOf(literal.element_type()).value_or(literal.element_type());
  const ConvertFn convert = ConvertFunction(ElementType::kF64, type);
  const int64_t count = literal.element_count() * (is_complex ? 2 : 1);
  uint8_t* out = literal.mutable_bytes();
  double block[kBlock];
  for (int64_t done = 0; done < count; done += kBlock) {
    const int64_t n = std::min(kBlock, count - done);
    for (int64_t i = 0; i < n; ++i) block[i] = RandomNumber(type, seed);
    convert(block, static_cast<size_t>(n), out + done * StorageBytes(type));
  }
}

}  // namespace hlo
