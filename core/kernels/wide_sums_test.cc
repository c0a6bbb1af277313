// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/wide_sums.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "core/kernels/targets.h"
#include "gtest/gtest.h"

namespace hlo {
namespace {

constexpr size_t kBlock = kReduceLanes * kSumGroup;

// The bits, where all NaNs are equal.
uint64_t BitsOf(double value) {
  if (std::isnan(value)) value = std::numeric_limits<double>::quiet_NaN();
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

class SumsOfF32 : public ::testing::Test {
 protected:
  ~SumsOfF32() override { UseKernelTarget(""); }

  // Numbers of which some groups overflow; if `special`, also infinities and NaN.
  std::vector<float> Numbers(size_t count, bool special) {
    constexpr float kSpecials[] = {INFINITY, -INFINITY, NAN, -0.0f, 0x1p-149f};
    std::vector<float> numbers(count);
    for (float& number : numbers) {
      const auto bits = static_cast<int32_t>(random_());
      number = std::ldexp(static_cast<float>(bits), random_() % 50 == 0 ? 97 : -20);
      if (special && random_() % 300 == 0) number = kSpecials[random_() % 5];
      if (random_() % 7 == 0) number = -0.0f;
    }
    return numbers;
  }

  template <class Check>
  void OnEveryTarget(const Check& check) const {
    for (const std::string_view target : KernelTargets()) {
      ASSERT_TRUE(UseKernelTarget(target));
      SCOPED_TRACE(target);
      check(*WideSums());
    }
  }

  std::mt19937 random_{3};
};

TEST_F(SumsOfF32, HaveTheSameBitsOnEveryTargetAsOnThePlainPath) {
  for (const size_t width : {1, 2, 5, 16, 17, 63, 64, 100, 513}) {
    for (const bool special : {false, true}) {
      const size_t stride = width + width % 3, groups = 3;
      const std::vector<float> rows = Numbers(stride * kSumGroup * groups + 1, special);
      const std::vector<double> start(width, 1.5);
      std::vector<double> expected(width), lanes(width);
      for (const double* from : {static_cast<const double*>(nullptr), start.data()}) {
        PlainWideSums()->accumulate_groups(from, rows.data() + 1, groups,
                                           static_cast<ptrdiff_t>(stride), width, expected.data());
        OnEveryTarget([&](const ReduceKernel& kernel) {
          kernel.accumulate_groups(from, rows.data() + 1, groups, static_cast<ptrdiff_t>(stride),
                                   width, lanes.data());
          for (size_t i = 0; i < width; ++i) {
            ASSERT_EQ(BitsOf(lanes[i]), BitsOf(expected[i])) << width << ", " << i;
          }
        });
      }
    }
  }
}

TEST_F(SumsOfF32, OfALineAreThoseOfItsLanes) {
  for (size_t length = 1; length < 700; length += length < 300 ? 1 : 37) {
    const std::vector<float> line = Numbers(length + 1, length % 4 == 0);
    const float* elements = line.data() + 1;
    double lanes[kReduceLanes];
    std::fill_n(lanes, kReduceLanes, kEmptySum);
    const size_t blocks = length / kBlock;
    PlainWideSums()->accumulate_groups(lanes, elements, blocks, kReduceLanes, kReduceLanes, lanes);
    for (size_t i = blocks * kBlock; i < length; ++i)
      lanes[i % kReduceLanes] += double{elements[i]};
    for (size_t half = kReduceLanes / 2; half > 0; half /= 2) {
      for (size_t i = 0; i < half; ++i) lanes[i] += lanes[i + half];
    }
    OnEveryTarget([&](const ReduceKernel& kernel) {
      double sum;
      kernel.lines(elements, 1, length, &sum);
      ASSERT_EQ(BitsOf(sum), BitsOf(lanes[0])) << length;
    });
  }
}

TEST_F(SumsOfF32, OfSquaresAreThoseOfStoredSquares) {
  for (size_t length = 1; length < 700; length += length < 300 ? 7 : 37) {
    const std::vector<float> lines = Numbers(2 * length, length % 4 == 0);
    const float means[] = {0.3f, -1e20f};
    for (const float* subtracted : {static_cast<const float*>(nullptr), &means[0]}) {
      std::vector<float> squares(lines.size());
      for (size_t i = 0; i < lines.size(); ++i) {
        const float difference = lines[i] - (subtracted == nullptr ? 0 : means[i / length]);
        squares[i] = difference * difference;
      }
      OnEveryTarget([&](const ReduceKernel& kernel) {
        double sums[2], expected[2];
        kernel.lines(squares.data(), 2, length, expected);
        SumSquares(lines.data(), subtracted, 2, length, sums);
        for (size_t k = 0; k < 2; ++k) ASSERT_EQ(BitsOf(sums[k]), BitsOf(expected[k])) << length;
      });
    }
  }
}

TEST_F(SumsOfF32, AddAGroupInPairs) {
  // 2^24 + 1 rounds to 2^24, so other orders have other sums.
  const std::vector<float> e = {0x1p24f, 1, 1, 1, 1, 1, 1, 1};
  double lane;
  PlainWideSums()->accumulate_groups(nullptr, e.data(), 1, 1, 1, &lane);
  EXPECT_EQ(lane, 0x1p24 + 6);
}

TEST_F(SumsOfF32, AddAGroupThatOverflowsInF64) {
  const std::vector<float> e = {3e38f, 3e38f, 1, 1, -3e38f, -3e38f, 1, 1};
  OnEveryTarget([&](const ReduceKernel& kernel) {
    double lane;
    kernel.accumulate_groups(nullptr, e.data(), 1, 1, 1, &lane);
    double expected = 0;
    for (const float element : e) expected += double{element};
    EXPECT_EQ(lane, expected);
  });
}

TEST_F(SumsOfF32, KeepNegativeZero) {
  const std::vector<float> zeros(kBlock + 5, -0.0f);
  OnEveryTarget([&](const ReduceKernel& kernel) {
    double sum;
    kernel.lines(zeros.data(), 1, zeros.size(), &sum);
    EXPECT_EQ(BitsOf(sum), BitsOf(-0.0));
  });
}

}  // namespace
}  // namespace hlo
