// SPDX-License-Identifier: Apache-2.0
#include "core/ops/basic/spectral.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "core/base/format.h"
#include "core/ops/basic/matrices.h"
#include "core/ops/rules.h"

namespace hlo {
namespace {

constexpr int kMaxSweeps = 64;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

// Of finite numbers.
Scalar Times(Scalar a, Scalar b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

// Not the C library's, so that all targets have the same bits; the matrices are scaled.
double Length(Scalar x) { return std::sqrt(std::norm(x)); }

// The unitary matrix [[c, s w], [-s conj(w), c]] that makes [[p, w r], [conj(w) r, q]] diagonal.
struct Rotation {
  double c = 1, s = 0;
  Scalar w = 1;

  Rotation(double p, double q, Scalar off) {
    const double r = Length(off);
    w = off / r;
    const double ratio = (q - p) / (2 * r);
    const double t = std::copysign(1 / (std::abs(ratio) + std::sqrt(ratio * ratio + 1)), ratio);
    c = 1 / std::sqrt(t * t + 1);
    s = t * c;
  }

  // Columns p and q of a matrix times this one.
  void TurnColumns(Scalar* a, int64_t rows, int64_t columns, int64_t p, int64_t q) const {
    for (int64_t i = 0; i < rows; ++i) {
      Scalar& x = a[i * columns + p];
      Scalar& y = a[i * columns + q];
      const Scalar turned = c * x - s * Times(std::conj(w), y);
      y = s * Times(w, x) + c * y;
      x = turned;
    }
  }
  // Rows p and q: its conjugate transpose times a matrix.
  void TurnRows(Scalar* a, int64_t columns, int64_t p, int64_t q) const {
    for (int64_t j = 0; j < columns; ++j) {
      Scalar& x = a[p * columns + j];
      Scalar& y = a[q * columns + j];
      const Scalar turned = c * x - s * Times(w, y);
      y = s * Times(std::conj(w), x) + c * y;
      x = turned;
    }
  }
};

// Divides a matrix by a power of two, so that its greatest part is below 2; returns the power, or
// NaN for a matrix with NaN or infinity.
double TakeScale(Scalar* a, int64_t count) {
  double most = 0;
  for (int64_t i = 0; i < count; ++i) {
    for (const double part : {a[i].real(), a[i].imag()}) {
      if (!std::isfinite(part)) return kNaN;
      most = std::max(most, std::abs(part));
    }
  }
  if (most == 0) return 1;
  const int exponent = std::ilogb(most);
  for (int64_t i = 0; i < count; ++i) {
    a[i] = {std::scalbn(a[i].real(), -exponent), std::scalbn(a[i].imag(), -exponent)};
  }
  return std::scalbn(1.0, exponent);
}

// Numbers of columns by their values.
std::vector<int64_t> Sorted(const std::vector<double>& values, bool is_descending) {
  std::vector<int64_t> order(values.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
    const double x = values[static_cast<size_t>(a)], y = values[static_cast<size_t>(b)];
    return is_descending ? x > y : x < y;
  });
  return order;
}

void SetIdentity(Scalar* a, int64_t n) {
  for (int64_t i = 0; i < n; ++i) a[i * n + i] = 1;
}

// Makes a Hermitian matrix diagonal; its eigenvectors are the columns of v, which is zeros before.
// Jacobi's method, row by row (Golub and Van Loan, Matrix Computations, section 8.5). These stop
// early, with any values, if the run is cancelled.
void Diagonalize(const Runtime& runtime, Scalar* a, Scalar* v, int64_t n) {
  SetIdentity(v, n);
  double squares = 0;
  for (int64_t i = 0; i < n * n; ++i) squares += std::norm(a[i]);
  const double limit = kEpsilon / 8 * std::sqrt(squares);
  for (int sweep = 0; sweep < kMaxSweeps; ++sweep) {
    bool has_turned = false;
    for (int64_t p = 0; p < n && !runtime.cancelled(); ++p) {
      for (int64_t q = p + 1; q < n; ++q) {
        const Scalar off = a[p * n + q];
        if (Length(off) <= limit) continue;
        has_turned = true;
        const Rotation rotation(a[p * n + p].real(), a[q * n + q].real(), off);
        rotation.TurnColumns(a, n, n, p, q);
        rotation.TurnRows(a, n, p, q);
        a[p * n + q] = a[q * n + p] = 0;
        rotation.TurnColumns(v, n, n, p, q);
      }
    }
    if (!has_turned || runtime.cancelled()) return;
  }
}

// Makes the columns of a (m x n, m >= n) orthogonal, by rotations that v (zeros before) collects:
// the method of Hestenes (Golub and Van Loan, section 8.6.3). Returns the length up to which a
// column is only what rounding left of zeros; such columns need not be orthogonal.
double Orthogonalize(const Runtime& runtime, Scalar* a, Scalar* v, int64_t m, int64_t n) {
  SetIdentity(v, n);
  double squares = 0;
  for (int64_t i = 0; i < m * n; ++i) squares += std::norm(a[i]);
  const double negligible = kEpsilon * static_cast<double>(m) * std::sqrt(squares);
  for (int sweep = 0; sweep < kMaxSweeps; ++sweep) {
    bool has_turned = false;
    for (int64_t p = 0; p < n && !runtime.cancelled(); ++p) {
      for (int64_t q = p + 1; q < n; ++q) {
        double x = 0, y = 0;
        Scalar off = 0;
        for (int64_t i = 0; i < m; ++i) {
          x += std::norm(a[i * n + p]);
          y += std::norm(a[i * n + q]);
          off += Times(std::conj(a[i * n + p]), a[i * n + q]);
        }
        if (std::sqrt(std::min(x, y)) <= negligible) continue;
        const double limit = kEpsilon * static_cast<double>(m) * std::sqrt(x) * std::sqrt(y);
        if (Length(off) <= limit) continue;
        has_turned = true;
        const Rotation rotation(x, y, off);
        rotation.TurnColumns(a, m, n, p, q);
        rotation.TurnColumns(v, n, n, p, q);
      }
    }
    if (!has_turned || runtime.cancelled()) break;
  }
  return negligible;
}

// Column j of u (m x k) becomes orthogonal to those before it and has length 1: what is left of the
// first unit vector of which enough is left.
void Complete(Scalar* u, int64_t m, int64_t k, int64_t j) {
  for (int64_t unit = 0; unit < m; ++unit) {
    for (int64_t i = 0; i < m; ++i) u[i * k + j] = i == unit ? 1 : 0;
    double length = 0;
    for (int pass = 0; pass < 2; ++pass) {  // the second one removes what rounding left
      for (int64_t c = 0; c < j; ++c) {
        Scalar part = 0;
        for (int64_t i = 0; i < m; ++i) part += Times(std::conj(u[i * k + c]), u[i * k + j]);
        for (int64_t i = 0; i < m; ++i) u[i * k + j] -= Times(part, u[i * k + c]);
      }
      length = 0;
      for (int64_t i = 0; i < m; ++i) length += std::norm(u[i * k + j]);
    }
    if (length * static_cast<double>(2 * m) < 1) continue;
    for (int64_t i = 0; i < m; ++i) u[i * k + j] /= std::sqrt(length);
    return;
  }
}

}  // namespace

Result<Literal> HermitianEigenvalues(EvalContext& context, bool is_lower) {
  HLO_TRY(Matrices a, ReadMatrices(context, 1, true));
  const Shape& shape = context.operand(0).shape();
  const int64_t n = a.rows;
  const Shape line = Batch(shape, 2, PartOf(shape.element_type).value_or(shape.element_type), n);
  const Shape info = Batch(shape, 2, ElementType::kS32);
  HLO_RETURN_IF_ERROR(CheckResult(context, Shape::Tuple({shape, line, info})));
  HLO_TRY(Matrices vectors, ZeroMatrices(context, a.count, n, n));
  HLO_TRY(Matrices turned, ZeroMatrices(context, 1, n, n));
  HLO_TRY(Matrices values, ZeroMatrices(context, a.count, 1, n));
  HLO_TRY(Literal codes, Literal::Zeros(info, context.runtime().budget()));
  int32_t* code = codes.mutable_data<int32_t>().data();
  for (int64_t b = 0; b < a.count; ++b) {
    Scalar* matrix = a.Matrix(b);
    for (int64_t i = 0; i < n; ++i) {
      matrix[i * n + i] = matrix[i * n + i].real();
      for (int64_t j = 0; j < i; ++j) {
        Scalar& lower = matrix[i * n + j];
        Scalar& upper = matrix[j * n + i];
        if (is_lower) upper = std::conj(lower);
        if (!is_lower) lower = std::conj(upper);
      }
    }
    Scalar* out = vectors.Matrix(b);
    Scalar* value = values.Matrix(b);
    const double scale = TakeScale(matrix, n * n);
    if (std::isnan(scale)) {
      code[b] = 1;
      std::fill(out, out + n * n, kNaN);
      std::fill(value, value + n, kNaN);
      continue;
    }
    Scalar* v = turned.Matrix(0);
    std::fill(v, v + n * n, 0);
    Diagonalize(context.runtime(), matrix, v, n);
    std::vector<double> diagonal;
    for (int64_t i = 0; i < n; ++i) diagonal.push_back(matrix[i * n + i].real());
    const std::vector<int64_t> order = Sorted(diagonal, false);
    for (int64_t j = 0; j < n; ++j) {
      const int64_t from = order[static_cast<size_t>(j)];
      value[j] = scale * diagonal[static_cast<size_t>(from)];
      for (int64_t i = 0; i < n; ++i) out[i * n + j] = v[i * n + from];
    }
  }
  HLO_TRY(Literal columns, Rounded(context, shape, vectors.elements));
  HLO_TRY(Literal eigenvalues, Rounded(context, line, values.elements));
  return TupleOf(std::move(columns), std::move(eigenvalues), std::move(codes));
}

namespace {

// Of the decompositions of m x n matrices.
struct SvdShapes {
  int64_t m, n, least, most;
  bool is_full;  // U and V have all of their columns, or those that belong to singular values
  Shape line, u, v, info;
};

Result<SvdShapes> SvdShapesOf(const EvalContext& context, const Matrices& a, bool is_v_transposed) {
  const Shape& shape = context.operand(0).shape();
  const int64_t m = a.rows, n = a.columns, least = std::min(m, n);
  const auto matrix_shape = [&](int64_t rows, int64_t columns) {
    Shape made = Batch(shape, 2, shape.element_type, rows);
    made.dims.push_back(columns);
    return Shape::Array(shape.element_type, {made.dims.data(), made.dims.size()});
  };
  const Shape& result = context.shape();
  const bool has_u = result.IsTuple() && result.elements.size() == 5 &&
                     result.elements[2].IsArray() && result.elements[2].rank() == shape.rank();
  const bool is_full = has_u && result.elements[2].dims.back() == m &&
                       (m != least || result.elements[3].dims == matrix_shape(n, n).dims);
  const int64_t of_u = is_full ? m : least, of_v = is_full ? n : least;
  SvdShapes shapes = {m, n, least, std::max(m, n), is_full, {}, {}, {}, {}};
  shapes.line = Batch(shape, 2, PartOf(shape.element_type).value_or(shape.element_type), least);
  shapes.u = matrix_shape(m, of_u);
  shapes.v = is_v_transposed ? matrix_shape(of_v, n) : matrix_shape(n, of_v);
  shapes.info = Batch(shape, 2, ElementType::kS32);
  HLO_RETURN_IF_ERROR(
      CheckResult(context, Shape::Tuple({shape, shapes.line, shapes.u, shapes.v, shapes.info})));
  return shapes;
}

// The taller one of a matrix and its conjugate transpose.
void CopyTall(const Scalar* matrix, int64_t m, int64_t n, Scalar* tall) {
  for (int64_t i = 0; i < m; ++i) {
    for (int64_t j = 0; j < n; ++j) {
      if (m >= n) tall[i * n + j] = matrix[i * n + j];
      if (m < n) tall[j * m + i] = std::conj(matrix[i * n + j]);
    }
  }
}

// Where the decomposition of one tall matrix, most x least, goes.
struct SvdOutput {
  Scalar *value, *left, *right;
  int64_t most, least, left_columns;

