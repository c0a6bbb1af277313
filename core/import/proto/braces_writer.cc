// SPDX-License-Identifier: Apache-2.0
// Attributes that are kept as text, as messages if these have exactly the same content.
#include <array>
#include <cstring>
#include <utility>

#include "core/base/scanner.h"
#include "core/import/proto/attribute_writer.h"
#include "core/import/proto/attributes.h"
#include "core/import/proto/sharding.h"
#include "core/text/printer/printer_values.h"
#include "core/text/quote.h"
#include "core/text/strings.h"

namespace hlo::proto {
namespace {

using namespace instruction_field;

// What is read back from a message.
template <class Text>
std::string ReadBack(const std::string& message, Text&& text) {
  Report report(1);
  Source source(message, report);
  return text(Message(source, message));
}

void WriteDouble(uint32_t number, double value, std::string& out) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  WriteFixed64(number, bits, out);
}

}  // namespace

bool AttributeWriter::WriteBraces(const Attribute& attribute, std::string_view text) {
  const std::string canonical = CanonicalBraces(attribute.attr, text);
  std::string out;
  const auto finish = [&](uint32_t number, bool written, auto&& read) {
    if (!written || CanonicalBraces(attribute.attr, ReadBack(out, read)) != canonical) return false;
    WriteBytes(number, out, message_);
    return true;
  };
  switch (attribute.attr) {
    case Attr::sharding:
      return finish(kSharding, WriteSharding(text, out), ShardingText);
    case Attr::result_accuracy:
      return finish(kAccuracy, WriteAccuracy(text, out), AccuracyText);
    case Attr::statistics:
      return finish(kStatistics, WriteStatistics(text, out), StatisticsText);
    case Attr::domain:
      return WriteDomain(text);
    case Attr::output_to_operand_aliasing: {
      const bool same =
          WriteAliases(text, out) &&
          CanonicalBraces(attribute.attr, ReadBack(out, OperandAliasesText)) == canonical;
      if (same) message_ += out;
      return same;
    }
    case Attr::parameter_replication: {
      Scanner scanner(text);
      std::vector<int64_t> flags;
      if (!scanner.Take("{")) return false;
      while (!scanner.Take("}")) {
        const std::string_view word = scanner.Word();
        if (word != "true" && word != "false") return false;
        flags.push_back(word == "true" ? 1 : 0);
        scanner.Take(",");
      }
      WritePacked(1, flags, out);
      WriteBytes(kParameterReplication, out, message_);
      return true;
    }
    default:
      return false;
  }
}

bool AttributeWriter::WriteAccuracy(std::string_view text, std::string& out) const {
  Scanner scanner(text);
  if (scanner.Take("{mode=highest}")) {
    WriteVarint(1, 1, out);
    return true;
  }
  std::array<double, 2> bounds = {};
  int64_t ulps = 0;
  const bool good = scanner.Take("{tolerance={atol=") && scanner.Number(bounds[0]) &&
                    scanner.Take(",rtol=") && scanner.Number(bounds[1]) && scanner.Take(",ulps=") &&
                    scanner.Int(ulps);
  if (!good) return false;
  std::string inside;
  WriteDouble(1, bounds[0], inside);
  WriteDouble(2, bounds[1], inside);
  WriteVarint(3, ulps, inside);
  WriteBytes(2, inside, out);
  return true;
}

bool AttributeWriter::WriteStatistics(std::string_view text, std::string& out) const {
  Scanner scanner(text);
  int64_t shown = 0;
  if (!scanner.Take("{visualizing_index=") || !scanner.Int(shown)) return false;
  WriteVarint(1, shown, out);
  while (scanner.Take(",")) {
    const std::string_view name = scanner.Word();
    double value = 0;
    if (name.empty() || !scanner.Take("=") || !scanner.Number(value)) return false;
    std::string statistic;
    WriteBytes(1, name, statistic);
    WriteDouble(2, value, statistic);
    WriteBytes(2, statistic, out);
  }
  return scanner.Take("}");
}

// "{{0}: (1, {}), ...}"
bool AttributeWriter::WriteAliases(std::string_view text, std::string& out) const {
  Scanner scanner(text);
  if (!scanner.Take("{")) return false;
  do {
    std::vector<int64_t> output, index;
    int64_t operand = 0;
    const bool good = scanner.Ints('{', '}', output) && scanner.Take(":") && scanner.Take("(") &&
                      scanner.Int(operand) && scanner.Take(",") && scanner.Ints('{', '}', index) &&
                      scanner.Take(")");
    if (!good) return false;
    std::string alias;
    WritePacked(1, output, alias);
    WriteVarint(2, operand, alias);
    WritePacked(3, index, alias);
    WriteBytes(kOperandAliases, alias, out);
  } while (scanner.Take(","));
  return scanner.Take("}");
}

// {kind="sharding", entry={...}, exit={...}}
bool AttributeWriter::WriteDomain(std::string_view text) {
  Scanner scanner(text);
  if (!scanner.Take("{kind=\"sharding\",") || !scanner.Take("entry=")) return false;
  const std::string_view entry = scanner.Braces();
  if (!scanner.Take(",") || !scanner.Take("exit=")) return false;
  const std::string_view exit = scanner.Braces();
  if (!scanner.Take("}")) return false;
  std::string messages;
  for (const auto& [number, sharding] :
       {std::pair<uint32_t, std::string_view>{kDomainEntry, entry}, {kDomainExit, exit}}) {
    std::string inside;
    const bool same = WriteSharding(sharding, inside) &&
                      CanonicalBraces(Attr::sharding, ReadBack(inside, ShardingText)) ==
                          CanonicalBraces(Attr::sharding, sharding);
    if (!same) return false;
    WriteBytes(number, inside, messages);
  }
  message_ += messages;
  return true;
}

bool AttributeWriter::WriteMetadata(const Metadata& metadata) {
  std::string out, text;
  for (const auto& [name, value] : CanonicalFields(metadata)) {
    const uint32_t number = MetadataField(name);
    Scanner scanner(value);
    int64_t integer = 0;
    if (number == 0) return false;
    if (value.size() >= 2 && value.front() == '"') {
      const Unescaped unescaped = Unescape(value);
      if (!unescaped.ok()) return false;
      WriteBytes(number, unescaped.text, out);
    } else if (scanner.Int(integer) && scanner.AtEnd()) {
      WriteVarint(number, integer, out);
    } else {
      return false;
    }
  }
  AppendMetadata(metadata, text);
  if (ReadBack(out, MetadataText) != text) return false;
  WriteBytes(kMetadata, out, message_);
  return true;
}

}  // namespace hlo::proto
