// SPDX-License-Identifier: Apache-2.0
#include "core/ops/basic/library_calls.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/format.h"
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
  if (context.operand(0).shape().dynamic != context.shape().dynamic) {
    HLO_RETURN_IF_ERROR(RequireFullSizes(context));
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

// The letter of a target of LAPACK is the type of its arrays.
Status CheckTypeOfLapack(const EvalContext& context) {
  constexpr std::string_view kPrefix = "lapack_";
  const std::string_view target = TargetOf(context);
  if (!target.starts_with(kPrefix) || context.operand_count() == 0) return {};
  const char letter = target[kPrefix.size()];
  const ElementType type = letter == 's'   ? ElementType::kF32
                           : letter == 'd' ? ElementType::kF64
                           : letter == 'c' ? ElementType::kC64
                                           : ElementType::kC128;
  const Shape& shape = context.operand(0).shape();
  if (shape.element_type == type) return {};
  return Fail("R08", "`custom-call`: `{}` must take {}, got {}",
              {target, Name(type), ShapeText(shape, false)});
}

Result<Literal> ScaledByOperand(EvalContext& context, size_t i, Literal value) {
  const Shape shape = value.shape();
  Attributes attributes;
  attributes.Set(Attr::dimensions, std::vector<int64_t>());
  std::vector<Literal> scale, factors;
  scale.push_back(context.operand(i));
  factors.push_back(std::move(value));
  HLO_TRY(Literal scales,
          EvaluateAs(context, Opcode::kBroadcast, shape, std::move(attributes), std::move(scale)));
  factors.push_back(std::move(scales));
  return EvaluateAs(context, Opcode::kMultiply, shape, {}, std::move(factors));
}

// (a, b), or of older versions of JAX (a, b, alpha).
Result<Literal> Trsm(EvalContext& context) {
  const size_t count = context.operand_count();
  const bool has_alpha = count == 3 && context.operand(2).shape().IsScalar();
  if (count != 2 && !has_alpha) return BadShapes(context, "take a matrix and right sides");
  const int64_t transpose = IsLetter(context, "trans_x", 'T')   ? 1
                            : IsLetter(context, "trans_x", 'C') ? 2
                                                                : 0;
  std::vector<Literal> operands;
  for (size_t i = 0; i < 2; ++i) operands.push_back(context.TakeOperand(i));
  HLO_TRY(Literal solution,
          EvaluateAs(
              context, Opcode::kTriangularSolve, context.shape(),
              TriangularAttributes(IsLetter(context, "side", 'L'), IsLetter(context, "uplo", 'L'),
                                   IsLetter(context, "diag", 'U'), transpose),
              std::move(operands)));
  return has_alpha ? ScaledByOperand(context, 2, std::move(solution)) : solution;
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
  if (function == LibraryFunction::kAnnotation) return Annotation(context);
  HLO_RETURN_IF_ERROR(RequireFullSizes(context));
  HLO_RETURN_IF_ERROR(CheckTypeOfLapack(context));
  switch (function) {
    case LibraryFunction::kAnnotation:
    case LibraryFunction::kGlobalToLocal:
    case LibraryFunction::kLocalToGlobal:
      break;  // the latter two have rows of their own
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
    case LibraryFunction::kPivotedQr:
      return PivotedQrFactors(context);
    case LibraryFunction::kProductWithReflectors:
      return ProductWithReflectors(context, ConfigValue(context, "left") == "true",
                                   ConfigValue(context, "transpose") == "true");
    case LibraryFunction::kTridiagonalSolve:
      return TridiagonalSolutions(context);
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
