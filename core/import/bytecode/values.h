// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_BYTECODE_VALUES_H_
#define HLO_CORE_IMPORT_BYTECODE_VALUES_H_

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/import/bytecode/artifact.h"
#include "hlo/element_type.h"

namespace hlo::bytecode {

// The attributes and types of an artifact, as StableHLO text writes them (imports reference 15.2).
class Values {
 public:
  // Attributes that share parts can become texts of any length: at most `most_text` bytes.
  Values(const Artifact& artifact, size_t most_text)
      : artifact_(artifact), most_text_(most_text), left_(most_text) {}

  // The first fault, "" if there is none.
  const std::string& fault() const { return fault_; }
  // Keeps the first one.
  void Fail(std::string fault);
  // Fails because the text would be too long.
  void FailLength();

  // Empty for an attribute that text has no form for, or that equals the default.
  std::string AttributeText(size_t index);
  std::string TypeText(size_t index);
  // "" for an unknown location.
  std::string LocationText(size_t index);

  // Attributes of a kind; after a fault they are empty.
  std::string_view String(size_t index);
  std::optional<int64_t> Integer(size_t index);  // also a boolean
  std::vector<size_t> Array(size_t index);
  std::vector<std::pair<std::string_view, size_t>> Dictionary(size_t index);
  // The inputs and results of a TypeAttr of a function type.
  struct Function {
    std::vector<size_t> inputs, results;
  };
  Function FunctionType(size_t index);
  // The type of a TypeAttr.
  std::string TypeOfAttribute(size_t index);

 private:
  // The reader of an entry behind its code, which is -1 for an unknown entry.
  ByteReader Open(const std::vector<Entry>& entries, size_t index, int64_t& code);
  std::string VhloText(ByteReader& reader, int64_t code);
  std::string BuiltinText(ByteReader& reader, int64_t code);
  std::string SdyText(ByteReader& reader, int64_t code);
  std::string BuiltinLocation(ByteReader& reader, int64_t code);
  std::string VhloType(ByteReader& reader, int64_t code);
  std::string BuiltinType(ByteReader& reader, int64_t code);
  std::string TensorType(ByteReader& reader, bool has_encoding);
  std::string TensorText(ByteReader& reader);
  std::string IntegersText(std::string_view bytes, size_t width, const std::vector<int64_t>& dims);
  std::string FloatsText(ElementType type, std::string_view bytes,
                         const std::vector<int64_t>& dims);
  std::string NumberText(size_t type, ByteReader& reader);
  std::string AliasText(ByteReader& reader);
  std::string AccuracyText(ByteReader& reader);
  std::string ListText(ByteReader& reader);
  std::string DimensionShardingText(ByteReader& reader);
  std::string ShardingText(ByteReader& reader, bool has_unreduced_axes);
  // A list without its brackets.
  std::string Elements(ByteReader& reader);
  std::string DictionaryText(ByteReader& reader, bool is_vhlo);
  std::vector<int64_t> SignedList(ByteReader& reader);
  std::string TypeList(ByteReader& reader);
  std::string StringAt(ByteReader& reader);
  // Takes the text's bytes off the limit.
  std::string Limited(std::string text);

  const Artifact& artifact_;
  size_t most_text_;
  size_t left_;
  std::string fault_;
  int depth_ = 0;
};

// The bits of an element of a type: 32 for "f32" and "ui32", 64 for "index"; 0 if it does not say.
size_t BitsOf(std::string_view type);
// A string with the escapes of MLIR.
std::string Quoted(std::string_view text);
// A key of a dictionary, and the name of a symbol behind its @: quoted unless they are words.
std::string KeyText(std::string_view key);
std::string SymbolText(std::string_view name);
// Calls fn for each of some words, which single spaces separate.
template <class Fn>
void ForEachWord(std::string_view words, Fn&& fn) {
  while (!words.empty()) {
    const size_t end = std::min(words.find(' '), words.size());
    fn(words.substr(0, end));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
}
// A float as MLIR writes it: 1.0, 1.0e+30; infinities and NaN by their bits. `bits`: the number in
// the low bits.
std::string FloatText(ElementType type, uint64_t bits);

}  // namespace hlo::bytecode

#endif  // HLO_CORE_IMPORT_BYTECODE_VALUES_H_
