// SPDX-License-Identifier: Apache-2.0
#include "hlo/opcode.h"

namespace hlo {
namespace {

// A hash table built at compile time: the opcode of each slot, with linear probing.
constexpr size_t kSlots = 512;
constexpr uint8_t kEmpty = 0xff;
static_assert(kOpcodeCount < kEmpty && 2 * kOpcodeCount <= kSlots);

// The factors spread the names so that none needs more than two probes.
constexpr size_t FirstSlot(std::string_view name) {
  const auto at = [&](size_t i) { return static_cast<size_t>(static_cast<uint8_t>(name[i])); };
  return (5 * name.size() + 39 * at(0) + 63 * at(name.size() / 2) + 26 * at(name.size() - 1)) %
         kSlots;
}

constexpr std::array<uint8_t, kSlots> kTable = [] {
  std::array<uint8_t, kSlots> table{};
  for (uint8_t& slot : table) slot = kEmpty;
  for (size_t i = 0; i < kOpcodeCount; ++i) {
    size_t slot = FirstSlot(kOpcodeNames[i]);
    while (table[slot] != kEmpty) slot = (slot + 1) % kSlots;
    table[slot] = static_cast<uint8_t>(i);
  }
  return table;
}();

}  // namespace

std::optional<Opcode> FindOpcode(std::string_view name) {
  if (name.empty()) return std::nullopt;
  for (size_t slot = FirstSlot(name); kTable[slot] != kEmpty; slot = (slot + 1) % kSlots) {
    if (kOpcodeNames[kTable[slot]] == name) return static_cast<Opcode>(kTable[slot]);
  }
  return std::nullopt;
}

}  // namespace hlo
