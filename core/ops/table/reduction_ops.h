// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_TABLE_REDUCTION_OPS_H_
#define HLO_CORE_OPS_TABLE_REDUCTION_OPS_H_

#include "core/ops/table/rows.h"

namespace hlo {

InferFunction InferReduce, InferReduceWindow, InferSelectAndScatter, InferMap, InferSort, InferTopk,
    InferScan;
EvaluateFunction EvaluateReduce, EvaluateReduceWindow, EvaluateSelectAndScatter, EvaluateMap,
    EvaluateSort, EvaluateTopk, EvaluateScan;

namespace op_table {

inline constexpr OpDef kReductionOps[] = {
    {
        .opcode = Opcode::kReduce,
        .section = "10.1",
        .summary = "Combines the elements along some dimensions.",
        .operands = AtLeast(2),
        .attributes = kAttributes<Required(Attr::dimensions), Required(Attr::to_apply)>,
        .rules = 5,
        .arithmetic_cost = ArithmeticCost::kReduce,
        .infer = InferReduce,
        .evaluate = EvaluateReduce,
    },
    {
        .opcode = Opcode::kReduceWindow,
        .section = "10.2",
        .summary = "Combines the elements of sliding windows.",
        .operands = AtLeast(2),
        .attributes = kAttributes<Optional(Attr::window), Required(Attr::to_apply)>,
        .rules = 2,
        .arithmetic_cost = ArithmeticCost::kReduceWindow,
        .infer = InferReduceWindow,
        .evaluate = EvaluateReduceWindow,
    },
    {
        .opcode = Opcode::kSelectAndScatter,
        .section = "10.3",
        .summary = "Scatters values to the selected element of each window.",
        .operands = Exactly(3),
        .attributes =
            kAttributes<Optional(Attr::window), Required(Attr::select), Required(Attr::scatter)>,
        .rules = 5,
        .arithmetic_cost = ArithmeticCost::kSelectAndScatter,
        .infer = InferSelectAndScatter,
        .evaluate = EvaluateSelectAndScatter,
    },
    Elementwise({
        .opcode = Opcode::kMap,
        .section = "10.4",
        .summary = "Applies a computation to each element.",
        .operands = AtLeast(1),
        .attributes = kAttributes<Optional(Attr::dimensions), Required(Attr::to_apply)>,
        .rules = 3,
        .arithmetic_cost = ArithmeticCost::kMap,
        .infer = InferMap,
        .evaluate = EvaluateMap,
    }),
    {
        .opcode = Opcode::kSort,
        .section = "10.5",
        .summary = "Sorts along one dimension by a comparator; always stable.",
        .operands = AtLeast(1),
        .attributes = kAttributes<Required(Attr::dimensions), Optional(Attr::is_stable),
                                  Required(Attr::to_apply)>,
        .rules = 4,
        .arithmetic_cost = ArithmeticCost::kSort,
        .infer = InferSort,
        .evaluate = EvaluateSort,
    },
    {
        .opcode = Opcode::kTopk,
        .section = "10.6",
        .summary = "The k largest values and their positions.",
        .operands = Exactly(1),
        .attributes =
            kAttributes<Required(Attr::k), Optional(Attr::largest), Optional(Attr::is_stable)>,
        .types = kIntTypes | kFloatTypes,
        .rules = 3,
        .infer = InferTopk,
        .evaluate = EvaluateTopk,
    },
    {
        .opcode = Opcode::kScan,
        .section = "10.7",
        .summary = "Running results along one dimension.",
        .operands = AtLeast(1),
        .attributes = kAttributes<Required(Attr::dimensions), Required(Attr::num_carries),
                                  Optional(Attr::is_reverse), Optional(Attr::is_associative),
                                  Required(Attr::to_apply)>,
        .rules = 3,
        .infer = InferScan,
        .evaluate = EvaluateScan,
    },
};

}  // namespace op_table
}  // namespace hlo

#endif  // HLO_CORE_OPS_TABLE_REDUCTION_OPS_H_
