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

// What the collectives share. Most take several operands, each dealt with by itself: the
// result is the part of the one operand, or the tuple of all parts.
namespace hlo {

// ---- shapes ----

Shape ShapeOfParts(std::vector<Shape> parts);
// Part `i` of `count`.
const Shape& PartOfShape(const Shape& shape, size_t i, size_t count);

// The one number in `dimensions`, which every operand must have.
Result<int64_t> CheckDimension(const InferContext& context, std::string_view code);

// Ops whose result parts are the operands with a dimension as many times as large, or small, as a
// group has participants.
struct Resizing {
  std::string_view code;
  bool grows;
};
// `participants` is nullopt while only the devices tell: any multiple does then. Error P08, too.
Result<Shape> InferResized(const InferContext& context, const Resizing& resizing,
                           std::optional<int64_t> participants);

// Calls rule(context, participants) for an instruction that was inferred when the number of
// participants was not known; `result` is what its value or, of a start, that of its done is.
template <class Rule>
auto CheckAgain(const Instruction& instruction, const Shape& result, size_t participants,
                Rule&& rule) {
  std::vector<const Shape*> operands;
  for (const Instruction* operand : instruction.operands) operands.push_back(operand->shape);
  return rule(InferContext{instruction, operands, &result}, static_cast<int64_t>(participants));
}

// ---- starts that give (operands, result, context...) ----

Result<Shape> InferBundle(const InferContext& context, std::string_view code,
                          Result<Shape> (*infer_result)(const InferContext&));
// The result in the bundle of a start; the whole value of other ops.
const Shape& ResultShape(const Instruction& instruction);

// ---- values ----

// The parts, one an operand, under the layouts of `shape`.
Literal ValueOfParts(std::vector<Literal> parts, const Shape& shape);

// RequireFullSizes of what every participant gives.
Status RequireFullSizes(const ExchangeContext& context);

// Indices from `from_start` on along a dimension of one array go to those from `to_start` on in
// another, which has the same other sizes.
struct Slab {
  size_t dimension;
  int64_t from_start, to_start, size;
};
void CopySlab(ExchangeContext& context, const Slab& slab, const Literal& from, Literal& to);

}  // namespace hlo

#endif  // HLO_CORE_OPS_COLLECTIVE_COLLECTIVE_H_
