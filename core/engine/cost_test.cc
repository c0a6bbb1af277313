// SPDX-License-Identifier: Apache-2.0
// Expected counts are computed by hand from the rules in core/engine/cost.h.
#include "core/engine/cost.h"

#include <gtest/gtest.h>

#include <string>

#include "core/engine/engine.h"
#include "core/text/text.h"

namespace hlo {
namespace {

struct Costs {
  explicit Costs(const std::string& text) : parsed(ParseModule(text)) {
    if (parsed.module != nullptr) cost = CostOf(*parsed.module);
  }
  Cost Of(const std::string& name) const {
    for (const InstructionCost& row : cost.instructions) {
      if (row.instruction->name == name) return row.cost;
    }
    ADD_FAILURE() << "no instruction " << name;
    return {};
  }
  ParsedModule parsed;
  ModuleCost cost;
};

TEST(Cost, CountsOneFlopPerElementOfAnElementwiseOp) {
  const Costs costs(R"(
ENTRY e {
  x = f32[2,3] parameter(0)
  a = f32[2,3] add(x, x)
  s = f32[2,3] sqrt(a)
  c = f32[2,3] copy(s)
  ROOT b = pred[2,3] compare(c, x), direction=LT
})");
  ASSERT_TRUE(costs.parsed.ok());
  EXPECT_EQ(costs.Of("x"), Cost());
  EXPECT_EQ(costs.Of("a"), (Cost{6, 0, 48, 24}));
  EXPECT_EQ(costs.Of("s"), (Cost{0, 6, 24, 24}));
  EXPECT_EQ(costs.Of("c"), (Cost{0, 0, 24, 24}));
  EXPECT_EQ(costs.Of("b"), (Cost{6, 0, 48, 6}));
  EXPECT_EQ(costs.cost.total, (Cost{12, 6, 144, 78}));
}

TEST(Cost, CountsAConvolutionWithoutItsPadding) {
  const Costs costs(R"(
ENTRY e {
  x = f32[1,5,1] parameter(0)
  k = f32[3,1,2] parameter(1)
  ROOT c = f32[1,5,2] convolution(x, k), window={size=3 pad=1_1}, dim_labels=b0f_0io->b0f
})");
  ASSERT_TRUE(costs.parsed.ok());
  // 5 positions of 3 taps, two of them in the padding; 2 output features; 2 FLOPs each.
  EXPECT_EQ(costs.Of("c").flops, (5 * 3 - 2) * 2 * 2);
}

TEST(Cost, CountsLibraryCallsAsTheOpThatComputesTheSame) {
  const Costs costs(R"(
ENTRY e {
  a = f32[3,4,5] parameter(0)
  b = f32[3,5,2] parameter(1)
  one = f32[] parameter(2)
  s = f32[3,4,4] parameter(3)
  r = f32[3,4,2] parameter(4)
  g = (f32[3,4,2], s8[9]) custom-call(a, b), custom_call_target="__cublas$gemm", backend_config={"gemm_backend_config":{"dot_dimension_numbers":{"lhs_contracting_dimensions":["2"],"rhs_contracting_dimensions":["1"]}}}
  m = f32[3,4,2] custom-call(a, b, r), custom_call_target="__cublas$lt$matmul", backend_config={"lhs_contracting_dimensions":["2"]}
  n = f32[3,4,2] custom-call(a, b, one, one), custom_call_target="__cublas$lt$matmul$f8", backend_config={"lhs_contracting_dimensions":["2"]}
  t = (f32[3,4,2], s8[9]) custom-call(s, r), custom_call_target="__cublas$triangularSolve"
  u = f32[3,4,2] custom-call(s, r, one), custom_call_target="lapack_strsm_ffi"
  c = (f32[3,4,4], s32[3]) custom-call(s), custom_call_target="cusolver_potrf_ffi"
  ROOT k = (f32[3,4,5], s8[9]) custom-call(a), custom_call_target="__cub$DeviceRadixSort"
})");
  ASSERT_TRUE(costs.parsed.ok());
  const int64_t product = int64_t{2} * 3 * 4 * 2 * 5;
  EXPECT_EQ(costs.Of("g"), (Cost{product, 0, 360, 105}));
  EXPECT_EQ(costs.Of("m").flops, product);
  EXPECT_EQ(costs.Of("n").flops, product);
  EXPECT_EQ(costs.Of("t").flops, 2 * 4 * 24);
  EXPECT_EQ(costs.Of("u").flops, 2 * 4 * 24);
  EXPECT_EQ(costs.Of("c").flops, 4 * 48 / 3);
  EXPECT_EQ(costs.Of("k").flops, 60 * 6);
}

TEST(Cost, CountsTheGradientsOfALibraryConvolutionAsTheForwardOne) {
  const Costs costs(R"(
ENTRY e {
  x = f32[1,5,1] parameter(0)
  k = f32[3,1,2] parameter(1)
  y = f32[1,5,2] parameter(2)
  bias = f32[2] parameter(3)
  f = (f32[1,5,2], u8[0]) custom-call(x, k), window={size=3 pad=1_1}, dim_labels=b0f_0io->b0f, custom_call_target="__cudnn$convForward"
  b = (f32[1,5,2], u8[0]) custom-call(x, k, bias), window={size=3 pad=1_1}, dim_labels=b0f_0io->b0f, custom_call_target="__cudnn$convBiasActivationForward"
  i = (f32[1,5,1], u8[0]) custom-call(y, k), window={size=3 pad=1_1}, dim_labels=b0f_0io->b0f, custom_call_target="__cudnn$convBackwardInput"
  ROOT w = (f32[3,1,2], u8[0]) custom-call(x, y), window={size=3 pad=1_1}, dim_labels=b0f_0io->b0f, custom_call_target="__cudnn$convBackwardFilter"
})");
  ASSERT_TRUE(costs.parsed.ok());
  for (const char* name : {"f", "b", "i", "w"}) {
    EXPECT_EQ(costs.Of(name).flops, (5 * 3 - 2) * 2 * 2) << name;
  }
}

TEST(Cost, CountsNothingForLibraryCallsThatCannotRun) {
  const Costs costs(R"(
ENTRY e {
  a = f32[3,4] parameter(0)
  t = (f32[3,4], f32[4]) parameter(1)
  o = f32[3,4] custom-call(), custom_call_target="__cublas$gemm"
  s = f32[3,4] custom-call(t, a), custom_call_target="__cublas$triangularSolve"
  c = f32[3,4] custom-call(a, a), custom_call_target="__cudnn$convForward"
  l = f32[3,4] custom-call(a, a), dim_labels=b0f_0io->b0f, window={size=3 lhs_dilate=0}, custom_call_target="__cudnn$convForward"
  i = (f32[3,4]) custom-call(a, a), dim_labels=bf_io->bf, custom_call_target="__cudnn$convBackwardInput"
  n = () custom-call(a, a), custom_call_target="__cudnn$convBackwardFilter"
  ROOT h = f32[3,4] custom-call(a), custom_call_target="mine"
})");
  ASSERT_TRUE(costs.parsed.ok());
  EXPECT_EQ(costs.cost.total.flops, 0);
}

TEST(Cost, CountsTheGroupsOfARaggedDotOnce) {
  const Costs costs(R"(
ENTRY e {
  a = f32[10,4] parameter(0)
  b = f32[3,4,5] parameter(1)
  c = f32[10,5] parameter(2)
  g = s32[3] parameter(3)
  f = f32[10,5] ragged-dot(a, b, g), lhs_contracting_dims={1}, rhs_contracting_dims={1}, lhs_ragged_dims={0}, rhs_group_dims={0}
  s = f32[3,4,5] ragged-dot(a, c, g), lhs_contracting_dims={0}, rhs_contracting_dims={0}, lhs_ragged_dims={0}
  ROOT t = (f32[10,5], f32[3,4,5]) tuple(f, s)
})");
  ASSERT_TRUE(costs.parsed.ok());
  EXPECT_EQ(costs.Of("f").flops, 2 * 10 * 4 * 5);
  EXPECT_EQ(costs.Of("s").flops, 2 * 10 * 4 * 5);
}

TEST(Cost, CountsOneIterationOfALoopAndTheMostExpensiveBranch) {
  const Costs costs(R"(
more { s = f32[4] parameter(0) ROOT t = pred[] constant(true) }
next { n = f32[4] parameter(0) ROOT d = f32[4] add(n, n) }
cheap { p = f32[4] parameter(0) ROOT q = f32[4] negate(p) }
dear { u = f32[4] parameter(0) v = f32[4] negate(u) ROOT w = f32[4] negate(v) }
ENTRY e {
  x = f32[4] parameter(0)
  p = pred[] parameter(1)
  l = f32[4] while(x), condition=more, body=next
  ROOT c = f32[4] conditional(p, l, l), true_computation=cheap, false_computation=dear
})");
  ASSERT_TRUE(costs.parsed.ok());
  EXPECT_EQ(costs.Of("l").flops, 4);
  EXPECT_EQ(costs.Of("c").flops, 8);
  EXPECT_EQ(costs.cost.total.flops, 12);
}

TEST(Cost, CountsReducersByTheirCost) {
  const Costs costs(R"(
r {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  s = f32[] add(a, b)
  ROOT l = f32[] log(s)
}
ENTRY e {
  x = f32[3,4] parameter(0)
  z = f32[] constant(0)
  one = f32[3] reduce(x, z), dimensions={1}, to_apply=r
  ROOT two = f32[3,3] reduce-window(x, z), window={size=1x2}, to_apply=r
})");
  ASSERT_TRUE(costs.parsed.ok());
  EXPECT_EQ(costs.Of("one"), (Cost{9, 9, 52, 12}));
  EXPECT_EQ(costs.Of("two"), (Cost{9, 9, 52, 36}));
}

TEST(Cost, CountsACombinerForEachUpdateOfAScatterAndItsBytesThere) {
  const Costs costs(R"(
add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b)
}
ENTRY e {
  x = f32[1000,4] parameter(0)
  i = s32[3,1] parameter(1)
  u = f32[3,4] parameter(2)
  ROOT r = f32[1000,4] scatter(x, i, u), to_apply=add, update_window_dims={1}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1
})");
  ASSERT_TRUE(costs.parsed.ok());
  // 12 updates: 48 bytes of the array, 48 of the updates and 12 of the indices read.
  EXPECT_EQ(costs.Of("r"), (Cost{12, 0, 108, 48}));
}

