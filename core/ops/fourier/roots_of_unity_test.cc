// SPDX-License-Identifier: Apache-2.0
#include "core/ops/fourier/roots_of_unity.h"

#include <gtest/gtest.h>

#include <complex>

namespace hlo {
namespace {

TEST(RootOfUnity, IsExactOnTheAxes) {
  EXPECT_EQ(RootOfUnity(0, 12), std::complex<double>(1, 0));
  EXPECT_EQ(RootOfUnity(3, 12), std::complex<double>(0, -1));
  EXPECT_EQ(RootOfUnity(6, 12), std::complex<double>(-1, 0));
  EXPECT_EQ(RootOfUnity(9, 12), std::complex<double>(0, 1));
}

}  // namespace
}  // namespace hlo
