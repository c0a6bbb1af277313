// SPDX-License-Identifier: Apache-2.0
#include "core/base/json_writer.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace hlo {
namespace {

TEST(JsonWriter, WritesCommasBetweenValuesOnly) {
  std::string out;
  JsonWriter json(out);
  json.BeginObject();
  json.Key("a").BeginArray().Int(1).Bool(true).Null().EndArray();
  json.Key("b").BeginObject().EndObject();
  json.Key("c").BeginArray().BeginArray().EndArray().BeginArray().EndArray().EndArray();
  json.Key("d").String("x");
  json.EndObject();
  EXPECT_EQ(out, R"({"a":[1,true,null],"b":{},"c":[[],[]],"d":"x"})");
}

TEST(JsonWriter, EscapesCharactersThatJsonForbids) {
  std::string out;
  JsonWriter(out).String(std::string("\"\\\n\t\r\0\x1f\x7f/", 9));
  EXPECT_EQ(out, R"("\"\\\n\t\u000d\u0000\u001f\u007f/")");
}

TEST(JsonWriter, EscapesKeysToo) {
  std::string out;
  JsonWriter(out).BeginObject().Key("a\"b").Int(1).EndObject();
  EXPECT_EQ(out, R"({"a\"b":1})");
}

TEST(JsonWriter, KeepsUtf8) {
  std::string out;
  JsonWriter(out).String("\xc3\xa9");
  EXPECT_EQ(out, "\"\xc3\xa9\"");
}

TEST(JsonWriter, WritesIntegersAndRawPartsUnchanged) {
  std::string out;
  JsonWriter json(out);
  const std::vector<int64_t> values = {std::numeric_limits<int64_t>::min(), 0};
  json.BeginArray().Ints(values).Ints({}).Raw("-0.0").Raw("{}").EndArray();
  EXPECT_EQ(out, "[[-9223372036854775808,0],[],-0.0,{}]");
}

TEST(JsonWriter, AppendsToExistingText) {
  std::string out = "data: ";
  JsonWriter(out).Int(5);
  EXPECT_EQ(out, "data: 5");
}

}  // namespace
}  // namespace hlo
