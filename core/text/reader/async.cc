// SPDX-License-Identifier: Apache-2.0
// Chains of async-start, async-update and async-done: hlo-text reference 5.3. For an op X without
// such opcodes of its own, "X-start", "X-update" and "X-done" become these three; the start calls a
// computation that contains one X.
#include <string>
#include <utility>

#include "core/base/format.h"
#include "core/text/printer/printer.h"
#include "core/text/reader/module_reader.h"
#include "core/text/reader/verify.h"

namespace hlo {
namespace {

struct Suffix {
  std::string_view text;
  Opcode opcode;
};
constexpr Suffix kSuffixes[] = {
    {"-start", Opcode::kAsyncStart},
    {"-update", Opcode::kAsyncUpdate},
    {"-done", Opcode::kAsyncDone},
};

// Whether the attribute describes the start rather than the op that it starts; in shorthand,
// `calls` is that of a fusion.
bool BelongsToStart(const OpDef& start, Attr attr) {
  return attr != Attr::calls && start.FindAttribute(attr) != nullptr;
}

// The op that an async chain started; nullptr if it is not in shorthand.
const Instruction* StartedOp(const Instruction& instruction) {
  const Instruction* start = AsyncStartOf(instruction);
  const Computation* wrapped = start == nullptr ? nullptr : start->attributes.Called(Attr::calls);
  return wrapped == nullptr ? nullptr : wrapped->root;
}

}  // namespace

const OpDef* ModuleReader::FindWrapped(std::string_view opcode, const OpDef*& wrapper) {
  for (const Suffix& suffix : kSuffixes) {
    if (!opcode.ends_with(suffix.text)) continue;
    const OpDef* op = FindOp(opcode.substr(0, opcode.size() - suffix.text.size()));
    if (op == nullptr || op->arguments != ArgumentKind::kOperands || HasOwnAsyncForm(*op)) {
      return nullptr;
    }
    wrapper = &GetOpDef(suffix.opcode);
    return op;
  }
  return nullptr;
}

bool ModuleReader::ExpandAsync(const ParsedInstruction& parsed, Instruction& instruction) {
  return instruction.Is(Opcode::kAsyncStart) ? WrapStarted(parsed, instruction)
                                             : CheckContinued(parsed, instruction);
}

// Wraps the op in a computation of its own, with a parameter for each operand.
bool ModuleReader::WrapStarted(const ParsedInstruction& parsed, Instruction& instruction) {
  const Shape* state = parsed.shape.shape;
  if (state == nullptr) return true;  // InferShape reports that the shape must be written
  Shape operand_shapes = Shape::Tuple({});
  for (const Instruction* operand : instruction.operands) {
    operand_shapes.elements.push_back(*operand->shape);
  }
  if (state->elements.size() < 2 || !Compatible(state->elements[0], operand_shapes)) {
    return reader_.Fail(
        "S05", parsed.shape.span,
        Format("the result of `{}-start` must be ({}, result, ...), got {}",
               {parsed.wrapped->name, ShapeText(operand_shapes, false), ShapeText(*state, false)}));
  }
  Computation* computation =
      module_.AddComputation(UniqueComputationName("wrapped_" + std::string(parsed.wrapped->name)));
  computation->name_span = parsed.opcode;
  computation->whole = parsed.whole;
  const std::string_view thread = instruction.attributes.String(Attr::async_execution_thread);
  if (!thread.empty()) computation->execution_thread = thread;
  Instruction* wrapped = computation->New();
  wrapped->name = std::string(parsed.wrapped->name) + ".wrapped";
  wrapped->spans = instruction.spans;
  for (size_t i = 0; i < instruction.operands.size(); ++i) {
    Instruction* parameter = computation->New();
    parameter->name = Format("param_{}", {i});
    parameter->op = &GetOpDef(Opcode::kParameter);
    parameter->shape = module_.Intern(operand_shapes.elements[i]);
    parameter->parameter_number = static_cast<int64_t>(i);
    parameter->spans.whole = parameter->spans.name = parsed.operands[i].span;
    wrapped->operands.push_back(computation->Add(parameter));
  }
  Attributes::List& attributes = instruction.attributes.mutable_all();
  Attributes::List outer;
  for (Attribute& attribute : attributes) {
    const bool to_start = BelongsToStart(*instruction.op, attribute.attr);
    if (to_start || IsSharedWithWrapped(attribute.attr)) outer.push_back(attribute);
    if (!to_start) wrapped->attributes.mutable_all().push_back(std::move(attribute));
  }
  wrapped->op = &GetOpDef(parsed.wrapped->opcode, wrapped->attributes);
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
  if (!InferShape(inner, *wrapped) || !CheckParticipants(*wrapped)) return false;
  computation->root = computation->Add(wrapped);
  finished_.insert(computation);
  MoveToEnd(instruction.parent);
  return true;
}

bool ModuleReader::CheckContinued(const ParsedInstruction& parsed, const Instruction& instruction) {
  const Instruction* started = StartedOp(instruction);
  if (started == nullptr) {
    return reader_.Fail(Format("{}.C1", {instruction.op->name}), parsed.opcode,
                        Format("the operand of `{}` must be an `async-start` or `async-update`",
                               {reader_.Text(parsed.opcode)}));
  }
  if (started->Is(parsed.wrapped->opcode)) return true;
  return reader_.Fail("V02", parsed.opcode,
                      Format("the async op must be `{}`, the op that was started, got `{}`",
                             {started->op->name, parsed.wrapped->name}));
}

}  // namespace hlo
