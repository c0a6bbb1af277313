// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_TABLE_MOVEMENT_OPS_H_
#define HLO_CORE_OPS_TABLE_MOVEMENT_OPS_H_

#include "core/ops/table/rows.h"

namespace hlo {

InferFunction InferCopy, InferConstant, InferParameter, InferIota, InferBroadcast, InferReshape,
    InferDynamicReshape, InferTranspose, InferReverse, InferSlice, InferConcatenate, InferPad,
    InferShuffle;
EvaluateFunction EvaluateCopy, EvaluateConstant, EvaluateIota, EvaluateBroadcast, EvaluateReshape,
    EvaluateDynamicReshape, EvaluateTranspose, EvaluateReverse, EvaluateSlice, EvaluateConcatenate,
    EvaluatePad, EvaluateShuffle;

namespace op_table {

inline constexpr OpDef kMovementOps[] = {
    {
        .opcode = Opcode::kCopy,
        .section = "3.35",
        .summary = "The same value, possibly in another layout.",
        .operands = Exactly(1),
        .rules = 2,
        .elementwise = true,
        .vector_form = VectorForm::kCopy,
        .buffer_reuse = BufferReuse::kForward,
        .infer = InferCopy,
        .evaluate = EvaluateCopy,
    },
    {
        .opcode = Opcode::kConstant,
        .section = "7.1",
        .summary = "A literal value.",
        .operands = Exactly(0),
        .arguments = ArgumentKind::kLiteral,
        .rules = 3,
        .shape_required = true,
        .vector_form = VectorForm::kConstant,
        .memory_cost = MemoryCost::kNone,
        .infer = InferConstant,
        .evaluate = EvaluateConstant,
    },
    {
        .opcode = Opcode::kParameter,
        .section = "7.2",
        .summary = "The n-th argument of the computation.",
        .operands = Exactly(0),
        .arguments = ArgumentKind::kParameterNumber,
        .attributes = kAttributes<Optional(Attr::parameter_replication)>,
        .rules = 2,
        .shape_required = true,
        .memory_cost = MemoryCost::kNone,
        .infer = InferParameter,
    },
    {
        .opcode = Opcode::kIota,
        .section = "7.3",
        .summary = "0, 1, 2, ... along one dimension.",
        .operands = Exactly(0),
        .attributes = kAttributes<Required(Attr::iota_dimension)>,
        .types = kIntTypes | kFloatTypes | kComplexTypes,
        .rules = 4,
        .shape_required = true,
        .vector_form = VectorForm::kIota,
        .infer = InferIota,
        .evaluate = EvaluateIota,
    },
    {
        .opcode = Opcode::kBroadcast,
        .section = "7.4",
        .summary = "Repeats an array along new dimensions.",
        .operands = Exactly(1),
        .attributes = kAttributes<Optional(Attr::dimensions)>,
        .rules = 4,
        .shape_required = true,
        .vector_form = VectorForm::kBroadcast,
        .infer = InferBroadcast,
        .evaluate = EvaluateBroadcast,
    },
    {
        .opcode = Opcode::kReshape,
        .section = "7.5",
        .summary = "The same elements in row-major order with other sizes.",
        .operands = Exactly(1),
        .attributes = kAttributes<Optional(Attr::inferred_dimension)>,
        .rules = 3,
        .shape_required = true,
        .vector_form = VectorForm::kCopy,
        .buffer_reuse = BufferReuse::kForward,
        .infer = InferReshape,
        .evaluate = EvaluateReshape,
    },
    {
        .opcode = Opcode::kDynamicReshape,
        .section = "7.6",
        .summary = "Reshape with sizes known at run time.",
        .operands = AtLeast(1),
        .rules = 3,
        .shape_required = true,
        .infer = InferDynamicReshape,
        .evaluate = EvaluateDynamicReshape,
    },
    {
        .opcode = Opcode::kTranspose,
        .section = "7.7",
        .summary = "Permutes the dimensions.",
        .operands = Exactly(1),
        .attributes = kAttributes<Required(Attr::dimensions)>,
        .rules = 1,
        .infer = InferTranspose,
        .evaluate = EvaluateTranspose,
    },
    {
        .opcode = Opcode::kReverse,
        .section = "7.8",
        .summary = "Reverses the order along some dimensions.",
        .operands = Exactly(1),
        .attributes = kAttributes<Required(Attr::dimensions)>,
        .rules = 1,
        .infer = InferReverse,
        .evaluate = EvaluateReverse,
    },
    {
        .opcode = Opcode::kSlice,
        .section = "7.9",
        .summary = "A part of the array, optionally strided.",
        .operands = Exactly(1),
        .attributes = kAttributes<Required(Attr::slice)>,
        .rules = 3,
        .shape_required = true,
        .memory_cost = MemoryCost::kSlice,
        .infer = InferSlice,
        .evaluate = EvaluateSlice,
    },
    {
        .opcode = Opcode::kConcatenate,
        .section = "7.10",
        .summary = "Concatenates arrays along a dimension.",
        .operands = AtLeast(1),
        .attributes = kAttributes<Required(Attr::dimensions)>,
        .rules = 4,
        .infer = InferConcatenate,
        .evaluate = EvaluateConcatenate,
    },
    {
        .opcode = Opcode::kPad,
        .section = "7.11",
        .summary = "Pads around and between elements; negative padding crops.",
        .operands = Exactly(2),
        .attributes = kAttributes<Required(Attr::padding)>,
        .rules = 4,
        .infer = InferPad,
        .evaluate = EvaluatePad,
    },
    {
        .opcode = Opcode::kShuffle,
        .section = "7.14",
        .summary = "Rotates along dimensions.",
        .operands = Exactly(1),
        .attributes =
            kAttributes<Required(Attr::dimensions), Optional(Attr::mode), Optional(Attr::shifts)>,
        .rules = 2,
        .shape_required = true,
        .infer = InferShuffle,
        .evaluate = EvaluateShuffle,
    },
};

}  // namespace op_table
}  // namespace hlo

#endif  // HLO_CORE_OPS_TABLE_MOVEMENT_OPS_H_
