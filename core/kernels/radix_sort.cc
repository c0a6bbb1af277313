// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/radix_sort.h"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

namespace hlo {
namespace {

template <class Key>
requires std::is_unsigned_v<Key> Key KeyOf(Key key) { return key; }
uint32_t KeyOf(Keyed32 item) { return item.key(); }
uint64_t KeyOf(const Keyed64& item) { return item.key(); }

// Below this, counting digits costs more than moving items.
constexpr size_t kFew = 48;

template <class Item>
void InsertionSort(Item* items, size_t count) {
  for (size_t i = 1; i < count; ++i) {
    const Item item = items[i];
    size_t at = i;
    for (; at > 0 && KeyOf(item) < KeyOf(items[at - 1]); --at) items[at] = items[at - 1];
    items[at] = item;
  }
}

// From the least to the most significant byte; counts all bytes in one pass first and skips those
// that all keys share.
template <class Item>
void Sort(Item* items, size_t count, Item* scratch) {
  if (count <= kFew) return InsertionSort(items, count);
  using Key = decltype(KeyOf(*items));
  constexpr size_t kDigits = sizeof(Key);
  uint32_t counts[kDigits][256] = {};
  for (size_t i = 0; i < count; ++i) {
    const Key key = KeyOf(items[i]);
    for (size_t digit = 0; digit < kDigits; ++digit) ++counts[digit][(key >> (8 * digit)) & 255];
  }
  Item* from = items;
  Item* to = scratch;
  for (size_t digit = 0; digit < kDigits; ++digit) {
    uint32_t* places = counts[digit];
    if (places[(KeyOf(from[0]) >> (8 * digit)) & 255] == count) continue;
    uint32_t place = 0;
    for (size_t value = 0; value < 256; ++value) place += std::exchange(places[value], place);
    for (size_t i = 0; i < count; ++i) {
      const Item item = from[i];
      to[places[(KeyOf(item) >> (8 * digit)) & 255]++] = item;
    }
    std::swap(from, to);
  }
  if (from != items) std::memcpy(items, from, count * sizeof(Item));
}

// From the most to the least significant byte: narrows the keys to those with the byte of position
// `k`.
template <class Key>
Key Select(const Key* keys, size_t count, size_t k) {
  Key known = 0, mask = 0;
  for (size_t digit = sizeof(Key); digit-- > 0;) {
    const size_t shift = 8 * digit;
    size_t counts[256] = {};
    for (size_t i = 0; i < count; ++i) {
      if ((keys[i] & mask) == known) ++counts[(keys[i] >> shift) & 255];
    }
    Key value = 0;
    while (k >= counts[value]) k -= counts[value++];
    known |= value << shift;
    mask |= Key{255} << shift;
  }
  return known;
}

}  // namespace

void RadixSort(uint32_t* keys, size_t count, uint32_t* scratch) { Sort(keys, count, scratch); }
void RadixSort(uint64_t* keys, size_t count, uint64_t* scratch) { Sort(keys, count, scratch); }
void RadixSort(Keyed32* items, size_t count, Keyed32* scratch) { Sort(items, count, scratch); }
void RadixSort(Keyed64* items, size_t count, Keyed64* scratch) { Sort(items, count, scratch); }

uint32_t KthSmallest(const uint32_t* keys, size_t count, size_t k) {
  return Select(keys, count, k);
}
uint64_t KthSmallest(const uint64_t* keys, size_t count, size_t k) {
  return Select(keys, count, k);
}

}  // namespace hlo
