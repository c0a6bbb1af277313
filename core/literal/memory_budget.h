// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_LITERAL_MEMORY_BUDGET_H_
#define HLO_CORE_LITERAL_MEMORY_BUDGET_H_

#include <atomic>
#include <cstdint>

namespace hlo {

// Counts the bytes that the literals of one run hold, against a limit.
class MemoryBudget {
 public:
  explicit MemoryBudget(int64_t limit) : limit_(limit) {}

  // False, with nothing taken, when `bytes` more would exceed the limit.
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
  std::atomic<int64_t> used_ = 0;
  std::atomic<int64_t> peak_ = 0;
};

}  // namespace hlo

#endif  // HLO_CORE_LITERAL_MEMORY_BUDGET_H_
