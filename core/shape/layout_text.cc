// SPDX-License-Identifier: Apache-2.0
// Parses the layout of an array, hlo-text reference 3.4.
#include <algorithm>
#include <string>
#include <utility>

#include "core/base/format.h"
#include "core/shape/shape_scanner.h"
#include "hlo/physical_layout.h"

namespace hlo {
namespace {

constexpr std::string_view kPartOrder[] = {"D", "T", "L", "#", "*", "E", "S", "SC", "P", "M"};
// Far more than any element has; keeps products of bits and positions within 64 bits.
constexpr int64_t kMaxElementBits = 1 << 16;

bool ReadMinorToMajor(ShapeScanner& scanner, Shape& shape, size_t open) {
  Dims& order = shape.layout.minor_to_major;
  order.clear();
  size_t begins[kMaxRank] = {};
  const auto rank = static_cast<size_t>(shape.rank());
  while (scanner.AtNumber() || !order.empty()) {
    int64_t number = 0;
    // The range is checked below, where the message can name the rank.
    if (!scanner.TakeNumber({"S02", "a dimension number"}, number)) return false;
    if (order.size() < rank) begins[order.size()] = scanner.token_begin();
    order.push_back(number);
    if (!scanner.Take(',')) break;
  }
  if (!order.empty() && scanner.AtNumber()) return scanner.Unexpected("',' between the dimensions");
  if (scanner.failed()) return false;
  if (order.size() != rank) {
    return scanner.Fail("S01", open, open + 1,
                        Format("minor_to_major must have one entry per dimension ({}), got {}",
                               {rank, order.size()}));
  }
  uint64_t seen = 0;
  for (size_t i = 0; i < rank; ++i) {
    const bool in_range = order[i] < shape.rank();
    if (in_range && ((seen >> order[i]) & 1) == 0) {
      seen |= uint64_t{1} << order[i];
      continue;
    }
    const std::string digits = std::to_string(order[i]);
    return scanner.Fail(
        "S02", begins[i], begins[i] + digits.size(),
        Format(in_range ? "dimension {} is listed twice in minor_to_major"
                        : "dimension {} in minor_to_major is out of range for rank {}",
               {digits, rank}));
  }
  return true;
}

// "(8,128)(2,1)"
bool ReadTiles(ShapeScanner& scanner, Layout& layout) {
  if (scanner.Peek() != '(') return scanner.Unexpected("'(' of a tile");
  while (scanner.Take('(')) {
    Tile tile;
    size_t last = 0;
    do {
      if (scanner.Take('*')) {
        tile.sizes.push_back(kCombineDimension);
      } else {
        int64_t size = 0;
        if (!scanner.TakeNumber({"S08", "the size of a tile", 1}, size)) return false;
        tile.sizes.push_back(size);
      }
      last = scanner.token_begin();
    } while (scanner.Take(','));
    if (!scanner.Expect(')', "after the tile")) return false;
    if (tile.sizes.back() == kCombineDimension) {
      return scanner.Fail(
          "S08", last, last + 1,
          "a tile must not end in '*': there is no more minor dimension to combine with");
    }
    layout.tiles.push_back(std::move(tile));
  }
  return !scanner.failed();
}

// "(0:50,100)(1:3)": physical dimension, and where it is split.
bool ReadSplits(ShapeScanner& scanner, Shape& shape) {
  if (scanner.Peek() != '(') return scanner.Unexpected("'(' of a split");
  while (scanner.Take('(')) {
    SplitConfig split;
    if (shape.rank() == 0) {
      const size_t at = scanner.position();
      return scanner.Fail("S08", at - 1, at, "a scalar has no dimension to split");
    }
    if (!scanner.TakeNumber({"S08", "the dimension of a split", 0, shape.rank() - 1},
                            split.dimension)) {
      return false;
    }
    for (const SplitConfig& other : shape.layout.splits) {
      if (other.dimension != split.dimension) continue;
      return scanner.Fail("S08", scanner.token_begin(), scanner.position(),
                          Format("physical dimension {} is split twice", {split.dimension}));
    }
    if (!scanner.Expect(':', "after the dimension of a split")) return false;
    const auto minor = static_cast<size_t>(shape.rank() - 1 - split.dimension);
    const int64_t size = shape.dims[static_cast<size_t>(shape.layout.minor_to_major[minor])];
    const int64_t most = size == kUnboundedSize ? INT64_MAX : size - 1;
    do {
      int64_t index = 0;
      const int64_t previous = split.indices.empty() ? 0 : split.indices.back();
      if (previous >= most && scanner.AtNumber()) {
        if (!scanner.TakeNumber({"S08", "the index of a split"}, index)) return false;
        return scanner.Fail("S08", scanner.token_begin(), scanner.position(),
                            Format("a dimension of size {} cannot be split here",
                                   {size == kUnboundedSize ? "?" : std::to_string(size)}));
      }
      if (!scanner.TakeNumber({"S08", "the index of a split", previous + 1, most}, index)) {
        return false;
      }
      split.indices.push_back(index);
    } while (scanner.Take(','));
    if (!scanner.Expect(')', "after the split")) return false;
    shape.layout.splits.push_back(std::move(split));
  }
  return !scanner.failed();
}

// "(D,C~+)": level types of a sparse array, which is not supported; parsed and dropped.
bool SkipLevels(ShapeScanner& scanner, const Shape& shape) {
  if (!scanner.Expect('(', "of the level types")) return false;
  const size_t open = scanner.token_begin();
  int64_t levels = 0;
  do {
    const std::string_view level = scanner.TakePartName();
    if (level != "D" && level != "C" && level != "S" && level != "H") {
      scanner.set_position(scanner.token_begin());
      return scanner.Unexpected("a level type (D, C, S or H)");
    }
    scanner.Take('~');
    scanner.Take('+');
    ++levels;
  } while (scanner.Take(','));
  if (!scanner.Expect(')', "after the level types")) return false;
  return levels == shape.rank() ||
         scanner.Fail("S03", open, scanner.position(),
                      Format("D must have one level type per dimension ({}), got {}",
                             {shape.rank(), levels}));
}

bool ReadNumberPart(ShapeScanner& scanner, const ShapeScanner::NumberRule& rule, int64_t& value) {
  return scanner.Expect('(', "of the layout part") && scanner.TakeNumber(rule, value) &&
         scanner.Expect(')', "after the number");
}

// "(4)": 0 for the element type's natural number of bits in memory.
bool ReadElementBits(ShapeScanner& scanner, Shape& shape) {
  int64_t& bits = shape.layout.element_bits;
  if (!scanner.Expect('(', "of the layout part") ||
      !scanner.TakeNumber({"S08", "the element size in bits", 0, kMaxElementBits}, bits)) {
    return false;
  }
  const int width = BitWidth(shape.element_type);
  if (bits != 0 && bits < width) {
    return scanner.Fail(
        "S08", scanner.token_begin(), scanner.position(),
        Format("the element size E must be at least {} bits, got {}", {width, bits}));
  }
  return scanner.Expect(')', "after the number");
}

bool ReadPart(ShapeScanner& scanner, std::string_view name, size_t begin, Shape& shape) {
  Layout& layout = shape.layout;
  if (name == "D") return SkipLevels(scanner, shape);
  if (name == "T") return ReadTiles(scanner, layout);
  if (name == "SC") return ReadSplits(scanner, shape);
  if (name == "L") {
    if (!ReadNumberPart(scanner, {"S08", "the tail padding"}, layout.tail_padding)) return false;
    if (layout.tail_padding == 0) layout.tail_padding = 1;  // layout reference 2.2
    return true;
  }
  if (name == "E") return ReadElementBits(scanner, shape);
  if (name == "S") {
    return ReadNumberPart(scanner, {"S08", "the memory space"}, layout.memory_space);
  }
  if (name == "M") {
    return ReadNumberPart(scanner, {"S08", "the number of metadata bytes"},
                          layout.dynamic_shape_prefix_bytes);
  }
  return scanner.Fail(
      "S03", begin, begin + name.size(),
      Format("layout part '{}' is for sparse arrays, which are not supported", {name}));
}

int PlaceInOrder(std::string_view name) {
  for (size_t i = 0; i < std::size(kPartOrder); ++i) {
    if (kPartOrder[i] == name) return static_cast<int>(i);
  }
  return -1;
}

// Reports a part that is not allowed here: unknown, repeated or too late.
bool FailPart(ShapeScanner& scanner, std::string_view name, size_t begin, int place, int last) {
  const std::string note =
      "layout parts must be in the order D T L # * E S SC P M, each at most once";
  if (place >= 0) {
    return scanner.Fail("S03", begin, begin + name.size(),
                        Format(place == last ? "layout part '{}' is given twice"
                                             : "layout part '{}' must not follow '{}'",
                               {name, kPartOrder[last]}),
                        note);
  }
  if (name[0] < ' ' || name[0] > '~') {
    scanner.set_position(begin);
    return scanner.Unexpected("a layout part");
  }
  const bool old_tile = name == "(";
  scanner.Fail(
      "S03", begin, begin + name.size(),
      old_tile ? "the first tile must start with 'T'" : Format("unknown layout part '{}'", {name}),
      note);
  if (old_tile) {
    scanner.error()->fix = scanner.error()->span;
    scanner.error()->replacement = "T(";
  }
  return false;
}

// Whether the array could have 2^60 bits or more, so that they must be counted exactly.
bool MayBeTooLarge(const Shape& shape) {
  const Layout& layout = shape.layout;
  double cells = 1;
  for (const int64_t size : shape.dims) cells *= static_cast<double>(std::max<int64_t>(size, 1));
  size_t entries = 0;
  for (const Tile& tile : layout.tiles) {
    entries += tile.sizes.size();
    for (const int64_t size : tile.sizes) cells *= static_cast<double>(std::max<int64_t>(size, 1));
  }
  cells += static_cast<double>(layout.tail_padding);
  const double bits = cells * static_cast<double>(std::max<int64_t>(layout.element_bits, 128)) +
                      8.0 * static_cast<double>(layout.dynamic_shape_prefix_bytes);
  return bits > 0x1p60 || entries > 16;
}

// Whether parts change how many bytes an array takes; without them every array with less than 2^63
// elements is valid, as without a layout.
bool HasSizingPart(const Layout& layout) {
  return !layout.tiles.empty() || layout.tail_padding > 1 || layout.element_bits != 0 ||
         layout.dynamic_shape_prefix_bytes != 0;
}

bool CheckSize(ShapeScanner& scanner, const Shape& shape, size_t open) {
  if (!HasSizingPart(shape.layout) || !MayBeTooLarge(shape)) return true;
  const bool unbounded =
      std::find(shape.dims.begin(), shape.dims.end(), kUnboundedSize) != shape.dims.end();
  const Status checked = [&]() -> Status {
    if (unbounded) return CheckLayout(shape.layout, shape.dims, BitWidth(shape.element_type));
    HLO_RETURN_IF_ERROR(PhysicalLayout::Make(shape));
    return {};
  }();
  if (checked.ok()) return true;
  return scanner.Fail(checked.error().code, open, scanner.position(), checked.error().message);
}

}  // namespace

bool ReadLayout(ShapeScanner& scanner, Shape& shape) {
  if (!scanner.Expect('{', "of the layout")) return false;
  const size_t open = scanner.token_begin();
  if (!ReadMinorToMajor(scanner, shape, open)) return false;
  if (scanner.Take(':')) {
    int last = -1;
    while (scanner.Peek() != '}' && scanner.Peek() != '\0') {
      const std::string_view name = scanner.TakePartName();
      const size_t begin = scanner.token_begin();
      const int place = PlaceInOrder(name);
      if (place <= last) return FailPart(scanner, name, begin, place, last);
      if (!ReadPart(scanner, name, begin, shape)) return false;
      last = place;
    }
  }
  return scanner.Expect('}', "after the layout") && CheckSize(scanner, shape, open);
}

}  // namespace hlo
