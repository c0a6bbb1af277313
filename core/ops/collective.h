// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_COLLECTIVE_H_
#define HLO_CORE_OPS_COLLECTIVE_H_

#include <cstddef>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/literal/literal.h"
#include "core/ops/exchange.h"
#include "core/ops/rules.h"

// What the rooms of collectives share. They take several operands, each dealt with by itself: the
// result is the part of the one operand, or the tuple of all parts.
namespace hlo {

Shape ShapeOfParts(std::vector<Shape> parts);
// The parts, one an operand, under the layouts of `shape`.
Literal ValueOfParts(std::vector<Literal> parts, const Shape& shape);

// RequireFullSizes of what every member gives.
Status RequireFullSizes(const ExchangeContext& context);

// to_apply is a scalar function (T, T) -> T for the type of each operand.
Status CheckCombiner(const InferContext& context, std::string_view code);

// f(f(f(x0, x1), x2), x3): operand i of the members combined by to_apply in group order, each step
// in the element type. Errors: those of the combiner, R02.
Result<Literal> FoldMembers(ExchangeContext& context, size_t i);

}  // namespace hlo

#endif  // HLO_CORE_OPS_COLLECTIVE_H_
