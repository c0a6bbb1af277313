// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_ARENA_H_
#define HLO_ARENA_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace hlo {

// Memory that is freed all at once. Allocated in blocks whose size doubles up to a few megabytes: a
// module has hundreds of thousands of instructions, which would otherwise cost several allocations
// each, and a page fault per page.
class Arena {
 public:
  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  ~Arena();

  // Uninitialized, with the alignment of std::max_align_t.
  void* Allocate(size_t bytes) {
    const size_t size = (bytes + kAlignment - 1) / kAlignment * kAlignment;
    if (size > left_) return AllocateInNewBlock(size);
    left_ -= size;
    return std::exchange(next_, next_ + size);
  }

 private:
  static constexpr size_t kAlignment = alignof(std::max_align_t);

  void* AllocateInNewBlock(size_t size);

  std::vector<uint8_t*> blocks_;
  size_t block_bytes_ = 1024;  // of the next block
  uint8_t* next_ = nullptr;
  size_t left_ = 0;
};

// Allocates the contents of a container in an arena, which must outlive it; without one, on the
// heap. Moved containers keep their arena; copies are on the heap.
template <class T>
class ArenaAllocator {
 public:
  using value_type = T;
  using propagate_on_container_move_assignment = std::true_type;
  using propagate_on_container_swap = std::true_type;

  ArenaAllocator() = default;
  explicit ArenaAllocator(Arena* arena) : arena_(arena) {}
  template <class U>
  ArenaAllocator(const ArenaAllocator<U>& other) : arena_(other.arena()) {}

  T* allocate(size_t count) {
    const size_t bytes =
        count * sizeof(T);  // NOLINT(bugprone-sizeof-expression): T may be a pointer
    return static_cast<T*>(arena_ != nullptr ? arena_->Allocate(bytes) : ::operator new(bytes));
  }
  void deallocate(T* things, size_t) {
    if (arena_ == nullptr) ::operator delete(things);
  }
  ArenaAllocator select_on_container_copy_construction() const { return {}; }
  bool operator==(const ArenaAllocator& other) const { return arena_ == other.arena_; }

  Arena* arena() const { return arena_; }

 private:
  Arena* arena_ = nullptr;
};

// Owns objects of one type in an arena; they do not move.
template <class T>
class Pool {
 public:
  explicit Pool(Arena& arena) : arena_(arena) {}
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  ~Pool() {
    for (const Chunk& chunk : chunks_) {
      std::destroy_n(chunk.things, &chunk == &chunks_.back() ? used_ : chunk.size);
    }
  }

  template <class... Args>
  T* New(Args&&... args) {
    if (chunks_.empty() || used_ == chunks_.back().size) Grow();
    T* made = new (chunks_.back().things + used_) T(std::forward<Args>(args)...);
    ++used_;
    return made;
  }

 private:
  static constexpr size_t kMax = 256;

  struct Chunk {
    T* things;
    size_t size;
  };

  void Grow() {
    const size_t size = chunks_.empty() ? 2 : std::min(2 * chunks_.back().size, kMax);
    chunks_.push_back({static_cast<T*>(arena_.Allocate(size * sizeof(T))), size});
    used_ = 0;
  }

  Arena& arena_;
  std::vector<Chunk> chunks_;
  size_t used_ = 0;  // of the last chunk
};

}  // namespace hlo

#endif  // HLO_ARENA_H_
