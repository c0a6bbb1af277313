// SPDX-License-Identifier: Apache-2.0
#include "core/builder/builder_testing.h"

namespace hlo::builder {
namespace {

using builder_testing::Body;
using builder_testing::Json;
using builder_testing::ResultOf;
using enum ElementType;

TEST(BuilderRng, StaysInItsRange) {
  Builder b("rng");
  const Value low = ConstantR0<float>(b, 2);
  const Value high = ConstantR0<float>(b, 3);
  const Value numbers = RngUniform(low, high, Shape::Array(kF32, {1000}));
  const Value inside = Ge(numbers, low) & Lt(numbers, high);
  ReduceAll(inside, One(b, kPred), ScalarFunction("and", kPred, And));
  EXPECT_EQ(ResultOf(b.Build()), Json("pred[]", "true"));
}

TEST(BuilderRng, NamesItsDistribution) {
  Builder b("rng");
  const Value zero = Zero(b, kF32);
  const Value one = One(b, kF32);
  Tuple(b, {RngUniform(zero, one, Shape::Array(kF32, {4})),
            RngNormal(zero, one, Shape::Array(kF32, {4}))});
  EXPECT_EQ(Body(b.Build()),
            "%constant = f32[] constant(0)\n"
            "%constant.1 = f32[] constant(1)\n"
            "%rng = f32[4]{0} rng(%constant, %constant.1), distribution=rng_uniform\n"
            "%rng.1 = f32[4]{0} rng(%constant, %constant.1), distribution=rng_normal\n"
            "ROOT %tuple = (f32[4]{0}, f32[4]{0}) tuple(%rng, %rng.1)\n");
}

}  // namespace
}  // namespace hlo::builder
