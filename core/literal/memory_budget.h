// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_LITERAL_MEMORY_BUDGET_H_
#define HLO_CORE_LITERAL_MEMORY_BUDGET_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

#include "core/literal/block_pool.h"

namespace hlo {

// Counts the bytes held by the literals of one run against a limit. Bytes that its pool keeps for
// reuse belong to no literal and do not count.
class MemoryBudget {
 public:
  explicit MemoryBudget(int64_t limit, std::shared_ptr<BlockPool> pool = nullptr)
      : limit_(limit), pool_(std::move(pool)) {}

  // nullptr: blocks come from the system and go back to it.
  BlockPool* pool() const { return pool_.get(); }

  // False, with nothing taken, if `bytes` more would exceed the limit.
  bool Take(int64_t bytes) {
    const int64_t used = used_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
    if (used > limit_) {
      used_.fetch_sub(bytes, std::memory_order_relaxed);
      return false;
    }
    Note(used);
    return true;
  }
  // For the rare caller that cannot report a failure: may exceed the limit.
  void TakeAnyway(int64_t bytes) {
    Note(used_.fetch_add(bytes, std::memory_order_relaxed) + bytes);
  }
  void Give(int64_t bytes) { used_.fetch_sub(bytes, std::memory_order_relaxed); }

  int64_t limit() const { return limit_; }
  int64_t used() const { return used_.load(std::memory_order_relaxed); }
  int64_t peak() const { return peak_.load(std::memory_order_relaxed); }

 private:
  void Note(int64_t used) {
    int64_t peak = peak_.load(std::memory_order_relaxed);
    while (peak < used && !peak_.compare_exchange_weak(peak, used, std::memory_order_relaxed)) {
    }
  }

  int64_t limit_;
  std::shared_ptr<BlockPool> pool_;
  std::atomic<int64_t> used_ = 0;
  std::atomic<int64_t> peak_ = 0;
};

}  // namespace hlo

#endif  // HLO_CORE_LITERAL_MEMORY_BUDGET_H_
