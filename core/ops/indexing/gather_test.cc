// SPDX-License-Identifier: Apache-2.0
// The kernels against the plain path (ops reference 8.3).
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "core/ops/computation_testing.h"

namespace hlo {
namespace {

using namespace op_testing;
using Ints = std::vector<int64_t>;

TEST(Gather, ReturnsZerosForAnEmptyCollapsedSlice) {
  OpCall op("gather");
  op.Operand(Array("s32[3,2]", {1, 2, 3, 4, 5, 6})).Operand(Array("s32[2]", {0, 1}));
  op.Set(Attr::offset_dims, Ints{1}).Set(Attr::collapsed_slice_dims, Ints{0});
  op.Set(Attr::start_index_map, Ints{0}).Set(Attr::index_vector_dim, int64_t{1});
  op.Set(Attr::slice_sizes, Ints{0, 2});
  EXPECT_TRUE(SameBits(op.Value(), Array("s32[2,2]", {0, 0, 0, 0})));
}

TEST(Gather, HasTheSameResultWithAndWithoutKernels) {
  std::mt19937 random(4);
  for (int trial = 0; trial < 40; ++trial) {
    OpCall op("gather");
    op.Operand(Random(random, "s16[4,5,6]", 120, -99, 99));
    op.Operand(Random(random, "s8[300,2]", 600, -3, 8));
    const bool front = random() % 2 == 0;
    op.Set(Attr::offset_dims, front ? Ints{0, 1, 2} : Ints{1, 2, 3});
    op.Set(Attr::collapsed_slice_dims, Ints{}).Set(Attr::start_index_map, Ints{2, 0});
    op.Set(Attr::index_vector_dim, int64_t{1});
    op.Set(Attr::slice_sizes,
           Ints{1 + static_cast<int64_t>(random() % 4), 1 + static_cast<int64_t>(random() % 5),
                1 + static_cast<int64_t>(random() % 6)});
    const Literal fast = op.Use(KernelMode::kFast).Value();
    EXPECT_TRUE(SameBits(fast, op.Use(KernelMode::kPlain).Value()));
  }
}

}  // namespace
}  // namespace hlo
