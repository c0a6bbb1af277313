// SPDX-License-Identifier: Apache-2.0
// Modules, functions, aliases and resources: imports reference, section 10.2.
#include "core/base/format.h"
#include "core/base/result.h"
#include "core/import/mlir/parser.h"

namespace hlo::mlir {

void Parser::ParseFile() {
  while (!At(TokenKind::kEnd) && !report_.stopped()) ParseTopLevel();
}

void Parser::ParseTopLevel() {
  const uint32_t begin = token().begin;
  const Token ahead = lexer_.PeekNext();
  bool good = true;
  if ((At(TokenKind::kHash) || At(TokenKind::kBang)) && ahead.byte == '=') {
    good = ParseAlias();
  } else if (AtWord("module") || AtWord("builtin.module")) {
    good = ParseModule();
  } else if (AtWord("func.func") || AtWord("func")) {
    good = ParseFunction();
  } else if (At(TokenKind::kOpenResources)) {
    good = ParseResources();
  } else if (At('}') && nesting_ == 0) {
    good = Unexpected("a module, a function or an operation");
    Next();
    return;
  } else if (At(TokenKind::kWord) || At(TokenKind::kString) || At(TokenKind::kValue)) {
    ParseLooseOps();
  } else {
    good = Unexpected("a module, a function or an operation");
    if (token().begin == begin) Next();
  }
  if (good || report_.stopped()) return;
  region_ = nullptr;
  synthesizes_arguments_ = false;
  LeaveScope(0);
  Recover(begin);
}

bool Parser::ParseAlias() {
  const std::string_view name = text().substr(1);
  const bool is_type = At(TokenKind::kBang);
  Next();
  if (!Expect('=', "'='")) return false;
  if (is_type) {
    const Type* type = ParseType();
    if (type != nullptr) file_.type_aliases[name] = type;
    return type != nullptr;
  }
  const Attribute* attribute = ParseAttribute();
  if (attribute != nullptr) file_.attribute_aliases[name] = attribute;
  return attribute != nullptr;
}

// module @name attributes {..} { .. }
bool Parser::ParseModule() {
  const Nest nest(*this);
  if (!nest.ok()) return false;
  Next();
  if (At(TokenKind::kSymbol)) {
    if (file_.module_name.empty()) file_.module_name = SymbolName(text());
    Next();
  }
  std::vector<NamedAttribute> attributes;
  if (TakeWord("attributes") && !ParseDictionary(attributes)) return false;
  if (file_.module_attributes.empty()) file_.module_attributes = std::move(attributes);
  const Token open = token();
  if (!Expect('{', "'{'")) return false;
  while (!At('}') && !At(TokenKind::kEnd) && !report_.stopped()) ParseTopLevel();
  if (report_.stopped()) return true;
  if (!At('}')) {
    Diagnostic& diagnostic = report_.Error(
        "P13", token().span(), "expected an operation or '}', but found the end of the text");
    diagnostic.notes.push_back({open.span(), "the module begins here"});
    return true;
  }
  Next();
  return ParseOptionalLocation();
}

bool Parser::ParseFunction() {
  Next();
  Function* function = file_.function_pool.New();
  if (TakeWord("private")) function->is_private = true;
  if (!TakeWord("public")) TakeWord("nested");
  if (!At(TokenKind::kSymbol)) return Unexpected("the name of a function");
  function->name = SymbolName(text());
  function->name_span = token().span();
  AddFunction(function);
  Next();
  Region* region = NewRegion(nullptr);
  const size_t undo_size = undo_.size();
  Region* around = std::exchange(region_, region);
  function->is_faulty = true;
  const bool good = ParseFunctionHeader(*function);
  region_ = around;
  LeaveScope(undo_size);
  function->is_faulty = !good;
  return good;
}

// The first function of a name is the one that calls mean.
void Parser::AddFunction(Function* function) {
  file_.functions.push_back(function);
  const auto [known, is_new] = file_.functions_by_name.emplace(function->name, function);
  if (is_new) return;
  Diagnostic& diagnostic = report_.Error("N04", function->name_span,
                                         Format("function @{} is defined twice", {function->name}));
  diagnostic.notes.push_back({known->second->name_span, "first definition"});
}

// The block of a body has the arguments of the signature.
bool Parser::CheckBlockArguments(const Function& function, SourceSpan at) {
  if (function.body == nullptr) return true;
  const std::vector<BlockArgument>& arguments = function.body->arguments;
  if (arguments.size() != function.argument_types.size()) {
    return Fail("P07", at,
                Format("the number of arguments of the block of @{} must be {}, got {}",
                       {function.name, function.argument_types.size(), arguments.size()}));
  }
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Type *want = function.argument_types[i], *got = arguments[i].value->type;
    if (got == nullptr || SameType(*want, *got)) continue;
    return Fail(
        "I17", arguments[i].value->span,
        Format("argument {} of @{} must be {}, got {}", {i, function.name, want->text, got->text}));
  }
  return true;
}

