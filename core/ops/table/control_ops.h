// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_TABLE_CONTROL_OPS_H_
#define HLO_CORE_OPS_TABLE_CONTROL_OPS_H_

#include "core/ops/table/rows.h"

namespace hlo {

InferFunction InferTuple, InferGetTupleElement, InferCall, InferFusion, InferWhile,
    InferConditional, InferOptBarrier, InferDomain;
EvaluateFunction EvaluateTuple, EvaluateGetTupleElement;
NextCallFunction NextCallOfCall, NextCallOfFusion, NextCallOfWhile, NextCallOfConditional;

namespace op_table {

inline constexpr std::string_view kFusionKinds[] = {"kLoop", "kInput", "kOutput", "kCustom"};

inline constexpr OpDef kControlOps[] = {
    {
        .opcode = Opcode::kTuple,
        .section = "14.1",
        .summary = "Groups values into a tuple.",
        .operands = AtLeast(0),
        .rules = 1,
        .vector_form = VectorForm::kTuple,
        .memory_cost = MemoryCost::kPointers,
        .infer = InferTuple,
        .evaluate = EvaluateTuple,
    },
    {
        .opcode = Opcode::kGetTupleElement,
        .section = "14.2",
        .summary = "One element of a tuple.",
        .operands = Exactly(1),
        .attributes = kAttributes<Required(Attr::index)>,
        .rules = 2,
        .vector_form = VectorForm::kElement,
        .memory_cost = MemoryCost::kNone,
        .infer = InferGetTupleElement,
        .evaluate = EvaluateGetTupleElement,
    },
    CallingOp({
        .opcode = Opcode::kCall,
        .section = "14.3",
        .summary = "Runs a computation.",
        .operands = AtLeast(0),
        .attributes = kAttributes<Required(Attr::to_apply), Optional(Attr::is_composite)>,
        .rules = 3,
        .vector_form = VectorForm::kInline,
        .arithmetic_cost = ArithmeticCost::kCalls,
        .infer = InferCall,
        .next_call = NextCallOfCall,
    }),
    CallingOp({
        .opcode = Opcode::kFusion,
        .section = "14.4",
        .summary = "Runs a fused computation.",
        .operands = AtLeast(0),
        .attributes = kAttributes<Required(Attr::kind, kOneOf<kFusionKinds>),
                                  OfOperands(Optional(Attr::output_to_operand_aliasing)),
                                  Required(Attr::calls)>,
        .rules = 2,
        .shape_required = true,
        .vector_form = VectorForm::kInline,
        .arithmetic_cost = ArithmeticCost::kFusion,
        .infer = InferFusion,
        .next_call = NextCallOfFusion,
    }),
    CallingOp({
        .opcode = Opcode::kWhile,
        .section = "14.5",
        .summary = "Repeats the body while the condition is true.",
        .operands = Exactly(1),
        .attributes = kAttributes<Required(Attr::condition), Required(Attr::body)>,
        .rules = 3,
        .arithmetic_cost = ArithmeticCost::kCalls,
        .infer = InferWhile,
        .next_call = NextCallOfWhile,
    }),
    CallingOp({
        .opcode = Opcode::kConditional,
        .section = "14.6",
        .summary = "Runs one of several branches.",
        .operands = AtLeast(2),
        .attributes =
            kAttributes<Optional(Attr::true_computation), Optional(Attr::false_computation),
                        Optional(Attr::branch_computations)>,
        .rules = 4,
        .arithmetic_cost = ArithmeticCost::kCalls,
        .infer = InferConditional,
        .next_call = NextCallOfConditional,
    }),
    {
        .opcode = Opcode::kOptBarrier,
        .section = "14.7",
        .summary = "Identity that blocks code motion.",
        .operands = Exactly(1),
        .rules = 1,
        .vector_form = VectorForm::kIdentity,
        .buffer_reuse = BufferReuse::kForward,
        .memory_cost = MemoryCost::kNone,
        .infer = InferOptBarrier,
        .evaluate = EvaluateIdentity,
    },
    {
        .opcode = Opcode::kDomain,
        .section = "14.11",
        .summary = "Identity at the boundary of a sharding domain.",
        .operands = Exactly(1),
        .attributes = kAttributes<Required(Attr::domain)>,
        .rules = 1,
        .vector_form = VectorForm::kIdentity,
        .buffer_reuse = BufferReuse::kForward,
        .infer = InferDomain,
        .evaluate = EvaluateIdentity,
    },
};

}  // namespace op_table
}  // namespace hlo

#endif  // HLO_CORE_OPS_TABLE_CONTROL_OPS_H_
