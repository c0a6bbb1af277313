// SPDX-License-Identifier: Apache-2.0
#include "core/import/gzip.h"

#include <gtest/gtest.h>

namespace hlo {
namespace {

// "HloModule m\n" and "ENTRY e", as gzip -n compresses them.
constexpr std::string_view kFirst(
    "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xf3\xc8\xc9\xf7\xcd\x4f\x29\xcd\x49\x55\xc8\xe5\x02"
    "\x00"
    "\xc9\xd9\x69\x6d\x0c\x00\x00\x00",
    32);
constexpr std::string_view kSecond(
    "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x73\xf5\x0b\x09\x8a\x54\x48\x05\x00\xd4\xe4\xab\xd9"
    "\x07"
    "\x00\x00\x00",
    27);

class Gzip : public testing::Test {
 protected:
  void SetUp() override {
    if (!CanDecompress()) GTEST_SKIP() << "built without zlib";
  }
};

TEST_F(Gzip, MembersAreJoined) {
  const std::string both = std::string(kFirst) + std::string(kSecond);
  EXPECT_EQ(Decompress(kFirst, 100), "HloModule m\n");
  EXPECT_EQ(Decompress(both, 100), "HloModule m\nENTRY e");
}

TEST_F(Gzip, TheLimitHoldsForAllMembersTogether) {
  const std::string both = std::string(kFirst) + std::string(kSecond);
  EXPECT_EQ(Decompress(both, 19), "HloModule m\nENTRY e");
  EXPECT_EQ(Decompress(both, 18), std::nullopt);
  EXPECT_EQ(Decompress(kFirst, 11), std::nullopt);
}

TEST_F(Gzip, DamagedMembersAndOtherBytesBehindTheLastOneAreRefused) {
  const std::string both = std::string(kFirst) + std::string(kSecond);
  for (size_t size = 0; size < both.size(); ++size) {
    const std::optional<std::string> out = Decompress(std::string_view(both).substr(0, size), 100);
    EXPECT_EQ(out.has_value(), size == kFirst.size()) << size;
  }
  EXPECT_EQ(Decompress(std::string(kFirst) + "garbage", 100), std::nullopt);
  EXPECT_EQ(Decompress(std::string(kFirst) + std::string(4, '\0'), 100), std::nullopt);
}

}  // namespace
}  // namespace hlo
