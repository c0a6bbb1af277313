// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_SHAPE_EXPLAIN_H_
#define HLO_CORE_SHAPE_EXPLAIN_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json_writer.h"
#include "core/base/result.h"
#include "hlo/physical_layout.h"
#include "hlo/shape.h"
#include "hlo/small_vector.h"

namespace hlo {

// One token of a shape text in plain words, with the numbers of this shape.
struct PartExplanation {
  std::string text;  // as HLO text writes it
  std::string title;
  std::string explanation;
};

// The effect of one tile on the sizes, most major first.
struct TileExplanation {
  std::string text;
  Dims before;
  Dims combined;  // after `*`
  Dims padded;    // rounded up to the tile
  Dims after;     // counts, then the tile
};

// Everything about the placement of the elements of one array shape.
struct LayoutExplanation {
  ShapeIndex path;  // inside a tuple shape
  std::string shape;
  std::string_view element_type;
  Dims dims;
  int64_t rank = 0;
  int64_t true_rank = 0;
  Dims minor_to_major;
  Dims physical_order;  // dimension numbers, most major first
  Dims physical_sizes;
  std::vector<TileExplanation> tiles;
  Dims final_sizes;
  int64_t elements = 0;
  int64_t stored_elements = 0;  // padding included
  int64_t element_bits = 0;
  int64_t bytes = 0;
  int64_t unpadded_bytes = 0;
  int64_t wasted_bytes = 0;
  std::string expansion;    // bytes / unpadded bytes, "1.6"
  std::string utilization;  // the inverse, "62.5%"
  int64_t memory_space = 0;
  std::string memory;  // the usual meaning of the space
  std::vector<PartExplanation> parts;
  std::string formula;               // position as a function of the coordinates
  std::vector<std::string> example;  // the steps for the last element
};

// Errors: those of PhysicalLayout::Make.
Result<LayoutExplanation> ExplainLayout(const Shape& array);
// One per array of a tuple shape.
Result<std::vector<LayoutExplanation>> ExplainLayouts(const Shape& shape);

// As text, and as JSON objects (the LayoutReport of wasm/hlo.d.mts).
std::string LayoutExplanationText(const Shape& shape);
void WriteLayoutExplanation(const LayoutExplanation& explanation, JsonWriter& json);
// A JSON list of them, one per array.
void WriteLayoutExplanation(const Shape& shape, JsonWriter& json);

// The steps from an index to its position, or from a position to its index.
struct IndexExplanation {
  std::optional<Dims> index;  // nullopt for padding
  int64_t position = 0;
  int64_t bit = 0;  // offset of the first bit, prefix included
  int64_t byte = 0;
  std::vector<std::string> steps;
};

// Errors: those of PhysicalLayout::Make; V01 for an index or position that does not exist.
Result<IndexExplanation> ExplainIndex(const Shape& array, std::span<const int64_t> index);
Result<IndexExplanation> ExplainPosition(const Shape& array, int64_t position);

// ---- pieces ----

std::vector<PartExplanation> ExplainParts(const Shape& array, const PhysicalLayout& physical);
std::string PositionFormula(const PhysicalLayout& physical);
std::string MemorySpaceText(int64_t memory_space);
// Names of coordinates: x for rank 1, (y, x), (z, y, x), (p, z, y, x), then i0, i1, ...
std::vector<std::string> CoordinateNames(size_t rank);
std::string TileText(const Tile& tile);
// "(2,3)"
std::string Parenthesized(std::span<const int64_t> values);

}  // namespace hlo

#endif  // HLO_CORE_SHAPE_EXPLAIN_H_
