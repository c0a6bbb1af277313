// SPDX-License-Identifier: Apache-2.0
#include "core/literal/kept_tables.h"

#include <utility>

namespace hlo {

std::shared_ptr<const void> KeptTables::Find(const TableKey& key) {
  const std::lock_guard<std::mutex> lock(mutex_);
  for (const Entry& entry : entries_) {
    if (entry.key == key) return entry.table;
  }
  return nullptr;
}

void KeptTables::Keep(const TableKey& key, std::shared_ptr<const void> table, int64_t bytes) {
  if (bytes > kMaxTableBytes) return;
  const std::lock_guard<std::mutex> lock(mutex_);
  size_t dropped = 0;
  for (; bytes_ + bytes > kMaxBytes; ++dropped) bytes_ -= entries_[dropped].bytes;
  entries_.erase(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(dropped));
  entries_.push_back({key, std::move(table), bytes});
  bytes_ += bytes;
}

}  // namespace hlo
