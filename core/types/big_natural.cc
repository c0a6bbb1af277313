// SPDX-License-Identifier: Apache-2.0
#include "core/types/big_natural.h"

#include <algorithm>
#include <bit>

namespace hlo {

BigNatural::BigNatural(uint64_t value)
    : limbs_{static_cast<uint32_t>(value), static_cast<uint32_t>(value >> 32)} {
  Trim();
}

BigNatural BigNatural::FromDigits(std::string_view decimal_digits) {
  BigNatural result(0);
  for (char digit : decimal_digits) result.Multiply(10, static_cast<uint32_t>(digit - '0'));
  return result;
}

void BigNatural::Multiply(uint32_t factor, uint32_t addend) {
  uint64_t carry = addend;
  for (uint32_t& limb : limbs_) {
    carry += uint64_t{limb} * factor;
    limb = static_cast<uint32_t>(carry);
    carry >>= 32;
  }
  if (carry != 0) limbs_.push_back(static_cast<uint32_t>(carry));
  Trim();
}

void BigNatural::MultiplyByPowerOf5(int n) {
  constexpr uint32_t kFiveTo13 = 1220703125;
  for (; n >= 13; n -= 13) Multiply(kFiveTo13);
  for (; n > 0; --n) Multiply(5);
}

void BigNatural::ShiftLeft(int bits) {
  Multiply(1u << (bits % 32));
  if (!limbs_.empty()) limbs_.insert(limbs_.begin(), static_cast<size_t>(bits / 32), 0u);
}

void BigNatural::Divide(uint32_t divisor) {
  uint64_t rest = 0;
  for (size_t i = limbs_.size(); i-- > 0;) {
    rest = rest << 32 | limbs_[i];
    limbs_[i] = static_cast<uint32_t>(rest / divisor);
    rest %= divisor;
  }
  Trim();
}

unsigned __int128 BigNatural::Leading128() const {
  const int shift = std::countl_zero(limbs_.back());
  unsigned __int128 leading = 0;
  // Five limbs hold 128 bits at any shift; limbs below the number are 0.
  for (size_t i = 0; i < 4; ++i) {
    const uint64_t high = i < limbs_.size() ? limbs_[limbs_.size() - 1 - i] : 0;
    const uint64_t low = i + 1 < limbs_.size() ? limbs_[limbs_.size() - 2 - i] : 0;
    leading = leading << 32 | static_cast<uint32_t>((high << 32 | low) >> (32 - shift));
  }
  return leading;
}

int BigNatural::Compare(const BigNatural& a, const BigNatural& b) {
  if (a.limbs_.size() != b.limbs_.size()) return a.limbs_.size() < b.limbs_.size() ? -1 : 1;
  for (size_t i = a.limbs_.size(); i-- > 0;) {
    if (a.limbs_[i] != b.limbs_[i]) return a.limbs_[i] < b.limbs_[i] ? -1 : 1;
  }
  return 0;
}

void BigNatural::Trim() {
  while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
}

}  // namespace hlo
