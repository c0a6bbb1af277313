// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_TABLE_DYNAMIC_OPS_H_
#define HLO_CORE_OPS_TABLE_DYNAMIC_OPS_H_

#include "core/ops/table/rows.h"

namespace hlo {

InferFunction InferGetDimensionSize, InferSetDimensionSize;
EvaluateFunction EvaluateGetDimensionSize, EvaluateSetDimensionSize;

namespace op_table {

inline constexpr OpDef kDynamicOps[] = {
    {
        .opcode = Opcode::kGetDimensionSize,
        .section = "17.1",
        .summary = "Run-time size of a dimension.",
        .operands = Exactly(1),
        .attributes = kAttributes<Required(Attr::dimensions)>,
        .rules = 2,
        .infer = InferGetDimensionSize,
        .evaluate = EvaluateGetDimensionSize,
    },
    {
        .opcode = Opcode::kSetDimensionSize,
        .section = "17.2",
        .summary = "Sets the run-time size of a dimension.",
        .operands = Exactly(2),
        .attributes = kAttributes<Required(Attr::dimensions)>,
        .rules = 2,
        .infer = InferSetDimensionSize,
        .evaluate = EvaluateSetDimensionSize,
    },
};

}  // namespace op_table
}  // namespace hlo

#endif  // HLO_CORE_OPS_TABLE_DYNAMIC_OPS_H_
