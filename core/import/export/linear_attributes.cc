// SPDX-License-Identifier: Apache-2.0
// Attributes of linear algebra, windows and collectives.
#include <algorithm>

#include "core/base/format.h"
#include "core/import/export/mlir_attributes.h"
#include "core/import/export/mlir_values.h"
#include "core/import/export/op_attributes.h"
#include "core/import/support/dot_algorithms.h"
#include "core/text/text.h"

namespace hlo::stablehlo {
namespace {

// One number of each dimension of a window.
template <class Field>
std::vector<int64_t> Numbers(const Window& window, Field&& field) {
  std::vector<int64_t> numbers;
  for (const WindowDimension& dim : window.dims) numbers.push_back(field(dim));
  return numbers;
}

// Dilations without a name are omitted.
void AppendWindow(const Window& window, std::string_view base, std::string_view dilation,
                  std::string& attributes) {
  using Dim = WindowDimension;
  std::vector<int64_t> padding;
  for (const Dim& dim : window.dims) {
    padding.push_back(dim.pad_low);
    padding.push_back(dim.pad_high);
  }
  const auto append = [&](std::string_view name, auto&& field) {
    if (!name.empty()) AppendAttribute(attributes, name, ArrayText(Numbers(window, field)));
  };
  append("window_strides", [](const Dim& dim) { return dim.stride; });
  append(base, [](const Dim& dim) { return dim.lhs_dilate; });
  append(dilation, [](const Dim& dim) { return dim.rhs_dilate; });
  AppendAttribute(attributes, "padding", MatrixText(padding, 2));
}

std::string SizesOf(const Window& window) {
  return "window_dimensions = " +
         ArrayText(Numbers(window, [](const WindowDimension& dim) { return dim.size; }));
}

bool IsReversed(const Window& window) {
  return std::any_of(window.dims.begin(), window.dims.end(),
                     [](const WindowDimension& dim) { return dim.reversal; });
}

bool IsDilated(const Window& window) {
  return std::any_of(window.dims.begin(), window.dims.end(), [](const WindowDimension& dim) {
    return dim.lhs_dilate != 1 || dim.rhs_dilate != 1;
  });
}

void AppendInts(const Instruction& instruction, std::string_view name, Attr attr,
                std::string& attributes) {
  AppendAttribute(attributes, name, "[" + Joined(instruction.attributes.Ints(attr), ", ") + "]");
}

std::string DotNumbers(const Instruction& dot) {
  static constexpr std::pair<std::string_view, Attr> kNumbers[] = {
      {"lhs_batching_dimensions", Attr::lhs_batch_dims},
      {"rhs_batching_dimensions", Attr::rhs_batch_dims},
      {"lhs_contracting_dimensions", Attr::lhs_contracting_dims},
      {"rhs_contracting_dimensions", Attr::rhs_contracting_dims}};
  std::string numbers;
  for (const auto& [name, attr] : kNumbers) AppendInts(dot, name, attr, numbers);
  return numbers;
}

Status AppendAlgorithm(const Instruction& dot, std::string& attributes) {
  const Attribute* given = dot.attributes.Find(Attr::algorithm);
  if (given == nullptr) return Status();
  const std::string name = PrintAttributeValue(dot, *given);
  for (const DotAlgorithm& row : kDotAlgorithms) {
    if (row.name != name) continue;
    const auto word = [](std::string_view type) { return type == "f8" ? "f8E5M2" : type; };
    std::string fields;
    AppendAttribute(fields, "lhs_precision_type", word(row.lhs));
    AppendAttribute(fields, "rhs_precision_type", word(row.rhs));
    AppendAttribute(fields, "accumulation_type", row.sum);
    AppendAttribute(fields, "lhs_component_count", "1");
    AppendAttribute(fields, "rhs_component_count", "1");
    AppendAttribute(fields, "num_primitive_operations", std::to_string(row.operations));
    AppendAttribute(fields, "allow_imprecise_accumulation", BoolText(row.imprecise));
    AppendAttribute(attributes, "algorithm", "#stablehlo.dot_algorithm<" + fields + ">");
    return Status();
  }
  return Unsupported(dot);
}

std::string Labels(const std::string& letters) {
  std::string text;
  for (const char c : letters) text += (text.empty() ? "" : ", ") + std::string(1, c);
  return "[" + text + "]";
}

constexpr std::string_view kManyDevices = "it would list more devices than a run has";
// The iota form says in a few characters what StableHLO lists; runs have at most 4096 devices.
bool HasManyDevices(const Instruction& collective) {
  constexpr int64_t kMost = 4096;
  const auto* groups = collective.attributes.Get<ReplicaGroups>(Attr::replica_groups);
  return groups != nullptr && groups->iota &&
         (groups->group_count > kMost || groups->group_size > kMost ||
          groups->group_count * groups->group_size > kMost);
}

std::vector<std::vector<int64_t>> GroupsOf(const Instruction& collective) {
  const auto* groups = collective.attributes.Get<ReplicaGroups>(Attr::replica_groups);
  return groups == nullptr ? ReplicaGroups().lists : groups->Expand();
}

// Rows of equal length, padded with -1.
Result<std::string> GroupsText(const Instruction& collective) {
  constexpr size_t kMaxIds = size_t{1} << 20;  // with the padding
  const std::vector<std::vector<int64_t>> groups = GroupsOf(collective);
  size_t columns = 0;
  for (const auto& group : groups) columns = std::max(columns, group.size());
  if (columns > 0 && groups.size() > kMaxIds / columns) {
    return Unsupported(collective, "its groups have rows of equal length, which would be too long");
  }
  std::vector<int64_t> ids;
  for (std::vector<int64_t> group : groups) {
    group.resize(columns, -1);
    ids.insert(ids.end(), group.begin(), group.end());
  }
  return MatrixText(ids, static_cast<int64_t>(columns));
}

// The devices that exchange values, and the channel.
Status AppendDevices(const Instruction& collective, std::string& out) {
  const Attributes& attributes = collective.attributes;
  const bool takes_several = collective.Is(Opcode::kAllReduce) || collective.Is(Opcode::kAllGather);
  const int64_t channel = attributes.Int(Attr::channel_id);
  if (HasManyDevices(collective)) return Unsupported(collective, kManyDevices);
  if ((!takes_several && collective.operands.size() != 1) ||
      attributes.Has(Attr::permute_slice_sizes)) {
    return Unsupported(collective, "its operand is one array");
  }
  if (attributes.Has(Attr::channel_id) && channel <= 0) {
    return Unsupported(collective, "a handle of 0 means that there is no channel");
  }
  if (const auto* pairs = attributes.Get<IdPairs>(Attr::source_target_pairs)) {
    std::vector<int64_t> ids;
    for (const auto& [from, to] : pairs->pairs) ids.insert(ids.end(), {from, to});
    AppendAttribute(out, "source_target_pairs", MatrixText(ids, 2));
  } else {
    HLO_TRY(const std::string groups, GroupsText(collective));
    AppendAttribute(out, "replica_groups", groups);
  }
  if (channel > 0) {
    AppendAttribute(out, "channel_handle",
                    Format("#stablehlo.channel_handle<handle = {}, type = 1>", {channel}));
  }
  return Status();
}

}  // namespace

// ---- linear algebra and windows ----

Result<std::string> DotAttributes(const Instruction& dot, const OpRow&) {
  std::string out = "dot_dimension_numbers = #stablehlo.dot<" + DotNumbers(dot) + ">";
  HLO_RETURN_IF_ERROR(AppendPrecision(dot, "stablehlo", out));
  HLO_RETURN_IF_ERROR(AppendAlgorithm(dot, out));
  return out;
}

Result<std::string> RaggedDotAttributes(const Instruction& dot, const OpRow&) {
  std::string numbers = DotNumbers(dot);
  AppendInts(dot, "lhs_ragged_dimensions", Attr::lhs_ragged_dims, numbers);
  AppendInts(dot, "rhs_group_dimensions", Attr::rhs_group_dims, numbers);
  std::string out = "ragged_dot_dimension_numbers = #chlo.ragged_dot<" + numbers + ">";
  HLO_RETURN_IF_ERROR(AppendPrecision(dot, "chlo", out));
  return out;
}

Result<std::string> ConvolutionAttributes(const Instruction& convolution, const OpRow&) {
  const Attributes& attributes = convolution.attributes;
  const auto* labels = attributes.Get<DimLabels>(Attr::dim_labels);
  if (labels == nullptr) return Unsupported(convolution);
  std::string out;
  if (const auto* window = attributes.Get<Window>(Attr::window)) {
    AppendWindow(*window, "lhs_dilation", "rhs_dilation", out);
    std::string reversal;
    for (const WindowDimension& dim : window->dims) {
      reversal += (reversal.empty() ? ": " : ", ") + std::string(BoolText(dim.reversal));
    }
    AppendAttribute(out, "window_reversal", "array<i1" + reversal + ">");
  }
  AppendAttribute(out, "dimension_numbers",
                  Format("#stablehlo.conv<{}x{}->{}>",
                         {Labels(labels->lhs), Labels(labels->rhs), Labels(labels->out)}));
  for (const Attr attr : {Attr::feature_group_count, Attr::batch_group_count}) {
    AppendAttribute(out, Info(attr).name, IntText(attributes.Int(attr, 1)));
  }
  HLO_RETURN_IF_ERROR(AppendPrecision(convolution, "stablehlo", out));
  return out;
}

Result<std::string> ReduceWindowAttributes(const Instruction& reduction, const OpRow&) {
  const auto* window = reduction.attributes.Get<Window>(Attr::window);
  if (window == nullptr || IsReversed(*window)) {
    return Unsupported(reduction, "its windows are not reversed");
  }
  std::string out = SizesOf(*window);
  AppendWindow(*window, "base_dilations", "window_dilations", out);
  return out;
}

Result<std::string> SelectAndScatterAttributes(const Instruction& scatter, const OpRow&) {
  const auto* window = scatter.attributes.Get<Window>(Attr::window);
  if (window == nullptr || IsReversed(*window) || IsDilated(*window)) {
    return Unsupported(scatter, "its windows are neither reversed nor dilated");
  }
  std::string out = SizesOf(*window);
  AppendWindow(*window, "", "", out);
  return out;
}

// ---- collectives ----

Result<std::string> CollectiveAttributes(const Instruction& collective, const OpRow& row) {
  HLO_TRY(std::string out, RowAttributes(collective, row));
  HLO_RETURN_IF_ERROR(AppendDevices(collective, out));
  return out;
}

Result<std::string> AllToAllAttributes(const Instruction& all_to_all, const OpRow&) {
  const std::vector<int64_t>& dimensions = all_to_all.attributes.Ints(Attr::dimensions);
  if (HasManyDevices(all_to_all)) return Unsupported(all_to_all, kManyDevices);
  if (dimensions.size() != 1) return Unsupported(all_to_all, "its operand is one array");
  const auto groups = GroupsOf(all_to_all);
  if (groups.empty()) return Unsupported(all_to_all);
  std::string out;
  AppendAttribute(out, "split_dimension", IntText(dimensions[0]));
  AppendAttribute(out, "concat_dimension", IntText(dimensions[0]));
  AppendAttribute(out, "split_count", IntText(static_cast<int64_t>(groups[0].size())));
  HLO_RETURN_IF_ERROR(AppendDevices(all_to_all, out));
  return out;
}

// JAX's custom call.
Result<std::string> RaggedAllToAllAttributes(const Instruction& all_to_all, const OpRow&) {
  const int64_t channel = all_to_all.attributes.Int(Attr::channel_id);
  if (HasManyDevices(all_to_all)) return Unsupported(all_to_all, kManyDevices);
  HLO_TRY(const std::string groups, GroupsText(all_to_all));
  std::string config;
  AppendAttribute(config, "replica_groups", groups);
  if (channel > 0) AppendAttribute(config, "channel_id", IntText(channel));
  return "call_target_name = \"ragged_all_to_all\", api_version = 4 : i32, backend_config = {" +
         config + "}";
}

}  // namespace hlo::stablehlo
