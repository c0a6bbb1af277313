// SPDX-License-Identifier: Apache-2.0
#include "core/ops/reduction/reducer.h"

#include <gtest/gtest.h>

#include "core/ops/computation_testing.h"

namespace hlo {
namespace {

using namespace op_testing;

TEST(RecognizeReducer, FindsAnAssociativeOpInEitherOrder) {
  Module module;
  EXPECT_FALSE(RecognizeReducer(*BinaryComputation(module, "add", "f32[]"))->swapped);
  ComputationBuilder f(module, "swapped");
  Instruction* a = f.Parameter("f32[]");
  Instruction* b = f.Parameter("f32[]");
  f.Op("maximum", {b, a});
  const auto reducer = RecognizeReducer(*f.Get());
  ASSERT_TRUE(reducer.has_value());
  EXPECT_TRUE(reducer->swapped);
  EXPECT_EQ(reducer->op->name, "maximum");
}

TEST(RecognizeReducer, RejectsOtherComputations) {
  Module module;
  EXPECT_FALSE(RecognizeReducer(*BinaryComputation(module, "subtract", "f32[]")).has_value());
  ComputationBuilder twice(module, "twice");
  Instruction* a = twice.Parameter("f32[]");
  twice.Parameter("f32[]");
  twice.Op("add", {a, a});
  EXPECT_FALSE(RecognizeReducer(*twice.Get()).has_value());
  ComputationBuilder more(module, "more");
  a = more.Parameter("f32[]");
  Instruction* b = more.Parameter("f32[]");
  more.Op("add", {a, more.Op("negate", {b})});
  EXPECT_FALSE(RecognizeReducer(*more.Get()).has_value());
}

}  // namespace
}  // namespace hlo
