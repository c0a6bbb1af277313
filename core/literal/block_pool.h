// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_LITERAL_BLOCK_POOL_H_
#define HLO_CORE_LITERAL_BLOCK_POOL_H_

#include <cstdint>
#include <mutex>
#include <vector>

namespace hlo {

// Memory for the bytes of literals. Large blocks that are given back are kept for the next ones of
// about their size: a block fresh from the system costs a page fault for each of its pages, which
// is several times what an addition over its elements costs. Safe to use from several threads.
class BlockPool {
 public:
  // Bytes that kept blocks may have together; 0 keeps none.
  explicit BlockPool(int64_t max_kept_bytes) : max_kept_(max_kept_bytes) {}
  ~BlockPool() { KeepAtMost(0); }
  BlockPool(const BlockPool&) = delete;
  BlockPool& operator=(const BlockPool&) = delete;

  // As NewBlock. Blocks smaller than kLargeBlockBytes the system's own allocator recycles well.
  uint8_t* Take(int64_t bytes);
  // `bytes` as when the block was taken.
  void Give(uint8_t* block, int64_t bytes);
  // From now on, and of those kept already.
  void KeepAtMost(int64_t bytes);

 private:
  // What is kept longest is dropped first.
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
};

}  // namespace hlo

#endif  // HLO_CORE_LITERAL_BLOCK_POOL_H_
