// SPDX-License-Identifier: Apache-2.0
// Against std::stable_sort.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>
#include <string>

#include "core/ops/testing.h"

namespace hlo {
namespace {

using namespace op_testing;

// Small integers with duplicates and some infinities.
std::vector<double> Numbers(std::mt19937& random, int count) {
  std::vector<double> numbers;
  for (int i = 0; i < count; ++i) {
    const double number = static_cast<double>(random() % 7) - 3;
    numbers.push_back(random() % 24 == 0 ? std::numeric_limits<double>::infinity() : number);
  }
  return numbers;
}

TEST(Topk, IsTheStartOfAStableSort) {
  std::mt19937 random(3);
  for (int trial = 0; trial < 60; ++trial) {
    const int length = 1 + static_cast<int>(random() % 80);
    const auto k = static_cast<int64_t>(random() % static_cast<unsigned>(length + 1));
    const bool largest = random() % 2 == 0;
    const std::vector<double> numbers = Numbers(random, length);
    std::vector<double> order(numbers.size());
    std::iota(order.begin(), order.end(), 0.0);
    std::stable_sort(order.begin(), order.end(), [&](double a, double b) {
      const double x = numbers[static_cast<size_t>(a)], y = numbers[static_cast<size_t>(b)];
      return largest ? x > y : x < y;
    });
    order.resize(static_cast<size_t>(k));
    std::vector<double> values;
    for (const double at : order) values.push_back(numbers[static_cast<size_t>(at)]);
    const std::string dims = "[" + std::to_string(k) + "]";
    const Literal got = OpCall("topk")
                            .Operand(Array("f64[" + std::to_string(length) + "]", numbers))
                            .Set(Attr::k, k)
                            .Set(Attr::largest, largest)
                            .Value();
    EXPECT_TRUE(SameBits(got.elements()[0], Array("f64" + dims, values)));
    EXPECT_TRUE(SameBits(got.elements()[1], Array("s32" + dims, order)));
  }
}

}  // namespace
}  // namespace hlo
