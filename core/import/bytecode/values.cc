// SPDX-License-Identifier: Apache-2.0
#include "core/import/bytecode/values.h"

#include <algorithm>
#include <cmath>

#include "core/base/bits.h"
#include "core/base/format.h"
#include "core/types/number_text.h"
#include "hlo/element_type.h"

namespace hlo::bytecode {
namespace {

constexpr int kMaxValueDepth = 64;

// Codes of VHLO attributes (imports reference 15.2).
enum VhloAttribute : int64_t {
  kArray = 1,
  kBool,
  kDirection,
  kComparison,
  kApiVersion,
  kDictionary,
  kFft,
  kFloat,
  kInteger,
  kAlias,
  kPrecision,
  kRngAlgorithm,
  kRngDistribution,
  kString,
  kTensor,
  kTranspose,
  kType,
  kBounds,
  kAccuracyMode,
  kAccuracy,
  kAxisRef = 22,
  kMeshAxes,
};

// Codes of attributes of MLIR itself.
enum BuiltinAttribute : int64_t {
  kBuiltinArray = 0,
  kBuiltinDictionary = 1,
  kBuiltinString = 2,
  kBuiltinSymbol = 4,
  kBuiltinType = 6,
  kBuiltinUnit = 7,
  kBuiltinIntegerValue = 8,
};

struct Enumeration {
  int64_t code;
  std::string_view name;
  std::string_view words;
};
constexpr Enumeration kEnumerations[] = {
    {kDirection, "comparison_direction", "EQ NE GE GT LE LT"},
    {kComparison, "comparison_type", "NOTYPE FLOAT TOTALORDER SIGNED UNSIGNED"},
    {kFft, "fft_type", "FFT IFFT RFFT IRFFT"},
    {kPrecision, "precision", "DEFAULT HIGH HIGHEST"},
    {kRngAlgorithm, "rng_algorithm", "DEFAULT THREE_FRY PHILOX"},
    {kRngDistribution, "rng_distribution", "UNIFORM NORMAL"},
    {kTranspose, "transpose", "TRANSPOSE_INVALID NO_TRANSPOSE TRANSPOSE ADJOINT"},
    {kAccuracyMode, "result_accuracy_mode", "DEFAULT HIGHEST TOLERANCE"},
};

// The n-th of some words, "" if there are fewer.
std::string_view WordAt(std::string_view words, uint64_t n) {
  for (; n > 0 && !words.empty(); --n) {
    words.remove_prefix(std::min(words.find(' '), words.size() - 1) + 1);
  }
  return words.substr(0, words.find(' '));
}

bool IsWord(std::string_view text) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  return !text.empty() && is_letter(text[0]) && std::all_of(text.begin(), text.end(), [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '$' || c == '.';
  });
}

// A decimal as MLIR writes floats.
std::string WithPoint(std::string number) {
  if (number.find('.') == std::string::npos) {
    number.insert(std::min(number.find('e'), number.size()), ".0");
  }
  return number;
}

}  // namespace

