// SPDX-License-Identifier: Apache-2.0
// Random layouts against a literal implementation of the definition in layout reference 3.5, which
// pads, reshapes and transposes arrays.
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <set>
#include <vector>

#include "core/shape/separable.h"
#include "core/shape/testing.h"
#include "hlo/index.h"
#include "hlo/physical_layout.h"

namespace hlo {
namespace {

using testing_shape::Physical;

// A dense row-major array of element numbers, -1 for padding.
struct NaiveArray {
  std::vector<int64_t> sizes, cells;

  size_t Offset(const std::vector<int64_t>& index) const {
    int64_t offset = 0;
    for (size_t d = 0; d < sizes.size(); ++d) offset = offset * sizes[d] + index[d];
    return static_cast<size_t>(offset);
  }
};

int64_t Product(const std::vector<int64_t>& sizes) {
  int64_t product = 1;
  for (int64_t size : sizes) product *= size;
  return product;
}

template <class Fn>
void ForAll(const std::vector<int64_t>& sizes, const Fn& fn) {
  if (Product(sizes) == 0) return;
  std::vector<int64_t> index(sizes.size(), 0);
  for (;;) {
    fn(index);
    size_t d = sizes.size();
    while (d-- > 0 && ++index[d] == sizes[d]) index[d] = 0;
    if (d == SIZE_MAX) return;
  }
}

NaiveArray Transposed(const NaiveArray& in, const std::vector<size_t>& order) {
  NaiveArray out;
  for (size_t d : order) out.sizes.push_back(in.sizes[d]);
  out.cells.resize(in.cells.size());
  ForAll(out.sizes, [&](const std::vector<int64_t>& index) {
    std::vector<int64_t> source(index.size());
    for (size_t k = 0; k < order.size(); ++k) source[order[k]] = index[k];
    out.cells[out.Offset(index)] = in.cells[in.Offset(source)];
  });
  return out;
}

NaiveArray Padded(const NaiveArray& in, const std::vector<int64_t>& sizes) {
  NaiveArray out{sizes, std::vector<int64_t>(static_cast<size_t>(Product(sizes)), -1)};
  ForAll(in.sizes, [&](const std::vector<int64_t>& index) {
    out.cells[out.Offset(index)] = in.cells[in.Offset(index)];
  });
  return out;
}

NaiveArray Tiled(NaiveArray in, const Tile& tile) {
  while (in.sizes.size() < tile.sizes.size()) in.sizes.insert(in.sizes.begin(), 1);
  const size_t head = in.sizes.size() - tile.sizes.size();
  std::vector<int64_t> sizes(in.sizes.begin(),
                             in.sizes.begin() + static_cast<std::ptrdiff_t>(head));
  std::vector<int64_t> units;
  int64_t combined = 1;
  for (size_t i = 0; i < tile.sizes.size(); ++i) {
    combined *= in.sizes[head + i];
    if (tile.sizes[i] == kCombineDimension) continue;
    sizes.push_back(combined);
    units.push_back(tile.sizes[i]);
    combined = 1;
  }
  in.sizes = sizes;  // combining is a reshape: no data moves
  std::vector<int64_t> whole = sizes;
  for (size_t k = 0; k < units.size(); ++k) {
    whole[head + k] = (sizes[head + k] + units[k] - 1) / units[k] * units[k];
  }
  NaiveArray padded = Padded(in, whole);
  padded.sizes.resize(head);
  std::vector<size_t> order;
  for (size_t d = 0; d < head; ++d) order.push_back(d);
  for (size_t k = 0; k < units.size(); ++k) {
    padded.sizes.push_back(whole[head + k] / units[k]);
    padded.sizes.push_back(units[k]);
    order.push_back(head + 2 * k);
  }
  for (size_t k = 0; k < units.size(); ++k) order.push_back(head + 2 * k + 1);
  return Transposed(padded, order);
}

// The stored sequence of row-major element numbers, including tail padding.
std::vector<int64_t> NaiveSequence(const Shape& shape) {
  NaiveArray array;
  array.sizes.assign(shape.dims.begin(), shape.dims.end());
  for (int64_t i = 0; i < Product(array.sizes); ++i) array.cells.push_back(i);
  if (array.cells.empty()) return {};
  std::vector<size_t> order;
  for (int64_t d : shape.layout.MajorToMinor()) order.push_back(static_cast<size_t>(d));
  array = Transposed(array, order);
  for (const Tile& tile : shape.layout.tiles) array = Tiled(std::move(array), tile);
  while (static_cast<int64_t>(array.cells.size()) % shape.layout.tail_padding != 0) {
    array.cells.push_back(-1);
  }
  return array.cells;
}

class Generator {
 public:
  explicit Generator(uint32_t seed) : random_(seed) {}

