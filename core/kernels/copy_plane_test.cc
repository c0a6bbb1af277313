// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/copy_plane.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "core/base/blocks.h"

namespace hlo {
namespace {

// Lengths around whole cache lines, and long enough to be fetched across the ends of runs.
constexpr int64_t kRuns[] = {256, 257, 271, 319, 320, 333, 1024, 1200, 5000};
// Places of runs in a cache line.
constexpr int64_t kPlaces[] = {0, 1, 15, 16, 48, 63};

std::vector<uint8_t> Numbered(int64_t count) {
  std::vector<uint8_t> bytes(static_cast<size_t>(count));
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<uint8_t>(i * 7 + i / 251);
  return bytes;
}

TEST(CopyPlanes, HaveTheSameBytesPastTheCache) {
  for (const int64_t run : kRuns) {
    for (const int64_t place : kPlaces) {
      const CopyPlane plane = {5, -(run + 3), run + 9, run, 1, 1};
      const std::vector<uint8_t> from = Numbered(5 * (run + 3));
      const AlignedBlock block = NewAlignedBlock(5 * (run + 9) + 64);
      std::memset(block.get(), 0xee, static_cast<size_t>(5 * (run + 9) + 64));
      const uint8_t* first = from.data() + 4 * (run + 3);
      ChooseCopyPlane(plane, 1, /*past_cache=*/true)(plane, first, block.get() + place);
      for (int64_t row = 0; row < 5; ++row) {
        const uint8_t* to = block.get() + place + row * (run + 9);
        const uint8_t* expected = first - row * (run + 3);
        EXPECT_EQ(std::memcmp(to, expected, static_cast<size_t>(run)), 0) << run << " " << place;
        EXPECT_EQ(to[run], 0xee) << run << " " << place;
      }
    }
  }
}

TEST(GatherRuns, HasTheSameBytesPastTheCache) {
  const std::vector<uint8_t> from = Numbered(20000);
  constexpr int64_t kOffsets[] = {11000, 0, 15000, 15000, 7, 4096};
  for (const int64_t run : kRuns) {
    const AlignedBlock block = NewAlignedBlock(6 * run + 1);
    block.get()[6 * run] = 0xee;
    GatherRuns(from.data(), kOffsets, 6, run, block.get(), /*past_cache=*/true);
    for (int64_t i = 0; i < 6; ++i) {
      const auto bytes = static_cast<size_t>(run);
      EXPECT_EQ(std::memcmp(block.get() + i * run, from.data() + kOffsets[i], bytes), 0) << run;
    }
    EXPECT_EQ(block.get()[6 * run], 0xee) << run;
  }
}

}  // namespace
}  // namespace hlo
