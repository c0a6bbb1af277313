// SPDX-License-Identifier: Apache-2.0
// ShapeProto and LayoutProto (imports reference 12.3).
#include "core/import/proto/shapes.h"

#include <span>
#include <utility>
#include <vector>

namespace hlo::proto {
namespace {

namespace shape_field {
enum : uint32_t { kElementType = 2, kDimensions, kTupleShapes, kLayout, kIsDynamic };
}
namespace layout_field {
enum : uint32_t {
  kMinorToMajor = 1,
  kPaddedDimensions = 2,
  kPaddingValue = 3,
  kTiles = 6,
  kElementBits = 7,
  kMemorySpace = 8,
  kDynamicPrefix = 15,
  kTailPadding = 16,
  kSplits = 17,
};
}

constexpr int64_t kBuffer = 34;         // PrimitiveType
constexpr int kMaxNesting = 200;        // of tuples, as in HLO text
constexpr int64_t kMaxParts = 1 << 20;  // of one shape

std::optional<ElementType> TypeOf(int64_t number) {
  for (const ElementTypeInfo& info : AllElementTypes()) {
    if (info.wire == number && number != 0) return info.type;
  }
  return std::nullopt;
}

Dims DimsOf(const std::vector<int64_t>& numbers) {
  Dims dims;
  dims.assign(numbers.begin(), numbers.end());
  return dims;
}
std::span<const int64_t> Span(const Dims& dims) { return {dims.data(), dims.size()}; }

Layout ReadLayout(const Message& message) {
  using namespace layout_field;
  Layout layout;
  layout.minor_to_major = DimsOf(message.Ints(kMinorToMajor));
  layout.padded_dimensions = DimsOf(message.Ints(kPaddedDimensions));
  const int64_t padding = message.Int(kPaddingValue);
  if (padding > 0 && padding <= static_cast<int64_t>(PaddingValue::kUnknown)) {
    layout.padding_value = static_cast<PaddingValue>(padding);
  }
  message.ForEachMessage(
      kTiles, [&](const Message& tile) { layout.tiles.push_back({DimsOf(tile.Ints(1))}); });
  layout.element_bits = message.Int(kElementBits);
  layout.memory_space = message.Int(kMemorySpace);
  layout.dynamic_shape_prefix_bytes = message.Int(kDynamicPrefix);
  if (message.Int(kTailPadding) != 0) layout.tail_padding = message.Int(kTailPadding);
  message.ForEachMessage(kSplits, [&](const Message& split) {
    layout.splits.push_back({split.Int(1), DimsOf(split.Ints(2))});
  });
  return layout;
}

class ShapeReader {
 public:
  std::optional<Shape> Read(const Message& message, int depth) {
    if (depth > kMaxNesting || ++parts_ > kMaxParts) {
      message.source().Fail(
          "P10", Format("a shape has more than {} levels or {} parts", {kMaxNesting, kMaxParts}));
      return std::nullopt;
    }
    const int64_t number = message.Int(shape_field::kElementType);
    if (number == kBuffer) return ReadBuffer(message, depth);
    const std::optional<ElementType> type = TypeOf(number);
    if (!type) {
      message.source().Fault(message.bytes(), Format("element type {} is unknown", {number}));
      return std::nullopt;
    }
    if (*type == ElementType::kToken) return Shape::Token();
    if (*type == ElementType::kOpaque) return Shape::Opaque();
    return *type == ElementType::kTuple ? ReadTuple(message, depth) : ReadArray(message, *type);
  }

 private:
  std::optional<Shape> ReadTuple(const Message& message, int depth) {
    std::vector<Shape> elements;
    bool good = true;
    message.ForEachMessage(shape_field::kTupleShapes, [&](const Message& element) {
      std::optional<Shape> shape = good ? Read(element, depth + 1) : std::nullopt;
      good = shape.has_value();
      if (good) elements.push_back(std::move(*shape));
    });
    if (!good) return std::nullopt;
    return Shape::Tuple(std::move(elements));
  }

  std::optional<Shape> ReadBuffer(const Message& message, int depth) {
    std::optional<Shape> inside = Read(message.Sub(shape_field::kTupleShapes), depth + 1);
    if (inside && !inside->IsArray()) {
      message.source().Fault(message.bytes(), "a buffer must be one of an array");
      return std::nullopt;
    }
    if (inside) inside->is_buffer = true;
    return inside;
  }

