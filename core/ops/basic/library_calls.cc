// SPDX-License-Identifier: Apache-2.0
#include "core/ops/basic/library_calls.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <initializer_list>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "core/base/format.h"
#include "core/ir/module.h"
#include "core/ops/basic/factorizations.h"
#include "core/ops/rules.h"

namespace hlo {
namespace {

std::string_view TargetOf(const EvalContext& context) {
  return context.attributes().String(Attr::custom_call_target);
}

Error BadShapes(const EvalContext& context, std::string_view wanted) {
  return Fail(
      "R08", "`custom-call`: `{}` must {}, got {} operands and the result {}",
      {TargetOf(context), wanted, context.operand_count(), ShapeText(context.shape(), false)});
}

// What follows a key in `{uplo = 76 : ui8}` or `{"lower":true}`; empty if it is missing.
std::string_view AfterKey(const EvalContext& context, std::string_view key) {
  const auto* config = context.attributes().Get<Config>(Attr::backend_config);
  const std::string_view text = config == nullptr ? std::string_view() : config->text;
  for (size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
    const std::string_view rest = text.substr(at + key.size());
    const size_t value = rest.find_first_not_of("\"=: ");
    const bool starts = at == 0 || std::string_view("{,\" ").find(text[at - 1]) != text.npos;
    if (starts && value != rest.npos && rest.substr(0, value).find_first_of("=:") != rest.npos) {
      return rest.substr(value);
    }
  }
  return {};
}

// The value of the key; empty if it is missing.
std::string_view ConfigValue(const EvalContext& context, std::string_view key) {
  const std::string_view rest = AfterKey(context, key);
  return rest.substr(0, rest.find_first_of(",:\"} "));
}

// LAPACK passes letters as numbers: 76 is L, 82 R, 85 U, 78 N, 84 T, 67 C.
bool IsLetter(const EvalContext& context, std::string_view key, char letter) {
  return ConfigValue(context, key) == std::to_string(static_cast<int>(letter));
}

// Evaluates an op on the operands of the custom call.
Result<Literal> EvaluateAs(EvalContext& context, Opcode opcode, const Shape& result,
                           Attributes attributes) {
  Instruction instruction = context.instruction();
  instruction.op = &GetOpDef(opcode);
  instruction.attributes = std::move(attributes);
  instruction.shape = &result;
  std::vector<Literal> operands = context.TakeOperands();
  std::vector<Literal*> pointers;
  std::vector<const Shape*> shapes;
  for (Literal& operand : operands) {
    pointers.push_back(&operand);
    shapes.push_back(&operand.shape());
  }
  HLO_TRY(const Shape inferred, instruction.op->infer({instruction, shapes, &result}));
  if (!Compatible(inferred, result)) {
    return BadShapes(context, "return " + ShapeText(inferred, false));
  }
  const std::array<bool, 4> last_use = {true, true, true, true};
  EvalContext inner(instruction, pointers, {last_use.data(), pointers.size()}, context.runtime());
  return instruction.op->evaluate(inner);
}

// An annotation: the value is the operand.
Result<Literal> Annotation(EvalContext& context) {
  if (context.operand_count() != 1 || !Compatible(context.operand(0).shape(), context.shape())) {
    return BadShapes(context, "return its operand (a program of one device has no other shards)");
  }
  return context.ReshapeOperand(0);
}

Result<Literal> TopK(EvalContext& context) {
  const Shape& shape = context.shape();
  if (context.operand_count() != 1 || !shape.IsTuple() || shape.elements.size() != 2 ||
      shape.elements[0].rank() == 0) {
    return BadShapes(context, "take an array and return (values, indices)");
  }
  Attributes attributes;
  attributes.Set(Attr::k, shape.elements[0].dims.back());
  attributes.Set(Attr::largest, true);
  return EvaluateAs(context, Opcode::kTopk, shape, std::move(attributes));
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
                           IsLetter(context, "diag", 'U'), transpose));
}

