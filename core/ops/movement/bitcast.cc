// SPDX-License-Identifier: Apache-2.0
// `bitcast`, ops reference 6.3: reinterprets the bytes of an array, placed by its layout, with
// another shape and layout.
#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/physical_buffer.h"
#include "core/ops/rules.h"
#include "hlo/physical_layout.h"

namespace hlo {
namespace {

// Bytes that the array takes in memory; rule C2 if its size is unknown.
Result<int64_t> PhysicalBytes(const Shape& shape, std::string_view what) {
  if (!shape.IsArray()) {
    return Fail("bitcast.C2", "`bitcast`: the {} must be an array, got {}",
                {what, ShapeText(shape, false)});
  }
  const auto unbounded = std::find(shape.dims.begin(), shape.dims.end(), kUnboundedSize);
  if (unbounded != shape.dims.end()) {
    return Fail("bitcast.C2", "`bitcast`: the {} must have a bounded size, got {}",
                {what, ShapeText(shape, false)});
  }
  HLO_TRY(const PhysicalLayout layout, PhysicalLayout::Make(shape));
  return layout.byte_size();
}

// Whether the layout is that of a literal: dense and row-major.
bool IsDenseRowMajor(const Shape& shape) {
  Layout layout = NormalizedLayout(shape);
  layout.memory_space = 0;
  return layout.IsDefault() && !IsSubByte(shape.element_type);
}

}  // namespace

Result<Shape> InferBitcast(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireOperandCount(context));
  HLO_TRY(const Shape* declared, RequireDeclared(context));
  HLO_TRY(const int64_t from, PhysicalBytes(context.operand(0), "operand"));
  HLO_TRY(const int64_t to, PhysicalBytes(*declared, "result"));
  if (from != to) {
    return Fail("bitcast.C1", "`bitcast`: the result must have {}, got {}",
                {Counted(from, "byte"), to})
        .AtResultShape();
  }
  return *declared;
}

Result<Literal> EvaluateBitcast(EvalContext& context) {
  HLO_RETURN_IF_ERROR(RequireFullSizes(context));
  const Literal& operand = context.operand(0);
  const Shape& from = DeclaredOperand(context, 0);
  const Shape& shape = context.shape();
  const bool dense = IsDenseRowMajor(from) && IsDenseRowMajor(shape);
  if (dense && operand.element_type() == shape.element_type) {
    return context.TakeOperand(0).WithShape(shape);
  }
  HLO_TRY(Literal result, context.Allocate());
  if (result.byte_size() == 0) return result;
  if (dense) {
    std::memcpy(result.mutable_bytes(), operand.bytes(), static_cast<size_t>(result.byte_size()));
    NormalizeBits(result);
  } else {
    HLO_TRY(const std::vector<uint8_t> image, PhysicalImage(context, operand, from));
    HLO_RETURN_IF_ERROR(ReadPhysicalImage(context, image, result));
  }
  return result;
}

}  // namespace hlo
