// SPDX-License-Identifier: Apache-2.0
#include "hlo/arena.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

namespace hlo {
namespace {

TEST(Pool, ObjectsDoNotMoveWhileOthersAreCreated) {
  Arena arena;
  Pool<std::string> pool(arena);
  std::vector<std::string*> made;
  for (int i = 0; i < 1000; ++i) {
    made.push_back(pool.New("a text too long for the object itself, number " + std::to_string(i)));
  }
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(*made[i], "a text too long for the object itself, number " + std::to_string(i));
  }
}

struct Counted {
  explicit Counted(int& count) : alive(count) { ++alive; }
  ~Counted() { --alive; }
  int& alive;
};

TEST(Pool, ObjectsAreDestroyedWithThePool) {
  int alive = 0;
  {
    Arena arena;
    Pool<Counted> pool(arena);
    for (int i = 0; i < 100; ++i) pool.New(alive);
    EXPECT_EQ(alive, 100);
  }
  EXPECT_EQ(alive, 0);
}

TEST(Arena, AllocatesBlocksOfAllSizesThatDoNotOverlap) {
  struct Piece {
    uint8_t* bytes;
    size_t size;
  };
  Arena arena;
  std::vector<Piece> pieces;
  for (size_t i = 0; i < 3000; ++i) {
    const size_t size = i % 100 == 0 ? 300'000 : i % 77;  // some larger than a block
    pieces.push_back({static_cast<uint8_t*>(arena.Allocate(size)), size});
    std::memset(pieces[i].bytes, static_cast<int>(i % 251), size);
  }
  for (size_t i = 0; i < pieces.size(); ++i) {
    const auto [bytes, size] = pieces[i];
    EXPECT_EQ(reinterpret_cast<uintptr_t>(bytes) % alignof(std::max_align_t), 0u);
    for (size_t k = 0; k < size; ++k) ASSERT_EQ(bytes[k], i % 251) << "piece " << i;
  }
}

TEST(ArenaAllocator, MovesKeepTheArenaAndCopiesLeaveIt) {
  using Text = std::basic_string<char, std::char_traits<char>, ArenaAllocator<char>>;
  Text copy;
  {
    Arena arena;
    Text text("a text too long for the object itself", ArenaAllocator<char>(&arena));
    copy = text;
    Text constructed = text;
    EXPECT_EQ(constructed.get_allocator().arena(), nullptr);
    const Text moved = std::move(text);
    EXPECT_EQ(moved.get_allocator().arena(), &arena);
    EXPECT_EQ(moved, copy);
  }
  EXPECT_EQ(copy, "a text too long for the object itself");
}

}  // namespace
}  // namespace hlo
