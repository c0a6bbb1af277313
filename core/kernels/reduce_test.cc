// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/reduce.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/kernels/targets.h"
#include "gtest/gtest.h"

namespace hlo {
namespace {

template <class T>
constexpr ElementType kTypeOf = sizeof(T) == 4 ? ElementType::kF32 : ElementType::kF64;

// By the definition: NaN wins, and -0 < +0.
template <class T>
T Extreme(ReduceOp op, T a, T b) {
  if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<T>::quiet_NaN();
  const bool a_is_less = a != b ? a < b : std::signbit(a) && !std::signbit(b);
  return a_is_less == (op == ReduceOp::kMinimum) ? a : b;
}

template <class T>
bool Same(T a, T b) {
  return std::isnan(a) ? std::isnan(b) : a == b && std::signbit(a) == std::signbit(b);
}

// Pairs of special values at all positions, on every path of a kernel: Highway does not specify the
// operand that the instructions return for NaN and zeros, and targets differ.
template <class T>
class ReduceKernelTest : public testing::Test {
 protected:
  using Limits = std::numeric_limits<T>;
  const std::vector<T> specials_ = {Limits::quiet_NaN(), -Limits::quiet_NaN(), T(0.0), T(-0.0),
                                    Limits::infinity(),  -Limits::infinity(),  2,      -3,
                                    Limits::denorm_min()};

  template <class Check>
  void ForEveryPair(const Check& check) const {
    for (const std::string_view target : KernelTargets()) {
      ASSERT_TRUE(UseKernelTarget(target));
      for (const ReduceOp op : {ReduceOp::kMinimum, ReduceOp::kMaximum}) {
        const ReduceKernel* kernel = FindReduceKernel(op, kTypeOf<T>);
        if (kernel == nullptr) continue;
        for (const T a : specials_) {
          for (const T b : specials_) {
            SCOPED_TRACE(std::string(target) +
                         (op == ReduceOp::kMinimum ? " min of " : " max of ") + std::to_string(a) +
                         " and " + std::to_string(b));
            check(*kernel, a, b, Extreme(op, a, b));
          }
        }
      }
    }
    UseKernelTarget("");
  }
};

using FloatTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(ReduceKernelTest, FloatTypes);

TYPED_TEST(ReduceKernelTest, AccumulatesSpecialValuesInEveryLane) {
  using T = TypeParam;
  this->ForEveryPair([](const ReduceKernel& kernel, T a, T b, T expected) {
    for (const size_t width : {1, 3, 4, 16, 21, 300}) {
      const std::vector<T> start(width, a), rows(width, b);
      std::vector<T> lanes(width);
      kernel.accumulate(start.data(), rows.data(), 1, 0, width, lanes.data());
      for (const T lane : lanes) ASSERT_TRUE(Same(lane, expected)) << width << ": " << lane;
    }
  });
}

TYPED_TEST(ReduceKernelTest, FindsSpecialValuesAnywhereInALine) {
  using T = TypeParam;
  this->ForEveryPair([](const ReduceKernel& kernel, T a, T b, T expected) {
    for (const size_t length : {2, 5, 16, 64, 67, 200}) {
      for (const size_t at : {size_t{0}, length / 2, length - 1}) {
        std::vector<T> line(length, a);
        line[at] = b;
        T result;
        kernel.lines(line.data(), 1, length, &result);
        ASSERT_TRUE(Same(result, expected)) << length << ", " << at << ": " << result;
      }
    }
  });
}

TYPED_TEST(ReduceKernelTest, ScansPastSpecialValues) {
  using T = TypeParam;
  this->ForEveryPair([](const ReduceKernel& kernel, T a, T b, T expected) {
    for (const size_t width : {1, 5, 20}) {
      for (const bool backwards : {false, true}) {
        std::vector<T> rows(2 * width, a), results(2 * width);
        for (size_t i = 0; i < width; ++i) rows[width + i] = b;
        kernel.scan(rows.data(), 2, width, backwards, nullptr, results.data());
        for (size_t i = 0; i < width; ++i) {
          const T result = results[backwards ? i : width + i];
          ASSERT_TRUE(Same(result, expected)) << width << ": " << result;
        }
        // The same with one of the rows as the start.
        const std::vector<T> start(width, a), row(width, b);
        kernel.scan(row.data(), 1, width, backwards, start.data(), results.data());
        for (size_t i = 0; i < width; ++i) {
          ASSERT_TRUE(Same(results[i], expected)) << width << ": " << results[i];
        }
      }
    }
  });
}

}  // namespace
}  // namespace hlo
