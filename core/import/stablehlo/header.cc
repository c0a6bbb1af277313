// SPDX-License-Identifier: Apache-2.0
// The header of the module, and shardings of results (imports reference 7).
#include <algorithm>

#include "core/base/format.h"
#include "core/import/stablehlo/converter.h"
#include "core/import/support/append_listed.h"
#include "core/text/quote.h"

namespace hlo::stablehlo {
namespace {

using mlir::FindIn;

}  // namespace

std::string Converter::HeaderText(const mlir::Function& entry, const Converted& converted) {
  const auto number = [&](std::string_view name) {
    const mlir::Attribute* value = file_.Resolve(FindIn(file_.module_attributes, name));
    return value == nullptr ? int64_t{1} : value->integer();
  };
  const std::string_view name = file_.module_name;
  std::string header = "HloModule " + (name.empty() ? "main" : HloName(name));
  header += AliasText(entry, converted) + EntryLayoutText(entry, converted);
  const int64_t replicas = number("mhlo.num_replicas");
  const int64_t partitions = std::max(number("mhlo.num_partitions"), partitions_);
  if (replicas > 1) header += Format(", replica_count={}", {replicas});
  if (partitions > 1) header += Format(", num_partitions={}", {partitions});
  header += MapText(file_.Resolve(FindIn(file_.module_attributes, "mhlo.frontend_attributes")));
  return header + "\n\n";
}

// frontend_attributes={..} of a dictionary; nothing for none.
std::string Converter::MapText(const mlir::Attribute* dictionary) {
  if (dictionary == nullptr || dictionary->entries.empty()) return "";
  TextMap map;
  for (const mlir::NamedAttribute& entry : dictionary->entries) {
    map.entries.emplace_back(HloName(entry.name), StringOf(*entry.value));
  }
  std::string text = ", frontend_attributes=";
  AppendTextMap(map, text);
  return text;
}

// tf.aliasing_output and jax.buffer_donor of arguments, mhlo.input_output_alias of the module.
std::string Converter::AliasText(const mlir::Function& entry, const Converted& converted) {
  std::string aliases, donors;
  for (size_t i = 0; i < converted.parameters.size(); ++i) {
    const auto& attributes = entry.argument_attributes[converted.parameters[i].argument];
    if (const mlir::Attribute* output = FindIn(attributes, "tf.aliasing_output")) {
      const int64_t result = output->integer();
      const std::string index = converted.results.size() == 1 ? "{}" : Braced({&result, 1});
      AppendListed(Format("{}: ({}, {}, may-alias)", {index, i, "{}"}), aliases);
    }
    const mlir::Attribute* donor = FindIn(attributes, "jax.buffer_donor");
    if (donor != nullptr && donor->integer() != 0)
      AppendListed(Format("({}, {})", {i, "{}"}), donors);
  }
  const mlir::Attribute* list =
      file_.Resolve(FindIn(file_.module_attributes, "mhlo.input_output_alias"));
  for (size_t i = 0; list != nullptr && i < list->elements.size(); ++i) {
    const mlir::Attribute& item = *list->elements[i];
    const mlir::Attribute* alias = item.Find("alias");
    std::vector<int64_t> output, number, index, kind;
    if (alias == nullptr || !ReadStructList(item, "output_index", output) ||
        !ReadStructList(*alias, "parameter_number", number) ||
        !ReadStructList(*alias, "parameter_index", index) ||
        !ReadStructList(*alias, "kind", kind)) {
      continue;
    }
    const bool must = !kind.empty() && kind[0] == 1;
    AppendListed(Format("{}: ({}, {}, {})", {Braced(output), number.empty() ? 0 : number[0],
                                             Braced(index), must ? "must-alias" : "may-alias"}),
                 aliases);
  }
  std::string text;
  if (!aliases.empty()) text += ", input_output_alias={ " + aliases + " }";
  if (!donors.empty()) text += ", buffer_donor={ " + donors + " }";
  return text;
}

// "{0,1:T(8,128)}" of entry `number` in two lists of module attributes; nothing for none.
std::string Converter::LayoutText(std::string_view layouts, std::string_view tiles, size_t number) {
  const mlir::Attribute* list = file_.Resolve(FindIn(file_.module_attributes, layouts));
  const mlir::Attribute* tile_list = file_.Resolve(FindIn(file_.module_attributes, tiles));
  if (list == nullptr || number >= list->elements.size()) return "";
  std::vector<int64_t> minor_to_major;
  const mlir::Attribute& order = *list->elements[number];
  if (order.kind != mlir::AttributeKind::kDense && order.kind != mlir::AttributeKind::kArray)
    return "";
  if (!mlir::ReadNumbers(file_, report_, order, minor_to_major)) return "";
  std::string text = "{" + Joined(minor_to_major);
  const bool has_tiles = tile_list != nullptr && number < tile_list->elements.size();
  for (size_t i = 0; has_tiles && i < tile_list->elements[number]->elements.size(); ++i) {
    std::vector<int64_t> tile;
    if (!mlir::ReadNumbers(file_, report_, *tile_list->elements[number]->elements[i], tile))
      return "";
    text += (i == 0 ? ":T(" : "(") + Joined(tile) + ")";
  }
  return text + "}";
}

// entry_computation_layout, where an argument or a result has a layout of its own.
std::string Converter::EntryLayoutText(const mlir::Function& entry, const Converted& converted) {
  bool any = false;
  const auto shown = [&](const HloShape* shape, const std::string& layout) {
    const bool asks =
        layout.starts_with('{') && shape->shape.IsArray() && !shape->shape.dims.empty();
    any |= asks;
    return asks ? ShapeText(shape->shape, false) + layout : shape->text;
  };
  const auto mode_of = [&](const std::vector<mlir::NamedAttribute>& attributes) {
    const mlir::Attribute* mode = FindIn(attributes, "mhlo.layout_mode");
    return mode == nullptr ? std::string() : StringOf(*mode);
  };
  std::string parameters, results;
  for (const auto& [shape, argument] : converted.parameters) {
    std::string layout = mode_of(entry.argument_attributes[argument]);
    if (!layout.starts_with('{')) {
      layout = LayoutText("mhlo.xla_entry_computation_parameter_layouts",
                          "mhlo.xla_entry_computation_parameter_tiles", argument);
    }
    AppendListed(shown(shape, layout), parameters);
  }
  for (size_t i = 0; i < converted.results.size(); ++i) {
    std::string layout = i < entry.results.size() ? mode_of(entry.results[i].attributes) : "";
    if (!layout.starts_with('{')) {
      layout = LayoutText("mhlo.xla_entry_computation_result_layout",
                          "mhlo.xla_entry_computation_result_tiles", i);
    }
    AppendListed(shown(converted.results[i], layout), results);
  }
  if (!any) return "";
  if (converted.results.size() != 1) results = "(" + results + ")";
  return ", entry_computation_layout={(" + parameters + ")->" + results + "}";
}

// The shardings of several results, for the tuple that holds them.
std::string Converter::ResultShardings(const mlir::Function& function, size_t count,
                                       bool is_entry) {
  if (count < 2 || function.results.size() != count) return "";
  std::string list;
  if (is_entry && device_results_.size() == count) {
    for (const std::string& sharding : device_results_) AppendListed(sharding, list);
    return ", sharding={" + list + "}";
  }
  bool any = false;
  for (const mlir::FunctionResult& result : function.results) {
    const std::string sharding = ShardingOf(result.attributes);
    any |= !sharding.empty();
    AppendListed(sharding.empty() ? "{replicated}" : sharding.substr(sharding.find('=') + 1), list);
  }
  return any ? ", sharding={" + list + "}" : "";
}

}  // namespace hlo::stablehlo