// (the value of the op, scratch memory as zeros), as the libraries of GPUs have it.
Result<Literal> EvaluateWithScratch(EvalContext& context, Opcode opcode, Attributes attributes) {
  const Shape& shape = context.shape();
  if (context.operand_count() != 2 || !shape.IsTuple() || shape.elements.size() != 2) {
    return BadShapes(context, "take two operands and return (result, scratch memory)");
  }
  HLO_TRY(Literal scratch, Literal::Zeros(shape.elements[1], context.runtime().budget()));
  HLO_TRY(Literal value, EvaluateAs(context, opcode, shape.elements[0], std::move(attributes)));
  std::vector<Literal> parts;
  parts.push_back(std::move(value));
  parts.push_back(std::move(scratch));
  return Literal::Tuple(std::move(parts));
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

// Fails unless each key is missing or has the value that leaves the result alone.
Status CheckPlain(const EvalContext& context,
                  std::initializer_list<std::pair<std::string_view, std::string_view>> plain) {
  for (const auto& [key, value] : plain) {
    const std::string_view given = ConfigValue(context, key);
    if (given.empty() || given == value) continue;
    return Fail("R07", "`custom-call`: `{}` with `{}` {} is not supported",
                {TargetOf(context), key, given});
  }
  return {};
}

// The numbers of "key":["0","1"].
std::vector<int64_t> ConfigNumbers(const EvalContext& context, std::string_view key) {
  std::vector<int64_t> numbers;
  std::string_view list = AfterKey(context, key);
  if (!list.starts_with('[')) return numbers;
  list = list.substr(0, list.find(']'));
  for (size_t at = 0; (at = list.find_first_of("0123456789", at)) != list.npos;) {
    int64_t number = 0;
    const char* begin = list.data() + at;
    const auto parsed = std::from_chars(begin, list.data() + list.size(), number);
    if (parsed.ec != std::errc()) return {};
    numbers.push_back(number);
    at += static_cast<size_t>(parsed.ptr - begin);
  }
  return numbers;
}

Result<Literal> CublasMatmul(EvalContext& context) {
  HLO_RETURN_IF_ERROR(CheckPlain(
      context, {{"alpha_real", "1"}, {"alpha_imag", "0"}, {"beta", "0"}, {"epilogue", "DEFAULT"}}));
  Attributes attributes;
  attributes.Set(Attr::lhs_batch_dims, ConfigNumbers(context, "lhs_batch_dimensions"));
  attributes.Set(Attr::rhs_batch_dims, ConfigNumbers(context, "rhs_batch_dimensions"));
  attributes.Set(Attr::lhs_contracting_dims, ConfigNumbers(context, "lhs_contracting_dimensions"));
  attributes.Set(Attr::rhs_contracting_dims, ConfigNumbers(context, "rhs_contracting_dimensions"));
  return EvaluateWithScratch(context, Opcode::kDot, std::move(attributes));
}

Result<Literal> CudnnForward(EvalContext& context) {
  HLO_RETURN_IF_ERROR(CheckPlain(
      context,
      {{"conv_result_scale", "1"}, {"side_input_scale", "0"}, {"activation_mode", "kNone"}}));
  Attributes attributes;
  for (const Attr attr : {Attr::window, Attr::dim_labels, Attr::feature_group_count}) {
    if (const Attribute* given = context.attributes().Find(attr)) {
      attributes.Set(attr, given->value);
    }
  }
  return EvaluateWithScratch(context, Opcode::kConvolution, std::move(attributes));
}

Result<Literal> Potrf(EvalContext& context) {
  const bool is_lower = IsLetter(context, "uplo", 'L') || ConfigValue(context, "lower") == "true";
  return CholeskyFactors(context, is_lower);
}

}  // namespace

Result<Literal> EvaluateLibraryCall(EvalContext& context, LibraryFunction function) {
  switch (function) {
    case LibraryFunction::kAnnotation:
      return Annotation(context);
    case LibraryFunction::kTopK:
      return TopK(context);
    case LibraryFunction::kTriangularSolve:
      return Trsm(context);
    case LibraryFunction::kCublasTriangularSolve:
      return CublasTriangularSolve(context);
    case LibraryFunction::kCublasMatmul:
      return CublasMatmul(context);
    case LibraryFunction::kCudnnForward:
      return CudnnForward(context);
    case LibraryFunction::kCholesky:
      return Potrf(context);
    case LibraryFunction::kLu:
      return LuFactors(context);
    case LibraryFunction::kPermutationOfPivots:
      return PermutationOfPivots(context);
    case LibraryFunction::kQr:
      return QrFactors(context);
    case LibraryFunction::kProductOfReflectors:
      return ProductOfReflectors(context);
  }
  return Literal();
}

}  // namespace hlo
