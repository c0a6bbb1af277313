// SPDX-License-Identifier: Apache-2.0
// Ops, regions and names: imports reference, sections 3.1 and 10.2.
#include <algorithm>

#include "core/base/format.h"
#include "core/base/suggest.h"
#include "core/import/mlir/parser.h"

namespace hlo::mlir {
namespace {

constexpr uint32_t kMaxResults = 1 << 16;  // of one op

}  // namespace

Region* Parser::NewRegion(const Op* owner) {
  Region* region = file_.regions.New();
  region->owner = owner;
  region->depth = region_ == nullptr ? 0 : region_->depth + 1;
  return region;
}

// Up to the "}" of the region, a block label or the end.
void Parser::ParseOps(Region& region) {
  while (!At('}') && !At(TokenKind::kEnd) && !At(TokenKind::kBlock) && !report_.stopped()) {
    const uint32_t begin = token().begin;
    if (!ParseOp(region)) Recover(begin);
  }
}

bool Parser::ParseOp(Region& region) {
  Op* op = file_.ops.New();
  op->parent = &region;
  const uint32_t begin = token().begin;
  op->span = {begin, begin};
  const size_t undo_size = undo_.size();
  if (!ParseResultNames(*op)) return false;
  const bool good = ParseOpInto(*op);
  LeaveScope(undo_size);
  op->span.end = last_end_;
  if (good && AtLocation()) op->location = ParseLocation();
  DefineResults(*op, !good);
  if (good) region.ops.push_back(op);
  return good;
}

// "%0:2, %1 =".
bool Parser::ParseResultNames(Op& op) {
  if (!At(TokenKind::kValue)) return true;
  uint32_t first = 0;
  do {
    if (!At(TokenKind::kValue)) return Unexpected("the name of a result");
    ResultGroup group;
    group.name = text();
    group.span = token().span();
    group.first = first;
    Next();
    if (Take(':') && !ReadSmall(group.count, kMaxResults, "number of results")) return false;
    first += group.count;
    if (first > kMaxResults) return Fail("P12", group.span, "an op with too many results");
    op.groups.push_back(group);
  } while (Take(','));
  op.results.resize(first);
  return Expect('=', "'='");
}

bool Parser::ParseOpInto(Op& op) {
  op.name_span = token().span();
  if (At(TokenKind::kString)) {
    op.name = text().substr(1, text().size() - 2);
    SetForm(op);
    op.name_span = {token().begin + 1, token().end - 1};
    Next();
    return ParseGeneric(op);
  }
  if (!At(TokenKind::kWord)) return Unexpected("an operation");
  op.name = text();
  SetForm(op);
  Next();
  return ParsePretty(op);
}

void Parser::SetForm(Op& op) {
  op.form = FindOpForm(op.name);
  const std::string_view name = op.form == nullptr ? op.name : op.form->name;
  file_.has_unknown_sizes |=
      name.starts_with("shape.") || name.starts_with("tensor.") || name.starts_with("arith.") ||
      (name.find("dynamic_") != std::string_view::npos && !name.ends_with("dynamic_slice") &&
       !name.ends_with("dynamic_update_slice")) ||
      name.ends_with("real_dynamic_slice");
}

// Behind the name: "(%a, %b) <{props}> ({region}) {attributes} : (T) -> T".
bool Parser::ParseGeneric(Op& op) {
  if (!Expect('(', "'('") || !ParseUses(op, ')')) return false;
  if (At('[')) {
    SourceSpan blocks;
    if (!TakeBalanced(blocks)) return false;
    return Fail("I06", {blocks.begin - 1, blocks.end + 1}, "branches between blocks are not supported; "
                                                         "HLO computations have one block");
  }
  if (Take('<') && (!ParseDictionary(op.attributes) || !Expect('>', "'>'"))) return false;
  if (Take('(')) {
    do {
      Region* region = nullptr;
      if (!ParseRegion(&op, region)) return false;
      op.regions.push_back(region);
    } while (Take(','));
    if (!Expect(')', "',' or ')'")) return false;
  }
  if (At('{') && !ParseDictionary(op.attributes)) return false;
  return ParseTypeTail(op);
}

// ": T", ": T, T", ": (T, T) -> T", or nothing at all.
bool Parser::ParseTypeTail(Op& op) {
  if (!Take(':')) {
    if (op.results.empty()) return true;
    const Attribute* value = op.Find("value");  // a constant has its type
    if (value == nullptr || value->type == nullptr) return Unexpected("':' and the types");
    return SetResultTypes(op, {value->type});
  }
  const bool parenthesised = At('(');
  std::vector<const Type*> types;
  if (parenthesised ? !ParseTypesOrOne(types) : !ParseTypeList(types)) return false;
  if (!At(TokenKind::kArrow)) {
    if (!ReadDoubledTypes(op, types)) return false;
    return true;
  }
  Next();
  std::vector<const Type*> results;
  if (!ParseTypesOrOne(results)) return false;
  op.operand_types = types;
  return CheckOperandTypes(op, types) && SetResultTypes(op, results);
}

// Types without "->" : one for all operands and results, or those of the results, or of the
// operands of an op without results.
bool Parser::ReadDoubledTypes(Op& op, std::vector<const Type*>& types) {
  if (op.results.empty()) {
    op.operand_types = types;
    return types.size() != op.operands.size() || CheckOperandTypes(op, types);
  }
  if (op.form != nullptr && op.form->same_types && types.size() == 1) {
    op.operand_types.assign(op.operands.size(), types[0]);
    if (!CheckOperandTypes(op, op.operand_types)) return false;
  }
  for (size_t i = 0; i < op.operands.size(); ++i) {
    if (op.operands[i].value->type != nullptr || op.operands[i].value->is_faulty) continue;
    // A name of loose ops: "op %a, %b : T, U", "select %p, %a, %b : P, T", "tuple %a : tuple<T>".
    const std::vector<const Type*>& listed = types[0]->kind == TypeKind::kTuple ? types[0]->inputs : types;
    if (!listed.empty()) op.operands[i].value->type = listed[std::min(i, listed.size() - 1)];
  }
  if (types.size() > op.results.size()) types.erase(types.begin(), types.end() - std::ssize(op.results));
  if (types.size() == 1) types.resize(op.results.size(), types[0]);
  return SetResultTypes(op, types);
}

bool Parser::CheckOperandTypes(const Op& op, const std::vector<const Type*>& types) {
  if (types.size() != op.operands.size()) {
    return Fail("P07", op.name_span,
                Format("'{}' has {} operands, but {} operand types", {op.name, op.operands.size(),
                                                                      types.size()}));
  }
  for (size_t i = 0; i < types.size(); ++i) {
    Value* value = op.operands[i].value;
    if (value->type == nullptr) {
      if (value->is_faulty) continue;
      value->type = types[i];  // an argument of loose ops
    }
    if (SameType(*value->type, *types[i])) continue;
    Diagnostic& diagnostic = report_.Error(
        "I17", types[i]->span, Format("operand type {} does not match the written {}",
                                      {value->type->text, types[i]->text}));
    diagnostic.notes.push_back({value->span, Format("{} is defined here", {value->name})});
    return false;
  }
  return true;
}

bool Parser::SetResultTypes(Op& op, const std::vector<const Type*>& types) {
  if (types.size() != op.results.size()) {
    if (op.results.empty()) {  // results without names
      op.results.resize(types.size());
    } else {
      return Fail("P07", op.name_span, Format("'{}' has {} results, but {} result types",
                                              {op.name, op.results.size(), types.size()}));
    }
  }
  for (size_t i = 0; i < types.size(); ++i) {
    op.results[i] = file_.values.New();
    op.results[i]->type = types[i];
  }
  return true;
}

// ---- names ----

void Parser::Define(std::string_view name, SourceSpan span, Value* const* values, uint32_t count) {
  Definition& known = scope_[name];
  const int depth = region_ == nullptr ? 0 : region_->depth;
  if (known.count > 0 && known.depth == depth) {
    Diagnostic& diagnostic = report_.Error("N03", span, Format("{} is defined twice", {name}));
    diagnostic.notes.push_back({known.values[0]->span, "first definition"});
    return;
  }
  undo_.push_back({name, known});
  known = {values, count, depth};
}

void Parser::DefineResults(Op& op, bool is_faulty) {
  for (const ResultGroup& group : op.groups) {
    for (uint32_t i = 0; i < group.count; ++i) {
      Value*& value = op.results[group.first + i];
      if (value == nullptr) value = file_.values.New();
      value->name = group.name;
      value->span = group.span;
      value->op = &op;
      value->region = region_;
      value->index = group.first + i;
      value->is_faulty = is_faulty;
    }
    if (group.count > 0) {
      Define(group.name, group.span, op.results.data() + group.first, group.count);
    }
  }
  if (is_faulty || !op.groups.empty()) return;
  for (uint32_t i = 0; i < op.results.size(); ++i) {  // results without names
    op.results[i]->op = &op;
    op.results[i]->region = region_;
    op.results[i]->index = i;
    op.results[i]->span = op.name_span;
  }
}

void Parser::LeaveScope(size_t undo_size) {
  while (undo_.size() > undo_size) {
    const Shadowed& last = undo_.back();
    if (last.before.count == 0) {
      scope_.erase(last.name);
    } else {
      scope_[last.name] = last.before;
    }
    undo_.pop_back();
  }
}

// "%5#1" or "%5".
Value* Parser::FindValue(const Token& use) {
  const std::string_view whole = lexer_.Text(use.span());
  const size_t hash = whole.find('#');
  const std::string_view name = whole.substr(0, hash);
  uint64_t number = 0;
  if (hash != std::string_view::npos) {
    for (char c : whole.substr(hash + 1)) number = std::min<uint64_t>(number * 10 + (c - '0'), 1u << 30);
  }
  const auto found = scope_.find(name);
  if (found == scope_.end() || found->second.count == 0) return FailUndefined(use, name);
  if (number < found->second.count) return found->second.values[number];
  if (found->second.values[0]->is_faulty) return found->second.values[0];
  Fail("N01", use.span(), Format("{} has {} results, there is no number {}",
                                 {name, found->second.count, number}));
  return nullptr;
}

Value* Parser::FailUndefined(const Token& use, std::string_view name) {
  if (invents_arguments_) {
    Region* outermost = region_;
    while (outermost->owner != nullptr) outermost = outermost->owner->parent;
    Value* value = AddArgument(*outermost, name, use.span(), nullptr);
    undo_.pop_back();  // it is known from now on, in all regions
    scope_[name].depth = 0;
    value->is_loose = true;
    return value;
  }
  Suggestion suggestion(name);
  for (const auto& [known, definition] : scope_) {
    if (definition.count > 0) suggestion.Consider(known);
  }
  const std::string question = std::string(suggestion.unique()).empty()
                                   ? std::string()
                                   : Format("; did you mean {}?", {suggestion.unique()});
  Fail("N01", use.span(), Format("{} is not defined{}", {name, question}));
  return nullptr;
}

bool Parser::ParseUse(Op& op) {
  if (!At(TokenKind::kValue)) return Unexpected("an operand");
  Value* value = FindValue(token());
  if (value == nullptr) return false;
  ++value->uses;
  op.operands.push_back({value, token().span()});
  Next();
  return true;
}

bool Parser::ParseUses(Op& op, char close) {
  while (!At(close)) {
    if (!ParseUse(op)) return false;
    if (!Take(',')) break;
  }
  return Expect(close, close == ')' ? "',' or ')'" : "',' or ']'");
}

// ---- regions ----

Value* Parser::AddArgument(Region& region, std::string_view name, SourceSpan span,
                           const Type* type) {
  Value* value = file_.values.New();
  value->name = name;
  value->span = span;
  value->type = type;
  value->region = &region;
  value->index = static_cast<uint32_t>(region.arguments.size());
  BlockArgument argument;
  argument.value = value;
  region.arguments.push_back(std::move(argument));
  // Definitions point to arrays of values; that of an argument has one entry of its own.
  auto** entry = static_cast<Value**>(file_.arena.Allocate(sizeof(Value*)));
  *entry = value;
  Define(name, span, entry, 1);
  return value;
}

// "%a: T {attributes} loc(..), ..." up to `close`.
bool Parser::ParseBlockArguments(Region& region, char close) {
  while (!At(close)) {
    if (!At(TokenKind::kValue)) return Unexpected("the name of an argument");
    const Token name = token();
    Next();
    if (!Expect(':', "':'")) return false;
    const Type* type = ParseType();
    if (type == nullptr) return false;
    AddArgument(region, lexer_.Text(name.span()), name.span(), type);
    BlockArgument& argument = region.arguments.back();
    if (At('{') && !ParseDictionary(argument.attributes)) return false;
    if (AtLocation() && (argument.location = ParseLocation()) == nullptr) return false;
    if (!Take(',')) break;
  }
  return Expect(close, "',' or ')'");
}

// "{ ops }", or "{ ^bb0(%a: T): ops }". With `has_arguments` these are defined already.
bool Parser::ParseRegion(const Op* owner, Region*& region, bool has_arguments) {
  const Nest nest(*this);
  if (!nest.ok()) return false;
  const uint32_t begin = token().begin;
  if (!Expect('{', "'{' of a region")) return false;
  const size_t undo_size = undo_.size();
  if (region == nullptr) region = NewRegion(owner);
  Region* around = std::exchange(region_, region);
  bool good = true;
  if (At(TokenKind::kBlock) && !has_arguments) {
    Next();
    if (Take('(')) good = ParseBlockArguments(*region, ')');
    good = good && Expect(':', "':'");
  }
  if (good) ParseOps(*region);
  if (good && At(TokenKind::kBlock)) {
    region->second_block = token().span();
    const uint32_t inside = begin;
    const uint32_t end = SkipBalanced(lexer_.source(), inside);
    good = end != 0 || Fail("L06", {begin, begin + 1}, "'{' is not closed");
    if (good) MoveTo(end - 1);
  }
  region_ = around;
  LeaveScope(undo_size);
  if (!good) return false;
  if (report_.stopped()) return false;
  if (!Expect('}', "an operation or '}'")) return false;
  region->span = {begin, last_end_};
  return true;
}

// ---- recovery ----

// Goes on at the next line that begins an op or ends the region, after a fault in the op that
// begins at `begin`.
void Parser::Recover(uint32_t begin) {
  const std::string_view source = lexer_.source();
  const uint32_t fault = std::max(token().begin, begin + 1);
  const auto indent_of = [&](uint32_t line) {
    uint32_t at = line;
    while (at < source.size() && (source[at] == ' ' || source[at] == '\t')) ++at;
    return at - line;
  };
  uint32_t line = begin;
  while (line > 0 && source[line - 1] != '\n') --line;
  const uint32_t indent = indent_of(line);
  int depth = 0;
  for (uint32_t at = begin; at < source.size(); ++at) {
    const char c = source[at];
    if (c == '"') {
      while (++at < source.size() && source[at] != '"' && source[at] != '\n') {
        if (source[at] == '\\') ++at;
      }
    } else if (c == '/' && at + 1 < source.size() && source[at + 1] == '/') {
      while (at < source.size() && source[at] != '\n') ++at;
      --at;
      continue;
    } else if (c == '{') {
      ++depth;
    } else if (c == '}') {
      if (depth == 0 && at >= fault) return MoveTo(at);
      if (depth > 0) --depth;
    }
    if (at >= source.size() || source[at] != '\n' || at < fault) continue;
    const uint32_t start = at + 1 + indent_of(at + 1);
    if (start >= source.size()) break;
    const bool is_outer = start - at - 1 <= indent;
    const char first = source[start];
    if (first == '}' && start - at - 1 < indent) return MoveTo(start);
    if (depth > 0 && !is_outer) continue;
    Lexer ahead(source, {start, static_cast<uint32_t>(source.size())});
    const std::string_view word = ahead.text();
    const bool is_op = first == '%' || first == '"' || word == "return" || word == "call" ||
                       (ahead.token().kind == TokenKind::kWord &&
                        word.find('.') != std::string_view::npos);
    if (is_op) return MoveTo(start);
  }
  MoveTo(static_cast<uint32_t>(source.size()));
}

}  // namespace hlo::mlir
