// SPDX-License-Identifier: Apache-2.0
#include "hlo/bitcast.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "core/shape/separable.h"
#include "core/shape/testing.h"
#include "hlo/index.h"

namespace hlo {
namespace {

using testing_shape::List;
using testing_shape::Parsed;
using testing_shape::Physical;
using Numbers = std::vector<int64_t>;

bool Free(const char* from, const char* to) {
  const Result<bool> answer = ReshapeIsBitcast(Parsed(from), Parsed(to));
  EXPECT_TRUE(answer.ok()) << from << " -> " << to;
  return answer.ok() && answer.value();
}

TEST(ReshapeIsBitcast, AgreesWithTheTableOfTheReference) {
  EXPECT_TRUE(Free("f32[2,3,4]{2,1,0}", "f32[6,4]{1,0}"));
  EXPECT_FALSE(Free("f32[2,3]{0,1}", "f32[6]{0}"));
  EXPECT_TRUE(Free("f32[2,3,4]{0,2,1}", "f32[2,12]{0,1}"));
  EXPECT_TRUE(Free("f32[1,5,1]{0,1,2}", "f32[5]{0}"));
  EXPECT_TRUE(Free("f32[4,6]{0,1}", "f32[2,2,6]{1,0,2}"));
  EXPECT_FALSE(Free("f32[4,6]{0,1}", "f32[2,2,6]{0,1,2}"));
}

TEST(ReshapeIsBitcast, ChecksTypeElementCountAndStorage) {
  EXPECT_FALSE(Free("f32[4]", "s32[4]"));
  EXPECT_TRUE(ReshapeIsBitcast(Parsed("f32[4]"), Parsed("s32[2,2]"), true).value());
  EXPECT_FALSE(ReshapeIsBitcast(Parsed("f32[4]"), Parsed("s16[4]"), true).value());
  EXPECT_FALSE(Free("f32[4]", "f32[5]"));
  EXPECT_FALSE(Free("f32[4]{0:L(8)}", "f32[4]"));
  EXPECT_TRUE(Free("f32[4]{0:S(1)}", "f32[2,2]"));
  EXPECT_TRUE(Free("f32[0,7]{0,1:T(2,2)}", "f32[0]"));
  EXPECT_EQ(ReshapeIsBitcast(Parsed("f32[?]"), Parsed("f32[4]")).error().code, "S09");
}

TEST(ReshapeIsBitcast, DecidesHugeTiledArraysQuickly) {
  EXPECT_TRUE(Free("bf16[8,1,1280,16384]{3,2,0,1:T(8,128)(2,1)}",
                   "bf16[8,1280,16384]{2,1,0:T(8,128)(2,1)}"));
  EXPECT_TRUE(Free("bf16[8,1280,16384]{2,1,0:T(8,128)(2,1)}",
                   "bf16[8,160,8,16384]{3,2,1,0:T(8,128)(2,1)}"));
  EXPECT_FALSE(Free("bf16[8,1280,16384]{2,1,0:T(8,128)(2,1)}",
                    "bf16[8,1280,128,128]{3,2,1,0:T(8,128)(2,1)}"));
  EXPECT_TRUE(Free("f32[1099511627776]{0}", "f32[1048576,1048576]{1,0}"));
  EXPECT_TRUE(Free("f32[999999999999]{0:T(3)}", "f32[333333333333,3]{1,0:T(1,3)}"));
  EXPECT_FALSE(Free("f32[999999999999]{0:T(7)(3)}", "f32[333333333333,3]{1,0}"));
}

TEST(TransposeIsBitcast, AgreesWithTheReference) {
  const Shape in = Parsed("f32[10,20,30]{2,1,0}");
  const Dims permutation = {2, 0, 1};
  EXPECT_TRUE(TransposeIsBitcast(in, Parsed("f32[30,10,20]{0,2,1}"), permutation).value());
  EXPECT_FALSE(TransposeIsBitcast(in, Parsed("f32[30,10,20]{2,1,0}"), permutation).value());
  EXPECT_FALSE(TransposeIsBitcast(in, Parsed("f32[30,10,21]{0,2,1}"), permutation).value());
  EXPECT_EQ(TransposeIsBitcast(in, in, Dims{0, 0, 1}).error().code, "V01");
  EXPECT_TRUE(
      TransposeIsBitcast(Parsed("f32[3,5]{1,0:T(2,2)}"), Parsed("f32[5,3]{0,1:T(2,2)}"), Dims{1, 0})
          .value());
}

// Sums of levels with periods that need not divide each other.
Levels RandomLevels(std::mt19937& random, int64_t count) {
  Levels levels;
  for (int64_t period = 1; period < count && levels.size() < 4;
       period += 1 + static_cast<int64_t>(random() % 6)) {
    // Strides often continue the previous levels, so that equal sums are not rare.
    const bool continues = random() % 3 != 0;
    const int64_t stride = continues && period > 1 ? Evaluate(levels, period - 1) + levels[0].stride
                                                   : 1 + static_cast<int64_t>(random() % 8);
    levels.push_back({period, stride});
  }
  return levels;
}

TEST(SameOnRange, AgreesWithComparingEveryValue) {
  std::mt19937 random(42);
  int equal = 0;
  for (int trial = 0; trial < 200000; ++trial) {
    const int64_t count = 1 + static_cast<int64_t>(random() % 40);
    const Levels a = RandomLevels(random, count), b = RandomLevels(random, count);
    bool same = true;
    for (int64_t c = 0; c < count; ++c) same = same && Evaluate(a, c) == Evaluate(b, c);
    ASSERT_EQ(SameOnRange(a, b, count, 1 << 20), same) << trial;
    equal += same ? 1 : 0;
  }
  EXPECT_GT(equal, 2000);
}

// Row-major factors of a number, in random groups.
Dims RandomFactors(std::mt19937& random) {
  Dims dims;
  for (int64_t factor : {2, 2, 3, 2}) {
    if (dims.empty() || random() % 2 == 0) {
      dims.push_back(factor);
    } else {
      dims.back() *= factor;
    }
    if (random() % 5 == 0) dims.push_back(1);
  }
  return dims;
}

Shape RandomShape(std::mt19937& random) {
  Shape shape = Shape::Array(ElementType::kF32, RandomFactors(random));
  Dims& order = shape.layout.minor_to_major;
  if (random() % 2 == 0) std::shuffle(order.begin(), order.end(), random);
  for (int tiles = static_cast<int>(random() % 3); tiles > 0; --tiles) {
    Tile tile;
    for (size_t k = 1 + random() % 3; k > 0; --k) {
      const bool combine = k > 1 && random() % 4 == 0;
      tile.sizes.push_back(combine ? kCombineDimension : 1 + static_cast<int64_t>(random() % 4));
    }
    shape.layout.tiles.push_back(tile);
  }
  return shape;
}

TEST(ReshapeIsBitcast, AgreesWithEnumerationOnRandomTiledLayouts) {
  std::mt19937 random(11);
  int free = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    const Shape from = RandomShape(random), to = RandomShape(random);
    const PhysicalLayout a = Physical(from), b = Physical(to);
    bool same = a.stored_elements() == b.stored_elements();
    Index at_from(from.dims), at_to(to.dims);
    for (; same && !at_from.done(); at_from.Next(), at_to.Next()) {
      same = a.Position(at_from.at()) == b.Position(at_to.at());
    }
    ASSERT_EQ(ReshapeIsBitcast(from, to).value(), same)
        << ShapeText(from) << " -> " << ShapeText(to);
    free += same ? 1 : 0;
  }
  EXPECT_GT(free, 300);
}

TEST(AlignLayouts, FindsALayoutExactlyWhenThereIsOne) {
  EXPECT_EQ(ShapeText(*AlignLayouts(Parsed("f32[4,6]{0,1}"), Parsed("f32[2,2,6]"))),
            "f32[2,2,6]{1,0,2}");
  EXPECT_EQ(ShapeText(*AlignLayouts(Parsed("f32[5]"), Parsed("f32[1,5,1]"))), "f32[1,5,1]{2,1,0}");
  EXPECT_EQ(AlignLayouts(Parsed("f32[2,3]{0,1}"), Parsed("f32[6]")), std::nullopt);
  EXPECT_EQ(AlignLayouts(Parsed("f32[4]{0:T(2)}"), Parsed("f32[2,2]")), std::nullopt);
  EXPECT_EQ(AlignLayouts(Parsed("f32[4]"), Parsed("f32[5]")), std::nullopt);
  std::mt19937 random(12);
  for (int trial = 0; trial < 3000; ++trial) {
    Shape from = RandomShape(random), to = RandomShape(random);
    from.layout.tiles.clear();
    to.layout.tiles.clear();
    const std::optional<Shape> aligned = AlignLayouts(from, to);
    if (aligned) {
      ASSERT_TRUE(ReshapeIsBitcast(from, *aligned).value()) << ShapeText(from);
    } else {
      ASSERT_FALSE(ReshapeIsBitcast(from, to).value()) << ShapeText(from) << ShapeText(to);
    }
  }
}

TEST(DecomposeBitcast, PrefersTheSimplestForm) {
  const auto decompose = [](const char* from, const char* to) {
    return DecomposeBitcast(Parsed(from), Parsed(to));
  };
  EXPECT_TRUE(
      std::holds_alternative<BitcastReshape>(decompose("f32[2,3]{1,0}", "s32[6]{0}").value()));
  const auto transpose = decompose("f32[2,3]{1,0}", "f32[3,2]{0,1}").value();
  EXPECT_EQ(List(std::get<BitcastTranspose>(transpose).permutation), (Numbers{1, 0}));
  const auto all = decompose("f32[2,3,4]{0,1,2}", "f32[2,12]{0,1}").value();
  const auto& parts = std::get<BitcastTransposeReshapeTranspose>(all);
  EXPECT_EQ(ShapeText(parts.transposed), "f32[4,3,2]{2,1,0}");
  EXPECT_EQ(ShapeText(parts.reshaped), "f32[12,2]{1,0}");
  EXPECT_EQ(List(parts.first_permutation), (Numbers{2, 1, 0}));
  EXPECT_EQ(List(parts.second_permutation), (Numbers{1, 0}));
  EXPECT_TRUE(
      TransposeIsBitcast(Parsed("f32[2,3,4]{0,1,2}"), parts.transposed, parts.first_permutation)
          .value());
  EXPECT_TRUE(TransposeIsBitcast(parts.reshaped, Parsed("f32[2,12]{0,1}"), parts.second_permutation)
                  .value());
  EXPECT_EQ(decompose("f32[4]{0:T(3)}", "f32[6]").error().code, "V01");
}

TEST(DeduceTransposeForBitcast, MapsOnePhysicalListToTheOther) {
  EXPECT_EQ(DeduceTransposeForBitcast(Parsed("f32[10,20,30]"), Parsed("f32[30,10,20]{0,2,1}")),
            (Dims{2, 0, 1}));
  EXPECT_EQ(DeduceTransposeForBitcast(Parsed("f32[2,3]"), Parsed("f32[3,2]")), std::nullopt);
}

}  // namespace
}  // namespace hlo
