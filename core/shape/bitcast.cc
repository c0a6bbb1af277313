// SPDX-License-Identifier: Apache-2.0
#include "hlo/bitcast.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/shape/separable.h"
#include "hlo/index.h"
#include "hlo/shape_util.h"

namespace hlo {
namespace {

// Elements compared one by one if there is no normal form: about a second.
constexpr int64_t kMaxEnumerated = int64_t{1} << 23;
// Steps of comparing normal forms; real layouts need fewer than a hundred.
constexpr int64_t kMaxSteps = 1 << 20;

Error Undecided(const Shape& from, const Shape& to) {
  return Fail("R01", "deciding whether {} can become {} in place takes too long",
              {ShapeText(from), ShapeText(to)});
}

// The levels of dimensions [begin, end) as one function of their common row-major index.
Levels Combine(const Shape& shape, const std::vector<Levels>& levels, int64_t begin, int64_t end) {
  Levels combined;
  int64_t stride = 1;
  for (int64_t d = end; d-- > begin;) {
    for (const Level& level : levels[static_cast<size_t>(d)]) {
      combined.push_back({level.period * stride, level.stride});
    }
    stride *= shape.dims[static_cast<size_t>(d)];
  }
  return combined;
}

// What can be decided without looking at positions; nullopt: compare positions.
std::optional<bool> CompareStorage(const PhysicalLayout& from, const PhysicalLayout& to) {
  if (from.elements() != to.elements() || from.stored_elements() != to.stored_elements() ||
      from.element_bits() != to.element_bits() || from.byte_size() != to.byte_size()) {
    return false;
  }
  if (from.elements() == 0) return true;
  return std::nullopt;
}

// Compares, element by element, whether row-major element k of `from` and of `to` have the same
// position.
Result<bool> EnumerateReshape(const Shape& from, const PhysicalLayout& a, const Shape& to,
                              const PhysicalLayout& b) {
  if (a.elements() > kMaxEnumerated) return Undecided(from, to);
  Index at_from(from.dims), at_to(to.dims);
  for (; !at_from.done(); at_from.Next(), at_to.Next()) {
    if (a.Position(at_from.at()) != b.Position(at_to.at())) return false;
  }
  return true;
}

Result<bool> EnumerateTranspose(const Shape& from, const PhysicalLayout& a, const Shape& to,
                                const PhysicalLayout& b, std::span<const int64_t> permutation) {
  if (a.elements() > kMaxEnumerated) return Undecided(from, to);
  Dims source(from.dims.size(), 0);
  for (Index at(to.dims); !at.done(); at.Next()) {
    for (size_t i = 0; i < source.size(); ++i) source[static_cast<size_t>(permutation[i])] = at[i];
    if (a.Position(source) != b.Position(at.at())) return false;
  }
  return true;
}

// A row-major shape with the same cells in the same order.
Shape RowMajorTwin(const Shape& shape) {
  return PermuteDimensions(shape.layout.MajorToMinor(), shape).value();
}

bool IsPlain(const Layout& layout) {
  return layout.tiles.empty() && layout.padded_dimensions.empty() && layout.tail_padding <= 1 &&
         layout.element_bits == 0 && layout.dynamic_shape_prefix_bytes == 0;
}

}  // namespace

Result<bool> ReshapeIsBitcast(const Shape& from, const Shape& to, bool ignore_element_type) {
  HLO_TRY(const PhysicalLayout a, PhysicalLayout::Make(from));
  HLO_TRY(const PhysicalLayout b, PhysicalLayout::Make(to));
  if (!ignore_element_type && from.element_type != to.element_type) return false;
  if (const std::optional<bool> settled = CompareStorage(a, b)) return *settled;
  const auto levels_a = Separate(a), levels_b = Separate(b);
  if (!levels_a || !levels_b) return EnumerateReshape(from, a, to, b);
  // Between two cuts, both positions are functions of one index, independent of all others.
  HLO_TRY(const std::vector<FactorCut> cuts, CommonFactors(from.dims, to.dims));
  for (size_t k = 1; k < cuts.size(); ++k) {
    int64_t count = 1;
    for (int64_t d = cuts[k - 1].at_a; d < cuts[k].at_a; ++d)
      count *= from.dims[static_cast<size_t>(d)];
    const auto same =
        SameOnRange(Combine(from, *levels_a, cuts[k - 1].at_a, cuts[k].at_a),
                    Combine(to, *levels_b, cuts[k - 1].at_b, cuts[k].at_b), count, kMaxSteps);
    if (!same) return EnumerateReshape(from, a, to, b);
    if (!*same) return false;
  }
  return true;
}

Result<bool> TransposeIsBitcast(const Shape& from, const Shape& to,
                                std::span<const int64_t> permutation, bool ignore_element_type) {
  HLO_TRY(const PhysicalLayout a, PhysicalLayout::Make(from));
  HLO_TRY(const PhysicalLayout b, PhysicalLayout::Make(to));
  HLO_TRY(const Shape permuted, PermuteDimensions(permutation, from));
  if (!ignore_element_type && from.element_type != to.element_type) return false;
  if (permuted.dims != to.dims) return false;
  if (const std::optional<bool> settled = CompareStorage(a, b)) return *settled;
  const auto levels_a = Separate(a), levels_b = Separate(b);
  if (!levels_a || !levels_b) return EnumerateTranspose(from, a, to, b, permutation);
  for (size_t i = 0; i < to.dims.size(); ++i) {
    const auto same = SameOnRange((*levels_a)[static_cast<size_t>(permutation[i])], (*levels_b)[i],
                                  to.dims[i], kMaxSteps);
    if (!same) return EnumerateTranspose(from, a, to, b, permutation);
    if (!*same) return false;
  }
  return true;
}

std::optional<Dims> DeduceTransposeForBitcast(const Shape& from, const Shape& to) {
  if (!from.IsArray() || !to.IsArray() || from.rank() != to.rank()) return std::nullopt;
  Dims permutation(from.dims.size());
  for (size_t k = 0; k < permutation.size(); ++k) {
    const auto out = static_cast<size_t>(to.layout.minor_to_major[k]);
    permutation[out] = from.layout.minor_to_major[k];
    if (to.dims[out] != from.dims[static_cast<size_t>(permutation[out])]) return std::nullopt;
  }
  return permutation;
}

Result<BitcastDecomposition> DecomposeBitcast(const Shape& from, const Shape& to) {
  HLO_TRY(const bool reshape, ReshapeIsBitcast(from, to, true));
  if (reshape) return BitcastDecomposition(BitcastReshape());
  if (const std::optional<Dims> permutation = DeduceTransposeForBitcast(from, to)) {
    HLO_TRY(const bool transpose, TransposeIsBitcast(from, to, *permutation, true));
    if (transpose) return BitcastDecomposition(BitcastTranspose{*permutation});
  }
  BitcastTransposeReshapeTranspose all;
  all.first_permutation = from.layout.MajorToMinor();
  all.transposed = RowMajorTwin(from);
  all.reshaped = RowMajorTwin(to);
  all.second_permutation = to.layout.LogicalToPhysical();
  HLO_TRY(const bool middle, ReshapeIsBitcast(all.transposed, all.reshaped, true));
  if (!middle) {
    return Fail("V01", "no transposition and reshape turns {} into {} without moving elements",
                {ShapeText(from), ShapeText(to)});
  }
  return BitcastDecomposition(std::move(all));
}

std::optional<Shape> AlignLayouts(const Shape& from, const Shape& to) {
  if (!from.IsArray() || !to.IsArray() || !IsPlain(from.layout)) return std::nullopt;
  const Shape dense_from = DropDegenerateDimensions(from), dense_to = DropDegenerateDimensions(to);
  const auto factors = CommonFactors(dense_from.dims, dense_to.dims);
  if (!factors.ok()) return std::nullopt;
  const std::vector<FactorCut>& cuts = factors.value();
  Shape out = to;
  out.layout = Layout::Descending(to.dims.size());
  if (IsZeroElementArray(from)) return out;

  // Each group of dimensions must be in one row-major piece; `to` gets its pieces in that order.
  const Dims order = dense_from.layout.MajorToMinor();
  Dims major_to_minor;
  for (size_t at = 0; at < order.size();) {
    size_t k = 1;
    while (cuts[k].at_a <= order[at]) ++k;
    for (int64_t d = cuts[k - 1].at_a; d < cuts[k].at_a; ++d, ++at) {
      if (at == order.size() || order[at] != d) return std::nullopt;
    }
    for (int64_t d = cuts[k - 1].at_b; d < cuts[k].at_b; ++d) major_to_minor.push_back(d);
  }
  // Dimensions of size 1 may be anywhere; after their neighbor, a default layout remains the
  // default.
  Dims kept;
  for (int64_t d = 0; d < to.rank(); ++d) {
    if (to.dims[static_cast<size_t>(d)] != 1) kept.push_back(d);
  }
  for (int64_t& d : major_to_minor) d = kept[static_cast<size_t>(d)];
  for (int64_t d = 0; d < to.rank(); ++d) {
    if (to.dims[static_cast<size_t>(d)] != 1) continue;
    int64_t* neighbor = std::find(major_to_minor.begin(), major_to_minor.end(), d - 1);
    major_to_minor.insert(d == 0 ? major_to_minor.begin() : neighbor + 1, d);
  }
  out.layout = Layout::FromMajorToMinor(major_to_minor).value();
  return out;
}

}  // namespace hlo
