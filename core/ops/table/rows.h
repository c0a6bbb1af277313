// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_TABLE_ROWS_H_
#define HLO_CORE_OPS_TABLE_ROWS_H_

#include <type_traits>

#include "core/ir/op_def.h"
#include "core/kernels/chain.h"
#include "core/kernels/reduce.h"

// What the rows of the op table are written with. The headers of this folder hold the rows, one
// header for each family of ops; core/ops/op_table.cc alone includes them and puts the table
// together while it is compiled.
namespace hlo {

// For declarations of the functions that a row names.
using InferFunction = std::remove_pointer_t<InferFn>;
using EvaluateFunction = std::remove_pointer_t<EvaluateFn>;
using MembersFunction = std::remove_pointer_t<MembersFn>;
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
// Required(Attr::direction, kOneOf<kCompareDirections>): an enumeration, or a list of such words.
template <const auto& kWords>
inline constexpr WordList kOneOf = kWords;
constexpr AttributeSpec Optional(Attr attr, const WordList& words) {
  return {.attr = attr, .word_list = &words};
}
constexpr AttributeSpec Required(Attr attr, const WordList& words) {
  return {.attr = attr, .word_list = &words, .required = true};
}
// Its words are matched without regard to case.
constexpr AttributeSpec AnyCase(AttributeSpec spec) {
  spec.exact_case = false;
  return spec;
}
// It says something of each operand, or of parts of them.
constexpr AttributeSpec OfOperands(AttributeSpec spec) {
  spec.of_operands = true;
  return spec;
}

inline constexpr std::string_view kPrecisions[] = {"default", "high", "highest"};

// The result has the sizes of the operands, and each of its elements is a function of theirs.
constexpr OpDef Elementwise(OpDef row) {
  row.elementwise = true;
  row.buffer_reuse = BufferReuse::kAnyOperand;
  if (row.arithmetic_cost == ArithmeticCost::kNone) row.arithmetic_cost = ArithmeticCost::kFlop;
  return row;
}

// An op that runs computations as a whole (core/ops/control.h).
constexpr OpDef CallingOp(OpDef row) {
  row.evaluate = EvaluateControl;
  return row;
}

}  // namespace op_table
}  // namespace hlo

#endif  // HLO_CORE_OPS_TABLE_ROWS_H_
