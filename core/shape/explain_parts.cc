// SPDX-License-Identifier: Apache-2.0
// Describes every token of a shape text in a sentence.
#include "core/base/format.h"
#include "core/shape/explain.h"
#include "core/types/float_format.h"
#include "hlo/shape_util.h"

namespace hlo {
namespace {

std::string Count(int64_t n, const char* what) {
  return Format(n == 1 ? "{} {}" : "{} {}s", {n, what});
}

std::string TypeKind(ElementType type) {
  const int bits = BitWidth(type);
  switch (Info(type).kind) {
    case ElementKind::kPred:
      return "true or false";
    case ElementKind::kSigned:
      return Format("signed integer of {}, two's complement", {Count(bits, "bit")});
    case ElementKind::kUnsigned:
      return Format("unsigned integer of {}", {Count(bits, "bit")});
    case ElementKind::kComplex:
      return Format("complex number, two {} with the real part first",
                    {Name(PartOf(type).value_or(type))});
    case ElementKind::kFloat:
    case ElementKind::kOther:
      break;
  }
  const FloatFormat& format = FormatOf(type);
  return Format(
      "floating-point number of {}: {} for the sign, {} for the exponent, {} for the "
      "fraction",
      {Count(bits, "bit"), format.has_sign() ? 1 : 0, format.exponent_bits, format.mantissa_bits});
}

PartExplanation TypePart(const Shape& array, const PhysicalLayout& physical) {
  const int64_t bits = physical.element_bits();
  const std::string size = bits % 8 == 0 ? Count(bits / 8, "byte") : Count(bits, "bit");
  return {std::string(Name(array.element_type)), "element type",
          Format("{}; {} per element in memory", {TypeKind(array.element_type), size})};
}

// What the place of a dimension in the physical list means.
std::string PlaceText(int64_t place, int64_t rank) {
  if (rank == 1) return "the only dimension in memory";
  if (place == rank - 1) return "varies fastest in memory (most minor)";
  if (place == 0) return "varies slowest in memory (most major)";
  return Format("place {} of {} in memory, counted from the most major", {place + 1, rank});
}

std::string DistanceText(const Shape& array, const PhysicalLayout& physical, int64_t d) {
  const int64_t size = array.dims[static_cast<size_t>(d)];
  if (size < 2 || physical.elements() == 0 || !physical.steps().empty()) return "";
  Dims neighbor(array.dims.size(), 0);
  neighbor[static_cast<size_t>(d)] = 1;
  return Format("; neighbors are {} apart", {Count(physical.Position(neighbor), "position")});
}

void AddDimensions(const Shape& array, const PhysicalLayout& physical,
                   std::vector<PartExplanation>& parts) {
  if (array.rank() == 0) {
    parts.push_back({"[]", "dimensions", "none: a scalar has exactly one element"});
    return;
  }
  const std::vector<std::string> names = CoordinateNames(array.dims.size());
  const Dims place = array.layout.LogicalToPhysical();
  for (int64_t d = 0; d < array.rank(); ++d) {
    const auto at = static_cast<size_t>(d);
    const int64_t size = array.dims[at];
    std::string text = size == 0
                           ? "size 0, so the array has no elements"
                           : Format("size {}, index {} from 0 to {}", {size, names[at], size - 1});
    if (array.IsDynamic(d)) text = Format("at most {}, stored at full size; ", {size}) + text;
    parts.push_back({DimensionText(array, d), Format("dimension {}", {d}),
                     Format("{}; {}{}", {text, PlaceText(place[at], array.rank()),
                                         DistanceText(array, physical, d)})});
  }
}

void AddOrder(const Shape& array, std::vector<PartExplanation>& parts) {
  if (array.rank() == 0) return;
  const Layout& layout = array.layout;
  std::string text = Format("dimension {} varies fastest", {layout.minor_to_major[0]});
  for (size_t k = 1; k < layout.minor_to_major.size(); ++k) {
    text += Format(", then {}", {layout.minor_to_major[k]});
  }
  const Dims& order = layout.minor_to_major;
  if (array.rank() > 1 && order == Layout::Descending(order.size()).minor_to_major) {
    text += ": row-major, the default";
  } else if (array.rank() > 1 && order == Layout::Ascending(order.size()).minor_to_major) {
    text += ": column-major";
  }
  parts.push_back({Braced(order), "minor to major", text});
  if (!layout.padded_dimensions.empty()) {
    parts.push_back({"padded_dimensions", "padding (legacy form)",
                     Format("the array is stored as if its sizes were {}",
                            {Parenthesized(layout.padded_dimensions)})});
  }
}

std::string Product(std::span<const int64_t> sizes) { return Joined(sizes, " by "); }

PartExplanation TilePart(const Tile& tile, const TileStep& step, bool first) {
  const size_t covered = step.body.size();
  const std::span<const int64_t> seen(step.before.data() + step.head,
                                      step.before.size() - step.head);
  const std::span<const int64_t> counts(step.after.data() + step.head, covered);
  std::string text = first ? "" : "applied to the result of the previous tile; ";
  if (step.prepended > 0) {
    text += Format("{} of size 1 prepended; ",
                   {Count(static_cast<int64_t>(step.prepended), "dimension")});
  }
  if (covered != tile.sizes.size()) {
    text += Format("'*' combines {} into {}; ", {Parenthesized(seen), Parenthesized(step.body)});
  }
  int64_t cells = 1;
  Dims padded;
  for (size_t k = 0; k < covered; ++k) {
    cells *= step.tile[k];
    padded.push_back(counts[k] * step.tile[k]);
  }
  text += Format("{} cut into {} tiles of {}, each with its {} contiguous",
                 {Product(step.body), Product(counts), Product(step.tile), Count(cells, "cell")});
  if (padded != step.body) text += Format("; the last tiles are padded, to {}", {Product(padded)});
  if (step.head > 0) {
    text += Format("; the more major sizes {} are unchanged",
                   {Parenthesized(std::span<const int64_t>(step.before.data(), step.head))});
  }
  return {(first ? "T" : "") + TileText(tile), first ? "tile" : "next tile", text};
}

void AddNumbers(const Shape& array, const PhysicalLayout& physical,
                std::vector<PartExplanation>& parts) {
  const Layout layout = NormalizedLayout(array);
  if (layout.tail_padding > 1) {
    parts.push_back(
        {Format("L({})", {layout.tail_padding}), "tail padding",
         Format("{} stored elements are rounded up to {}, a multiple of {}",
                {physical.untailed_elements(), physical.stored_elements(), layout.tail_padding})});
  }
  if (layout.element_bits != 0) {
    const int64_t width = BitWidth(array.element_type);
    const int64_t natural = int64_t{8} * StorageBytes(array.element_type);
    std::string text =
        Format("{} per element instead of {}", {Count(layout.element_bits, "bit"), natural});
    if (layout.element_bits > width) {
      text += Format(", of which the upper {} are unused", {layout.element_bits - width});
    }
    if (8 % layout.element_bits == 0) {
      text += Format("; {} elements share a byte, the first in its {} significant bits",
                     {8 / layout.element_bits, kPackMostSignificantFirst ? "most" : "least"});
    }
    parts.push_back({Format("E({})", {layout.element_bits}), "element size", text});
  }
  if (layout.memory_space != 0) {
    parts.push_back(
        {Format("S({})", {layout.memory_space}), "memory space",
         MemorySpaceText(layout.memory_space) + "; it does not affect values or positions"});
  }
}

void AddSplits(const Shape& array, std::vector<PartExplanation>& parts) {
  bool first = true;
  for (const SplitConfig& split : array.layout.splits) {
    const int64_t d = array.layout.MajorToMinor()[static_cast<size_t>(split.dimension)];
    Dims pieces;
    int64_t begin = 0;
    for (int64_t index : split.indices) {
      pieces.push_back(index - begin);
      begin = index;
    }
    pieces.push_back(array.dims[static_cast<size_t>(d)] - begin);
    parts.push_back(
        {Format("{}({}:{})", {first ? "SC" : "", split.dimension, Joined(split.indices)}), "split",
         Format("physical dimension {} (dimension {}) is split into pieces of {}, which may be in "
                "different memories; the largest has {}",
                {split.dimension, d, Joined(pieces, ", "), MaxSplitSize(array, d)})});
    first = false;
  }
}

}  // namespace

std::string MemorySpaceText(int64_t memory_space) {
  switch (memory_space) {
    case 0:
      return "default device memory (HBM)";
    case 1:
      return "fast on-chip vector memory (VMEM)";
    case 5:
      return "host memory";
    default:
      return Format("device-specific memory space {}", {memory_space});
  }
}

std::vector<PartExplanation> ExplainParts(const Shape& array, const PhysicalLayout& physical) {
  std::vector<PartExplanation> parts = {TypePart(array, physical)};
  AddDimensions(array, physical, parts);
  AddOrder(array, parts);
  for (size_t k = 0; k < physical.steps().size(); ++k) {
    parts.push_back(TilePart(array.layout.tiles[k], physical.steps()[k], k == 0));
  }
  AddNumbers(array, physical, parts);
  AddSplits(array, parts);
  if (array.layout.dynamic_shape_prefix_bytes != 0) {
    parts.push_back(
        {Format("M({})", {array.layout.dynamic_shape_prefix_bytes}), "metadata",
         Format("{} before the elements, for the actual sizes of the dynamic dimensions",
                {Count(array.layout.dynamic_shape_prefix_bytes, "byte")})});
  }
  return parts;
}

}  // namespace hlo
