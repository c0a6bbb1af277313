// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_COLLECTIVE_COLLECTIVE_H_
#define HLO_CORE_OPS_COLLECTIVE_COLLECTIVE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/ops/exchange.h"
#include "core/ops/rules.h"
#include "hlo/literal.h"

// Helpers of collectives. Most take several operands and handle each separately: the result is the
// part for a single operand, or a tuple of the parts.
namespace hlo {

// ---- shapes ----

Shape ShapeOfParts(std::vector<Shape> parts);
// Part `i` of `count`.
const Shape& PartOfShape(const Shape& shape, size_t i, size_t count);

// The only entry of `dimensions`, checked against every operand.
Result<int64_t> CheckDimension(const InferContext& context, std::string_view code);

// Ops that multiply or divide one dimension of each operand by the number of participants.
struct Resizing {
  std::string_view code;
  bool grows;
};
// `participants` is nullopt if it depends on the number of devices: then any multiple is accepted.
// Errors: those of `resizing.code`, P08.
Result<Shape> InferResized(const InferContext& context, const Resizing& resizing,
                           std::optional<int64_t> participants);

// Calls rule(context, participants) for an instruction inferred before the number of participants
// was known. `result` is the shape of its value, or for a start, of the value of its done.
template <class Rule>
auto CheckAgain(const Instruction& instruction, const Shape& result, size_t participants,
                Rule&& rule) {
  std::vector<const Shape*> operands;
  for (const Instruction* operand : instruction.operands) operands.push_back(operand->shape);
  return rule(InferContext{instruction, operands, &result}, static_cast<int64_t>(participants));
}

// ---- starts with value (operands, result, context...) ----

Result<Shape> InferBundle(const InferContext& context, std::string_view code,
                          Result<Shape> (*infer_result)(const InferContext&));
// The result in the bundle of a start; the whole value of other ops.
const Shape& ResultShape(const Instruction& instruction);

// ---- values ----

// The parts, one per operand, with the layouts of `shape`.
Literal ValueOfParts(std::vector<Literal> parts, const Shape& shape);

// RequireFullSizes for the operands of every participant.
Status RequireFullSizes(const ExchangeContext& context);

// Copies indices from `from_start` along a dimension of one array to those from `to_start` of
// another whose other dimensions are equal.
struct Slab {
  size_t dimension;
  int64_t from_start, to_start, size;
};
void CopySlab(ExchangeContext& context, const Slab& slab, const Literal& from, Literal& to);

}  // namespace hlo

#endif  // HLO_CORE_OPS_COLLECTIVE_COLLECTIVE_H_
