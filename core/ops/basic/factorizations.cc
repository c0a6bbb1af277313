// SPDX-License-Identifier: Apache-2.0
#include "core/ops/basic/factorizations.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "core/base/format.h"
#include "core/kernels/complex_functions.h"
#include "core/ops/basic/library_config.h"
#include "core/ops/basic/matrices.h"
#include "core/ops/rules.h"

namespace hlo {
namespace {

using complex_functions::Divide;
using complex_functions::Multiply;

// The factorizations below stop early, with any values, if the run is cancelled; the engine then
// reports R04.

// One triangle of a, in place; the upper one is the conjugate transpose.
int32_t FactorizeInPlace(const Runtime& runtime, Scalar* a, int64_t n, bool is_lower) {
  const auto at = [&](int64_t i, int64_t j) -> Scalar& {
    return is_lower ? a[i * n + j] : a[j * n + i];
  };
  for (int64_t j = 0; j < n && !runtime.cancelled(); ++j) {
    double diagonal = at(j, j).real();
    for (int64_t k = 0; k < j; ++k) diagonal -= std::norm(at(j, k));
    if (!(diagonal > 0)) return static_cast<int32_t>(j + 1);
    at(j, j) = std::sqrt(diagonal);
    for (int64_t i = j + 1; i < n; ++i) {
      Scalar sum = at(i, j);
      for (int64_t k = 0; k < j; ++k) sum -= Multiply(at(i, k), std::conj(at(j, k)));
      at(i, j) = sum / at(j, j).real();
    }
  }
  return 0;
}

double Magnitude(Scalar value) { return std::abs(value.real()) + std::abs(value.imag()); }

int32_t FactorizeLu(const Runtime& runtime, Scalar* a, int64_t m, int64_t n, int32_t* pivots) {
  int32_t info = 0;
  for (int64_t j = 0; j < std::min(m, n) && !runtime.cancelled(); ++j) {
    int64_t pivot = j;
    for (int64_t i = j + 1; i < m; ++i) {
      if (Magnitude(a[i * n + j]) > Magnitude(a[pivot * n + j])) pivot = i;
    }
    pivots[j] = static_cast<int32_t>(pivot + 1);
    if (a[pivot * n + j] == Scalar()) {
      if (info == 0) info = static_cast<int32_t>(j + 1);
      continue;
    }
    if (pivot != j) std::swap_ranges(a + j * n, a + (j + 1) * n, a + pivot * n);
    for (int64_t i = j + 1; i < m; ++i) {
      const Scalar factor = Divide(a[i * n + j], a[j * n + j]);
      a[i * n + j] = factor;
      for (int64_t k = j + 1; k < n; ++k) a[i * n + k] -= Multiply(factor, a[j * n + k]);
    }
  }
  return info;
}

// Columns [first, n) of rows [j, m) become (I - tau v v^H) times themselves, where v is 1 and then
// column j of `reflectors` below row j.
void Reflect(const Scalar* reflectors, int64_t width, int64_t j, Scalar tau, Scalar* a, int64_t m,
             int64_t n, int64_t first) {
  for (int64_t k = first; k < n; ++k) {
    Scalar sum = a[j * n + k];
    for (int64_t i = j + 1; i < m; ++i) {
      sum += Multiply(std::conj(reflectors[i * width + j]), a[i * n + k]);
    }
    sum = Multiply(tau, sum);
    a[j * n + k] -= sum;
    for (int64_t i = j + 1; i < m; ++i) {
      a[i * n + k] -= Multiply(reflectors[i * width + j], sum);
    }
  }
}

// The norm of a column from row `first` on.
double NormOfColumn(const Scalar* a, int64_t m, int64_t n, int64_t column, int64_t first) {
  double norm = 0;
  for (int64_t i = first; i < m; ++i) norm = std::hypot(norm, std::abs(a[i * n + column]));
  return norm;
}

// Moves the column from `j` on with the largest norm in the rows from `j` on to place `j`.
void PivotColumn(Scalar* a, int64_t m, int64_t n, int64_t j, int32_t* columns) {
  int64_t pivot = j;
  double largest = NormOfColumn(a, m, n, j, j);
  for (int64_t k = j + 1; k < n; ++k) {
    const double norm = NormOfColumn(a, m, n, k, j);
    if (norm > largest) {
      largest = norm;
      pivot = k;
    }
  }
  for (int64_t i = 0; i < m && pivot != j; ++i) std::swap(a[i * n + j], a[i * n + pivot]);
  std::swap(columns[j], columns[pivot]);
}

// With pivoting if there are `columns`.
void FactorizeQr(const Runtime& runtime, Scalar* a, int64_t m, int64_t n, Scalar* taus,
                 int32_t* columns = nullptr) {
  for (int64_t j = 0; j < std::min(m, n) && !runtime.cancelled(); ++j) {
    if (columns != nullptr) PivotColumn(a, m, n, j, columns);
    const Scalar alpha = a[j * n + j];
    const double rest = NormOfColumn(a, m, n, j, j + 1);
    taus[j] = 0;
    if (rest == 0 && alpha.imag() == 0) continue;
    const double beta = -std::copysign(std::hypot(std::abs(alpha), rest), alpha.real());
    taus[j] = {(beta - alpha.real()) / beta, -alpha.imag() / beta};
    for (int64_t i = j + 1; i < m; ++i) a[i * n + j] = Divide(a[i * n + j], alpha - beta);
    Reflect(a, n, j, std::conj(taus[j]), a, m, n, j + 1);
    a[j * n + j] = beta;
  }
}

// Row i is lower[i], diagonal[i], upper[i]. They become the second superdiagonal of U, one row
// down, its diagonal, and its superdiagonal; `x` becomes the solutions. Returns the number of the
// first pivot that is 0, or 0.
int32_t SolveTridiagonal(const Runtime& runtime, Scalar* lower, Scalar* diagonal, Scalar* upper,
                         Scalar* x, int64_t n, int64_t width) {
  for (int64_t i = 0; i + 1 < n && !runtime.cancelled(); ++i) {
    Scalar* const row = x + i * width;
    Scalar* const next = row + width;
    const bool is_last = i + 2 == n;
    if (Magnitude(diagonal[i]) >= Magnitude(lower[i + 1])) {
      if (diagonal[i] == Scalar()) return static_cast<int32_t>(i + 1);
      const Scalar factor = Divide(lower[i + 1], diagonal[i]);
      diagonal[i + 1] -= Multiply(factor, upper[i]);
      for (int64_t k = 0; k < width; ++k) next[k] -= Multiply(factor, row[k]);
      if (!is_last) lower[i + 1] = 0;
      continue;
    }
    const Scalar factor = Divide(diagonal[i], lower[i + 1]);
    diagonal[i] = lower[i + 1];
    const Scalar below = diagonal[i + 1];
    diagonal[i + 1] = upper[i] - Multiply(factor, below);
    if (!is_last) {
      lower[i + 1] = upper[i + 1];
      upper[i + 1] = -Multiply(factor, lower[i + 1]);
    }
    upper[i] = below;
    for (int64_t k = 0; k < width; ++k) {
      const Scalar moved = row[k];
      row[k] = next[k];
      next[k] = moved - Multiply(factor, row[k]);
    }
  }
  if (diagonal[n - 1] == Scalar()) return static_cast<int32_t>(n);
  for (int64_t i = n; i-- > 0 && !runtime.cancelled();) {
    Scalar* const row = x + i * width;
    for (int64_t k = 0; k < width; ++k) {
      if (i + 1 < n) row[k] -= Multiply(upper[i], row[k + width]);
      if (i + 2 < n) row[k] -= Multiply(lower[i + 1], row[k + 2 * width]);
      row[k] = Divide(row[k], diagonal[i]);
    }
  }
  return 0;
}

}  // namespace

Result<Literal> CholeskyFactors(EvalContext& context, bool is_lower) {
  HLO_TRY(Matrices a, ReadMatrices(context, 1, true));
  const Shape& shape = context.operand(0).shape();
  const Shape info = Batch(shape, 2, ElementType::kS32);
  HLO_RETURN_IF_ERROR(CheckResult(context, Shape::Tuple({shape, info})));
  HLO_TRY(Literal codes, Literal::Zeros(info, context.runtime().budget()));
  int32_t* code = codes.mutable_data<int32_t>().data();
  for (int64_t i = 0; i < a.count; ++i) {
    code[i] = FactorizeInPlace(context.runtime(), a.Matrix(i), a.rows, is_lower);
  }
  HLO_TRY(Literal factors, Rounded(context, shape, a.elements));
  return TupleOf(std::move(factors), std::move(codes));
}

Result<Literal> LuFactors(EvalContext& context) {
  HLO_TRY(Matrices a, ReadMatrices(context, 1, false));
  const Shape& shape = context.operand(0).shape();
  const int64_t least = std::min(a.rows, a.columns);
  const Shape pivots = Batch(shape, 2, ElementType::kS32, least);
  const Shape info = Batch(shape, 2, ElementType::kS32);
  HLO_RETURN_IF_ERROR(CheckResult(context, Shape::Tuple({shape, pivots, info})));
  HLO_TRY(Literal swaps, context.Allocate(pivots));
  HLO_TRY(Literal codes, Literal::Zeros(info, context.runtime().budget()));
  int32_t* swap = swaps.mutable_data<int32_t>().data();
  int32_t* code = codes.mutable_data<int32_t>().data();
  for (int64_t i = 0; i < a.count; ++i) {
    code[i] = FactorizeLu(context.runtime(), a.Matrix(i), a.rows, a.columns, swap + i * least);
  }
  HLO_TRY(Literal factors, Rounded(context, shape, a.elements));
  return TupleOf(std::move(factors), std::move(swaps), std::move(codes));
}

Result<Literal> PermutationOfPivots(EvalContext& context) {
  HLO_RETURN_IF_ERROR(RequireFullSizes(context));
  const bool has_pivots = context.operand_count() == 1 && context.operand(0).shape().IsArray() &&
                          context.operand(0).element_type() == ElementType::kS32 &&
                          context.operand(0).shape().rank() > 0 && context.shape().IsArray() &&
                          context.shape().rank() > 0;
  const int64_t size = has_pivots ? context.shape().dims.back() : 0;
  if (!has_pivots || context.operand(0).shape().dims.back() > size) {
    return Fail("R08", "`custom-call`: `{}` must take pivots of s32 and return at least as many",
                {TargetOf(context)});
  }
  const Shape& shape = context.operand(0).shape();
  HLO_RETURN_IF_ERROR(CheckResult(context, Batch(shape, 1, ElementType::kS32, size)));
  HLO_TRY(Literal result, context.Allocate());
  const auto pivots = context.operand(0).data<int32_t>();
  const int64_t width = shape.dims.back();
  const auto out = result.mutable_data<int32_t>();
  for (int64_t line = 0; size > 0 && line < std::ssize(out) / size; ++line) {
    int32_t* permutation = out.data() + line * size;
    std::iota(permutation, permutation + size, 0);
    for (int64_t i = 0; i < width; ++i) {
      const int64_t other = pivots[static_cast<size_t>(line * width + i)];
      if (other < 0 || other >= size) {
        return Fail("R08", "`custom-call`: pivot {} must be in [0, {}), got {}", {i, size, other});
      }
      std::swap(permutation[i], permutation[other]);
    }
  }
  return result;
}

Result<Literal> QrFactors(EvalContext& context) {
  HLO_TRY(Matrices a, ReadMatrices(context, 1, false));
  const Shape& shape = context.operand(0).shape();
  const int64_t least = std::min(a.rows, a.columns);
  const Shape tau = Batch(shape, 2, shape.element_type, least);
  HLO_RETURN_IF_ERROR(CheckResult(context, Shape::Tuple({shape, tau})));
  HLO_TRY(Literal taus, context.Allocate(Shape::Array(ElementType::kC128, {a.count * least})));
  Scalar* scale = taus.mutable_data<Scalar>().data();
  for (int64_t i = 0; i < a.count; ++i) {
    FactorizeQr(context.runtime(), a.Matrix(i), a.rows, a.columns, scale + i * least);
  }
  HLO_TRY(Literal factors, Rounded(context, shape, a.elements));
  HLO_TRY(Literal scales, Rounded(context, tau, taus));
  return TupleOf(std::move(factors), std::move(scales));
}

Result<Literal> PivotedQrFactors(EvalContext& context) {
  HLO_TRY(Matrices a, ReadMatrices(context, 2, false));
  const Shape& shape = context.operand(0).shape();
  const int64_t least = std::min(a.rows, a.columns);
  const Shape tau = Batch(shape, 2, shape.element_type, least);
  const Shape order = Batch(shape, 2, ElementType::kS32, a.columns);
  HLO_RETURN_IF_ERROR(CheckResult(context, Shape::Tuple({shape, order, tau})));
  const Literal& given = context.operand(1);
  bool is_free = Compatible(given.shape(), order);
  for (size_t i = 0; is_free && i < static_cast<size_t>(given.element_count()); ++i) {
    is_free = given.data<int32_t>()[i] == 0;
  }
  if (!is_free) {
    return BadShapes(context, "take zeros as columns");
  }
  HLO_TRY(Literal columns, context.Allocate(order));
  HLO_TRY(Literal taus, Literal::Zeros(Shape::Array(ElementType::kC128, {a.count * least}),
                                       context.runtime().budget()));
  int32_t* next = columns.mutable_data<int32_t>().data();
  for (int64_t i = 0; i < a.count; ++i, next += a.columns) {
    std::iota(next, next + a.columns, 1);
    FactorizeQr(context.runtime(), a.Matrix(i), a.rows, a.columns,
                taus.mutable_data<Scalar>().data() + i * least, next);
  }
  HLO_TRY(Literal factors, Rounded(context, shape, a.elements));
  HLO_TRY(Literal scales, Rounded(context, tau, taus));
  return TupleOf(std::move(factors), std::move(columns), std::move(scales));
}

Result<Literal> ProductWithReflectors(EvalContext& context, bool is_left, bool is_adjoint) {
  HLO_TRY(Matrices a, ReadMatrices(context, 3, false));
  const Shape& shape = context.operand(0).shape();
  const Shape& tau = context.operand(1).shape();
  const Shape& c = context.operand(2).shape();
  const int64_t k = tau.IsArray() && tau.rank() > 0 ? tau.dims.back() : -1;
  const bool is_matrix = c.IsArray() && c.rank() == shape.rank();
  const int64_t rows = is_matrix ? c.dims[c.dims.size() - 2] : 0;
  const int64_t columns = is_matrix ? c.dims.back() : 0;
  const bool fits = is_matrix && k >= 0 && k <= std::min(a.rows, a.columns) &&
                    (is_left ? rows : columns) == a.rows &&
                    Compatible(tau, Batch(shape, 2, shape.element_type, k)) &&
                    Compatible(Batch(c, 2, c.element_type), Batch(shape, 2, shape.element_type));
  if (!fits) return BadShapes(context, "take matrices that fit");
  HLO_RETURN_IF_ERROR(CheckResult(context, c));
  HLO_TRY(const Literal taus, Widened(context, context.operand(1)));
  HLO_TRY(const Literal wide, Widened(context, context.operand(2)));
  // c Q is the adjoint of Q^H c^H.
  const int64_t width = is_left ? columns : rows;
  const auto place = [&](int64_t i, int64_t j) {
    return is_left ? i * columns + j : j * columns + i;
  };
  const auto turned = [&](Scalar value) { return is_left ? value : std::conj(value); };
  HLO_TRY(Matrices work, ZeroMatrices(context, 1, a.rows, width));
  HLO_TRY(Literal products, context.Allocate(wide.shape()));
  const bool in_order = is_left == is_adjoint;
  for (int64_t i = 0; i < a.count; ++i) {
    const int64_t begin = i * rows * columns;
    Scalar* x = work.Matrix(0);
    for (int64_t p = 0; p < a.rows * width; ++p) {
      x[p] = turned(wide.data<Scalar>()[static_cast<size_t>(begin + place(p / width, p % width))]);
    }
    for (int64_t step = 0; step < k && !context.runtime().cancelled(); ++step) {
      const int64_t j = in_order ? step : k - 1 - step;
      const Scalar scale = taus.data<Scalar>()[static_cast<size_t>(i * k + j)];
      Reflect(a.Matrix(i), a.columns, j, in_order ? std::conj(scale) : scale, x, a.rows, width, 0);
    }
    for (int64_t p = 0; p < a.rows * width; ++p) {
      products.mutable_data<Scalar>()[static_cast<size_t>(begin + place(p / width, p % width))] =
          turned(x[p]);
    }
  }
  return Rounded(context, c, products);
}

Result<Literal> TridiagonalSolutions(EvalContext& context) {
  const bool has_all = context.operand_count() == 4;
  const Shape& b = context.operand(has_all ? 3 : 0).shape();
  const bool is_matrix = has_all && b.IsArray() && b.rank() >= 2 && IsMatrixType(b.element_type);
  const int64_t n = is_matrix ? b.dims[b.dims.size() - 2] : 0;
  const int64_t width = is_matrix ? b.dims.back() : 0;
  const Shape line = is_matrix ? Batch(b, 2, b.element_type, n) : Shape();
  for (size_t i = 0; i < 3; ++i) {
    if (is_matrix && Compatible(context.operand(i).shape(), line)) continue;
    return BadShapes(context, "take matrices that fit");
  }
  const Shape info = Batch(b, 2, ElementType::kS32);
  HLO_RETURN_IF_ERROR(CheckResult(context, Shape::Tuple({line, line, line, b, info})));
  HLO_TRY(Literal lower, Widened(context, context.operand(0)));
  HLO_TRY(Literal diagonal, Widened(context, context.operand(1)));
  HLO_TRY(Literal upper, Widened(context, context.operand(2)));
  HLO_TRY(Literal sides, Widened(context, context.operand(3)));
  HLO_TRY(Literal codes, Literal::Zeros(info, context.runtime().budget()));
  for (int64_t i = 0; n > 0 && i < codes.element_count(); ++i) {
    codes.mutable_data<int32_t>()[static_cast<size_t>(i)] = SolveTridiagonal(
        context.runtime(), lower.mutable_data<Scalar>().data() + i * n,
        diagonal.mutable_data<Scalar>().data() + i * n, upper.mutable_data<Scalar>().data() + i * n,
        sides.mutable_data<Scalar>().data() + i * n * width, n, width);
  }
  HLO_TRY(Literal second, Rounded(context, line, lower));
  HLO_TRY(Literal first, Rounded(context, line, diagonal));
  HLO_TRY(Literal next, Rounded(context, line, upper));
  HLO_TRY(Literal solutions, Rounded(context, b, sides));
  return TupleOf(std::move(second), std::move(first), std::move(next), std::move(solutions),
                 std::move(codes));
}

Result<Literal> ProductOfReflectors(EvalContext& context) {
  HLO_TRY(Matrices a, ReadMatrices(context, 2, false));
  const Shape& shape = context.operand(0).shape();
  HLO_RETURN_IF_ERROR(CheckResult(context, shape));
  const Literal& tau = context.operand(1);
  const int64_t k = tau.shape().IsArray() && tau.shape().rank() > 0 ? tau.shape().dims.back() : -1;
  if (k < 0 || k > a.columns || a.columns > a.rows ||
      !Compatible(tau.shape(), Batch(shape, 2, shape.element_type, k))) {
    return Fail("R08", "`custom-call`: `{}` must take {} reflectors at most, got {}",
                {TargetOf(context), a.columns, ShapeText(tau.shape(), false)});
  }
  HLO_TRY(const Literal taus, Widened(context, tau));
  Matrices q = {a.rows, a.columns, a.count, Literal()};
  HLO_TRY(q.elements, Literal::Zeros(a.elements.shape(), context.runtime().budget()));
  for (int64_t i = 0; i < a.count; ++i) {
    Scalar* product = q.Matrix(i);
    for (int64_t j = 0; j < a.columns; ++j) product[j * a.columns + j] = 1;
    for (int64_t j = k; j-- > 0 && !context.runtime().cancelled();) {
      Reflect(a.Matrix(i), a.columns, j, taus.data<Scalar>()[static_cast<size_t>(i * k + j)],
              product, a.rows, a.columns, 0);
    }
  }
  return Rounded(context, shape, q.elements);
}

}  // namespace hlo
