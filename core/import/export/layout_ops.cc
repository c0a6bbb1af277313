// SPDX-License-Identifier: Apache-2.0
// Ops that change layouts, which StableHLO does not have (imports reference 14).
#include <algorithm>
#include <utility>

#include "core/base/format.h"
#include "core/import/export/mlir_values.h"
#include "core/import/export/op_attributes.h"
#include "core/import/export/stablehlo_writer.h"

namespace hlo::stablehlo {

// A copy is written as its operand. With a sharding it is a custom call of "Sharding", which a
// consumer such as SPMDFullToShardShape needs.
Status StablehloWriter::WriteCopy(const Instruction& copy) {
  if (!copy.attributes.Has(Attr::sharding)) {
    values_[&copy] = values_[copy.operands[0]];
    return Status();
  }
  Op op;
  op.name = "stablehlo.custom_call";
  op.attributes = "call_target_name = \"Sharding\"";
  HLO_RETURN_IF_ERROR(AddOperands(copy, op));
  return Emit(copy, op);
}

namespace {

bool HasPlainOrder(const Shape& shape) {
  return shape.IsArray() && shape.IsStatic() && HasOnlyOrder(shape.layout);
}

Dims Permuted(const Dims& dims, const Dims& order) {
  Dims permuted;
  for (const int64_t d : order) permuted.push_back(dims[static_cast<size_t>(d)]);
  return permuted;
}

}  // namespace

// The elements in the order of memory: a transpose to the operand's physical dimensions, a reshape
// to those of the result, and a transpose to its logical dimensions.
Status StablehloWriter::WriteBitcast(const Instruction& bitcast) {
  const Shape& from = *bitcast.operands[0]->shape;
  const Shape& to = *bitcast.shape;
  if (!HasPlainOrder(from) || !HasPlainOrder(to) ||
      BitWidth(from.element_type) != BitWidth(to.element_type)) {
    return Unsupported(bitcast, "the layouts have tiles, or the widths of the elements differ");
  }
  HLO_TRY(std::string value, NameOf(*bitcast.operands[0]));
  Shape shape = Shape::Array(from.element_type, from.dims);
  const auto apply = [&](std::string_view name, ElementType type, const Dims& dims,
                         std::string attributes) -> Status {
    Op op;
    op.name = name;
    op.attributes = std::move(attributes);
    op.operands = {value};
    HLO_RETURN_IF_ERROR(AddType(shape, op));
    shape = Shape::Array(type, dims);
    HLO_TRY(const std::string text, TypeOf(shape));
    value = Fresh(bitcast.name);
    Line(value, op, text);
    return Status();
  };
  const auto transpose = [&](const Dims& order) -> Status {
    if (std::is_sorted(order.begin(), order.end())) return Status();
    return apply("stablehlo.transpose", shape.element_type, Permuted(shape.dims, order),
                 "permutation = " + ArrayText(order));
  };
  const Dims physical = Permuted(to.dims, to.layout.MajorToMinor());
  HLO_RETURN_IF_ERROR(transpose(from.layout.MajorToMinor()));
  if (shape.dims != physical) {
    HLO_RETURN_IF_ERROR(apply("stablehlo.reshape", shape.element_type, physical, ""));
  }
  HLO_RETURN_IF_ERROR(transpose(to.layout.LogicalToPhysical()));
  if (shape.element_type != to.element_type) {
    HLO_RETURN_IF_ERROR(apply("stablehlo.bitcast_convert", to.element_type, shape.dims, ""));
  }
  values_[&bitcast] = {std::move(value), {}};
  return Status();
}

}  // namespace hlo::stablehlo
