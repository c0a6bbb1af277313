// SPDX-License-Identifier: Apache-2.0
// Evaluates `dot` (ops reference 9.1) by kernels if possible, else by the plain path: both operands
// are packed as a batch of matrices, [batch, rows, depth] x [batch, depth, columns], in the compute
// type of the result. Each element of the result is the sum of its products in the order of
// core/kernels/matmul.h; products and sums are rounded separately, and the sum is converted once.
#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/kernels/matmul.h"
#include "core/ops/dynamic_shape.h"
#include "core/ops/linalg/dot.h"
#include "core/ops/linalg/packed_operand.h"
#include "core/ops/linalg/sum_of_products.h"
#include "core/ops/rules.h"
#include "core/types/convert.h"
#include "core/types/native_type.h"

namespace hlo {
namespace {

using kernels::kDepthPanel;

// Block of rows and columns whose sums stay in registers or the L1 cache.
constexpr int64_t kRows = 4;
constexpr int64_t kColumns = 256;
// Block of rows of a matrix-vector product.
constexpr int64_t kColumnRows = 8;

// sums[r][c] = sum over k of a[r][k] * b[k][c], for R rows and `width` columns.
template <int64_t R, class T>
void SumPanel(const T* a, int64_t depth, const T* b, int64_t b_stride, int64_t width,
              T (*sums)[kColumns]) {
  for (int64_t r = 0; r < R; ++r) std::fill_n(sums[r], width, T());
  for (int64_t begin = 0; begin < depth; begin += kDepthPanel) {
    T panel[R][kColumns] = {};
    for (int64_t k = begin; k < std::min(depth, begin + kDepthPanel); ++k) {
      T left[R];
      for (int64_t r = 0; r < R; ++r) left[r] = a[r * depth + k];
      const T* right = b + k * b_stride;
      for (int64_t c = 0; c < width; ++c) {
        const T value = right[c];
        for (int64_t r = 0; r < R; ++r) panel[r][c] = MultiplyAdd(panel[r][c], left[r], value);
      }
    }
    for (int64_t r = 0; r < R; ++r) AddSums(panel[r], width, sums[r]);
  }
}

// The same for one contiguous column: R independent chains of additions.
template <int64_t R, class T>
void SumColumn(const T* a, int64_t depth, const T* b, T* sums) {
  std::fill_n(sums, R, T());
  for (int64_t begin = 0; begin < depth; begin += kDepthPanel) {
    T chains[R] = {};
    for (int64_t k = begin; k < std::min(depth, begin + kDepthPanel); ++k) {
      for (int64_t r = 0; r < R; ++r) chains[r] = MultiplyAdd(chains[r], a[r * depth + k], b[k]);
    }
    AddSums(chains, R, sums);
  }
}

// Stores sums, rounded or wrapped once to the result type.
struct Store {
  ConvertFn narrow;
  int bytes;
  uint8_t* out;

