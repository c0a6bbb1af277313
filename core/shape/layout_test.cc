// SPDX-License-Identifier: Apache-2.0
// Examples of layout reference, sections 2 and 7.
#include "hlo/layout.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/shape/testing.h"
#include "hlo/shape.h"

namespace hlo {
namespace {

using testing_shape::List;
using testing_shape::Parsed;
using Numbers = std::vector<int64_t>;

TEST(Layout, HasTwoMonotonicForms) {
  EXPECT_EQ(List(Layout::Descending(3).minor_to_major), (Numbers{2, 1, 0}));
  EXPECT_EQ(List(Layout::Ascending(3).minor_to_major), (Numbers{0, 1, 2}));
  EXPECT_TRUE(Layout::Descending(2).IsMonotonicDim0Major());
  EXPECT_FALSE(Layout::Descending(2).IsMonotonicDim0Minor());
  EXPECT_TRUE(Layout::Ascending(1).IsMonotonicDim0Major());
  EXPECT_TRUE(Layout::Descending(1).IsMonotonicDim0Minor());
}

TEST(Layout, CanBeMadeFromAMajorToMinorList) {
  EXPECT_EQ(List(Layout::FromMajorToMinor(Dims{0, 2, 1}).value().minor_to_major),
            (Numbers{1, 2, 0}));
  EXPECT_EQ(Layout::FromMajorToMinor(Dims{0, 0}).error().code, "S02");
  EXPECT_EQ(Layout::FromMajorToMinor(Dims{0, 2}).error().code, "S02");
  EXPECT_EQ(Layout::FromMajorToMinor(Dims(65, 0)).error().code, "S09");
}

TEST(Layout, IsDefaultOnlyWithoutOtherParts) {
  EXPECT_TRUE(Parsed("f32[2,3]{1,0:L(1)S(0)}").layout.IsDefault());
  for (const char* text : {"f32[2,3]{0,1}", "f32[2,3]{1,0:T(2)}", "f32[2,3]{1,0:S(1)}",
                           "f32[2,3]{1,0:M(4)}", "f32[2,3]{1,0:SC(1:1)}", "s4[2,3]{1,0:E(4)}"}) {
    EXPECT_FALSE(Parsed(text).layout.IsDefault()) << text;
  }
}

TEST(Layout, MapsLogicalDimensionsToPhysicalPlaces) {
  EXPECT_EQ(List(Parsed("f32[2,3,4]{1,2,0}").layout.LogicalToPhysical()), (Numbers{0, 2, 1}));
}

TEST(MoveDimToMajor, KeepsTheOrderOfTheOthersAndTheSplits) {
  EXPECT_EQ(LayoutText(MoveDimToMajor(Layout::Descending(3), 1)), "{2,0,1}");
  EXPECT_EQ(LayoutText(MoveDimToMajor(Layout::Descending(3), 7)), "{2,1,0}");
  const Layout split = Parsed("f32[9,9,9]{2,1,0:SC(0:1)(1:2)(2:3)}").layout;
  EXPECT_EQ(LayoutText(MoveDimToMajor(split, 1)), "{2,0,1:SC(1:1)(0:2)(2:3)}");
}

TEST(AreDimensionsConsecutive, ChecksForNeighborsInMinorToMajor) {
  const Layout layout = Parsed("f32[2,3,4]{0,2,1}").layout;
  EXPECT_FALSE(AreDimensionsConsecutive(layout, Dims{0, 1}));
  EXPECT_TRUE(AreDimensionsConsecutive(layout, Dims{0, 2}));
  EXPECT_TRUE(AreDimensionsConsecutive(layout, Dims{1, 2}));
  EXPECT_TRUE(AreDimensionsConsecutive(layout, Dims{2, 1, 0}));
  EXPECT_TRUE(AreDimensionsConsecutive(layout, Dims{}));
}

TEST(LayoutText, WritesPartsInFixedOrder) {
  Layout layout = Layout::Descending(2);
  layout.dynamic_shape_prefix_bytes = 8;
  layout.splits = {{1, {50, 200}}, {0, {3}}};
  layout.memory_space = 1;
  layout.element_bits = 4;
  layout.tail_padding = 16;
  layout.tiles = {{{8, 128}}, {{kCombineDimension, 2, 1}}};
  EXPECT_EQ(LayoutText(layout), "{1,0:T(8,128)(*,2,1)L(16)E(4)S(1)SC(1:50,200)(0:3)M(8)}");
}

TEST(ShapeText, RoundTrips) {
  for (const char* text :
       {"f32[3,5]{1,0}", "bf16[8,1,1280,16384]{3,2,0,1:T(8,128)(2,1)}", "u32[]{:S(2)}", "u32[]",
        "f32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)}", "s4[123,456]{1,0:T(2,128)E(4)}",
        "pred[123,456]{1,0:SC(1:50,200)}", "(f32[], s32[2]{0})", "()", "token[]", "opaque[]",
        "f32[<=8,?,3]{2,1,0}", "f32[10]{0:T(128)L(4)S(5)M(8)}",
        "(s8[], s8[], s8[], s8[], s8[], /*index=5*/s8[], (s8[]))"}) {
    EXPECT_EQ(ShapeText(Parsed(text)), text);
  }
}

TEST(ShapeText, OmitsDefaults) {
  EXPECT_EQ(ShapeText(Parsed("f32[10]{0:T(128)L(1)E(32)S(0)}")), "f32[10]{0:T(128)}");
  EXPECT_EQ(ShapeText(Parsed("s4[10]{0:E(8)}")), "s4[10]{0}");
  EXPECT_EQ(ShapeText(Parsed("(f32[2]{0:S(1)}, u8[3])"), false), "(f32[2], u8[3])");
  Shape many = Shape::Tuple(std::vector<Shape>(16, Shape::Scalar(ElementType::kU8)));
  EXPECT_EQ(ShapeText(many),
            "(u8[], u8[], u8[], u8[], u8[], /*index=5*/u8[], u8[], u8[], u8[], u8[], "
            "/*index=10*/u8[], u8[], u8[], u8[], u8[], /*index=15*/u8[])");
}

struct BadLayout {
  const char* code;
  Layout layout;
};

TEST(CheckLayout, NamesTheBrokenRule) {
  const auto with = [](auto change) {
    Layout layout = Layout::Descending(2);
    change(layout);
    return layout;
  };
  const BadLayout cases[] = {
      {"S01", Layout::Descending(3)},
      {"S02", with([](Layout& l) {
         l.minor_to_major = {1, 1};
       })},
      {"S02", with([](Layout& l) {
         l.minor_to_major = {2, 0};
       })},
      {"S02", with([](Layout& l) {
         l.minor_to_major = {-1, 0};
       })},
      {"S08", with([](Layout& l) { l.tiles = {{{}}}; })},
      {"S08", with([](Layout& l) {
         l.tiles = {{{2, 0}}};
       })},
      {"S08", with([](Layout& l) {
         l.tiles = {{{-1, 2}}};
       })},
      {"S08", with([](Layout& l) {
         l.tiles = {{{2, kCombineDimension}}};
       })},
      {"S09", with([](Layout& l) { l.tiles.assign(257, {{1}}); })},
      {"S08", with([](Layout& l) { l.tail_padding = -1; })},
      {"S08", with([](Layout& l) { l.element_bits = -1; })},
      {"S08", with([](Layout& l) { l.element_bits = 7; })},
      {"S08", with([](Layout& l) { l.element_bits = kMaxElementBits + 1; })},
      {"S08", with([](Layout& l) { l.memory_space = -1; })},
      {"S08", with([](Layout& l) { l.dynamic_shape_prefix_bytes = -1; })},
      {"S08", with([](Layout& l) {
         l.splits = {{2, {1}}};
       })},
      {"S08", with([](Layout& l) {
         l.splits = {{1, {}}};
       })},
      {"S08", with([](Layout& l) {
         l.splits = {{1, {5}}};
       })},
      {"S08", with([](Layout& l) {
         l.splits = {{1, {2, 2}}};
       })},
      {"S08", with([](Layout& l) {
         l.splits = {{1, {2}}, {1, {3}}};
       })},
      {"S01", with([](Layout& l) { l.padded_dimensions = {9}; })},
      {"S08", with([](Layout& l) {
         l.padded_dimensions = {3, 4};
       })},
      {"S03", with([](Layout& l) {
         l.padded_dimensions = {4, 8};
         l.tiles = {{{2}}};
       })},
  };
  for (const BadLayout& bad : cases) {
    const Status status = CheckLayout(bad.layout, Dims{3, 5}, 8);
    ASSERT_FALSE(status.ok()) << bad.code << " " << LayoutText(bad.layout);
    EXPECT_EQ(status.error().code, bad.code) << status.error().message;
  }
  EXPECT_TRUE(CheckLayout(with([](Layout& l) {
                            l.splits = {{1, {1, 4}}, {0, {2}}};
                          }),
                          Dims{3, 5}, 8)
                  .ok());
}

TEST(MakeLayout, ChecksWhatDoesNotNeedSizes) {
  Layout layout = Layout::Ascending(2);
  layout.splits = {{1, {100}}};
  EXPECT_TRUE(MakeLayout(layout).ok());
  layout.tiles = {{{0}}};
  EXPECT_EQ(MakeLayout(layout).error().code, "S08");
}

TEST(EqualLayouts, IgnoreTheNamedParts) {
  const Layout a = Parsed("f32[8]{0:T(4)L(8)E(64)S(1)SC(0:2)}").layout;
  const Layout plain = Parsed("f32[8]").layout;
  LayoutCompare compare{false, false, false, false, false};
  EXPECT_TRUE(Equal(a, plain, compare));
  for (bool LayoutCompare::*field :
       {&LayoutCompare::tiles, &LayoutCompare::tail_padding, &LayoutCompare::element_bits,
        &LayoutCompare::memory_space, &LayoutCompare::splits}) {
    LayoutCompare one = compare;
    one.*field = true;
    EXPECT_FALSE(Equal(a, plain, one));
  }
}

}  // namespace
}  // namespace hlo