TEST(Cost, CountsAComputationForEachElementOfAMap) {
  const Costs costs(R"(
f {
  a = f32[] parameter(0)
  t = f32[] tanh(a)
  ROOT s = f32[] add(t, a)
}
ENTRY e {
  x = f32[10] parameter(0)
  ROOT m = f32[10] map(x), dimensions={0}, to_apply=f
})");
  ASSERT_TRUE(costs.parsed.ok());
  EXPECT_EQ(costs.Of("m"), (Cost{10, 10, 40, 40}));
}

TEST(Cost, CountsOneAdditionPerElementOfAnAllReduce) {
  const Costs costs(R"(
add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b)
}
ENTRY e {
  x = f32[10] parameter(0)
  y = f32[2,3] parameter(1)
  ROOT r = (f32[10], f32[2,3]) all-reduce(x, y), to_apply=add, replica_groups={}
})");
  ASSERT_TRUE(costs.parsed.ok());
  EXPECT_EQ(costs.Of("r").flops, 16);
}

TEST(Cost, CountsTheValidInstructionsOfAModuleWithErrors) {
  const Costs costs(R"(
ENTRY e {
  x = f32[4] parameter(0)
  y = f32[4] frobnicate(x)
  z = f32[5] add(x, x)
  ROOT n = f32[4] negate(x)
})");
  ASSERT_FALSE(costs.parsed.ok());
  EXPECT_EQ(costs.Of("n").flops, 4);
}

TEST(Cost, SaturatesAtTheLargestNumber) {
  const Costs costs(R"(
ENTRY e {
  a = f32[3000000000,2000000000] parameter(0)
  b = f32[2000000000,3] parameter(1)
  ROOT d = f32[3000000000,3] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}
})");
  ASSERT_TRUE(costs.parsed.ok());
  EXPECT_EQ(costs.Of("d").flops, INT64_MAX);
}

}  // namespace
}  // namespace hlo