  static std::optional<Shape> ReadArray(const Message& message, ElementType type) {
    const std::vector<int64_t> sizes = message.Ints(shape_field::kDimensions);
    const std::vector<int64_t> dynamic = message.Ints(shape_field::kIsDynamic);
    if (std::ssize(sizes) > kMaxRank) {
      message.source().Fail("S09", Format("an array has {} dimensions, at most {} are supported",
                                          {sizes.size(), kMaxRank}));
      return std::nullopt;
    }
    Shape shape = Shape::Array(type, sizes);
    for (size_t d = 0; d < sizes.size(); ++d) {
      if (sizes[d] < 0 && sizes[d] != kUnboundedSize) {
        message.source().Fault(message.bytes(), Format("dimension {} has size {}", {d, sizes[d]}));
        return std::nullopt;
      }
      const bool is_dynamic = sizes[d] == kUnboundedSize || (d < dynamic.size() && dynamic[d] != 0);
      if (is_dynamic) shape.SetDynamic(static_cast<int64_t>(d), true);
    }
    if (message.Has(shape_field::kLayout)) {
      shape.layout = ReadLayout(message.Sub(shape_field::kLayout));
    }
    const Status status = CheckLayout(shape.layout, Span(shape.dims), BitWidth(type));
    if (status.ok()) return shape;
    message.source().Fail(status.error().code, status.error().message);
    return std::nullopt;
  }

  int64_t parts_ = 0;
};

void WriteLayout(const Layout& layout, std::string& message) {
  using namespace layout_field;
  WritePacked(kMinorToMajor, Span(layout.minor_to_major), message);
  if (!layout.padded_dimensions.empty()) {
    WritePacked(kPaddedDimensions, Span(layout.padded_dimensions), message);
  }
  if (layout.padding_value != PaddingValue::kInvalid) {
    WriteVarint(kPaddingValue, static_cast<int64_t>(layout.padding_value), message);
  }
  for (const Tile& tile : layout.tiles) {
    std::string sizes;
    WritePacked(1, Span(tile.sizes), sizes);
    WriteBytes(kTiles, sizes, message);
  }
  if (layout.element_bits != 0) WriteVarint(kElementBits, layout.element_bits, message);
  if (layout.memory_space != 0) WriteVarint(kMemorySpace, layout.memory_space, message);
  if (layout.dynamic_shape_prefix_bytes != 0) {
    WriteVarint(kDynamicPrefix, layout.dynamic_shape_prefix_bytes, message);
  }
  WriteVarint(kTailPadding, layout.tail_padding, message);
  for (const SplitConfig& split : layout.splits) {
    std::string config;
    WriteVarint(1, split.dimension, config);
    WritePacked(2, Span(split.indices), config);
    WriteBytes(kSplits, config, message);
  }
}

void WriteArray(const Shape& shape, std::string& message) {
  using namespace shape_field;
  WriteVarint(kElementType, Info(shape.element_type).wire, message);
  WritePacked(kDimensions, Span(shape.dims), message);
  std::string layout;
  WriteLayout(shape.layout, layout);
  WriteBytes(kLayout, layout, message);
  std::vector<int64_t> dynamic;
  for (int64_t d = 0; d < shape.rank(); ++d) dynamic.push_back(shape.IsDynamic(d) ? 1 : 0);
  WritePacked(kIsDynamic, dynamic, message);
}

}  // namespace

std::optional<Shape> ReadShape(const Message& message) { return ShapeReader().Read(message, 0); }

bool WriteShape(const Shape& shape, std::string& message) {
  using namespace shape_field;
  if (shape.IsArray()) {
    if (Info(shape.element_type).wire == 0) return false;
    if (!shape.is_buffer) {
      WriteArray(shape, message);
      return true;
    }
    std::string inside;
    WriteArray(shape, inside);
    WriteVarint(kElementType, kBuffer, message);
    WriteBytes(kTupleShapes, inside, message);
    return true;
  }
  WriteVarint(kElementType, Info(shape.element_type).wire, message);
  for (const Shape& element : shape.elements) {
    std::string inside;
    if (!WriteShape(element, inside)) return false;
    WriteBytes(kTupleShapes, inside, message);
  }
  return true;
}

const std::string* ShapeTexts::Of(Source& source, std::string_view bytes) {
  const auto [entry, is_new] = texts_.try_emplace(bytes);
  if (is_new) {
    if (const std::optional<Shape> shape = ReadShape(Message(source, bytes))) {
      entry->second = ShapeText(*shape);
    }
  }
  return entry->second ? &*entry->second : nullptr;
}

}  // namespace hlo::proto
