// SPDX-License-Identifier: Apache-2.0
// Pairs in text: collectives reference 6.2.
#include "core/ops/collective/device_pairs.h"

#include <gtest/gtest.h>

namespace hlo {
namespace {

TEST(DevicePairs, AreReadFromText) {
  EXPECT_EQ(ParseDevicePairs("{{1,0}}"), (DevicePairs{{1, 0}}));
  EXPECT_EQ(ParseDevicePairs(" { {0, 1} , {1,20} } "), (DevicePairs{{0, 1}, {1, 20}}));
  EXPECT_EQ(ParseDevicePairs("{}"), DevicePairs());
  for (const char* wrong : {"", "{", "{{1}}", "{{1,2,3}}", "{{1,2}", "{1,2}", "{{1,2}}x",
                            "{{-1,2}}", "{{1,2}{3,4}}", "{{1,2},}", "{{1,9999999999999999999}}"}) {
    EXPECT_EQ(ParseDevicePairs(wrong), std::nullopt) << wrong;
  }
}

}  // namespace
}  // namespace hlo
