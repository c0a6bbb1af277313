// SPDX-License-Identifier: Apache-2.0
#include "core/shape/what_if.h"

#include <algorithm>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/shape/explain.h"
#include "hlo/physical_layout.h"

namespace hlo {
namespace {

using Tiles = std::vector<Tile>;

constexpr size_t kShownChoices = 12;

// The tilings of hardware with registers of 8 by 128 words of 32 bits.
std::vector<Tiles> UsualTilings(int64_t element_bits, size_t rank) {
  std::vector<Tiles> tilings;
  if (rank == 1) {
    for (int64_t cells : {128, 256, 512, 1024}) tilings.push_back({Tile{{cells}}});
    return tilings;
  }
  if (element_bits >= 32) {
    for (int64_t rows : {8, 4, 2}) tilings.push_back({Tile{{rows, 128}}});
    return tilings;
  }
  // Values of neighboring rows share a word of 32 bits.
  const int64_t per_word = 32 / std::max<int64_t>(1, element_bits);
  if (per_word == 1) return {{Tile{{8, 128}}}};
  tilings.push_back({Tile{{8, 128}}, Tile{{per_word, 1}}});
  if (per_word != 8) tilings.push_back({Tile{{8 * per_word, 128}}, Tile{{per_word, 1}}});
  return tilings;
}

// The physical order with `second` and `last` moved to the most minor places.
Dims OrderWithMinor(const Dims& major_to_minor, int64_t second, int64_t last) {
  Dims order;
  for (int64_t d : major_to_minor) {
    if (d != second && d != last) order.push_back(d);
  }
  if (second != last) order.push_back(second);
  order.push_back(last);
  std::reverse(order.begin(), order.end());  // minor to major
  return order;
}

size_t Differences(const Layout& a, const Layout& b) {
  size_t count = a.tiles == b.tiles ? 0 : 1;
  for (size_t i = 0; i < a.minor_to_major.size(); ++i) {
    count += a.minor_to_major[i] != b.minor_to_major[i] ? 1 : 0;
  }
  return count;
}

// Adds the array under `layout` unless it cannot be stored that way.
void AddChoice(const Shape& array, Layout layout, std::vector<LayoutChoice>& choices) {
  LayoutChoice choice;
  choice.shape = array;
  choice.current = layout == array.layout;
  choice.shape.layout = std::move(layout);
  const auto physical = PhysicalLayout::Make(choice.shape);
  if (!physical.ok()) return;
  choice.bytes = physical.value().byte_size();
  choice.wasted_bytes = physical.value().wasted_bytes();
  choices.push_back(std::move(choice));
}

std::string Expansion(const LayoutChoice& choice) {
  const auto explained = ExplainLayout(choice.shape);
  return explained.ok() ? explained.value().expansion + "x" : "";
}

}  // namespace

Result<std::vector<LayoutChoice>> RankLayouts(const Shape& array) {
  HLO_TRY(const PhysicalLayout physical, PhysicalLayout::Make(array));
  std::vector<LayoutChoice> choices;
  AddChoice(array, array.layout, choices);
  Layout plain = array.layout;
  plain.splits.clear();
  plain.padded_dimensions.clear();
  Layout untiled = plain;
  untiled.tiles.clear();
  if (untiled != array.layout) AddChoice(array, untiled, choices);

  const auto rank = static_cast<int64_t>(array.dims.size());
  std::vector<Tiles> tilings = UsualTilings(physical.element_bits(), array.dims.size());
  const Tiles& own = array.layout.tiles;
  if (!own.empty() && std::find(tilings.begin(), tilings.end(), own) == tilings.end()) {
    tilings.insert(tilings.begin(), own);
  }
  for (int64_t last = 0; last < rank; ++last) {
    for (int64_t second = 0; second < rank; ++second) {
      if (second == last && rank > 1) continue;
      for (const Tiles& tiles : tilings) {
        Layout layout = plain;
        layout.minor_to_major = OrderWithMinor(physical.major_to_minor(), second, last);
        layout.tiles = tiles;
        if (layout != array.layout) AddChoice(array, std::move(layout), choices);
      }
    }
  }
  std::stable_sort(choices.begin(), choices.end(),
                   [&](const LayoutChoice& a, const LayoutChoice& b) {
                     if (a.bytes != b.bytes) return a.bytes < b.bytes;
                     return Differences(a.shape.layout, array.layout) <
                            Differences(b.shape.layout, array.layout);
                   });
  for (size_t i = 0; i < choices.size(); ++i) {
    const bool tied = i > 0 && choices[i].bytes == choices[i - 1].bytes;
    choices[i].rank = tied ? choices[i - 1].rank : static_cast<int64_t>(i) + 1;
  }
  return choices;
}

std::string LayoutChoicesText(const std::vector<LayoutChoice>& choices) {
  std::string out;
  size_t left_out = 0;
  const auto pad = [](const std::string& text, size_t width) {
    return std::string(width - std::min(width, text.size()), ' ') + text;
  };
  for (size_t i = 0; i < choices.size(); ++i) {
    const LayoutChoice& choice = choices[i];
    if (choice.current) {
      out = Format("{}: rank {} of {} by bytes\n",
                   {ShapeText(choice.shape), choice.rank, choices.size()}) +
            out;
    }
    if (i >= kShownChoices && !choice.current) {
      ++left_out;
      continue;
    }
    out += pad(std::to_string(choice.rank), 6) + pad(std::to_string(choice.bytes), 16) +
           pad(Expansion(choice), 10) + "  " + LayoutText(choice.shape.layout);
    if (choice.shape.layout.tiles.empty()) out += "  no tiles";
    if (choice.current) out += "  <- this one";
    out += "\n";
  }
  const size_t heading = out.find('\n') + 1;
  out.insert(heading, pad("rank", 6) + pad("bytes", 16) + pad("expansion", 10) + "  layout\n");
  if (left_out > 0) out += Format("  and {} others; --json lists them all\n", {left_out});
  return out;
}

void WriteLayoutChoices(const std::vector<LayoutChoice>& choices, JsonWriter& json) {
  json.BeginObject().Key("shape");
  for (const LayoutChoice& choice : choices) {
    if (choice.current) json.String(ShapeText(choice.shape));
  }
  json.Key("choices").BeginArray();
  for (const LayoutChoice& choice : choices) {
    json.BeginObject().Key("rank").Int(choice.rank);
    json.Key("shape").String(ShapeText(choice.shape));
    json.Key("layout").String(LayoutText(choice.shape.layout)).Key("bytes").Int(choice.bytes);
    json.Key("wastedBytes").Int(choice.wasted_bytes).Key("current").Bool(choice.current);
    json.EndObject();
  }
  json.EndArray().EndObject();
}

}  // namespace hlo