  void operator()(const void* sums, int64_t count, int64_t position) const {
    narrow(sums, static_cast<size_t>(count), out + position * bytes);
  }
};

template <class T>
void MultiplyByColumn(const DotSizes& sizes, const T* a, const T* b, int64_t position,
                      const Store& store) {
  T sums[kColumnRows];
  int64_t row = 0;
  for (; row + kColumnRows <= sizes.rows; row += kColumnRows) {
    SumColumn<kColumnRows>(a + row * sizes.depth, sizes.depth, b, sums);
    store(sums, kColumnRows, position + row);
  }
  for (; row < sizes.rows; ++row) {
    SumColumn<1>(a + row * sizes.depth, sizes.depth, b, sums);
    store(sums, 1, position + row);
  }
}

template <class T>
void MultiplyMatrices(const DotSizes& sizes, const T* a, const T* b, int64_t position,
                      const Store& store) {
  T sums[kRows][kColumns];
  for (int64_t column = 0; column < sizes.columns; column += kColumns) {
    const int64_t width = std::min(kColumns, sizes.columns - column);
    for (int64_t row = 0; row < sizes.rows;) {
      const T* left = a + row * sizes.depth;
      int64_t count = 1;
      if (row + kRows <= sizes.rows) {
        count = kRows;
        SumPanel<kRows>(left, sizes.depth, b + column, sizes.columns, width, sums);
      } else {
        SumPanel<1>(left, sizes.depth, b + column, sizes.columns, width, sums);
      }
      for (int64_t r = 0; r < count; ++r) {
        store(sums[r], width, position + (row + r) * sizes.columns + column);
      }
      row += count;
    }
  }
}

template <class T>
void MultiplyBatches(const DotSizes& sizes, const uint8_t* lhs, const uint8_t* rhs,
                     const Store& store) {
  const T* a = reinterpret_cast<const T*>(lhs);
  const T* b = reinterpret_cast<const T*>(rhs);
  for (int64_t batch = 0; batch < sizes.batch; ++batch) {
    const int64_t position = batch * sizes.rows * sizes.columns;
    if (sizes.columns == 1) {
      MultiplyByColumn(sizes, a, b, position, store);
    } else {
      MultiplyMatrices(sizes, a, b, position, store);
    }
    a += sizes.rows * sizes.depth;
    b += sizes.depth * sizes.columns;
  }
}

// The plain path.
Status MultiplyByDefinition(EvalContext& context, const DotSide& lhs, const DotSide& rhs,
                            const DotSizes& sizes, Literal& result) {
  const ElementType type = result.element_type();
  const ElementType compute = ComputeType(type);
  const Store store{NarrowFunction(type), StorageBytes(type), result.mutable_bytes()};
  const std::span<const int64_t> rows(lhs.free.data(), lhs.free.size());
  const std::span<const int64_t> columns(rhs.free.data(), rhs.free.size());
  Literal a, b;
  if (sizes.depth > 0) {
    HLO_TRY(a, PackOperand(context, lhs.operand, lhs.Order(rows, lhs.summed), type, compute));
    HLO_TRY(b, PackOperand(context, rhs.operand, rhs.Order(rhs.summed, columns), type, compute));
  }
  WithComputeType(compute, [&]<class T>() {
    MultiplyBatches<typename SummandOf<T>::Type>(sizes, a.bytes(), b.bytes(), store);
  });
  return {};
}

DotSide Side(const EvalContext& context, size_t operand, Attr batch, Attr summed) {
  const Literal& literal = context.operand(operand);
  const std::vector<int64_t>& batch_dims = context.attributes().Ints(batch);
  const std::vector<int64_t>& summed_dims = context.attributes().Ints(summed);
  return {literal, batch_dims, summed_dims,
          FreeDimensions(literal.shape().rank(), batch_dims, summed_dims)};
}

// If contracted sizes differ dynamically, the shorter side is padded with zeros.
Result<Literal> MultiplyStatic(EvalContext& context) {
  const Attributes& attributes = context.attributes();
  Dims lhs = context.operand(0).dynamic_sizes();
  Dims rhs = context.operand(1).dynamic_sizes();
  const std::vector<int64_t>& left = attributes.Ints(Attr::lhs_contracting_dims);
  const std::vector<int64_t>& right = attributes.Ints(Attr::rhs_contracting_dims);
  for (size_t i = 0; i < left.size(); ++i) {
    int64_t& l = lhs[static_cast<size_t>(left[i])];
    int64_t& r = rhs[static_cast<size_t>(right[i])];
    l = r = std::min(l, r);
  }
  std::vector<Literal> operands(2);
  HLO_TRY(operands[0], ToStatic(context, 0, lhs));
  HLO_TRY(operands[1], ToStatic(context, 1, rhs));
  return EvaluateResized(context, context.instruction(), std::move(operands), context.shape());
}

}  // namespace

int64_t DotSide::Product(std::span<const int64_t> dims) const {
  int64_t product = 1;
  for (const int64_t d : dims) product *= operand.shape().dims[static_cast<size_t>(d)];
  return product;
}

Dims DotSide::Order(std::span<const int64_t> a, std::span<const int64_t> b) const {
  Dims order;
  for (const auto part : {batch, a, b}) {
    for (const int64_t d : part) order.push_back(d);
  }
  return order;
}

Result<Literal> EvaluateDot(EvalContext& context) {
  if (HasPartlyFilled(context)) return MultiplyStatic(context);
  HLO_TRY(Literal result, context.Allocate());
  if (result.element_count() == 0) return result;
  const DotSide lhs = Side(context, 0, Attr::lhs_batch_dims, Attr::lhs_contracting_dims);
  const DotSide rhs = Side(context, 1, Attr::rhs_batch_dims, Attr::rhs_contracting_dims);
  DotSizes sizes;
  sizes.depth = lhs.operand.element_count() == 0 ? 0 : lhs.Product(lhs.summed);
  sizes.batch = lhs.Product(lhs.batch);
  sizes.rows = lhs.Product({lhs.free.data(), lhs.free.size()});
  sizes.columns = rhs.Product({rhs.free.data(), rhs.free.size()});
  HLO_TRY(const bool done, MultiplyByKernel(context, lhs, rhs, sizes, result));
  if (!done) HLO_RETURN_IF_ERROR(MultiplyByDefinition(context, lhs, rhs, sizes, result));
  return result;
}

}  // namespace hlo
