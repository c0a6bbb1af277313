// SPDX-License-Identifier: Apache-2.0
#include "core/import/bytecode/op_attributes.h"

#include <algorithm>

#include "core/base/format.h"

namespace hlo::bytecode {
namespace {

struct Row {
  std::string_view op;
  std::string_view names;
};
constexpr Row kRows[] = {
#define HLO_VHLO_OP(op, names) {op, names},
#include "core/import/bytecode/vhlo_ops.def"
#undef HLO_VHLO_OP
};

constexpr Row kSdyRows[] = {
    {"manual_computation", "in_shardings manual_axes out_shardings"},
    {"mesh", "mesh sym_name"},
    {"named_computation", "?in_shardings name ?out_shardings"},
    {"reshard", "sharding"},
    {"return", ""},
    {"sharding_constraint", "sharding"},
};

// A struct attribute of StableHLO whose fields are attributes in VHLO.
struct Struct {
  std::string_view ops;     // between blanks
  std::string_view name;    // of the attribute
  std::string_view kind;    // "#stablehlo.KIND<...>"
  std::string_view fields;  // in VHLO; those of StableHLO have the same names
};
constexpr Struct kStructs[] = {
    {" dot_general ", "dot_dimension_numbers", "dot",
     "lhs_batching_dimensions rhs_batching_dimensions lhs_contracting_dimensions "
     "rhs_contracting_dimensions"},
    {" gather dynamic_gather ", "dimension_numbers", "gather",
     "offset_dims collapsed_slice_dims operand_batching_dims start_indices_batching_dims "
     "start_index_map index_vector_dim"},
    {" scatter ", "scatter_dimension_numbers", "scatter",
     "update_window_dims inserted_window_dims input_batching_dims scatter_indices_batching_dims "
     "scatter_dims_to_operand_dims index_vector_dim"},
    {" convolution dynamic_conv ", "dimension_numbers", "conv",
     "input_batch_dimension input_feature_dimension input_spatial_dimensions "
     "kernel_input_feature_dimension kernel_output_feature_dimension kernel_spatial_dimensions "
     "output_batch_dimension output_feature_dimension output_spatial_dimensions"},
};
constexpr std::string_view kAlgorithm =
    "lhs_precision_type rhs_precision_type accumulation_type lhs_component_count "
    "rhs_component_count num_primitive_operations allow_imprecise_accumulation";

class Writer {
 public:
  Writer(std::string_view op, NamedAttributes attributes, Values& values)
      : op_(op), attributes_(std::move(attributes)), values_(values) {}

  std::string Text() {
    TakeStructs();
    TakeChannel();
    for (const auto& [name, index] : attributes_) Append(name, Value(name, index));
    return text_.empty() ? "" : " <{" + text_ + "}>";
  }

 private:
  void Append(std::string_view name, const std::string& value) {
    if (value.empty()) return;
    text_ += (text_.empty() ? "" : ", ") + KeyText(name);
    if (value != "unit") text_ += " = " + value;
  }

  // Removes an attribute; its text is "" if it is not there.
  std::string Take(std::string_view name) {
    const auto found = attributes_.find(name);
    if (found == attributes_.end()) return "";
    std::string text = values_.AttributeText(found->second);
    attributes_.erase(found);
    return text;
  }

  // "[0, 1]" of "dense<[0, 1]> : tensor<2xi64>", "3" of "3 : i64".
  static std::string Bare(const std::string& text) {
    constexpr std::string_view kDense = "dense<";
    if (!text.starts_with(kDense)) return text.substr(0, text.find(" : "));
    std::string inside = text.substr(kDense.size(), text.find('>') - kDense.size());
    return inside.starts_with('[') ? inside : "[" + inside + "]";
  }

  void TakeStructs() {
    for (const Struct& one : kStructs) {
      if (one.ops.find(" " + std::string(op_) + " ") == std::string_view::npos) continue;
      std::string fields;
      ForEachWord(one.fields, [&](std::string_view field) {
        const std::string value = Take(field);
        if (!value.empty()) {
          fields += (fields.empty() ? "" : ", ") + std::string(field) + " = " + Bare(value);
        }
      });
      const std::string_view raw = one.kind == "conv" ? "raw " : "";
      Append(one.name, Format("#stablehlo.{}<{}{}>", {one.kind, raw, fields}));
    }
    if (op_ != "dot_general") return;
    std::string fields;
    ForEachWord(kAlgorithm, [&](std::string_view field) {
      const std::string value = Bare(Take(field));
      if (!value.empty() && value != "none") {
        fields += (fields.empty() ? "" : ", ") + std::string(field) + " = " + value;
      }
    });
    const bool has_algorithm = fields.find("accumulation_type") != std::string::npos;
    if (has_algorithm) Append("algorithm", "#stablehlo.dot_algorithm<" + fields + ">");
  }

  // Channel 0 without a type means that there is no channel. The default type is device to device.
  void TakeChannel() {
    const std::string channel = Bare(Take("channel_id"));
    const std::string type = Bare(Take("channel_type"));
    if (channel.empty() || (channel == "0" && type.empty())) return;
    Append("channel_handle", Format("#stablehlo.channel_handle<handle = {}, type = {}>",
                                    {channel, type.empty() ? "1" : type}));
  }

  std::string Symbol(size_t index) { return SymbolText(values_.String(index)); }

  std::string Value(const std::string& name, size_t index) {
    if (name == "callee" || name == "decomposition") return Symbol(index);
    if (name == "called_computations") {
      std::string list;
      for (const size_t item : values_.Array(index)) {
        list += (list.empty() ? "" : ", ") + Symbol(item);
      }
      return list.empty() ? "" : "[" + list + "]";
    }
    const std::string text = values_.AttributeText(index);
    if (name == "use_global_device_ids") return text == "true" ? "unit" : "";
    const bool may_be_empty = name == "backend_config" || name.ends_with("_layouts") ||
                              name == "output_operand_aliases" || name == "layout" ||
                              name.starts_with("known_") || name == "precision_config" ||
                              name == "source_target_pairs";
    return may_be_empty && (text == "\"\"" || text == "[]" || text == "{}") ? "" : text;
  }

  std::string_view op_;
  NamedAttributes attributes_;
  Values& values_;
  std::string text_;
};

}  // namespace

std::string_view PropertyNames(std::string_view op, size_t count) {
  bool has_rows = false;
  for (const Row& row : kRows) {
    if (row.op != op) continue;
    has_rows = true;
    const auto words = 1 + std::count(row.names.begin(), row.names.end(), ' ');
    if (static_cast<size_t>(words) == count) return row.names;
  }
  return !has_rows && count == 1 ? "result_accuracy" : "";
}

const std::string_view* SdyPropertyNames(std::string_view op) {
  const Row* row = std::find_if(std::begin(kSdyRows), std::end(kSdyRows),
                                [&](const Row& one) { return one.op == op; });
  return row == std::end(kSdyRows) ? nullptr : &row->names;
}

std::string AttributesText(std::string_view op, const NamedAttributes& attributes, Values& values) {
  return Writer(op, attributes, values).Text();
}

}  // namespace hlo::bytecode
