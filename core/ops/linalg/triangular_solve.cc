// SPDX-License-Identifier: Apache-2.0
// `triangular-solve`, ops reference 11.2: op(a) x = b on the left, x op(a) = b on the right.
#include <string>
#include <utility>

#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/compute_copy.h"
#include "core/ops/dynamic_shape.h"
#include "core/ops/linalg/matrix_scalar.h"
#include "core/ops/rules.h"

namespace hlo {
namespace {

using matrix_scalar::Product;
using matrix_scalar::Quotient;

// The words of transpose_a, in the order of the op's row.
enum class Transpose : int64_t { kNone, kTranspose, kAdjoint };

// How to read the coefficients of the equations M y = v from the stored matrix. For systems on the
// right, they are those of the transposed system, op(a)^T x^T = b^T.
struct System {
  int64_t size;
  bool left;
  bool lower;  // the triangle of a as stored
  bool unit_diagonal;
  bool transposed;  // M[i,j] = a[j,i]
  bool conjugated;

  bool LowerCoefficients() const { return lower != transposed; }
};

// Reads the used triangle of M; the rest of `a` is not read, and the rest of `coefficients` not
// written.
template <class T>
void PackTriangle(const System& system, const T* a, T* coefficients) {
  const int64_t m = system.size;
  for (int64_t row = 0; row < m; ++row) {
    const int64_t first = system.lower ? 0 : row;
    const int64_t last = system.lower ? row : m - 1;
    for (int64_t column = first; column <= last; ++column) {
      if (system.unit_diagonal && row == column) continue;
      const T value = a[row * m + column];
      const int64_t place = system.transposed ? column * m + row : row * m + column;
      coefficients[place] = system.conjugated ? matrix_scalar::Conjugate(value) : value;
    }
  }
}

// Solves M y = v in place for `width` columns, if the run is not cancelled; row i of the unknowns
// starts at x + i * stride.
template <class T>
void Substitute(const Runtime& runtime, const System& system, const T* coefficients, T* x,
                int64_t stride, int64_t width) {
  const int64_t m = system.size;
  const bool forward = system.LowerCoefficients();
  for (int64_t step = 0; step < m && !runtime.cancelled(); ++step) {
    const int64_t i = forward ? step : m - 1 - step;
    T* unknown = x + i * stride;
    for (int64_t known = 0; known < step; ++known) {
      const int64_t j = forward ? known : m - 1 - known;
      const T factor = coefficients[i * m + j];
      const T* solved = x + j * stride;
      for (int64_t c = 0; c < width; ++c) unknown[c] -= Product(factor, solved[c]);
    }
    if (system.unit_diagonal) continue;
    const T pivot = coefficients[i * m + i];
    for (int64_t c = 0; c < width; ++c) unknown[c] = Quotient(unknown[c], pivot);
  }
}

// `x` holds the right-hand sides and becomes the solution.
template <class T>
void SolveAll(const Runtime& runtime, const System& system, int64_t vectors, const Literal& a,
              Literal& scratch, Literal& x) {
  const int64_t m = system.size;
  const T* matrix = a.data<T>().data();
  T* coefficients = scratch.mutable_data<T>().data();
  T* unknowns = x.mutable_data<T>().data();
  for (int64_t done = 0; done < x.element_count(); done += m * vectors, matrix += m * m) {
    PackTriangle(system, matrix, coefficients);
    if (system.left) {
      Substitute(runtime, system, coefficients, unknowns + done, vectors, vectors);
      continue;
    }
    for (int64_t v = 0; v < vectors; ++v) {
      Substitute(runtime, system, coefficients, unknowns + done + v * m, 1, 1);
    }
  }
}

// Rules C3 to C5, given equal ranks.
Status CheckSizes(const InferContext& context) {
  const Shape& a = context.operand(0);
  const Shape& b = context.operand(1);
  const size_t rank = a.dims.size();
  const int64_t m = a.dims[rank - 2];
  if (m != a.dims[rank - 1]) {
    return Fail("triangular-solve.C3", "`triangular-solve`: a must be square, got {}x{}",
                {m, a.dims[rank - 1]})
        .AtOperand(0);
  }
  const bool left = context.attributes().Bool(Attr::left_side);
  const int64_t sides = b.dims[left ? rank - 2 : rank - 1];
  if (sides != m) {
    return Fail("triangular-solve.C4", "`triangular-solve`: b must have {} {} like a, got {}",
                {m, left ? "rows" : "columns", sides});
  }
  Shape a_batch = Shape::Array(a.element_type, {a.dims.data(), rank - 2});
  Shape b_batch = Shape::Array(a.element_type, {b.dims.data(), rank - 2});
  if (a_batch.dims == b_batch.dims) return {};
  const auto listed = [](const Shape& batch) {
    std::string text;
    for (int64_t d = 0; d < batch.rank(); ++d) {
      text += (d > 0 ? "," : "") + DimensionText(batch, d);
    }
    return "{" + text + "}";
  };
  return Fail("triangular-solve.C5",
              "`triangular-solve`: batch dimensions must match, got {} and {}",
              {listed(a_batch), listed(b_batch)});
}

}  // namespace

Result<Shape> InferTriangularSolve(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  const Shape& a = context.operand(0);
  const Shape& b = context.operand(1);
  if (a.element_type != b.element_type) {
    return Fail("triangular-solve.C1",
                "`triangular-solve`: element types must match, got {} and {}",
                {Name(a.element_type), Name(b.element_type)});
  }
  if (!IsFloat(a.element_type) && !IsComplex(a.element_type)) {
    return Fail("triangular-solve.C1",
                "`triangular-solve`: the element type must be floating-point or complex, got {}",
                {Name(a.element_type)});
  }
  if (a.rank() != b.rank()) {
    return Fail("triangular-solve.C2", "`triangular-solve`: ranks must match, got {} and {}",
                {a.rank(), b.rank()});
  }
  if (a.rank() < 2) {
    return Fail("triangular-solve.C2", "`triangular-solve`: the rank must be at least 2, got {}",
                {a.rank()});
  }
  HLO_RETURN_IF_ERROR(CheckSizes(context));
  if (!context.attributes().Has(Attr::transpose_a)) {
    return Fail("triangular-solve.C6", "`triangular-solve`: `transpose_a` is required");
  }
  return b;
}

Result<Literal> EvaluateTriangularSolve(EvalContext& context) {
  if (HasPartlyFilled(context)) return EvaluateWithDynamicSizes(context);
  const Attributes& attributes = context.attributes();
  const auto transpose = static_cast<Transpose>(attributes.Enum(Attr::transpose_a));
  const Dims& dims = context.operand(1).shape().dims;
  const bool left = attributes.Bool(Attr::left_side);
  System system;
  system.size = dims[left ? dims.size() - 2 : dims.size() - 1];
  system.left = left;
  system.lower = attributes.Bool(Attr::lower);
  system.unit_diagonal = attributes.Bool(Attr::unit_diagonal);
  system.transposed = (transpose != Transpose::kNone) == left;
  system.conjugated = transpose == Transpose::kAdjoint;
  const int64_t vectors = dims[left ? dims.size() - 1 : dims.size() - 2];

  HLO_TRY(Literal x, ToComputeType(context, context.operand(1)));
  if (x.element_count() > 0) {
    HLO_RETURN_IF_ERROR(x.MakeUnique());
    HLO_TRY(const Literal a, ToComputeType(context, context.operand(0)));
    const Shape square = Shape::Array(x.element_type(), {system.size, system.size});
    HLO_TRY(Literal scratch, context.Allocate(square));
    matrix_scalar::WithFloatOrComplex(x.element_type(), [&]<class T>() {
      SolveAll<T>(context.runtime(), system, vectors, a, scratch, x);
    });
  }
  return FromComputeType(context, std::move(x), context.shape());
}

}  // namespace hlo
