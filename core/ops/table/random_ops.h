// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_TABLE_RANDOM_OPS_H_
#define HLO_CORE_OPS_TABLE_RANDOM_OPS_H_

#include "core/ops/table/rows.h"

namespace hlo {

InferFunction InferRng, InferRngGetAndUpdateState, InferRngBitGenerator;
EvaluateFunction EvaluateRng, EvaluateRngGetAndUpdateState, EvaluateRngBitGenerator;

namespace op_table {

inline constexpr std::string_view kRngDistributions[] = {"rng_uniform", "rng_normal"};
inline constexpr std::string_view kRngAlgorithms[] = {"rng_default", "rng_three_fry", "rng_philox"};

inline constexpr OpDef kRandomOps[] = {
    {
        .opcode = Opcode::kRng,
        .section = "13.1",
        .summary = "Random numbers of a distribution.",
        .operands = AtLeast(0),
        .attributes = kAttributes<AnyCase(Required(Attr::distribution, kOneOf<kRngDistributions>))>,
        .types = kPredTypes | kIntTypes | kFloatTypes,
        .rules = 2,
        .shape_required = true,
        .side_effect = true,
        .arithmetic_cost = ArithmeticCost::kRandomBits,
        .infer = InferRng,
        .evaluate = EvaluateRng,
    },
    {
        .opcode = Opcode::kRngGetAndUpdateState,
        .section = "13.2",
        .summary = "Reads and advances the random state of the module.",
        .operands = Exactly(0),
        .attributes = kAttributes<Required(Attr::delta)>,
        .types = ElementType::kU64,
        .rules = 1,
        .shape_required = true,
        .side_effect = true,
        .infer = InferRngGetAndUpdateState,
        .evaluate = EvaluateRngGetAndUpdateState,
    },
    {
        .opcode = Opcode::kRngBitGenerator,
        .section = "13.3",
        .summary = "Random bits as a function of a state.",
        .operands = Exactly(1),
        .attributes = kAttributes<AnyCase(Required(Attr::algorithm, kOneOf<kRngAlgorithms>))>,
        .types = kIntTypes,
        .rules = 3,
        .shape_required = true,
        .arithmetic_cost = ArithmeticCost::kRandomBits,
        .infer = InferRngBitGenerator,
        .evaluate = EvaluateRngBitGenerator,
    },
};

}  // namespace op_table
}  // namespace hlo

#endif  // HLO_CORE_OPS_TABLE_RANDOM_OPS_H_
