// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/sort_words.h"

#include <algorithm>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "core/kernels/targets.h"
#include "gtest/gtest.h"

namespace hlo {
namespace {

template <class Word>
Word KeyOf(Word word) {
  return word;
}
uint32_t KeyOf(const Keyed32& item) { return item.key(); }
uint64_t KeyOf(const Keyed64& item) { return item.key(); }

uint32_t PositionOf(uint64_t) { return 0; }
uint32_t PositionOf(const Keyed32& item) { return item.position(); }
uint32_t PositionOf(const Keyed64& item) { return item.position(); }

// Every key a different one, few different ones, all the same, the extremes.
template <class Key>
std::vector<std::vector<Key>> Kinds(std::mt19937_64& random, size_t count) {
  std::vector<std::vector<Key>> kinds(5, std::vector<Key>(count));
  constexpr Key kLargest = std::numeric_limits<Key>::max();
  for (size_t i = 0; i < count; ++i) {
    kinds[0][i] = static_cast<Key>(random());
    kinds[1][i] = static_cast<Key>(random() % 3);
    kinds[2][i] = 7;
    kinds[3][i] = random() % 2 == 0 ? kLargest : Key{0};
    kinds[4][i] = static_cast<Key>(kLargest - i);
  }
  return kinds;
}

template <class Item, class Key, class Make>
void ExpectStableOrder(const Make& make) {
  std::mt19937_64 random(5);
  for (const std::string_view target : KernelTargets()) {
    ASSERT_TRUE(UseKernelTarget(target));
    for (const size_t count : {0, 1, 2, 3, 15, 16, 17, 47, 48, 49, 64, 129, 255, 1000, 5003}) {
      for (const std::vector<Key>& keys : Kinds<Key>(random, count)) {
        std::vector<Item> items;
        for (size_t i = 0; i < count; ++i) items.push_back(make(keys[i], static_cast<uint32_t>(i)));
        std::vector<Item> expected = items, scratch = items;
        std::stable_sort(expected.begin(), expected.end(),
                         [](const Item& a, const Item& b) { return KeyOf(a) < KeyOf(b); });
        SortWords(items.data(), count, scratch.data());
        for (size_t i = 0; i < count; ++i) {
          ASSERT_EQ(KeyOf(items[i]), KeyOf(expected[i])) << target << ' ' << count << ' ' << i;
          ASSERT_EQ(PositionOf(items[i]), PositionOf(expected[i])) << target << ' ' << count;
        }
      }
    }
  }
  UseKernelTarget("");
}

TEST(SortWords, SortsKeysOnEveryTarget) {
  ExpectStableOrder<uint32_t, uint32_t>([](uint32_t key, uint32_t) { return key; });
  ExpectStableOrder<uint64_t, uint64_t>([](uint64_t key, uint32_t) { return key; });
}

TEST(SortWords, KeepsTheOrderOfEqualKeysOnEveryTarget) {
  ExpectStableOrder<Keyed32, uint32_t>(
      [](uint32_t key, uint32_t position) { return Keyed32(key, position); });
  ExpectStableOrder<Keyed64, uint64_t>(
      [](uint64_t key, uint32_t position) { return Keyed64(key, position); });
}

}  // namespace
}  // namespace hlo
