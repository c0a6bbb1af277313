// SPDX-License-Identifier: Apache-2.0
// Names of values and where they are visible (imports reference 10.2).
#include <algorithm>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/import/mlir/parser.h"
#include "hlo/suggest.h"

namespace hlo::mlir {

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
    for (char c : whole.substr(hash + 1))
      number = std::min<uint64_t>(number * 10 + (c - '0'), 1u << 30);
  }
  const auto found = scope_.find(name);
  if (found == scope_.end() || found->second.count == 0) return FailUndefined(use, name);
  if (number < found->second.count) return found->second.values[number];
  if (found->second.values[0]->is_faulty) return found->second.values[0];
  Fail("N01", use.span(),
       Format("the result number of {} must be less than its number of results ({}), got {}",
              {name, found->second.count, number}));
  return nullptr;
}

Value* Parser::FailUndefined(const Token& use, std::string_view name) {
  if (synthesizes_arguments_) {
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

}  // namespace hlo::mlir
