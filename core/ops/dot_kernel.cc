// SPDX-License-Identifier: Apache-2.0
// `dot` by kernels: operands stay where they are if their strides allow it, and are brought into
// the type of the sums if they are narrower.
#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/checked.h"
#include "core/kernels/matmul.h"
#include "core/ops/dot.h"
#include "core/ops/packed_operand.h"
#include "core/shape/index.h"
#include "core/types/convert.h"

namespace hlo {
namespace {

using kernels::Matmul;
using kernels::MatmulLines;
using kernels::MatmulType;

// Integers of at most 16 bits whose products fit the pairs of MatmulType::kPairs.
bool IsShortInteger(ElementType type) {
  return BitWidth(type) <= 8 || type == ElementType::kS16;
}

std::optional<MatmulType> KernelType(ElementType operand, ElementType result) {
  if (IsFloat(result)) {
    return result == ElementType::kF64 ? MatmulType::kF64 : MatmulType::kF32;
  }
  // Sums wrap at 32 bits, which holds for every narrower result too.
  if (IsInteger(result) && BitWidth(result) <= 32 && IsInteger(operand) &&
      IsShortInteger(operand)) {
    return MatmulType::kPairs;
  }
  return std::nullopt;
}

ElementType SumElementType(MatmulType type) {
  if (type == MatmulType::kPairs) return ElementType::kS32;
  return type == MatmulType::kF64 ? ElementType::kF64 : ElementType::kF32;
}

// The stride of several dimensions walked as one in row-major order, if there is one; 1 where there
// is nothing to walk.
std::optional<int64_t> CommonStride(const Dims& sizes, const Dims& strides,
                                    std::span<const int64_t> dims) {
  std::optional<int64_t> common;
  int64_t next = 0;
  for (size_t i = dims.size(); i-- > 0;) {
    const auto d = static_cast<size_t>(dims[i]);
    if (sizes[d] == 1) continue;
    if (common.has_value() && strides[d] != next) return std::nullopt;
    if (!common.has_value()) common = strides[d];
    next = strides[d] * sizes[d];
  }
  return common.value_or(1);
}

// Where the lines lie in the operand as it is; nullopt when that takes more than three strides, or
// neither lines nor their elements lie together.
std::optional<MatmulLines> NaturalLines(const DotSide& side) {
  const Dims& sizes = side.operand.shape().dims;
  const Dims strides = RowMajorStrides({sizes.data(), sizes.size()});
  const auto batch = CommonStride(sizes, strides, side.batch);
  const auto line = CommonStride(sizes, strides, {side.free.data(), side.free.size()});
  const auto depth = CommonStride(sizes, strides, side.summed);
  if (!batch || !line || !depth || (*line != 1 && *depth != 1)) return std::nullopt;
  return MatmulLines{side.operand.bytes(), *batch, *line, *depth};
}

// Lines and the array that holds them.
struct HeldLines {
  Literal holder;
  MatmulLines lines;
};

// An operand of floats in the type of the sums.
Result<HeldLines> FloatLines(EvalContext& context, const DotSide& side, int64_t lines,
                             int64_t depth, ElementType sum_type) {
  const ElementType result = context.shape().element_type;
  std::optional<MatmulLines> natural = NaturalLines(side);
  Dims order;
  if (natural.has_value()) {
    for (int64_t d = 0; d < side.operand.shape().rank(); ++d) order.push_back(d);
  } else {
    order = side.Order({side.free.data(), side.free.size()}, side.summed);
    natural = MatmulLines{nullptr, lines * depth, depth, 1};
  }
  HeldLines held;
  HLO_TRY(held.holder, PackOperand(context, side.operand, order, result, sum_type));
  held.lines = *natural;
  held.lines.data = held.holder.bytes();
  return held;
}

// An operand of short integers as int16_t, each line with an even number of elements.
Result<HeldLines> PairLines(EvalContext& context, const DotSide& side, int64_t lines,
                            int64_t depth) {
  const ElementType type = side.operand.element_type();
  HLO_TRY(const Literal ordered,
          PackOperand(context, side.operand,
                      side.Order({side.free.data(), side.free.size()}, side.summed), type, type));
  const int64_t pairs = CeilDiv(depth, 2);
  const int64_t all = ordered.element_count() / depth;
  HeldLines held;
  HLO_TRY(held.holder,
          context.Allocate(Shape::Array(ElementType::kS16, {all * pairs * 2})));
  const ConvertFn widen = ConvertFunction(type, ElementType::kS16);
  int16_t* to = held.holder.mutable_data<int16_t>().data();
  if (depth % 2 == 0) {
    widen(ordered.bytes(), static_cast<size_t>(all * depth), to);
  } else {
    for (int64_t line = 0; line < all; ++line) {
      widen(ordered.bytes() + line * depth * StorageBytes(type), static_cast<size_t>(depth),
            to + line * pairs * 2);
      to[line * pairs * 2 + depth] = 0;
    }
  }
  held.lines = {to, lines * pairs, pairs, 1};
  return held;
}

}  // namespace

Result<bool> MultiplyByKernel(EvalContext& context, const DotSide& lhs, const DotSide& rhs,
                              const DotSizes& sizes, Literal& result) {
  const ElementType type = result.element_type();
  const std::optional<MatmulType> kind = KernelType(lhs.operand.element_type(), type);
  if (context.kernel_mode() == KernelMode::kPlain || !kind.has_value() || sizes.depth == 0) {
    return false;
  }
  const ElementType sum_type = SumElementType(*kind);
  const auto lines = [&](const DotSide& side, int64_t count) {
    return *kind == MatmulType::kPairs ? PairLines(context, side, count, sizes.depth)
                                       : FloatLines(context, side, count, sizes.depth, sum_type);
  };
  HLO_TRY(const HeldLines left, lines(lhs, sizes.rows));
  HLO_TRY(const HeldLines right, lines(rhs, sizes.columns));
  Literal sums;
  const bool narrow = sum_type != type;
  if (narrow) {
    HLO_TRY(sums, context.Allocate(Shape::Array(sum_type, {result.element_count()})));
  }
  const Matmul matmul = {.type = *kind,
                         .fuse = context.kernel_mode() == KernelMode::kFast,
                         .batch = sizes.batch,
                         .rows = sizes.rows,
                         .depth = *kind == MatmulType::kPairs ? CeilDiv(sizes.depth, 2)
                                                              : sizes.depth,
                         .columns = sizes.columns,
                         .left = left.lines,
                         .right = right.lines,
                         .sums = (narrow ? sums : result).mutable_bytes(),
                         .sums_stride = sizes.columns};
  HLO_TRY(Literal scratch, context.Allocate(Shape::Array(
                               ElementType::kU8, {kernels::MatmulScratchBytes(matmul)})));
  kernels::Multiply(matmul, scratch.mutable_bytes(), context.workers());
  if (narrow) {
    ConvertFunction(sum_type, type)(sums.bytes(), static_cast<size_t>(result.element_count()),
                                    result.mutable_bytes());
  }
  return true;
}

}  // namespace hlo
