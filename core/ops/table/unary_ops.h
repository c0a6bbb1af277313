// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_TABLE_UNARY_OPS_H_
#define HLO_CORE_OPS_TABLE_UNARY_OPS_H_

#include "core/ops/table/rows.h"

namespace hlo {

InferFunction InferUnary;
EvaluateFunction EvaluateUnary;

namespace op_table {

constexpr OpDef UnaryOp(OpDef row) {
  row.operands = Exactly(1);
  row.rules = 2;
  row.vector_form = VectorForm::kStep;
  row.infer = InferUnary;
  row.evaluate = EvaluateUnary;
  return Elementwise(row);
}

// An elementary function, whose accuracy XLA lets users choose.
constexpr OpDef ElementaryOp(OpDef row) {
  row.attributes = kAttributes<Optional(Attr::result_accuracy)>;
  row.arithmetic_cost = ArithmeticCost::kTranscendental;
  return UnaryOp(row);
}

inline constexpr OpDef kUnaryOps[] = {
    UnaryOp({
        .opcode = Opcode::kAbs,
        .section = "3.1",
        .summary = "Absolute value; the modulus of a complex number.",
        .types = kSignedTypes | kFloatTypes | kComplexTypes,
        .result_element = ResultElement::kPart,
        .chain_op = ChainOp::kAbs,
    }),
    ElementaryOp({
        .opcode = Opcode::kAcos,
        .section = "3.2",
        .summary = "Arc cosine, in [0, pi].",
        .types = kFloatTypes | kComplexTypes,
    }),
    ElementaryOp({
        .opcode = Opcode::kAcosh,
        .section = "3.3",
        .summary = "Inverse hyperbolic cosine.",
        .types = kFloatTypes | kComplexTypes,
    }),
    ElementaryOp({
        .opcode = Opcode::kAsin,
        .section = "3.4",
        .summary = "Arc sine, in [-pi/2, pi/2].",
        .types = kFloatTypes | kComplexTypes,
    }),
    ElementaryOp({
        .opcode = Opcode::kAsinh,
        .section = "3.5",
        .summary = "Inverse hyperbolic sine.",
        .types = kFloatTypes | kComplexTypes,
    }),
    UnaryOp({
        .opcode = Opcode::kAtan,
        .section = "3.6",
        .summary = "Arc tangent, in [-pi/2, pi/2].",
        .types = kFloatTypes | kComplexTypes,
        .arithmetic_cost = ArithmeticCost::kTranscendental,
    }),
    ElementaryOp({
        .opcode = Opcode::kAtanh,
        .section = "3.7",
        .summary = "Inverse hyperbolic tangent.",
        .types = kFloatTypes | kComplexTypes,
    }),
    ElementaryOp({
        .opcode = Opcode::kCbrt,
        .section = "3.8",
        .summary = "Real cube root.",
        .types = kFloatTypes,
    }),
    UnaryOp({
        .opcode = Opcode::kCeil,
        .section = "3.9",
        .summary = "Smallest integral value not less than x.",
        .types = kFloatTypes,
    }),
    ElementaryOp({
        .opcode = Opcode::kCosine,
        .section = "3.10",
        .summary = "Cosine of an angle in radians.",
        .types = kFloatTypes | kComplexTypes,
    }),
    ElementaryOp({
        .opcode = Opcode::kCosh,
        .section = "3.11",
        .summary = "Hyperbolic cosine.",
        .types = kFloatTypes | kComplexTypes,
    }),
    UnaryOp({
        .opcode = Opcode::kCountLeadingZeros,
        .section = "3.12",
        .summary = "Number of zero bits above the highest one bit.",
        .types = kIntTypes,
    }),
    ElementaryOp({
        .opcode = Opcode::kErf,
        .section = "3.13",
        .summary = "Error function.",
        .types = kFloatTypes,
        .chain_op = ChainOp::kErf,
    }),
    ElementaryOp({
        .opcode = Opcode::kExponential,
        .section = "3.14",
        .summary = "e to the power of x.",
        .types = kFloatTypes | kComplexTypes,
        .chain_op = ChainOp::kExponential,
    }),
    ElementaryOp({
        .opcode = Opcode::kExponentialMinusOne,
        .section = "3.15",
        .summary = "e^x - 1, accurate near 0.",
        .types = kFloatTypes | kComplexTypes,
    }),
    UnaryOp({
        .opcode = Opcode::kFloor,
        .section = "3.16",
        .summary = "Largest integral value not greater than x.",
        .types = kFloatTypes,
    }),
    UnaryOp({
        .opcode = Opcode::kImag,
        .section = "3.17",
        .summary = "Imaginary part; 0 for a real number.",
        .types = kFloatTypes | kComplexTypes,
        .result_element = ResultElement::kPart,
    }),
    UnaryOp({
        .opcode = Opcode::kIsFinite,
        .section = "3.18",
        .summary = "Whether a number is neither NaN nor infinite.",
        .types = kFloatTypes,
        .result_element = ResultElement::kPred,
    }),
    ElementaryOp({
        .opcode = Opcode::kLog,
        .section = "3.19",
        .summary = "Natural logarithm.",
        .types = kFloatTypes | kComplexTypes,
    }),
    ElementaryOp({
        .opcode = Opcode::kLogPlusOne,
        .section = "3.20",
        .summary = "log(1 + x), accurate near 0.",
        .types = kFloatTypes | kComplexTypes,
    }),
    ElementaryOp({
        .opcode = Opcode::kLogistic,
        .section = "3.21",
        .summary = "1 / (1 + e^-x).",
        .types = kFloatTypes | kComplexTypes,
    }),
    UnaryOp({
        .opcode = Opcode::kNegate,
        .section = "3.22",
        .summary = "Negation; integers wrap.",
        .types = kIntTypes | kFloatTypes | kComplexTypes,
        .chain_op = ChainOp::kNegate,
    }),
    UnaryOp({
        .opcode = Opcode::kNot,
        .section = "3.23",
        .summary = "Logical not of pred, bitwise not of integers.",
        .types = kPredTypes | kIntTypes,
    }),
    UnaryOp({
        .opcode = Opcode::kPopcnt,
        .section = "3.24",
        .summary = "Number of one bits.",
        .types = kIntTypes,
    }),
    UnaryOp({
        .opcode = Opcode::kReal,
        .section = "3.25",
        .summary = "Real part.",
        .types = kFloatTypes | kComplexTypes,
        .result_element = ResultElement::kPart,
    }),
    UnaryOp({
        .opcode = Opcode::kRoundNearestAfz,
        .section = "3.26",
        .summary = "Nearest integral value, ties away from zero.",
        .types = kFloatTypes,
    }),
    UnaryOp({
        .opcode = Opcode::kRoundNearestEven,
        .section = "3.27",
        .summary = "Nearest integral value, ties to even.",
        .types = kFloatTypes,
    }),
    ElementaryOp({
        .opcode = Opcode::kRsqrt,
        .section = "3.28",
        .summary = "1 / sqrt(x).",
        .types = kFloatTypes | kComplexTypes,
    }),
    UnaryOp({
        .opcode = Opcode::kSign,
        .section = "3.29",
        .summary = "-1, 0, or 1; preserves signed zeros; z/|z| for complex numbers.",
        .types = kSignedTypes | kFloatTypes | kComplexTypes,
    }),
    ElementaryOp({
        .opcode = Opcode::kSine,
        .section = "3.30",
        .summary = "Sine of an angle in radians.",
        .types = kFloatTypes | kComplexTypes,
    }),
    ElementaryOp({
        .opcode = Opcode::kSinh,
        .section = "3.31",
        .summary = "Hyperbolic sine.",
        .types = kFloatTypes | kComplexTypes,
    }),
    ElementaryOp({
        .opcode = Opcode::kSqrt,
        .section = "3.32",
        .summary = "Square root, correctly rounded.",
        .types = kFloatTypes | kComplexTypes,
    }),
    ElementaryOp({
        .opcode = Opcode::kTan,
        .section = "3.33",
        .summary = "Tangent of an angle in radians.",
        .types = kFloatTypes | kComplexTypes,
    }),
    ElementaryOp({
        .opcode = Opcode::kTanh,
        .section = "3.34",
        .summary = "Hyperbolic tangent.",
        .types = kFloatTypes | kComplexTypes,
        .chain_op = ChainOp::kTanh,
    }),
};

}  // namespace op_table
}  // namespace hlo

#endif  // HLO_CORE_OPS_TABLE_UNARY_OPS_H_
