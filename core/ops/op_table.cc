// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/ir/op_def.h"
#include "core/ops/control.h"
#include "core/ops/evaluate.h"
#include "core/ops/exchange.h"

namespace hlo {

// The rooms of the rows; rows of a family name the same pair.
#define HLO_OP(name, min, max, arguments, attributes, types, rules, flags, section, family, infer, \
               evaluate, summary)                                                                  \
  Result<Shape> infer(const InferContext&);                                                        \
  Result<Literal> evaluate(EvalContext&);
#define HLO_COMMUNICATION(name, min, max, attributes, types, rules, flags, section, family, infer, \
                          evaluate, communication, members, exchange, summary)                     \
  Result<Shape> infer(const InferContext&);                                                        \
  Result<Literal> evaluate(EvalContext&);                                                          \
  Result<std::vector<int64_t>> members(const Instruction&, const Topology&, int64_t);              \
  Result<std::vector<Literal>> exchange(ExchangeContext&);
#define HLO_CONTROL(name, min, max, attributes, types, rules, flags, section, family, infer,       \
                    next_call, communication, summary)                                             \
  Result<Shape> infer(const InferContext&);                                                        \
  Status next_call(EvalContext&, ControlState&);
#include "core/ops/op_list.def"
#undef HLO_OP
#undef HLO_COMMUNICATION
#undef HLO_CONTROL

// Stand for "none" in a row; the table holds nullptr instead, so they are never called.
Result<Shape> NoRules(const InferContext& context) { return *context.declared; }
Result<Literal> NoEvaluation(EvalContext& context) { return context.Allocate(); }
Result<std::vector<int64_t>> NoMembers(const Instruction&, const Topology&, int64_t) {
  return std::vector<int64_t>();
}
Result<std::vector<Literal>> NoExchange(ExchangeContext&) {
  return std::vector<Literal>();
}

namespace {

Attr FindAttrId(std::string_view id) {
#define HLO_ATTRIBUTE(attr, text, kind, doc) \
  if (id == #attr) return Attr::attr;
#include "core/ir/attribute_list.def"
#undef HLO_ATTRIBUTE
  return Attr::kUnknown;
}

std::vector<std::string_view> SplitWords(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    if (end > 0) words.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

// "direction!{EQ NE} k largest": the attribute column of a row.
std::vector<AttributeSpec> ParseAttributeColumn(std::string_view column) {
  std::vector<AttributeSpec> specs;
  size_t at = 0;
  while (at < column.size()) {
    if (column[at] == ' ') {
      ++at;
      continue;
    }
    const size_t name_end = std::min(column.find_first_of(" !~&^{", at), column.size());
    AttributeSpec spec{.attr = FindAttrId(column.substr(at, name_end - at)), .words = {}};
    at = name_end;
    while (at < column.size() && column[at] != ' ') {
      if (column[at] == '!') spec.required = true;
      if (column[at] == '~') spec.exact_case = false;
      if (column[at] == '&') spec.of_operands = true;
      if (column[at] == '^') spec.place_only = true;
      if (column[at] == '{') {
        const size_t close = column.find('}', at);
        spec.words = SplitWords(column.substr(at + 1, close - at - 1));
        at = close;
      }
      ++at;
    }
    specs.push_back(std::move(spec));
  }
  return specs;
}

struct Row {
  std::string_view name;
  int min_operands, max_operands;
  ArgumentKind arguments;
  std::string_view attributes, types;
  int rules;
  std::string_view flags, section, family;
  InferFn infer;
  EvaluateFn evaluate;
  std::string_view summary;
  Communication communication = Communication::kNone;
  MembersFn members = NoMembers;
  ExchangeFn exchange = NoExchange;
  NextCallFn next_call = nullptr;
};

OpDef MakeOpDef(const Row& row) {
  const auto has = [&](char flag) { return row.flags.find(flag) != std::string_view::npos; };
  OpDef def;
  def.name = row.name;
  def.min_operands = row.min_operands;
  def.max_operands = row.max_operands;
  def.arguments = row.arguments;
  def.attributes = ParseAttributeColumn(row.attributes);
  def.types = ElementTypeSet::Parse(row.types);
  def.type_words = row.types;
  def.rules = row.rules;
  def.shape_required = has('S');
  def.elementwise = has('E');
  def.commutative = has('C');
  def.side_effect = has('X');
  def.section = row.section;
  def.summary = row.summary;
  def.family = row.family;
  def.infer = row.infer == NoRules ? nullptr : row.infer;
  def.evaluate = row.evaluate == NoEvaluation ? nullptr : row.evaluate;
  def.communication = row.communication;
  def.members = row.members == NoMembers ? nullptr : row.members;
  def.exchange = row.exchange == NoExchange ? nullptr : row.exchange;
  def.next_call = row.next_call;
  return def;
}

const std::vector<OpDef>& Table() {
  static const std::vector<OpDef> table = [] {
    static constexpr Row kRows[] = {
#define HLO_OP(name, min, max, arguments, attributes, types, rules, flags, section, family, infer, \
               evaluate, summary)                                                                  \
  {name,    min,    max,   ArgumentKind::k##arguments, attributes, types, rules, flags, section,   \
   family,  infer,  evaluate, summary},
#define HLO_COMMUNICATION(name, min, max, attributes, types, rules, flags, section, family, infer, \
                          evaluate, communication, members, exchange, summary)                     \
  {name,       min,                                                                                \
   max,        ArgumentKind::kOperands,                                                            \
   attributes, types,                                                                              \
   rules,      flags,                                                                              \
   section,    family,                                                                             \
   infer,      evaluate,                                                                           \
   summary,    Communication::k##communication,                                                    \
   members,    exchange},
#define HLO_CONTROL(name, min, max, attributes, types, rules, flags, section, family, infer,       \
                    next_call, communication, summary)                                             \
  {name,    min,             max,     ArgumentKind::kOperands, attributes, types, rules, flags,    \
   section, family,          infer,   EvaluateControl,         summary,                            \
   Communication::k##communication, NoMembers, NoExchange, next_call},
#include "core/ops/op_list.def"
#undef HLO_OP
#undef HLO_COMMUNICATION
#undef HLO_CONTROL
    };
    std::vector<OpDef> defs;
    defs.reserve(std::size(kRows));
    for (const Row& row : kRows) defs.push_back(MakeOpDef(row));
    return defs;
  }();
  return table;
}

}  // namespace

std::span<const OpDef> AllOps() { return Table(); }

const OpDef* FindOp(std::string_view name) {
  static const std::unordered_map<std::string_view, const OpDef*> by_name = [] {
    std::unordered_map<std::string_view, const OpDef*> map;
    for (const OpDef& def : Table()) map.emplace(def.name, &def);
    return map;
  }();
  const auto found = by_name.find(name);
  return found == by_name.end() ? nullptr : found->second;
}

std::span<const AttributeSpec> CommonAttributes() {
  static const std::vector<AttributeSpec> specs = ParseAttributeColumn(
      "parameter_replication sharding frontend_attributes control_predecessors statistics "
      "result_accuracy^ origin metadata backend_config");
  return specs;
}

}  // namespace hlo
