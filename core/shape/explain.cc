// SPDX-License-Identifier: Apache-2.0
#include "core/shape/explain.h"

#include <cstdio>
#include <utility>

#include "core/base/format.h"
#include "core/base/result.h"
#include "hlo/shape_util.h"

namespace hlo {
namespace {

// Three significant digits, without trailing zeros: "1.6", "128", "0.0312".
std::string Ratio(double value) {
  char buffer[32];
  const int digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : value >= 0.1 ? 3 : 4;
  std::snprintf(buffer, sizeof(buffer), "%.*f", digits, value);
  std::string text = buffer;
  if (text.find('.') == std::string::npos) return text;
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

TileExplanation ExplainTile(const Tile& tile, const TileStep& step) {
  TileExplanation out;
  out.text = TileText(tile);
  out.before = step.before;
  out.combined.assign(step.before.begin(), step.before.begin() + step.head);
  out.padded = out.combined;
  for (size_t k = 0; k < step.body.size(); ++k) {
    out.combined.push_back(step.body[k]);
    out.padded.push_back(step.after[step.head + k] * step.tile[k]);
  }
  out.after = step.after;
  return out;
}

}  // namespace

std::vector<std::string> CoordinateNames(size_t rank) {
  static constexpr const char* kNames[] = {"p", "z", "y", "x"};
  std::vector<std::string> names;
  for (size_t d = 0; d < rank; ++d) {
    names.push_back(rank <= 4 ? kNames[4 - rank + d] : Format("i{}", {d}));
  }
  return names;
}

std::string TileText(const Tile& tile) {
  std::string out = "(";
  for (size_t i = 0; i < tile.sizes.size(); ++i) {
    if (i > 0) out += ',';
    out += tile.sizes[i] == kCombineDimension ? "*" : std::to_string(tile.sizes[i]);
  }
  return out + ")";
}

std::string Parenthesized(std::span<const int64_t> values) { return "(" + Joined(values) + ")"; }

Result<LayoutExplanation> ExplainLayout(const Shape& array) {
  HLO_TRY(const PhysicalLayout physical, PhysicalLayout::Make(array));
  LayoutExplanation out;
  out.shape = ShapeText(array);
  out.element_type = Name(array.element_type);
  out.dims = array.dims;
  out.rank = array.rank();
  out.true_rank = TrueRank(array);
  out.minor_to_major = array.layout.minor_to_major;
  out.physical_order = physical.major_to_minor();
  out.physical_sizes = physical.physical_sizes();
  for (size_t k = 0; k < physical.steps().size(); ++k) {
    out.tiles.push_back(ExplainTile(array.layout.tiles[k], physical.steps()[k]));
  }
  out.final_sizes = physical.final_sizes();
  out.elements = physical.elements();
  out.stored_elements = physical.stored_elements();
  out.element_bits = physical.element_bits();
  out.bytes = physical.byte_size();
  out.unpadded_bytes = physical.unpadded_bytes();
  out.wasted_bytes = physical.wasted_bytes();
  const double bytes = static_cast<double>(out.bytes);
  const double unpadded = static_cast<double>(out.unpadded_bytes);
  out.expansion = out.unpadded_bytes == 0 ? "1" : Ratio(bytes / unpadded);
  out.utilization = (out.bytes == 0 ? "100" : Ratio(100 * unpadded / bytes)) + "%";
  out.memory_space = array.layout.memory_space;
  out.memory = MemorySpaceText(out.memory_space);
  out.parts = ExplainParts(array, physical);
  out.formula = PositionFormula(physical);
  if (out.elements > 0) {
    Dims last = array.dims;
    for (int64_t& coordinate : last) --coordinate;
    HLO_TRY(IndexExplanation example, ExplainIndex(array, last));
    out.example = std::move(example.steps);
  }
  return out;
}

Result<std::vector<LayoutExplanation>> ExplainLayouts(const Shape& shape) {
  std::vector<LayoutExplanation> out;
  for (const ShapeLeaf& leaf : ArrayLeaves(shape)) {
    HLO_TRY(LayoutExplanation explanation, ExplainLayout(*leaf.shape));
    explanation.path = leaf.path;
    out.push_back(std::move(explanation));
  }
  return out;
}

}  // namespace hlo
