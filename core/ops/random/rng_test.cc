// SPDX-License-Identifier: Apache-2.0
// rng: ops reference 13.1. The numbers are fixed, so the bounds of the moments (five standard
// deviations of their estimates) are deterministic; vectors check the bits.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "core/ops/testing.h"

namespace hlo {
namespace {

using namespace op_testing;

constexpr int kCount = 20000;

// The numbers depend on that of the instruction in its module.
OpCall Rng(std::string_view distribution, Literal a, Literal b, std::string_view shape) {
  static Computation computation(std::make_shared<Arena>());
  OpCall call("rng");
  call.instruction().parent = &computation;
  call.Operand(std::move(a)).Operand(std::move(b));
  call.SetWord(Attr::distribution, distribution).Declare(shape);
  return call;
}

std::vector<double> Draw(std::string_view distribution, double a, double b) {
  const ElementType type = ElementType::kF64;
  const Literal drawn = Rng(distribution, Scalar(type, a), Scalar(type, b), "f64[20000]").Value();
  return {drawn.data<double>().begin(), drawn.data<double>().end()};
}

// The mean of the n-th power.
double Moment(const std::vector<double>& values, int n) {
  double sum = 0;
  for (const double value : values) sum += std::pow(value, n);
  return sum / static_cast<double>(values.size());
}

TEST(Rng, DrawsUniformNumbersOfTheRightMoments) {
  const std::vector<double> drawn = Draw("rng_uniform", 0, 1);
  EXPECT_GE(*std::min_element(drawn.begin(), drawn.end()), 0);
  EXPECT_LT(*std::max_element(drawn.begin(), drawn.end()), 1);
  for (int n = 1; n <= 4; ++n) {
    const double deviation = std::sqrt((1.0 / (2 * n + 1) - 1.0 / ((n + 1) * (n + 1))) / kCount);
    EXPECT_NEAR(Moment(drawn, n), 1.0 / (n + 1), 5 * deviation) << n;
  }
}

TEST(Rng, StaysBelowANegativeLimitThatNumbersRoundTo) {
  // Between -1.25 and -1, f8e5m2 has no number, so half of all draws round to -1.
  const ElementType type = ElementType::kF8E5M2;
  const Literal drawn =
      Rng("rng_uniform", Scalar(type, -1.25), Scalar(type, -1), "f8e5m2[1000]").Value();
  const uint8_t* codes = drawn.bytes();
  EXPECT_TRUE(std::all_of(codes, codes + 1000, [](uint8_t code) { return code == 0xbd; }));
}

TEST(Rng, FillsAllPartsOfTheRangeUniformly) {
  constexpr int kParts = 100;
  std::vector<int> counts(kParts, 0);
  for (const double value : Draw("rng_uniform", 0, kParts)) ++counts[static_cast<size_t>(value)];
  double chi_squared = 0;
  for (const int count : counts) {
    const double expected = static_cast<double>(kCount) / kParts;
    chi_squared += (count - expected) * (count - expected) / expected;
  }
  // 99 degrees of freedom: mean 99, deviation 14.07.
  EXPECT_NEAR(chi_squared, kParts - 1, 5 * 14.07);
}

TEST(Rng, DrawsNormalNumbersOfTheRightMoments) {
  const std::vector<double> drawn = Draw("rng_normal", 0, 1);
  // E x^n and the variance of x^n for a standard normal variable.
  constexpr double kMean[] = {0, 0, 1, 0, 3};
  constexpr double kVariance[] = {0, 1, 2, 15, 96};
  for (int n = 1; n <= 4; ++n) {
    EXPECT_NEAR(Moment(drawn, n), kMean[n], 5 * std::sqrt(kVariance[n] / kCount)) << n;
  }
}

TEST(Rng, ShiftsAndScalesNormalNumbers) {
  const std::vector<double> plain = Draw("rng_normal", 0, 1);
  const std::vector<double> moved = Draw("rng_normal", 10, 0.5);
  for (size_t i = 0; i < plain.size(); ++i) EXPECT_EQ(moved[i], 10 + 0.5 * plain[i]) << i;
}

TEST(Rng, DrawsEveryIntegerBelowTheLimit) {
  const Literal drawn =
      Rng("rng_uniform", Scalar(ElementType::kS8, -3), Scalar(ElementType::kS8, 3), "s8[500]")
          .Value();
  const std::set<int> seen(drawn.data<int8_t>().begin(), drawn.data<int8_t>().end());
  EXPECT_EQ(seen, (std::set<int>{-3, -2, -1, 0, 1, 2}));
}

TEST(Rng, AdvancesDuringARunAndRestartsInANewOne) {
  OpCall call =
      Rng("rng_uniform", Scalar(ElementType::kF32, 0), Scalar(ElementType::kF32, 1), "f32[4]");
  const Literal first = call.Value();
  const Literal second = call.Value();
  EXPECT_NE(CodesOf(first), CodesOf(second));
  call.Use(KernelMode::kPlain);
  EXPECT_TRUE(SameBits(call.Value(), first));
}

}  // namespace
}  // namespace hlo
