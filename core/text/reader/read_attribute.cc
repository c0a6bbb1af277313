// SPDX-License-Identifier: Apache-2.0
// The attributes of an instruction: hlo-text reference 3.6 and 6. The row of the op lists the
// allowed attributes and their syntax.
#include <string>
#include <utility>

#include "core/base/format.h"
#include "core/text/reader/literal_reader.h"
#include "core/text/reader/module_reader.h"
#include "core/text/reader/value_readers.h"
#include "core/types/number_text.h"

namespace hlo {
namespace {

const AttributeSpec* FindSpec(std::span<const AttributeSpec> specs, std::string_view name) {
  for (const AttributeSpec& spec : specs) {
    if (Info(spec.attr).name == name) return &spec;
  }
  return nullptr;
}

// The row of the op first: its "algorithm" may have other words than that of another op. In async
// shorthand, both the wrapped op and async-start provide attributes.
const AttributeSpec* FindSpec(const ParsedInstruction& parsed, std::string_view name) {
  if (parsed.wrapped != nullptr) {
    if (const AttributeSpec* spec = FindSpec(parsed.wrapped->attributes, name)) return spec;
  }
  if (const AttributeSpec* spec = FindSpec(parsed.op->attributes, name)) {
    // In shorthand the start creates the computation that it calls.
    const bool made = parsed.wrapped != nullptr && spec->attr == Attr::calls;
    if (!made || parsed.op->opcode != Opcode::kAsyncStart) return spec;
  }
  const AttributeSpec* common = FindSpec(CommonAttributes(), name);
  return common != nullptr && common->place_only ? nullptr : common;
}

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool SameWord(std::string_view a, std::string_view b, bool exact) {
  if (exact || a.size() != b.size()) return a == b;
  for (size_t i = 0; i < a.size(); ++i) {
    if (Lower(a[i]) != Lower(b[i])) return false;
  }
  return true;
}

bool ReadEnum(Reader& reader, const AttributeSpec& spec, int64_t& index) {
  if (!reader.At(TokenKind::kWord)) {
    if (reader.AtNoValue()) {
      return reader.Unexpected(ListWords(spec.words()));
    }
    return reader.Fail("P12", reader.token().span(),
                       Format("expected {}, got '{}'", {ListWords(spec.words()), reader.text()}));
  }
  Suggestion suggestion(reader.text());
  for (size_t i = 0; i < spec.words().size(); ++i) {
    suggestion.Consider(spec.words()[i]);
    if (!SameWord(spec.words()[i], reader.text(), spec.exact_case)) continue;
    index = static_cast<int64_t>(i);
    reader.Next();
    return true;
  }
  if (reader.AtNextStart()) return reader.Unexpected(ListWords(spec.words()));
  const SourceSpan span = reader.token().span();
  Diagnostic& diagnostic =
      reader.Report("P11", span,
                    Format("'{}' is not a value of `{}`{}",
                           {reader.text(), Info(spec.attr).name, suggestion.Question()}));
  diagnostic.notes.push_back({{}, "permitted: " + ListWords(spec.words())});
  if (!suggestion.unique().empty()) {
    diagnostic.fixes.push_back({span, std::string(suggestion.unique())});
  }
  return false;
}

bool ReadEnumList(Reader& reader, const AttributeSpec& spec, EnumList& list) {
  const Reader::Nest nest(reader);
  if (!nest.ok() || !reader.Expect(TokenKind::kOpenBrace, "'{'")) return false;
  if (reader.Take(TokenKind::kCloseBrace)) return true;
  do {
    list.indices.push_back(0);
    if (!ReadEnum(reader, spec, list.indices.back())) return false;
  } while (reader.Take(TokenKind::kComma));
  return reader.Expect(TokenKind::kCloseBrace, "',' or '}'");
}

bool ReadFloat(Reader& reader, double& value) {
  const bool number = reader.At(TokenKind::kInteger) || reader.At(TokenKind::kDecimal) ||
                      reader.At(TokenKind::kSpecial) || reader.AtWord("inf") ||
                      reader.AtWord("nan");
  if (!number) {
    if (reader.AtNoValue()) {
      return reader.Unexpected("a number");
    }
    return reader.Fail("P12", reader.token().span(),
                       Format("expected a number, got '{}'", {reader.text()}));
  }
  const Status status = ParseElement(ElementType::kF64, reader.text(), &value);
  if (!status.ok()) return reader.Fail("P12", reader.token().span(), status.error().message);
  reader.Next();
  return true;
}

// Whether every array of the shape that has dimensions is written with its layout.
bool HasLayouts(std::string_view text) {
  for (size_t at = text.find(']'); at != std::string_view::npos; at = text.find(']', at + 1)) {
    const bool scalar = text[text.find_last_not_of(" \t\r\n", at - 1)] == '[';
    const size_t next = text.find_first_not_of(" \t\r\n", at + 1);
    if (!scalar && (next == std::string_view::npos || text[next] != '{')) return false;
  }
  return true;
}

bool ReadShapes(Reader& reader, Attr attr, std::vector<Shape>& shapes) {
  const Reader::Nest nest(reader);
  if (!nest.ok() || !reader.Expect(TokenKind::kOpenBrace, "'{'")) return false;
  if (reader.Take(TokenKind::kCloseBrace)) return true;
  do {
    WrittenShape written;
    if (!reader.ReadShape(written)) return false;
    if (attr == Attr::operand_layout_constraints && !HasLayouts(reader.Text(written.span))) {
      return reader.Fail(
          "P12", written.span,
          Format("expected a shape with a layout, got '{}'", {reader.Text(written.span)}));
    }
    shapes.push_back(*written.shape);
  } while (reader.Take(TokenKind::kComma));
  return reader.Expect(TokenKind::kCloseBrace, "',' or '}'");
}

bool IsGiven(const ParsedInstruction& parsed, Attr attr) {
  for (const Attribute& attribute : parsed.attributes) {
    if (attribute.attr == attr) return true;
  }
  return false;
}

// P04: the op has no attribute of this name; in lenient mode a warning, W01.
void ReportAttributeName(Reader& reader, ParsedInstruction& parsed, SourceSpan span) {
  const std::string_view name = reader.Text(span);
  const bool is_kept = reader.options().lenient;
  Suggestion suggestion(name);
  std::vector<std::string_view> allowed;
  const auto consider = [&](std::span<const AttributeSpec> specs, bool own) {
    for (const AttributeSpec& spec : specs) {
      // The shorthand of an `async-start` has no `calls`.
      if (FindSpec(parsed, Info(spec.attr).name) == nullptr) continue;
      if (!spec.place_only) suggestion.Consider(Info(spec.attr).name);
      if (own) allowed.push_back(Info(spec.attr).name);
    }
  };
  if (parsed.wrapped != nullptr) consider(parsed.wrapped->attributes, true);
  consider(parsed.op->attributes, true);
  consider(CommonAttributes(), false);
  const AttributeSpec* meant = FindSpec(parsed, suggestion.unique());
  if (meant != nullptr && IsGiven(parsed, meant->attr)) suggestion = Suggestion("");
  const std::string_view right = suggestion.unique();
  const bool is_own = !right.empty() && FindSpec(CommonAttributes(), right) == nullptr;
  if (is_own && parsed.misspelled.empty()) parsed.misspelled = span;
  const std::string_view op =
      parsed.wrapped == nullptr ? parsed.op->name : reader.Text(parsed.opcode);
  const bool is_foreign = is_kept && suggestion.empty();
  std::string message =
      Format("`{}` has no attribute '{}'{}",
             {op, name, is_foreign ? "; it is kept but has no effect" : suggestion.Question()});
  Diagnostic& diagnostic = is_kept ? reader.Warn("W01", span, std::move(message))
                                   : reader.Report("P04", span, std::move(message));
  if (!is_foreign) {
    diagnostic.notes.push_back({{},
                                allowed.empty()
                                    ? Format("`{}` has no attributes of its own", {op})
                                    : Format("`{}` takes {}", {op, ListWords(allowed)})});
  }
  if (!right.empty()) diagnostic.fixes.push_back({span, std::string(right)});
}

bool CheckTwice(Reader& reader, const ParsedInstruction& parsed, Attr attr) {
  for (const Attribute& before : parsed.attributes) {
    const auto* unknown = before.value.As<UnknownAttribute>();
    const bool same =
        attr != Attr::kUnknown ? before.attr == attr : unknown && unknown->name == reader.text();
    if (!same) continue;
    reader
        .Report("P05", reader.token().span(),
                Format("attribute `{}` is given twice", {reader.text()}))
        .notes.push_back({before.name_span, "first given here"});
    return false;
  }
  return true;
}

template <class T, class ReadFn>
bool ReadInto(Attribute& attribute, ReadFn read) {
  T value{};
  if (!read(value)) return false;
  attribute.value = std::move(value);
  return true;
}

}  // namespace

bool ModuleReader::ReadAttributes(ParsedInstruction& parsed) {
  while (reader_.Take(TokenKind::kComma)) {
    if (!ReadAttribute(parsed)) return false;
  }
  if (AtAttributeWithoutComma(parsed)) {
    const uint32_t end = reader_.last_end();
    reader_
        .Report("P01", reader_.token().span(),
                Format("expected ',' before the attribute `{}`", {reader_.text()}))
        .fixes.push_back({{end, end}, ","});
    return false;
  }
  // Another instruction may follow directly, but `{}a` is not a dictionary.
  const bool touches = reader_.AtName() && reader_.token().begin == reader_.last_end() &&
                       reader_.source()[reader_.last_end() - 1] == '}';
  if (touches) return reader_.Unexpected("',' or the end of the instruction");
  for (const Attribute& attribute : parsed.attributes) {
    if (attribute.attr == Attr::kUnknown) ReportAttributeName(reader_, parsed, attribute.name_span);
  }
  return true;
}

// A word that is an attribute of the op, with a touching `=`, and not the name of an instruction.
bool ModuleReader::AtAttributeWithoutComma(const ParsedInstruction& parsed) const {
  const std::string_view source = reader_.source();
  const uint32_t equal = reader_.token().end;
  if (!reader_.At(TokenKind::kWord) || equal >= source.size() || source[equal] != '=') return false;
  if (FindSpec(parsed, reader_.text()) == nullptr) return false;
  Lexer value(source);
  value.MoveTo(equal + 1);
  if (value.token().kind == TokenKind::kOpenParen) return false;
  const char next = value.PeekByte();
  return value.token().kind != TokenKind::kWord || (next != '[' && next != '(');
}

bool ModuleReader::ReadAttribute(ParsedInstruction& parsed) {
  if (!reader_.At(TokenKind::kWord)) return reader_.Unexpected("an attribute");
  const std::string_view name = reader_.text();
  const AttributeSpec* spec = FindSpec(parsed, name);
  if (spec == nullptr && (reader_.PeekByte() != '=' || reader_.AtNextStart())) {
    return reader_.Unexpected("an attribute");
  }
  if (spec == nullptr && !reader_.options().lenient) {
    ReportAttributeName(reader_, parsed, reader_.token().span());
    return false;
  }
  if (!CheckTwice(reader_, parsed, spec != nullptr ? spec->attr : Attr::kUnknown)) return false;
  parsed.attributes.emplace_back();
  Attribute& attribute = parsed.attributes.back();
  attribute.name_span = reader_.token().span();
  if (spec == nullptr) return ReadUnknownAttribute(attribute);
  attribute.attr = spec->attr;
  reader_.Next();
  const bool apart = reader_.At(TokenKind::kEqual) && reader_.token().begin != reader_.last_end();
  if (apart && reader_.AtNextStart()) return reader_.Unexpected("an attribute");
  if (!ReadTouchingEqual(reader_, attribute.name_span)) return false;
  const uint32_t begin = reader_.token().begin;
  if (!ReadAttributeValue(*spec, parsed, attribute)) return false;
  attribute.value_span = {begin, reader_.last_end()};
  return true;
}

bool ModuleReader::ReadAttributeValue(const AttributeSpec& spec, ParsedInstruction& parsed,
                                      Attribute& attribute) {
  Reader& reader = reader_;
  const SourceSpan name = attribute.name_span;
  switch (Info(spec.attr).kind) {
    case AttrKind::kBool:
      return ReadInto<bool>(attribute, [&](bool& v) { return reader.ReadBool(v); });
    case AttrKind::kInt:
      return ReadInto<int64_t>(attribute, [&](int64_t& v) { return reader.ReadInt(v); });
    case AttrKind::kFloat:
      return ReadInto<double>(attribute, [&](double& v) { return ReadFloat(reader, v); });
    case AttrKind::kInts:
      return ReadInto<std::vector<int64_t>>(attribute, [&](auto& v) { return reader.ReadInts(v); });
    case AttrKind::kIntLists:
      return ReadInto<IntLists>(attribute, [&](auto& v) { return ReadIntLists(reader, v); });
    case AttrKind::kString:
      return ReadInto<std::string>(attribute, [&](auto& v) { return reader.ReadString(v); });
    case AttrKind::kWord:
      return ReadInto<std::string>(attribute, [&](auto& v) {
        v = reader.text();
        return reader.Expect(TokenKind::kWord, "a word");
      });
    case AttrKind::kEnum:
      return ReadInto<EnumValue>(attribute,
                                 [&](auto& v) { return ReadEnum(reader, spec, v.index); });
    case AttrKind::kEnumList:
      return ReadInto<EnumList>(attribute, [&](auto& v) { return ReadEnumList(reader, spec, v); });
    case AttrKind::kWindow:
      return ReadInto<Window>(attribute, [&](auto& v) { return ReadWindow(reader, v); });
    case AttrKind::kPadding:
      return ReadInto<PaddingConfig>(attribute, [&](auto& v) { return ReadPadding(reader, v); });
    case AttrKind::kSlice:
      return ReadInto<SliceConfig>(attribute, [&](auto& v) { return ReadSlice(reader, v); });
    case AttrKind::kDimLabels:
      // A dimension may have an unknown role only where labels are optional (library calls).
      return ReadInto<DimLabels>(attribute,
                                 [&](auto& v) { return ReadDimLabels(reader, !spec.required, v); });
    case AttrKind::kReplicaGroups:
      return ReadInto<ReplicaGroups>(attribute,
                                     [&](auto& v) { return ReadReplicaGroups(reader, name, v); });
    case AttrKind::kPairs:
      return ReadInto<IdPairs>(attribute, [&](auto& v) { return ReadPairs(reader, name, v); });
    case AttrKind::kComputation: {
      Computation* computation = nullptr;
      if (!ReadComputationValue(parsed, 0, computation)) return false;
      attribute.value = computation;
      return true;
    }
    case AttrKind::kComputations:
      return ReadComputations(parsed, attribute);
    case AttrKind::kInstructions:
      return ReadInstructionNames(parsed, attribute);
    case AttrKind::kShape:
      return ReadInto<std::vector<Shape>>(attribute, [&](auto& v) {
        WrittenShape written;
        if (!reader.ReadShape(written)) return false;
        v.push_back(*written.shape);
        return true;
      });
    case AttrKind::kShapes:
      return ReadInto<std::vector<Shape>>(
          attribute, [&](auto& v) { return ReadShapes(reader, spec.attr, v); });
    case AttrKind::kTypedLiteral:
      return ReadInto<std::shared_ptr<const Literal>>(
          attribute, [&](auto& v) { return ReadTypedLiteral(reader, v); });
    case AttrKind::kBraces:
      return ReadInto<RawText>(attribute,
                               [&](auto& v) { return ReadBracesOf(reader, spec.attr, v); });
    case AttrKind::kMap:
      return ReadInto<TextMap>(attribute, [&](auto& v) { return ReadTextMap(reader, v); });
    case AttrKind::kMetadata:
      return ReadInto<Metadata>(attribute, [&](auto& v) { return ReadMetadata(reader, v); });
    case AttrKind::kStringOrDictionary:
      return ReadInto<Config>(attribute, [&](auto& v) { return ReadConfig(reader, v); });
  }
  return false;
}

bool ModuleReader::ReadComputationValue(ParsedInstruction& parsed, size_t place,
                                        Computation*& computation) {
  computation = nullptr;
  if (reader_.At(TokenKind::kOpenBrace)) {
    computation = ReadInlineComputation(parsed);
    return computation != nullptr;
  }
  if (!reader_.AtName()) {
    if (reader_.AtNoValue()) return reader_.Unexpected("a computation");
    return reader_.Fail(
        "P12", reader_.token().span(),
        Format("expected the name of a computation or '{', got '{}'", {reader_.text()}));
  }
  PendingName pending;
  pending.attribute = parsed.attributes.size() - 1;
  pending.place = place;
  pending.span = reader_.token().span();
  pending.name = reader_.TakeName();
  if (reader_.At(TokenKind::kEqual)) return reader_.Unexpected("a computation");
  parsed.pending.push_back(pending);
  return true;
}

bool ModuleReader::ReadComputations(ParsedInstruction& parsed, Attribute& attribute) {
  const Reader::Nest nest(reader_);
  if (!nest.ok() || !reader_.Expect(TokenKind::kOpenBrace, "'{'")) return false;
  std::vector<Computation*> computations;
  if (!reader_.Take(TokenKind::kCloseBrace)) {
    do {
      Computation* computation = nullptr;
      if (!ReadComputationValue(parsed, computations.size(), computation)) return false;
      computations.push_back(computation);
    } while (reader_.Take(TokenKind::kComma));
    if (!reader_.Expect(TokenKind::kCloseBrace, "',' or '}'")) return false;
  }
  attribute.value = std::move(computations);
  return true;
}

bool ModuleReader::ReadInstructionNames(ParsedInstruction& parsed, Attribute& attribute) {
  const Reader::Nest nest(reader_);
  if (!nest.ok() || !reader_.Expect(TokenKind::kOpenBrace, "'{'")) return false;
  std::vector<Instruction*> instructions;
  if (!reader_.Take(TokenKind::kCloseBrace)) {
    do {
      if (!reader_.AtName()) return reader_.Unexpected("the name of an instruction");
      PendingName pending;
      pending.attribute = parsed.attributes.size() - 1;
      pending.place = instructions.size();
      pending.span = reader_.token().span();
      pending.name = reader_.TakeName();
      if (reader_.At(TokenKind::kEqual)) return reader_.Unexpected("the name of an instruction");
      parsed.pending.push_back(pending);
      instructions.push_back(nullptr);
    } while (reader_.Take(TokenKind::kComma));
    if (!reader_.Expect(TokenKind::kCloseBrace, "',' or '}'")) return false;
  }
  attribute.value = std::move(instructions);
  return true;
}

bool ModuleReader::ReadUnknownAttribute(Attribute& attribute) {
  UnknownAttribute unknown;
  unknown.name = reader_.text();
  reader_.Next();
  if (!reader_.Expect(TokenKind::kEqual, "'='")) return false;
  const uint32_t begin = reader_.token().begin;
  if (!ReadRawValue(unknown.text)) return false;
  attribute.value = std::move(unknown);
  attribute.value_span = {begin, reader_.last_end()};
  return true;
}

// Everything up to a comma, closing bracket or line that cannot belong to the value.
bool ModuleReader::ReadRawValue(std::string& text) {
  const uint32_t begin = reader_.token().begin;
  int depth = 0;
  while (true) {
    if (reader_.At(TokenKind::kBad)) return reader_.Unexpected("the value of the attribute");
    if (depth > 0 && reader_.At(TokenKind::kEnd)) {
      return reader_.FailEnd("the rest of the attribute");
    }
    depth += NestingStep(reader_.token().kind);
    const bool first = reader_.token().begin == begin;
    const bool at_end =
        reader_.At(TokenKind::kEnd) || depth < 0 ||
        (depth == 0 &&
         (reader_.At(TokenKind::kComma) ||
          (!first && reader_.token().begin > reader_.last_end() && reader_.AtName())));
    if (at_end) break;
    reader_.Next();
  }
  if (reader_.last_end() <= begin) return reader_.Unexpected("the value of the attribute");
  text = reader_.source().substr(begin, reader_.last_end() - begin);
  return true;
}

}  // namespace hlo
