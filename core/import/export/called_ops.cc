// SPDX-License-Identifier: Apache-2.0
// Custom calls, scans, async ops, infeed and outfeed as StableHLO ops (imports reference 14).
#include <algorithm>
#include <iterator>
#include <utility>

#include "core/base/format.h"
#include "core/base/scanner.h"
#include "core/import/export/mlir_attributes.h"
#include "core/import/export/mlir_values.h"
#include "core/import/export/op_attributes.h"
#include "core/import/export/stablehlo_writer.h"
#include "core/import/mlir/parser.h"
#include "core/import/support/api_versions.h"
#include "core/import/support/append_listed.h"
#include "core/text/text.h"

namespace hlo::stablehlo {
namespace {

// StableHLO has a value where HLO has a tuple of one.
constexpr std::string_view kTupleOfOne = "the value is a tuple of one element";
bool IsTupleOfOne(const Shape& shape) { return shape.IsTuple() && shape.elements.size() == 1; }

// ---- custom calls ----

int64_t ApiVersion(const Instruction& call) {
  const Attribute* given = call.attributes.Find(Attr::api_version);
  if (given == nullptr) return 1;
  const auto* found = std::find(std::begin(kApiVersions), std::end(kApiVersions),
                                PrintAttributeValue(call, *given));
  return found == std::end(kApiVersions) ? 1 : found - std::begin(kApiVersions);
}

bool IsMlirDictionary(const std::string& text) {
  if (!text.starts_with('{')) return false;
  const std::string module = "module attributes {config = " + text + "} {}";
  mlir::File file;
  file.source = module;
  Report report(1);
  mlir::Parser(file, report, {0, static_cast<uint32_t>(module.size())}).ParseFile();
  const auto& found = file.module_attributes;
  return report.errors() == 0 && found.size() == 1 &&
         found[0].value->span.end - found[0].value->span.begin == text.size();
}

std::string ConfigText(const Instruction& call) {
  const std::string& text = call.attributes.Get<Config>(Attr::backend_config)->text;
  const bool is_dictionary = ApiVersion(call) == kTypedApiVersion && IsMlirDictionary(text);
  return is_dictionary ? text : QuotedText(text);
}

// "{{0}: (1, {})}" as a list of #stablehlo.output_operand_alias<...>.
Status AppendAliases(const Instruction& call, std::string& attributes) {
  const std::string all =
      PrintAttributeValue(call, *call.attributes.Find(Attr::output_to_operand_aliasing));
  std::string list;
  Scanner text(all);
  for (text.Take("{"); !text.Take("}"); text.Take(",")) {
    std::vector<int64_t> output, index;
    int64_t operand = 0;
    if (!text.Ints('{', '}', output) || !text.Take(":") || !text.Take("(") || !text.Int(operand) ||
        !text.Take(",") || !text.Ints('{', '}', index) || !text.Take(")")) {
      return Unsupported(call);
    }
    std::string fields;
    AppendAttribute(fields, "output_tuple_indices", "[" + Joined(output, ", ") + "]");
    AppendAttribute(fields, "operand_index", std::to_string(operand));
    AppendAttribute(fields, "operand_tuple_indices", "[" + Joined(index, ", ") + "]");
    AppendListed("#stablehlo.output_operand_alias<" + fields + ">", list);
  }
  AppendAttribute(attributes, "output_operand_aliases", "[" + list + "]");
  return Status();
}

bool HasPlainLayouts(const Shape& shape) {
  if (shape.IsTuple()) {
    return std::all_of(shape.elements.begin(), shape.elements.end(), HasPlainLayouts);
  }
  return !shape.IsArray() || shape.layout.IsDefault();
}

// Lists of dimensions from minor to major, of arrays without tiles.
Result<std::string> LayoutsText(const Instruction& call, const std::vector<Shape>& shapes) {
  std::string list;
  for (const Shape& shape : shapes) {
    if (shape.IsTuple() || !HasOnlyOrder(shape.layout)) {
      return Unsupported(call, "a layout of a custom call is an order of dimensions");
    }
    const Dims& order = shape.layout.minor_to_major;
    AppendListed(Format("dense<{}> : tensor<{}xindex>",
                        {order.empty() ? "" : "[" + Joined(order, ", ") + "]", order.size()}),
                 list);
  }
  return "[" + list + "]";
}

Status AppendLayouts(const Instruction& call, std::string& attributes) {
  std::vector<Shape> operands, results = {*call.shape};
  if (const auto* given =
          call.attributes.Get<std::vector<Shape>>(Attr::operand_layout_constraints)) {
    operands = *given;
  } else {
    for (const Instruction* operand : call.operands) {
      if (!HasPlainLayouts(*operand->shape)) {
        return Unsupported(call, Format("without `operand_layout_constraints` its operands must "
                                        "have the default layout, got {}",
                                        {ShapeText(*operand->shape)}));
      }
      operands.push_back(*operand->shape);
    }
  }
  if (call.shape->IsTuple()) results = call.shape->elements;
  HLO_TRY(const std::string of_operands, LayoutsText(call, operands));
  HLO_TRY(const std::string of_results, LayoutsText(call, results));
  AppendAttribute(attributes, "operand_layouts", of_operands);
  AppendAttribute(attributes, "result_layouts", of_results);
  return Status();
}

}  // namespace

Status StablehloWriter::WriteCustomCall(const Instruction& call) {
  Op op;
  op.name = "stablehlo.custom_call";
  for (const Attribute& attribute : call.attributes.all()) {
    HLO_RETURN_IF_ERROR(AddCallAttribute(call, attribute, op.attributes));
  }
  if (call.attributes.Has(Attr::operand_layout_constraints) || !HasPlainLayouts(*call.shape)) {
    HLO_RETURN_IF_ERROR(AppendLayouts(call, op.attributes));
  }
  HLO_RETURN_IF_ERROR(AddOperands(call, op));
  return EmitParts(call, op);
}

Status StablehloWriter::AddCallAttribute(const Instruction& call, const Attribute& attribute,
                                         std::string& out) {
  switch (attribute.attr) {
    case Attr::metadata:
    case Attr::sharding:
    case Attr::frontend_attributes:
    case Attr::operand_layout_constraints:
      return Status();
    case Attr::custom_call_target:
      AppendAttribute(out, "call_target_name", QuotedText(call.attributes.String(attribute.attr)));
      return Status();
    case Attr::custom_call_has_side_effect:
      AppendAttribute(out, "has_side_effect", BoolText(call.attributes.Bool(attribute.attr)));
      return Status();
    case Attr::api_version:
      AppendAttribute(out, "api_version", Format("{} : i32", {ApiVersion(call)}));
      return Status();
    case Attr::backend_config:
      AppendAttribute(out, "backend_config", ConfigText(call));
      return Status();
    case Attr::output_to_operand_aliasing:
      return AppendAliases(call, out);
    case Attr::called_computations: {
      std::string names;
      for (const Computation* called : call.CalledComputations()) {
        AppendListed("@" + std::string(FunctionOf(*called)), names);
      }
      AppendAttribute(out, "called_computations", "[" + names + "]");
      return Status();
    }
    default:
      return Unsupported(call, Format("it has no attribute '{}'", {Info(attribute.attr).name}));
  }
}

// ---- scans ----

Status StablehloWriter::WriteScan(const Instruction& scan) {
  const auto carries = static_cast<size_t>(scan.attributes.Int(Attr::num_carries));
  const auto segments = [&](size_t count) {
    return Format("array<i32: {}, {}>", {count - carries, carries});
  };
  Op op;
  op.name = "chlo.scan";
  HLO_TRY(op.attributes, RowAttributes(scan, *FindRow(op.name)));
  AppendAttribute(op.attributes, "dimension", IntText(scan.attributes.Ints(Attr::dimensions)[0]));
  AppendAttribute(op.attributes, "operandSegmentSizes", segments(scan.operands.size()));
  AppendAttribute(op.attributes, "resultSegmentSizes", segments(scan.shape->elements.size()));
  HLO_RETURN_IF_ERROR(AddRegion(scan, Attr::to_apply, op));
  HLO_RETURN_IF_ERROR(AddOperands(scan, op));
  return EmitParts(scan, op);
}

// ---- infeed, outfeed ----

// HLO has a tuple of the data and the token, StableHLO a result for each array and the token.
Status StablehloWriter::WriteInfeed(const Instruction& infeed) {
  const Shape& data = infeed.shape->elements[0];
  if (IsTupleOfOne(data)) return Unsupported(infeed, kTupleOfOne);
  std::vector<Shape> shapes = data.IsTuple() ? data.elements : std::vector<Shape>{data};
  shapes.push_back(infeed.shape->elements[1]);
  Op op;
  op.name = "stablehlo.infeed";
  HLO_TRY(op.attributes, RowAttributes(infeed, *FindRow(op.name)));
  HLO_RETURN_IF_ERROR(AddOperands(infeed, op));
  HLO_TRY(std::vector<std::string> parts, EmitResults(infeed, shapes, op));
  std::string token = std::move(parts.back());
  parts.pop_back();
  std::string values;
  if (data.IsTuple()) {
    HLO_TRY(values, EmitTuple(infeed.name, data, std::move(parts)));
  } else {
    values = std::move(parts[0]);
  }
  values_[&infeed] = {{}, {std::move(values), std::move(token)}};
  return Status();
}

Status StablehloWriter::WriteOutfeed(const Instruction& outfeed) {
  if (IsTupleOfOne(*outfeed.operands[0]->shape)) return Unsupported(outfeed, kTupleOfOne);
  Op op;
  op.name = "stablehlo.outfeed";
  HLO_TRY(op.attributes, RowAttributes(outfeed, *FindRow(op.name)));
  HLO_RETURN_IF_ERROR(AddOperandParts(*outfeed.operands[0], op));
  HLO_RETURN_IF_ERROR(AddOperand(*outfeed.operands[1], op));
  return Emit(outfeed, op);
}

// ---- async ops ----

namespace {

// What the done of this start gives.
const Shape& OutputOf(const Instruction& start) {
  return start.Is(Opcode::kAllReduceStart) ? *start.shape : start.shape->elements[1];
}

}  // namespace

// The value of a start is a future, which only its done can take.
bool StablehloWriter::IsFuture(const Instruction& instruction) {
  return instruction.Is(Opcode::kAsyncStart) || instruction.Is(Opcode::kAllReduceStart) ||
         instruction.Is(Opcode::kAllGatherStart) || instruction.Is(Opcode::kCollectivePermuteStart);
}

Status StablehloWriter::WriteAsyncStart(const Instruction& start) {
  Op op;
  op.annotations = AnnotationsOf(start);
  HLO_RETURN_IF_ERROR(AddRegion(start, Attr::calls, op));
  return EmitStart(start, std::move(op));
}

Status StablehloWriter::WriteStart(const Instruction& start, Opcode collective) {
  Op op;
  HLO_TRY(std::string region, CollectiveRegion(start, collective));
  op.regions.push_back(std::move(region));
  return EmitStart(start, std::move(op));
}

Status StablehloWriter::EmitStart(const Instruction& start, Op op) {
  if (IsTupleOfOne(OutputOf(start))) return Unsupported(start, kTupleOfOne);
  op.name = "stablehlo.async_start";
  for (const Instruction* operand : start.operands) {
    if (operand->shape->IsTuple()) return Unsupported(start, "an operand is a tuple");
    HLO_RETURN_IF_ERROR(AddOperand(*operand, op));
  }
  HLO_TRY(const std::string future, FutureType(OutputOf(start)));
  const std::string name = Fresh(start.name);
  Line(name, op, future);
  values_[&start] = {name, {}};
  return Status();
}

Result<std::string> StablehloWriter::CollectiveRegion(const Instruction& start, Opcode collective) {
  std::string before = std::exchange(out_, std::string());
  std::vector<std::pair<const Instruction*, Value>> outside;
  std::string arguments;
  for (const Instruction* operand : start.operands) {
    HLO_TRY(const std::string type, TypeOf(*operand->shape));
    Value& value = values_[operand];
    outside.emplace_back(operand, std::exchange(value, {Fresh(operand->name), {}}));
    AppendListed(value.name + ": " + type, arguments);
  }
  HLO_TRY(const Op op, OpByTable(start, collective));  // has the annotations of the start
  const Shape& output = OutputOf(start);
  const std::vector<Shape> shapes = output.IsTuple() ? output.elements : std::vector<Shape>{output};
  Op result;
  result.name = "stablehlo.return";
  HLO_TRY(result.operands, EmitResults(start, shapes, op));
  for (const Shape& shape : shapes) HLO_RETURN_IF_ERROR(AddType(shape, result));
  Line("", result, "()");
  // An operand may occur twice: its first value is restored last.
  for (size_t i = outside.size(); i-- > 0;)
    values_[outside[i].first] = std::move(outside[i].second);
  return "^bb0(" + arguments + "):\n" + std::exchange(out_, std::move(before));
}

Status StablehloWriter::WriteDone(const Instruction& done) {
  const Instruction& start = *done.operands[0];
  if (!IsFuture(start)) return Unsupported(done);
  Op op;
  op.name = "stablehlo.async_done";
  HLO_TRY(std::string future, FutureType(OutputOf(start)));
  op.operands = {values_[&start].name};
  op.operand_types = {std::move(future)};
  return EmitParts(done, op);
}

Result<std::string> StablehloWriter::FutureType(const Shape& output) {
  std::string types;
  for (const Shape& shape : output.IsTuple() ? output.elements : std::vector<Shape>{output}) {
    HLO_TRY(const std::string type, TypeOf(shape));
    AppendListed(type, types);
  }
  return "!stablehlo.future<" + types + ">";
}

}  // namespace hlo::stablehlo
