// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/running_sums.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "core/base/bits.h"
#include "core/kernels/targets.h"
#include "gtest/gtest.h"

namespace hlo {
namespace {

constexpr float kMax = std::numeric_limits<float>::max();
constexpr float kInf = std::numeric_limits<float>::infinity();

// Calls check(function, name) with the function of each target and with that of the plain path.
template <class Check>
void ForEveryPath(const Check& check) {
  check(PlainRunningSums(), "plain");
  for (const std::string_view target : KernelTargets()) {
    ASSERT_TRUE(UseKernelTarget(target));
    check(RunningSums(), target);
  }
  UseKernelTarget("");
}

std::vector<float> Sums(RunningSumsFn function, const std::vector<float>& elements, bool backwards,
                        const float* start = nullptr) {
  std::vector<float> sums(elements.size());
  function(elements.data(), elements.size(), backwards, start, sums.data());
  return sums;
}

TEST(RunningSums, AddFourElementsAtATime) {
  constexpr float kTop = 16777216;  // 2^24, where the next number is 2 further
  const std::vector<float> elements = {kTop, 1, 1, 1, 1, 1, 1, 1, 1};
  const std::vector<float> sums = {kTop,     kTop,     kTop + 2, kTop + 2, kTop + 4,
                                   kTop + 4, kTop + 4, kTop + 6, kTop + 8};
  ForEveryPath([&](RunningSumsFn function, std::string_view name) {
    EXPECT_EQ(Sums(function, elements, false), sums) << name;
    const std::vector<float> mirrored(elements.rbegin(), elements.rend());
    EXPECT_EQ(Sums(function, mirrored, true), std::vector<float>(sums.rbegin(), sums.rend()))
        << name;
    const std::vector<float> ones(elements.begin() + 4, elements.end());
    EXPECT_EQ(Sums(function, ones, false, &sums[3]),
              std::vector<float>(sums.begin() + 4, sums.end()))
        << name;
  });
}

TEST(RunningSums, AddOneByOneWhatWouldOverflow) {
  const float start = -kMax;
  ForEveryPath([&](RunningSumsFn function, std::string_view name) {
    EXPECT_EQ(Sums(function, {kMax, kMax, -kMax, 1}, false, &start),
              std::vector<float>({0, kMax, 0, 1}))
        << name;
    EXPECT_EQ(Sums(function, {1, 2, kInf, 4, 5}, false),
              std::vector<float>({1, 3, kInf, kInf, kInf}))
        << name;
  });
}

TEST(RunningSums, KeepNegativeZeros) {
  ForEveryPath([&](RunningSumsFn function, std::string_view name) {
    for (const float sum : Sums(function, std::vector<float>(7, -0.0f), false)) {
      EXPECT_TRUE(sum == 0 && std::signbit(sum)) << name;
    }
  });
}

TEST(RunningSums, HaveTheSameBitsOnEveryTarget) {
  std::mt19937 random(1);
  std::normal_distribution<float> normal;
  const auto same = [](const std::vector<float>& a, const std::vector<float>& b) {
    for (size_t i = 0; i < a.size(); ++i) {
      const bool is_nan = std::isnan(a[i]);
      if (is_nan != std::isnan(b[i])) return false;
      if (!is_nan && BitCast<uint32_t>(a[i]) != BitCast<uint32_t>(b[i])) return false;
    }
    return true;
  };
  for (size_t count = 1; count < 3000; count += count < 20 ? 1 : 311) {
    for (const float special : {1.0f, -0.0f, kMax, kInf}) {
      std::vector<float> elements(count);
      for (float& element : elements) element = normal(random);
      elements[random() % count] = special;
      elements[random() % count] = special;
      const float start = normal(random);
      for (const bool backwards : {false, true}) {
        for (const float* before : {static_cast<const float*>(nullptr), &start}) {
          const auto expected = Sums(PlainRunningSums(), elements, backwards, before);
          ForEveryPath([&](RunningSumsFn function, std::string_view name) {
            EXPECT_TRUE(same(Sums(function, elements, backwards, before), expected))
                << name << ", " << count << " with " << special;
          });
        }
      }
    }
  }
}

}  // namespace
}  // namespace hlo
