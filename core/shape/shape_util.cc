// SPDX-License-Identifier: Apache-2.0
#include "hlo/shape_util.h"

#include <algorithm>

#include "core/base/checked.h"
#include "core/base/format.h"
#include "core/base/result.h"

namespace hlo {
namespace {

void CollectArrays(const Shape& shape, ShapeIndex& path, std::vector<ShapeLeaf>& leaves) {
  if (shape.IsArray()) leaves.push_back({path, &shape});
  for (size_t i = 0; i < shape.elements.size(); ++i) {
    path.push_back(static_cast<int64_t>(i));
    CollectArrays(shape.elements[i], path, leaves);
    path.pop_back();
  }
}

}  // namespace

bool HasCustomElementSize(const Shape& array) { return NormalizedLayout(array).element_bits != 0; }
bool IsMonotonicDim0Major(const Shape& array) { return array.layout.IsMonotonicDim0Major(); }
bool IsMonotonicDim0Minor(const Shape& array) { return array.layout.IsMonotonicDim0Minor(); }

std::vector<ShapeLeaf> ArrayLeaves(const Shape& shape) {
  std::vector<ShapeLeaf> leaves;
  ShapeIndex path;
  CollectArrays(shape, path, leaves);
  return leaves;
}

Result<Shape> CopyLayout(const Shape& from, const Shape& to) {
  if (from.IsArray() != to.IsArray() || from.elements.size() != to.elements.size() ||
      from.rank() != to.rank()) {
    return Fail("V01", "the layout of {} does not fit {}: structure and rank must match",
                {ShapeText(from), ShapeText(to, false)});
  }
  Shape out = to;
  for (size_t i = 0; i < to.elements.size(); ++i) {
    HLO_TRY(out.elements[i], CopyLayout(from.elements[i], to.elements[i]));
  }
  if (out.IsArray()) {
    out.layout = from.layout;
    HLO_RETURN_IF_ERROR(CheckLayout(out.layout, out.dims, BitWidth(out.element_type)));
  }
  return out;
}

Result<std::vector<FactorCut>> CommonFactors(std::span<const int64_t> a,
                                             std::span<const int64_t> b) {
  const auto product_a = CheckedProduct(a), product_b = CheckedProduct(b);
  if (!product_a || !product_b) return Fail("S09", "a product of sizes exceeds 63 bits");
  if (*product_a != *product_b) {
    return Fail("V01", "{} and {} must have the same product, got {} and {}",
                {Braced(a), Braced(b), *product_a, *product_b});
  }
  const size_t end_a = a.size(), end_b = b.size();
  std::vector<FactorCut> cuts = {{0, 0}};
  if (*product_a == 0) {
    cuts.push_back({static_cast<int64_t>(end_a), static_cast<int64_t>(end_b)});
    return cuts;
  }
  size_t i = 0, j = 0;
  int64_t prefix_a = 1, prefix_b = 1;
  while (i < end_a || j < end_b) {
    // For equal prefixes the smaller size goes first, so that 1s on one side form their own group.
    const bool equal = prefix_a == prefix_b;
    const bool take_a = prefix_a < prefix_b || (equal && i < end_a && (j == end_b || a[i] <= b[j]));
    const bool take_b = prefix_b < prefix_a || (equal && j < end_b && (i == end_a || b[j] <= a[i]));
    if (take_a) prefix_a *= a[i++];
    if (take_b) prefix_b *= b[j++];
    if (prefix_a != prefix_b) continue;
    cuts.push_back({static_cast<int64_t>(i), static_cast<int64_t>(j)});
  }
  return cuts;
}

Result<std::vector<DimensionPair>> DimensionsUnmodifiedByReshape(std::span<const int64_t> from,
                                                                 std::span<const int64_t> to) {
  HLO_TRY(const std::vector<FactorCut> cuts, CommonFactors(from, to));
  std::vector<DimensionPair> pairs;
  for (size_t k = 1; k < cuts.size(); ++k) {
    const FactorCut& begin = cuts[k - 1];
    if (cuts[k].at_a - begin.at_a == 1 && cuts[k].at_b - begin.at_b == 1 &&
        from[static_cast<size_t>(begin.at_a)] == to[static_cast<size_t>(begin.at_b)]) {
      pairs.push_back({begin.at_a, begin.at_b});
    }
  }
  return pairs;
}

std::optional<DegenerateChange> InsertedOrDeleted1Sized(std::span<const int64_t> from,
                                                        std::span<const int64_t> to) {
  DegenerateChange change;
  size_t i = 0, j = 0;
  while (i < from.size() || j < to.size()) {
    if (i < from.size() && j < to.size() && from[i] == to[j]) {
      ++i;
      ++j;
    } else if (i < from.size() && from[i] == 1) {
      change.deleted.push_back(static_cast<int64_t>(i++));
    } else if (j < to.size() && to[j] == 1) {
      change.inserted.push_back(static_cast<int64_t>(j++));
    } else {
      return std::nullopt;
    }
  }
  return change;
}

}  // namespace hlo
