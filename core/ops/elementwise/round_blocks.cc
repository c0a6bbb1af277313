// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "core/ops/elementwise/blocks.h"

namespace hlo {
namespace {

constexpr size_t kTypes = static_cast<size_t>(ElementType::kC128) + 1;

// Narrow types are computed with in 4 bytes and stored in at most 2.
template <size_t kType>
void Round(const void* from, size_t count, void* to) {
  constexpr auto kStorage = static_cast<ElementType>(kType);
  constexpr size_t kBlock = 256;
  uint16_t stored[kBlock];
  const ConvertFn narrow = NarrowFunction(kStorage);
  const ConvertFn widen = WidenFunction(kStorage);
  for (size_t start = 0; start < count; start += kBlock) {
    const size_t n = std::min(kBlock, count - start);
    narrow(static_cast<const uint32_t*>(from) + start, n, stored);
    widen(stored, n, static_cast<uint32_t*>(to) + start);
  }
}

template <size_t... kType>
constexpr std::array<ConvertFn, sizeof...(kType)> MakeTable(std::index_sequence<kType...>) {
  return {Round<kType>...};
}

constexpr auto kTable = MakeTable(std::make_index_sequence<kTypes>());

}  // namespace

ConvertFn FindRoundBlock(ElementType storage, KernelMode) {
  return ComputeType(storage) == storage ? nullptr : kTable[static_cast<size_t>(storage)];
}

}  // namespace hlo
