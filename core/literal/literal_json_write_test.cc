// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "core/literal/testing.h"

namespace hlo {
namespace {

using literal_testing::RoundTrip;

TEST(LiteralJson, WritesTheDocumentedForm) {
  const std::string json = R"({"shape":"f32[2,3]{1,0}","data":[[1,2.5,"nan"],["-inf",-0.0,3]]})";
  EXPECT_EQ(RoundTrip(json), json);
}

TEST(LiteralJson, RoundTripsEveryKindOfValue) {
  for (std::string_view json : {
           R"({"shape":"pred[2]{0}","data":[true,false]})",
           R"({"shape":"s4[3]{0}","data":[-8,0,7]})",
           R"({"shape":"u2[2]{0}","data":[0,3]})",
           R"({"shape":"s64[2]{0}","data":["9223372036854775807","-9223372036854775808"]})",
           R"({"shape":"u64[]","data":"18446744073709551615"})",
           R"({"shape":"f32[2]{0}","data":["nan:0x7fc00001","inf"]})",
           R"({"shape":"c64[1]{0}","data":[[1,"nan"]]})",
           R"({"shape":"f64[1,2]{0,1}","data":[[0.1,1e+300]]})",
           R"({"shape":"f32[2,0]{1,0}","data":[[],[]]})",
           R"({"shape":"f32[0,2]{1,0}","data":[]})",
           R"({"shape":"token[]"})",
           R"({"tuple":[]})",
           R"({"tuple":[{"shape":"s32[]","data":1},{"tuple":[{"shape":"token[]"}]}]})",
       }) {
    EXPECT_EQ(RoundTrip(json), json);
  }
}

TEST(LiteralJson, WritesAnArrayOfTooManyEmptyListsAsOne) {
  const std::string huge = R"({"shape":"f32[1000000000000000000,0]{1,0}","data":[]})";
  EXPECT_EQ(RoundTrip(huge), huge);
  const std::string beyond = R"({"shape":"f32[0,8589934592,8589934592]{2,1,0}","data":[]})";
  EXPECT_EQ(RoundTrip(beyond), beyond);
  EXPECT_EQ(RoundTrip(R"({"shape":"f32[2,0]","data":[]})"),
            R"({"shape":"f32[2,0]{1,0}","data":[[],[]]})");
}

}  // namespace
}  // namespace hlo
