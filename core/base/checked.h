// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_BASE_CHECKED_H_
#define HLO_CORE_BASE_CHECKED_H_

#include <cstdint>
#include <optional>
#include <span>

namespace hlo {

// Arithmetic on sizes. nullopt if the exact result does not fit in a signed 64-bit integer.
inline std::optional<int64_t> CheckedMultiply(int64_t a, int64_t b) {
  int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) return std::nullopt;
  return product;
}

inline std::optional<int64_t> CheckedAdd(int64_t a, int64_t b) {
  int64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) return std::nullopt;
  return sum;
}

// Product of the sizes; 1 for an empty list, and 0 if any size is 0, however large the rest.
std::optional<int64_t> CheckedProduct(std::span<const int64_t> sizes);

// ceil(a / b) for a >= 0, b > 0.
constexpr int64_t CeilDiv(int64_t a, int64_t b) { return a / b + (a % b != 0 ? 1 : 0); }

// The least multiple of `step` that is >= `value`, for value >= 0, step > 0.
constexpr int64_t RoundUp(int64_t value, int64_t step) { return CeilDiv(value, step) * step; }

}  // namespace hlo

#endif  // HLO_CORE_BASE_CHECKED_H_
