// SPDX-License-Identifier: Apache-2.0
// Looks up the names of an instruction and adds it to its computation: hlo-text reference, section
// 4, in the order of 9.3.
#include <string>
#include <utility>

#include "core/base/format.h"
#include "core/text/reader/module_reader.h"
#include "core/text/reader/recovery.h"

namespace hlo {

bool ModuleReader::Resolve(Scope& scope, ParsedInstruction& parsed) {
  scope.current = parsed.name;
  const bool valid_name = CheckName(scope, parsed);
  const bool valid_root = valid_name && CheckRoot(scope, parsed);
  Instruction* instruction =
      valid_root ? ResolveInstruction(scope, parsed, std::string(parsed.name)) : nullptr;
  if (instruction == nullptr) {
    scope.has_fault = true;
    // After a second definition, the name still refers to the first one.
    if (valid_name) scope.aside.emplace(parsed.name, nullptr);
    return false;
  }
  if (instruction->parent == nullptr) {  // it uses something faulty
    scope.has_fault = true;
    scope.aside.emplace(parsed.name, instruction->shape != nullptr ? instruction : nullptr);
    return false;
  }
  if (parsed.is_root) scope.computation->root = instruction;
  return true;
}

// Adds the instruction to its computation, with a name of its own if `name` is empty, or keeps it
// aside if it uses an instruction or a computation with an error; nullptr after an error of its
// own.
Instruction* ModuleReader::ResolveInstruction(Scope& scope, ParsedInstruction& parsed,
                                              std::string name) {
  Instruction& instruction = *scope.computation->New();
  instruction.name = std::move(name);
  instruction.op = parsed.op;
  instruction.parameter_number = parsed.parameter_number;
  instruction.spans.whole = parsed.whole;
  instruction.spans.name = parsed.name_span;
  instruction.spans.shape = parsed.shape.span;
  instruction.spans.opcode = parsed.opcode;
  bool uses_fault = false;
  bool uses_aside = false;
  if (!ResolveOperands(scope, parsed, instruction, uses_fault, uses_aside)) return nullptr;
  if (instruction.name.empty()) {  // its nested operands have theirs
    instruction.name = UniqueName(scope, std::string(parsed.op->name) + ".anon");
  }
  if (!ResolvePending(scope, parsed, uses_fault, uses_aside) ||
      (!uses_fault && !CheckOperandShapes(parsed, instruction)) || !CheckForm(parsed) ||
      !CheckParameterNumber(scope, parsed)) {
    return nullptr;
  }
  instruction.literal = std::move(parsed.literal);
  // An exact copy: lists grown by doubling would waste memory in every instruction.
  instruction.attributes.mutable_all().reserve(parsed.attributes.size());
  for (Attribute& attribute : parsed.attributes) {
    instruction.attributes.mutable_all().push_back(std::move(attribute));
  }
  instruction.op = &GetOpDef(parsed.op->opcode, instruction.attributes);
  instruction.shape = parsed.shape.shape;
  if (!uses_fault) {
    instruction.parent = scope.computation;  // rules may use it
    const bool good = (parsed.wrapped == nullptr || ExpandAsync(parsed, instruction)) &&
                      InferShape(parsed, instruction) && CheckParticipants(instruction) &&
                      CheckAsync(instruction);
    instruction.parent = nullptr;
    if (!good) return nullptr;
  }
  if (uses_fault || uses_aside) return &instruction;
  return scope.computation->Add(&instruction);
}

bool ModuleReader::ResolveOperands(Scope& scope, ParsedInstruction& parsed,
                                   Instruction& instruction, bool& uses_fault, bool& uses_aside) {
  instruction.operands.reserve(parsed.operands.size());
  instruction.spans.operands.reserve(parsed.operands.size());
  for (ParsedOperand& operand : parsed.operands) {
    Instruction* found = nullptr;
    if (operand.nested != nullptr) {
      found = ResolveNested(scope, operand);
      if (found == nullptr) return false;
      uses_aside |= found->parent == nullptr;
      uses_fault |= found->shape == nullptr;
    } else if (Instruction* known = scope.computation->Find(operand.name)) {
      found = known;
    } else if (const auto aside = scope.aside.find(operand.name); aside != scope.aside.end()) {
      found = aside->second;
      uses_aside = true;
      uses_fault |= found == nullptr;
    } else if (scope.undefined.count(operand.name) != 0) {
      uses_aside = uses_fault = true;
    } else {
      return FailUndefined(scope, operand.name, operand.span);
    }
    if (found != nullptr) instruction.operands.push_back(found);
    instruction.spans.operands.push_back(operand.span);
  }
  return true;
}

Instruction* ModuleReader::ResolveNested(Scope& scope, ParsedOperand& operand) {
  const std::string_view text = reader_.source().substr(
      operand.span.begin, operand.is_element ? operand.span.end - operand.span.begin : 0);
  if (const auto known = scope.elements.find(text); known != scope.elements.end()) {
    return known->second;
  }
  Instruction* made = ResolveInstruction(scope, *operand.nested, "");
  if (operand.is_element && made != nullptr) scope.elements.emplace(text, made);
  return made;
}

bool ModuleReader::CheckOperandShapes(const ParsedInstruction& parsed,
                                      const Instruction& instruction) {
  for (size_t i = 0; i < parsed.operands.size(); ++i) {
    const WrittenShape& written = parsed.operands[i].shape;
    const Instruction& operand = *instruction.operands[i];
    if (written.shape == nullptr || written.shape == operand.shape ||
        Compatible(*written.shape, *operand.shape)) {
      continue;
    }
    reader_
        .Report("S04", written.span,
                Format("operand '{}' is declared as {}, but its shape is {}",
                       {operand.name, ShapeText(*written.shape, false),
                        ShapeText(*operand.shape, false)}))
        .notes.push_back({operand.spans.whole, "it is defined here"});
    return false;
  }
  return true;
}

bool ModuleReader::ResolvePending(Scope& scope, ParsedInstruction& parsed, bool& uses_fault,
                                  bool& uses_aside) {
  for (const PendingName& pending : parsed.pending) {
    AttributeValue& value = parsed.attributes[pending.attribute].value;
    if (auto* list = std::get_if<std::vector<Instruction*>>(&value)) {
      Instruction* found = scope.computation->Find(pending.name);
      const auto aside = found == nullptr ? scope.aside.find(pending.name) : scope.aside.end();
      const bool known = found != nullptr || aside != scope.aside.end();
      if (!known && scope.undefined.count(pending.name) == 0) {
        return FailUndefined(scope, pending.name, pending.span);
      }
      uses_aside |= found == nullptr;
      (*list)[pending.place] = found;
      continue;
    }
    if (!ResolveComputation(parsed, pending, uses_fault)) return false;
  }
  // Inline computations have no name in the text, but may be faulty.
  for (const Attribute& attribute : parsed.attributes) {
    if (const auto* one = std::get_if<Computation*>(&attribute.value)) {
      uses_fault |= *one != nullptr && faulty_computations_.count((*one)->name) != 0;
    } else if (const auto* many = std::get_if<std::vector<Computation*>>(&attribute.value)) {
      for (const Computation* each : *many) {
        uses_fault |= each != nullptr && faulty_computations_.count(each->name) != 0;
      }
    }
  }
  return true;
}

bool ModuleReader::ResolveComputation(ParsedInstruction& parsed, const PendingName& pending,
                                      bool& uses_fault) {
  Attribute& attribute = parsed.attributes[pending.attribute];
  Computation* found = module_.FindComputation(pending.name);
  if (found == nullptr) {
    if (faulty_computations_.count(pending.name) == 0 &&
        undefined_computations_.count(pending.name) == 0) {
      return FailUndefinedComputation(pending.name, pending.span);
    }
    uses_fault = true;
    return true;
  }
  if (auto* list = std::get_if<std::vector<Computation*>>(&attribute.value)) {
    (*list)[pending.place] = found;
  } else {
    attribute.value = found;
  }
  return true;
}

// ---- checks of names and numbers ----

bool ModuleReader::CheckName(Scope& scope, const ParsedInstruction& parsed) {
  Instruction* first = scope.computation->Find(parsed.name);
  if (first != nullptr && !first->synthesized && first->spans.name == first->spans.opcode) {
    // A nested operand: its generated name yields.
    const std::string name = std::string(first->op->name) + ".anon";
    scope.computation->Rename(first, UniqueName(scope, name));
    first = nullptr;
  }
  const auto aside = scope.aside.find(parsed.name);
  if (first == nullptr && aside == scope.aside.end()) return true;
  if (first == nullptr) first = aside->second;
  Diagnostic& diagnostic =
      reader_.Report("N03", parsed.name_span,
                     Format("instruction '{}' is already defined in computation '{}'",
                            {parsed.name, scope.computation->name}));
  if (first != nullptr) diagnostic.notes.push_back({first->spans.name, "first defined here"});
  return false;
}

bool ModuleReader::CheckRoot(Scope& scope, const ParsedInstruction& parsed) {
  if (!parsed.is_root) return true;
  if (scope.root.empty()) {
    scope.root = parsed.root;
    return true;
  }
  if (scope.seems_open) return false;
  Diagnostic& diagnostic = reader_.Report(
      "N06", parsed.root, Format("computation '{}' already has a ROOT", {scope.computation->name}));
  diagnostic.notes.push_back({scope.root, "the first ROOT is here"});
  Lexer name(reader_.source());
  name.MoveTo(scope.root.end);
  const std::string_view between =
      reader_.source().substr(scope.root.end, name.token().begin - scope.root.end);
  if (between.find_first_of("\r\n") != std::string_view::npos) {
    diagnostic.notes.push_back(
        {name.token().span(), Format("it makes '{}' the root", {name.Text()})});
  }
  return false;
}

bool ModuleReader::CheckParameterNumber(Scope& scope, const ParsedInstruction& parsed) {
  if (parsed.op->arguments != ArgumentKind::kParameterNumber) return true;
  const int64_t number = parsed.parameter_number;
  if (number < 0) {
    return reader_.Fail("N07", parsed.argument,
                        Format("the parameter number must be at least 0, got {}", {number}));
  }
  const auto [first, added] = scope.parameter_numbers.emplace(number, parsed.argument);
  if (added) return true;
  reader_.Report("N07", parsed.argument, Format("parameter number {} is used twice", {number}))
      .notes.push_back({first->second, "first used here"});
  return false;
}

std::string ModuleReader::UniqueName(Scope& scope, const std::string& name) {
  std::string unique = name;
  while (scope.computation->Find(unique) != nullptr || scope.aside.count(unique) != 0) {
    unique = Format("{}.{}", {name, ++scope.last_suffix[name]});
  }
  return unique;
}

std::string ModuleReader::UniqueComputationName(const std::string& name) {
  std::string unique = name;
  while (module_.FindComputation(unique) != nullptr) {
    unique = Format("{}.{}", {name, ++last_suffix_[name]});
  }
  return unique;
}

}  // namespace hlo
