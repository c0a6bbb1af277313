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

// Rules G1 and G6 (ops reference 1.4): the number of operands in the op table, all arrays. Errors:
// P07, V02.
Status RequireArrays(const InferContext& context);
Status RequireOperandCount(const InferContext& context);
// Operand i is an array: G6, or the rule of the op that says so, whose code the error has.
Status RequireArray(const InferContext& context, size_t i, std::string_view code = "V02");

// The declared result shape, for ops whose shape does not follow from the operands. Error P08.
Result<const Shape*> RequireDeclared(const InferContext& context);
// The same for ops whose result is an array. Errors: P08, S05.
Result<const Shape*> RequireDeclaredArray(const InferContext& context);

// A value fits the shape that a constant declares: constant.C1, constant.C2.
Status CheckConstantValue(const Shape& value, const Shape& declared);

// Rule G7: the dimension numbers of an attribute are in [0, rank) and unique. The error has the
// given code and points at the attribute.
Status CheckDimensionNumbers(const InferContext& context, std::string_view code, Attr attr,
                             std::span<const int64_t> numbers, int64_t rank);

// Whether the list contains every number in [0, rank) exactly once.
bool IsPermutation(std::span<const int64_t> numbers, int64_t rank);

// Error S09 if an inferred array has more than 64 dimensions or at least 2^63 elements.
Status CheckSize(const Shape& array);

// The declared shape of an operand. The layout and the dynamic dimensions of its value may be those
// of another instruction, because ops that hand on a value can keep the shape of their source.
const Shape& DeclaredOperand(const EvalContext& context, size_t i);

// For ops without a meaning on partially filled dimensions (the others use
// core/ops/dynamic_shape.h): error R07 if an operand has a dynamic size below its bound.
Status RequireFullSizes(const EvalContext& context);
Status RequireFullSize(const Instruction& instruction, size_t i, const Literal& operand);

// Marks the dimensions of `to` that are dynamic in `from`, a shape of the same structure.
void MergeDynamic(const Shape& from, Shape& to);

// `value` with the layout of `shape`, for ops that forward a value.
Literal Relabeled(Literal value, const Shape& shape);

// "1 parameter", "2 parameters".
std::string Counted(int64_t count, std::string_view noun);

}  // namespace hlo

#endif  // HLO_CORE_OPS_RULES_H_
