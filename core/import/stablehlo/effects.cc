// SPDX-License-Identifier: Apache-2.0
// Collectives, transfers, tokens (imports reference 3, 4.5).
#include <algorithm>

#include "core/base/checked.h"
#include "core/base/format.h"
#include "core/base/result.h"
#include "core/import/stablehlo/converter.h"

namespace hlo::stablehlo {

// {{0,1},{2,3}} of rows; -1 pads uneven groups.
std::string Converter::GroupsText(const std::vector<int64_t>& ids, int64_t columns) {
  std::string text = "{";
  const auto step = static_cast<size_t>(std::max<int64_t>(columns, 0));
  for (size_t begin = 0; step > 0 && begin + step <= ids.size(); begin += step) {
    std::vector<int64_t> group;
    for (size_t i = begin; i < begin + step; ++i) {
      if (ids[i] >= 0) group.push_back(ids[i]);
    }
    text += (begin == 0 ? "" : ",") + Braced(group);
  }
  return text + "}";
}

// dense<[[0, 1], [2, 3]]>, or axes of a mesh.
bool Converter::PrintGroups(const mlir::Op& op, std::string_view name, std::string& out) {
  const mlir::Attribute* given = file_.Resolve(op.Find(name));
  if (given == nullptr) return true;
  out += ", " + std::string(name) + "=";
  if (given->kind == mlir::AttributeKind::kDialect) return MeshGroups(*given, out);
  std::vector<int64_t> ids;
  if (given->kind == mlir::AttributeKind::kArray) return PrintGroupLists(*given, out);
  if (!mlir::ReadNumbers(file_, report_, *given, ids)) return false;
  if (given->type == nullptr || given->type->dims.size() != 2) {
    return Fail("P12", given->span, Format("'{}' must have a row for each group", {name}));
  }
  out += GroupsText(ids, given->type->dims[1]);
  return true;
}

// [[0], [1, 2]]
bool Converter::PrintGroupLists(const mlir::Attribute& given, std::string& out) {
  std::string text;
  for (const mlir::Attribute* element : given.elements) {
    const mlir::Attribute* list = file_.Resolve(element);
    if (list == nullptr || list->kind != mlir::AttributeKind::kArray) {
      return Fail("P12", element->span, "a group must be a list of numbers");
    }
    std::vector<int64_t> group;
    if (!mlir::ReadNumbers(file_, report_, *list, group)) return false;
    std::erase_if(group, [](int64_t id) { return id < 0; });  // pads uneven groups
    text += (text.empty() ? "" : ",") + Braced(group);
  }
  out += "{" + text + "}";
  return true;
}

// #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = "y">]>
bool Converter::MeshGroups(const mlir::Attribute& given, std::string& out) {
  mlir::Attribute entries;
  if (!ReadStruct(given, entries)) return false;
  const mlir::Attribute* where = entries.Find("mesh");
  if (where == nullptr) where = entries.Find("mesh_name");
  const mlir::Attribute* axes = entries.Find("axes");
  Mesh mesh;
  if (where == nullptr || axes == nullptr) {
    return Fail("P12", given.span, "replica groups of a mesh need 'mesh' and 'axes'");
  }
  if (!ReadMeshAttribute(*where, mesh)) return false;
  std::vector<AxisRef> refs;
  for (const mlir::Attribute* axis : axes->elements) {
    AxisRef ref;
    if (!ReadAxisRef(*axis, ref)) return false;
    refs.push_back(std::move(ref));
  }
  const std::optional<std::vector<int64_t>> order = mesh.GroupOrder(refs);
  if (!order) return Fail("P12", given.span, "the axes are none of the mesh, or do not divide it");
  int64_t columns = 1;
  for (const AxisRef& ref : refs) columns *= mesh.SizeOf(ref);
  out += GroupsText(*order, columns);
  return true;
}

// channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, or channel_id = 1.
bool Converter::PrintChannel(const mlir::Op& op, std::string& out) {
  int64_t channel = 0;
  if (op.Has("channel_id") && !ReadInt(op, "channel_id", channel)) return false;
  if (const mlir::Attribute* handle = op.Find("channel_handle")) {
    mlir::Attribute entries;
    std::vector<int64_t> number;
    if (!ReadStruct(*handle, entries) || !ReadStructList(entries, "handle", number)) return false;
    if (!number.empty()) channel = number[0];
  }
  if (channel > 0) out += Format(", channel_id={}", {channel});
  return true;
}

bool Converter::ConvertCollective(const mlir::Op& op, const OpRow& row) {
  std::vector<Operand> operands;
  std::string attributes;
  if (op.Has("has_dynamic_root") && ReadFlag(op, "has_dynamic_root")) {
    return FailOp(op, "I01", "the op is known, but HLO has no dynamic root");
  }
  if (!ReadOperands(op, operands) || !PrintChannel(op, attributes) ||
      !PrintGroups(op, "replica_groups", attributes) ||
      !PrintGroups(op, "source_target_pairs", attributes) ||
      !PrintAttributes(op, row, attributes)) {
    return false;
  }
  const bool is_old_sum = row.name.ends_with("cross-replica-sum");
  const bool combines = row.opcode == Opcode::kAllReduce || row.opcode == Opcode::kReduceScatter ||
                        row.opcode == Opcode::kCollectiveReduce;
  if (is_old_sum) {
    attributes += ", to_apply=" + SumComputation(operands[0].shape->shape.element_type);
  } else if (combines) {
    std::string body;
    const std::string what(row.name.substr(row.name.find('.') + 1));
    if (!CheckRegions(op, 1) || !ConvertReducer(op, *op.regions[0], what, body)) return false;
    attributes += ", to_apply=" + body;
  }
  std::vector<const HloShape*> shapes;
  for (size_t i = 0; i < op.results.size(); ++i) {
    shapes.push_back(
        ResultShape(op, i, &operands[std::min(i, operands.size() - 1)].shape->shape.dims));
  }
  if (shapes.empty()) return FailOp(op, "P07", "must have at least 1 result, got 0");
  return GiveAll(op, shapes, *row.opcode, Names(operands), attributes);
}

// HLO splits and concatenates along one dimension; another one to concatenate along takes a
// reshape, a transpose and a reshape.
bool Converter::ConvertAllToAll(const mlir::Op& op, const OpRow& row) {
  int64_t split = 0, concat = 0, count = 0;
  std::string attributes;
  if (!ReadInt(op, "split_dimension", split) || !ReadInt(op, "concat_dimension", concat) ||
      !PrintChannel(op, attributes) || !PrintGroups(op, "replica_groups", attributes)) {
    return false;
  }
  if (op.Has("split_count") && !ReadInt(op, "split_count", count)) return false;
  if (op.operands.size() != op.results.size()) {
    return FailOp(op, "P07",
                  Format("must have as many results as operands ({}), got {}",
                         {op.operands.size(), op.results.size()}));
  }
  attributes += Format(", dimensions={}", {Braced({&split, 1})});
  for (size_t i = 0; i < op.operands.size(); ++i) {
    Operand operand;
    if (!ReadOperand(op, i, operand)) return false;
    const HloShape* shape = ResultShape(op, i);
    if (shape == nullptr) return false;
    const std::string name = ResultName(op, i);
    if (split == concat) {
      Bind(op.results[i], {Emit(name, shape, *row.opcode, operand.name, attributes, true), shape});
      continue;
    }
    const Dims& dims = operand.shape->shape.dims;
    const int64_t rank = std::ssize(dims);
    const bool fits = split >= 0 && split < rank && concat >= 0 && concat < rank && count > 0 &&
                      dims[static_cast<size_t>(split)] % count == 0;
    if (!fits)
      return FailValue(op, "split_count",
                       Format("split_count must divide dimension {}, got {}", {split, count}));
    const Operand received =
        EmitOperand(name + ".a", operand.shape, *row.opcode, operand.name, attributes);
    const Operand moved = MoveBlocks(name, received, split, concat, count);
    Bind(op.results[i], {Emit(name, shape, Opcode::kReshape, moved.name, "", true), shape});
  }
  return true;
}

// `count` blocks along the dimension `split` become an axis just before the dimension `concat`.
Operand Converter::MoveBlocks(const std::string& name, const Operand& array, int64_t split,
                              int64_t concat, int64_t count) {
  const Dims& dims = array.shape->shape.dims;
  std::vector<int64_t> parts(dims.begin(), dims.end());
  parts[static_cast<size_t>(split)] /= count;
  parts.insert(parts.begin() + split, count);
  const Operand blocks = EmitReshape(name + ".r", array, parts);
  std::vector<int64_t> order, transposed;
  for (int64_t d = 0; d < std::ssize(dims); ++d) {
    if (d == concat) order.push_back(split);
    order.push_back(d < split ? d : d + 1);
  }
  for (int64_t d : order) transposed.push_back(parts[static_cast<size_t>(d)]);
  return EmitOperand(name + ".t", ArrayOf(array.shape->shape.element_type, transposed),
                     Opcode::kTranspose, blocks.name, ", dimensions=" + Braced(order));
}

// ---- infeed, outfeed ----

// The shape of what infeed and recv give before their token, alone or as a tuple; nullptr after a
// report. `data`: the shapes of the values.
const HloShape* Converter::ReceivedShape(const mlir::Op& op, std::vector<const HloShape*>& data) {
  if (op.results.empty()) {
    FailOp(op, "P07", "must have at least 1 result, got 0");
    return nullptr;
  }
  for (size_t i = 0; i + 1 < op.results.size(); ++i) {
    data.push_back(ResultShape(op, i));
    if (data.back() == nullptr) return nullptr;
  }
  return data.size() == 1 ? data[0] : TupleOf(data);
}

// Binds the results to the elements of `received`, a tuple of the data and a token.
void Converter::BindReceived(const mlir::Op& op, const Operand& received, const HloShape* inner,
                             const HloShape* token, const std::vector<const HloShape*>& data) {
  const bool is_one = data.size() == 1;
  const std::string name = ResultName(op);
  const Operand values = EmitOperand(is_one ? name : name + ".data", inner,
                                     Opcode::kGetTupleElement, received.name, ", index=0");
  if (is_one) {
    Bind(op.results[0], values);
  } else {
    BindElements(op, values, data);
  }
  Bind(op.results[data.size()], EmitOperand(ResultName(op, data.size()), token,
                                            Opcode::kGetTupleElement, received.name, ", index=1"));
}

// infeed gives ((data...), token).
bool Converter::ConvertInfeed(const mlir::Op& op, const OpRow& row) {
  Operand token;
  std::string attributes;
  std::vector<const HloShape*> data;
  if (!ReadOperand(op, 0, token) || !PrintAttributes(op, row, attributes)) return false;
  const HloShape* inner = ReceivedShape(op, data);
  if (inner == nullptr) return false;
  const HloShape* outer = TupleOf({inner, token.shape});
  const Operand whole = {
      Emit(ResultName(op) + ".tuple", outer, *row.opcode, token.name, attributes, true), outer};
  BindReceived(op, whole, inner, token.shape, data);
  return true;
}

bool Converter::ConvertOutfeed(const mlir::Op& op, const OpRow& row) {
  std::vector<Operand> operands;
  std::string attributes;
  if (!ReadOperands(op, operands) || !PrintAttributes(op, row, attributes)) return false;
  const Operand token = operands.back();
  operands.pop_back();
  const Operand data =
      operands.size() == 1 ? operands[0] : EmitTuple(ResultName(op) + ".data", operands);
  return GiveOne(op, token.shape, *row.opcode, data.name + ", " + token.name,
                 ", outfeed_shape=" + data.shape->text + attributes);
}

// ---- send, recv ----

bool Converter::PrintTransfer(const mlir::Op& op, std::string& out) {
  if (!PrintChannel(op, out)) return false;
  if (ReadFlag(op, "is_host_transfer")) out += ", is_host_transfer=true";
  return true;
}

// The pairs of newer texts, which HLO has in a frontend attribute.
bool Converter::PrintTransferPairs(const mlir::Op& op, std::string& out) {
  std::string pairs;
  if (!PrintGroups(op, "source_target_pairs", pairs)) return false;
  if (pairs.empty()) return true;
  out += ", frontend_attributes={_xla_send_recv_source_target_pairs=" +
         pairs.substr(pairs.find('=') + 1) + "}";
  return true;
}

bool Converter::ConvertSend(const mlir::Op& op, const OpRow& row) {
  std::vector<Operand> operands;
  std::string attributes, pairs;
  if (!ReadOperands(op, operands) || !PrintTransfer(op, attributes) ||
      !PrintTransferPairs(op, pairs)) {
    return false;
  }
  const Operand token = operands.back();
  operands.pop_back();
  const std::string name = ResultName(op);
  const Operand data = operands.size() == 1 ? operands[0] : EmitTuple(name + ".data", operands);
  const HloShape* started = TupleOf({data.shape, ArrayOf(ElementType::kU32, {}), token.shape});
  const Operand start = EmitOperand(name + ".send", started, *row.opcode,
                                    data.name + ", " + token.name, attributes + pairs);
  return GiveOne(op, token.shape, Opcode::kSendDone, start.name, attributes);
}

bool Converter::ConvertRecv(const mlir::Op& op, const OpRow& row) {
  Operand token;
  std::string attributes, pairs;
  std::vector<const HloShape*> data;
  if (!ReadOperand(op, 0, token) || !PrintTransfer(op, attributes) ||
      !PrintTransferPairs(op, pairs)) {
    return false;
  }
  const HloShape* inner = ReceivedShape(op, data);
  if (inner == nullptr) return false;
  const std::string name = ResultName(op);
  const HloShape* started = TupleOf({inner, ArrayOf(ElementType::kU32, {}), token.shape});
  const Operand start =
      EmitOperand(name + ".recv", started, *row.opcode, token.name, attributes + pairs);
  const Operand done = EmitOperand(name + ".done", TupleOf({inner, token.shape}), Opcode::kRecvDone,
                                   start.name, attributes);
  BindReceived(op, done, inner, token.shape, data);
  return true;
}

// ---- async ----

// The body becomes a computation that async-start runs; async_done gives its result.
bool Converter::ConvertAsyncStart(const mlir::Op& op, const OpRow& row) {
  if (!CheckRegions(op, 1)) return false;
  if (op.results.size() != 1) {
    return FailOp(op, "P07", Format("must have 1 result, got {}", {op.results.size()}));
  }
  std::vector<Operand> operands, results;
  std::string body;
  if (!ReadOperands(op, operands)) return false;
  const mlir::Region& region = *op.regions[0];
  if (region.arguments.size() != operands.size()) {
    return FailOp(op, "P07", "the region must have as many arguments as the op has operands");
  }
  std::vector<const HloShape*> inside;
  for (const Operand& operand : operands) inside.push_back(operand.shape);
  if (!ConvertReducer(op, region, "async", body)) return false;
  const mlir::Type& future = *op.results[0]->type;
  if (future.inputs.empty()) {
    // Equal types are one object, whose span is that of the first of them.
    const bool is_here = future.span.begin > op.name_span.begin;
    return Fail(
        "I07", is_here ? future.span : op.name_span,
        Format("the result of '{}' must be a future of values, got {}", {op.name, future.text}));
  }
  std::vector<const HloShape*> outputs;
  for (const mlir::Type* type : future.inputs) {
    outputs.push_back(ShapeOf(*type, op.name_span));
    if (outputs.back() == nullptr) return false;
  }
  const HloShape* output = outputs.size() == 1 ? outputs[0] : TupleOf(outputs);
  const HloShape* bundle = TupleOf({TupleOf(inside), output, ArrayOf(ElementType::kU32, {})});
  const std::string attributes = ", calls=" + body;
  return Give(
      op, {Emit(ResultName(op), bundle, *row.opcode, Names(operands), attributes, true), bundle});
}

bool Converter::ConvertAsyncDone(const mlir::Op& op, const OpRow& row) {
  Operand operand;
  if (!ReadOperand(op, 0, operand)) return false;
  std::vector<const HloShape*> shapes;
  for (size_t i = 0; i < op.results.size(); ++i) shapes.push_back(ResultShape(op, i));
  if (shapes.empty()) return FailOp(op, "P07", "must have at least 1 result, got 0");
  return GiveAll(op, shapes, *row.opcode, operand.name);
}

// HLO has no shape operand. It only gives the sizes that the result type leaves open.
bool Converter::ConvertRng(const mlir::Op& op, const OpRow& row) {
  std::vector<Operand> operands;
  std::string attributes;
  if (!ReadOperands(op, operands, 0, 2) || !PrintAttributes(op, row, attributes)) return false;
  const Known sizes = KnownOf(op, 2);
  Dims dims;
  if (sizes != nullptr) dims.assign(sizes->begin(), sizes->end());
  return GiveOne(op, ResultShape(op, 0, &dims), *row.opcode, Names(operands), attributes);
}

}  // namespace hlo::stablehlo
