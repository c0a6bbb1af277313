// SPDX-License-Identifier: Apache-2.0
// Explains the way from an index to its position and back, step by step.
#include <utility>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/shape/explain.h"
#include "hlo/index.h"

namespace hlo {
namespace {

using Span = std::span<const int64_t>;

Span Part(const Dims& list, size_t begin, size_t count) { return Span(list.data() + begin, count); }

// "(2*4+1)*2+0": the row-major index in the form of a hand calculation.
std::string Horner(Span coordinates, Span sizes) {
  if (coordinates.empty()) return "0";
  std::string out = std::to_string(coordinates[0]);
  for (size_t i = 1; i < coordinates.size(); ++i) {
    out = Format(i == 1 ? "{}*{}+{}" : "({})*{}+{}", {out, sizes[i], coordinates[i]});
  }
  return out;
}

// "2*12 + 1*4 + 3": coordinates times strides, without dimensions of size 1.
std::string StrideSum(Span coordinates, Span sizes) {
  std::string out;
  int64_t stride = 1;
  for (size_t i = coordinates.size(); i-- > 0;) {
    if (sizes[i] != 1) {
      const std::string term =
          stride == 1 ? std::to_string(coordinates[i]) : Format("{}*{}", {coordinates[i], stride});
      out = out.empty() ? term : term + " + " + out;
    }
    stride *= sizes[i];
  }
  return out.empty() ? "0" : out;
}

int64_t RowMajor(Span coordinates, Span sizes) {
  int64_t linear = 0;
  for (size_t i = 0; i < coordinates.size(); ++i) linear = linear * sizes[i] + coordinates[i];
  return linear;
}

// Describes the step of one tile and updates `coordinates`.
std::string FollowTile(const Tile& tile, const TileStep& step, Dims& coordinates) {
  Dims own(step.prepended, 0);
  for (int64_t coordinate : coordinates) own.push_back(coordinate);
  std::string text = "T" + TileText(tile) + ": ";
  if (step.prepended > 0) {
    text += Format("sizes {} with leading 1s, ", {Parenthesized(step.before)});
  }
  Dims combined, next(Part(own, 0, step.head));
  size_t at = step.head;
  for (size_t end : step.group_ends) {
    const size_t count = step.head + end - at;
    combined.push_back(RowMajor(Part(own, at, count), Part(step.before, at, count)));
    at += count;
  }
  const size_t covered = step.body.size();
  if (covered != tile.sizes.size()) {
    text += Format("'*' combines {} of {} into {} of {}, ",
                   {Parenthesized(Part(own, step.head, own.size() - step.head)),
                    Parenthesized(Part(step.before, step.head, own.size() - step.head)),
                    Parenthesized(combined), Parenthesized(step.body)});
  }
  for (size_t k = 0; k < covered; ++k) next.push_back(combined[k] / step.tile[k]);
  for (size_t k = 0; k < covered; ++k) next.push_back(combined[k] % step.tile[k]);
  text += Format("tile {} of {} tiles, inside {}",
                 {Parenthesized(Part(next, step.head, covered)),
                  Parenthesized(Part(step.after, step.head, covered)),
                  Parenthesized(Part(next, step.head + covered, covered))});
  if (step.head > 0) text += ", after " + Parenthesized(Part(next, 0, step.head));
  coordinates = std::move(next);
  return text;
}

// "(1*3+1)*4 + (0*2+1) = 17" for one tile; strides for more.
std::string PositionStep(const PhysicalLayout& physical, const Dims& coordinates,
                         int64_t position) {
  const Dims& sizes = physical.final_sizes();
  if (physical.steps().size() == 1) {
    const size_t inside = physical.steps()[0].tile.size(), outside = sizes.size() - inside;
    int64_t cells = 1;
    for (int64_t size : physical.steps()[0].tile) cells *= size;
    return Format(
        "position ({})*{} + ({}) = {}",
        {Horner(Part(coordinates, 0, outside), Part(sizes, 0, outside)), cells,
         Horner(Part(coordinates, outside, inside), Part(sizes, outside, inside)), position});
  }
  if (sizes.size() <= 1) return Format("position {}", {position});
  if (physical.steps().empty()) {
    return Format("position {} = {}", {Horner(coordinates, sizes), position});
  }
  return Format(
      "coordinates {} in sizes {}: position {} = {}",
      {Parenthesized(coordinates), Parenthesized(sizes), StrideSum(coordinates, sizes), position});
}

void AddPlace(const Shape& array, const PhysicalLayout& physical, IndexExplanation& out) {
  const int64_t prefix = array.layout.dynamic_shape_prefix_bytes;
  const int64_t bits = physical.element_bits();
  out.byte = physical.BitOffset(out.position) / 8 + prefix;
  out.bit = physical.BitOffset(out.position) + 8 * prefix;
  const std::string after = prefix == 0 ? "" : Format(" after {} bytes of metadata", {prefix});
  if (bits % 8 == 0) {
    out.steps.push_back(Format(bits == 8 ? "{} byte each{}: byte {}" : "{} bytes each{}: byte {}",
                               {bits / 8, after, out.byte}));
  } else {
    out.steps.push_back(
        Format("{} bits each{}: bit {}, in byte {} from its {} significant end",
               {bits, after, out.bit, out.byte, kPackMostSignificantFirst ? "most" : "least"}));
  }
}

void AddIndexSteps(const Shape& array, const PhysicalLayout& physical, const Dims& index,
                   IndexExplanation& out) {
  Dims coordinates;
  for (int64_t d : physical.major_to_minor()) {
    coordinates.push_back(index[static_cast<size_t>(d)]);
  }
  if (array.rank() == 0) {
    out.steps.push_back("(): the only element of a scalar");
  } else if (array.layout.IsMonotonicDim0Major()) {
    out.steps.push_back(
        Format("{}: in memory order {} of {}", {Parenthesized(index), Parenthesized(coordinates),
                                                Parenthesized(physical.physical_sizes())}));
  } else {
    out.steps.push_back(
        Format("{}: in memory order, dimensions {}, {} of {}",
               {Parenthesized(index), Joined(physical.major_to_minor()), Parenthesized(coordinates),
                Parenthesized(physical.physical_sizes())}));
  }
  for (size_t k = 0; k < physical.steps().size(); ++k) {
    out.steps.push_back(FollowTile(array.layout.tiles[k], physical.steps()[k], coordinates));
  }
  out.steps.push_back(PositionStep(physical, coordinates, out.position));
}

// Why a position inside the tiles has no element.
std::string PaddingReason(const Shape& array, const PhysicalLayout& physical, int64_t position) {
  const Dims& sizes = physical.final_sizes();
  Dims coordinates(sizes.size());
  for (size_t i = sizes.size(); i-- > 0;) {
    coordinates[i] = position % sizes[i];
    position /= sizes[i];
  }
  for (size_t s = physical.steps().size(); s-- > 0;) {
    const TileStep& step = physical.steps()[s];
    const size_t covered = step.body.size();
    Dims previous(Part(coordinates, 0, step.head));
    previous.resize(step.before.size());
    for (size_t k = 0; k < covered; ++k) {
      const int64_t count = coordinates[step.head + k];
      const int64_t place = coordinates[step.head + covered + k];
      int64_t combined = count * step.tile[k] + place;
      if (combined >= step.body[k]) {
        return Format(
            "padding of T{}: tile {}, inside {} is coordinate {}*{}+{} = {}, but the "
            "size there is {}",
            {TileText(array.layout.tiles[s]), count, place, count, step.tile[k], place, combined,
             step.body[k]});
      }
      const size_t begin = step.head + (k == 0 ? 0 : step.group_ends[k - 1]);
      for (size_t at = step.head + step.group_ends[k]; at-- > begin;) {
        previous[at] = combined % step.before[at];
        combined /= step.before[at];
      }
    }
    coordinates = Dims(Part(previous, step.prepended, previous.size() - step.prepended));
  }
  return Format("padding: {} is beyond the sizes {}",
                {Parenthesized(coordinates), Parenthesized(physical.physical_sizes())});
}

}  // namespace

Result<IndexExplanation> ExplainIndex(const Shape& array, std::span<const int64_t> index) {
  HLO_TRY(const PhysicalLayout physical, PhysicalLayout::Make(array));
  if (!IndexInBounds(array, index)) {
    return Fail("V01", "{} is not an index of {}", {Parenthesized(index), ShapeText(array, false)});
  }
  IndexExplanation out;
  out.index = Dims(index);
  out.position = physical.Position(index);
  AddIndexSteps(array, physical, *out.index, out);
  AddPlace(array, physical, out);
  return out;
}

Result<IndexExplanation> ExplainPosition(const Shape& array, int64_t position) {
  HLO_TRY(const PhysicalLayout physical, PhysicalLayout::Make(array));
  if (position < 0 || position >= physical.stored_elements()) {
    return Fail("V01", "{} is not a position in {}, which stores {} elements",
                {position, ShapeText(array), physical.stored_elements()});
  }
  IndexExplanation out;
  out.position = position;
  out.index = physical.IndexAt(position);
  if (out.index) {
    AddIndexSteps(array, physical, *out.index, out);
  } else if (position >= physical.untailed_elements()) {
    out.steps.push_back(Format(
        "tail padding: {} cells are rounded up to {}, a multiple of {}",
        {physical.untailed_elements(), physical.stored_elements(), array.layout.tail_padding}));
  } else {
    out.steps.push_back(PaddingReason(array, physical, position));
  }
  AddPlace(array, physical, out);
  return out;
}

}  // namespace hlo
