// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_LITERAL_BLOCK_POOL_H_
#define HLO_CORE_LITERAL_BLOCK_POOL_H_

#include <cstdint>
#include <mutex>
#include <vector>

#include "core/literal/kept_tables.h"

namespace hlo {

// Memory for the bytes of literals. Large freed blocks are kept for later requests of about the
// same size: a block fresh from the system costs a page fault per page, several times the cost of
// an addition over its elements. Also has the tables that are kept along with them. Thread-safe.
class BlockPool {
 public:
  // Limit on the total bytes of kept blocks; 0 keeps none.
  explicit BlockPool(int64_t max_kept_bytes) : max_kept_(max_kept_bytes) {}
  ~BlockPool() { KeepAtMost(0); }
  BlockPool(const BlockPool&) = delete;
  BlockPool& operator=(const BlockPool&) = delete;

  // As NewBlock. Small blocks (below kLargeBlockBytes) are left to the system's allocator.
  uint8_t* Take(int64_t bytes);
  // `bytes` as passed to Take.
  void Give(uint8_t* block, int64_t bytes);
  // Also drops blocks that are kept already.
  void KeepAtMost(int64_t bytes);

  KeptTables& tables() { return tables_; }

 private:
  // Drops the oldest blocks first.
  static constexpr size_t kMaxKeptBlocks = 32;

  struct Block {
    uint8_t* data;
    int64_t bytes;
  };

  uint8_t* FindKept(int64_t bytes);
  void DropDownTo(int64_t bytes);

  std::mutex mutex_;
  std::vector<Block> kept_;  // oldest first
  int64_t kept_bytes_ = 0;
  int64_t max_kept_;
  KeptTables tables_;
};

}  // namespace hlo

#endif  // HLO_CORE_LITERAL_BLOCK_POOL_H_
