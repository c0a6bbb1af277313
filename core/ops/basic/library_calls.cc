// SPDX-License-Identifier: Apache-2.0
#include "core/ops/basic/library_calls.h"

#include <cstdint>
#include <string>
#include <utility>

#include "core/ir/module.h"
#include "core/ops/basic/factorizations.h"
#include "core/ops/basic/library_config.h"
#include "core/ops/basic/library_products.h"
#include "core/ops/basic/library_sorts.h"
#include "core/ops/basic/spectral.h"
#include "core/ops/rules.h"

namespace hlo {
namespace {

// LAPACK passes letters as numbers: 76 is L, 82 R, 85 U, 78 N, 84 T, 67 C.
bool IsLetter(const EvalContext& context, std::string_view key, char letter) {
  return ConfigValue(context, key) == std::to_string(static_cast<int>(letter));
}

// An annotation: the value is the operand.
Result<Literal> Annotation(EvalContext& context) {
  if (context.operand_count() != 1 || !Compatible(context.operand(0).shape(), context.shape())) {
    return BadShapes(context, "return its operand (a program of one device has no other shards)");
  }
  return context.ReshapeOperand(0);
}

Attributes TriangularAttributes(bool left, bool lower, bool unit, int64_t transpose) {
  Attributes attributes;
  attributes.Set(Attr::left_side, left);
  attributes.Set(Attr::lower, lower);
  attributes.Set(Attr::unit_diagonal, unit);
  attributes.Set(Attr::transpose_a, EnumValue{transpose});
  return attributes;
}

Result<Literal> Trsm(EvalContext& context) {
  if (context.operand_count() != 2) return BadShapes(context, "take a matrix and right sides");
  const int64_t transpose = IsLetter(context, "trans_x", 'T')   ? 1
                            : IsLetter(context, "trans_x", 'C') ? 2
                                                                : 0;
  return EvaluateAs(
      context, Opcode::kTriangularSolve, context.shape(),
      TriangularAttributes(IsLetter(context, "side", 'L'), IsLetter(context, "uplo", 'L'),
                           IsLetter(context, "diag", 'U'), transpose),
      context.TakeOperands());
}

Result<Literal> CublasTriangularSolve(EvalContext& context) {
  const std::string_view transpose = ConfigValue(context, "transpose_a");
  return EvaluateWithScratch(context, Opcode::kTriangularSolve,
                             TriangularAttributes(ConfigValue(context, "left_side") == "true",
                                                  ConfigValue(context, "lower") == "true",
                                                  ConfigValue(context, "unit_diagonal") == "true",
                                                  transpose == "ADJOINT"     ? 2
                                                  : transpose == "TRANSPOSE" ? 1
                                                                             : 0));
}

bool IsLower(const EvalContext& context) {
  return IsLetter(context, "uplo", 'L') || ConfigValue(context, "lower") == "true";
}

Result<Literal> Svd(EvalContext& context) {
  const bool has_vectors =
      !IsLetter(context, "mode", 'N') && ConfigValue(context, "compute_uv") != "false";
  return SingularValues(context, has_vectors, TargetOf(context).starts_with("lapack"));
}

}  // namespace

Result<Literal> EvaluateLibraryCall(EvalContext& context, LibraryFunction function) {
  switch (function) {
    case LibraryFunction::kAnnotation:
      return Annotation(context);
    case LibraryFunction::kTopK:
      return LargestOfLines(context);
    case LibraryFunction::kRadixSort:
      return SortedLines(context);
    case LibraryFunction::kTriangularSolve:
      return Trsm(context);
    case LibraryFunction::kCublasTriangularSolve:
      return CublasTriangularSolve(context);
    case LibraryFunction::kCublasMatmul:
      return CublasMatmul(context, false);
    case LibraryFunction::kCublasMatmulF8:
      return CublasMatmul(context, true);
    case LibraryFunction::kCudnnForward:
      return CudnnForward(context);
    case LibraryFunction::kCudnnBackwardInput:
      return CudnnBackwardInput(context);
    case LibraryFunction::kCudnnBackwardFilter:
      return CudnnBackwardFilter(context);
    case LibraryFunction::kCholesky:
      return CholeskyFactors(context, IsLower(context));
    case LibraryFunction::kLu:
      return LuFactors(context);
    case LibraryFunction::kPermutationOfPivots:
      return PermutationOfPivots(context);
    case LibraryFunction::kQr:
      return QrFactors(context);
    case LibraryFunction::kProductOfReflectors:
      return ProductOfReflectors(context);
    case LibraryFunction::kEigenvalues:
      return HermitianEigenvalues(context, IsLower(context));
    case LibraryFunction::kSingularValues:
      return Svd(context);
  }
  return Literal();
}

}  // namespace hlo
