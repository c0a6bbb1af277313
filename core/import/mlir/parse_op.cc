// SPDX-License-Identifier: Apache-2.0
// Ops, regions and names: imports reference, sections 3.1 and 10.2.
#include <algorithm>

#include "core/base/format.h"
#include "core/base/result.h"
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
  bool good = ParseOpInto(*op);
  LeaveScope(undo_size);
  op->span.end = last_end_;
  good = good && ParseOptionalLocation(&op->location);
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
    return Fail("I06", op.name_span,
                "branches between blocks are not supported; "
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

// ": T", ": T, T", ": (T, T) -> T", ": T to T", or nothing at all.
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
  // Casts of MLIR's own dialects: ": T to U".
  if (!At(TokenKind::kArrow) && !AtWord("to")) return ReadDoubledTypes(op, types);
  Next();
  std::vector<const Type*> results;
  if (!ParseTypesOrOne(results)) return false;
  return CheckOperandTypes(op, types) && SetResultTypes(op, results);
}

// Types without "->" : one for all operands and results, or those of the results, or of the
// operands of an op without results.
bool Parser::ReadDoubledTypes(Op& op, std::vector<const Type*>& types) {
  if (op.results.empty()) {
    return types.size() != op.operands.size() || CheckOperandTypes(op, types);
  }
  if (types.empty()) return SetResultTypes(op, types);  // refused: ops with results need types
  if (op.form != nullptr && op.form->same_types && types.size() == 1) {
    const std::vector<const Type*> all(op.operands.size(), types[0]);
    if (!CheckOperandTypes(op, all)) return false;
  }
  for (size_t i = 0; i < op.operands.size(); ++i) {
    if (op.operands[i].value->type != nullptr || op.operands[i].value->is_faulty) continue;
    // A name of loose ops: "op %a, %b : T, U", "select %p, %a, %b : P, T", "tuple %a : tuple<T>".
    const std::vector<const Type*>& listed =
        types[0]->kind == TypeKind::kTuple ? types[0]->inputs : types;
    if (!listed.empty()) op.operands[i].value->type = listed[std::min(i, listed.size() - 1)];
  }
  if (types.size() > op.results.size()) {  // those of the operands come first
    types.erase(types.begin(), types.end() - static_cast<int64_t>(op.results.size()));
  }
  if (types.size() == 1) types.resize(op.results.size(), types[0]);
  return SetResultTypes(op, types);
}

bool Parser::CheckOperandTypes(const Op& op, const std::vector<const Type*>& types) {
  if (types.size() != op.operands.size()) {
    return Fail("P07", op.name_span,
                Format("'{}' must have as many operand types as operands ({}), got {}",
                       {op.name, op.operands.size(), types.size()}));
  }
  for (size_t i = 0; i < types.size(); ++i) {
    Value* value = op.operands[i].value;
    if (value->type == nullptr) {
      if (value->is_faulty) continue;
      value->type = types[i];  // an argument of loose ops
    }
    if (SameType(*value->type, *types[i])) continue;
    Diagnostic& diagnostic = report_.Error("I17", types[i]->span,
                                           Format("operand type {} does not match the written {}",
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
      return Fail("P07", op.name_span,
                  Format("'{}' must have as many result types as results ({}), got {}",
                         {op.name, op.results.size(), types.size()}));
    }
  }
  for (size_t i = 0; i < types.size(); ++i) {
    op.results[i] = file_.values.New();
    op.results[i]->type = types[i];
  }
  return true;
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
  Value** entry = ArenaAllocator<Value*>(&file_.arena).allocate(1);
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
    if (!ParseOptionalLocation(&argument.location)) return false;
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
    const uint32_t end = FindClose({begin, begin + 1});
    good = end != 0;
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

}  // namespace hlo::mlir
