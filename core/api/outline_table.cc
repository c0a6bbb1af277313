// SPDX-License-Identifier: Apache-2.0
#include <iterator>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/api/outline.h"
#include "core/base/json_writer.h"

namespace hlo::api {
namespace {

// Collects the words and numbers of the instructions.
class TableWriter {
 public:
  void Add(const Instruction& instruction, std::string_view opcode) {
    const bool is_root = instruction.parent->root == &instruction;
    Number(Word(opcode));
    Number(ShapeWord(instruction.shape));
    Number((is_root ? 1 : 0) + (instruction.invented ? 2 : 0));
    Number(instruction.parameter_number);
    Span(instruction.spans.whole);
    Span(instruction.spans.name);
    Span(instruction.spans.shape);
    Span(instruction.spans.opcode);
    Number(std::ssize(instruction.operands));
    for (const Instruction* operand : instruction.operands) Number(operand->Number());
    const auto& called = instruction.CalledComputations();
    Number(std::ssize(called));
    for (const Computation* computation : called) Number(computation->number);
    Number(std::ssize(instruction.spans.operands));
    for (SourceSpan span : instruction.spans.operands) Span(span);
  }

  const std::vector<std::string>& words() const { return words_; }
  std::vector<int32_t> TakeNumbers() { return std::move(numbers_); }

 private:
  void Number(int64_t number) { numbers_.push_back(static_cast<int32_t>(number)); }
  void Span(SourceSpan span) {
    Number(span.begin);
    Number(span.end);
  }
  int32_t Word(std::string_view word) {
    const auto [found, is_new] =
        numbers_of_words_.try_emplace(std::string(word), static_cast<int32_t>(words_.size()));
    if (is_new) words_.emplace_back(word);
    return found->second;
  }
  int32_t ShapeWord(const Shape* shape) {
    const auto [found, is_new] = numbers_of_shapes_.try_emplace(shape, 0);
    if (is_new) found->second = Word(ShapeText(*shape));
    return found->second;
  }

  std::vector<std::string> words_;
  std::unordered_map<std::string, int32_t> numbers_of_words_;
  std::unordered_map<const Shape*, int32_t> numbers_of_shapes_;
  std::vector<int32_t> numbers_;
};

void WriteComputation(JsonWriter& json, const Computation& computation, bool is_entry) {
  json.BeginObject();
  json.Key("name").String(computation.name);
  json.Key("entry").Bool(is_entry);
  json.Key("span").BeginArray();
  json.Int(computation.whole.begin).Int(computation.whole.end).EndArray();
  json.Key("nameSpan").BeginArray();
  json.Int(computation.name_span.begin).Int(computation.name_span.end).EndArray();
  json.Key("names").BeginArray();
  for (const Instruction* instruction : computation.instructions) json.String(instruction->name);
  json.EndArray().EndObject();
}

}  // namespace

OutlineTable MakeOutlineTable(const Module& module) {
  OutlineTable table;
  TableWriter writer;
  JsonWriter json(table.json);
  json.BeginObject().Key("computations").BeginArray();
  for (const auto& computation : module.computations) {
    WriteComputation(json, *computation, computation.get() == module.entry);
    for (const Instruction* instruction : computation->instructions) {
      writer.Add(*instruction, instruction->op->name);
    }
  }
  json.EndArray().Key("words").BeginArray();
  for (const std::string& word : writer.words()) json.String(word);
  json.EndArray().EndObject();
  table.numbers = writer.TakeNumbers();
  return table;
}

}  // namespace hlo::api