  int64_t Between(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random_() % static_cast<uint64_t>(high - low + 1));
  }

  Shape NextShape(bool with_zero_sizes) {
    const int64_t rank = Between(0, 4);
    Dims dims;
    for (int64_t d = 0; d < rank; ++d) dims.push_back(Between(with_zero_sizes ? 0 : 1, 7));
    Shape shape = Shape::Array(ElementType::kS32, dims);
    Dims& order = shape.layout.minor_to_major;
    for (size_t k = order.size(); k > 1; --k) {
      std::swap(order[k - 1], order[static_cast<size_t>(Between(0, static_cast<int64_t>(k) - 1))]);
    }
    const int64_t tiles = Between(0, 3);
    for (int64_t i = 0; i < tiles; ++i) {
      Tile tile;
      const int64_t length = Between(1, 4);
      for (int64_t k = 0; k < length; ++k) {
        const bool combine = k + 1 < length && Between(0, 4) == 0;
        tile.sizes.push_back(combine ? kCombineDimension : Between(1, 5));
      }
      shape.layout.tiles.push_back(tile);
    }
    if (Between(0, 3) == 0) shape.layout.tail_padding = Between(1, 9);
    return shape;
  }

 private:
  std::mt19937 random_;
};

TEST(RandomLayouts, StoreWhatPadReshapeTransposeGives) {
  Generator generator(20240611);
  for (int trial = 0; trial < 1500; ++trial) {
    const Shape shape = generator.NextShape(false);
    const PhysicalLayout physical = Physical(shape);
    const std::vector<int64_t> sequence = NaiveSequence(shape);
    ASSERT_EQ(physical.stored_elements(), static_cast<int64_t>(sequence.size()))
        << ShapeText(shape);
    int64_t padding = 0;
    for (size_t p = 0; p < sequence.size(); ++p) {
      const std::optional<Dims> index = physical.IndexAt(static_cast<int64_t>(p));
      padding += index ? 0 : 1;
      const int64_t found = index ? MultiToLinear(WithDefaultLayout(shape), *index) : -1;
      ASSERT_EQ(found, sequence[p]) << ShapeText(shape) << " at " << p;
    }
    EXPECT_EQ(padding, physical.stored_elements() - physical.elements());
  }
}

TEST(RandomLayouts, GiveEachElementAUniqueInvertiblePosition) {
  Generator generator(7);
  for (int trial = 0; trial < 1000; ++trial) {
    const Shape shape = generator.NextShape(false);
    const PhysicalLayout physical = Physical(shape);
    std::set<int64_t> seen;
    for (Index at(shape.dims); !at.done(); at.Next()) {
      const int64_t position = physical.Position(at.at());
      ASSERT_GE(position, 0);
      ASSERT_LT(position, physical.stored_elements());
      ASSERT_TRUE(seen.insert(position).second) << ShapeText(shape);
      ASSERT_EQ(physical.IndexAt(position), at.at()) << ShapeText(shape);
    }
  }
}

TEST(RandomLayouts, AreSumsOverDimensionsIfTheySeparate) {
  Generator generator(99);
  int separated = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const Shape shape = generator.NextShape(false);
    const PhysicalLayout physical = Physical(shape);
    const auto levels = Separate(physical);
    if (!levels) continue;
    ++separated;
    for (Index at(shape.dims); !at.done(); at.Next()) {
      int64_t sum = 0;
      for (size_t d = 0; d < shape.dims.size(); ++d) sum += Evaluate((*levels)[d], at[d]);
      ASSERT_EQ(sum, physical.Position(at.at())) << ShapeText(shape);
    }
  }
  EXPECT_GT(separated, 1000);
}

