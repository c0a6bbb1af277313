// SPDX-License-Identifier: Apache-2.0
// Types: imports reference, sections 2 and 10.2.
#include <algorithm>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/import/mlir/parser.h"

namespace hlo::mlir {
namespace {

bool AllDigits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), IsDigit);
}

// The word as element type. False for a word that is none; `known` is false for an element type
// without HLO counterpart.
bool ElementOf(std::string_view word, ElementType& element, bool& known) {
  std::string name = Lower(word);
  const bool is_signless = word[0] == 'i' && AllDigits(word.substr(1));
  const bool has_sign =
      (word.starts_with("si") || word.starts_with("ui")) && AllDigits(word.substr(2));
  const bool is_float =
      (word[0] == 'f' && word.size() > 1 && IsDigit(word[1])) || word == "bf16" || word == "tf32";
  if (word == "index") {
    name = "s64";
  } else if (word == "i1") {
    name = "pred";
  } else if (is_signless) {
    name[0] = 's';
  } else if (has_sign) {
    name.erase(1, 1);
  } else if (!is_float) {
    return false;
  }
  const std::optional<ElementType> found = FindElementType(name);
  known = found && Info(*found).wire != 0;
  if (known) element = *found;
  return true;
}

}  // namespace

bool Parser::AtType() const {
  if (At(TokenKind::kBang) || At('(')) return true;
  if (!At(TokenKind::kWord)) return false;
  ElementType element;
  bool known = false;
  const std::string_view word = text();
  return word == "tensor" || word == "tuple" || word == "complex" || word == "memref" ||
         word == "vector" || word == "none" || ElementOf(word, element, known);
}

const Type* Parser::Finish(Type* type, uint32_t begin) {
  type->span = {begin, last_end_};
  type->text = lexer_.Text(type->span);
  return type;
}

// A type of other types. Aliases would let short texts stand for types of any size.
const Type* Parser::FinishCompound(Type* type, uint32_t begin) {
  constexpr int64_t kMaxParts = 100000;
  Finish(type, begin);
  const int64_t most = kMaxParts + 2 * std::ssize(file_.source);
  for (const std::vector<const Type*>* list : {&type->inputs, &type->results}) {
    for (const Type* part : *list) {
      type->parts += part->parts;
      type->depth = std::max(type->depth, part->depth + 1);
    }
  }
  file_.type_parts += type->parts;
  if (type->depth <= kMaxNesting && file_.type_parts <= most) return type;
  Fail("P10", type->span,
       Format("types are nested deeper than {} levels or have more than {} parts in total",
              {kMaxNesting, most}));
  return nullptr;
}

const Type* Parser::ParseType() {
  if (At('(')) return ParseFunctionType();
  if (At(TokenKind::kBang)) return ParseDialectType();
  if (!At(TokenKind::kWord)) {
    Unexpected("a type");
    return nullptr;
  }
  const std::string_view word = text();
  const uint32_t begin = token().begin;
  if (word == "tensor") {
    // The same few types make up most of a text.
    const std::string_view rest = lexer_.source().substr(begin);
    const std::string_view key = rest.substr(0, rest.find('>') + 1);
    if (const auto found = tensors_.find(key); !key.empty() && found != tensors_.end()) {
      MoveTo(begin + static_cast<uint32_t>(key.size()));
      return found->second;
    }
    const Type* type = ParseTensor(word, begin);
    if (type != nullptr && type->text.size() == key.size()) tensors_.emplace(type->text, type);
    return type;
  }
  return ParseTypeBehindWord();
}

const Type* Parser::ParseTypeBehindWord() {
  const std::string_view word = text();
  const uint32_t begin = token().begin;
  if (word == "memref" || word == "vector") return ParseTensor(word, begin);
  if (word == "complex") return ParseComplex(begin);
  if (word == "tuple") {
    Next();
    return ParseTypeWithInputs(TypeKind::kTuple, begin);
  }
  if (word == "none") {
    Next();
    Type* type = file_.types.New();
    type->fault = TypeFault::kUnsupported;
    return Finish(type, begin);
  }
  return ParseScalar(word);
}

