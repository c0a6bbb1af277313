// SPDX-License-Identifier: Apache-2.0
#include "core/ops/basic/matrices.h"

#include <algorithm>

#include "core/base/format.h"
#include "core/ops/basic/library_config.h"
#include "core/ops/rules.h"

namespace hlo {
namespace {

// Calls fn<T>() with the C++ type of such an element.
template <class Fn>
void WithMatrixType(ElementType type, Fn&& fn) {
  if (type == ElementType::kF32) {
    fn.template operator()<float>();
  } else if (type == ElementType::kF64) {
    fn.template operator()<double>();
  } else if (type == ElementType::kC64) {
    fn.template operator()<std::complex<float>>();
  } else {
    fn.template operator()<std::complex<double>>();
  }
}

void Put(Scalar value, float& out) { out = static_cast<float>(value.real()); }
void Put(Scalar value, double& out) { out = value.real(); }
void Put(Scalar value, std::complex<float>& out) {
  out = {static_cast<float>(value.real()), static_cast<float>(value.imag())};
}
void Put(Scalar value, std::complex<double>& out) { out = value; }

}  // namespace

bool IsMatrixType(ElementType type) {
  return type == ElementType::kF32 || type == ElementType::kF64 || IsComplex(type);
}

Result<Literal> Widened(EvalContext& context, const Literal& array) {
  HLO_TRY(Literal wide,
          context.Allocate(Shape::Array(ElementType::kC128, {array.element_count()})));
  WithMatrixType(array.element_type(), [&]<class T>() {
    const auto data = array.data<T>();
    std::copy(data.begin(), data.end(), wide.mutable_data<Scalar>().begin());
  });
  return wide;
}

Result<Literal> Rounded(EvalContext& context, const Shape& shape, const Literal& wide) {
  HLO_TRY(Literal array, context.Allocate(shape));
  WithMatrixType(shape.element_type, [&]<class T>() {
    T* out = array.mutable_data<T>().data();
    for (const Scalar value : wide.data<Scalar>()) Put(value, *out++);
  });
  return array;
}

Shape Batch(const Shape& a, size_t dropped, ElementType type, int64_t last) {
  Dims dims;
  for (size_t d = 0; d + dropped < a.dims.size(); ++d) dims.push_back(a.dims[d]);
  if (last >= 0) dims.push_back(last);
  return Shape::Array(type, {dims.data(), dims.size()});
}

Status CheckResult(const EvalContext& context, const Shape& wanted) {
  const std::string text = ShapeText(wanted, false);
  if (ShapeText(context.shape(), false) == text) return {};
  return Fail("R08", "`custom-call`: `{}` must return {}, got {}",
              {TargetOf(context), text, ShapeText(context.shape(), false)});
}

Result<Matrices> ReadMatrices(EvalContext& context, size_t operands, bool is_square) {
  HLO_RETURN_IF_ERROR(RequireFullSizes(context));
  const Shape* shape = context.operand_count() == operands ? &context.operand(0).shape() : nullptr;
  const bool is_good = shape != nullptr && shape->IsArray() && IsMatrixType(shape->element_type) &&
                       shape->rank() >= 2 &&
                       (!is_square || shape->dims.back() == shape->dims[shape->dims.size() - 2]);
  if (!is_good) {
    return Fail("R08", "`custom-call`: `{}` must take {} of f32, f64, c64, or c128",
                {TargetOf(context), is_square ? "square matrices" : "matrices"});
  }
  Matrices matrices;
  matrices.columns = shape->dims.back();
  matrices.rows = shape->dims[shape->dims.size() - 2];
  const int64_t elements = context.operand(0).element_count();
  matrices.count = elements > 0 ? elements / (matrices.rows * matrices.columns) : 0;
  HLO_TRY(matrices.elements, Widened(context, context.operand(0)));
  return matrices;
}

Result<Matrices> ZeroMatrices(EvalContext& context, int64_t count, int64_t rows, int64_t columns) {
  Matrices matrices = {rows, columns, count, Literal()};
  HLO_TRY(matrices.elements,
          Literal::Zeros(Shape::Array(ElementType::kC128, {count, rows, columns}),
                         context.runtime().budget()));
  return matrices;
}

}  // namespace hlo
