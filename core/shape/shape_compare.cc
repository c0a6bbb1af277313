// SPDX-License-Identifier: Apache-2.0
#include "hlo/shape.h"

namespace hlo {
namespace {

bool SameType(ElementType a, ElementType b, const ShapeCompare& compare) {
  if (a == b) return true;
  if (!IsArrayType(a) || !IsArrayType(b)) return false;
  return !compare.element_type || (!compare.float_precision && IsFloat(a) && IsFloat(b));
}

}  // namespace

bool Equal(const Shape& a, const Shape& b, const ShapeCompare& compare) {
  if (!SameType(a.element_type, b.element_type, compare)) return false;
  if (a.elements.size() != b.elements.size() || a.rank() != b.rank()) return false;
  for (size_t i = 0; i < a.elements.size(); ++i) {
    if (!Equal(a.elements[i], b.elements[i], compare)) return false;
  }
  if (compare.dims && a.dims != b.dims) return false;
  if (compare.dynamic && a.dynamic != b.dynamic) return false;
  if (compare.buffer && a.is_buffer != b.is_buffer) return false;
  return !compare.layout || Equal(a.layout, b.layout, compare.parts);
}

bool Compatible(const Shape& a, const Shape& b) {
  ShapeCompare compare;
  compare.layout = false;
  compare.dynamic = false;
  compare.buffer = false;
  return Equal(a, b, compare);
}

bool CompatibleIgnoringElementType(const Shape& a, const Shape& b) {
  ShapeCompare compare;
  compare.layout = false;
  compare.dynamic = false;
  compare.buffer = false;
  compare.element_type = false;
  return Equal(a, b, compare);
}

bool EqualIgnoringFpPrecision(const Shape& a, const Shape& b) {
  ShapeCompare compare;
  compare.float_precision = false;
  return Equal(a, b, compare);
}

bool SameDimensions(const Shape& a, const Shape& b) {
  return a.IsArray() && b.IsArray() && a.dims == b.dims;
}

bool SameElementType(const Shape& a, const Shape& b) { return a.element_type == b.element_type; }

}  // namespace hlo
