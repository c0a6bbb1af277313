// SPDX-License-Identifier: Apache-2.0
// Ops reference 8.4: compares the combiners and covers cases that vectors cannot express.
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "core/ops/computation_testing.h"

namespace hlo {
namespace {

using namespace op_testing;
using Ints = std::vector<int64_t>;

OpCall Boxes(const Literal& x, const Literal& indices, const Literal& updates, Computation* f) {
  OpCall op("scatter");
  op.Operand(x).Operand(indices).Operand(updates).Set(Attr::update_window_dims, Ints{1, 2});
  op.Set(Attr::inserted_window_dims, Ints{}).Set(Attr::scatter_dims_to_operand_dims, Ints{0, 1});
  op.Set(Attr::index_vector_dim, int64_t{1}).Set(Attr::to_apply, f);
  return op;
}

TEST(Scatter, HasTheSameResultByBlocksAndByCalls) {
  std::mt19937 random(9);
  for (const std::string type : {"s8", "u32", "f16", "f32", "c64"}) {
    for (int trial = 0; trial < 20; ++trial) {
      Module module;
      Computation* add = BinaryComputation(module, "add", type + "[]");
      ComputationBuilder slow(module, "slow");  // the same sum in an unrecognized form
      Instruction* a = slow.Parameter(type + "[]");
      Instruction* b = slow.Parameter(type + "[]");
      slow.Op("add", {slow.Op("add", {a, b}), slow.Constant(AllocateOrFail(ShapeOf(type + "[]")))});
      const int64_t parts = type == "c64" ? 2 : 1;
      const Literal x = Random(random, type + "[5,6]", 30 * parts, -9, 9);
      const Literal indices = Random(random, "s32[8,2]", 16, -3, 7);
      const Literal updates = Random(random, type + "[8,2,3]", 48 * parts, -9, 9);
      OpCall calls = Boxes(x, indices, updates, slow.Get());
      const Literal expected = calls.Value();
      EXPECT_GT(calls.runtime.calls, 0);
      for (const KernelMode mode : {KernelMode::kPlain, KernelMode::kFast}) {
        OpCall blocks = Boxes(x, indices, updates, add);
        EXPECT_TRUE(SameBits(blocks.Use(mode).Value(), expected)) << type;
        EXPECT_EQ(blocks.runtime.calls, 0);
      }
    }
  }
}

TEST(Scatter, AcceptsUpdatesThatAliasTheOperand) {
  Module module;
  const Literal x = Array("s32[3]", {1, 2, 3});
  OpCall op("scatter");
  op.Operand(x, true).Operand(Array("s32[3]", {2, 0, 0})).Operand(x, true);
  op.Set(Attr::update_window_dims, Ints{}).Set(Attr::inserted_window_dims, Ints{0});
  op.Set(Attr::scatter_dims_to_operand_dims, Ints{0}).Set(Attr::index_vector_dim, int64_t{1});
  op.Set(Attr::to_apply, BinaryComputation(module, "add", "s32[]"));
  EXPECT_TRUE(SameBits(op.Value(), Array("s32[3]", {6, 2, 4})));
  EXPECT_TRUE(SameBits(x, Array("s32[3]", {1, 2, 3})));
}

}  // namespace
}  // namespace hlo
