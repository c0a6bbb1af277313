// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_COLLECTIVE_COLLECTIVE_FOLD_H_
#define HLO_CORE_OPS_COLLECTIVE_COLLECTIVE_FOLD_H_

#include <cstddef>
#include <string_view>

#include "core/base/result.h"
#include "core/ops/exchange.h"
#include "hlo/literal.h"

// Combines the operands of the participants of a group: all-reduce, reduce-scatter,
// collective-reduce.
namespace hlo {

// to_apply is a scalar function (T, T) -> T for the type of each operand.
Status CheckCombiner(const InferContext& context, std::string_view code);

// f(f(f(x0, x1), x2), x3): operand i of the participants combined by to_apply in group order, each
// step in the element type. Errors: those of the combiner, R02.
Result<Literal> FoldParticipants(ExchangeContext& context, size_t i);

}  // namespace hlo

#endif  // HLO_CORE_OPS_COLLECTIVE_COLLECTIVE_FOLD_H_
