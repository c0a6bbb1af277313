// SPDX-License-Identifier: Apache-2.0
// Computations inside computations.
#include "core/builder/builder_testing.h"

namespace hlo::builder {
namespace {

using builder_testing::Argument;
using builder_testing::ErrorOf;
using builder_testing::Json;
using builder_testing::ReadAgain;
using builder_testing::ResultOf;
using enum ElementType;

TEST(BuilderFunctions, AreCopiedOnce) {
  const Function add = ScalarFunction("add", kF32, Add);
  Builder inner("sum_of_row");
  Reduce(Argument(inner, 0, "f32[4]", "row"), Zero(inner, kF32), add, {0});
  const Function sum = inner.Build();
  Builder b("add");
  const Value x = Argument(b, 0, "f32[4]", "x");
  const Value zero = Zero(b, kF32);
  Reduce(x, Call(b, sum, {x}) + Reduce(x, zero, add, {0}), add, {0});
  const std::unique_ptr<Module> module = ReadAgain(b.Build());
  std::string names;
  for (const auto& computation : module->computations) names += computation->name + " ";
  // "add" is the entry computation; each imported function adds one, however often it is used.
  EXPECT_EQ(module->entry->name, "add");
  EXPECT_EQ(module->computations.size(), 4u) << names;
}

TEST(BuilderFunctions, RunLikeTheirOriginals) {
  const Function add = ScalarFunction("add", kF32, Add);
  Builder inner("sum_of_row");
  Reduce(Argument(inner, 0, "f32[4]", "row"), Zero(inner, kF32), add, {0});
  const Function sum = inner.Build();
  Builder b("twice");
  const Value x = ConstantR1<float>(b, {1, 2, 3, 4});
  Call(b, sum, {x}) + Call(b, sum, {Call(b, sum, {x}) * x});
  EXPECT_EQ(ResultOf(b.Build()), Json("f32[]", "110"));
}

TEST(BuilderFunctions, PassTheirErrorToTheirUser) {
  Builder b("reduce");
  const Value x = Argument(b, 0, "f32[4]", "x");
  Reduce(x, Zero(b, kF32), ScalarFunction("and", kF32, And), {0});
  EXPECT_EQ(ErrorOf(b.Build()).substr(0, 6), "and.C3");
}

}  // namespace
}  // namespace hlo::builder
