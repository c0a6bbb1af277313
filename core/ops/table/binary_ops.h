// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_TABLE_BINARY_OPS_H_
#define HLO_CORE_OPS_TABLE_BINARY_OPS_H_

#include "core/ops/table/rows.h"

namespace hlo {

InferFunction InferBinary;
EvaluateFunction EvaluateBinary;

namespace op_table {

constexpr OpDef BinaryOp(OpDef row) {
  row.operands = Exactly(2);
  if (row.rules == 0) row.rules = 3;  // the rules of all binary ops
  row.vector_form = VectorForm::kStep;
  row.infer = InferBinary;
  row.evaluate = EvaluateBinary;
  return Elementwise(row);
}

inline constexpr OpDef kBinaryOps[] = {
    BinaryOp({
        .opcode = Opcode::kAdd,
        .section = "4.1",
        .summary = "Sum; integers wrap, pred is logical or.",
        .types = kPredTypes | kIntTypes | kFloatTypes | kComplexTypes,
        .commutative = true,
        .chain_op = ChainOp::kAdd,
        .reduce_op = ReduceOp::kAdd,
    }),
    BinaryOp({
        .opcode = Opcode::kSubtract,
        .section = "4.2",
        .summary = "Difference; integers wrap.",
        .types = kIntTypes | kFloatTypes | kComplexTypes,
        .chain_op = ChainOp::kSubtract,
    }),
    BinaryOp({
        .opcode = Opcode::kMultiply,
        .section = "4.3",
        .summary = "Product; integers wrap, pred is logical and.",
        .types = kPredTypes | kIntTypes | kFloatTypes | kComplexTypes,
        .commutative = true,
        .chain_op = ChainOp::kMultiply,
        .reduce_op = ReduceOp::kMultiply,
    }),
    BinaryOp({
        .opcode = Opcode::kDivide,
        .section = "4.4",
        .summary = "Quotient; integers truncate toward zero, x/0 is all ones.",
        .types = kIntTypes | kFloatTypes | kComplexTypes,
        .chain_op = ChainOp::kDivide,
    }),
    BinaryOp({
        .opcode = Opcode::kRemainder,
        .section = "4.5",
        .summary = "Remainder with the sign of the dividend.",
        .types = kIntTypes | kFloatTypes,
    }),
    BinaryOp({
        .opcode = Opcode::kMaximum,
        .section = "4.6",
        .summary = "The larger value; NaN wins, -0 is less than +0.",
        .types = kPredTypes | kIntTypes | kFloatTypes,
        .commutative = true,
        .stays_in_range = true,
        .chain_op = ChainOp::kMaximum,
        .reduce_op = ReduceOp::kMaximum,
    }),
    BinaryOp({
        .opcode = Opcode::kMinimum,
        .section = "4.7",
        .summary = "The smaller value; NaN wins, -0 is less than +0.",
        .types = kPredTypes | kIntTypes | kFloatTypes,
        .commutative = true,
        .stays_in_range = true,
        .chain_op = ChainOp::kMinimum,
        .reduce_op = ReduceOp::kMinimum,
    }),
    BinaryOp({
        .opcode = Opcode::kPower,
        .section = "4.8",
        .summary = "a to the power of b.",
        .types = kIntTypes | kFloatTypes | kComplexTypes,
        .arithmetic_cost = ArithmeticCost::kTranscendental,
    }),
    BinaryOp({
        .opcode = Opcode::kAtan2,
        .section = "4.9",
        .summary = "Angle of the point (x, y), in [-pi, pi]; y comes first.",
        .types = kFloatTypes | kComplexTypes,
        .arithmetic_cost = ArithmeticCost::kTranscendental,
    }),
    BinaryOp({
        .opcode = Opcode::kComplex,
        .section = "4.10",
        .summary = "Complex number from real and imaginary part.",
        .types = kFloatTypes,
        .rules = 4,
        .result_element = ResultElement::kComplex,
    }),
    BinaryOp({
        .opcode = Opcode::kAnd,
        .section = "4.11",
        .summary = "Logical and of pred, bitwise and of integers.",
        .types = kPredTypes | kIntTypes,
        .commutative = true,
        .stays_in_range = true,
        .reduce_op = ReduceOp::kAnd,
    }),
    BinaryOp({
        .opcode = Opcode::kOr,
        .section = "4.12",
        .summary = "Logical or of pred, bitwise or of integers.",
        .types = kPredTypes | kIntTypes,
        .commutative = true,
        .stays_in_range = true,
        .reduce_op = ReduceOp::kOr,
    }),
    BinaryOp({
        .opcode = Opcode::kXor,
        .section = "4.13",
        .summary = "Logical exclusive or of pred, bitwise exclusive or of integers.",
        .types = kPredTypes | kIntTypes,
        .commutative = true,
        .stays_in_range = true,
        .reduce_op = ReduceOp::kXor,
    }),
    BinaryOp({
        .opcode = Opcode::kShiftLeft,
        .section = "4.14",
        .summary = "Left shift; shifting by the bit width or more gives 0.",
        .types = kIntTypes,
    }),
    BinaryOp({
        .opcode = Opcode::kShiftRightArithmetic,
        .section = "4.15",
        .summary = "Right shift that copies the sign bit.",
        .types = kIntTypes,
    }),
    BinaryOp({
        .opcode = Opcode::kShiftRightLogical,
        .section = "4.16",
        .summary = "Right shift that fills with zeros.",
        .types = kIntTypes,
    }),
    BinaryOp({
        .opcode = Opcode::kMulhi,
        .section = "4.17",
        .summary = "High half of the double-width product.",
        .types = kIntTypes,
        .commutative = true,
    }),
};

}  // namespace op_table
}  // namespace hlo

#endif  // HLO_CORE_OPS_TABLE_BINARY_OPS_H_
