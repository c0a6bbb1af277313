// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_RULES_H_
#define HLO_CORE_OPS_RULES_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "core/base/result.h"
#include "core/ir/op_def.h"
#include "core/ops/evaluate.h"

// Checks that many ops share.
namespace hlo {

// Rules G1 and G6 (ops reference 1.4): as many operands as the row says, all of them arrays.
// Errors: P07, V02.
Status RequireArrays(const InferContext& context);
Status RequireOperandCount(const InferContext& context);

// The written result shape, for ops whose shape does not follow from the operands. Error P08.
Result<const Shape*> RequireDeclared(const InferContext& context);
// The same for ops whose result is an array. Errors: P08, V02.
Result<const Shape*> RequireDeclaredArray(const InferContext& context);

// Rule G7: every entry of a list of dimension numbers is in [0, rank) and stands there once. The
// error has the given code and points at the attribute.
Status CheckDimensionNumbers(const InferContext& context, std::string_view code, Attr attr,
                             std::span<const int64_t> numbers, int64_t rank);

// Whether every number in [0, rank) stands in the list exactly once.
bool IsPermutation(std::span<const int64_t> numbers, int64_t rank);

// Error S09 when an inferred array would have more than 64 dimensions or 2^63 elements.
Status CheckSize(const Shape& array);

// For ops that partly filled dynamic dimensions say nothing to (core/ops/dynamic_shape.h is for all
// others): error R07 when an operand has a dynamic size below its bound.
Status RequireFullSizes(const EvalContext& context);
Status RequireFullSize(const Instruction& instruction, size_t i, const Literal& operand);

// Marks in `to` what is dynamic in `from`, a shape of the same structure.
void MergeDynamic(const Shape& from, Shape& to);

// `value` under the layout of `shape`: an op that passes a value on gives it its own label.
Literal Relabeled(Literal value, const Shape& shape);

// "1 parameter", "2 parameters".
std::string Counted(int64_t count, std::string_view noun);

}  // namespace hlo

#endif  // HLO_CORE_OPS_RULES_H_
