// SPDX-License-Identifier: Apache-2.0
#include "core/api/outline.h"

#include <unordered_map>

#include "core/base/json_writer.h"

namespace hlo::api {
namespace {

void WriteSpan(JsonWriter& json, std::string_view key, SourceSpan span) {
  json.Key(key).BeginArray().Int(span.begin).Int(span.end).EndArray();
}

using ShapeTexts = std::unordered_map<const Shape*, std::string>;

void WriteInstruction(JsonWriter& json, const Instruction& instruction, ShapeTexts& texts) {
  std::string& shape = texts[instruction.shape];
  if (shape.empty()) shape = ShapeText(*instruction.shape);
  json.BeginObject();
  json.Key("id").Int(instruction.Number());
  json.Key("name").String(instruction.name);
  json.Key("opcode").String(instruction.op->name);
  json.Key("shape").String(shape);
  json.Key("operands").BeginArray();
  for (const Instruction* operand : instruction.operands) json.Int(operand->Number());
  json.EndArray().Key("calls").BeginArray();
  for (const Computation* called : instruction.CalledComputations()) json.Int(called->number);
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

std::string OutlineJson(const Module& module) {
  ShapeTexts texts;
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
      WriteInstruction(json, *instruction, texts);
    }
    json.EndArray().EndObject();
  }
  json.EndArray();
  return out;
}

}  // namespace hlo::api
