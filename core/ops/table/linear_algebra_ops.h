// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_TABLE_LINEAR_ALGEBRA_OPS_H_
#define HLO_CORE_OPS_TABLE_LINEAR_ALGEBRA_OPS_H_

#include "core/ops/table/rows.h"

namespace hlo {

InferFunction InferDot, InferRaggedDot, InferScaledDot, InferConvolution, InferCholesky,
    InferTriangularSolve, InferFft;
EvaluateFunction EvaluateDot, EvaluateRaggedDot, EvaluateScaledDot, EvaluateConvolution,
    EvaluateCholesky, EvaluateTriangularSolve, EvaluateFft;

namespace op_table {

inline constexpr std::string_view kDotAlgorithms[] = {
    "dot_any_f8_any_f8_f32", "dot_any_f8_any_f8_f32_fast_accum",
    "dot_f16_f16_f16",       "dot_f16_f16_f32",
    "dot_bf16_bf16_bf16",    "dot_bf16_bf16_f32",
    "dot_bf16_bf16_f32_x3",  "dot_bf16_bf16_f32_x6",
    "dot_bf16_bf16_f32_x9",  "dot_tf32_tf32_f32",
    "dot_tf32_tf32_f32_x3",  "dot_f32_f32_f32",
    "dot_f64_f64_f64",
};
inline constexpr std::string_view kConvKinds[] = {"unset", "fprop", "wgrad", "dgrad"};
inline constexpr std::string_view kTransposes[] = {"NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"};
inline constexpr std::string_view kFftTypes[] = {"FFT", "IFFT", "RFFT", "IRFFT"};

inline constexpr OpDef kLinearAlgebraOps[] = {
    {
        .opcode = Opcode::kDot,
        .section = "9.1",
        .summary = "Sums of products over contracted dimensions.",
        .operands = Exactly(2),
        .attributes =
            kAttributes<Optional(Attr::lhs_batch_dims), Optional(Attr::lhs_contracting_dims),
                        Optional(Attr::rhs_batch_dims), Optional(Attr::rhs_contracting_dims),
                        OfOperands(AnyCase(Optional(Attr::operand_precision, kOneOf<kPrecisions>))),
                        AnyCase(Optional(Attr::algorithm, kOneOf<kDotAlgorithms>))>,
        .rules = 6,
        .arithmetic_cost = ArithmeticCost::kDot,
        .infer = InferDot,
        .evaluate = EvaluateDot,
    },
    {
        .opcode = Opcode::kRaggedDot,
        .section = "9.2",
        .summary = "Dot with groups of unequal length.",
        .operands = Exactly(3),
        .attributes =
            kAttributes<Optional(Attr::lhs_batch_dims), Optional(Attr::lhs_contracting_dims),
                        Optional(Attr::rhs_batch_dims), Optional(Attr::rhs_contracting_dims),
                        AnyCase(Optional(Attr::operand_precision, kOneOf<kPrecisions>)),
                        AnyCase(Optional(Attr::algorithm, kOneOf<kDotAlgorithms>)),
                        Optional(Attr::lhs_ragged_dims), Optional(Attr::rhs_group_dims)>,
        .rules = 4,
        .arithmetic_cost = ArithmeticCost::kDot,
        .infer = InferRaggedDot,
        .evaluate = EvaluateRaggedDot,
    },
    {
        .opcode = Opcode::kScaledDot,
        .section = "9.3",
        .summary = "Dot of scaled operands.",
        .operands = Exactly(4),
        .attributes =
            kAttributes<Optional(Attr::lhs_batch_dims), Optional(Attr::lhs_contracting_dims),
                        Optional(Attr::rhs_batch_dims), Optional(Attr::rhs_contracting_dims),
                        AnyCase(Optional(Attr::operand_precision, kOneOf<kPrecisions>)),
                        AnyCase(Optional(Attr::algorithm, kOneOf<kDotAlgorithms>))>,
        .types = kFloatTypes,
        .rules = 2,
        .arithmetic_cost = ArithmeticCost::kDot,
        .infer = InferScaledDot,
        .evaluate = EvaluateScaledDot,
    },
    {
        .opcode = Opcode::kConvolution,
        .section = "9.4",
        .summary = "Sums of products over sliding windows.",
        .operands = Exactly(2),
        .attributes =
            kAttributes<Optional(Attr::window), Required(Attr::dim_labels),
                        Optional(Attr::feature_group_count), Optional(Attr::batch_group_count),
                        OfOperands(AnyCase(Optional(Attr::operand_precision, kOneOf<kPrecisions>))),
                        AnyCase(Optional(Attr::conv_kind, kOneOf<kConvKinds>))>,
        .rules = 8,
        .arithmetic_cost = ArithmeticCost::kConvolution,
        .infer = InferConvolution,
        .evaluate = EvaluateConvolution,
    },
    {
        .opcode = Opcode::kCholesky,
        .section = "11.1",
        .summary = "Triangular factor of a positive definite matrix.",
        .operands = Exactly(1),
        .attributes = kAttributes<Optional(Attr::lower)>,
        .types = kFloatTypes | kComplexTypes,
        .rules = 3,
        .arithmetic_cost = ArithmeticCost::kCholesky,
        .infer = InferCholesky,
        .evaluate = EvaluateCholesky,
    },
    {
        .opcode = Opcode::kTriangularSolve,
        .section = "11.2",
        .summary = "Solves with a triangular matrix.",
        .operands = Exactly(2),
        .attributes = kAttributes<Optional(Attr::left_side), Optional(Attr::lower),
                                  Optional(Attr::unit_diagonal),
                                  Optional(Attr::transpose_a, kOneOf<kTransposes>)>,
        .types = kFloatTypes | kComplexTypes,
        .rules = 6,
        .arithmetic_cost = ArithmeticCost::kTriangularSolve,
        .infer = InferTriangularSolve,
        .evaluate = EvaluateTriangularSolve,
    },
    {
        .opcode = Opcode::kFft,
        .section = "11.3",
        .summary = "Discrete Fourier transform.",
        .operands = Exactly(1),
        .attributes =
            kAttributes<Required(Attr::fft_type, kOneOf<kFftTypes>), Required(Attr::fft_length)>,
        .types = ElementTypeSet(ElementType::kF32) | ElementType::kF64 | kComplexTypes,
        .rules = 4,
        .arithmetic_cost = ArithmeticCost::kFft,
        .infer = InferFft,
        .evaluate = EvaluateFft,
    },
};

}  // namespace op_table
}  // namespace hlo

#endif  // HLO_CORE_OPS_TABLE_LINEAR_ALGEBRA_OPS_H_
