// SPDX-License-Identifier: Apache-2.0
#include "core/api/outline.h"

#include <algorithm>
#include <iterator>

#include "core/api/source_map.h"
#include "core/base/json_writer.h"
#include "core/engine/plan/plan.h"

namespace hlo::api {
namespace {

void WriteNumbers(JsonWriter& json, std::string_view key, const std::vector<int64_t>& numbers) {
  json.Key(key).BeginArray();
  for (const int64_t number : numbers) json.Int(number);
  json.EndArray();
}

void WriteRow(JsonWriter& json, const OutlineRow& row) {
  json.BeginObject();
  json.Key("id").Int(row.id);
  json.Key("name").String(row.name);
  json.Key("opcode").String(row.opcode);
  json.Key("shape").String(row.shape == nullptr ? std::string(row.shape_text)
                                                : ShapeText(*row.shape));
  WriteNumbers(json, "operands", row.operands);
  WriteNumbers(json, "calls", row.calls);
  json.Key("root").Bool(row.is_root);
  json.Key("parameter").Int(row.parameter_number);
  json.Key("synthesized").Bool(row.synthesized);
  json.Key("elements").Int(row.shape == nullptr ? 0 : LargestArray(*row.shape));
  WriteSpan(json, "span", row.whole);
  WriteSpan(json, "nameSpan", row.name_span);
  WriteSpan(json, "shapeSpan", row.shape_span);
  WriteSpan(json, "opcodeSpan", row.opcode_span);
  json.Key("operandSpans").BeginArray();
  for (SourceSpan span : row.operand_spans) {
    json.BeginArray().Int(span.begin).Int(span.end).EndArray();
  }
  json.EndArray().EndObject();
}

}  // namespace

// ---- rows ----

OutlineReader::OutlineReader(const ParsedModule& parsed, std::string_view text,
                             std::span<const SourceMark> marks)
    : parsed_(parsed), text_(text), marks_(marks) {
  int64_t id = -2;
  for (const FaultyInstruction& instruction : parsed.faulty) {
    faulty_[instruction.computation].push_back({&instruction, id--});
  }
}

SourceSpan OutlineReader::PlaceOf(SourceSpan span) const {
  if (marks_.empty() || span.empty()) return span;
  const SourceSpan first = SpanInFile({span.begin, span.begin + 1}, marks_);
  const SourceSpan last = SpanInFile({span.end - 1, span.end}, marks_);
  return {first.begin, std::max(first.end, last.end)};
}

void OutlineReader::FillSpans(const InstructionSpans& spans, OutlineRow& row) const {
  row.whole = PlaceOf(spans.whole);
  row.name_span = PlaceOf(spans.name);
  row.shape_span = PlaceOf(spans.shape);
  row.opcode_span = PlaceOf(spans.opcode);
}

std::string_view OutlineReader::NameAt(SourceSpan span) const {
  const std::string_view name = TextAt(span);
  return name.substr(!name.empty() && name[0] == '%' ? 1 : 0);
}

void OutlineReader::FillValid(const Instruction& instruction, bool has_root,
                              OutlineRow& row) const {
  row.id = instruction.Number();
  row.name = instruction.name;
  row.opcode = instruction.op->name;
  row.shape = instruction.shape;
  for (const Instruction* operand : instruction.operands) row.operands.push_back(operand->Number());
  for (const Computation* called : instruction.CalledComputations()) {
    row.calls.push_back(called->number);
  }
  row.is_root = has_root && instruction.parent->root == &instruction;
  row.synthesized = instruction.synthesized;
  row.parameter_number = instruction.parameter_number;
  FillSpans(instruction.spans, row);
  for (const SourceSpan span : instruction.spans.operands) {
    row.operand_spans.push_back(PlaceOf(span));
  }
}

// Operands that are not defined in the computation are left out.
void OutlineReader::FillFaulty(const Faulty& faulty, const Names& names, OutlineRow& row) const {
  const InstructionSpans& spans = faulty.instruction->spans;
  row.id = faulty.id;
  row.name = NameAt(spans.name);
  row.opcode = TextAt(spans.opcode);
  row.shape_text = TextAt(spans.shape);
  for (const SourceSpan span : spans.operands) {
    const auto found = names.find(NameAt(span));
    if (found == names.end()) continue;
    row.operands.push_back(found->second);
    row.operand_spans.push_back(PlaceOf(span));
  }
  row.is_root = faulty.instruction->is_root;
  FillSpans(spans, row);
}

void OutlineReader::ForEachRow(const Computation& computation,
                               const std::function<void(const OutlineRow&)>& fn) const {
  static const std::vector<Faulty> kNone;
  const auto found = faulty_.find(&computation);
  const std::vector<Faulty>& faulty = found == faulty_.end() ? kNone : found->second;
  Names names;
  if (!faulty.empty()) {
    for (const Faulty& entry : faulty) {
      names.emplace(NameAt(entry.instruction->spans.name), entry.id);
    }
    for (const Instruction* instruction : computation.instructions) {
      names[instruction->name] = instruction->Number();
    }
  }
  const bool has_root = parsed_.without_root.count(&computation) == 0;
  auto next = faulty.begin();
  const auto add_faulty_before = [&](uint32_t position) {
    for (; next != faulty.end() && next->instruction->spans.whole.begin < position; ++next) {
      OutlineRow row;
      FillFaulty(*next, names, row);
      fn(row);
    }
  };
  for (const Instruction* instruction : computation.instructions) {
    if (!instruction->synthesized) add_faulty_before(instruction->spans.whole.begin);
    OutlineRow row;
    FillValid(*instruction, has_root, row);
    fn(row);
  }
  add_faulty_before(UINT32_MAX);
}

std::string OutlineJson(const ParsedModule& parsed, std::string_view text,
                        std::span<const SourceMark> marks) {
  const OutlineReader reader(parsed, text, marks);
  std::string out;
  JsonWriter json(out);
  json.BeginArray();
  for (const auto& computation : parsed.module->computations) {
    json.BeginObject();
    json.Key("name").String(computation->name);
    json.Key("entry").Bool(computation.get() == parsed.module->entry);
    WriteSpan(json, "span", reader.PlaceOf(computation->whole));
    WriteSpan(json, "nameSpan", reader.PlaceOf(computation->name_span));
    json.Key("instructions").BeginArray();
    reader.ForEachRow(*computation, [&](const OutlineRow& row) { WriteRow(json, row); });
    json.EndArray().EndObject();
  }
  json.EndArray();
  return out;
}

}  // namespace hlo::api
