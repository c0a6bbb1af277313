// SPDX-License-Identifier: Apache-2.0
// Evaluates `dot` (ops reference 9.1). Both operands are brought into the form of a batch of plain
// matrices, [batch, rows, depth] x [batch, depth, columns], in the compute type of the result; then
// every element of the result is the sum over k = 0, 1, ... of its products, starting at 0, each
// product and each sum rounded by itself, and the sum is stored once.
#include <algorithm>
#include <utility>
#include <vector>

#include "core/ir/module.h"
#include "core/ops/dot.h"
#include "core/ops/packed_operand.h"
#include "core/ops/rules.h"
#include "core/ops/sum_of_products.h"
#include "core/types/convert.h"
#include "core/types/native_type.h"

namespace hlo {
namespace {

// Sums are kept in registers or the L1 cache for this many rows and columns at a time.
constexpr int64_t kRows = 4;
constexpr int64_t kColumns = 256;
// Rows at a time of a product with a single column.
constexpr int64_t kColumnRows = 8;

// sums[r][c] = sum over k of a[r][k] * b[k][c], for R rows and `width` columns.
template <int64_t R, class T>
void SumPanel(const T* a, int64_t depth, const T* b, int64_t b_stride, int64_t width,
              T (*sums)[kColumns]) {
  for (int64_t r = 0; r < R; ++r) std::fill_n(sums[r], width, T());
  for (int64_t k = 0; k < depth; ++k) {
    T left[R];
    for (int64_t r = 0; r < R; ++r) left[r] = a[r * depth + k];
    const T* right = b + k * b_stride;
    for (int64_t c = 0; c < width; ++c) {
      const T value = right[c];
      for (int64_t r = 0; r < R; ++r) sums[r][c] = MultiplyAdd(sums[r][c], left[r], value);
    }
  }
}

// The same for one column, whose elements lie together: R chains of additions side by side.
template <int64_t R, class T>
void SumColumn(const T* a, int64_t depth, const T* b, T* sums) {
  T chains[R] = {};
  for (int64_t k = 0; k < depth; ++k) {
    for (int64_t r = 0; r < R; ++r) chains[r] = MultiplyAdd(chains[r], a[r * depth + k], b[k]);
  }
  std::copy_n(chains, R, sums);
}

struct Sizes {
  int64_t batch = 1, rows = 1, depth = 1, columns = 1;
};

// Where sums go: rounded or wrapped once to the result type.
struct Store {
  ConvertFn narrow;
  int bytes;
  uint8_t* out;

  void operator()(const void* sums, int64_t count, int64_t position) const {
    narrow(sums, static_cast<size_t>(count), out + position * bytes);
  }
};

template <class T>
void MultiplyByColumn(const Sizes& sizes, const T* a, const T* b, int64_t position,
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
void MultiplyMatrices(const Sizes& sizes, const T* a, const T* b, int64_t position,
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
void MultiplyBatches(const Sizes& sizes, const uint8_t* lhs, const uint8_t* rhs,
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

int64_t ProductOf(const Dims& dims, std::span<const int64_t> numbers) {
  int64_t product = 1;
  for (const int64_t d : numbers) product *= dims[static_cast<size_t>(d)];
  return product;
}

Dims Joined(std::span<const int64_t> a, std::span<const int64_t> b, std::span<const int64_t> c) {
  Dims joined;
  for (const auto part : {a, b, c}) {
    for (const int64_t d : part) joined.push_back(d);
  }
  return joined;
}

}  // namespace

Result<Literal> EvaluateDot(EvalContext& context) {
  HLO_RETURN_IF_ERROR(RequireFullSizes(context));
  HLO_TRY(Literal result, context.Allocate());
  if (result.element_count() == 0) return result;
  const Literal& lhs = context.operand(0);
  const Literal& rhs = context.operand(1);
  const Attributes& attributes = context.attributes();
  const std::vector<int64_t>& lhs_batch = attributes.Ints(Attr::lhs_batch_dims);
  const std::vector<int64_t>& rhs_batch = attributes.Ints(Attr::rhs_batch_dims);
  const std::vector<int64_t>& lhs_summed = attributes.Ints(Attr::lhs_contracting_dims);
  const std::vector<int64_t>& rhs_summed = attributes.Ints(Attr::rhs_contracting_dims);
  const Dims lhs_free = FreeDimensions(lhs.shape().rank(), lhs_batch, lhs_summed);
  const Dims rhs_free = FreeDimensions(rhs.shape().rank(), rhs_batch, rhs_summed);
  const std::span<const int64_t> rows(lhs_free.data(), lhs_free.size());
  const std::span<const int64_t> columns(rhs_free.data(), rhs_free.size());

  Sizes sizes;
  sizes.depth = lhs.element_count() == 0 ? 0 : ProductOf(lhs.shape().dims, lhs_summed);
  sizes.batch = ProductOf(lhs.shape().dims, lhs_batch);
  sizes.rows = ProductOf(lhs.shape().dims, rows);
  sizes.columns = ProductOf(rhs.shape().dims, columns);
  const ElementType type = context.shape().element_type;
  const Store store{NarrowFunction(type), StorageBytes(type), result.mutable_bytes()};
  Literal a, b;
  if (sizes.depth > 0) {
    const ElementType compute = ComputeType(type);
    HLO_TRY(a, PackOperand(context, lhs, Joined(lhs_batch, rows, lhs_summed), type, compute));
    HLO_TRY(b, PackOperand(context, rhs, Joined(rhs_batch, rhs_summed, columns), type, compute));
  }
  WithComputeType(ComputeType(type), [&]<class T>() {
    MultiplyBatches<typename SummandOf<T>::Type>(sizes, a.bytes(), b.bytes(), store);
  });
  return result;
}

}  // namespace hlo
