// SPDX-License-Identifier: Apache-2.0
// "X-start", "X-update" and "X-done" of an op X that has no such opcodes of its own: hlo-text
// reference 5.3. They become async-start, async-update and async-done; the start calls a
// computation that holds one X.
#include <string>
#include <utility>

#include "core/base/format.h"
#include "core/text/module_reader.h"

namespace hlo {
namespace {

struct Suffix {
  std::string_view text;
  std::string_view opcode;
};
constexpr Suffix kSuffixes[] = {
    {"-start", "async-start"}, {"-update", "async-update"}, {"-done", "async-done"}};

// The attribute says something about the start, not about the op it starts.
bool BelongsToStart(const OpDef& start, Attr attr) { return start.FindAttribute(attr) != nullptr; }

bool BelongsToBoth(Attr attr) {
  return attr == Attr::metadata || attr == Attr::backend_config ||
         attr == Attr::frontend_attributes || attr == Attr::statistics;
}

// The op that an async chain started, or nullptr when it is not one of this shorthand.
const Instruction* StartedOp(const Instruction* link) {
  while (link != nullptr && link->Is("async-update") && !link->operands.empty()) {
    link = link->operands[0];
  }
  if (link == nullptr || !link->Is("async-start")) return nullptr;
  const Computation* wrapped = link->attributes.Called(Attr::calls);
  return wrapped == nullptr ? nullptr : wrapped->root;
}

}  // namespace

const OpDef* ModuleReader::FindWrapped(std::string_view opcode, const OpDef*& wrapper) {
  for (const Suffix& suffix : kSuffixes) {
    if (!opcode.ends_with(suffix.text)) continue;
    const OpDef* op = FindOp(opcode.substr(0, opcode.size() - suffix.text.size()));
    if (op == nullptr || op->arguments != ArgumentKind::kOperands) return nullptr;
    wrapper = FindOp(suffix.opcode);
    return op;
  }
  return nullptr;
}

bool ModuleReader::ExpandAsync(const ParsedInstruction& parsed, Instruction& instruction) {
  return instruction.Is("async-start") ? WrapStarted(parsed, instruction)
                                       : CheckContinued(parsed, instruction);
}

// Puts the op into a computation of its own, with a parameter for each operand.
bool ModuleReader::WrapStarted(const ParsedInstruction& parsed, Instruction& instruction) {
  const Shape* state = parsed.shape.shape;
  if (state == nullptr) return true;  // InferShape says that it must be written
  Shape operand_shapes = Shape::Tuple({});
  for (const Instruction* operand : instruction.operands) {
    operand_shapes.elements.push_back(*operand->shape);
  }
  if (!state->IsTuple() || state->elements.size() < 2 ||
      !Compatible(state->elements[0], operand_shapes)) {
    return reader_.Fail(
        "S05", parsed.shape.span,
        Format("the result of `{}-start` is ({}, result, ...), but {} is written",
               {parsed.wrapped->name, ShapeText(operand_shapes, false), ShapeText(*state, false)}));
  }
  Computation* computation =
      module_.AddComputation(UniqueComputationName("wrapped_" + std::string(parsed.wrapped->name)));
  computation->name_span = parsed.opcode;
  computation->whole = parsed.whole;
  const std::string_view thread = instruction.attributes.String(Attr::async_execution_thread);
  if (!thread.empty()) computation->execution_thread = thread;
  auto wrapped = std::make_unique<Instruction>();
  wrapped->name = std::string(parsed.wrapped->name) + ".wrapped";
  wrapped->op = parsed.wrapped;
  wrapped->spans = instruction.spans;
  for (size_t i = 0; i < instruction.operands.size(); ++i) {
    auto parameter = std::make_unique<Instruction>();
    parameter->name = Format("param_{}", {i});
    parameter->op = FindOp("parameter");
    parameter->shape = module_.Intern(operand_shapes.elements[i]);
    parameter->parameter_number = static_cast<int64_t>(i);
    parameter->spans.whole = parameter->spans.name = parsed.operands[i].span;
    wrapped->operands.push_back(computation->Add(std::move(parameter)));
  }
  std::vector<Attribute>& attributes = instruction.attributes.mutable_all();
  std::vector<Attribute> outer;
  for (Attribute& attribute : attributes) {
    const bool to_start = BelongsToStart(*instruction.op, attribute.attr);
    if (to_start || BelongsToBoth(attribute.attr)) outer.push_back(attribute);
    if (!to_start) wrapped->attributes.mutable_all().push_back(std::move(attribute));
  }
  attributes = std::move(outer);
  instruction.attributes.Set(Attr::calls, computation);
  ParsedInstruction inner;
  inner.shape = {module_.Intern(state->elements[1]), parsed.shape.span};
  inner.op = parsed.wrapped;
  inner.opcode = parsed.opcode;
  for (const ParsedOperand& operand : parsed.operands) {
    inner.operands.emplace_back();
    inner.operands.back().span = operand.span;
  }
  if (!InferShape(inner, *wrapped) || !CheckParticipants(inner, *wrapped)) return false;
  computation->root = computation->Add(std::move(wrapped));
  finished_.insert(computation);
  MoveToEnd(instruction.parent);
  return true;
}

bool ModuleReader::CheckContinued(const ParsedInstruction& parsed, const Instruction& instruction) {
  const Instruction* started =
      instruction.operands.empty() ? nullptr : StartedOp(instruction.operands[0]);
  if (started == nullptr) {
    return reader_.Fail("V02", parsed.opcode,
                        Format("the operand of `{}` must be an async-start or async-update",
                               {reader_.Text(parsed.opcode)}));
  }
  if (started->op == parsed.wrapped) return true;
  return reader_.Fail("V02", parsed.opcode,
                      Format("expected the async op to be '{}', which was started, but got '{}'",
                             {started->op->name, parsed.wrapped->name}));
}

}  // namespace hlo
