// SPDX-License-Identifier: Apache-2.0
#include "core/import/proto/wire.h"

#include <gtest/gtest.h>

namespace hlo {
namespace {

using namespace std::string_view_literals;

TEST(Wire, FieldsOfEveryTypeAreRead) {
  WireReader reader(
      "\x08\x96\x01\x12\x02hi\x1d\x01\x00\x00\x00\x21\x02\x00\x00\x00\x00\x00\x00\x00"sv);
  WireField field;
  ASSERT_TRUE(reader.Next(field));
  EXPECT_EQ(field.number, 1u);
  EXPECT_EQ(field.value, 150u);
  ASSERT_TRUE(reader.Next(field));
  EXPECT_EQ(field.bytes, "hi");
  ASSERT_TRUE(reader.Next(field));
  EXPECT_EQ(field.type, WireType::kFixed32);
  EXPECT_EQ(field.value, 1u);
  ASSERT_TRUE(reader.Next(field));
  EXPECT_EQ(field.type, WireType::kFixed64);
  EXPECT_EQ(field.value, 2u);
  EXPECT_FALSE(reader.Next(field));
  EXPECT_TRUE(reader.good());
}

TEST(Wire, FaultsEndTheReadingWhereTheyBegin) {
  for (const std::string_view bytes :
       {"\x08\x01\x12\x05hi"sv, "\x08\x01\x80"sv, "\x08\x01\x0b"sv, "\x08\x01\x00"sv,
        "\x08\x01\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"sv, "\x08\x01\x1d\x01"sv}) {
    WireReader reader(bytes);
    WireField field;
    EXPECT_TRUE(reader.Next(field));
    EXPECT_FALSE(reader.Next(field));
    EXPECT_FALSE(reader.good());
    EXPECT_EQ(reader.rest().size(), bytes.size() - 2);
  }
}

TEST(Wire, NegativeNumbersTakeTenBytes) {
  std::string message;
  WriteVarint(1, -2, message);
  EXPECT_EQ(message, "\x08\xfe\xff\xff\xff\xff\xff\xff\xff\xff\x01");
  std::vector<int64_t> values;
  EXPECT_TRUE(AppendVarints(message.substr(1) + "\x05", values));
  EXPECT_EQ(values, (std::vector<int64_t>{-2, 5}));
  EXPECT_FALSE(AppendVarints("\x80", values));
}

}  // namespace
}  // namespace hlo