const Type* Parser::ParseScalar(std::string_view word) {
  ElementType element = ElementType::kF32;
  bool known = false;
  if (!ElementOf(word, element, known)) {
    Unexpected("a type");
    return nullptr;
  }
  Type* type = file_.types.New();
  type->kind = TypeKind::kScalar;
  type->element = element;
  if (!known) type->fault = TypeFault::kElement;
  const uint32_t begin = token().begin;
  Next();
  return Finish(type, begin);
}

const Type* Parser::ParseComplex(uint32_t begin) {
  Next();
  if (!Expect('<', "'<'")) return nullptr;
  const Type* part = ParseType();
  if (part == nullptr || !Expect('>', "'>'")) return nullptr;
  Type* type = file_.types.New();
  type->kind = TypeKind::kScalar;
  const std::optional<ElementType> element = ComplexOf(part->element);
  if (part->kind == TypeKind::kScalar && part->fault == TypeFault::kNone && element) {
    type->element = *element;
  } else {
    type->fault = TypeFault::kElement;
  }
  return Finish(type, begin);
}

const Type* Parser::ParseTensor(std::string_view word, uint32_t begin) {
  const Nest nest(*this);
  if (!nest.ok()) return nullptr;
  Next();
  if (!At('<')) {
    Unexpected("'<'");
    return nullptr;
  }
  Type* type = file_.types.New();
  type->kind = TypeKind::kTensor;
  type->is_buffer = word == "memref";
  if (word == "vector") type->fault = TypeFault::kUnsupported;
  if (!ParseTensorDims(*type)) return nullptr;
  const Type* element = ParseType();
  if (element == nullptr) return nullptr;
  if (element->fault != TypeFault::kNone) {
    type->fault = element->fault;
  } else if (element->kind == TypeKind::kScalar) {
    type->element = element->element;
  } else {
    type->fault = TypeFault::kUnsupported;
  }
  if (At(',') && !ParseEncoding(*type)) return nullptr;
  if (!Expect('>', "'>'")) return nullptr;
  file_.has_unknown_sizes |= type->HasUnknownSize();
  return Finish(type, begin);
}

// From the "<" on; digits, "x" and "?" are no words here: 0x3xf32 has dimension 0.
bool Parser::ParseTensorDims(Type& type) {
  const std::string_view source = lexer_.source();
  const auto byte = [&](uint32_t at) { return at < source.size() ? source[at] : '\0'; };
  uint32_t at = lexer_.SkipBlanks(token().end);
  const uint32_t first = at;
  for (;; at = lexer_.SkipBlanks(at)) {
    const char c = byte(at);
    int64_t size = kUnknownSize;
    const uint32_t begin = at;
    if (c == '*') {
      type.fault = TypeFault::kUnranked;
      ++at;
    } else if (c == '?') {
      ++at;
    } else if (IsDigit(c)) {
      bool overflow = false;
      for (size = 0; IsDigit(byte(at)); ++at) {
        overflow |= __builtin_mul_overflow(size, int64_t{10}, &size);
        overflow |= __builtin_add_overflow(size, int64_t{byte(at) - '0'}, &size);
      }
      if (overflow) return Fail("S09", {begin, at}, "a dimension has at most 2^63-1 elements");
    } else {
      MoveTo(at);
      return true;
    }
    at = lexer_.SkipBlanks(at);
    if (byte(at) != 'x') {
      MoveTo(at);
      return Unexpected("'x' behind a dimension");
    }
    ++at;
    if (c == '*') continue;
    if (type.dims.size() == 64)
      return Fail("S09", {first, at}, "an array has at most 64 dimensions");
    type.dims.push_back(size);
  }
}