// From the "(" of the arguments to the end of the body.
bool Parser::ParseFunctionHeader(Function& function) {
  Region* region = region_;
  if (!Expect('(', "'('") || !ParseFunctionArguments(function, *region) ||
      !ParseFunctionResults(function)) {
    return false;
  }
  if (TakeWord("attributes") && !ParseDictionary(function.attributes)) return false;
  if (At('{')) {
    // A signature without names of arguments leaves them to the block: ^bb0(%x: tensor<f32>).
    const bool has_names = region->arguments.size() == function.argument_types.size();
    if (!ParseRegion(nullptr, region, has_names)) return false;
    function.body = region;
    if (!CheckBlockArguments(function, function.name_span)) return false;
  }
  return ParseOptionalLocation();
}

bool Parser::ParseFunctionArguments(Function& function, Region& region) {
  if (At(TokenKind::kValue)) {
    if (!ParseBlockArguments(region, ')')) return false;
    for (const BlockArgument& argument : region.arguments) {
      function.argument_types.push_back(argument.value->type);
      function.argument_attributes.push_back(argument.attributes);
    }
    return true;
  }
  while (!At(')')) {  // a declaration
    const Type* type = ParseType();
    if (type == nullptr) return false;
    function.argument_types.push_back(type);
    function.argument_attributes.emplace_back();
    if (At('{') && !ParseDictionary(function.argument_attributes.back())) return false;
    if (!ParseOptionalLocation()) return false;
    if (!Take(',')) break;
  }
  return Expect(')', "',' or ')'");
}

bool Parser::ParseFunctionResults(Function& function) {
  if (!At(TokenKind::kArrow)) return true;
  Next();
  const bool parenthesised = Take('(');
  while (!(parenthesised && At(')'))) {
    FunctionResult result;
    result.type = ParseType();
    if (result.type == nullptr) return false;
    if (parenthesised && At('{') && !ParseDictionary(result.attributes)) return false;
    function.results.push_back(std::move(result));
    if (!parenthesised || !Take(',')) break;
  }
  return !parenthesised || Expect(')', "',' or ')'");
}

// Ops outside of a function: those that define modules, functions and meshes; others are the body
// of a function @main, whose undefined names are its arguments.
void Parser::ParseLooseOps() {
  Function* function = file_.function_pool.New();
  Region* region = NewRegion(nullptr);
  Region* around = std::exchange(region_, region);
  synthesizes_arguments_ = true;
  function->name_span = token().span();
  const size_t undo_size = undo_.size();
  while (!At('}') && !At(TokenKind::kEnd) && !report_.stopped()) {
    const bool starts_other = AtWord("module") || AtWord("func.func") || AtWord("func") ||
                              AtWord("builtin.module") || At(TokenKind::kHash) ||
                              At(TokenKind::kBang) || At(TokenKind::kOpenResources);
    if (starts_other) break;
    const uint32_t begin = token().begin;
    if (!ParseOp(*region)) {
      Recover(begin);
      continue;
    }
    const Op* op = region->ops.back();
    const bool is_mesh = op->name == "sdy.mesh";
    const bool is_function = op->name == "func.func";
    const bool is_module = op->name == "builtin.module";
    if (is_mesh) file_.meshes.push_back(op);
    if (is_function) DefineGenericFunction(*op);
    if (is_module && ParseGenericModule(*op)) region->ops.clear();
    if (is_mesh || is_function) region->ops.pop_back();
  }
  region_ = around;
  synthesizes_arguments_ = false;
  LeaveScope(undo_size);
  if (!region->ops.empty()) FinishFunctionBody(*function, *region);
}

