// SPDX-License-Identifier: Apache-2.0
// The merge sort on lanes against the definition (ops reference 10.5).
#include "core/ops/sort/merge_sort.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <random>
#include <span>
#include <vector>

#include "core/ops/testing.h"
#include "core/ops/vector_function.h"

namespace hlo {
namespace {

using namespace op_testing;

// A deterministic comparator of two f32 that is not an order.
class Whimsical : public VectorFunction {
 public:
  static bool Less(float a, float b) {
    return static_cast<int>(std::fmod(std::fabs(a * 12.9898f + b * 78.233f), 7.0f)) < 3;
  }
  int64_t steps() const override { return 1; }
  std::unique_ptr<Scratch> NewScratch() const override { return std::make_unique<Scratch>(); }
  void Run(Scratch&, std::span<const void* const> inputs, std::span<void* const> outputs,
           int64_t n) const override {
    const auto* a = static_cast<const float*>(inputs[0]);
    const auto* b = static_cast<const float*>(inputs[1]);
    for (int64_t i = 0; i < n; ++i) static_cast<uint8_t*>(outputs[0])[i] = Less(a[i], b[i]);
  }
};

TEST(LaneMergeSort, MatchesTheDefinitionForAnyComparator) {
  std::mt19937 random(5);
  for (const int64_t length : {1, 2, 3, 7, 33, 64, 1000}) {
    const int64_t lines = length < 50 ? 90 : 3;
    Literal values = AllocateOrFail(Shape::Array(ElementType::kF32, {lines, length}));
    for (float& value : values.mutable_data<float>()) value = static_cast<float>(random() % 1000);
    const Instruction instruction;
    FakeRuntime runtime;
    EvalContext context(instruction, {}, {}, runtime);
    const Whimsical less;
    const auto count = static_cast<size_t>(lines * length);
    std::vector<uint32_t> order(count), scratch(count);
    for (size_t i = 0; i < count; ++i) {
      order[i] = static_cast<uint32_t>(static_cast<int64_t>(i) % length);
    }
    std::vector<uint32_t> expected = order;
    LaneMergeSort(context, {&values, 1}, less, length).Sort(0, lines, order.data(), scratch.data());
    for (int64_t line = 0; line < lines; ++line) {
      const float* at = values.data<float>().data() + line * length;
      MergeSort(expected.data() + line * length, length, scratch.data(),
                [&](uint32_t a, uint32_t b) { return Whimsical::Less(at[a], at[b]); });
    }
    EXPECT_EQ(order, expected) << length;
  }
}

}  // namespace
}  // namespace hlo
