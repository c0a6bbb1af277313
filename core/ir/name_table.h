// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IR_NAME_TABLE_H_
#define HLO_CORE_IR_NAME_TABLE_H_

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

#include "core/base/blocks.h"

namespace hlo {

// Finds objects by their member `name`. One flat array with the hashes beside the pointers: modules
// have hundreds of thousands of names, and a lookup touches one cache line before the object
// itself. Objects must not move. A renamed object must be added again; its former name then refers
// to nothing.
template <class T>
class NameTable {
 public:
  T* Find(std::string_view name) const {
    if (slots_.empty()) return nullptr;
    return slots_[Place(std::hash<std::string_view>{}(name), name)].thing;
  }

  // Prefetches what a lookup of the name touches: a large table is often not in the cache.
  void Prefetch(std::string_view name) const {
    if (slots_.empty()) return;
    __builtin_prefetch(&slots_[std::hash<std::string_view>{}(name)&mask()]);
  }

  // The first object with a name keeps it.
  void Add(T* thing) {
    if (4 * (size_ + 1) > 3 * slots_.size()) Grow();
    const size_t hash = std::hash<std::string_view>{}(thing->name);
    Slot& slot = slots_[Place(hash, thing->name)];
    if (slot.thing != nullptr) return;
    slot = {hash, thing};
    ++size_;
  }

 private:
  struct Slot {
    size_t hash = 0;
    T* thing = nullptr;
  };

  using Slots = std::vector<Slot, BlockAllocator<Slot>>;

  size_t mask() const { return slots_.size() - 1; }

  // The slot of the object with that name, or the free slot for it.
  size_t Place(size_t hash, std::string_view name) const {
    size_t i = hash & mask();
    while (slots_[i].thing != nullptr &&
           !(slots_[i].hash == hash && slots_[i].thing->name == name)) {
      i = (i + 1) & mask();
    }
    return i;
  }

  // A free slot for a name that is not in the table.
  void Put(const Slot& slot) {
    size_t i = slot.hash & mask();
    while (slots_[i].thing != nullptr) i = (i + 1) & mask();
    slots_[i] = slot;
  }

  void Grow() {
    Slots old(slots_.empty() ? 8 : 2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.thing != nullptr) Put(slot);
    }
  }

  Slots slots_;  // a power of two, at most three quarters full
  size_t size_ = 0;
};

}  // namespace hlo

#endif  // HLO_CORE_IR_NAME_TABLE_H_
