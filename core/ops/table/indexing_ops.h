// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_TABLE_INDEXING_OPS_H_
#define HLO_CORE_OPS_TABLE_INDEXING_OPS_H_

#include "core/ops/table/rows.h"

namespace hlo {

InferFunction InferDynamicSlice, InferDynamicUpdateSlice, InferGather, InferScatter;
EvaluateFunction EvaluateDynamicSlice, EvaluateDynamicUpdateSlice, EvaluateGather, EvaluateScatter;

namespace op_table {

inline constexpr OpDef kIndexingOps[] = {
    {
        .opcode = Opcode::kDynamicSlice,
        .section = "8.1",
        .summary = "A slice at a run-time position, clamped to fit.",
        .operands = AtLeast(1),
        .attributes = kAttributes<Required(Attr::dynamic_slice_sizes)>,
        .rules = 3,
        .shape_required = true,
        .memory_cost = MemoryCost::kSlice,
        .infer = InferDynamicSlice,
        .evaluate = EvaluateDynamicSlice,
    },
    {
        .opcode = Opcode::kDynamicUpdateSlice,
        .section = "8.2",
        .summary = "The array with a slice replaced at a run-time position, clamped to fit.",
        .operands = AtLeast(2),
        .rules = 3,
        .shape_required = true,
        .buffer_reuse = BufferReuse::kUpdate,
        .memory_cost = MemoryCost::kUpdate,
        .infer = InferDynamicUpdateSlice,
        .evaluate = EvaluateDynamicUpdateSlice,
    },
    {
        .opcode = Opcode::kGather,
        .section = "8.3",
        .summary = "Collects slices from many positions.",
        .operands = Exactly(2),
        .attributes =
            kAttributes<Required(Attr::offset_dims), Required(Attr::collapsed_slice_dims),
                        Required(Attr::start_index_map), Optional(Attr::operand_batching_dims),
                        Optional(Attr::start_indices_batching_dims),
                        Required(Attr::index_vector_dim), Required(Attr::slice_sizes),
                        Optional(Attr::indices_are_sorted)>,
        .rules = 12,
        .memory_cost = MemoryCost::kSlice,
        .infer = InferGather,
        .evaluate = EvaluateGather,
    },
    {
        .opcode = Opcode::kScatter,
        .section = "8.4",
        .summary = "Combines updates into an array at many positions.",
        .operands = AtLeast(3),
        .attributes =
            kAttributes<Required(Attr::update_window_dims), Required(Attr::inserted_window_dims),
                        Required(Attr::scatter_dims_to_operand_dims),
                        Optional(Attr::input_batching_dims),
                        Optional(Attr::scatter_indices_batching_dims),
                        Required(Attr::index_vector_dim), Optional(Attr::indices_are_sorted),
                        Optional(Attr::unique_indices), Required(Attr::to_apply)>,
        .rules = 12,
        .arithmetic_cost = ArithmeticCost::kScatter,
        .memory_cost = MemoryCost::kScatter,
        .infer = InferScatter,
        .evaluate = EvaluateScatter,
    },
};

}  // namespace op_table
}  // namespace hlo

#endif  // HLO_CORE_OPS_TABLE_INDEXING_OPS_H_
