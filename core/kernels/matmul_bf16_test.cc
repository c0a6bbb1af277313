// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <vector>

#include "core/kernels/matmul.h"
#include "core/kernels/targets.h"

namespace hlo::kernels {
namespace {

// A power of two as bfloat16.
uint16_t Power(int exponent) { return static_cast<uint16_t>((exponent + 127) << 7); }

TEST(SumsStayNormal, ComparesTheLastPlacesOfTheSmallestNumbersWithTheNormalRange) {
  const auto stay = [](uint16_t left, uint16_t right) {
    // Smallest at a position in vectors and in the rest; zeros do not count.
    std::vector<uint16_t> a(77, Power(3)), b(40, Power(-2));
    a[76] = a[5] = left;
    a[9] = 0x8000;
    b[2] = right | 0x8000;
    b[30] = 0;
    return SumsStayNormal(a.data(), 77, b.data(), 40);
  };
  for (const std::string_view target : KernelTargets()) {
    ASSERT_TRUE(UseKernelTarget(target));
    // 2^-63 * 2^-63 = 2^-126.
    EXPECT_TRUE(stay(Power(-56), Power(-56)));
    EXPECT_FALSE(stay(Power(-57), Power(-56)));
    EXPECT_FALSE(stay(Power(-56), Power(-57)));
    EXPECT_FALSE(stay(0x007F, Power(60)));
    EXPECT_FALSE(stay(Power(60), 0x0001));
  }
  UseKernelTarget("");
}

TEST(SumsStayNormal, HoldsForZeros) {
  const std::vector<uint16_t> zeros(100, 0), ones(100, Power(0));
  EXPECT_TRUE(SumsStayNormal(zeros.data(), 100, ones.data(), 100));
  EXPECT_TRUE(SumsStayNormal(ones.data(), 1, zeros.data(), 1));
}

}  // namespace
}  // namespace hlo::kernels
