// SPDX-License-Identifier: Apache-2.0
// Linear algebra, windows, ops with regions, and collectives as StableHLO (imports reference 14).
#include <algorithm>
#include <optional>

#include "core/base/format.h"
#include "core/import/export/mlir_attributes.h"
#include "core/import/export/mlir_values.h"
#include "core/import/export/stablehlo_writer.h"
#include "core/import/stablehlo/op_rows.h"
#include "core/text/quote.h"
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

bool IsDilatedOrReversed(const Window& window, bool dilated) {
  return std::any_of(window.dims.begin(), window.dims.end(), [&](const WindowDimension& dim) {
    return dim.reversal || (dilated && (dim.lhs_dilate != 1 || dim.rhs_dilate != 1));
  });
}

std::string Labels(const std::string& letters) {
  std::string text;
  for (const char c : letters) text += (text.empty() ? "" : ", ") + std::string(1, c);
  return "[" + text + "]";
}

const OpRow* RowNamed(std::string_view name) {
  for (const OpRow& row : OpRows()) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

// Rows of equal length, padded with -1.
std::string GroupsText(const std::vector<std::vector<int64_t>>& groups) {
  size_t columns = 0;
  for (const auto& group : groups) columns = std::max(columns, group.size());
  std::vector<int64_t> ids;
  for (std::vector<int64_t> group : groups) {
    group.resize(columns, -1);
    ids.insert(ids.end(), group.begin(), group.end());
  }
  return MatrixText(ids, static_cast<int64_t>(columns));
}

}  // namespace

bool StablehloWriter::Body(const Instruction& instruction, Attr attr, Op& op) {
  const Computation* computation = instruction.attributes.Called(attr);
  if (computation == nullptr) return FailOp(instruction);
  return WriteRegion(*computation, /*flat=*/true, op.regions.emplace_back());
}

// ---- linear algebra ----

std::optional<bool> StablehloWriter::WriteLinear(const Instruction& instruction) {
  const Attributes& attributes = instruction.attributes;
  Op op;
  switch (instruction.opcode()) {
    case Opcode::kDot: {
      if (attributes.Has(Attr::algorithm)) return FailOp(instruction);
      static constexpr std::pair<std::string_view, Attr> kNumbers[] = {
          {"lhs_batching_dimensions", Attr::lhs_batch_dims},
          {"rhs_batching_dimensions", Attr::rhs_batch_dims},
          {"lhs_contracting_dimensions", Attr::lhs_contracting_dims},
          {"rhs_contracting_dimensions", Attr::rhs_contracting_dims}};
      std::string numbers;
      for (const auto& [name, attr] : kNumbers) {
        AppendAttribute(numbers, name, "[" + Joined(attributes.Ints(attr), ", ") + "]");
      }
      op.name = "stablehlo.dot_general";
      AppendAttribute(op.attributes, "dot_dimension_numbers", "#stablehlo.dot<" + numbers + ">");
      return Operands(instruction, op) && Emit(instruction, op);
    }
    case Opcode::kConvolution:
      return WriteConvolution(instruction);
    case Opcode::kReduceWindow:
    case Opcode::kSelectAndScatter:
      return WriteWindowed(instruction);
    case Opcode::kRng:
      return WriteRng(instruction);
    default:
      return std::nullopt;
  }
}

bool StablehloWriter::WriteConvolution(const Instruction& instruction) {
  const Attributes& attributes = instruction.attributes;
  const auto* labels = attributes.Get<DimLabels>(Attr::dim_labels);
  const auto* window = attributes.Get<Window>(Attr::window);
  if (labels == nullptr) return FailOp(instruction);
  Op op;
  op.name = "stablehlo.convolution";
  if (window != nullptr) {
    AppendWindow(*window, "lhs_dilation", "rhs_dilation", op.attributes);
    std::string reversal;
    for (const WindowDimension& dim : window->dims) {
      reversal += (reversal.empty() ? ": " : ", ") + std::string(BoolText(dim.reversal));
    }
    AppendAttribute(op.attributes, "window_reversal", "array<i1" + reversal + ">");
  }
  AppendAttribute(op.attributes, "dimension_numbers",
                  Format("#stablehlo.conv<{}x{}->{}>",
                         {Labels(labels->lhs), Labels(labels->rhs), Labels(labels->out)}));
  for (const Attr attr : {Attr::feature_group_count, Attr::batch_group_count}) {
    AppendAttribute(op.attributes, Info(attr).name, IntText(attributes.Int(attr, 1)));
  }
  return Operands(instruction, op) && Emit(instruction, op);
}

