// SPDX-License-Identifier: Apache-2.0
// HLO instructions as StableHLO ops (imports reference 14).
#include <algorithm>
#include <span>
#include <utility>

#include "core/base/format.h"
#include "core/import/export/mlir_values.h"
#include "core/import/export/op_attributes.h"
#include "core/import/export/stablehlo_writer.h"

namespace hlo::stablehlo {
namespace {

// How an opcode is written whose op has the operands of the instruction and its result, or a result
// for each element of its tuple.
struct Form {
  Opcode opcode;
  std::string_view op_name;
  Result<std::string> (*attributes)(const Instruction& instruction, const OpRow& row);
  std::span<const Attr> regions = {};  // the computations in them
};

constexpr Attr kToApply[] = {Attr::to_apply};
constexpr Attr kSelectThenScatter[] = {Attr::select, Attr::scatter};

constexpr Form kForms[] = {
    {Opcode::kAllGather, "stablehlo.all_gather", CollectiveAttributes},
    {Opcode::kAllReduce, "stablehlo.all_reduce", CollectiveAttributes, kToApply},
    {Opcode::kAllToAll, "stablehlo.all_to_all", AllToAllAttributes},
    {Opcode::kBitcastConvert, "stablehlo.bitcast_convert", RowAttributes},
    {Opcode::kBroadcast, "stablehlo.broadcast_in_dim", BroadcastAttributes},
    {Opcode::kClamp, "stablehlo.clamp", ClampAttributes},
    {Opcode::kCollectiveBroadcast, "stablehlo.collective_broadcast", CollectiveAttributes},
    {Opcode::kCollectivePermute, "stablehlo.collective_permute", CollectiveAttributes},
    {Opcode::kCollectiveReduce, "stablehlo.collective_reduce", CollectiveAttributes, kToApply},
    {Opcode::kCompare, "stablehlo.compare", CompareAttributes},
    {Opcode::kConvolution, "stablehlo.convolution", ConvolutionAttributes},
    {Opcode::kDot, "stablehlo.dot_general", DotAttributes},
    {Opcode::kDynamicSlice, "stablehlo.dynamic_slice", DynamicSliceAttributes},
    {Opcode::kGather, "stablehlo.gather", GatherAttributes},
    {Opcode::kGetDimensionSize, "stablehlo.get_dimension_size", RowAttributes},
    {Opcode::kIota, "stablehlo.iota", RowAttributes},
    {Opcode::kMap, "stablehlo.map", MapAttributes, kToApply},
    {Opcode::kPad, "stablehlo.pad", PadAttributes},
    {Opcode::kRaggedDot, "chlo.ragged_dot", RaggedDotAttributes},
    {Opcode::kRaggedAllToAll, "stablehlo.custom_call", RaggedAllToAllAttributes},
    {Opcode::kReduce, "stablehlo.reduce", DimensionsAttribute, kToApply},
    {Opcode::kReducePrecision, "stablehlo.reduce_precision", ReducePrecisionAttributes},
    {Opcode::kReduceScatter, "stablehlo.reduce_scatter", CollectiveAttributes, kToApply},
    {Opcode::kReduceWindow, "stablehlo.reduce_window", ReduceWindowAttributes, kToApply},
    {Opcode::kReshape, "stablehlo.reshape", RowAttributes},
    {Opcode::kScatter, "stablehlo.scatter", ScatterAttributes, kToApply},
    {Opcode::kSelect, "stablehlo.select", RowAttributes},
    {Opcode::kSelectAndScatter, "stablehlo.select_and_scatter", SelectAndScatterAttributes,
     kSelectThenScatter},
    {Opcode::kSlice, "stablehlo.slice", SliceAttributes},
    {Opcode::kSort, "stablehlo.sort", SortAttributes, kToApply},
    {Opcode::kTopk, "chlo.top_k", TopkAttributes},
};

const Form* FindForm(Opcode opcode) {
  for (const Form& form : kForms) {
    if (form.opcode == opcode) return &form;
  }
  return nullptr;
}

// The row of an op that becomes this opcode and nothing else.
const OpRow* FindPlainRow(Opcode opcode) {
  for (const OpRow& row : OpRows()) {
    if (row.is_plain && row.opcode == opcode) return &row;
  }
  return nullptr;
}

// Whether the shapes are equal except for layouts.
bool HaveSameType(const Instruction& a, const Instruction& b) {
  ShapeCompare compare;
  compare.layout = false;
  return Equal(*a.shape, *b.shape, compare);
}

}  // namespace

Status StablehloWriter::WriteInstruction(const Instruction& instruction) {
  switch (instruction.opcode()) {
    case Opcode::kTuple:
      return WriteTuple(instruction);
    case Opcode::kGetTupleElement:
      return WriteGetTupleElement(instruction);
    case Opcode::kConstant:
      return WriteConstant(instruction);
    case Opcode::kCall:
    case Opcode::kFusion:
      return WriteCall(instruction);
    case Opcode::kWhile:
      return WriteWhile(instruction);
    case Opcode::kConditional:
      return WriteConditional(instruction);
    case Opcode::kRng:
      return WriteRng(instruction);
    case Opcode::kOptBarrier:
      return WriteBarrier(instruction);
    case Opcode::kCustomCall:
      return WriteCustomCall(instruction);
    case Opcode::kScan:
      return WriteScan(instruction);
    case Opcode::kInfeed:
      return WriteInfeed(instruction);
    case Opcode::kOutfeed:
      return WriteOutfeed(instruction);
    case Opcode::kAsyncStart:
      return WriteAsyncStart(instruction);
    case Opcode::kSend:
    case Opcode::kRecv:
      return Unsupported(instruction, "its op includes the done, which stands elsewhere here");
    case Opcode::kCopy:
      return WriteCopy(instruction);
    case Opcode::kBitcast:
      return WriteBitcast(instruction);
    case Opcode::kAllReduceStart:
      return WriteStart(instruction, Opcode::kAllReduce);
    case Opcode::kAllGatherStart:
      return WriteStart(instruction, Opcode::kAllGather);
    case Opcode::kCollectivePermuteStart:
      return WriteStart(instruction, Opcode::kCollectivePermute);
    case Opcode::kAllReduceDone:
    case Opcode::kAllGatherDone:
    case Opcode::kCollectivePermuteDone:
    case Opcode::kAsyncDone:
      return WriteDone(instruction);
    default: {
      HLO_TRY(const Op op, OpByTable(instruction, instruction.opcode()));
      return EmitParts(instruction, op);
    }
  }
}

Result<StablehloWriter::Op> StablehloWriter::OpByTable(const Instruction& instruction,
                                                       Opcode opcode) {
  const Form* form = FindForm(opcode);
  const OpRow* row = form != nullptr ? FindRow(form->op_name) : FindPlainRow(opcode);
  if (row == nullptr) return Unsupported(instruction);
  Op op;
  op.name = row->name;
  const auto attributes = form != nullptr ? form->attributes : RowAttributes;
  HLO_TRY(op.attributes, attributes(instruction, *row));
  if (form != nullptr) {
    for (const Attr attr : form->regions) HLO_RETURN_IF_ERROR(AddRegion(instruction, attr, op));
  }
  HLO_RETURN_IF_ERROR(AddOperands(instruction, op));
  return op;
}

// ---- tuples and constants ----

Status StablehloWriter::WriteTuple(const Instruction& tuple) {
  if (tuple.operands.empty()) {  // has no parts that could stand for it
    Op op;
    op.name = "stablehlo.tuple";
    return Emit(tuple, op);
  }
  Value value;
  for (const Instruction* operand : tuple.operands) {
    HLO_TRY(std::string name, NameOf(*operand));
    value.parts.push_back(std::move(name));
  }
  values_[&tuple] = std::move(value);
  return Status();
}

Status StablehloWriter::WriteGetTupleElement(const Instruction& get) {
  const auto index = static_cast<size_t>(get.attributes.Int(Attr::index));
  const Value& tuple = values_[get.operands[0]];
  if (index < tuple.parts.size()) {
    values_[&get] = {tuple.parts[index], {}};
    return Status();
  }
  Op op;
  op.name = "stablehlo.get_tuple_element";
  op.attributes = Format("index = {} : i32", {index});
  HLO_RETURN_IF_ERROR(AddOperands(get, op));
  return Emit(get, op);
}

Status StablehloWriter::WriteConstant(const Instruction& constant) {
  if (constant.literal == nullptr) {
    return Unsupported(constant, "its value is elided in the text");
  }
  HLO_TRY(std::string name, EmitConstant(*constant.literal, constant.name));
  values_[&constant] = {std::move(name), {}};
  return Status();
}

Result<std::string> StablehloWriter::EmitConstant(const Literal& literal, std::string_view name) {
  if (!literal.IsArray()) return Fail("I01", "StableHLO has no constant tuples");
  HLO_TRY(const std::string type, TypeOf(literal.shape()));
  Op op;
  op.name = "stablehlo.constant";
  op.attributes = "value = " + DenseText(literal);
  std::string value = Fresh(name);
  Line(value, op, type);
  return value;
}

// ---- called computations ----

Status StablehloWriter::WriteCall(const Instruction& call) {
  const Computation* called = call.CalledComputations()[0];
  for (size_t i = 0; i < call.operands.size(); ++i) {
    if (!HaveSameType(*call.operands[i], *called->parameters[i])) {
      return Unsupported(call, "the types of an operand and of its parameter differ");
    }
  }
  Op op;
  op.name = "func.call";
  op.attributes = "callee = @" + std::string(FunctionOf(*called));
  HLO_RETURN_IF_ERROR(AddOperands(call, op));
  return Emit(call, op);
}

std::string_view StablehloWriter::FunctionOf(const Computation& computation) {
  const auto [entry, is_new] = functions_.try_emplace(&computation);
  if (is_new) {
    std::string name = computation.name;
    std::replace(name.begin(), name.end(), '-', '_');
    entry->second = Fresh(name).substr(1);
    waiting_.push_back(&computation);
  }
  return entry->second;
}

Status StablehloWriter::WriteWhile(const Instruction& loop) {
  Op op;
  op.name = "stablehlo.while";
  HLO_RETURN_IF_ERROR(AddOperandParts(*loop.operands[0], op));
  for (const Attr attr : {Attr::condition, Attr::body}) {
    HLO_RETURN_IF_ERROR(AddRegion(loop, attr, op));
  }
  return EmitParts(loop, op);
}

Status StablehloWriter::WriteConditional(const Instruction& conditional) {
  const Instruction& selector = *conditional.operands[0];
  Op op;
  op.name = selector.shape->element_type == ElementType::kPred ? "stablehlo.if" : "stablehlo.case";
  HLO_RETURN_IF_ERROR(AddOperand(selector, op));
  const std::vector<Computation*> branches = conditional.CalledComputations();
  if (branches.size() + 1 != conditional.operands.size()) return Unsupported(conditional);
  for (size_t i = 0; i < branches.size(); ++i) {
    const Instruction& argument = *conditional.operands[i + 1];
    if (!HaveSameType(argument, *branches[i]->parameters[0])) {
      return Unsupported(conditional, "the types of an operand and of its parameter differ");
    }
    HLO_TRY(std::string region, BranchText(*branches[i], argument));
    op.regions.push_back(std::move(region));
  }
  return EmitParts(conditional, op);
}

// ---- other operands ----

Status StablehloWriter::WriteBarrier(const Instruction& barrier) {
  Op op;
  op.name = "stablehlo.optimization_barrier";
  HLO_RETURN_IF_ERROR(AddOperandParts(*barrier.operands[0], op));
  return EmitParts(barrier, op);
}

// The shape of the result is an operand.
Status StablehloWriter::WriteRng(const Instruction& rng) {
  const Shape& shape = *rng.shape;
  HLO_TRY(Literal sizes, Literal::Allocate(Shape::Array(ElementType::kS64, {shape.rank()})));
  std::copy(shape.dims.begin(), shape.dims.end(), sizes.mutable_data<int64_t>().begin());
  Op op;
  op.name = "stablehlo.rng";
  HLO_TRY(op.attributes, RowAttributes(rng, *FindRow(op.name)));
  HLO_RETURN_IF_ERROR(AddOperands(rng, op));
  HLO_TRY(std::string name, EmitConstant(sizes, "sizes"));
  op.operands.push_back(std::move(name));
  HLO_RETURN_IF_ERROR(AddType(sizes.shape(), op));
  return Emit(rng, op);
}

}  // namespace hlo::stablehlo
