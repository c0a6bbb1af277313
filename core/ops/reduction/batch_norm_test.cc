// SPDX-License-Identifier: Apache-2.0
// Expected values: the worked examples of ops reference 12.
#include "core/ops/testing.h"

namespace hlo {
namespace {

using op_testing::Array;
using op_testing::OpCall;
using op_testing::SameBits;
using op_testing::WithinUlp;

OpCall Call(std::string_view opcode, double epsilon, int64_t feature) {
  OpCall call(opcode);
  call.Set(Attr::epsilon, epsilon).Set(Attr::feature_index, feature);
  return call;
}

const Literal& Worked() {
  static const Literal kX = Array("f32[2,2,2]", {1, 2, 3, 4, 3, 4, 1, 2});
  return kX;
}

TEST(BatchNormTraining, ReturnsNormalizedValuesAndStatistics) {
  OpCall call = Call("batch-norm-training", 0, 2);
  const Literal value = call.Operand(Worked())
                            .Operand(Array("f32[2]", {1, 1}))
                            .Operand(Array("f32[2]", {1, 1}))
                            .Value();
  ASSERT_EQ(value.elements().size(), 3u);
  EXPECT_TRUE(SameBits(value.elements()[0], Array("f32[2,2,2]", {0, 0, 2, 2, 2, 2, 0, 0})));
  EXPECT_TRUE(SameBits(value.elements()[1], Array("f32[2]", {2, 3})));
  EXPECT_TRUE(SameBits(value.elements()[2], Array("f32[2]", {1, 1})));
}

TEST(BatchNormInference, UsesTheGivenStatistics) {
  OpCall call = Call("batch-norm-inference", 0, 1);
  const Literal value = call.Operand(Array("f16[2,2]", {1, 2, 3, 4}))
                            .Operand(Array("f16[2]", {2, 1}))
                            .Operand(Array("f16[2]", {0, 10}))
                            .Operand(Array("f16[2]", {1, 2}))
                            .Operand(Array("f16[2]", {4, 1}))
                            .Value();
  EXPECT_TRUE(SameBits(value, Array("f16[2,2]", {0, 10, 2, 12})));
}

TEST(BatchNormGrad, MovesOnlyTheOffsetForAConstantGradient) {
  OpCall call = Call("batch-norm-grad", 0, 2);
  const Literal value = call.Operand(Worked())
                            .Operand(Array("f32[2]", {1, 1}))
                            .Operand(Array("f32[2]", {2, 3}))
                            .Operand(Array("f32[2]", {1, 1}))
                            .Operand(Array("f32[2,2,2]", std::vector<double>(8, 0.1)))
                            .Value();
  ASSERT_EQ(value.elements().size(), 3u);
  EXPECT_TRUE(SameBits(value.elements()[0], Array("f32[2,2,2]", std::vector<double>(8, 0.0))));
  EXPECT_TRUE(SameBits(value.elements()[1], Array("f32[2]", {0, 0})));
  EXPECT_TRUE(WithinUlp(value.elements()[2], Array("f32[2]", {0.4, 0.4}), 1));
}

TEST(BatchNormTraining, ReportsAFeatureOutOfRange) {
  OpCall call = Call("batch-norm-training", 0, 3);
  call.OperandShape("f32[2,3]").OperandShape("f32[3]").OperandShape("f32[3]");
  EXPECT_EQ(
      call.Rejection(),
      "batch-norm-training.C2: `batch-norm-training`: `feature_index` must be in [0, 2), got 3");
}

TEST(BatchNormInference, ReportsAVectorOfAnotherLength) {
  OpCall call = Call("batch-norm-inference", 0, 1);
  call.OperandShape("f32[2,3]").OperandShape("f32[3]").OperandShape("f32[3]");
  call.OperandShape("f32[2]").OperandShape("f32[3]");
  EXPECT_EQ(call.Rejection(),
            "batch-norm-inference.C2: `batch-norm-inference`: mean must have length 3 like the "
            "feature dimension, got 2");
}

}  // namespace
}  // namespace hlo
