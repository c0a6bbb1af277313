// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_API_OUTLINE_H_
#define HLO_CORE_API_OUTLINE_H_

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/json_writer.h"
#include "core/ir/module.h"
#include "core/text/text.h"
#include "hlo/hlo.h"

namespace hlo::api {

// An instruction of an outline, valid or faulty.
struct OutlineRow {
  int64_t id = 0;  // below -1 for a faulty one
  std::string_view name;
  std::string_view opcode;
  const Shape* shape = nullptr;  // of a valid one
  std::string_view shape_text;   // of a faulty one, as written
  std::vector<int64_t> operands;
  std::vector<int64_t> calls;  // numbers of computations
  bool is_root = false;
  bool synthesized = false;
  int64_t parameter_number = -1;
  SourceSpan whole;
  SourceSpan name_span;
  SourceSpan shape_span;
  SourceSpan opcode_span;
  std::vector<SourceSpan> operand_spans;
};

inline void WriteSpan(JsonWriter& json, std::string_view key, SourceSpan span) {
  json.Key(key).BeginArray().Int(span.begin).Int(span.end).EndArray();
}

// Lists the instructions of what was parsed from `text`, with positions in it, or, if there are
// marks, in what it was made from.
class OutlineReader {
 public:
  OutlineReader(const ParsedModule& parsed, std::string_view text,
                std::span<const SourceMark> marks);

  SourceSpan PlaceOf(SourceSpan span) const;

  // Calls `fn` with each row of a computation, in textual order. The row is valid during the call.
  void ForEachRow(const Computation& computation,
                  const std::function<void(const OutlineRow&)>& fn) const;

 private:
  struct Faulty {
    const FaultyInstruction* instruction;
    int64_t id;
  };
  using Names = std::unordered_map<std::string_view, int64_t>;  // with the ids

  void FillValid(const Instruction& instruction, bool has_root, OutlineRow& row) const;
  void FillFaulty(const Faulty& faulty, const Names& names, OutlineRow& row) const;
  void FillSpans(const InstructionSpans& spans, OutlineRow& row) const;
  std::string_view TextAt(SourceSpan span) const {
    return text_.substr(span.begin, span.end - span.begin);
  }
  std::string_view NameAt(SourceSpan span) const;

  const ParsedModule& parsed_;
  const std::string_view text_;
  const std::span<const SourceMark> marks_;
  std::unordered_map<const Computation*, std::vector<Faulty>> faulty_;
};

// ComputationOutline[] of wasm/hlo.d.mts: names, shapes, links and spans, without values.
std::string OutlineJson(const ParsedModule& parsed, std::string_view text,
                        std::span<const SourceMark> marks);
// OutlineTable of wasm/hlo.d.mts: the same without a key for every number.
OutlineTable MakeOutlineTable(const ParsedModule& parsed, std::string_view text,
                              std::span<const SourceMark> marks);

}  // namespace hlo::api

#endif  // HLO_CORE_API_OUTLINE_H_
