// SPDX-License-Identifier: Apache-2.0
// Reading attributes and writing them as HLO (imports reference 3.1, 7).
#include <algorithm>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/import/mlir/number.h"
#include "core/import/mlir/parser.h"
#include "core/import/stablehlo/converter.h"
#include "core/text/quote.h"
#include "core/types/number_text.h"

namespace hlo::stablehlo {
namespace {

using mlir::AttributeKind;

// A dictionary or a list as MLIR prints it: sorted keys, and what aliases stand for.
class TreeText {
 public:
  TreeText(const mlir::File& file, size_t most) : file_(file), most_(most) {}

  // False if the text is too long, or the tree too deep.
  bool Append(const mlir::Attribute& given, int depth = 0) {
    const mlir::Attribute* resolved = file_.Resolve(&given);
    const mlir::Attribute& attribute = resolved == nullptr ? given : *resolved;
    const std::string_view written = file_.Text(attribute.span);
    if (depth > mlir::kMaxNesting || text_.size() + written.size() > most_) return false;
    if (attribute.kind == AttributeKind::kDictionary) return AppendEntries(attribute, depth);
    if (attribute.kind != AttributeKind::kArray || !written.starts_with('[')) {
      text_ += written;
      return true;
    }
    text_ += '[';
    for (const mlir::Attribute* element : attribute.elements) {
      if (element != attribute.elements.front()) text_ += ", ";
      if (!Append(*element, depth + 1)) return false;
    }
    text_ += ']';
    return true;
  }

  const std::string& text() const { return text_; }

 private:
  bool AppendEntries(const mlir::Attribute& dictionary, int depth) {
    std::vector<mlir::NamedAttribute> entries = dictionary.entries;
    std::sort(entries.begin(), entries.end(),
              [](const auto& a, const auto& b) { return a.name < b.name; });
    text_ += '{';
    for (size_t i = 0; i < entries.size(); ++i) {
      const mlir::Attribute& value = *entries[i].value;
      if (i > 0) text_ += ", ";
      text_ += file_.Text(entries[i].span);
      if (value.kind == AttributeKind::kUnit) continue;
      text_ += " = ";
      if (!Append(value, depth + 1)) return false;
    }
    text_ += '}';
    return true;
  }

