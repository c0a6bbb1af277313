// SPDX-License-Identifier: Apache-2.0
// All numbers are from layout reference, sections 3 and 4, computed by a brute-force script.
#include "hlo/physical_layout.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "core/shape/testing.h"
#include "hlo/index.h"

namespace hlo {
namespace {

using testing_shape::List;
using testing_shape::Parsed;
using testing_shape::Physical;
using Numbers = std::vector<int64_t>;

// Positions of all elements in row-major order.
Numbers Positions(std::string_view text) {
  const Shape shape = Parsed(text);
  const PhysicalLayout physical = Physical(shape);
  Numbers positions;
  for (Index at(shape.dims); !at.done(); at.Next()) positions.push_back(physical.Position(at.at()));
  return positions;
}

// Row-major number of the element at each position, -1 for padding.
Numbers StoredSequence(std::string_view text) {
  const Shape shape = Parsed(text);
  const PhysicalLayout physical = Physical(shape);
  const Shape dense = WithDefaultLayout(shape);
  Numbers sequence;
  for (int64_t p = 0; p < physical.stored_elements(); ++p) {
    const std::optional<Dims> index = physical.IndexAt(p);
    sequence.push_back(index ? MultiToLinear(dense, *index) : -1);
  }
  return sequence;
}

TEST(Position, FollowsThePhysicalOrderWithoutTiles) {
  EXPECT_EQ(StoredSequence("f32[2,3]{1,0}"), (Numbers{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(StoredSequence("f32[2,3]{0,1}"), (Numbers{0, 3, 1, 4, 2, 5}));
  EXPECT_EQ(StoredSequence("f32[2,2,3]{1,2,0}"), (Numbers{0, 3, 1, 4, 2, 5, 6, 9, 7, 10, 8, 11}));
  EXPECT_EQ(StoredSequence("f32[2,2,3]{0,1,2}"), (Numbers{0, 6, 3, 9, 1, 7, 4, 10, 2, 8, 5, 11}));
  EXPECT_EQ(StoredSequence("f32[2,2,3]{2,0,1}"), (Numbers{0, 1, 2, 6, 7, 8, 3, 4, 5, 9, 10, 11}));
  EXPECT_EQ(List(Physical("f32[3,4,5]{0,2,1}").major_to_minor()), (Numbers{1, 2, 0}));
  EXPECT_EQ(List(Physical("f32[3,4,5]{0,2,1}").physical_sizes()), (Numbers{4, 5, 3}));
}

struct Element {
  const char* shape;
  Dims index;
  int64_t position;
};

TEST(Position, AgreesWithEveryWorkedElementOfTheReference) {
  const Element elements[] = {
      {"f32[2,3,4]{2,1,0}", {1, 2, 3}, 23},
      {"f32[2,3,4]{1,2,0}", {1, 2, 3}, 23},
      {"f32[3,5]{1,0:T(2,2)}", {2, 3}, 17},
      {"f32[3,4,5]{2,1,0:T(4)}", {2, 1, 3}, 75},
      {"f32[2,3,5]{2,1,0:T(2,4)}", {1, 2, 3}, 51},
      {"f32[5]{0:T(2,4)}", {4}, 8},
      {"f32[200]{0:T(8,128)}", {130}, 1026},
      {"u32[]{:T(128)}", {}, 0},
      {"bf16[4,8]{1,0:T(2,4)(2,1)}", {3, 5}, 27},
      {"bf16[10,200]{1,0:T(8,128)(2,1)}", {0, 0}, 0},
      {"bf16[10,200]{1,0:T(8,128)(2,1)}", {1, 0}, 1},
      {"bf16[10,200]{1,0:T(8,128)(2,1)}", {0, 1}, 2},
      {"bf16[10,200]{1,0:T(8,128)(2,1)}", {2, 0}, 256},
      {"bf16[10,200]{1,0:T(8,128)(2,1)}", {9, 130}, 3077},
      {"bf16[8,1,1280,16384]{3,2,0,1:T(8,128)(2,1)}", {3, 0, 77, 300}, 64096857},
      {"f32[8,8]{1,0:T(2,4)(2,1,1,1)}", {6, 5}, 51},
      {"f32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)}", {1, 3, 5, 4, 9}, 9424},
      {"f32[2,3,4]{2,1,0:T(*,2,2)}", {1, 2, 3}, 23},
      {"s8[40,300]{1,0:T(8,128)(4,1)}", {13, 200}, 4897},
      {"pred[40,300]{1,0:T(32,128)(32,1)}", {33, 5}, 12449},
      {"f32[5,1000]{1,0:T(4,128)}", {4, 700}, 6716},
      {"f32[300]{0:T(256)}", {299}, 299},
      {"s4[3,5]{1,0:T(2,4)E(4)}", {2, 4}, 24},
  };
  for (const Element& element : elements) {
    const PhysicalLayout physical = Physical(element.shape);
    EXPECT_EQ(physical.Position(element.index), element.position) << element.shape;
    EXPECT_EQ(physical.IndexAt(element.position), element.index) << element.shape;
  }
}

TEST(Position, FillsTilesOneAfterTheOther) {
  EXPECT_EQ(Positions("f32[3,5]{1,0:T(2,2)}"),
            (Numbers{0, 1, 4, 5, 8, 2, 3, 6, 7, 10, 12, 13, 16, 17, 20}));
  EXPECT_EQ(Positions("f32[3,5]{0,1:T(2,2)}"),
            (Numbers{0, 2, 8, 10, 16, 1, 3, 9, 11, 17, 4, 6, 12, 14, 20}));
  EXPECT_EQ(StoredSequence("f32[3,5]{1,0:T(2,2)}"),
            (Numbers{0,  1,  5,  6,  2,  3,  7,  8,  4,  -1, 9,  -1,
                     10, 11, -1, -1, 12, 13, -1, -1, 14, -1, -1, -1}));
  EXPECT_EQ(Positions("f32[2,6]{1,0:T(4)}"), (Numbers{0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13}));
  EXPECT_EQ(StoredSequence("f32[5]{0:T(2,4)}"),
            (Numbers{0, 1, 2, 3, -1, -1, -1, -1, 4, -1, -1, -1, -1, -1, -1, -1}));
}

TEST(Position, InterleavesNeighboringRowsUnderASecondTile) {
  EXPECT_EQ(Positions("bf16[4,8]{1,0:T(2,4)(2,1)}"),
            (Numbers{0,  2,  4,  6,  8,  10, 12, 14, 1,  3,  5,  7,  9,  11, 13, 15,
                     16, 18, 20, 22, 24, 26, 28, 30, 17, 19, 21, 23, 25, 27, 29, 31}));
  const Numbers reaching_over = Positions("f32[8,8]{1,0:T(2,4)(2,1,1,1)}");
  EXPECT_EQ(Numbers(reaching_over.begin(), reaching_over.begin() + 32),
            (Numbers{0, 2, 4, 6, 16, 18, 20, 22, 8, 10, 12, 14, 24, 26, 28, 30,
                     1, 3, 5, 7, 17, 19, 21, 23, 9, 11, 13, 15, 25, 27, 29, 31}));
}

TEST(Position, CombinesDimensionsUnderAStar) {
  EXPECT_EQ(Positions("f32[3,4]{1,0:T(*,5)}"), (Numbers{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
  EXPECT_EQ(Positions("f32[4,3]{0,1:T(*,4)}"), (Numbers{0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11}));
}

TEST(FinalSizes, AreTheUncoveredSizesThenTileCountsThenTileSizes) {
  const std::pair<const char*, Numbers> cases[] = {
      {"f32[3,4,5]{2,1,0:T(4)}", {3, 4, 2, 4}},
      {"f32[2,3,5]{2,1,0:T(2,4)}", {2, 2, 2, 2, 4}},
      {"f32[5]{0:T(2,4)}", {1, 2, 2, 4}},
      {"f32[200]{0:T(8,128)}", {1, 2, 8, 128}},
      {"bf16[4,8]{1,0:T(2,4)(2,1)}", {2, 2, 1, 4, 2, 1}},
      {"bf16[10,200]{1,0:T(8,128)(2,1)}", {2, 2, 4, 128, 2, 1}},
      {"bf16[8,1,1280,16384]{3,2,0,1:T(8,128)(2,1)}", {1, 8, 160, 128, 4, 128, 2, 1}},
      {"f32[8,8]{1,0:T(2,4)(2,1,1,1)}", {2, 2, 2, 4, 2, 1, 1, 1}},
      {"f32[32,256]{1,0:T(8,128)(2,1,1,1)}", {2, 2, 8, 128, 2, 1, 1, 1}},
      {"f32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)}", {56, 37, 2, 3}},
      {"f32[2,3,4]{2,1,0:T(*,2,2)}", {3, 2, 2, 2}},
  };
  for (const auto& [text, sizes] : cases) EXPECT_EQ(List(Physical(text).final_sizes()), sizes);
}

struct Sizes {
  const char* shape;
  int64_t elements, stored, bytes, wasted;
};

TEST(Sizes, AgreeWithTheTablesOfTheReference) {
  const Sizes rows[] = {
      {"f32[3,5]{1,0:T(2,2)}", 15, 24, 96, 36},
      {"f32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)}", 12320, 12432, 49728, 448},
      {"f32[200]{0:T(8,128)}", 200, 2048, 8192, 7392},
      {"u32[]{:T(128)}", 1, 128, 512, 508},
      {"f32[2,6]{1,0:T(4)}", 12, 16, 64, 16},
      {"s8[40,300]{1,0:T(8,128)(4,1)}", 12000, 15360, 15360, 3360},
      {"pred[40,300]{1,0:T(32,128)(32,1)}", 12000, 24576, 24576, 12576},
      {"f32[5,1000]{1,0:T(4,128)}", 5000, 8192, 32768, 12768},
      {"f32[300]{0:T(256)}", 300, 512, 2048, 848},
      {"bf16[10,200]{1,0:T(8,128)(2,1)}", 2000, 4096, 8192, 4192},
      {"f32[3,4,5]{2,1,0:T(4)}", 60, 96, 384, 144},
      {"f32[2,3,5]{2,1,0:T(2,4)}", 30, 64, 256, 136},
      {"f32[3,4]{1,0:T(*,5)}", 12, 15, 60, 12},
      {"f32[3,5]{1,0:T(2,2)(4)}", 15, 48, 192, 132},
      {"s4[3,5]{1,0:E(4)}", 15, 15, 8, 0},
      {"s4[3,5]{1,0}", 15, 15, 15, 0},
      {"u2[7]{0:E(2)}", 7, 7, 2, 0},
      {"pred[10]{0:E(1)}", 10, 10, 2, 0},
      {"s4[3,5]{1,0:T(2,4)E(4)}", 15, 32, 16, 8},
      {"f32[10]{0:L(8)}", 10, 16, 64, 24},
      {"f32[3,5]{1,0:T(2,2)L(10)}", 15, 30, 120, 60},
      {"bf16[8,1,1280,16384]{3,2,0,1:T(8,128)(2,1)}", 167772160, 167772160, 335544320, 0},
      {"f32[0,5]{1,0:T(2,2)}", 0, 0, 0, 0},
      {"f32[7,0]{0,1:T(*,4)(2,1)L(16)}", 0, 0, 0, 0},
      {"s4[0]{0:T(8,128)E(4)}", 0, 0, 0, 0},
  };
  for (const Sizes& row : rows) {
    const PhysicalLayout physical = Physical(row.shape);
    EXPECT_EQ(physical.elements(), row.elements) << row.shape;
    EXPECT_EQ(physical.stored_elements(), row.stored) << row.shape;
    EXPECT_EQ(physical.byte_size(), row.bytes) << row.shape;
    EXPECT_EQ(physical.wasted_bytes(), row.wasted) << row.shape;
  }
  EXPECT_EQ(Physical("s4[3,5]{1,0:T(2,4)E(4)}").BitOffset(24), 96);
  EXPECT_EQ(Physical("f32[<=10]{0:M(16)}").byte_size(), 40 + 16);
}

TEST(IndexAt, IsEmptyOutsideTheStorage) {
  const PhysicalLayout physical = Physical("f32[10]{0:L(8)}");
  EXPECT_EQ(physical.IndexAt(9), Dims{9});
  for (int64_t p : {INT64_MIN, int64_t{-1}, int64_t{10}, int64_t{15}, int64_t{16}, INT64_MAX}) {
    EXPECT_EQ(physical.IndexAt(p), std::nullopt) << p;
  }
  EXPECT_EQ(Physical("f32[0,5]{1,0:T(2,2)}").IndexAt(0), std::nullopt);
}

TEST(LegacyForm, StoresTheArrayAsIfItWereLarger) {
  Shape shape = Parsed("s8[2,3]{0,1}");
  shape.layout.padded_dimensions = {3, 5};
  shape.layout.padding_value = PaddingValue::kZero;
  const PhysicalLayout physical = Physical(shape);
  EXPECT_EQ(physical.stored_elements(), 15);
  EXPECT_EQ(physical.Position(Dims{1, 2}), 7);
  const std::vector<uint8_t> abcdef = {'a', 'b', 'c', 'd', 'e', 'f'};
  EXPECT_EQ(ToPhysicalImage(shape, abcdef, 100).value(),
            (std::vector<uint8_t>{'a', 'd', 0, 'b', 'e', 0, 'c', 'f', 0, 0, 0, 0, 0, 0, 0}));
  shape.layout.padding_value = PaddingValue::kLowest;
  EXPECT_EQ(ToPhysicalImage(shape, abcdef, 100).value()[2], 0x80);
  EXPECT_EQ(FromPhysicalImage(shape, ToPhysicalImage(shape, abcdef, 100).value(), 100).value(),
            abcdef);
}

TEST(PhysicalLayout, RejectsSizesBeyondSixtyThreeBits) {
  // Texts of such layouts are rejected by the parser.
  const auto with = [](const char* text, std::vector<Tile> tiles, int64_t tail_padding) {
    Shape shape = Parsed(text);
    shape.layout.tiles = std::move(tiles);
    shape.layout.tail_padding = tail_padding;
    return shape;
  };
  constexpr int64_t kMax = INT64_MAX, kHuge = 1'000'000'000'000'000'000;
  for (const Shape& shape :
       {Parsed("f32[?,3]"), Parsed("f32[2305843009213693952]"), with("u8[3]", {{{kMax}}}, 1),
        with("u8[2]", {{{int64_t{1} << 62}}, {{3}}}, 1), with("u8[10]", {}, kMax),
        with("f32[0,1000000000000000000]", {{{128, kHuge}}}, 1)}) {
    const Result<PhysicalLayout> physical = PhysicalLayout::Make(shape);
    ASSERT_FALSE(physical.ok()) << ShapeText(shape);
    EXPECT_EQ(physical.error().code, "S09") << ShapeText(shape);
  }
}

TEST(PhysicalLayout, AcceptsLargeSizesNextToZero) {
  EXPECT_EQ(Physical(Parsed("f32[0,1000000000000000000]")).stored_elements(), 0);
}

TEST(PhysicalLayout, RejectsMoreElementsThanSixtyThreeBitsCount) {
  const Shape square = Shape::Array(ElementType::kU8, {int64_t{1} << 32, int64_t{1} << 32});
  EXPECT_EQ(PhysicalLayout::Make(square).error().code, "S09");
}

TEST(PhysicalLayout, RejectsNonArrays) {
  EXPECT_EQ(PhysicalLayout::Make(Shape::Token()).error().code, "S07");
  EXPECT_EQ(PhysicalLayout::Make(Shape::Tuple({})).error().code, "S07");
}

TEST(PhysicalLayout, HandlesAHugeArrayInMicroseconds) {
  const Shape shape = Parsed("bf16[8,1,1280,16384]{3,2,0,1:T(8,128)(2,1)}");
  const auto begin = std::chrono::steady_clock::now();
  int64_t sum = 0;
  for (int64_t i = 0; i < 1000; ++i) {
    const PhysicalLayout physical = Physical(shape);
    sum += physical.Position(Dims{3, 0, 77, 300}) - 64096857;
    sum += (*physical.IndexAt(64096857))[3] - 300;
  }
  const auto spent = std::chrono::steady_clock::now() - begin;
  EXPECT_EQ(sum, 0);
  EXPECT_LT(spent, std::chrono::seconds(1));  // 1 ms each would already be far too slow
}

TEST(Image, PacksNarrowElementsFromTheMostSignificantEnd) {
  const std::vector<uint8_t> one_two_minus_one = {1, 2, 0xff};
  EXPECT_EQ(ToPhysicalImage(Parsed("s4[3]{0:E(4)}"), one_two_minus_one, 100).value(),
            (std::vector<uint8_t>{0x12, 0xf0}));
  const std::vector<uint8_t> flags = {1, 0, 1, 1, 0, 0, 0, 0, 0, 1};
  EXPECT_EQ(ToPhysicalImage(Parsed("pred[10]{0:E(1)}"), flags, 100).value(),
            (std::vector<uint8_t>{0xb0, 0x40}));
  const std::vector<uint8_t> quarters = {3, 2, 1, 0, 1};
  EXPECT_EQ(ToPhysicalImage(Parsed("u2[5]{0:E(2)}"), quarters, 100).value(),
            (std::vector<uint8_t>{0xe4, 0x40}));
  const std::vector<uint8_t> wide = {0xff, 0x02};
  EXPECT_EQ(ToPhysicalImage(Parsed("s8[2]{0:E(16)}"), wide, 100).value(),
            (std::vector<uint8_t>{0xff, 0, 2, 0}));
}

TEST(Image, PutsMetadataInFront) {
  const std::vector<uint8_t> value = {7, 9};
  EXPECT_EQ(ToPhysicalImage(Parsed("u8[<=2]{0:M(3)}"), value, 100).value(),
            (std::vector<uint8_t>{0, 0, 0, 7, 9}));
}

TEST(Image, IsNeverLargerThanAllowed) {
  const std::vector<uint8_t> value(15);
  const Shape shape = Parsed("u8[3,5]{1,0:T(2,2)}");
  EXPECT_EQ(ToPhysicalImage(shape, value, 23).error().code, "R02");
  EXPECT_TRUE(ToPhysicalImage(shape, value, 24).ok());
  EXPECT_EQ(FromPhysicalImage(shape, std::vector<uint8_t>(24), 14).error().code, "R02");
  EXPECT_EQ(FromPhysicalImage(shape, std::vector<uint8_t>(23), 99).error().code, "R07");
  EXPECT_EQ(ToPhysicalImage(shape, std::vector<uint8_t>(14), 99).error().code, "R07");
  EXPECT_EQ(ToPhysicalImage(Parsed("u8[1]{0:T(1099511627776)}"), std::vector<uint8_t>(1), 1000)
                .error()
                .code,
            "R02");
}

}  // namespace
}  // namespace hlo
