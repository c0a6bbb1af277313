// SPDX-License-Identifier: Apache-2.0
// The header of a HloModuleProto and its instructions as HLO text (imports reference 12.1, 12.2).
#include <algorithm>
#include <utility>

#include "core/base/checked.h"
#include "core/import/proto/fields.h"
#include "core/import/proto/literals.h"
#include "core/import/proto/module_reader.h"
#include "core/import/support/fill.h"
#include "core/text/lexer.h"
#include "core/text/quote.h"

namespace hlo::proto {
namespace {

constexpr int64_t kLongestLiteral = 1024;  // elements that are written into the text

// The braces of an array without elements: f32[3,0] is {{},{},{}}.
int64_t EmptyRows(const Shape& array) {
  int64_t rows = 1;
  for (const int64_t size : array.dims) {
    if (size == 0) return rows;
    rows = CheckedMultiply(rows, size).value_or(INT64_MAX);
  }
  return 0;
}

int64_t CountElements(const Literal& literal) {
  int64_t count = literal.element_count();
  for (const Literal& element : literal.elements()) count += CountElements(element);
  return count;
}

bool HasManyEmptyRows(const Literal& literal) {
  return EmptyRows(literal.shape()) > kLongestLiteral ||
         std::any_of(literal.elements().begin(), literal.elements().end(), HasManyEmptyRows);
}

}  // namespace

void ModuleReader::AppendHeader(const Computation& entry) {
  using namespace module_field;
  Names none;
  std::string& text = out_.text;
  text += "HloModule %" + FreeName(module_.Bytes(kName), none);
  if (is_scheduled_) text += ", is_scheduled=true";
  AppendAliases();
  AppendEntryLayout(entry);
  const Message devices = module_.Sub(kDeviceAssignment);
  if (devices.Int(1) > 1) text += ", replica_count=" + std::to_string(devices.Int(1));
  if (devices.Int(2) > 1) text += ", num_partitions=" + std::to_string(devices.Int(2));
  const std::string attributes = FrontendAttributesText(module_.Sub(kFrontendAttributes));
  if (!attributes.empty()) text += ", frontend_attributes=" + attributes;
  text += module_.Bytes(kTextField);
  text += "\n";
  if (module_.Has(kFrameTablesField)) {
    text += module_.Bytes(kFrameTablesField);
  } else {
    text += FramesText(module_.Sub(kFrames));
  }
  text += "\n";
}

void ModuleReader::AppendAliases() {
  std::string aliases, donors;
  module_.Sub(module_field::kAliases).ForEachMessage(1, [&](const Message& alias) {
    aliases += Format("{}{}: ({}, {}, {})",
                      {aliases.empty() ? "" : ", ", Braced(alias.Ints(1)), alias.Int(2),
                       Braced(alias.Ints(3)), alias.Int(4) == 2 ? "must-alias" : "may-alias"});
  });
  module_.Sub(module_field::kDonors).ForEachMessage(1, [&](const Message& donor) {
    donors +=
        Format("{}({}, {})", {donors.empty() ? "" : ", ", donor.Int(1), Braced(donor.Ints(2))});
  });
  if (!aliases.empty()) out_.text += ", input_output_alias={ " + aliases + " }";
  if (!donors.empty()) out_.text += ", buffer_donor={ " + donors + " }";
}

bool ModuleReader::AppendEntryLayout(const Computation& entry) {
  Message program = module_.Sub(module_field::kProgramShape);
  if (!module_.Has(module_field::kProgramShape)) {
    program = Message(source(), entry.bytes).Sub(computation_field::kProgramShape);
  }
  if (!program.Has(2)) return true;
  std::string parameters;
  bool good = true;
  program.ForEach(1, [&](std::string_view bytes) {
    const std::string* text = shapes_.Of(source(), bytes);
    good &= text != nullptr;
    if (good) parameters += (parameters.empty() ? "" : ", ") + *text;
  });
  const std::string* result = shapes_.Of(source(), program.Bytes(2));
  if (!good || result == nullptr) return false;
  out_.text += ", entry_computation_layout={(" + parameters + ")->" + *result + "}";
  return true;
}

std::string FramesText(const Message& frames) {
  std::string text;
  for (const uint32_t number : {1, 2}) {
    int64_t line = 0;
    frames.ForEach(number, [&](std::string_view name) {
      if (line++ == 0) text += number == 1 ? "\nFileNames\n" : "\nFunctionNames\n";
      text += std::to_string(line) + " ";
      AppendQuoted(name, text);
      text += "\n";
    });
  }
  int64_t line = 0;
  frames.ForEachMessage(3, [&](const Message& place) {
    if (line++ == 0) text += "\nFileLocations\n";
    text += Format("{} {", {line});
    text += Format(
        "file_name_id={} function_name_id={} line={} end_line={} column={} end_column={}",
        {place.Int(1), place.Int(2), place.Int(3), place.Int(5), place.Int(4), place.Int(6)});
    text += "}\n";
  });
  line = 0;
  frames.ForEachMessage(4, [&](const Message& frame) {
    if (line++ == 0) text += "\nStackFrames\n";
    text += Format("{} {", {line});
    text += Format("file_location_id={} parent_frame_id={}", {frame.Int(1), frame.Int(2)}) + "}\n";
  });
  return text;
}

// ---- instructions ----

bool ModuleReader::AppendInstruction(const Computation& computation, const Instruction& instruction,
                                     bool is_root) {
  using namespace instruction_field;
  const Message message(source(), instruction.bytes);
  const std::string* shape = shapes_.Of(source(), message.Bytes(kShape));
  if (shape == nullptr) return false;
  const std::string_view opcode = message.Bytes(kOpcode);
  const OpDef* op = FindOp(opcode);
  std::string& text = out_.text;
  std::optional<Literal> constant;
  if (opcode == OpcodeName(Opcode::kConstant)) constant = ReadConstant(message);
  const bool is_filled = constant && constant->IsArray() && HasManyEmptyRows(*constant);
  const std::string zero = is_filled ? AppendZero(computation, instruction, *constant) : "";
  text += is_root ? "  ROOT " : "  ";
  const size_t begin = text.size();
  text += "%" + instruction.name + " = " + *shape + " ";
  if (is_filled) {
    text += Format("{}(%{}), dimensions={}", {OpcodeName(Opcode::kBroadcast), zero, "{}"});
  } else {
    text += op == nullptr ? OpcodeName(Opcode::kCustomCall) : opcode;
    text += '(';
    if (!AppendArguments(computation, message, opcode, std::move(constant))) return false;
    text += ')';
  }
  if (op == nullptr) {
    source().Fail("I15",
                  Format("instruction '{}' has opcode '{}', which is unknown; it is shown, "
                         "but cannot be run",
                         {instruction.name, opcode}),
                  instruction.bytes);
    AppendUnknown(message);
  } else {
    text += AttributesText(message, *op, ReferencesOf(computation, message));
  }
  if (const SourceSpan source_span = source().SpanOf(instruction.bytes); !source_span.empty()) {
    out_.marks.push_back(
        {static_cast<uint32_t>(begin), static_cast<uint32_t>(text.size()), source_span});
  }
  text += "\n";
  return true;
}

References ModuleReader::ReferencesOf(const Computation& computation,
                                      const Message& message) const {
  using namespace instruction_field;
  References references;
  for (const int64_t id : message.Ints(kCalledComputations)) {
    references.called.push_back("%" + computations_[*Find(by_id_, id)].name);
  }
  for (const int64_t id : message.Ints(kControlPredecessors)) {
    const size_t place = *Find(computation.by_id, id);
    references.predecessors.push_back("%" + computation.instructions[place].name);
  }
  references.first_operand = [this, &computation, &message]() -> std::optional<Shape> {
    const std::vector<int64_t> ids = message.Ints(kOperandIds);
    if (ids.empty()) return std::nullopt;
    const size_t place = *Find(computation.by_id, ids[0]);
    return ReadShape(Message(source(), computation.instructions[place].bytes).Sub(kShape));
  };
  return references;
}

bool ModuleReader::AppendArguments(const Computation& computation, const Message& message,
                                   std::string_view opcode, std::optional<Literal> constant) {
  using namespace instruction_field;
  if (opcode == OpcodeName(Opcode::kParameter)) {
    out_.text += std::to_string(message.Int(kParameterNumber));
    return true;
  }
  if (opcode == OpcodeName(Opcode::kConstant)) {
    return AppendConstant(message, std::move(constant));
  }
  bool first = true;
  for (const int64_t id : message.Ints(kOperandIds)) {
    const size_t place = *Find(computation.by_id, id);
    out_.text += first ? "%" : ", %";
    out_.text += computation.instructions[place].name;
    first = false;
    if (!Fits()) return false;
  }
  return true;
}

// The values of a constant; nullopt after a report.
std::optional<Literal> ModuleReader::ReadConstant(const Message& message) {
  using namespace instruction_field;
  const std::optional<Shape> shape = ReadShape(message.Sub(kShape));
  std::optional<Literal> literal;
  if (message.Has(kLiteral)) {
    literal = ReadLiteral(message.Sub(kLiteral));
  } else if (shape) {
    literal = FilledLiteral(*shape, options_.fill, options_.seed + out_.text.size());
    if (!literal) {
      source().Fail("I09",
                    Format("the file lacks the values of constant '{}'; --fill gives values",
                           {message.Bytes(kName)}),
                    message.bytes());
    }
  }
  if (literal && shape && !Compatible(literal->shape(), *shape)) {
    source().Fault(message.bytes(),
                   Format("a constant of {} has a literal of {}",
                          {ShapeText(*shape, false), ShapeText(literal->shape(), false)}));
    literal.reset();
  }
  if (literal && literal->IsArray()) literal = std::move(*literal).WithShape(*shape);
  return literal;
}

// The scalar that fills an array without elements, whose empty rows can be any number.
std::string ModuleReader::AppendZero(const Computation& computation, const Instruction& constant,
                                     const Literal& literal) {
  if (std::exchange(names_of_, &computation) != &computation) {
    names_.clear();
    for (const Instruction& instruction : computation.instructions) {
      names_.emplace(instruction.name, 0);
    }
  }
  std::string name = FreeName(constant.name + ".zero", names_);
  const ElementType type = literal.element_type();
  out_.text += Format("  %{} = {} {}({})\n", {name, ShapeText(Shape::Scalar(type)),
                                              OpcodeName(Opcode::kConstant), ZeroText(type)});
  return name;
}

bool ModuleReader::AppendConstant(const Message& message, std::optional<Literal> literal) {
  if (literal && HasManyEmptyRows(*literal)) {  // in a tuple
    return source().Fail("P10", Format("constant '{}' has an array of more than {} empty rows",
                                       {message.Bytes(instruction_field::kName), kLongestLiteral}));
  }
  if (!literal) {
    out_.text += "{...}";
  } else if (CountElements(*literal) <= kLongestLiteral) {
    AppendHloText(*literal, out_.text);
  } else {
    const auto place = static_cast<uint32_t>(out_.text.size());
    out_.text += "{...}";
    out_.constants.emplace(place, std::make_shared<const Literal>(std::move(*literal)));
  }
  return true;
}

// What is kept of an instruction whose opcode is unknown.
void ModuleReader::AppendUnknown(const Message& message) {
  out_.text += ", custom_call_target=";
  AppendQuoted(message.Bytes(instruction_field::kOpcode), out_.text);
}

}  // namespace hlo::proto
