// SPDX-License-Identifier: Apache-2.0
// Broadcasts, reshapes, slices, gathers and their dynamic twins (imports reference 3, 5).
#include <algorithm>
#include <iterator>

#include "core/base/checked.h"
#include "core/base/format.h"
#include "core/import/stablehlo/converter.h"

namespace hlo::stablehlo {
namespace {

Dims DimsOf(const std::vector<int64_t>& numbers) {
  Dims dims;
  dims.assign(numbers.begin(), numbers.end());
  return dims;
}

}  // namespace

bool Converter::ConvertIota(const mlir::Op& op, const OpRow& row) {
  std::string attributes;
  if (!PrintAttributes(op, row, attributes)) return false;
  return GiveOne(op, ResultShape(op, 0), *row.opcode, "", attributes);
}

bool Converter::ConvertDynamicIota(const mlir::Op& op, const OpRow& row) {
  std::string attributes;
  const Known sizes = KnownOf(op, 0);
  if (!PrintAttributes(op, row, attributes)) return false;
  const Dims dims = sizes == nullptr ? Dims() : DimsOf(*sizes);
  return GiveOne(op, ResultShape(op, 0, &dims), *row.opcode, "", attributes);
}

// ---- broadcast ----

bool Converter::ConvertBroadcastInDim(const mlir::Op& op, const OpRow&) {
  Operand operand, result;
  std::vector<int64_t> dimensions;
  if (!ReadOperand(op, 0, operand) || !ReadRequired(op, "broadcast_dimensions", dimensions))
    return false;
  return BroadcastTo(op, operand, ResultShape(op, 0), dimensions, result) && Give(op, result);
}

bool Converter::ConvertDynamicBroadcastInDim(const mlir::Op& op, const OpRow&) {
  Operand operand, result;
  std::vector<int64_t> dimensions;
  if (!ReadOperand(op, 0, operand) || !ReadRequired(op, "broadcast_dimensions", dimensions))
    return false;
  const Known sizes = KnownOf(op, 1);
  const Dims dims = sizes == nullptr ? Dims() : DimsOf(*sizes);
  return BroadcastTo(op, operand, ResultShape(op, 0, &dims), dimensions, result) &&
         Give(op, result);
}

// HLO has sorted dimensions, and does not stretch those of size 1: these are reshaped away.
bool Converter::BroadcastTo(const mlir::Op& op, const Operand& given, const HloShape* shape,
                            const std::vector<int64_t>& given_dimensions, Operand& result) {
  if (shape == nullptr) return false;
  Operand operand = given;
  std::vector<int64_t> dimensions = given_dimensions;
  const std::string name = ResultName(op);
  if (dimensions.size() != operand.shape->shape.dims.size()) {
    return FailValue(op, "broadcast_dimensions",
                     Format("must list the {} dimensions of its operand, got {}",
                            {operand.shape->shape.rank(), dimensions.size()}));
  }
  if (!std::is_sorted(dimensions.begin(), dimensions.end())) {
    std::vector<int64_t> order(dimensions.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int64_t>(i);
    std::sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
      return dimensions[static_cast<size_t>(a)] < dimensions[static_cast<size_t>(b)];
    });
    std::vector<int64_t> dims;
    for (int64_t d : order) dims.push_back(operand.shape->shape.dims[static_cast<size_t>(d)]);
    operand = EmitOperand(name + ".t", ArrayOf(operand.shape->shape.element_type, dims),
                          Opcode::kTranspose, operand.name, ", dimensions=" + Braced(order));
    std::sort(dimensions.begin(), dimensions.end());
  }
  std::vector<int64_t> kept_dims, kept;
  for (size_t i = 0; i < dimensions.size(); ++i) {
    const int64_t d = dimensions[i];
    const int64_t size = operand.shape->shape.dims[i];
    const bool inside = d >= 0 && d < shape->shape.rank();
    if (inside && size == 1 && shape->shape.dims[static_cast<size_t>(d)] != 1) continue;
    kept_dims.push_back(size);
    kept.push_back(d);
  }
  if (kept.size() != dimensions.size()) {
    operand = EmitReshape(name + ".r", operand, kept_dims);
  }
  result = EmitBroadcast(name, operand, shape, kept, true);
  return true;
}