TEST(RandomLayouts, StoreNothingForArraysWithoutElements) {
  Generator generator(3);
  int empty = 0;
  for (int trial = 0; trial < 500; ++trial) {
    const Shape shape = generator.NextShape(true);
    if (!IsZeroElementArray(shape)) continue;
    ++empty;
    const PhysicalLayout physical = Physical(shape);
    EXPECT_EQ(physical.stored_elements(), 0) << ShapeText(shape);
    EXPECT_EQ(physical.byte_size(), 0);
    EXPECT_EQ(physical.IndexAt(0), std::nullopt);
    const auto image = ToPhysicalImage(shape, {}, 0);
    ASSERT_TRUE(image.ok());
    EXPECT_TRUE(FromPhysicalImage(shape, image.value(), 0).value().empty());
  }
  EXPECT_GT(empty, 50);
}

// The image of elements of any width, bit by bit, from the sequence of elements.
std::vector<uint8_t> NaiveImage(const Shape& shape, const std::vector<uint8_t>& dense, int bits) {
  const std::vector<int64_t> sequence = NaiveSequence(shape);
  std::vector<uint8_t> image((sequence.size() * static_cast<size_t>(bits) + 7) / 8, 0);
  const auto bytes = static_cast<size_t>(StorageBytes(shape.element_type));
  for (size_t p = 0; p < sequence.size(); ++p) {
    if (sequence[p] < 0) continue;
    const uint8_t* element = dense.data() + static_cast<size_t>(sequence[p]) * bytes;
    if (bits >= 8) {
      for (size_t b = 0; b < bytes; ++b) image[p * bytes + b] = element[b];
      continue;
    }
    const int per_byte = 8 / bits, slot = static_cast<int>(p) % per_byte;
    const int value = *element & ((1 << bits) - 1);
    image[p / static_cast<size_t>(per_byte)] |=
        static_cast<uint8_t>(value << (8 - bits * (slot + 1)));
  }
  return image;
}

TEST(RandomLayouts, RoundTripThroughTheImageOfTheirSequence) {
  struct Width {
    ElementType type;
    int packed_bits;  // 0: not packed
  };
  const Width widths[] = {{ElementType::kU8, 0},  {ElementType::kS16, 0},  {ElementType::kF32, 0},
                          {ElementType::kS64, 0}, {ElementType::kC128, 0}, {ElementType::kU4, 4},
                          {ElementType::kU2, 2},  {ElementType::kU1, 1},   {ElementType::kPred, 1},
                          {ElementType::kU4, 0}};
  Generator generator(1234);
  for (int trial = 0; trial < 800; ++trial) {
    Shape shape = generator.NextShape(false);
    const Width width = widths[trial % 10];
    shape.element_type = width.type;
    shape.layout.element_bits = width.packed_bits;
    std::vector<uint8_t> dense(static_cast<size_t>(DenseBytes(shape).value()));
    const int mask = BitWidth(width.type) < 8 ? (1 << BitWidth(width.type)) - 1 : 0xff;
    for (uint8_t& byte : dense) byte = static_cast<uint8_t>(generator.Between(0, 255) & mask);
    const int bits = width.packed_bits != 0 ? width.packed_bits : 8 * StorageBytes(width.type);
    const auto image = ToPhysicalImage(shape, dense, 1 << 20);
    ASSERT_TRUE(image.ok()) << ShapeText(shape);
    ASSERT_EQ(image.value(), NaiveImage(shape, dense, bits)) << ShapeText(shape);
    ASSERT_EQ(FromPhysicalImage(shape, image.value(), 1 << 20).value(), dense) << ShapeText(shape);
  }
}

TEST(RandomLayouts, AreUnchangedByTilesOfSizeOneOrOfTheWholeArray) {
  Generator generator(5);
  for (int trial = 0; trial < 300; ++trial) {
    Shape plain = generator.NextShape(false);
    plain.layout.tiles.clear();
    if (plain.rank() == 0) continue;
    Shape ones = plain, whole = plain;
    ones.layout.tiles.push_back({Dims(plain.dims.size(), 1)});
    whole.layout.tiles.push_back({Physical(plain).physical_sizes()});
    for (Index at(plain.dims); !at.done(); at.Next()) {
      const int64_t position = Physical(plain).Position(at.at());
      ASSERT_EQ(Physical(ones).Position(at.at()), position);
      ASSERT_EQ(Physical(whole).Position(at.at()), position);
    }
  }
}

}  // namespace
}  // namespace hlo