  const mlir::File& file_;
  size_t most_;
  std::string text_;
};

}  // namespace

// The word of an enumeration, however it is spelled: LT, "LT", #stablehlo<comparison_direction LT>,
// #stablehlo.comparison_direction<LT>.
std::string_view Converter::WordOf(const mlir::Attribute& given) const {
  const mlir::Attribute* attribute = file_.Resolve(&given);
  if (attribute == nullptr) return {};
  if (attribute->kind != AttributeKind::kDialect && attribute->kind != AttributeKind::kOther) {
    return attribute->text;
  }
  std::string_view body = file_.Text(attribute->body);
  while (!body.empty() && mlir::IsBlank(body.back())) body.remove_suffix(1);
  const size_t blank = body.find_last_of(" \t\n<");
  return blank == std::string_view::npos ? body : body.substr(blank + 1);
}

// The bytes of a string; other values as MLIR text.
std::string Converter::StringOf(const mlir::Attribute& given) const {
  const mlir::Attribute* attribute = file_.Resolve(&given);
  if (attribute == nullptr) return "";
  if (attribute->kind == AttributeKind::kString) {
    std::string bytes;
    mlir::UnescapeString("\"" + std::string(attribute->text) + "\"", bytes);
    return bytes;
  }
  constexpr size_t kMaxFromAliases = size_t{1} << 20;
  TreeText tree(file_, kMaxFromAliases + 2 * file_.Text(attribute->span).size());
  if (tree.Append(*attribute)) return tree.text();
  report_.Error("P10", given.span,
                Format("the attribute is nested deeper than {} levels, or longer than {} bytes "
                       "with what its aliases stand for",
                       {mlir::kMaxNesting, kMaxFromAliases}));
  return "";
}

bool Converter::ReadList(const mlir::Op& op, std::string_view name, Numbers& numbers) {
  numbers = {};
  const mlir::Attribute* attribute = op.Find(name);
  if (attribute == nullptr) return true;
  numbers.given = true;
  numbers.span = attribute->span;
  return mlir::ReadNumbers(file_, report_, *attribute, numbers.values);
}

bool Converter::ReadRequired(const mlir::Op& op, std::string_view name,
                             std::vector<int64_t>& numbers) {
  Numbers read;
  if (!ReadList(op, name, read)) return false;
  numbers = std::move(read.values);
  return read.given || FailOp(op, "P06", Format("attribute '{}' is missing", {name}));
}

bool Converter::ReadInt(const mlir::Op& op, std::string_view name, int64_t& number) {
  std::vector<int64_t> numbers;
  if (!ReadRequired(op, name, numbers)) return false;
  if (numbers.size() != 1) {
    return Fail("P12", op.Find(name)->span, Format("'{}' is one integer", {name}));
  }
  number = numbers[0];
  return true;
}

bool Converter::ReadFlag(const mlir::Op& op, std::string_view name) {
  Numbers numbers;
  return ReadList(op, name, numbers) && numbers.given && !numbers.values.empty() &&
         numbers.values[0] != 0;
}

// The "key = value" list inside of #dialect.name<...>, or of a dictionary.
bool Converter::ReadStruct(const mlir::Attribute& given, mlir::Attribute& entries) {
  const mlir::Attribute* attribute = file_.Resolve(&given);
  if (attribute != nullptr && attribute->kind == AttributeKind::kDictionary) {
    entries.entries = attribute->entries;
    return true;
  }
  if (attribute == nullptr ||
      (attribute->kind != AttributeKind::kDialect && attribute->kind != AttributeKind::kOther)) {
    return Fail("P12", given.span, "expected a list of 'name = value' in angle brackets");
  }
  mlir::Parser parser(file_, report_, attribute->body);
  return parser.ParseStruct(entries.entries);
}

bool Converter::ReadStructList(const mlir::Attribute& entries, std::string_view name,
                               std::vector<int64_t>& numbers) {
  numbers.clear();
  const mlir::Attribute* value = entries.Find(name);
  return value == nullptr || mlir::ReadNumbers(file_, report_, *value, numbers);
}

// ---- printing ----

bool Converter::PrintAttributes(const mlir::Op& op, const OpRow& row, std::string& out) {
  std::string_view attributes = row.attributes;
  AttributeSpec spec;
  while (NextAttribute(attributes, spec)) {
    const mlir::Attribute* attribute = op.Find(spec.name);
    if (spec.hlo_name.empty() || attribute == nullptr) continue;
    if (!PrintAttribute(op, spec, *attribute, out)) return false;
  }
  return PrintPrecision(op, out);
}

bool Converter::PrintAttribute(const mlir::Op& op, const AttributeSpec& spec,
                               const mlir::Attribute& attribute, std::string& out) {
  const std::string name = ", " + std::string(spec.hlo_name) + "=";
  if (spec.kind == "word" || spec.kind == "rng") {
    const std::string_view word = WordOf(attribute);
    if (word.empty()) return FailValue(op, spec.name, "expected a word");
    out += name + (spec.kind == "rng" ? "rng_" + mlir::Lower(word) : std::string(word));
    return true;
  }
  if (spec.kind == "string") {
    out += name;
    AppendQuoted(StringOf(attribute), out);
    return true;
  }
  if (spec.kind == "float") {
    out += name;
    return ReadScalar(op, spec.name, ElementType::kF32, out);
  }
  if (spec.kind == "bool") {
    if (ReadFlag(op, spec.name)) out += name + "true";
    return true;
  }
  if (spec.kind == "ints") {
    std::vector<int64_t> numbers;
    if (!ReadRequired(op, spec.name, numbers)) return false;
    out += name + Braced(numbers);
    return true;
  }
  int64_t number = 0;
  if (!ReadInt(op, spec.name, number)) return false;
  out += name + (spec.kind == "one" ? Braced({&number, 1}) : std::to_string(number));
  return true;
}

bool Converter::ReadScalar(const mlir::Op& op, std::string_view name, ElementType type,
                           std::string& out) {
  const mlir::Attribute* value = file_.Resolve(op.Find(name));
  if (value != nullptr && value->kind == mlir::AttributeKind::kBool) {
    out += value->integer() != 0 ? "true" : "false";
    return true;
  }
  if (value == nullptr || (value->kind != mlir::AttributeKind::kInteger &&
                           value->kind != mlir::AttributeKind::kFloat)) {
    return FailValue(op, name, "expected a number");
  }
  const std::string text = (value->negative ? "-" : "") + std::string(value->text);
  if (IsComplex(type)) {
    out += text;
    return true;
  }
  alignas(8) uint8_t element[8] = {};
  const Status read = mlir::ReadNumber(text, type, element);
  if (!read.ok()) return Fail(read.error().code, value->span, read.error().message);
  AppendHloElement(type, element, false, out);
  return true;
}

// operand_precision={highest,default}, unless all are the default.
bool Converter::PrintPrecision(const mlir::Op& op, std::string& out) {
  const mlir::Attribute* list = file_.Resolve(op.Find("precision_config"));
  if (list == nullptr || list->kind != AttributeKind::kArray) return true;
  std::string words;
  bool is_default = true;
  for (const mlir::Attribute* element : list->elements) {
    const std::string word = mlir::Lower(WordOf(*element));
    is_default = is_default && word == "default";
    words += (words.empty() ? "" : ",") + word;
  }
  if (!is_default) out += ", operand_precision={" + words + "}";
  return true;
}

// #stablehlo.result_accuracy<atol = .., rtol = .., ulps = .., mode = ..>
std::string Converter::AccuracyText(const mlir::Op& op) {
  const mlir::Attribute* given = op.Find("result_accuracy");
  mlir::Attribute entries;
  if (given == nullptr || !ReadStruct(*given, entries)) return "";
  const mlir::Attribute* mode = entries.Find("mode");
  const std::string word = mode == nullptr ? "default" : mlir::Lower(WordOf(*mode));
  if (word == "highest") return ", result_accuracy={mode=highest}";
  if (word != "tolerance") return "";
  std::string text;
  for (std::string_view name : {"atol", "rtol", "ulps"}) {
    const mlir::Attribute* value = entries.Find(name);
    if (value != nullptr && value->negative) {
      Fail("P12", value->span, Format("{} is -{}, must not be negative", {name, value->text}));
      return "";
    }
    const std::optional<double> number = value == nullptr ? std::nullopt : ParseDouble(value->text);
    text +=
        (text.empty() ? "" : ",") + std::string(name) + "=" + ShortestDouble(number.value_or(0));
  }
  return ", result_accuracy={tolerance={" + text + "}}";
}

std::string Converter::FrontendText(const mlir::Op& op) {
  TextMap map;
  if (const mlir::Attribute* given = file_.Resolve(op.Find("mhlo.frontend_attributes"))) {
    for (const mlir::NamedAttribute& entry : given->entries) {
      map.entries.emplace_back(HloName(entry.name), StringOf(*entry.value));
    }
  }
  const std::string_view known = op.form == nullptr ? "" : RowOf(op).attributes;
  for (const mlir::NamedAttribute& entry : op.attributes) {
    const bool dialect = entry.name.starts_with("mhlo.") || entry.name.starts_with("sdy.");
    const bool plain =
        entry.name.find('.') == std::string_view::npos && !warned_attributes_.contains(entry.name);
    if (dialect || plain || known.find(entry.name) != std::string_view::npos) continue;
    map.entries.emplace_back(HloName(entry.name), StringOf(*entry.value));
  }
  if (map.entries.empty()) return "";
  std::string text = ", frontend_attributes=";
  AppendTextMap(map, text);
  return text;
}

// What the result of an op carries besides the attributes of its opcode.
std::string Converter::ResultSuffix(const mlir::Op& op) {
  if (op.attributes.empty()) return "";
  return ShardingOf(op.attributes) + FrontendText(op) + AccuracyText(op);
}

}  // namespace hlo::stablehlo
