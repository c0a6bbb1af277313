// SPDX-License-Identifier: Apache-2.0
// `shuffle`, ops reference 7.14: rotates along dimensions, R[i] = x[(i + s) mod n].
#include <utility>

#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/dynamic_shape.h"
#include "core/ops/rules.h"
#include "core/ops/strided_copy.h"
#include "hlo/index.h"

namespace hlo {
namespace {

// An array as [outer, size, inner] around one dimension, row-major.
struct Axis {
  int64_t outer, size, inner;
};

Axis AxisOf(const Dims& sizes, size_t dimension) {
  Axis axis{1, sizes[dimension], 1};
  for (size_t d = 0; d < dimension; ++d) axis.outer *= sizes[d];
  for (size_t d = dimension + 1; d < sizes.size(); ++d) axis.inner *= sizes[d];
  return axis;
}

// Copies elements [from, from + count) of the axis to `to`.
void CopyPart(const Axis& axis, int64_t from, int64_t to, int64_t count, const Literal& source,
              Literal& result) {
  const int bytes = StorageBytes(result.element_type());
  const Dims strides = {axis.size * axis.inner, axis.inner, 1};
  const StridedBox box{{axis.outer, count, axis.inner}, strides, strides};
  CopyBox(box, bytes, source.bytes() + from * axis.inner * bytes,
          result.mutable_bytes() + to * axis.inner * bytes);
}

}  // namespace

Result<Shape> InferShuffle(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  const Shape& operand = context.operand(0);
  const std::vector<int64_t>& dimensions = context.attributes().Ints(Attr::dimensions);
  HLO_RETURN_IF_ERROR(
      CheckDimensionNumbers(context, "shuffle.C2", Attr::dimensions, dimensions, operand.rank()));
  const std::string_view mode = context.attributes().String(Attr::mode);
  if (!mode.empty() && mode != "rotate") {
    return Fail("R07", "`shuffle`: `mode` must be rotate, got {}; other modes are not implemented",
                {mode})
        .AtAttribute("mode");
  }
  const auto shifts = std::ssize(context.attributes().Ints(Attr::shifts));
  if (shifts != std::ssize(dimensions)) {
    return Fail("shuffle.C1", "`shuffle`: must have one shift per dimension, got {} for {}",
                {Counted(shifts, "shift"), Counted(std::ssize(dimensions), "dimension")})
        .AtAttribute(context.attributes().Has(Attr::shifts) ? "shifts" : "dimensions");
  }
  return operand;
}

Result<Literal> EvaluateShuffle(EvalContext& context) {
  if (HasPartlyFilled(context)) return EvaluateWithDynamicSizes(context);
  const std::vector<int64_t>& dimensions = context.attributes().Ints(Attr::dimensions);
  const std::vector<int64_t>& shifts = context.attributes().Ints(Attr::shifts);
  Literal value = context.ReshapeOperand(0);
  if (value.element_count() == 0) return value;
  for (size_t k = 0; k < dimensions.size(); ++k) {
    const Axis axis = AxisOf(context.shape().dims, static_cast<size_t>(dimensions[k]));
    const int64_t shift = (shifts[k] % axis.size + axis.size) % axis.size;
    if (shift == 0) continue;
    HLO_TRY(Literal rotated, context.Allocate());
    CopyPart(axis, shift, 0, axis.size - shift, value, rotated);
    CopyPart(axis, 0, axis.size - shift, shift, value, rotated);
    value = std::move(rotated);
  }
  return value;
}

}  // namespace hlo