std::string Quoted(std::string_view text) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<uint8_t>(c);
    if (c == '"' || c == '\\' || byte < ' ' || byte >= 0x7f) {
      out += '\\';
      out += kDigits[byte >> 4];
      out += kDigits[byte & 15];
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string KeyText(std::string_view key) { return IsWord(key) ? std::string(key) : Quoted(key); }

std::string SymbolText(std::string_view name) { return "@" + KeyText(name); }

std::string FloatText(ElementType type, uint64_t bits) {
  std::string text;
  AppendShortElement(type, &bits, text);
  if (text.find_first_not_of("+-.e0123456789") == std::string::npos) return WithPoint(text);
  static constexpr char kHex[] = "0123456789ABCDEF";
  text = "0x";
  for (int64_t shift = 8 * StorageBytes(type) - 4; shift >= 0; shift -= 4) {
    text += kHex[bits >> shift & 15];
  }
  return text;
}

void Values::Fail(std::string fault) {
  if (fault_.empty()) fault_ = std::move(fault);
}

void Values::FailLength() { Fail(Format("its text would be longer than {} bytes", {most_text_})); }

std::string Values::Limited(std::string text) {
  if (text.size() >= left_) {
    FailLength();
    return "";
  }
  left_ -= text.size() + 1;  // so that empty texts cannot be read without end
  return text;
}

ByteReader Values::Open(const std::vector<Entry>& entries, size_t index, int64_t& code) {
  code = -1;
  if (index >= entries.size()) {
    Fail(Format("attribute or type {} is not one of {}", {index, entries.size()}));
    return ByteReader();
  }
  const Entry& entry = entries[index];
  ByteReader reader = entry.bytes;
  if (entry.is_encoded && entry.dialect != Dialect::kOther) {
    code = static_cast<int64_t>(reader.Varint() & INT64_MAX);
  }
  return reader;
}

std::string Values::AttributeText(size_t index) {
  int64_t code = 0;
  ByteReader reader = Open(artifact_.attributes, index, code);
  if (code < 0 || !fault_.empty()) return "";
  if (++depth_ > kMaxValueDepth) Fail("attributes are nested too deeply");
  std::string text;
  if (fault_.empty()) {
    switch (artifact_.attributes[index].dialect) {
      case Dialect::kVhlo:
        text = VhloText(reader, code);
        break;
      case Dialect::kSdy:
        text = SdyText(reader, code);
        break;
      case Dialect::kBuiltin:
      case Dialect::kOther:
        text = BuiltinText(reader, code);
        break;
    }
  }
  --depth_;
  if (!reader.good()) Fail(Format("an attribute is malformed at byte {}", {reader.position()}));
  return Limited(std::move(text));
}

std::string Values::StringAt(ByteReader& reader) {
  return std::string(
      artifact_.strings.empty() ? "" : artifact_.strings[reader.Index(artifact_.strings.size())]);
}

std::string Values::VhloText(ByteReader& reader, int64_t code) {
  switch (code) {
    case kArray:
      return ListText(reader);
    case kBool:
      return reader.Varint() != 0 ? "true" : "false";
    case kApiVersion:
      return Format("{} : i32", {reader.Varint()});
    case kDictionary:
      return DictionaryText(reader, true);
    case kFloat:
    case kInteger:
      return NumberText(reader.Index(artifact_.types.size()), reader);
    case kAlias:
      return AliasText(reader);
    case kString:
      return Quoted(StringAt(reader));
    case kTensor:
      return TensorText(reader);
    case kType:
      return TypeText(reader.Index(artifact_.types.size()));
    case kAccuracy:
      return AccuracyText(reader);
    case kAxisRef: {
      const std::string name = AttributeText(reader.Index(artifact_.attributes.size()));
      bool has_part = false;
      reader.VarintWithFlag(has_part);
      if (has_part) Fail("VHLO attributes of parts of axes are not supported");
      return "#stablehlo.axis_ref<name = " + name + ">";
    }
    case kMeshAxes: {
      const std::string mesh(String(reader.Index(artifact_.attributes.size())));
      return "#stablehlo.replica_group_mesh_axes<mesh = @" + Quoted(mesh) +
             ", axes = " + AttributeText(reader.Index(artifact_.attributes.size())) + ">";
    }
    default:
      break;
  }
  for (const Enumeration& enumeration : kEnumerations) {
    if (enumeration.code != code) continue;
    const std::string_view word = WordAt(enumeration.words, reader.Varint());
    if (word.empty()) reader.Fail();
    return Format("#stablehlo<{} {}>", {enumeration.name, word});
  }
  Fail(Format("VHLO attribute {} is not supported", {code}));
  return "";
}

std::string Values::BuiltinText(ByteReader& reader, int64_t code) {
  switch (code) {
    case kBuiltinArray:
      return ListText(reader);
    case kBuiltinDictionary:
      return DictionaryText(reader, false);
    case kBuiltinString:
      return Quoted(StringAt(reader));
    case kBuiltinSymbol:
      return SymbolText(String(reader.Index(artifact_.attributes.size())));
    case kBuiltinType:
      return TypeText(reader.Index(artifact_.types.size()));
    case kBuiltinUnit:
      return "unit";
    case kBuiltinIntegerValue:
      return NumberText(reader.Index(artifact_.types.size()), reader);
    default:
      return "";  // locations, and what only other dialects use
  }
}

std::string Values::ListText(ByteReader& reader) {
  const size_t count = reader.Count();
  std::string text = "[";
  for (size_t i = 0; i < count && reader.good() && fault_.empty(); ++i) {
    if (i > 0) text += ", ";
    text += AttributeText(reader.Index(artifact_.attributes.size()));
  }
  return text + "]";
}

std::string Values::DictionaryText(ByteReader& reader, bool is_vhlo) {
  const size_t count = reader.Count();
  std::string text = "{";
  for (size_t i = 0; i < count && reader.good() && fault_.empty(); ++i) {
    const std::string_view key = String(reader.Index(artifact_.attributes.size()));
    const std::string value = AttributeText(reader.Index(artifact_.attributes.size()));
    if (value.empty()) continue;
    if (text.size() > 1) text += ", ";
    text += KeyText(key);
    if (is_vhlo || value != "unit") text += " = " + value;
  }
  return text + "}";
}

// A number of a type: a byte if it has at most 8 bits, else a signed varint, of which the bits of
// the type count; a float by its bits.
std::string Values::NumberText(size_t type, ByteReader& reader) {
  const std::string name = TypeText(type);
  const size_t bits = std::clamp<size_t>(BitsOf(name), 1, 64);
  const int64_t value = bits <= 8 ? static_cast<int8_t>(reader.Byte()) : reader.SignedVarint();
  if (name == "i1") return value != 0 ? "true" : "false";
  const auto high = static_cast<uint64_t>(value) << (64 - bits);
  if (name[0] == 'u') return Format("{} : {}", {high >> (64 - bits), name});
  if (name[0] == 'i') return Format("{} : {}", {static_cast<int64_t>(high) >> (64 - bits), name});
  const std::optional<ElementType> element = FindElementType(name);
  if (element && IsFloat(*element)) {
    return FloatText(*element, static_cast<uint64_t>(value)) + " : " + name;
  }
  static constexpr char kHex[] = "0123456789ABCDEF";
  std::string text = "0x";
  for (size_t shift = bits; shift >= 4; shift -= 4) {
    text += kHex[static_cast<uint64_t>(value) >> (shift - 4) & 15];
  }
  return text + " : " + name;
}

std::vector<int64_t> Values::SignedList(ByteReader& reader) {
  std::vector<int64_t> list(reader.Count());
  for (int64_t& value : list) value = reader.SignedVarint();
  return list;
}

std::string Values::AliasText(ByteReader& reader) {
  const std::string output = Joined(SignedList(reader), ", ");
  const int64_t operand = reader.SignedVarint();
  const std::string indices = Joined(SignedList(reader), ", ");
  return Format(
      "#stablehlo.output_operand_alias<output_tuple_indices = [{}], operand_index = {}, "
      "operand_tuple_indices = [{}]>",
      {output, operand, indices});
}

std::string Values::AccuracyText(ByteReader& reader) {
  std::string text = "#stablehlo.result_accuracy<";
  for (const char* name : {"atol", "rtol"}) {
    const auto value = BitCast<double>(reader.SignedVarint());
    const std::string number = ShortestDouble(value);
    if (!std::isfinite(value) || value < 0) {
      Fail(Format("{} of a result accuracy must be a finite number of at least 0, got {}",
                  {name, number}));
    }
    if (value != 0) text += Format("{} = {}, ", {name, WithPoint(number)});
  }
  const int64_t ulps = reader.SignedVarint();
  if (ulps != 0) text += Format("ulps = {}, ", {ulps});
  const std::string mode = AttributeText(reader.Index(artifact_.attributes.size()));
  if (ulps == 0 && mode.find("DEFAULT") != std::string::npos) return "";
  return text + "mode = " + mode + ">";
}

std::string_view Values::String(size_t index) {
  int64_t code = 0;
  ByteReader reader = Open(artifact_.attributes, index, code);
  const bool is_vhlo =
      index < artifact_.attributes.size() && artifact_.attributes[index].dialect == Dialect::kVhlo;
  if (code != (is_vhlo ? int64_t{kString} : int64_t{kBuiltinString})) {
    Fail(Format("attribute {} must be a string", {index}));
    return {};
  }
  const size_t string = reader.Index(artifact_.strings.size());
  return reader.good() ? artifact_.strings[string] : std::string_view();
}

std::optional<int64_t> Values::Integer(size_t index) {
  const std::string text = AttributeText(index);
  if (text == "true" || text == "false") return text == "true" ? 1 : 0;
  if (text.empty() || text.find(" : ") == std::string::npos || text.starts_with("0x")) {
    return std::nullopt;
  }
  return std::strtoll(text.c_str(), nullptr, 10);
}

std::vector<size_t> Values::Array(size_t index) {
  int64_t code = 0;
  ByteReader reader = Open(artifact_.attributes, index, code);
  std::vector<size_t> items;
  if (code != kArray) {
    Fail(Format("attribute {} must be an array", {index}));
    return items;
  }
  items.resize(reader.Count());
  for (size_t& item : items) item = reader.Index(artifact_.attributes.size());
  if (!reader.good()) Fail("an array is malformed");
  return items;
}

std::vector<std::pair<std::string_view, size_t>> Values::Dictionary(size_t index) {
  int64_t code = 0;
  ByteReader reader = Open(artifact_.attributes, index, code);
  std::vector<std::pair<std::string_view, size_t>> items;
  const size_t count = code < 0 ? 0 : reader.Count();
  for (size_t i = 0; i < count && reader.good() && fault_.empty(); ++i) {
    const std::string_view key = String(reader.Index(artifact_.attributes.size()));
    items.emplace_back(key, reader.Index(artifact_.attributes.size()));
  }
  if (!reader.good()) Fail("a dictionary is malformed");
  return items;
}

}  // namespace hlo::bytecode
