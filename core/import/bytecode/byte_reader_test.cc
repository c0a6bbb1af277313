// SPDX-License-Identifier: Apache-2.0
#include "core/import/bytecode/byte_reader.h"

#include <gtest/gtest.h>

namespace hlo::bytecode {
namespace {

TEST(ByteReader, ZeroBitsCountTheFurtherBytesOfANumber) {
  ByteReader reader(
      std::string_view("\x01\xff\x02\x02\xfe\xff\x00\x01\x02\x03\x04\x05\x06\x07\x08", 15));
  EXPECT_EQ(reader.Varint(), 0u);
  EXPECT_EQ(reader.Varint(), 127u);
  EXPECT_EQ(reader.Varint(), 128u);
  EXPECT_EQ(reader.Varint(), 0x3fffu);
  EXPECT_EQ(reader.Varint(), 0x0807060504030201u);
  EXPECT_TRUE(reader.good());
  EXPECT_TRUE(reader.at_end());
}

TEST(ByteReader, SignedNumbersAlternate) {
  ByteReader reader("\x01\x03\x05\x07");
  for (const int64_t expected : {0, -1, 1, -2}) EXPECT_EQ(reader.SignedVarint(), expected);
  ByteReader smallest(std::string_view("\x00\xff\xff\xff\xff\xff\xff\xff\xff", 9));
  EXPECT_EQ(smallest.SignedVarint(), INT64_MIN);
}

TEST(ByteReader, AfterAFaultEverythingIsZero) {
  ByteReader reader("\x02");
  EXPECT_EQ(reader.Varint(), 0u);
  EXPECT_FALSE(reader.good());
  EXPECT_EQ(reader.Byte(), 0);
  ByteReader count("\x0f");  // 7 things in no byte
  EXPECT_EQ(count.Count(), 0u);
  EXPECT_FALSE(count.good());
  ByteReader text("abc");
  EXPECT_EQ(text.NulTerminated(), "");
  EXPECT_FALSE(text.good());
}

}  // namespace
}  // namespace hlo::bytecode
