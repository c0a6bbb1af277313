// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_TABLE_ROWS_H_
#define HLO_CORE_OPS_TABLE_ROWS_H_

#include <type_traits>

#include "core/ir/op_def.h"
#include "core/kernels/chain.h"
#include "core/kernels/reduce.h"

// Helpers for the rows of the op table. Each header in this folder holds the rows of a family of
// ops; only core/ops/table/op_table.cc includes them and assembles the table at compile time.
namespace hlo {

// For declarations of the functions in a row.
using InferFunction = std::remove_pointer_t<InferFn>;
using EvaluateFunction = std::remove_pointer_t<EvaluateFn>;
using ParticipantsFunction = std::remove_pointer_t<ParticipantsFn>;
using ExchangeFunction = std::remove_pointer_t<ExchangeFn>;
using NextCallFunction = std::remove_pointer_t<NextCallFn>;

EvaluateFunction EvaluateControl, EvaluateIdentity;

namespace op_table {

constexpr OperandCount Exactly(int count) { return {count, count}; }
constexpr OperandCount AtLeast(int count) { return {count, OperandCount::kAnyNumber}; }

// kAttributes<Required(Attr::k), Optional(Attr::largest)>: the attributes of an op in print order.
template <AttributeSpec... kSpecs>
inline constexpr AttributeSpec kAttributes[] = {kSpecs...};

constexpr AttributeSpec Optional(Attr attr) { return {.attr = attr}; }
constexpr AttributeSpec Required(Attr attr) { return {.attr = attr, .required = true}; }
// Required(Attr::direction, kOneOf<kCompareDirections>): an enumeration, or a list of its words.
template <const auto& kWords>
inline constexpr WordList kOneOf = kWords;
constexpr AttributeSpec Optional(Attr attr, const WordList& words) {
  return {.attr = attr, .word_list = &words};
}
constexpr AttributeSpec Required(Attr attr, const WordList& words) {
  return {.attr = attr, .word_list = &words, .required = true};
}
// The words are matched case-insensitively.
constexpr AttributeSpec AnyCase(AttributeSpec spec) {
  spec.exact_case = false;
  return spec;
}
// Describes each operand, or parts of the operands.
constexpr AttributeSpec OfOperands(AttributeSpec spec) {
  spec.of_operands = true;
  return spec;
}

inline constexpr std::string_view kPrecisions[] = {"default", "high", "highest", "packed_nibble"};

// Each element of the result is a function of the elements of the operands at the same index.
constexpr OpDef Elementwise(OpDef row) {
  row.elementwise = true;
  row.buffer_reuse = BufferReuse::kAnyOperand;
  if (row.arithmetic_cost == ArithmeticCost::kNone) row.arithmetic_cost = ArithmeticCost::kFlop;
  return row;
}

// An op that runs computations as a whole (core/ops/control/control.h).
constexpr OpDef CallingOp(OpDef row) {
  row.evaluate = EvaluateControl;
  return row;
}

}  // namespace op_table
}  // namespace hlo

#endif  // HLO_CORE_OPS_TABLE_ROWS_H_