// "sizes" are new dimensions in front.
bool Converter::ConvertOldBroadcast(const mlir::Op& op, const OpRow&) {
  Operand operand;
  std::vector<int64_t> sizes;
  if (!ReadOperand(op, 0, operand) || !ReadRequired(op, "broadcast_sizes", sizes)) return false;
  const HloShape* shape = ResultShape(op, 0);
  if (shape == nullptr) return false;
  std::vector<int64_t> dimensions;
  for (int64_t i = 0; i < operand.shape->shape.rank(); ++i)
    dimensions.push_back(std::ssize(sizes) + i);
  return Give(op, EmitBroadcast(ResultName(op), operand, shape, dimensions, true));
}

// ---- reshape ----

bool Converter::ConvertReshape(const mlir::Op& op, const OpRow& row) {
  Operand operand;
  if (!ReadOperand(op, 0, operand)) return false;
  if (op.results.empty()) return GiveOne(op, ResultShape(op, 0), *row.opcode, operand.name);
  // At most one size can follow from the others.
  const mlir::Type& type = *op.results[0]->type;
  Dims dims = type.dims;
  const std::optional<int64_t> count =
      CheckedProduct({operand.shape->shape.dims.data(), operand.shape->shape.dims.size()});
  Dims written;
  std::copy_if(dims.begin(), dims.end(), std::back_inserter(written),
               [](int64_t size) { return size > 0; });
  const std::optional<int64_t> others = CheckedProduct(written);
  for (int64_t& size : dims) {
    if (size == mlir::kUnknownSize && count && others) size = *count / *others;
  }
  if (std::count(type.dims.begin(), type.dims.end(), mlir::kUnknownSize) > 1) dims = Dims();
  return GiveOne(op, ResultShape(op, 0, &dims), *row.opcode, operand.name);
}

bool Converter::ConvertDynamicReshape(const mlir::Op& op, const OpRow& row) {
  Operand operand;
  if (!ReadOperand(op, 0, operand)) return false;
  if (op.results.empty()) return GiveOne(op, ResultShape(op, 0), *row.opcode, operand.name);
  const mlir::Type& type = *op.results[0]->type;
  if (type.IsTensor() && !type.bounds.empty()) return ConvertBoundedReshape(op, operand);
  const Known sizes = KnownOf(op, 1);
  const Dims dims = sizes == nullptr ? Dims() : DimsOf(*sizes);
  return GiveOne(op, ResultShape(op, 0, &dims), *row.opcode, operand.name);
}

// A result with bounds: HLO's dynamic-reshape, which takes the sizes as scalars.
bool Converter::ConvertBoundedReshape(const mlir::Op& op, const Operand& operand) {
  Operand sizes;
  if (!ReadOperand(op, 1, sizes)) return false;
  std::string names = operand.name;
  const ElementType element = sizes.shape->shape.element_type;
  const int64_t rank = sizes.shape->shape.dims.empty() ? 0 : sizes.shape->shape.dims[0];
  for (int64_t d = 0; d < rank; ++d) {
    const int64_t one = 1;
    const std::string name = Format("{}.d{}", {ResultName(op), d});
    const Operand part = EmitOperand(name, ArrayOf(element, {&one, 1}), Opcode::kSlice, sizes.name,
                                     Format(", slice={[{}:{}]}", {d, d + 1}));
    Operand scalar = EmitReshape(name, part, {});
    if (element != ElementType::kS32) {
      scalar = EmitOperand(name, ArrayOf(ElementType::kS32, {}), Opcode::kConvert, scalar.name);
    }
    names += ", " + scalar.name;
  }
  return GiveOne(op, ResultShape(op, 0), Opcode::kDynamicReshape, names);
}

