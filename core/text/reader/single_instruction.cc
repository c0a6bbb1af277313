// SPDX-License-Identifier: Apache-2.0
// A text that is one instruction: hlo-text reference 1.1. Operands become parameters. Documentation
// often omits operand shapes and called computations; where both follow from the rest, they are
// generated, with a warning (W02).
#include <string>
#include <utility>

#include "core/base/format.h"
#include "core/text/reader/module_reader.h"

namespace hlo {
namespace {

constexpr std::string_view kEntryName = "main";

// One scalar for each array leaf.
void AppendScalars(const Shape& shape, std::vector<Shape>& scalars) {
  if (shape.IsArray()) scalars.push_back(Shape::Scalar(shape.element_type));
  for (const Shape& element : shape.elements) AppendScalars(element, scalars);
}

Shape OneOrTuple(std::vector<Shape> shapes) {
  return shapes.size() == 1 ? std::move(shapes[0]) : Shape::Tuple(std::move(shapes));
}

struct Signature {
  std::vector<Shape> parameters;
  Shape result;
};

// Candidate signatures of a computation that is not defined, by the attribute that names it. The
// first one that the rules of the op accept is used.
std::vector<Signature> Candidates(Attr attr, size_t place, const std::vector<Shape>& operands,
                                  const Shape& result) {
  const Shape pred = Shape::Scalar(ElementType::kPred);
  std::vector<Shape> scalars, twice, leaves, pairs;
  for (const Shape& operand : operands) AppendScalars(operand, scalars);
  AppendScalars(result, leaves);
  for (const Shape& scalar : scalars) twice.insert(twice.end(), 2, scalar);
  pairs = leaves;
  pairs.insert(pairs.end(), leaves.begin(), leaves.end());
  const Shape first = operands.empty() ? result : operands[0];
  const Shape element = leaves.empty() ? pred : leaves[0];
  const size_t branch = attr == Attr::false_computation ? 2 : place + 1;
  const Shape argument = branch < operands.size() ? operands[branch] : first;
  switch (attr) {
    case Attr::condition:
      return {{{first}, pred}};
    case Attr::body:
      return {{{first}, first}};
    case Attr::true_computation:
    case Attr::false_computation:
    case Attr::branch_computations:
      return {{{argument}, result}};
    case Attr::select:
      return {{{element, element}, pred}};
    case Attr::scatter:
      return {{{element, element}, element}};
    case Attr::to_apply:
      return {{operands, result},
              {scalars, OneOrTuple(leaves)},
              {pairs, OneOrTuple(leaves)},
              {twice, pred}};
    default:
      return {{operands, result}};
  }
}

}  // namespace

void ModuleReader::ReadSingleInstruction() {
  single_ = true;
  Scope scope;
  scope.computation = module_.AddComputation(std::string(kEntryName));
  ParsedInstruction parsed;
  const bool nameless = reader_.AtShape();
  parsed.whole.begin = reader_.token().begin;
  bool good = nameless ? ReadNamelessInstruction(parsed) : ReadInstruction(parsed);
  if (good && !reader_.At(TokenKind::kEnd)) {
    good = reader_.At(TokenKind::kBad)
               ? reader_.Unexpected("the end")
               : reader_.Fail(
                     "P09", reader_.token().span(),
                     "text after the end: without a computation, the text must be one instruction");
  }
  scope.computation->name_span = parsed.name_span;
  scope.computation->whole = parsed.whole;
  ++scope.instructions;
  std::string opcode_name;  // keeps the name that an unnamed instruction gets
  if (good && nameless) {
    opcode_name = parsed.op->name;
    parsed.name = opcode_name;
  }
  if (good && AddSingleOperands(scope, parsed)) {
    SynthesizeComputations(parsed);
    if (!Resolve(scope, parsed)) KeepFaulty(scope, parsed);
  } else {
    scope.has_fault = true;
    KeepFaulty(scope, parsed);
  }
  FinishBody(scope, ProgramShape(), parsed.whole);
  MoveToEnd(scope.computation);
}

bool ModuleReader::ReadNamelessInstruction(ParsedInstruction& parsed) {
  parsed.name_span = reader_.token().span();
  if (!reader_.ReadShape(parsed.shape)) return false;
  if (!ReadOpcode(parsed) || !ReadArguments(parsed) || !ReadAttributes(parsed)) return false;
  parsed.whole.end = reader_.last_end();
  return true;
}

// Creates a parameter for each operand, in the order of first use.
bool ModuleReader::AddSingleOperands(Scope& scope, ParsedInstruction& parsed) {
  if (!GuessOperandShapes(parsed)) return false;
  operand_names_.resize(parsed.operands.size());
  for (size_t i = 0; i < parsed.operands.size(); ++i) {
    ParsedOperand& operand = parsed.operands[i];
    if (operand.nested != nullptr) continue;
    if (operand.name.empty()) {
      operand_names_[i] = UniqueName(scope, Format("arg_{}", {i}));
      operand.name = operand_names_[i];
    }
    if (scope.computation->Find(operand.name) != nullptr) continue;
    Instruction* parameter = scope.computation->New();
    parameter->name = operand.name;
    parameter->op = &GetOpDef(Opcode::kParameter);
    parameter->shape = operand.shape.shape;
    parameter->parameter_number = static_cast<int64_t>(scope.computation->parameters.size());
    parameter->synthesized = true;
    parameter->spans.whole = {
        operand.shape.span.empty() ? operand.span.begin : operand.shape.span.begin,
        operand.span.end};
    parameter->spans.name = operand.span;
    parameter->spans.shape = operand.shape.span;
    parameter->spans.opcode = operand.span;
    scope.parameter_numbers.emplace(parameter->parameter_number, operand.span);
    scope.computation->Add(parameter);
  }
  return true;
}

// Operands without a shape get that of the result if the op is elementwise and keeps the type.
bool ModuleReader::GuessOperandShapes(ParsedInstruction& parsed) {
  std::unordered_map<std::string_view, WrittenShape> known;
  for (const ParsedOperand& operand : parsed.operands) {
    if (operand.shape.shape != nullptr && !operand.name.empty()) {
      known.emplace(operand.name, operand.shape);
    }
  }
  for (ParsedOperand& operand : parsed.operands) {
    if (operand.shape.shape != nullptr || operand.nested != nullptr) continue;
    if (const auto same = known.find(operand.name); same != known.end()) {
      operand.shape.shape = same->second.shape;
      continue;
    }
    if (!OperandsFollowResult(parsed)) {
      return reader_.Fail(
          "N01", operand.span,
          Format("operand '{}' has no shape; write its shape before its name", {operand.name}));
    }
    operand.shape.shape = parsed.shape.shape;
    known.emplace(operand.name, operand.shape);
    reader_.Warn("W02", operand.span,
                 Format("operand '{}' has no shape; assuming {}, the shape of the result",
                        {operand.name, ShapeText(*parsed.shape.shape, false)}));
  }
  return true;
}

// Whether the rules accept operands of the result's shape in the open places, and no operands of
// another real type would give the same result.
bool ModuleReader::OperandsFollowResult(const ParsedInstruction& parsed) {
  const Shape* result = parsed.shape.shape;
  if (result == nullptr || !result->IsArray() || !parsed.op->elementwise) return false;
  const auto accepts = [&](ElementType type) {
    const Shape* guess = module_.Intern(ChangeElementType(*result, type));
    Instruction instruction;
    instruction.op = parsed.op;
    for (const Attribute& attribute : parsed.attributes) {
      instruction.attributes.mutable_all().push_back(attribute);
    }
    std::vector<const Shape*> operands;
    for (const ParsedOperand& operand : parsed.operands) {
      operands.push_back(operand.shape.shape != nullptr ? operand.shape.shape : guess);
    }
    const Result<Shape> inferred = parsed.op->infer({instruction, operands, result});
    return inferred.ok() && Compatible(inferred.value(), *result);
  };
  if (!accepts(result->element_type)) return false;
  for (const ElementType other : {ElementType::kF32, ElementType::kS32}) {
    if (other != result->element_type && accepts(other)) return false;
  }
  return true;
}

// ---- computations that are named but not defined ----

void ModuleReader::SynthesizeComputations(ParsedInstruction& parsed) {
  if (parsed.shape.shape == nullptr) return;
  for (const PendingName& pending : parsed.pending) {
    Attribute& attribute = parsed.attributes[pending.attribute];
    if (std::holds_alternative<std::vector<Instruction*>>(attribute.value)) continue;
    if (module_.FindComputation(pending.name) != nullptr) continue;
    std::vector<Shape> operands;
    for (const ParsedOperand& operand : parsed.operands) {
      if (operand.shape.shape != nullptr) operands.push_back(*operand.shape.shape);
    }
    const std::vector<Signature> candidates =
        Candidates(attribute.attr, pending.place, operands, *parsed.shape.shape);
    const Signature* chosen = &candidates.front();
    for (const Signature& candidate : candidates) {
      if (!SignatureFits(parsed, attribute, candidate.parameters, candidate.result)) continue;
      chosen = &candidate;
      break;
    }
    Computation* computation = module_.AddComputation(std::string(pending.name));
    FillSynthesized(*computation, chosen->parameters, chosen->result);
    computation->name_span = pending.span;
    finished_.insert(computation);
    reader_.Warn("W02", pending.span,
                 Format("computation '{}' is not defined; its signature is inferred, but the "
                        "program cannot run",
                        {pending.name}));
  }
}

bool ModuleReader::SignatureFits(const ParsedInstruction& parsed, const Attribute& attribute,
                                 const std::vector<Shape>& parameters, const Shape& result) {
  if (attribute.attr != Attr::to_apply) return true;
  Computation trial(module_.arena());
  FillSynthesized(trial, parameters, result);
  Instruction instruction;
  instruction.op = parsed.op;
  for (const Attribute& each : parsed.attributes) {
    instruction.attributes.mutable_all().push_back(each);
  }
  instruction.attributes.Set(attribute.attr, &trial);
  std::vector<const Shape*> operands;
  for (const ParsedOperand& operand : parsed.operands) {
    if (operand.shape.shape == nullptr) return true;
    operands.push_back(operand.shape.shape);
  }
  const Result<Shape> inferred = parsed.op->infer({instruction, operands, parsed.shape.shape});
  return inferred.ok() && Compatible(inferred.value(), *parsed.shape.shape);
}

// Creates parameters, and a root whose value is elided.
void ModuleReader::FillSynthesized(Computation& computation, const std::vector<Shape>& parameters,
                                   const Shape& result) {
  computation.synthesized = true;
  for (size_t i = 0; i < parameters.size(); ++i) {
    Instruction* parameter = computation.New();
    parameter->name = Format("param_{}", {i});
    parameter->op = &GetOpDef(Opcode::kParameter);
    parameter->shape = module_.Intern(parameters[i]);
    parameter->parameter_number = static_cast<int64_t>(i);
    parameter->synthesized = true;
    computation.Add(parameter);
  }
  Instruction* root = computation.New();
  root->name = "result";
  root->op = &GetOpDef(Opcode::kConstant);
  root->shape = module_.Intern(result);
  root->synthesized = true;
  computation.root = computation.Add(root);
}

}  // namespace hlo
