// SPDX-License-Identifier: Apache-2.0
#include "hlo/shape.h"

#include <algorithm>
#include <utility>

#include "core/base/checked.h"
#include "core/base/format.h"
#include "core/base/result.h"

namespace hlo {
namespace {

void AppendText(const Shape& shape, bool layouts, std::string& out) {
  if (shape.IsTuple()) {
    out += '(';
    for (size_t i = 0; i < shape.elements.size(); ++i) {
      if (i > 0) out += ", ";
      if (i > 0 && i % 5 == 0) out += Format("/*index={}*/", {i});
      AppendText(shape.elements[i], layouts, out);
    }
    out += ')';
    return;
  }
  if (shape.is_buffer) out += "b(";
  out += Name(shape.element_type);
  out += '[';
  for (int64_t d = 0; d < shape.rank(); ++d) {
    if (d > 0) out += ',';
    out += DimensionText(shape, d);
  }
  out += ']';
  if (layouts) out += LayoutText(NormalizedLayout(shape));
  if (shape.is_buffer) out += ')';
}

void VisitSubshapes(const Shape& shape, ShapeIndex& at,
                    const std::function<void(const Shape&, const ShapeIndex&)>& fn) {
  fn(shape, at);
  for (size_t i = 0; i < shape.elements.size(); ++i) {
    at.push_back(static_cast<int64_t>(i));
    VisitSubshapes(shape.elements[i], at, fn);
    at.pop_back();
  }
}

}  // namespace

Shape Shape::Array(ElementType type, std::span<const int64_t> dims) {
  Shape shape;
  shape.element_type = type;
  shape.dims.assign(dims.begin(), dims.end());
  shape.layout = Layout::Descending(dims.size());
  return shape;
}

Shape Shape::Array(ElementType type, std::initializer_list<int64_t> dims) {
  return Array(type, std::span<const int64_t>(dims.begin(), dims.size()));
}

Shape Shape::Tuple(std::vector<Shape> elements) {
  Shape shape;
  shape.elements = std::move(elements);
  return shape;
}

Shape Shape::Token() {
  Shape shape;
  shape.element_type = ElementType::kToken;
  return shape;
}

Shape Shape::Opaque() {
  Shape shape;
  shape.element_type = ElementType::kOpaque;
  return shape;
}

bool Shape::IsStatic() const {
  if (dynamic != 0) return false;
  return std::all_of(elements.begin(), elements.end(),
                     [](const Shape& element) { return element.IsStatic(); });
}

void Shape::SetDynamic(int64_t d, bool on) {
  if (d < 0 || d >= kMaxRank) return;
  const uint64_t bit = uint64_t{1} << d;
  dynamic = on ? dynamic | bit : dynamic & ~bit;
}

Result<int64_t> ElementCount(const Shape& array) {
  for (size_t d = 0; d < array.dims.size(); ++d) {
    const int64_t size = array.dims[d];
    if (size == kUnboundedSize) {
      return Fail("S09", "the size of dimension {} of {} is unbounded",
                  {d, ShapeText(array, false)});
    }
    if (size < 0) {
      return Fail("S09", "the size of dimension {} must be at least 0, got {}", {d, size});
    }
  }
  const std::optional<int64_t> count = CheckedProduct(array.dims);
  if (!count) {
    return Fail("S09", "{} has more than 2^63-1 elements", {ShapeText(array, false)});
  }
  return *count;
}

Result<int64_t> DenseBytes(const Shape& shape) {
  int64_t total = 0;
  if (shape.IsArray()) {
    HLO_TRY(const int64_t count, ElementCount(shape));
    const std::optional<int64_t> bytes = CheckedMultiply(count, StorageBytes(shape.element_type));
    if (!bytes) return Fail("S09", "{} has more than 2^63-1 bytes", {ShapeText(shape, false)});
    return *bytes;
  }
  for (const Shape& element : shape.elements) {
    HLO_TRY(const int64_t bytes, DenseBytes(element));
    const std::optional<int64_t> sum = CheckedAdd(total, bytes);
    if (!sum) return Fail("S09", "the elements of a tuple have more than 2^63-1 bytes in total");
    total = *sum;
  }
  return total;
}

int64_t TrueRank(const Shape& array) {
  return std::count_if(array.dims.begin(), array.dims.end(),
                       [](int64_t size) { return size != 1; });
}

bool IsZeroElementArray(const Shape& shape) {
  return shape.IsArray() && std::find(shape.dims.begin(), shape.dims.end(), 0) != shape.dims.end();
}

bool IsEffectiveScalar(const Shape& shape) { return shape.IsArray() && TrueRank(shape) == 0; }

bool HasDegenerateDimensions(const Shape& shape) { return TrueRank(shape) != shape.rank(); }

bool IsEffectivelyMostMajor(const Shape& shape, int64_t dimension) {
  const Dims& order = shape.layout.minor_to_major;
  for (size_t k = order.size(); k-- > 0;) {
    if (order[k] == dimension) return true;
    if (shape.dims[static_cast<size_t>(order[k])] != 1) return false;
  }
  return false;
}

const Shape* Subshape(const Shape& shape, std::span<const int64_t> index) {
  const Shape* at = &shape;
  for (int64_t step : index) {
    if (step < 0 || step >= static_cast<int64_t>(at->elements.size())) return nullptr;
    at = &at->elements[static_cast<size_t>(step)];
  }
  return at;
}

void ForEachSubshape(const Shape& shape,
                     const std::function<void(const Shape&, const ShapeIndex&)>& fn) {
  ShapeIndex at;
  VisitSubshapes(shape, at, fn);
}

std::vector<ShapeIndex> LeafIndices(const Shape& shape) {
  std::vector<ShapeIndex> leaves;
  ForEachSubshape(shape, [&](const Shape& part, const ShapeIndex& at) {
    if (!part.IsTuple()) leaves.push_back(at);
  });
  return leaves;
}

std::string DimensionText(const Shape& shape, int64_t d) {
  const int64_t size = shape.dims[static_cast<size_t>(d)];
  if (size == kUnboundedSize) return "?";
  return (shape.IsDynamic(d) ? "<=" : "") + std::to_string(size);
}

std::string ShapeText(const Shape& shape, bool layouts) {
  std::string out;
  AppendText(shape, layouts, out);
  return out;
}

}  // namespace hlo
