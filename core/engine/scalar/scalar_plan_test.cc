// SPDX-License-Identifier: Apache-2.0
// Ops that apply a computation to many elements, on lanes and by calls: the same bits and steps.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "core/engine/engine.h"
#include "core/literal/testing.h"
#include "core/text/text.h"

namespace hlo {
namespace {

using literal_testing::SameBits;

class CalledVectors : public ::testing::Test {
 protected:
  int64_t Pick(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random_() % static_cast<uint32_t>(high - low + 1));
  }

  Literal Numbers(const std::vector<int64_t>& dims) {
    Literal literal =
        Literal::Allocate(Shape::Array(ElementType::kF32, {dims.data(), dims.size()})).value();
    for (float& x : literal.mutable_data<float>()) {
      x = Pick(0, 20) == 0 ? std::numeric_limits<float>::quiet_NaN()
                           : static_cast<float>(Pick(-6, 6)) * (Pick(0, 1) == 0 ? 1.0f : -0.0f);
    }
    return literal;
  }

  // Runs with and without kernels.
  void ExpectSame(const std::string& text, const std::vector<Literal>& arguments) {
    const ParsedModule parsed = ParseModule(text);
    ASSERT_TRUE(parsed.ok()) << text;
    const auto executable = std::make_unique<Executable>(*parsed.module);
    RunResult runs[2];
    for (const bool lanes : {false, true}) {
      RunOptions options;
      options.kernel_mode = lanes ? KernelMode::kPortable : KernelMode::kPlain;
      runs[lanes] = executable->Run({arguments}, options);
      ASSERT_TRUE(runs[lanes].ok()) << text;
    }
    EXPECT_TRUE(SameBits(runs[1].results[0], runs[0].results[0])) << text;
    EXPECT_EQ(runs[1].steps, runs[0].steps) << text;
  }

  std::mt19937 random_{3};
};

std::string Join(const std::vector<int64_t>& numbers, const char* between) {
  std::string text;
  for (const int64_t number : numbers) {
    text += (text.empty() ? "" : between) + std::to_string(number);
  }
  return text;
}

// The reducer of jax.numpy.argmax: NaN wins, then the lower index.
constexpr char kArgmax[] = R"(
argmax {
  a = f32[] parameter(0)
  i = s32[] parameter(1)
  b = f32[] parameter(2)
  j = s32[] parameter(3)
  greater = pred[] compare(a, b), direction=GT
  unordered = pred[] compare(a, a), direction=NE
  value = pred[] or(greater, unordered)
  equal = pred[] compare(a, b), direction=EQ
  lower = pred[] compare(i, j), direction=LT
  tie = pred[] and(equal, lower)
  index = pred[] or(value, tie)
  v = f32[] select(value, a, b)
  k = s32[] select(index, i, j)
  ROOT t = (f32[], s32[]) tuple(v, k)
}
)";

TEST_F(CalledVectors, ReducePairs) {
  for (int trial = 0; trial < 60; ++trial) {
    std::vector<int64_t> dims, kept, reduced;
    for (int64_t d = Pick(1, 4); d > 0; --d) {
      dims.push_back(Pick(0, 3) == 0 ? Pick(20, 40) : Pick(1, 6));
      const bool reduces = Pick(0, 1) == 0;
      if (reduces) reduced.push_back(std::ssize(dims) - 1);
      if (!reduces) kept.push_back(dims.back());
    }
    const std::string x = "[" + Join(dims, ",") + "]", y = "[" + Join(kept, ",") + "]";
    ExpectSame("HloModule m\n" + std::string(kArgmax) + "ENTRY e {\n  x = f32" + x +
                   " parameter(0)\n  n = s32" + x + " iota(), iota_dimension=0\n" +
                   "  low = f32[] constant(-inf)\n  zero = s32[] constant(0)\n  ROOT r = (f32" + y +
                   ", s32" + y + ") reduce(x, n, low, zero), dimensions={" + Join(reduced, ",") +
                   "}, to_apply=argmax\n}\n",
               {Numbers(dims)});
  }
}

constexpr char kScalars[] = R"(
difference {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] subtract(a, b)
}
ge {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = pred[] compare(a, b), direction=GE
}
sum {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b)
}
)";

TEST_F(CalledVectors, ReduceAndSelectInWindows) {
  for (int trial = 0; trial < 60; ++trial) {
    const std::vector<int64_t> dims = {Pick(1, 3), Pick(3, 9), Pick(3, 40)};
    const std::vector<int64_t> sizes = {1, Pick(1, 3), Pick(1, 3)};
    const std::vector<int64_t> strides = {1, Pick(1, 3), Pick(1, 3)};
    const std::vector<int64_t> pads = {0, Pick(0, 4), Pick(0, 4)};
    std::vector<int64_t> places;
    std::string pad;
    for (size_t d = 0; d < 3; ++d) {
      places.push_back((dims[d] + 2 * pads[d] - sizes[d]) / strides[d] + 1);
      pad += (d == 0 ? "" : "x") + std::to_string(pads[d]) + "_" + std::to_string(pads[d]);
    }
    const std::string x = "f32[" + Join(dims, ",") + "]", y = "f32[" + Join(places, ",") + "]";
    const std::string window =
        "window={size=" + Join(sizes, "x") + " stride=" + Join(strides, "x") + " pad=" + pad + "}";
    const std::string head = "HloModule m\n" + std::string(kScalars) + "ENTRY e {\n  x = " + x +
                             " parameter(0)\n  zero = f32[] constant(0.5)\n";
    ExpectSame(head + "  ROOT r = " + y + " reduce-window(x, zero), " + window +
                   ", to_apply=difference\n}\n",
               {Numbers(dims)});
    for (const char* scatter : {"sum", "difference"}) {
      ExpectSame(head + "  y = " + y + " parameter(1)\n  ROOT r = " + x +
                     " select-and-scatter(x, y, zero), " + window +
                     ", select=ge, scatter=" + scatter + "\n}\n",
                 {Numbers(dims), Numbers(places)});
    }
  }
}

}  // namespace
}  // namespace hlo
