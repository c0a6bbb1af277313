// SPDX-License-Identifier: Apache-2.0
// `cholesky`, ops reference 11.1.
#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <type_traits>
#include <utility>

#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/compute_copy.h"
#include "core/ops/dynamic_shape.h"
#include "core/ops/linalg/matrix_scalar.h"
#include "core/ops/rules.h"

namespace hlo {
namespace {

using matrix_scalar::Conjugate;
using matrix_scalar::Product;

template <class T>
T RealPart(T value) {
  return value;
}
template <class T>
T RealPart(std::complex<T> value) {
  return value.real();
}

// Reads one triangle of the m x m matrix `a` and writes the lower factor to `factor`, with zeros
// above the diagonal. False if the matrix is not positive definite. Stops early, with any values,
// if the run is cancelled; the engine then reports R04.
template <class T>
bool Factorize(const Runtime& runtime, const T* a, int64_t m, bool lower, T* factor) {
  for (int64_t i = 0; i < m && !runtime.cancelled(); ++i) {
    T* row = factor + i * m;
    for (int64_t j = 0; j <= i; ++j) {
      const T* other = factor + j * m;
      T sum = T();
      for (int64_t k = 0; k < j; ++k) sum += Product(row[k], Conjugate(other[k]));
      const T rest = (lower ? a[i * m + j] : Conjugate(a[j * m + i])) - sum;
      if (j < i) {
        row[j] = rest / RealPart(other[j]);  // the diagonal is real
      } else {
        if (!(RealPart(rest) >= 0)) return false;
        row[i] = std::sqrt(RealPart(rest));
      }
    }
    std::fill(row + i + 1, row + m, T());
  }
  return true;
}

// U is the conjugate transpose of L.
template <class T>
void ConjugateTranspose(T* matrix, int64_t m) {
  for (int64_t i = 0; i < m; ++i) {
    for (int64_t j = 0; j < i; ++j) {
      matrix[j * m + i] = Conjugate(matrix[i * m + j]);
      matrix[i * m + j] = T();
    }
  }
}

template <class T>
void FactorizeAll(const Runtime& runtime, const Literal& operand, int64_t m, bool lower,
                  Literal& factors) {
  using Real = decltype(RealPart(T()));
  constexpr Real kNan = std::numeric_limits<Real>::quiet_NaN();
  T nan = T(kNan);
  if constexpr (!std::is_same_v<T, Real>) nan = T(kNan, kNan);
  const T* a = operand.data<T>().data();
  T* factor = factors.mutable_data<T>().data();
  for (int64_t done = 0; done < operand.element_count(); done += m * m) {
    if (!Factorize(runtime, a + done, m, lower, factor + done)) {
      std::fill_n(factor + done, m * m, nan);
    } else if (!lower) {
      ConjugateTranspose(factor + done, m);
    }
  }
}

}  // namespace

Result<Shape> InferCholesky(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  const Shape& a = context.operand(0);
  if (!IsFloat(a.element_type) && !IsComplex(a.element_type)) {
    return Fail("cholesky.C1",
                "`cholesky`: the element type must be floating-point or complex, got {}",
                {Name(a.element_type)});
  }
  if (a.rank() < 2) {
    return Fail("cholesky.C2", "`cholesky`: the rank must be at least 2, got {}", {a.rank()});
  }
  const int64_t rows = a.dims[a.dims.size() - 2];
  const int64_t columns = a.dims[a.dims.size() - 1];
  if (rows != columns) {
    return Fail("cholesky.C3", "`cholesky`: the matrix must be square, got {}x{}", {rows, columns});
  }
  return a;
}

Result<Literal> EvaluateCholesky(EvalContext& context) {
  if (HasPartlyFilled(context)) return EvaluateWithDynamicSizes(context);
  HLO_TRY(const Literal operand, ToComputeType(context, context.operand(0)));
  const Dims& dims = operand.shape().dims;
  HLO_TRY(Literal factors,
          context.Allocate(Shape::Array(operand.element_type(), {dims.data(), dims.size()})));
  if (operand.element_count() > 0) {
    const int64_t m = dims[dims.size() - 1];
    const bool lower = context.attributes().Bool(Attr::lower);
    matrix_scalar::WithFloatOrComplex(operand.element_type(), [&]<class T>() {
      FactorizeAll<T>(context.runtime(), operand, m, lower, factors);
    });
  }
  return FromComputeType(context, std::move(factors), context.shape());
}

}  // namespace hlo