bool Converter::ConvertGetDimensionSize(const mlir::Op& op, const OpRow& row) {
  Operand operand;
  int64_t dimension = 0;
  std::string attributes;
  if (!ReadOperand(op, 0, operand) || !ReadInt(op, "dimension", dimension)) return false;
  const Shape& shape = operand.shape->shape;
  const bool inside = dimension >= 0 && dimension < shape.rank();
  if (inside && !shape.IsDynamic(dimension)) {
    return GiveOne(op, ResultShape(op, 0), Opcode::kConstant,
                   std::to_string(shape.dims[static_cast<size_t>(dimension)]));
  }
  if (!PrintAttributes(op, row, attributes)) return false;
  return GiveOne(op, ResultShape(op, 0), *row.opcode, operand.name, attributes);
}

// ---- slice, pad ----

bool Converter::ConvertSlice(const mlir::Op& op, const OpRow&) {
  Operand operand;
  std::vector<int64_t> starts, limits;
  Numbers strides;
  if (!ReadOperand(op, 0, operand) || !ReadRequired(op, "start_indices", starts) ||
      !ReadRequired(op, "limit_indices", limits) || !ReadList(op, "strides", strides)) {
    return false;
  }
  return SliceTo(op, operand, starts, limits, strides.values);
}

bool Converter::ConvertRealDynamicSlice(const mlir::Op& op, const OpRow&) {
  Operand operand;
  if (!ReadOperand(op, 0, operand)) return false;
  const Known starts = KnownOf(op, 1), limits = KnownOf(op, 2), strides = KnownOf(op, 3);
  if (starts == nullptr || limits == nullptr || strides == nullptr) {
    return FailOp(op, "I03", "the bounds are not known before the program runs");
  }
  return SliceTo(op, operand, *starts, *limits, *strides);
}

bool Converter::SliceTo(const mlir::Op& op, const Operand& operand,
                        const std::vector<int64_t>& starts, const std::vector<int64_t>& limits,
                        const std::vector<int64_t>& strides) {
  const bool limits_fit = limits.size() == starts.size();
  if (!limits_fit || (!strides.empty() && strides.size() != starts.size())) {
    return FailValue(op, limits_fit ? "strides" : "limit_indices",
                     "starts, limits, and strides must have the same length");
  }
  std::string text;
  Dims dims;
  for (size_t d = 0; d < starts.size(); ++d) {
    const int64_t stride = strides.empty() ? 1 : strides[d];
    text += (d == 0 ? "" : ", ") + Format("[{}:{}", {starts[d], limits[d]});
    if (stride != 1) text += Format(":{}", {stride});
    text += "]";
    const bool good = stride > 0 && starts[d] >= 0 && limits[d] >= starts[d];
    dims.push_back(good ? CeilDiv(limits[d] - starts[d], stride) : 0);
  }
  return GiveOne(op, ResultShape(op, 0, &dims), Opcode::kSlice, operand.name,
                 ", slice={" + text + "}");
}

bool Converter::ConvertPad(const mlir::Op& op, const OpRow& row) {
  std::vector<Operand> operands;
  std::vector<int64_t> low, high, interior;
  std::string attributes;
  if (!ReadOperands(op, operands) || !ReadRequired(op, "edge_padding_low", low) ||
      !ReadRequired(op, "edge_padding_high", high) ||
      !ReadRequired(op, "interior_padding", interior) ||
      !PrintPadding(op, low, high, interior, attributes)) {
    return false;
  }
  if (low.empty()) return Give(op, operands[0]);  // a scalar stays as it is
  const HloShape* shape = InferredShape(op, *row.opcode, operands, attributes);
  return GiveOne(op, shape, *row.opcode, Names(operands), attributes);
}

bool Converter::ConvertDynamicPad(const mlir::Op& op, const OpRow& row) {
  std::vector<Operand> operands;
  if (!ReadOperands(op, operands, 0, 2)) return false;
  const Known low = KnownOf(op, 2), high = KnownOf(op, 3), interior = KnownOf(op, 4);
  if (low == nullptr || high == nullptr || interior == nullptr) {
    return FailOp(op, "I03", "the padding is not known before the program runs");
  }
  std::string attributes;
  if (!PrintPadding(op, *low, *high, *interior, attributes)) return false;
  const HloShape* shape = InferredShape(op, *row.opcode, operands, attributes);
  return GiveOne(op, shape, *row.opcode, Names(operands), attributes);
}

