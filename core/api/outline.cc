// SPDX-License-Identifier: Apache-2.0
#include "core/api/outline.h"

#include <algorithm>
#include <iterator>

#include "core/base/json_writer.h"

namespace hlo::api {
namespace {

void WriteSpan(JsonWriter& json, std::string_view key, SourceSpan span) {
  json.Key(key).BeginArray().Int(span.begin).Int(span.end).EndArray();
}

// What many instructions share.
struct Shared {
  const InstructionIds& ids;
  std::unordered_map<const Computation*, int64_t> numbers;
  std::unordered_map<const Shape*, std::string> shape_texts;
};

void WriteInstruction(JsonWriter& json, const Instruction& instruction, Shared& shared) {
  std::string& shape = shared.shape_texts[instruction.shape];
  if (shape.empty()) shape = ShapeText(*instruction.shape);
  json.BeginObject();
  json.Key("id").Int(shared.ids.Of(&instruction));
  json.Key("name").String(instruction.name);
  json.Key("opcode").String(instruction.op->name);
  json.Key("shape").String(shape);
  json.Key("operands").BeginArray();
  for (const Instruction* operand : instruction.operands) json.Int(shared.ids.Of(operand));
  json.EndArray().Key("calls").BeginArray();
  for (const Computation* called : instruction.CalledComputations()) {
    const auto number = shared.numbers.find(called);
    json.Int(number == shared.numbers.end() ? -1 : number->second);
  }
  json.EndArray();
  json.Key("root").Bool(instruction.parent->root == &instruction);
  json.Key("parameter").Int(instruction.parameter_number);
  json.Key("invented").Bool(instruction.invented);
  WriteSpan(json, "span", instruction.spans.whole);
  WriteSpan(json, "nameSpan", instruction.spans.name);
  WriteSpan(json, "shapeSpan", instruction.spans.shape);
  WriteSpan(json, "opcodeSpan", instruction.spans.opcode);
  json.Key("operandSpans").BeginArray();
  for (SourceSpan span : instruction.spans.operands) {
    json.BeginArray().Int(span.begin).Int(span.end).EndArray();
  }
  json.EndArray().EndObject();
}

}  // namespace

InstructionIds::InstructionIds(const Module& module) {
  int64_t first = 0;
  for (const auto& computation : module.computations) {
    ranges_.push_back({computation.get(), first});
    firsts_.emplace(computation.get(), first);
    first += std::ssize(computation->instructions);
  }
}

int64_t InstructionIds::Of(const Instruction* instruction) const {
  const auto found = firsts_.find(instruction->parent);
  return found == firsts_.end() ? -1 : found->second + instruction->index;
}

const Instruction* InstructionIds::At(int64_t id) const {
  const auto behind =
      std::upper_bound(ranges_.begin(), ranges_.end(), id,
                       [](int64_t wanted, const Range& range) { return wanted < range.first; });
  if (behind == ranges_.begin()) return nullptr;
  // Of the ranges that begin here, all but the last are empty.
  const Range& range = *(behind - 1);
  const auto place = static_cast<size_t>(id - range.first);
  const auto& instructions = range.computation->instructions;
  return place < instructions.size() ? instructions[place] : nullptr;
}

std::string OutlineJson(const Module& module, const InstructionIds& ids) {
  Shared shared = {ids, {}, {}};
  for (const auto& computation : module.computations) {
    shared.numbers.emplace(computation.get(), static_cast<int64_t>(shared.numbers.size()));
  }
  std::string out;
  JsonWriter json(out);
  json.BeginArray();
  for (const auto& computation : module.computations) {
    json.BeginObject();
    json.Key("name").String(computation->name);
    json.Key("entry").Bool(computation.get() == module.entry);
    WriteSpan(json, "span", computation->whole);
    WriteSpan(json, "nameSpan", computation->name_span);
    json.Key("instructions").BeginArray();
    for (const Instruction* instruction : computation->instructions) {
      WriteInstruction(json, *instruction, shared);
    }
    json.EndArray().EndObject();
  }
  json.EndArray();
  return out;
}

}  // namespace hlo::api
