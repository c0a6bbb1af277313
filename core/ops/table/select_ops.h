// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_TABLE_SELECT_OPS_H_
#define HLO_CORE_OPS_TABLE_SELECT_OPS_H_

#include "core/ops/table/rows.h"

namespace hlo {

InferFunction InferCompare, InferSelect, InferClamp;
EvaluateFunction EvaluateCompare, EvaluateSelect, EvaluateClamp;

namespace op_table {

inline constexpr std::string_view kCompareDirections[] = {"EQ", "NE", "GE", "GT", "LE", "LT"};
inline constexpr std::string_view kCompareTypes[] = {"FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"};
inline constexpr std::string_view kCompareOrders[] = {"PARTIAL", "TOTAL"};

inline constexpr OpDef kSelectOps[] = {
    Elementwise({
        .opcode = Opcode::kCompare,
        .section = "5.1",
        .summary = "Compares two values; returns pred.",
        .operands = Exactly(2),
        .attributes = kAttributes<Required(Attr::direction, kOneOf<kCompareDirections>),
                                  Optional(Attr::type, kOneOf<kCompareTypes>),
                                  Optional(Attr::order, kOneOf<kCompareOrders>)>,
        .rules = 7,
        .vector_form = VectorForm::kStep,
        .infer = InferCompare,
        .evaluate = EvaluateCompare,
    }),
    Elementwise({
        .opcode = Opcode::kSelect,
        .section = "5.2",
        .summary = "Selects each element from one of two arrays.",
        .operands = Exactly(3),
        .rules = 4,
        .vector_form = VectorForm::kStep,
        .infer = InferSelect,
        .evaluate = EvaluateSelect,
    }),
    Elementwise({
        .opcode = Opcode::kClamp,
        .section = "5.3",
        .summary = "min(max(x, lo), hi); the operand is the middle one.",
        .operands = Exactly(3),
        .types = kIntTypes | kFloatTypes,
        .rules = 3,
        .stays_in_range = true,
        .vector_form = VectorForm::kStep,
        .infer = InferClamp,
        .evaluate = EvaluateClamp,
    }),
};

}  // namespace op_table
}  // namespace hlo

#endif  // HLO_CORE_OPS_TABLE_SELECT_OPS_H_
