// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_LITERAL_KEPT_TABLES_H_
#define HLO_CORE_LITERAL_KEPT_TABLES_H_

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace hlo {

// Identifies a table among all that a program keeps.
struct TableKey {
  enum class Kind : int32_t { kFourier, kChirp, kHalves };

  Kind kind = Kind::kFourier;
  int32_t type = 0;  // ElementType
  int64_t size = 0;

  friend bool operator==(const TableKey&, const TableKey&) = default;
};

// Tables that ops derive from shapes alone, such as roots of unity, kept between the runs of a
// program. They outlive runs, so no memory budget counts them. Thread-safe.
class KeptTables {
 public:
  // Limits on the total bytes and on a single table.
  static constexpr int64_t kMaxBytes = 32 << 20;
  static constexpr int64_t kMaxTableBytes = kMaxBytes / 4;

  // Returns nullptr if it has no such table.
  std::shared_ptr<const void> Find(const TableKey& key);
  // Drops the oldest tables first.
  void Keep(const TableKey& key, std::shared_ptr<const void> table, int64_t bytes);

 private:
  struct Entry {
    TableKey key;
    std::shared_ptr<const void> table;
    int64_t bytes;
  };

  std::mutex mutex_;
  std::vector<Entry> entries_;  // oldest first
  int64_t bytes_ = 0;
};

}  // namespace hlo

#endif  // HLO_CORE_LITERAL_KEPT_TABLES_H_
