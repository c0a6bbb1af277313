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
  json.Key("invented").Bool(row.invented);
  json.Key("elements").Int(row.shape == nullptr ? 0 : LargestArray(*row.shape));
  WriteSpan(json, "span", row.spans->whole);
  WriteSpan(json, "nameSpan", row.spans->name);
  WriteSpan(json, "shapeSpan", row.spans->shape);
  WriteSpan(json, "opcodeSpan", row.spans->opcode);
  json.Key("operandSpans").BeginArray();
  for (SourceSpan span : row.operand_spans) {
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

int64_t LargestArray(const Shape& shape) {
  if (shape.IsArray()) {
    const Result<int64_t> count = ElementCount(shape);
    return count.ok() ? count.value() : INT64_MAX;
  }
  int64_t largest = 0;
  for (const Shape& element : shape.elements) largest = std::max(largest, LargestArray(element));
  return largest;
}

// ---- rows ----

OutlineReader::OutlineReader(const ParsedModule& parsed, const InstructionIds& ids,
                             std::string_view text)
    : parsed_(parsed), ids_(ids), text_(text) {
  for (const auto& computation : parsed.module->computations) {
    numbers_.emplace(computation.get(), std::ssize(numbers_));
  }
  int64_t id = -2;
  for (const FaultyInstruction& instruction : parsed.faulty) {
    faulty_[instruction.computation].push_back({&instruction, id--});
  }
}

std::string_view OutlineReader::NameAt(SourceSpan span) const {
  const std::string_view name = TextAt(span);
  return name.substr(!name.empty() && name[0] == '%' ? 1 : 0);
}

void OutlineReader::FillValid(const Instruction& instruction, bool has_root,
                              OutlineRow& row) const {
  row.id = ids_.Of(&instruction);
  row.name = instruction.name;
  row.opcode = instruction.op->name;
  row.shape = instruction.shape;
  for (const Instruction* operand : instruction.operands) row.operands.push_back(ids_.Of(operand));
  for (const Computation* called : instruction.CalledComputations()) {
    const auto number = numbers_.find(called);
    row.calls.push_back(number == numbers_.end() ? -1 : number->second);
  }
  row.is_root = has_root && instruction.parent->root == &instruction;
  row.invented = instruction.invented;
  row.parameter_number = instruction.parameter_number;
  row.spans = &instruction.spans;
  row.operand_spans.assign(instruction.spans.operands.begin(), instruction.spans.operands.end());
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
    row.operand_spans.push_back(span);
  }
  row.is_root = faulty.instruction->is_root;
  row.spans = &spans;
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
      names[instruction->name] = ids_.Of(instruction);
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
    if (!instruction->invented) add_faulty_before(instruction->spans.whole.begin);
    OutlineRow row;
    FillValid(*instruction, has_root, row);
    fn(row);
  }
  add_faulty_before(UINT32_MAX);
}

std::string OutlineJson(const ParsedModule& parsed, const InstructionIds& ids,
                        std::string_view text) {
  const OutlineReader reader(parsed, ids, text);
  std::string out;
  JsonWriter json(out);
  json.BeginArray();
  for (const auto& computation : parsed.module->computations) {
    json.BeginObject();
    json.Key("name").String(computation->name);
    json.Key("entry").Bool(computation.get() == parsed.module->entry);
    WriteSpan(json, "span", computation->whole);
    WriteSpan(json, "nameSpan", computation->name_span);
    json.Key("instructions").BeginArray();
    reader.ForEachRow(*computation, [&](const OutlineRow& row) { WriteRow(json, row); });
    json.EndArray().EndObject();
  }
  json.EndArray();
  return out;
}

}  // namespace hlo::api
