// SPDX-License-Identifier: Apache-2.0
// Calls, composites, and scan and top_k, which are calls of computations, too (imports
// reference 3.5, 4.4).
#include <algorithm>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/import/stablehlo/converter.h"
#include "core/text/quote.h"

namespace hlo::stablehlo {

// A call has the types of the signature of its function.
bool Converter::CheckCallTypes(const mlir::Op& op, const mlir::Function& function) {
  const auto check = [&](std::string_view what, size_t i, SourceSpan at, const mlir::Type* got,
                         const mlir::Type* want) {
    if (got == nullptr || want == nullptr || mlir::SameType(*got, *want)) return true;
    return Fail("I17", at,
                Format("{} {} of the call of @{} must be {}, got {}",
                       {what, i, function.name, want->text, got->text}));
  };
  for (size_t i = 0; i < op.operands.size(); ++i) {
    const mlir::Use& operand = op.operands[i];
    if (!check("operand", i, operand.span, operand.value->type, function.argument_types[i])) {
      return false;
    }
  }
  for (size_t i = 0; i < std::min(op.results.size(), function.results.size()); ++i) {
    if (!check("result", i, op.name_span, op.results[i]->type, function.results[i].type)) {
      return false;
    }
  }
  return true;
}

bool Converter::CallFunction(const mlir::Op& op, std::string_view callee, SourceSpan at,
                             std::string_view attributes) {
  const mlir::Function* function = FindFunction(callee);
  if (function == nullptr)
    return Fail("I11", at, Format("call of undefined function '@{}'", {callee}));
  if (function->is_faulty) return false;
  if (function->body == nullptr) {
    return Fail("I11", at, Format("call of '@{}', which has no body", {callee}));
  }
  std::vector<Operand> operands;
  std::vector<Argument> arguments;
  if (op.operands.size() != function->argument_types.size()) {
    return FailOp(op, "P07",
                  Format("must have as many operands as @{} has arguments ({}), got {}",
                         {callee, function->argument_types.size(), op.operands.size()}));
  }
  for (size_t i = 0; i < op.operands.size(); ++i) {
    arguments.push_back({OperandShape(op, i), file_.has_unknown_sizes ? KnownOf(op, i) : nullptr});
    if (arguments.back().shape == nullptr) return false;
  }
  if (!CheckCallTypes(op, *function)) return false;
  const Converted* converted = ConvertFunction(*function, arguments, false);
  if (converted == nullptr) return false;  // its faults have been reported
  if (converted->in_progress) return Fail("I11", at, Format("recursive call of '@{}'", {callee}));
  if (converted->results.size() != op.results.size()) {
    return FailOp(op, "P07",
                  Format("must have as many results as @{} returns ({}), got {}",
                         {callee, converted->results.size(), op.results.size()}));
  }
  const bool all_known = std::all_of(converted->known.begin(), converted->known.end(),
                                     [](const Known& known) { return known != nullptr; });
  if (file_.has_unknown_sizes && all_known && !op.results.empty()) {
    for (size_t i = 0; i < op.results.size(); ++i) {
      BindLazily(op.results[i], converted->results[i], converted->known[i]);
    }
    return true;
  }
  if (!ReadOperands(op, operands)) return false;
  const std::string call = ", to_apply=" + converted->name + std::string(attributes);
  if (op.results.empty()) {
    Emit(LastWord(op.name), TupleOf({}), Opcode::kCall, Names(operands), call);
    return true;
  }
  return GiveAll(op, converted->results, Opcode::kCall, Names(operands), call);
}

bool Converter::ConvertCall(const mlir::Op& op, const OpRow&) {
  const mlir::Attribute* callee = file_.Resolve(op.Find("callee"));
  if (callee == nullptr) return FailOp(op, "P12", "'callee' must be the name of a function");
  return CallFunction(op, callee->text, callee->span, "");
}

// Its regions, if any, are arguments of the composite; what it computes is the decomposition.
bool Converter::ConvertComposite(const mlir::Op& op, const OpRow&) {
  const mlir::Attribute* decomposition = file_.Resolve(op.Find("decomposition"));
  if (decomposition == nullptr) {
    return FailOp(op, "P12", "'decomposition' must be the name of a function");
  }
  const mlir::Attribute* list = op.Find("composite_attributes");
  const mlir::Attribute* version = op.Find("version");
  std::string text = ", is_composite=true, frontend_attributes={composite.attributes=";
  AppendConfig(list == nullptr ? "{}" : StringOf(*list), text);
  text += Format(",composite.name=\"{}\",composite.version=\"{}\"",
                 {WordOf(*op.Find("name")), version == nullptr ? 0 : version->integer()});
  return CallFunction(op, decomposition->text, decomposition->span, text + "}");
}

bool Converter::ConvertNamedComputation(const mlir::Op& op, const OpRow& row) {
  std::vector<Operand> operands;
  std::vector<const HloShape*> shapes;
  std::string name;
  if (!CheckRegions(op, 1) || !ReadOperands(op, operands)) return false;
  if (op.regions[0]->arguments.size() != operands.size()) {
    return FailOp(op, "P07",
                  Format("must have as many operands as the body has arguments ({}), got {}",
                         {op.regions[0]->arguments.size(), operands.size()}));
  }
  if (!ConvertRegionCall(op, *op.regions[0], LastWord(op.name), name, shapes)) return false;
  if (shapes.size() != op.results.size()) {
    return FailOp(op, "P07",
                  Format("must have as many results as the body returns ({}), got {}",
                         {shapes.size(), op.results.size()}));
  }
  return shapes.empty() || GiveAll(op, shapes, *row.opcode, Names(operands), ", to_apply=" + name);
}

// ---- scan, top_k ----

bool Converter::ConvertScan(const mlir::Op& op, const OpRow& row) {
  std::vector<Operand> operands;
  std::string attributes, body;
  int64_t dimension = 0;
  if (!CheckRegions(op, 1) || !ReadOperands(op, operands) || !ReadInt(op, "dimension", dimension)) {
    return false;
  }
  Numbers segments;
  if (!ReadList(op, "operandSegmentSizes", segments)) return false;
  size_t inputs = op.operand_groups.empty() ? op.operands.size() / 2 : op.operand_groups[0];
  if (segments.values.size() == 2) {
    if (segments.values[0] < 0) {
      return FailValue(
          op, "operandSegmentSizes",
          Format("a segment must have at least 0 operands, got {}", {segments.values[0]}));
    }
    inputs = static_cast<size_t>(segments.values[0]);
  }
  if (inputs > operands.size()) {
    return FailOp(
        op, "P07",
        Format("the number of operands must be at least {}, got {}", {inputs, operands.size()}));
  }
  attributes = ", dimensions=" + Braced({&dimension, 1}) +
               Format(", num_carries={}", {operands.size() - inputs});
  if (!PrintAttributes(op, row, attributes) || !ConvertReducer(op, *op.regions[0], "scan", body)) {
    return false;
  }
  std::vector<const HloShape*> shapes;
  for (size_t i = 0; i < op.results.size(); ++i) shapes.push_back(ResultShape(op, i));
  return GiveAll(op, shapes, *row.opcode, Names(operands), attributes + ", to_apply=" + body);
}

bool Converter::ConvertTopK(const mlir::Op& op, const OpRow& row) {
  Operand operand;
  int64_t k = 0;
  if (!ReadOperand(op, 0, operand) || !ReadInt(op, "k", k)) return false;
  const Dims& dims = operand.shape->shape.dims;
  if (!dims.empty()) k = std::min(k, dims.back());
  Dims kept = dims;
  if (!kept.empty()) kept.back() = k;
  const bool smallest = op.Has("largest") && !ReadFlag(op, "largest");
  std::vector<const HloShape*> shapes;
  for (size_t i = 0; i < op.results.size(); ++i) shapes.push_back(ResultShape(op, i, &kept));
  if (shapes.size() != 2)
    return FailOp(op, "P07", Format("must have 2 results, got {}", {shapes.size()}));
  return GiveAll(op, shapes, *row.opcode, operand.name,
                 Format(", k={}{}", {k, smallest ? ", largest=false" : ""}));
}

}  // namespace hlo::stablehlo
