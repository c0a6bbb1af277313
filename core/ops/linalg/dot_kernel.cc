// SPDX-License-Identifier: Apache-2.0
// `dot` by kernels: operands are used in place if their strides allow it; the kernels convert them
// to the type of the sums.
#include <cstring>
#include <optional>
#include <utility>

#include "core/base/checked.h"
#include "core/base/result.h"
#include "core/kernels/convert_blocks.h"
#include "core/kernels/matmul.h"
#include "core/ops/linalg/dot.h"
#include "core/ops/linalg/packed_operand.h"
#include "hlo/index.h"

namespace hlo {
namespace {

using kernels::Matmul;
using kernels::MatmulLines;
using kernels::MatmulType;

bool IsByte(ElementType type) { return IsInteger(type) && BitWidth(type) <= 8; }
// Whether int16_t holds the type.
bool IsShort(ElementType type) { return IsByte(type) || type == ElementType::kS16; }

// Whether the kernels may multiply pairs of bfloat16.
bool FormsBF16Pairs(const Literal& lhs, const Literal& rhs, ElementType result, KernelMode mode,
                    const DotSizes& sizes) {
  const auto is_bf16 = [](ElementType type) { return type == ElementType::kBF16; };
  return mode == KernelMode::kFast && is_bf16(lhs.element_type()) && is_bf16(rhs.element_type()) &&
         (is_bf16(result) || result == ElementType::kF32) &&
         kernels::MultipliesBF16(sizes.rows, CeilDiv(sizes.depth, 2), sizes.columns) &&
         kernels::SumsStayNormal(lhs.data<uint16_t>().data(), lhs.element_count(),
                                 rhs.data<uint16_t>().data(), rhs.element_count());
}

std::optional<MatmulType> KernelType(const Literal& left, const Literal& right, ElementType result,
                                     KernelMode mode, const DotSizes& sizes) {
  const ElementType lhs = left.element_type(), rhs = right.element_type();
  if (FormsBF16Pairs(left, right, result, mode, sizes)) return MatmulType::kBF16Pairs;
  if (IsFloat(result)) {
    return result == ElementType::kF64 ? MatmulType::kF64 : MatmulType::kF32;
  }
  // Sums wrap at 32 bits, which is also correct for narrower results.
  if (!IsInteger(result) || BitWidth(result) > 32 || !IsShort(lhs) || !IsShort(rhs)) {
    return std::nullopt;
  }
  if (!IsByte(lhs) || !IsSigned(lhs) || !IsByte(rhs) || !IsSigned(rhs)) return MatmulType::kPairs;
  if (kernels::MultipliesInRegisters(sizes.rows, CeilDiv(sizes.depth, 4), sizes.columns)) {
    return MatmulType::kSignedQuads;
  }
  return kernels::MultipliesQuads(sizes.rows, sizes.columns) ? MatmulType::kQuads
                                                             : MatmulType::kPairs;
}

// Consecutive elements whose products are summed in one lane.
int64_t Together(MatmulType type) {
  if (type == MatmulType::kQuads || type == MatmulType::kSignedQuads) return 4;
  return type == MatmulType::kPairs || type == MatmulType::kBF16Pairs ? 2 : 1;
}

ElementType SumElementType(MatmulType type) {
  if (type == MatmulType::kF64) return ElementType::kF64;
  const bool is_float = type == MatmulType::kF32 || type == MatmulType::kBF16Pairs;
  return is_float ? ElementType::kF32 : ElementType::kS32;
}

// The common stride of several dimensions in row-major order, if there is one; 1 if there are no
// dimensions.
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

// The lines of the operand in place; nullopt if they need more than three strides, or neither lines
// nor elements are contiguous.
std::optional<MatmulLines> NaturalLines(const DotSide& side) {
  const Dims& sizes = side.operand.shape().dims;
  const Dims strides = RowMajorStrides({sizes.data(), sizes.size()});
  const auto batch = CommonStride(sizes, strides, side.batch);
  const auto line = CommonStride(sizes, strides, {side.free.data(), side.free.size()});
  const auto depth = CommonStride(sizes, strides, side.summed);
  if (!batch || !line || !depth || (*line != 1 && *depth != 1)) return std::nullopt;
  return MatmulLines{side.operand.bytes(), *batch, *line, *depth};
}

// Lines and the array that holds them, if it was created for them.
struct HeldLines {
  Literal holder;
  MatmulLines lines;
};

// Operands of at most this size are converted first, because kernels read small matrices in place.
constexpr int64_t kSmallBytes = 16 << 10;

// The conversion of stored elements to the type of the sums by way of the result type, as one
// function; nullptr if it takes two or none.
ConvertFn OneConversion(ElementType stored, ElementType result, ElementType sum, KernelMode mode) {
  if (stored == sum || (stored != result && result != sum)) return nullptr;
  return FindConvertBlock(stored, sum, mode);
}

// The lines of a floating-point operand; in place if possible.
Result<HeldLines> FloatLines(EvalContext& context, const DotSide& side, int64_t lines,
                             int64_t depth, ElementType sum_type) {
  const ElementType stored = side.operand.element_type(), result = context.shape().element_type;
  const bool small = side.operand.element_count() * StorageBytes(sum_type) <= kSmallBytes;
  const ConvertFn widen =
      small ? nullptr : OneConversion(stored, result, sum_type, context.kernel_mode());
  const bool as_stored = (stored == sum_type && result == sum_type) || widen != nullptr;
  std::optional<MatmulLines> natural = NaturalLines(side);
  HeldLines held;
  if (!natural.has_value() || !as_stored) {
    Dims order;
    if (natural.has_value()) {
      for (int64_t d = 0; d < side.operand.shape().rank(); ++d) order.push_back(d);
    } else {
      order = side.Order({side.free.data(), side.free.size()}, side.summed);
      natural = MatmulLines{nullptr, lines * depth, depth, 1};
    }
    HLO_TRY(held.holder, PackOperand(context, side.operand, order, as_stored ? stored : result,
                                     as_stored ? stored : sum_type));
    natural->data = held.holder.bytes();
  }
  held.lines = *natural;
  held.lines.widen = widen;
  held.lines.stored_bytes = StorageBytes(stored);
  return held;
}

// The type of the numbers in a group.
ElementType PartType(MatmulType type) {
  if (type == MatmulType::kBF16Pairs) return ElementType::kBF16;
  return Together(type) == 4 ? ElementType::kS8 : ElementType::kS16;
}

// The columns of a right operand in place, whose numbers the kernel joins to groups.
std::optional<MatmulLines> JoinedColumns(const DotSide& side, const DotSizes& sizes,
                                         MatmulType kind) {
  if (Together(kind) == 1) return std::nullopt;
  std::optional<MatmulLines> lines = NaturalLines(side);
  if (!lines || lines->line_stride != 1 || side.operand.element_type() != PartType(kind) ||
      !kernels::JoinsNumbers(sizes.rows, sizes.columns)) {
    return std::nullopt;
  }
  lines->numbers = Together(kind);
  lines->places = sizes.depth;
  return lines;
}

// An operand of short numbers in groups, with each line padded with zeros to a multiple of the
// group size.
Result<HeldLines> ShortLines(EvalContext& context, const DotSide& side, int64_t lines,
                             int64_t depth, MatmulType kind) {
  const ElementType type = side.operand.element_type();
  const ElementType part = PartType(kind);
  HLO_TRY(const Literal ordered,
          PackOperand(context, side.operand,
                      side.Order({side.free.data(), side.free.size()}, side.summed), type, type));
  const int64_t elements = CeilDiv(depth, Together(kind));
  const int64_t padded = elements * Together(kind), all = ordered.element_count() / depth;
  if (type == part && depth == padded) {
    return HeldLines{ordered, {ordered.bytes(), lines * elements, elements, 1}};
  }
  HeldLines held;
  HLO_TRY(held.holder, context.Allocate(Shape::Array(part, {all * padded})));
  const ConvertFn widen = FindConvertBlock(type, part, context.kernel_mode());
  uint8_t* const to = held.holder.mutable_bytes();
  // All lines in one call if they are contiguous.
  const int64_t run = depth == padded ? all * depth : depth;
  for (int64_t at = 0, from = 0; from < all * depth; at += padded, from += run) {
    widen(ordered.bytes() + from * StorageBytes(type), static_cast<size_t>(run),
          to + at * StorageBytes(part));
    std::memset(to + (at + depth) * StorageBytes(part), 0,
                static_cast<size_t>((padded - depth) * StorageBytes(part)));
  }
  held.lines = {to, lines * elements, elements, 1};
  return held;
}

// Makes the left bytes of quads unsigned by adding 128. Returns the initial values of the column
// sums that compensate for it, [batch, columns].
Result<Literal> MakeUnsigned(EvalContext& context, const DotSizes& sizes, MatmulLines& left,
                             const HeldLines& right) {
  left.widen = kernels::MakeUnsignedQuads;
  left.stored_bytes = Together(MatmulType::kQuads);
  HLO_TRY(Literal starts,
          context.Allocate(Shape::Array(ElementType::kS32, {sizes.batch * sizes.columns})));
  if (const MatmulLines& columns = right.lines; columns.numbers > 1) {
    for (int64_t batch = 0; batch < sizes.batch; ++batch) {
      kernels::StartsOfColumns(
          static_cast<const int8_t*>(columns.data) + batch * columns.batch_stride,
          columns.depth_stride, columns.places, sizes.columns,
          starts.mutable_data<int32_t>().data() + batch * sizes.columns);
    }
    return starts;
  }
  // The product with a row of 128 is 128 times the sum of each column.
  const int64_t depth = right.lines.line_stride;
  HLO_TRY(Literal row,
          context.Allocate(Shape::Array(ElementType::kU8, {depth * Together(MatmulType::kQuads)})));
  std::memset(row.mutable_bytes(), 128, static_cast<size_t>(row.byte_size()));
  const Matmul matmul = {.type = MatmulType::kQuads,
                         .batch = sizes.batch,
                         .rows = 1,
                         .depth = depth,
                         .columns = sizes.columns,
                         .left = {row.bytes(), 0, depth, 1},
                         .right = right.lines,
                         .sums = starts.mutable_bytes(),
                         .sums_stride = sizes.columns};
  kernels::Multiply(matmul, nullptr, context.workers());
  for (uint32_t& start : starts.mutable_data<uint32_t>()) start = 0 - start;
  return starts;
}

}  // namespace

Result<bool> MultiplyByKernel(EvalContext& context, const DotSide& lhs, const DotSide& rhs,
                              const DotSizes& sizes, Literal& result) {
  const ElementType type = result.element_type();
  const std::optional<MatmulType> kind =
      KernelType(lhs.operand, rhs.operand, type, context.kernel_mode(), sizes);
  if (context.kernel_mode() == KernelMode::kPlain || !kind.has_value() || sizes.depth == 0) {
    return false;
  }
  const ElementType sum_type = SumElementType(*kind);
  const auto lines = [&](const DotSide& side, int64_t count) {
    return Together(*kind) > 1 ? ShortLines(context, side, count, sizes.depth, *kind)
                               : FloatLines(context, side, count, sizes.depth, sum_type);
  };
  HLO_TRY(HeldLines left, lines(lhs, sizes.rows));
  HeldLines right;
  if (const auto joined = JoinedColumns(rhs, sizes, *kind)) {
    right.lines = *joined;
  } else {
    HLO_TRY(right, lines(rhs, sizes.columns));
  }
  Literal starts;
  if (*kind == MatmulType::kQuads) {
    HLO_TRY(starts, MakeUnsigned(context, sizes, left.lines, right));
  }
  Literal sums;
  const bool narrow = sum_type != type;
  if (narrow) {
    HLO_TRY(sums, context.Allocate(Shape::Array(sum_type, {result.element_count()})));
  }
  const Matmul matmul = {.type = *kind,
                         .fuse = context.kernel_mode() == KernelMode::kFast,
                         .batch = sizes.batch,
                         .rows = sizes.rows,
                         .depth = CeilDiv(sizes.depth, Together(*kind)),
                         .columns = sizes.columns,
                         .left = left.lines,
                         .right = right.lines,
                         .starts = starts.data<int32_t>().data(),
                         .sums = (narrow ? sums : result).mutable_bytes(),
                         .sums_stride = sizes.columns};
  Literal scratch;
  if (const int64_t bytes = kernels::MatmulScratchBytes(matmul); bytes > 0) {
    HLO_TRY(scratch, context.Allocate(Shape::Array(ElementType::kU8, {bytes})));
  }
  kernels::Multiply(matmul, scratch.mutable_bytes(), context.workers());
  if (narrow) {
    const ConvertFn store = FindConvertBlock(sum_type, type, context.kernel_mode());
    store(sums.bytes(), static_cast<size_t>(result.element_count()), result.mutable_bytes());
  }
  return true;
}

}  // namespace hlo
