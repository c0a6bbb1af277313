// SPDX-License-Identifier: Apache-2.0
#include "core/api/outline.h"

#include "core/base/json_writer.h"

namespace hlo::api {
namespace {

void WriteSpan(JsonWriter& json, std::string_view key, SourceSpan span) {
  json.Key(key).BeginArray().Int(span.begin).Int(span.end).EndArray();
}

void WriteInstruction(JsonWriter& json, const Instruction& instruction, const InstructionIds& ids,
                      const std::unordered_map<const Computation*, int64_t>& numbers) {
  json.BeginObject();
  json.Key("id").Int(ids.Of(&instruction));
  json.Key("name").String(instruction.name);
  json.Key("opcode").String(instruction.op->name);
  json.Key("shape").String(ShapeText(*instruction.shape));
  json.Key("operands").BeginArray();
  for (const Instruction* operand : instruction.operands) json.Int(ids.Of(operand));
  json.EndArray().Key("calls").BeginArray();
  for (const Computation* called : instruction.CalledComputations()) {
    const auto number = numbers.find(called);
    json.Int(number == numbers.end() ? -1 : number->second);
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
  for (const auto& computation : module.computations) {
    for (const auto& instruction : computation->instructions) {
      ids_.emplace(instruction.get(), static_cast<int64_t>(instructions_.size()));
      instructions_.push_back(instruction.get());
    }
  }
}

int64_t InstructionIds::Of(const Instruction* instruction) const {
  const auto found = ids_.find(instruction);
  return found == ids_.end() ? -1 : found->second;
}

const Instruction* InstructionIds::At(int64_t id) const {
  if (id < 0 || id >= static_cast<int64_t>(instructions_.size())) return nullptr;
  return instructions_[static_cast<size_t>(id)];
}

std::string OutlineJson(const Module& module, const InstructionIds& ids) {
  std::unordered_map<const Computation*, int64_t> numbers;
  for (const auto& computation : module.computations) {
    numbers.emplace(computation.get(), static_cast<int64_t>(numbers.size()));
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
    for (const auto& instruction : computation->instructions) {
      WriteInstruction(json, *instruction, ids, numbers);
    }
    json.EndArray().EndObject();
  }
  json.EndArray();
  return out;
}

}  // namespace hlo::api
