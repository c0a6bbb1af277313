// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/base/format.h"
#include "core/shape/explain.h"
#include "hlo/shape_util.h"

namespace hlo {
namespace {

// Two columns; the left one is as wide as its longest entry, up to a limit.
class Table {
 public:
  void Row(std::string left, std::string right) {
    rows_.push_back({std::move(left), std::move(right)});
  }
  void AppendTo(std::string& out) const {
    size_t width = 0;
    for (const auto& row : rows_) {
      if (row.first.size() <= kWidest) width = std::max(width, row.first.size());
    }
    for (const auto& row : rows_) {
      const size_t gap = row.first.size() < width ? width - row.first.size() : 0;
      out += "  " + row.first + std::string(gap + 2, ' ') + row.second + "\n";
    }
  }

 private:
  static constexpr size_t kWidest = 24;
  std::vector<std::pair<std::string, std::string>> rows_;
};

std::string TileRow(const TileExplanation& tile) {
  std::string out = Parenthesized(tile.before);
  if (tile.combined != tile.before) out += " -> combined " + Parenthesized(tile.combined);
  if (tile.padded != tile.combined) out += " -> padded " + Parenthesized(tile.padded);
  return out + " -> " + Parenthesized(tile.after);
}

void AppendExplanation(const LayoutExplanation& e, std::string& out) {
  if (!e.path.empty()) out += "element " + Braced(e.path) + ": ";
  out += e.shape + "\n";
  Table parts;
  for (const PartExplanation& part : e.parts) {
    parts.Row(part.text, part.title + ": " + part.explanation);
  }
  parts.AppendTo(out);
  out += "\n";
  Table facts;
  facts.Row("physical order",
            e.rank == 0 ? "none: a scalar"
                        : Format("dimensions {}, sizes {}",
                                 {Joined(e.physical_order), Parenthesized(e.physical_sizes)}));
  for (const TileExplanation& tile : e.tiles) facts.Row("tile " + tile.text, TileRow(tile));
  facts.Row("elements", Format("{}, stored {}, padding {}",
                               {e.elements, e.stored_elements, e.stored_elements - e.elements}));
  facts.Row("bits per element", std::to_string(e.element_bits));
  facts.Row("bytes", Format("{}, without padding {}, wasted {}",
                            {e.bytes, e.unpadded_bytes, e.wasted_bytes}));
  facts.Row("utilization", Format("{}, expansion {}x", {e.utilization, e.expansion}));
  facts.Row("memory", e.memory);
  if (!e.formula.empty()) facts.Row("formula", e.formula);
  for (size_t i = 0; i < e.example.size(); ++i) {
    facts.Row(i == 0 ? "last element" : "", e.example[i]);
  }
  facts.AppendTo(out);
}

}  // namespace

std::string LayoutExplanationText(const Shape& shape) {
  const std::vector<ShapeLeaf> leaves = ArrayLeaves(shape);
  std::string out;
  if (!shape.IsArray()) {
    out = ShapeText(shape) + "\n";
    out += shape.IsTuple()
               ? Format("  a tuple of {} arrays, each with its own layout\n", {leaves.size()})
               : "  has no elements and no layout\n";
  }
  for (const ShapeLeaf& leaf : leaves) {
    if (!out.empty()) out += "\n";
    Result<LayoutExplanation> explanation = ExplainLayout(*leaf.shape);
    if (explanation.ok()) {
      explanation.value().path = leaf.path;
      AppendExplanation(explanation.value(), out);
    } else {
      out += ShapeText(*leaf.shape) + "\n  " + explanation.error().message + "\n";
    }
  }
  return out;
}

void WriteLayoutExplanation(const LayoutExplanation& e, JsonWriter& json) {
  json.BeginObject().Key("path").Ints(e.path).Key("shape").String(e.shape);
  json.Key("elementType").String(e.element_type).Key("dims").Ints(e.dims);
  json.Key("rank").Int(e.rank).Key("trueRank").Int(e.true_rank);
  json.Key("minorToMajor").Ints(e.minor_to_major).Key("physicalOrder").Ints(e.physical_order);
  json.Key("physicalSizes").Ints(e.physical_sizes).Key("tiles").BeginArray();
  for (const TileExplanation& tile : e.tiles) {
    json.BeginObject().Key("text").String(tile.text).Key("before").Ints(tile.before);
    json.Key("combined").Ints(tile.combined).Key("padded").Ints(tile.padded);
    json.Key("after").Ints(tile.after).EndObject();
  }
  json.EndArray().Key("finalSizes").Ints(e.final_sizes).Key("elements").Int(e.elements);
  json.Key("storedElements").Int(e.stored_elements).Key("elementBits").Int(e.element_bits);
  json.Key("bytes").Int(e.bytes).Key("unpaddedBytes").Int(e.unpadded_bytes);
  json.Key("wastedBytes").Int(e.wasted_bytes).Key("expansion").String(e.expansion);
  json.Key("utilisation").String(e.utilization).Key("memorySpace").Int(e.memory_space);
  json.Key("memory").String(e.memory).Key("parts").BeginArray();
  for (const PartExplanation& part : e.parts) {
    json.BeginObject().Key("text").String(part.text).Key("title").String(part.title);
    json.Key("explanation").String(part.explanation).EndObject();
  }
  json.EndArray().Key("formula").String(e.formula).Key("example").BeginArray();
  for (const std::string& step : e.example) json.String(step);
  json.EndArray().EndObject();
}

void WriteLayoutExplanation(const Shape& shape, JsonWriter& json) {
  json.BeginArray();
  for (const ShapeLeaf& leaf : ArrayLeaves(shape)) {
    Result<LayoutExplanation> explanation = ExplainLayout(*leaf.shape);
    if (!explanation.ok()) continue;
    explanation.value().path = leaf.path;
    WriteLayoutExplanation(explanation.value(), json);
  }
  json.EndArray();
}

}  // namespace hlo
