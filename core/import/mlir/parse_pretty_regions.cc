// SPDX-License-Identifier: Apache-2.0
// Pretty forms with regions (imports reference 3.5).
#include <utility>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/import/mlir/parser.h"

namespace hlo::mlir {

// "(%x init: %c), (%i init: %d) across dimensions = [1] : types" and a reducer, or "(%x init: %c)
// applies stablehlo.add across dimensions = [1] : types".
bool Parser::ParseReduce(Op& op) {
  SmallVector<Use, 2> inits;
  do {
    if (!Expect('(', "'('") || !ParseUse(op)) return false;
    if (!AtWord("init")) return Unexpected("'init:'");
    Next();
    if (!Expect(':', "':'") || !ParseUse(op)) return false;
    inits.push_back(op.operands.back());
    op.operands.pop_back();
    if (!Expect(')', "')'")) return false;
  } while (Take(','));
  for (const Use& init : inits) op.operands.push_back(init);
  SourceSpan applied;
  if (TakeWord("applies")) {
    if (!At(TokenKind::kWord)) return Unexpected("an operation");
    applied = token().span();
    Next();
  }
  if (!TakeWord("across")) return Unexpected("'across dimensions'");
  if (!AtWord("dimensions") || lexer_.PeekNext().byte != '=') return Unexpected("'dimensions ='");
  if (!ParseItemValue(op, op.form)) return false;
  if (At('{') && !ParseDictionary(op.attributes)) return false;
  if (!ParseTypeTail(op)) return false;
  if (!ParseOptionalLocation(&op.location)) return false;
  if (!applied.empty()) {
    Attribute* name = file_.attributes.New();
    name->kind = AttributeKind::kWord;
    name->span = applied;
    name->text = lexer_.Text(applied);
    AddAttribute(op, "applies", name);
    return true;
  }
  return ParseReducer(op);
}

// "reducer(%a: T, %b: T) (%c: U, %d: U) { ... }": a pair an input; parameters are all firsts, then
// all seconds.
bool Parser::ParseReducer(Op& op) {
  if (!TakeWord("reducer")) return Unexpected("'reducer'");
  Region* region = NewRegion(&op);
  Region* around = std::exchange(region_, region);
  std::vector<BlockArgument> seconds;
  std::vector<BlockArgument> firsts;
  bool good = true;
  while (good && Take('(')) {
    region->arguments.clear();
    const SourceSpan pair = token().span();
    good = ParseBlockArguments(*region, ')');
    if (good && region->arguments.size() != 2) {
      good = Fail("P07", pair, "a reducer has two arguments for each input");
    }
    if (!good) break;
    firsts.push_back(region->arguments[0]);
    seconds.push_back(region->arguments[1]);
  }
  region->arguments = std::move(firsts);
  region->arguments.insert(region->arguments.end(), seconds.begin(), seconds.end());
  for (size_t i = 0; i < region->arguments.size(); ++i) {
    region->arguments[i].value->index = static_cast<uint32_t>(i);
  }
  region_ = around;
  if (!good || !ParseRegion(&op, region, true)) return false;
  op.regions.push_back(region);
  return true;
}

// ---- while, scan, computations of sdy ----

// "(%a = %x, %b = %y) : T, T attributes {..} cond { .. } do { .. }".
bool Parser::ParseWhile(Op& op) {
  Next();
  std::vector<Token> names;
  while (!At(')')) {
    if (!At(TokenKind::kValue)) return Unexpected("the name of a loop value");
    names.push_back(token());
    Next();
    if (!Expect('=', "'='") || !ParseUse(op)) return false;
    if (!ParseOptionalLocation()) return false;
    if (!Take(',')) break;
  }
  if (!Expect(')', "',' or ')'")) return false;
  std::vector<const Type*> types;
  if (Take(':') && !ParseTypeList(types)) return false;
  if (types.size() != names.size()) {
    return Fail("P07", op.name_span,
                Format("'{}' must have as many types as loop values ({}), got {}",
                       {op.name, names.size(), types.size()}));
  }
  if (!CheckOperandTypes(op, types)) return false;
  if (op.groups.empty()) op.results.clear();
  if (!SetResultTypes(op, types)) return false;
  if (TakeWord("attributes") && !ParseDictionary(op.attributes)) return false;
  for (std::string_view word : {std::string_view("cond"), std::string_view("do")}) {
    if (!TakeWord(word)) return Unexpected(word == "cond" ? "'cond'" : "'do'");
    Region* region = NewRegion(&op);
    Region* around = std::exchange(region_, region);
    const size_t undo_size = undo_.size();
    for (size_t i = 0; i < names.size(); ++i) {
      AddArgument(*region, lexer_.Text(names[i].span()), names[i].span(), types[i]);
    }
    region_ = around;
    const bool good = ParseRegion(&op, region, true);
    LeaveScope(undo_size);
    if (!good) return false;
    op.regions.push_back(region);
  }
  return true;
}

// "(%x) inits(%init) dimension = 0 attributes {..} { ^bb0(..): .. } : (..) -> (..)".
bool Parser::ParseScan(Op& op) {
  if (!Expect('(', "'('") || !ParseUses(op, ')')) return false;
  op.operand_groups.push_back(static_cast<uint32_t>(op.operands.size()));
  if (!TakeWord("inits")) return Unexpected("'inits'");
  if (!Expect('(', "'('") || !ParseUses(op, ')')) return false;
  while (At(TokenKind::kWord) || At(',')) {
    if (Take(',')) continue;
    size_t words = 0;
    if (!ParseWordItem(op, op.form, words)) return false;
  }
  Region* region = nullptr;
  if (!ParseRegion(&op, region)) return false;
  op.regions.push_back(region);
  return ParseTypeTail(op);
}

// "(%x) in_shardings=[..] out_shardings=[..] manual_axes={..} (%a: T) { .. } : (..) -> ..", and
// "<"f">(%x) (%a: T) { .. } : (..) -> ..".
bool Parser::ParseManualComputation(Op& op) {
  if (At('<')) {
    const Attribute* name = TakeRaw(token().begin);
    if (name == nullptr) return false;
    AddAttribute(op, "name", name);
  }
  if (!Expect('(', "'('") || !ParseUses(op, ')')) return false;
  while (At(TokenKind::kWord) && lexer_.PeekNext().byte == '=') {
    if (!ParseItemValue(op, op.form)) return false;
    Take(',');
  }
  Region* region = NewRegion(&op);
  Region* around = std::exchange(region_, region);
  const size_t undo_size = undo_.size();
  const bool good = Expect('(', "'('") && ParseBlockArguments(*region, ')');
  region_ = around;
  if (!good || !ParseRegion(&op, region, true)) return false;
  LeaveScope(undo_size);
  op.regions.push_back(region);
  if (At('{') && !ParseDictionary(op.attributes)) return false;
  return ParseTypeTail(op);
}

}  // namespace hlo::mlir
