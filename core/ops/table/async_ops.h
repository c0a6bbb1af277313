// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_TABLE_ASYNC_OPS_H_
#define HLO_CORE_OPS_TABLE_ASYNC_OPS_H_

#include "core/ops/table/rows.h"

namespace hlo {

InferFunction InferCopyStart, InferCopyDone, InferAsyncStart, InferAsyncUpdate, InferAsyncDone;
EvaluateFunction EvaluateCopyStart, EvaluateCopyDone, EvaluateAsyncDone;
NextCallFunction NextCallOfAsyncStart;

namespace op_table {

inline constexpr OpDef kAsyncOps[] = {
    {
        .opcode = Opcode::kCopyStart,
        .section = "7.12",
        .summary = "Starts a copy that copy-done ends.",
        .operands = Exactly(1),
        .attributes = kAttributes<Optional(Attr::cross_program_prefetch_index)>,
        .rules = 2,
        .shape_required = true,
        .infer = InferCopyStart,
        .evaluate = EvaluateCopyStart,
    },
    {
        .opcode = Opcode::kCopyDone,
        .section = "7.13",
        .summary = "Ends a copy.",
        .operands = Exactly(1),
        .rules = 1,
        .shape_required = true,
        .infer = InferCopyDone,
        .evaluate = EvaluateCopyDone,
    },
    CallingOp({
        .opcode = Opcode::kAsyncStart,
        .section = "14.8",
        .summary = "Starts a computation that async-done ends.",
        .operands = AtLeast(0),
        .attributes = kAttributes<Optional(Attr::output_to_operand_aliasing),
                                  Optional(Attr::async_execution_thread), Optional(Attr::calls)>,
        .rules = 3,
        .shape_required = true,
        .arithmetic_cost = ArithmeticCost::kCalls,
        .infer = InferAsyncStart,
        .communication = Communication::kStart,
        .next_call = NextCallOfAsyncStart,
    }),
    {
        .opcode = Opcode::kAsyncUpdate,
        .section = "14.9",
        .summary = "Forwards a started computation.",
        .operands = AtLeast(1),
        .attributes = kAttributes<Optional(Attr::calls), Optional(Attr::async_execution_thread),
                                  Optional(Attr::output_to_operand_aliasing)>,
        .rules = 1,
        .shape_required = true,
        .memory_cost = MemoryCost::kNone,
        .infer = InferAsyncUpdate,
        .evaluate = EvaluateIdentity,
    },
    {
        .opcode = Opcode::kAsyncDone,
        .section = "14.10",
        .summary = "Ends a started computation.",
        .operands = Exactly(1),
        .attributes = kAttributes<Optional(Attr::calls), Optional(Attr::async_execution_thread),
                                  Optional(Attr::output_to_operand_aliasing)>,
        .rules = 1,
        .shape_required = true,
        .memory_cost = MemoryCost::kNone,
        .infer = InferAsyncDone,
        .evaluate = EvaluateAsyncDone,
        .communication = Communication::kDone,
    },
};

}  // namespace op_table
}  // namespace hlo

#endif  // HLO_CORE_OPS_TABLE_ASYNC_OPS_H_