  // `tall` has orthogonal columns, which `rotations` has made; those up to the length `negligible`
  // are zeros. The singular values are multiplied by `scale`.
  void Set(const Runtime& runtime, const Scalar* tall, const Scalar* rotations, double negligible,
           double scale, bool has_vectors) const {
    std::vector<double> lengths(static_cast<size_t>(least));
    for (int64_t j = 0; j < least; ++j) {
      double& length = lengths[static_cast<size_t>(j)];
      for (int64_t i = 0; i < most; ++i) length += std::norm(tall[i * least + j]);
      length = std::sqrt(length);
    }
    const std::vector<int64_t> order = Sorted(lengths, true);
    for (int64_t j = 0; j < left_columns && !runtime.cancelled(); ++j) {
      const int64_t from = j < least ? order[static_cast<size_t>(j)] : -1;
      const double length = from < 0 ? 0 : lengths[static_cast<size_t>(from)];
      if (from >= 0) value[j] = scale * length;
      for (int64_t i = 0; i < least && from >= 0; ++i) {
        right[i * least + j] = rotations[i * least + from];
      }
      if (length > negligible) {
        for (int64_t i = 0; i < most; ++i) {
          left[i * left_columns + j] = tall[i * least + from] / length;
        }
      } else if (has_vectors) {
        Complete(left, most, left_columns, j);
      }
    }
  }
};

// The vectors as U or V, or zeros.
Result<Literal> VectorsOf(EvalContext& context, Matrices& from, const Shape& wanted,
                          bool is_adjoint, bool has_vectors) {
  HLO_TRY(Matrices out, ZeroMatrices(context, from.count, from.rows, from.columns));
  for (int64_t b = 0; b < from.count && has_vectors; ++b) {
    const Scalar* in = from.Matrix(b);
    Scalar* to = out.Matrix(b);
    for (int64_t i = 0; i < from.rows; ++i) {
      for (int64_t j = 0; j < from.columns; ++j) {
        const Scalar x = in[i * from.columns + j];
        if (is_adjoint) to[j * from.rows + i] = std::conj(x);
        if (!is_adjoint) to[i * from.columns + j] = x;
      }
    }
  }
  return Rounded(context, wanted, out.elements);
}

}  // namespace

Result<Literal> SingularValues(EvalContext& context, bool has_vectors, bool is_v_transposed) {
  HLO_TRY(Matrices a, ReadMatrices(context, 1, false));
  HLO_TRY(const SvdShapes shapes, SvdShapesOf(context, a, is_v_transposed));
  const int64_t least = shapes.least, most = shapes.most;
  // Matrices without elements have vectors, too, if these have all columns.
  HLO_TRY(Literal codes, Literal::Zeros(shapes.info, context.runtime().budget()));
  const int64_t count = codes.element_count();
  HLO_TRY(Matrices tall, ZeroMatrices(context, 1, most, least));
  HLO_TRY(Matrices turned, ZeroMatrices(context, 1, least, least));
  HLO_TRY(Matrices left, ZeroMatrices(context, count, most, shapes.is_full ? most : least));
  HLO_TRY(Matrices right, ZeroMatrices(context, count, least, least));
  HLO_TRY(Matrices values, ZeroMatrices(context, count, 1, least));
  for (int64_t b = 0; b < count; ++b) {
    Scalar* matrix = a.Matrix(b);
    const SvdOutput out = {values.Matrix(b), left.Matrix(b), right.Matrix(b), most, least,
                           left.columns};
    const double scale = TakeScale(matrix, shapes.m * shapes.n);
    if (std::isnan(scale)) {
      codes.mutable_data<int32_t>()[static_cast<size_t>(b)] = 1;
      std::fill(out.value, out.value + least, kNaN);
      std::fill(out.left, out.left + left.rows * left.columns, kNaN);
      std::fill(out.right, out.right + least * least, kNaN);
      continue;
    }
    Scalar* t = tall.Matrix(0);
    Scalar* rotations = turned.Matrix(0);
    CopyTall(matrix, shapes.m, shapes.n, t);
    std::fill(rotations, rotations + least * least, 0);
    const double negligible = Orthogonalize(context.runtime(), t, rotations, most, least);
    out.Set(context.runtime(), t, rotations, negligible, scale, has_vectors);
  }
  // left and right belong to U and V, or to V and U.
  const bool is_tall = shapes.m >= shapes.n;
  HLO_TRY(Literal u,
          VectorsOf(context, is_tall ? left : right, shapes.u, /*is_adjoint=*/false, has_vectors));
  HLO_TRY(Literal v,
          VectorsOf(context, is_tall ? right : left, shapes.v, is_v_transposed, has_vectors));
  HLO_TRY(Literal s, Rounded(context, shapes.line, values.elements));
  return TupleOf(context.TakeOperand(0), std::move(s), std::move(u), std::move(v),
                 std::move(codes));
}

}  // namespace hlo
