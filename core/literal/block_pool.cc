// SPDX-License-Identifier: Apache-2.0
#include "core/literal/block_pool.h"

#include "core/base/blocks.h"
#include "core/base/checked.h"

namespace hlo {
namespace {

// Blocks of the same class are interchangeable: at most an eighth is wasted.
int64_t SizeClass(int64_t bytes) {
  int64_t unit = kCacheLineBytes;
  while (unit * 16 <= bytes) unit *= 2;
  return RoundUp(bytes, unit);
}

}  // namespace

uint8_t* BlockPool::Take(int64_t bytes) {
  if (bytes < kLargeBlockBytes) return NewBlock(bytes);
  const int64_t size = SizeClass(bytes);
  if (uint8_t* kept = FindKept(size)) return kept;
  uint8_t* block = NewBlock(size);
  if (block == nullptr) {
    const std::lock_guard<std::mutex> lock(mutex_);
    DropDownTo(0);
    block = NewBlock(size);
  }
  return block;
}

void BlockPool::Give(uint8_t* block, int64_t bytes) {
  if (bytes < kLargeBlockBytes) return DeleteBlock(block);
  const int64_t size = SizeClass(bytes);
  const std::lock_guard<std::mutex> lock(mutex_);
  if (size > max_kept_) return DeleteBlock(block);
  DropDownTo(max_kept_ - size);
  if (kept_.size() == kMaxKeptBlocks) DropDownTo(kept_bytes_ - 1);
  kept_.push_back({block, size});
  kept_bytes_ += size;
}

void BlockPool::KeepAtMost(int64_t bytes) {
  const std::lock_guard<std::mutex> lock(mutex_);
  max_kept_ = bytes;
  DropDownTo(bytes);
}

// The newest of its class, whose bytes are most likely in a cache.
uint8_t* BlockPool::FindKept(int64_t bytes) {
  const std::lock_guard<std::mutex> lock(mutex_);
  for (size_t i = kept_.size(); i-- > 0;) {
    if (kept_[i].bytes != bytes) continue;
    uint8_t* block = kept_[i].data;
    kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(i));
    kept_bytes_ -= bytes;
    return block;
  }
  return nullptr;
}

// Requires the lock.
void BlockPool::DropDownTo(int64_t bytes) {
  size_t dropped = 0;
  for (; kept_bytes_ > bytes; ++dropped) {
    kept_bytes_ -= kept_[dropped].bytes;
    DeleteBlock(kept_[dropped].data);
  }
  kept_.erase(kept_.begin(), kept_.begin() + static_cast<std::ptrdiff_t>(dropped));
}

}  // namespace hlo
