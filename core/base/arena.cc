// SPDX-License-Identifier: Apache-2.0
#include "hlo/arena.h"

#include "core/base/blocks.h"

namespace hlo {

constexpr size_t kMaxBlockBytes = size_t{4} << 20;

Arena::~Arena() {
  for (uint8_t* block : blocks_) DeleteBlock(block);
}

void* Arena::AllocateInNewBlock(size_t size) {
  const size_t bytes = std::max(size, block_bytes_);
  uint8_t* block = BlockAllocator<uint8_t>().allocate(bytes);
  blocks_.push_back(block);
  block_bytes_ = std::min(2 * block_bytes_, kMaxBlockBytes);
  const size_t left = bytes - size;
  if (left > left_) {
    next_ = block + size;
    left_ = left;
  }
  return block;
}

}  // namespace hlo