// "builtin.module"() <{sym_name = "m"}> ({ ... })
bool Parser::ParseGenericModule(const Op& op) {
  if (const Attribute* name = op.Find("sym_name")) file_.module_name = name->text;
  if (file_.module_attributes.empty()) file_.module_attributes = op.attributes;
  for (const Region* region : op.regions) {
    for (const Op* inner : region->ops) {
      if (inner->name == "func.func") DefineGenericFunction(*inner);
      if (inner->name == "sdy.mesh") file_.meshes.push_back(inner);
      if (inner->name == "builtin.module") ParseGenericModule(*inner);
    }
  }
  return true;
}

// "func.func"() <{function_type = .., sym_name = ".."}> ({ ... })
void Parser::DefineGenericFunction(const Op& op) {
  const Attribute* name = op.Find("sym_name");
  const Attribute* type = op.Find("function_type");
  if (name == nullptr || type == nullptr || type->type == nullptr || op.regions.size() > 1) {
    Fail("P06", op.name_span, "'func.func' needs sym_name, function_type and one region");
    return;
  }
  Function* function = file_.function_pool.New();
  function->name = name->text;
  function->name_span = name->span;
  const Attribute* visibility = op.Find("sym_visibility");
  function->is_private = visibility != nullptr && visibility->text == "private";
  function->argument_types = type->type->inputs;
  function->argument_attributes.resize(function->argument_types.size());
  for (const Type* result : type->type->results) function->results.push_back({result, {}});
  if (const Attribute* list = op.Find("arg_attrs")) {
    for (size_t i = 0; i < list->elements.size() && i < function->argument_types.size(); ++i) {
      function->argument_attributes[i] = list->elements[i]->entries;
    }
  }
  if (const Attribute* list = op.Find("res_attrs")) {
    for (size_t i = 0; i < list->elements.size() && i < function->results.size(); ++i) {
      function->results[i].attributes = list->elements[i]->entries;
    }
  }
  function->attributes = op.attributes;
  if (!op.regions.empty() && !op.regions[0]->ops.empty()) function->body = op.regions[0];
  if (!CheckBlockArguments(*function, op.name_span)) return;
  AddFunction(function);
}

// The results of loose ops are those of the last one.
void Parser::FinishFunctionBody(Function& function, Region& region) {
  function.name = "main";
  function.body = &region;
  for (const BlockArgument& argument : region.arguments) {
    function.argument_types.push_back(argument.value->type);
    function.argument_attributes.emplace_back();
    if (argument.value->type != nullptr) continue;
    Fail("N01", argument.value->span,
         Format("{} is not defined, and its type is not written", {argument.value->name}));
    return;
  }
  const Op* last = region.ops.back();
  const bool returns = last->name == "return" || last->name == "func.return";
  for (const Value* result : last->results) function.results.push_back({result->type, {}});
  for (size_t i = 0; returns && i < last->operands.size(); ++i) {
    function.results.push_back({last->operands[i].value->type, {}});
  }
  if (!returns) {
    Op* end = file_.ops.New();
    end->name = "func.return";
    end->form = FindOpForm(end->name);
    end->name_span = last->name_span;
    end->span = last->span;
    end->parent = &region;
    for (Value* result : last->results) {
      ++result->uses;
      end->operands.push_back({result, last->span});
    }
    region.ops.push_back(end);
  }
  if (file_.functions_by_name.contains("main")) return;
  AddFunction(&function);
}

// {-# dialect_resources: { builtin: { name: "0x.." } } #-}; other entries are skipped.
bool Parser::ParseResources() {
  const Token open = token();
  Next();
  std::string_view key;
  int depth = 0;
  while (!At(TokenKind::kCloseResources)) {
    if (At(TokenKind::kEnd)) {
      Diagnostic& diagnostic = report_.Error("P13", token().span(), "'{-#' is not closed");
      diagnostic.notes.push_back({open.span(), "it is opened here"});
      return false;
    }
    if (At(TokenKind::kWord)) {
      key = text();
    } else if (At(TokenKind::kString)) {
      file_.resources.emplace(key, SourceSpan{token().begin + 1, token().end - 1});
    } else if (At('{')) {
      ++depth;
    } else if (At('}')) {
      --depth;
    } else if (!At(':') && !At(',') && !At(TokenKind::kInteger)) {
      return Unexpected("a resource");
    }
    Next();
  }
  Next();
  return depth == 0 || Fail("P01", open.span(), "unbalanced braces in the resources");
}

}  // namespace hlo::mlir