bool Converter::PrintPadding(const mlir::Op& op, const std::vector<int64_t>& low,
                             const std::vector<int64_t>& high, const std::vector<int64_t>& interior,
                             std::string& out) {
  const bool high_fits = high.size() == low.size();
  if (!high_fits || interior.size() != low.size()) {
    return FailValue(op, high_fits ? "interior_padding" : "edge_padding_high",
                     "low, high, and interior padding must have the same length");
  }
  const bool has_interior =
      std::any_of(interior.begin(), interior.end(), [](int64_t size) { return size != 0; });
  out += ", padding=";
  for (size_t d = 0; d < low.size(); ++d) {
    if (d > 0) out += 'x';
    out += Format("{}_{}", {low[d], high[d]});
    if (has_interior) out += Format("_{}", {interior[d]});
  }
  return true;
}

// ---- tuples, barriers ----

bool Converter::ConvertOptimizationBarrier(const mlir::Op& op, const OpRow& row) {
  std::vector<Operand> operands;
  if (!ReadOperands(op, operands)) return false;
  if (operands.empty()) return true;
  if (operands.size() != op.results.size()) {
    return FailOp(op, "P07",
                  Format("must have as many results as operands ({}), got {}",
                         {operands.size(), op.results.size()}));
  }
  if (operands.size() == 1) return GiveOne(op, operands[0].shape, *row.opcode, operands[0].name);
  const Operand tuple = EmitTuple(ResultName(op) + ".in", operands);
  std::vector<const HloShape*> shapes;
  for (const Operand& operand : operands) shapes.push_back(operand.shape);
  return GiveAll(op, shapes, *row.opcode, tuple.name);
}

// ---- gather, scatter ----

bool Converter::PrintGatherNumbers(const mlir::Op& op, const mlir::Attribute& given,
                                   std::string& out) {
  static constexpr std::string_view kGather[] = {"offset_dims", "collapsed_slice_dims",
                                                 "start_index_map", "operand_batching_dims",
                                                 "start_indices_batching_dims"};
  static constexpr std::string_view kScatter[] = {
      "update_window_dims", "inserted_window_dims", "scatter_dims_to_operand_dims",
      "input_batching_dims", "scatter_indices_batching_dims"};
  const bool is_scatter = op.Has("scatter_dimension_numbers");
  mlir::Attribute entries;
  if (!ReadStruct(given, entries)) return false;
  constexpr int kRequired = 3;  // the batching dimensions are written only where there are some
  int number = 0;
  for (std::string_view name : is_scatter ? kScatter : kGather) {
    std::vector<int64_t> numbers;
    if (!ReadStructList(entries, name, numbers)) return false;
    if (number++ < kRequired || !numbers.empty()) {
      out += ", " + std::string(name) + "=" + Braced(numbers);
    }
  }
  std::vector<int64_t> vector_dim;
  if (!ReadStructList(entries, "index_vector_dim", vector_dim)) return false;
  out += Format(", index_vector_dim={}", {vector_dim.empty() ? 0 : vector_dim[0]});
  return true;
}

bool Converter::ConvertGather(const mlir::Op& op, const OpRow& row) {
  std::vector<Operand> operands;
  std::string attributes;
  if (!ReadOperands(op, operands, 0, 2) ||
      !PrintGatherNumbers(op, *op.Find("dimension_numbers"), attributes) ||
      !PrintAttributes(op, row, attributes)) {
    return false;
  }
  const HloShape* shape = InferredShape(op, *row.opcode, operands, attributes);
  return GiveOne(op, shape, *row.opcode, Names(operands), attributes);
}

