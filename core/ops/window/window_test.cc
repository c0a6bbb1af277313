// SPDX-License-Identifier: Apache-2.0
// The runs of a window against the definition (ops reference 1.7), element by element.
#include "core/ops/window/window.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "core/ops/testing.h"

namespace hlo {
namespace {

using Pairs = std::vector<std::pair<int64_t, int64_t>>;

// The base element of window element k at place o; -1 for padding and holes.
int64_t Seen(const WindowDimension& w, int64_t base, int64_t o, int64_t k) {
  const int64_t q = o * w.stride - w.pad_low + k * w.rhs_dilate;
  return q >= 0 && q % w.lhs_dilate == 0 && q / w.lhs_dilate < base ? q / w.lhs_dilate : -1;
}

Pairs Listed(const WindowRun& run) {
  Pairs pairs;
  for (int64_t j = 0; j < run.count; ++j) {
    pairs.emplace_back(run.first + j * run.step_stride, run.element + j * run.element_stride);
  }
  return pairs;
}

TEST(WindowAxis, MatchesTheDefinition) {
  std::mt19937 random(7);
  const auto pick = [&](int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random() % static_cast<uint32_t>(high - low + 1));
  };
  for (int trial = 0; trial < 3000; ++trial) {
    const WindowDimension w{pick(1, 7),  pick(1, 5), pick(-4, 6), pick(-4, 6),
                            pick(1, 12), pick(1, 9), false};
    const int64_t base = pick(0, 6), places = pick(1, 9);
    const WindowAxis axis(w, base, places);
    for (int64_t o = 0; o < places; ++o) {
      Pairs expected;
      for (int64_t k = 0; k < w.size; ++k) {
        if (Seen(w, base, o, k) >= 0) expected.emplace_back(k, Seen(w, base, o, k));
      }
      ASSERT_EQ(Listed(axis.ElementsAt(o)), expected) << "trial " << trial << " place " << o;
    }
    for (int64_t k = 0; k < w.size; ++k) {
      Pairs expected;
      for (int64_t o = 0; o < places; ++o) {
        if (Seen(w, base, o, k) >= 0) expected.emplace_back(o, Seen(w, base, o, k));
      }
      ASSERT_EQ(Listed(axis.PlacesOf(k)), expected) << "trial " << trial << " element " << k;
    }
  }
}

TEST(WindowAxis, HandlesNumbersOf63BitsInConstantTime) {
  constexpr int64_t kHuge = int64_t{1} << 62;
  // Element k is at position k - 2^62 + 5: base element 0 at k = 2^62 - 5.
  const WindowAxis wide({kHuge, 1, kHuge - 5, kHuge, 1, 1, false}, 3, 1);
  EXPECT_EQ(Listed(wide.ElementsAt(0)), (Pairs{{kHuge - 5, 0}, {kHuge - 4, 1}, {kHuge - 3, 2}}));
  // 3k = (2^62 - 1) i: 2^62 - 1 is divisible by 3.
  const WindowAxis apart({kHuge, 1, 0, 0, kHuge - 1, 3, false}, 2, 1);
  EXPECT_EQ(Listed(apart.ElementsAt(0)), (Pairs{{0, 0}, {(kHuge - 1) / 3, 1}}));
}

TEST(WindowWalk, VisitsPlacesAndElementsInRowMajorOrder) {
  // A 2x2 window over [2,3] padded by a row above: places [2,2].
  const Window window{{{2, 1, 1, 0, 1, 1, false}, {2, 1, 0, 0, 1, 1, false}}};
  WindowWalk walk(WindowAxes(window, Dims{2, 3}, Dims{2, 2}), Dims{3, 1});
  std::vector<std::vector<int64_t>> seen;
  do {
    seen.emplace_back();
    walk.ForEachElement([&](int64_t offset) { seen.back().push_back(offset); });
  } while (walk.Next());
  EXPECT_EQ(seen, (std::vector<std::vector<int64_t>>{{0, 1}, {1, 2}, {0, 1, 3, 4}, {1, 2, 4, 5}}));
}

TEST(WindowWalk, FindsWindowsOfPadding) {
  const Window window{{{1, 1, 1, 1, 1, 1, false}}};
  WindowWalk walk(WindowAxes(window, Dims{1}, Dims{3}), Dims{1});
  EXPECT_TRUE(walk.SeesNothing());
  EXPECT_TRUE(walk.Next());
  EXPECT_FALSE(walk.SeesNothing());
  EXPECT_TRUE(walk.Next());
  EXPECT_TRUE(walk.SeesNothing());
  EXPECT_FALSE(walk.Next());
}

}  // namespace
}  // namespace hlo
