// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_TABLE_CONVERSION_OPS_H_
#define HLO_CORE_OPS_TABLE_CONVERSION_OPS_H_

#include "core/ops/table/rows.h"

namespace hlo {

InferFunction InferConvert, InferBitcastConvert, InferBitcast, InferReducePrecision,
    InferStochasticConvert;
EvaluateFunction EvaluateConvert, EvaluateBitcastConvert, EvaluateBitcast, EvaluateReducePrecision,
    EvaluateStochasticConvert;

namespace op_table {

inline constexpr OpDef kConversionOps[] = {
    Elementwise({
        .opcode = Opcode::kConvert,
        .section = "6.1",
        .summary = "Converts elements to another type.",
        .operands = Exactly(1),
        .rules = 3,
        .shape_required = true,
        .vector_form = VectorForm::kConvert,
        .infer = InferConvert,
        .evaluate = EvaluateConvert,
    }),
    {
        .opcode = Opcode::kBitcastConvert,
        .section = "6.2",
        .summary = "Reinterprets the bits as another element type.",
        .operands = Exactly(1),
        .rules = 6,
        .shape_required = true,
        .vector_form = VectorForm::kBitcast,
        .infer = InferBitcastConvert,
        .evaluate = EvaluateBitcastConvert,
    },
    {
        .opcode = Opcode::kBitcast,
        .section = "6.3",
        .summary = "Reinterprets memory with another shape and layout.",
        .operands = Exactly(1),
        .rules = 2,
        .shape_required = true,
        .buffer_reuse = BufferReuse::kForward,
        .memory_cost = MemoryCost::kNone,
        .infer = InferBitcast,
        .evaluate = EvaluateBitcast,
    },
    Elementwise({
        .opcode = Opcode::kReducePrecision,
        .section = "6.4",
        .summary = "Rounds to a narrower floating format and back.",
        .operands = Exactly(1),
        .attributes = kAttributes<Required(Attr::exponent_bits), Required(Attr::mantissa_bits)>,
        .types = kFloatTypes,
        .rules = 3,
        .shape_required = true,
        .infer = InferReducePrecision,
        .evaluate = EvaluateReducePrecision,
    }),
    Elementwise({
        .opcode = Opcode::kStochasticConvert,
        .section = "6.5",
        .summary = "Rounds up or down by given random bits.",
        .operands = Exactly(2),
        .types = kFloatTypes,
        .rules = 4,
        .shape_required = true,
        .infer = InferStochasticConvert,
        .evaluate = EvaluateStochasticConvert,
    }),
};

}  // namespace op_table
}  // namespace hlo

#endif  // HLO_CORE_OPS_TABLE_CONVERSION_OPS_H_