bool StablehloWriter::WriteWindowed(const Instruction& instruction) {
  const bool selects = instruction.Is(Opcode::kSelectAndScatter);
  const auto* window = instruction.attributes.Get<Window>(Attr::window);
  if (window == nullptr || IsDilatedOrReversed(*window, selects)) return FailOp(instruction);
  Op op;
  op.name = selects ? "stablehlo.select_and_scatter" : "stablehlo.reduce_window";
  AppendAttribute(op.attributes, "window_dimensions",
                  ArrayText(Numbers(*window, [](const WindowDimension& dim) { return dim.size; })));
  AppendWindow(*window, selects ? "" : "base_dilations", selects ? "" : "window_dilations",
               op.attributes);
  if (selects) {
    return Body(instruction, Attr::select, op) && Body(instruction, Attr::scatter, op) &&
           Operands(instruction, op) && Emit(instruction, op);
  }
  return Body(instruction, Attr::to_apply, op) && Operands(instruction, op) &&
         EmitParts(instruction, op);
}

// The shape of the result is an operand.
bool StablehloWriter::WriteRng(const Instruction& instruction) {
  const Shape& shape = *instruction.shape;
  Result<Literal> sizes = Literal::Allocate(Shape::Array(ElementType::kS64, {shape.rank()}));
  if (!sizes.ok()) return FailOp(instruction);
  std::copy(shape.dims.begin(), shape.dims.end(), sizes.value().mutable_data<int64_t>().begin());
  std::string name;
  Op op;
  op.name = "stablehlo.rng";
  std::string word =
      PrintAttributeValue(instruction, *instruction.attributes.Find(Attr::distribution));
  op.attributes = Format("rng_distribution = #stablehlo<rng_distribution {}>",
                         {word == "rng_normal" ? "NORMAL" : "UNIFORM"});
  if (!Operands(instruction, op) || !WriteConstant(sizes.value(), "sizes", name)) return false;
  op.operands.push_back(name);
  return Type(sizes.value().shape(), op.operand_types.emplace_back()) && Emit(instruction, op);
}

// ---- regions ----

std::optional<bool> StablehloWriter::WriteWithBodies(const Instruction& instruction) {
  const Attributes& attributes = instruction.attributes;
  Op op;
  switch (instruction.opcode()) {
    case Opcode::kReduce:
    case Opcode::kMap:
      op.name = instruction.Is(Opcode::kMap) ? "stablehlo.map" : "stablehlo.reduce";
      AppendAttribute(op.attributes, "dimensions", ArrayText(attributes.Ints(Attr::dimensions)));
      break;
    case Opcode::kSort:
      op.name = "stablehlo.sort";
      AppendAttribute(op.attributes, "dimension", IntText(attributes.Ints(Attr::dimensions)[0]));
      AppendAttribute(op.attributes, "is_stable", BoolText(attributes.Bool(Attr::is_stable)));
      break;
    case Opcode::kTopk:
      op.name = "chlo.top_k";
      AppendAttribute(op.attributes, "k", IntText(attributes.Int(Attr::k)));
      if (!attributes.Bool(Attr::largest, true)) return FailOp(instruction);
      return Operands(instruction, op) && EmitParts(instruction, op);
    case Opcode::kWhile:
      return WriteWhile(instruction);
    case Opcode::kConditional:
      return WriteConditional(instruction);
    case Opcode::kCustomCall:
      return WriteCustomCall(instruction);
    default:
      return std::nullopt;
  }
  return Body(instruction, Attr::to_apply, op) && Operands(instruction, op) &&
         EmitParts(instruction, op);
}

bool StablehloWriter::WriteWhile(const Instruction& instruction) {
  Op op;
  op.name = "stablehlo.while";
  return UseParts(*instruction.operands[0], op) && Body(instruction, Attr::condition, op) &&
         Body(instruction, Attr::body, op) && EmitParts(instruction, op);
}

