// SPDX-License-Identifier: Apache-2.0
#include <iterator>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/api/outline.h"
#include "core/base/json_writer.h"
#include "core/engine/plan/plan.h"

namespace hlo::api {
namespace {

// Collects the words and numbers of the instructions.
class TableWriter {
 public:
  void Add(const OutlineRow& row) {
    Number(Word(row.opcode));
    Number(row.shape == nullptr ? Word(row.shape_text) : ShapeWord(*row.shape));
    Number((row.is_root ? 1 : 0) + (row.synthesized ? 2 : 0) + (row.id < 0 ? 4 : 0));
    Number(row.parameter_number);
    Span(row.whole);
    Span(row.name_span);
    Span(row.shape_span);
    Span(row.opcode_span);
    Numbers(row.operands);
    Numbers(row.calls);
    Number(std::ssize(row.operand_spans));
    for (SourceSpan span : row.operand_spans) Span(span);
  }

  const std::vector<std::string>& words() const { return words_; }
  const std::vector<int64_t>& elements() const { return elements_; }
  std::vector<int32_t> TakeNumbers() { return std::move(numbers_); }

 private:
  void Number(int64_t number) { numbers_.push_back(static_cast<int32_t>(number)); }
  void Numbers(const std::vector<int64_t>& list) {
    Number(std::ssize(list));
    for (const int64_t number : list) Number(number);
  }
  void Span(SourceSpan span) {
    Number(span.begin);
    Number(span.end);
  }
  int32_t Word(std::string_view word) {
    const auto [found, is_new] =
        numbers_of_words_.try_emplace(std::string(word), static_cast<int32_t>(words_.size()));
    if (is_new) words_.emplace_back(word);
    if (is_new) elements_.push_back(0);
    return found->second;
  }
  int32_t ShapeWord(const Shape& shape) {
    const auto [found, is_new] = numbers_of_shapes_.try_emplace(&shape, 0);
    if (is_new) {
      found->second = Word(ShapeText(shape));
      elements_[static_cast<size_t>(found->second)] = LargestArray(shape);
    }
    return found->second;
  }

  std::vector<std::string> words_;
  std::vector<int64_t> elements_;  // of the words that are shapes
  std::unordered_map<std::string, int32_t> numbers_of_words_;
  std::unordered_map<const Shape*, int32_t> numbers_of_shapes_;
  std::vector<int32_t> numbers_;
};

}  // namespace

OutlineTable MakeOutlineTable(const ParsedModule& parsed, std::string_view text,
                              std::span<const SourceMark> marks) {
  const OutlineReader reader(parsed, text, marks);
  OutlineTable table;
  TableWriter writer;
  JsonWriter json(table.json);
  json.BeginObject().Key("computations").BeginArray();
  for (const auto& computation : parsed.module->computations) {
    json.BeginObject();
    json.Key("name").String(computation->name);
    json.Key("entry").Bool(computation.get() == parsed.module->entry);
    WriteSpan(json, "span", reader.PlaceOf(computation->whole));
    WriteSpan(json, "nameSpan", reader.PlaceOf(computation->name_span));
    json.Key("names").BeginArray();
    reader.ForEachRow(*computation, [&](const OutlineRow& row) {
      json.String(row.name);
      writer.Add(row);
    });
    json.EndArray().EndObject();
  }
  json.EndArray().Key("words").BeginArray();
  for (const std::string& word : writer.words()) json.String(word);
  json.EndArray().Key("elements").BeginArray();
  for (const int64_t elements : writer.elements()) json.Int(elements);
  json.EndArray().EndObject();
  table.numbers = writer.TakeNumbers();
  return table;
}

}  // namespace hlo::api
