// SPDX-License-Identifier: Apache-2.0
#include "core/literal/fill_random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace hlo {
namespace {

Literal Random(ElementType type, uint64_t seed) {
  Literal literal = Literal::Zeros(Shape::Array(type, {1000})).value();
  FillRandom(literal, seed);
  return literal;
}

TEST(FillRandom, FloatsAreBelowOneInMagnitude) {
  const Literal literal = Random(ElementType::kF32, 1);
  const auto [least, most] =
      std::minmax_element(literal.data<float>().begin(), literal.data<float>().end());
  EXPECT_LT(*least, -0.9f);
  EXPECT_GE(*least, -1.0f);
  EXPECT_GT(*most, 0.9f);
  EXPECT_LT(*most, 1.0f);
}

TEST(FillRandom, IntegersHaveFiveBits) {
  const Literal literal = Random(ElementType::kS32, 1);
  const auto [least, most] =
      std::minmax_element(literal.data<int32_t>().begin(), literal.data<int32_t>().end());
  EXPECT_EQ(*least, -16);
  EXPECT_EQ(*most, 15);
}

TEST(FillRandom, BothPartsOfComplexNumbersAreRandom) {
  const Literal literal = Random(ElementType::kC64, 1);
  const auto* parts = reinterpret_cast<const float*>(literal.bytes());
  double real = 0, imaginary = 0;
  for (int i = 0; i < 1000; ++i) {
    real += std::fabs(parts[2 * i]);
    imaginary += std::fabs(parts[2 * i + 1]);
  }
  // The mean of |x| is 1/2.
  EXPECT_NEAR(real / 1000, 0.5, 0.05);
  EXPECT_NEAR(imaginary / 1000, 0.5, 0.05);
}

TEST(FillRandom, ASeedAlwaysGivesTheSameNumbers) {
  EXPECT_TRUE(EqualBits(Random(ElementType::kF64, 7), Random(ElementType::kF64, 7)));
  EXPECT_FALSE(EqualBits(Random(ElementType::kF64, 7), Random(ElementType::kF64, 8)));
  // SplitMix64 of seed 0 begins with 0xE220A8397B1DCDAF: its first 24 bits, as a multiple of 2^-23.
  EXPECT_EQ(Random(ElementType::kF64, 0).data<double>()[0], 0xE220A8 * 0x1p-23 - 1);
}

}  // namespace
}  // namespace hlo