bool StablehloWriter::WriteConditional(const Instruction& instruction) {
  Op op;
  const bool is_if = instruction.operands[0]->shape->element_type == ElementType::kPred;
  op.name = is_if ? "stablehlo.if" : "stablehlo.case";
  if (!Use(*instruction.operands[0], op)) return false;
  const std::vector<Computation*> branches = instruction.CalledComputations();
  if (branches.size() + 1 != instruction.operands.size()) return FailOp(instruction);
  for (size_t i = 0; i < branches.size(); ++i) {
    if (!SameType(*instruction.operands[i + 1], *branches[i]->parameters[0])) {
      return FailOp(instruction);
    }
    if (!WriteBranch(*branches[i], *instruction.operands[i + 1], op.regions.emplace_back())) {
      return false;
    }
  }
  return EmitParts(instruction, op);
}

bool StablehloWriter::WriteCustomCall(const Instruction& instruction) {
  Op op;
  op.name = "stablehlo.custom_call";
  for (const Attribute& attribute : instruction.attributes.all()) {
    std::string text;
    switch (attribute.attr) {
      case Attr::metadata:
        continue;
      case Attr::custom_call_target:
        AppendQuoted(instruction.attributes.String(attribute.attr), text);
        AppendAttribute(op.attributes, "call_target_name", text);
        continue;
      case Attr::custom_call_has_side_effect:
        AppendAttribute(op.attributes, "has_side_effect",
                        BoolText(instruction.attributes.Bool(attribute.attr)));
        continue;
      default:
        return FailOp(instruction);
    }
  }
  return Operands(instruction, op) && EmitParts(instruction, op);
}

// ---- collectives ----

std::optional<bool> StablehloWriter::WriteCollective(const Instruction& instruction) {
  const Attributes& attributes = instruction.attributes;
  Op op;
  bool combines = false;
  switch (instruction.opcode()) {
    case Opcode::kAllToAll: {
      const auto* groups = attributes.Get<ReplicaGroups>(Attr::replica_groups);
      const auto lists = groups == nullptr ? ReplicaGroups().lists : groups->Expand();
      const std::vector<int64_t>& dimensions = attributes.Ints(Attr::dimensions);
      if (dimensions.size() != 1 || lists.empty()) return FailOp(instruction);
      op.name = "stablehlo.all_to_all";
      AppendAttribute(op.attributes, "split_dimension", IntText(dimensions[0]));
      AppendAttribute(op.attributes, "concat_dimension", IntText(dimensions[0]));
      AppendAttribute(op.attributes, "split_count", IntText(static_cast<int64_t>(lists[0].size())));
      break;
    }
    case Opcode::kAllReduce:
    case Opcode::kReduceScatter:
      combines = true;
      [[fallthrough]];
    case Opcode::kAllGather:
    case Opcode::kCollectivePermute:
    case Opcode::kCollectiveBroadcast: {
      op.name = "stablehlo." + std::string(instruction.op->name);
      std::replace(op.name.begin(), op.name.end(), '-', '_');
      if (!RowAttributes(instruction, *RowNamed(op.name), op)) return false;
      break;
    }
    default:
      return std::nullopt;
  }
  const bool takes_one = !instruction.Is(Opcode::kAllReduce) && !instruction.Is(Opcode::kAllGather);
  if ((takes_one && instruction.operands.size() != 1) ||
      attributes.Has(Attr::permute_slice_sizes)) {
    return FailOp(instruction);
  }
  if (const auto* pairs = attributes.Get<IdPairs>(Attr::source_target_pairs)) {
    std::vector<int64_t> ids;
    for (const auto& [from, to] : pairs->pairs) ids.insert(ids.end(), {from, to});
    AppendAttribute(op.attributes, "source_target_pairs", MatrixText(ids, 2));
  } else {
    const auto* groups = attributes.Get<ReplicaGroups>(Attr::replica_groups);
    AppendAttribute(op.attributes, "replica_groups",
                    GroupsText(groups == nullptr ? ReplicaGroups().lists : groups->Expand()));
  }
  if (const int64_t channel = attributes.Int(Attr::channel_id); channel > 0) {
    AppendAttribute(op.attributes, "channel_handle",
                    Format("#stablehlo.channel_handle<handle = {}, type = 1>", {channel}));
  }
  if (combines && !Body(instruction, Attr::to_apply, op)) return false;
  return Operands(instruction, op) && EmitParts(instruction, op);
}

}  // namespace hlo::stablehlo
