// SPDX-License-Identifier: Apache-2.0
#include "core/import/stablehlo/op_rows.h"

#include <algorithm>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include "core/import/stablehlo/converter.h"

namespace hlo {
namespace stablehlo {
namespace {

using enum Opcode;

// Words of ops.def.
// NOLINTBEGIN(readability-identifier-naming)
constexpr bool same = true;
constexpr bool own = false;
constexpr std::optional<Opcode> none;
// NOLINTEND(readability-identifier-naming)

template <Conversion kConversion>
using Named = std::integral_constant<Conversion, kConversion>;

// Compares types: under the undefined-behavior sanitizer, functions are compared at run time only.
template <Conversion kConversion>
constexpr bool kIsPlain =
    std::is_same_v<Named<kConversion>, Named<&Converter::ConvertElementwise>> ||
    std::is_same_v<Named<kConversion>, Named<&Converter::ConvertPlain>>;

// A program that only writes StableHLO does not link the conversions.
#ifdef HLO_STABLEHLO_WITHOUT_CONVERSIONS
constexpr Conversion Linked(Conversion) { return nullptr; }
#else
constexpr Conversion Linked(Conversion conversion) { return conversion; }
#endif

template <Conversion kConversion>
constexpr OpRow MakeRow(mlir::OpForm form, std::optional<Opcode> opcode, int least, int most,
                        std::string_view attributes) {
  return {form, opcode, least, most, attributes, kIsPlain<kConversion>, Linked(kConversion)};
}

const std::vector<OpRow>& Rows() {
  static const std::vector<OpRow> kRows = {
#define HLO_IMPORT_OP(name, keys, types, opcode, least, most, attributes, conversion) \
  MakeRow<&Converter::Convert##conversion>({name, keys, types}, opcode, least, most, attributes),
#include "core/import/stablehlo/ops.def"
#undef HLO_IMPORT_OP
  };
  return kRows;
}

const std::unordered_map<std::string_view, const OpRow*>& RowsByName() {
  static const auto* rows = [] {
    auto* by_name = new std::unordered_map<std::string_view, const OpRow*>();
    for (const OpRow& row : Rows()) by_name->emplace(row.name, &row);
    return by_name;
  }();
  return *rows;
}

}  // namespace

std::span<const OpRow> OpRows() { return Rows(); }

const OpRow* FindRow(std::string_view name) {
  const auto found = RowsByName().find(name);
  return found == RowsByName().end() ? nullptr : found->second;
}

bool NextAttribute(std::string_view& attributes, AttributeSpec& spec) {
  if (attributes.empty()) return false;
  std::string_view entry = attributes.substr(0, attributes.find(' '));
  attributes.remove_prefix(std::min(attributes.size(), entry.size() + 1));
  spec = {};
  spec.is_required = entry.ends_with('!');
  if (spec.is_required) entry.remove_suffix(1);
  const size_t equals = entry.find('=');
  if (equals == std::string_view::npos) {
    spec.name = entry;
    return true;
  }
  const size_t colon = entry.find(':');
  spec.hlo_name = entry.substr(0, equals);
  spec.name = entry.substr(equals + 1, colon - equals - 1);
  spec.kind = entry.substr(colon + 1);
  return true;
}

}  // namespace stablehlo

namespace mlir {

const OpForm* FindOpForm(std::string_view name) {
  using stablehlo::FindRow;
  if (const OpForm* found = FindRow(name)) return found;
  if (name == "call" || name == "return" || name == "std.call" || name == "std.return") {
    return FindRow(name.ends_with("call") ? "func.call" : "func.return");
  }
  for (std::string_view prefix : {"mhlo.", "mhlo_.", "hlo."}) {
    if (!name.starts_with(prefix)) continue;
    const std::string rest(name.substr(prefix.size()));
    const OpForm* found = FindRow("stablehlo." + rest);
    return found != nullptr ? found : FindRow("chlo." + rest);
  }
  return nullptr;
}

std::span<const std::string_view> OpFormNames() {
  static const auto* names = [] {
    auto* list = new std::vector<std::string_view>();
    for (const stablehlo::OpRow& row : stablehlo::Rows()) list->push_back(row.name);
    return list;
  }();
  return *names;
}

}  // namespace mlir
}  // namespace hlo
