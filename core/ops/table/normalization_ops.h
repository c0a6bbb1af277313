// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_TABLE_NORMALIZATION_OPS_H_
#define HLO_CORE_OPS_TABLE_NORMALIZATION_OPS_H_

#include "core/ops/table/rows.h"

namespace hlo {

InferFunction InferBatchNormTraining, InferBatchNormInference, InferBatchNormGrad;
EvaluateFunction EvaluateBatchNormTraining, EvaluateBatchNormInference, EvaluateBatchNormGrad;

namespace op_table {

constexpr OpDef BatchNorm(OpDef row) {
  row.attributes = kAttributes<Required(Attr::epsilon), Required(Attr::feature_index)>;
  row.types = kFloatTypes;
  return row;
}

inline constexpr OpDef kNormalizationOps[] = {
    BatchNorm({
        .opcode = Opcode::kBatchNormTraining,
        .section = "12.1",
        .summary = "Normalizes with the statistics of the batch.",
        .operands = Exactly(3),
        .rules = 3,
        .infer = InferBatchNormTraining,
        .evaluate = EvaluateBatchNormTraining,
    }),
    BatchNorm({
        .opcode = Opcode::kBatchNormInference,
        .section = "12.2",
        .summary = "Normalizes with given statistics.",
        .operands = Exactly(5),
        .rules = 2,
        .infer = InferBatchNormInference,
        .evaluate = EvaluateBatchNormInference,
    }),
    BatchNorm({
        .opcode = Opcode::kBatchNormGrad,
        .section = "12.3",
        .summary = "Gradient of batch-norm-training.",
        .operands = Exactly(5),
        .rules = 2,
        .infer = InferBatchNormGrad,
        .evaluate = EvaluateBatchNormGrad,
    }),
};

}  // namespace op_table
}  // namespace hlo

#endif  // HLO_CORE_OPS_TABLE_NORMALIZATION_OPS_H_