bool Converter::ConvertDynamicGather(const mlir::Op& op, const OpRow& row) {
  std::vector<Operand> operands;
  std::string attributes;
  const Known sizes = KnownOf(op, 2);
  if (sizes == nullptr)
    return FailOp(op, "I03", "slice_sizes are not known before the program runs");
  if (!ReadOperands(op, operands, 0, 2) ||
      !PrintGatherNumbers(op, *op.Find("dimension_numbers"), attributes)) {
    return false;
  }
  attributes += ", slice_sizes=" + Braced(*sizes);
  if (!PrintAttributes(op, row, attributes)) return false;
  const HloShape* shape = InferredShape(op, *row.opcode, operands, attributes);
  return GiveOne(op, shape, *row.opcode, Names(operands), attributes);
}

bool Converter::ConvertScatter(const mlir::Op& op, const OpRow& row) {
  std::vector<Operand> operands;
  std::string attributes, body;
  if (!CheckRegions(op, 1) || !ReadOperands(op, operands) ||
      !PrintGatherNumbers(op, *op.Find("scatter_dimension_numbers"), attributes) ||
      !PrintAttributes(op, row, attributes) ||
      !ConvertReducer(op, *op.regions[0], "scatter", body)) {
    return false;
  }
  std::vector<const HloShape*> shapes;
  for (size_t i = 0; i < op.results.size() && i < operands.size(); ++i)
    shapes.push_back(operands[i].shape);
  if (shapes.empty()) return FailOp(op, "P07", "must have at least 1 result, got 0");
  return GiveAll(op, shapes, *row.opcode, Names(operands), attributes + ", to_apply=" + body);
}

bool Converter::ConvertDynamicSlice(const mlir::Op& op, const OpRow& row) {
  std::vector<Operand> operands;
  std::vector<int64_t> sizes;
  if (!ReadOperands(op, operands) || !ReadRequired(op, "slice_sizes", sizes)) return false;
  Dims dims;
  dims.assign(sizes.begin(), sizes.end());
  return GiveOne(op, ResultShape(op, 0, &dims), *row.opcode, Names(operands),
                 ", dynamic_slice_sizes=" + Braced(sizes));
}

// Rows of the operand along `dim`, for each of the first `batch_dims` dimensions.
bool Converter::ConvertTorchIndexSelect(const mlir::Op& op, const OpRow&) {
  std::vector<Operand> operands;
  int64_t dim = 0, batch = 0;
  if (!ReadOperands(op, operands) || !ReadInt(op, "dim", dim) ||
      !ReadInt(op, "batch_dims", batch)) {
    return false;
  }
  const Shape& operand = operands[0].shape->shape;
  const int64_t rank = operand.rank(), index_rank = operands[1].shape->shape.rank();
  if (dim < 0) dim += rank;
  if (batch < 0) batch += index_rank;
  const bool batch_fits = batch >= 0 && batch <= index_rank;
  if (!batch_fits || dim < batch || dim >= rank) {
    return FailValue(op, batch_fits ? "dim" : "batch_dims",
                     Format("must have batch_dims <= dim < {}, got batch_dims {} and dim {}",
                            {rank, batch, dim}));
  }
  std::vector<int64_t> offsets, sizes, batching;
  for (int64_t d = 0; d < batch; ++d) batching.push_back(d);
  const int64_t inserted = index_rank - batch;
  for (int64_t d = 0; d < rank; ++d) {
    sizes.push_back(d < batch || d == dim ? 1 : operand.dims[static_cast<size_t>(d)]);
    if (d >= batch && d != dim) offsets.push_back(d < dim ? d : d - 1 + inserted);
  }
  std::string attributes = ", offset_dims=" + Braced(offsets) +
                           ", collapsed_slice_dims=" + Braced({&dim, 1}) +
                           ", start_index_map=" + Braced({&dim, 1});
  if (batch > 0) {
    attributes += ", operand_batching_dims=" + Braced(batching) +
                  ", start_indices_batching_dims=" + Braced(batching);
  }
  attributes += Format(", index_vector_dim={}, slice_sizes=", {index_rank}) + Braced(sizes);
  const HloShape* shape = InferredShape(op, Opcode::kGather, operands, attributes);
  return GiveOne(op, shape, Opcode::kGather, Names(operands), attributes);
}

}  // namespace hlo::stablehlo