bool Parser::ParseEncoding(Type& type) {
  Next();
  const Attribute* encoding = ParseAttribute();
  if (encoding == nullptr) return false;
  const std::string_view name = encoding->text;
  const bool is_bounds = encoding->kind == AttributeKind::kDialect &&
                         (name.ends_with(".bounds") || name.ends_with(".type_extensions"));
  if (is_bounds) return ParseBounds(*encoding, type);
  if (type.is_buffer) {
    type.fault = TypeFault::kUnsupported;
  } else if (type.fault == TypeFault::kNone) {
    type.fault = TypeFault::kSparse;
  }
  return true;
}

// "4, ?", or "bounds = [4, ?]".
bool Parser::ParseBounds(const Attribute& encoding, Type& type) {
  Parser inside(file_, report_, encoding.body);
  if (inside.TakeWord("bounds") && !inside.Expect('=', "'='")) return false;
  const bool bracket = inside.Take('[');
  while (!inside.At(TokenKind::kEnd) && !inside.At(']')) {
    uint64_t bound = 0;
    const bool unknown = inside.Take('?');
    if (!unknown && !inside.ReadInteger(bound)) return false;
    type.bounds.push_back(unknown ? kUnknownSize : static_cast<int64_t>(bound & INT64_MAX));
    if (!inside.Take(',')) break;
  }
  if (bracket && !inside.Expect(']', "']'")) return false;
  if (type.bounds.size() == type.dims.size()) return true;
  return Fail("P12", encoding.span,
              Format("{} bounds for {} dimensions", {type.bounds.size(), type.dims.size()}));
}

// "<T, T>" at the token.
const Type* Parser::ParseTypeWithInputs(TypeKind kind, uint32_t begin) {
  const Nest nest(*this);
  if (!nest.ok() || !Expect('<', "'<'")) return nullptr;
  Type* type = file_.types.New();
  type->kind = kind;
  if (!At('>') && !ParseTypeList(type->inputs)) return nullptr;
  if (!Expect('>', "'>'")) return nullptr;
  return FinishCompound(type, begin);
}

const Type* Parser::ParseDialectType() {
  const uint32_t begin = token().begin;
  std::string_view name = text().substr(1);
  Next();
  SourceSpan inside;
  if (At('<') && (name == "stablehlo" || name == "mhlo")) {  // !stablehlo<token>
    if (!TakeBalanced(inside)) return nullptr;
    name = lexer_.Text(inside) == "token" ? "stablehlo.token" : "?";
  }
  if (name == "stablehlo.future") return ParseTypeWithInputs(TypeKind::kFuture, begin);
  if (At('<') && !TakeBalanced(inside)) return nullptr;
  if (const auto alias = file_.type_aliases.find(name); alias != file_.type_aliases.end()) {
    return alias->second;
  }
  Type* type = file_.types.New();
  if (name == "stablehlo.token" || name == "mhlo.token") {
    type->kind = TypeKind::kToken;
  } else {
    type->fault = name.starts_with("quant.") ? TypeFault::kQuantized : TypeFault::kUnsupported;
  }
  return Finish(type, begin);
}

const Type* Parser::ParseFunctionType() {
  const Nest nest(*this);
  if (!nest.ok()) return nullptr;
  const uint32_t begin = token().begin;
  Type* type = file_.types.New();
  type->kind = TypeKind::kFunction;
  if (!ParseTypesOrOne(type->inputs) || !ExpectArrow() || !ParseTypesOrOne(type->results)) {
    return nullptr;
  }
  return FinishCompound(type, begin);
}

// "T, T".
bool Parser::ParseTypeList(std::vector<const Type*>& types) {
  do {
    const Type* type = ParseType();
    if (type == nullptr) return false;
    types.push_back(type);
  } while (Take(','));
  return true;
}

// "T", or "(T, T)".
bool Parser::ParseTypesOrOne(std::vector<const Type*>& types) {
  if (!Take('(')) {
    const Type* type = ParseType();
    if (type == nullptr) return false;
    types.push_back(type);
    return true;
  }
  if (Take(')')) return true;
  return ParseTypeList(types) && Expect(')', "',' or ')'");
}

}  // namespace hlo::mlir
