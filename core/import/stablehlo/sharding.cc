// SPDX-License-Identifier: Apache-2.0
// Shardings and Shardy (imports reference 6).
#include <algorithm>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/base/scanner.h"
#include "core/import/stablehlo/converter.h"

namespace hlo::stablehlo {
// ---- meshes ----

const mlir::Attribute* Converter::FindMesh(std::string_view name) const {
  for (const mlir::Op* op : file_.meshes) {
    const mlir::Attribute* symbol = op->Find("sym_name");
    if (symbol == nullptr || symbol->text != name) continue;
    const mlir::Attribute* text = op->Find("mesh");
    return text != nullptr ? text : op->Find("sharding");
  }
  return nullptr;
}

// @mesh, #sdy.mesh<[..]>, or #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>]>
bool Converter::ReadMeshAttribute(const mlir::Attribute& given, Mesh& mesh) {
  const mlir::Attribute* attribute = file_.Resolve(&given);
  if (attribute != nullptr && (attribute->kind == mlir::AttributeKind::kSymbol ||
                               attribute->kind == mlir::AttributeKind::kString)) {
    attribute = FindMesh(attribute->text);
  }
  if (attribute == nullptr) return Fail("P12", given.span, "the mesh is not defined");
  if (attribute->text.ends_with("stablehlo.mesh")) {
    mlir::Attribute entries;
    if (!ReadStruct(*attribute, entries)) return false;
    const mlir::Attribute* axes = entries.Find("axes");
    for (size_t i = 0; axes != nullptr && i < axes->elements.size(); ++i) {
      mlir::Attribute axis;
      std::vector<int64_t> size;
      if (!ReadStruct(*axes->elements[i], axis) || !ReadStructList(axis, "size", size))
        return false;
      const mlir::Attribute* name = axis.Find("name");
      if (name == nullptr || size.empty())
        return Fail("P12", axes->elements[i]->span, "an axis has name and size");
      mesh.axes.push_back({std::string(name->text), size[0]});
    }
    return ReadStructList(entries, "device_ids", mesh.device_ids);
  }
  Scanner text(file_.Text(attribute->body));
  text.Take("mesh");
  return ReadShardyMesh(text, mesh) ||
         Fail("P12", attribute->span, "expected a mesh such as <[\"x\"=2]>");
}

// #stablehlo.axis_ref<name = "y", sub_axis_info = (1)2>, "y", or #sdy<axis_ref"y":(1)2>
bool Converter::ReadAxisRef(const mlir::Attribute& given, AxisRef& ref) {
  const mlir::Attribute* attribute = file_.Resolve(&given);
  if (attribute == nullptr) return Fail("P12", given.span, "expected an axis");
  if (attribute->kind == mlir::AttributeKind::kString) {
    ref.name = attribute->text;
    return true;
  }
  if (attribute->text.starts_with("sdy")) {
    Scanner text(file_.Text(attribute->body));
    text.Take("axis_ref");
    return (text.At('"') && hlo::ReadAxisRef(text, ref)) ||
           Fail("P12", given.span, "expected an axis");
  }
  mlir::Attribute entries;
  if (!ReadStruct(*attribute, entries)) return false;
  const mlir::Attribute* name = entries.Find("name");
  const mlir::Attribute* part = entries.Find("sub_axis_info");
  if (name == nullptr) return Fail("P12", given.span, "an axis has a name");
  ref.name = name->text;
  if (part == nullptr) return true;
  if (part->kind != mlir::AttributeKind::kPair)
    return Fail("P12", part->span, "expected (pre)size");
  ref.pre = part->elements[0]->integer();
  ref.size = part->elements[1]->integer();
  return true;
}

// ---- shardings ----

const MeshTexts& Converter::MeshesByName() {
  if (meshes_.size() == file_.meshes.size()) return meshes_;
  meshes_.clear();
  for (const mlir::Op* op : file_.meshes) {
    const mlir::Attribute* name = op->Find("sym_name");
    const mlir::Attribute* text = op->Find("mesh");
    if (text == nullptr) text = op->Find("sharding");
    meshes_.emplace_back(name == nullptr ? std::string_view() : name->text,
                         text == nullptr ? std::string_view() : file_.Text(text->body));
  }
  return meshes_;
}

namespace {

// Empty if it does not fit the mesh.
std::string ShardingText(const ShardySharding& sharding) {
  return sharding.mesh.ShardingText(sharding.dimensions).value_or("");
}

}  // namespace

// "@mesh, [{"x", ?}, {}], replicated={"z"}" as HLO sharding.
std::string Converter::SdySharding(SourceSpan body) {
  Scanner text(file_.Text(body));
  const std::optional<ShardySharding> sharding = ReadShardySharding(text, MeshesByName());
  return sharding ? ShardingText(*sharding) : "";
}

// "[<@mesh, [..]>, ...]" as HLO shardings; none if one is not understood.
std::vector<std::string> Converter::SdyShardings(SourceSpan list) {
  Scanner text(file_.Text(list));
  std::vector<std::string> all;
  for (const ShardySharding& sharding : ReadShardyShardings(text, MeshesByName())) {
    all.push_back(ShardingText(sharding));
    if (all.back().empty()) return {};
  }
  return all;
}

// sharding= of the attributes of an op, argument or result.
std::string Converter::ShardingOf(const std::vector<mlir::NamedAttribute>& attributes) {
  for (const mlir::NamedAttribute& entry : attributes) {
    const mlir::Attribute* value = file_.Resolve(entry.value);
    if (value == nullptr) continue;
    if (entry.name == "mhlo.sharding") {
      const std::string text = StringOf(*value);
      if (text.starts_with('{')) return ", sharding=" + text;
    }
    if (entry.name != "sdy.sharding") continue;
    if (value->text == "sdy.sharding_per_value") {
      const std::vector<std::string> shardings = SdyShardings(value->body);
      std::string all;
      for (const std::string& one : shardings) all += (all.empty() ? "" : ", ") + one;
      if (all.empty()) return "";
      return ", sharding=" + (shardings.size() == 1 ? all : "{" + all + "}");
    }
    const std::string text = SdySharding(value->body);
    if (!text.empty()) return ", sharding=" + text;
  }
  return "";
}

// A hint: a copy that carries it, or the custom call that XLA writes.
bool Converter::ConvertSdyConstraint(const mlir::Op& op, const OpRow&) {
  Operand operand;
  if (!ReadOperand(op, 0, operand)) return false;
  const mlir::Attribute* given = op.Find("sharding");
  const std::string sharding = given == nullptr ? "" : SdySharding(given->body);
  if (sharding.empty() || runs_on_devices_) return Give(op, operand);
  if (!options_.like_xla) {
    return GiveOne(op, operand.shape, Opcode::kCopy, operand.name, ", sharding=" + sharding);
  }
  return GiveOne(op, operand.shape, Opcode::kCustomCall, operand.name,
                 ", custom_call_target=\"Sharding\", sharding=" + sharding);
}

namespace {

// The names in quotes in the text of an attribute.
std::vector<std::string> QuotedNames(const mlir::File& file, const mlir::Attribute* attribute) {
  std::vector<std::string> names;
  std::string_view text = attribute == nullptr ? std::string_view() : file.Text(attribute->span);
  for (size_t at = text.find('"'); at != std::string_view::npos; at = text.find('"')) {
    text.remove_prefix(at + 1);
    const size_t end = std::min(text.find('"'), text.size());
    names.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return names;
}

// The number of the result of `op` that a value is, also behind sharding constraints.
std::optional<size_t> ManualResult(const mlir::Op& op, const mlir::Value* value) {
  while (value != nullptr && value->op != nullptr && value->op != &op) {
    const mlir::Op& constraint = *value->op;
    if (constraint.name != "sdy.sharding_constraint" || constraint.operands.empty()) break;
    value = constraint.operands[0].value;
  }
  if (value == nullptr || value->op != &op) return std::nullopt;
  return value->index;
}

std::string ShardingAttribute(const std::vector<std::string>& shardings, size_t i) {
  return i < shardings.size() ? ", sharding=" + shardings[i] : "";
}

}  // namespace

// A shard_map. Its body is written in the sizes of one device: where it is the whole function, the
// module becomes that body, to be run on all devices of the mesh.
bool Converter::ConvertManualComputation(const mlir::Op& op, const OpRow& row) {
  const bool whole = CanRunOnDevices(op);
  if (!whole) return ConvertLocalComputation(op, row);
  const mlir::Region& region = *op.regions[0];
  // The parameters of the entry take the local sizes.
  Frame& frame = *frame_;
  const int64_t devices = ManualDevices(op);
  partitions_ = std::max(partitions_, devices);
  runs_on_devices_ = true;
  frame.text.clear();
  frame.marks.clear();
  frame.lines.clear();
  frame.parameters.clear();
  const std::vector<std::string> in = DivisionsOf(op, "in_shardings");
  const std::vector<std::string> out = DivisionsOf(op, "out_shardings");
  device_results_.clear();
  for (const mlir::Use& use : frame.region->ops.back()->operands) {
    const size_t result = ManualResult(op, use.value).value_or(out.size());
    if (result < out.size()) device_results_.push_back(out[result]);
  }
  for (size_t i = 0; i < region.arguments.size(); ++i) {
    const mlir::BlockArgument& argument = region.arguments[i];
    const HloShape* shape = ShapeOf(*argument.value->type, argument.value->span);
    if (shape == nullptr) return false;
    const mlir::BlockArgument& outer = frame.region->arguments[i];
    Bind(argument.value,
         EmitOperand(ArgumentName(outer), shape, Opcode::kParameter, std::to_string(i),
                     in.size() == region.arguments.size() ? ", sharding=" + in[i] : ""));
    frame.marks.back().source = outer.value->span;
    frame.parameters.push_back({shape, i});
  }
  std::vector<Operand> results;
  if (!ConvertOps(region) || !FinishBody(region, results)) return false;
  for (size_t i = 0; i < results.size() && i < op.results.size(); ++i) {
    // The root has the sharding of a single result, beside those of a parameter or an op.
    if (device_results_.size() == 1 && frame.HasSharding(results[i].name)) {
      results[i] = EmitOperand(ResultName(op, i), results[i].shape, Opcode::kCopy, results[i].name);
    }
    Bind(op.results[i], results[i]);
  }
  report_.Warn(
      "W03", op.name_span,
      Format("the body of '{}' is imported as a program of {} devices, in the sizes of one "
             "device",
             {op.name, devices}));
  return true;
}

// The body of the entry is this op alone, on the arguments in their order, and its results, which
// may pass through sharding constraints.
bool Converter::CanRunOnDevices(const mlir::Op& op) {
  const mlir::Region* body = frame_->region;
  if (frame_->around != nullptr || body == nullptr || op.regions.size() != 1 || depth_ != 1)
    return false;
  if (body->ops.size() < 2 || body->ops[0] != &op) return false;
  const bool is_alone =
      std::all_of(body->ops.begin() + 1, body->ops.end() - 1,
                  [](const mlir::Op* other) { return other->name == "sdy.sharding_constraint"; });
  if (!is_alone) return false;
  const size_t count = body->arguments.size();
  if (op.operands.size() != count || op.regions[0]->arguments.size() != count) return false;
  for (size_t i = 0; i < count; ++i) {
    if (op.operands[i].value != body->arguments[i].value) return false;
  }
  for (const mlir::Use& use : body->ops.back()->operands) {
    if (!ManualResult(op, use.value)) return false;
  }
  return ManualDevices(op) > 1;
}

// Those of its "in_shardings" or "out_shardings".
std::vector<ShardySharding> Converter::ManualShardings(const mlir::Op& op, std::string_view name) {
  const mlir::Attribute* list = op.Find(name);
  std::string_view all = list == nullptr ? std::string_view() : file_.Text(list->span);
  all.remove_prefix(std::min(all.find("[<"), all.size()));
  Scanner text(all);
  return ReadShardyShardings(text, MeshesByName());
}

// The same as HLO writes them, by the axes that are manual; none if one is not understood.
std::vector<std::string> Converter::DivisionsOf(const mlir::Op& op, std::string_view name) {
  const std::vector<std::string> axes = QuotedNames(file_, op.Find("manual_axes"));
  std::vector<std::string> all;
  for (ShardySharding& sharding : ManualShardings(op, name)) {
    Mesh::KeepAxes(axes, sharding.dimensions);
    all.push_back(ShardingText(sharding));
    // Partial sums are not parts of an array.
    if (all.back().empty() || sharding.is_unreduced) return {};
  }
  return all;
}

// The devices of the largest mesh that the shardings name or define.
int64_t Converter::ManualDevices(const mlir::Op& op) {
  int64_t most = 1;
  for (const std::string_view name : {"in_shardings", "out_shardings"}) {
    for (const ShardySharding& sharding : ManualShardings(op, name)) {
      most = std::max(most, sharding.mesh.DeviceCount());
    }
  }
  return most;
}

// What a body in the sizes of one device takes: the parts of the operands.
bool Converter::DivideOperands(const mlir::Op& op, const mlir::Region& region,
                               std::vector<Operand>& operands) {
  const std::vector<std::string> in = DivisionsOf(op, "in_shardings");
  for (size_t i = 0; i < operands.size(); ++i) {
    const HloShape* local = ShapeOf(*region.arguments[i].value->type, op.name_span);
    if (local == nullptr) return false;
    if (local == operands[i].shape) continue;
    const Operand whole = EmitOperand(
        Format("{}.global{}", {ResultName(op), i}), operands[i].shape, Opcode::kCustomCall,
        operands[i].name, ", custom_call_target=\"Sharding\"" + ShardingAttribute(in, i));
    operands[i] =
        EmitOperand(Format("{}.local{}", {ResultName(op), i}), local, Opcode::kCustomCall,
                    whole.name, ", custom_call_target=\"SPMDFullToShardShape\", sharding={manual}");
  }
  return true;
}

// Elsewhere: a call between the custom calls that change between global and local sizes.
bool Converter::ConvertLocalComputation(const mlir::Op& op, const OpRow& row) {
  std::vector<Operand> operands;
  std::string name;
  if (!CheckRegions(op, 1) || !ReadOperands(op, operands)) return false;
  const mlir::Region& region = *op.regions[0];
  if (region.arguments.size() != operands.size()) {
    return FailOp(op, "P07",
                  Format("must have as many operands as the body has arguments ({}), got {}",
                         {region.arguments.size(), operands.size()}));
  }
  partitions_ = std::max(partitions_, ManualDevices(op));
  const std::vector<std::string> out = DivisionsOf(op, "out_shardings");
  if (!DivideOperands(op, region, operands)) return false;
  std::vector<const HloShape*> local_results, shapes;
  if (!ConvertRegionCall(op, region, "manual_computation", name, local_results)) return false;
  for (size_t i = 0; i < op.results.size(); ++i) shapes.push_back(ResultShape(op, i));
  if (shapes.size() != local_results.size() || shapes.empty()) {
    return FailOp(op, "P07", "the body must return as many values as the op has results");
  }
  const HloShape* called = shapes.size() == 1 ? local_results[0] : TupleOf(local_results);
  const Operand call = EmitOperand(ResultName(op) + ".call", called, *row.opcode, Names(operands),
                                   ", to_apply=" + name);
  for (size_t i = 0; i < shapes.size(); ++i) {
    if (shapes[i] == nullptr) return false;
    Operand value = call;
    if (shapes.size() > 1) {
      value = EmitOperand(Format("{}.shard", {ResultName(op, i)}), local_results[i],
                          Opcode::kGetTupleElement, call.name, Format(", index={}", {i}));
    }
    if (local_results[i] != shapes[i]) {
      value =
          EmitOperand(ResultName(op, i), shapes[i], Opcode::kCustomCall, value.name,
                      ", custom_call_target=\"SPMDShardToFullShape\"" + ShardingAttribute(out, i));
    }
    Bind(op.results[i], value);
  }
  return true;
}

}  // namespace hlo::stablehlo
