// SPDX-License-Identifier: Apache-2.0
// Pairs in text: collectives reference 6.2.
#include "core/ops/collective/source_target_pairs.h"

#include <gtest/gtest.h>

namespace hlo {
namespace {

TEST(SourceTargetPairs, AreReadFromText) {
  EXPECT_EQ(ParseSourceTargetPairs("{{1,0}}"), (SourceTargetPairs{{1, 0}}));
  EXPECT_EQ(ParseSourceTargetPairs(" { {0, 1} , {1,20} } "), (SourceTargetPairs{{0, 1}, {1, 20}}));
  EXPECT_EQ(ParseSourceTargetPairs("{}"), SourceTargetPairs());
  for (const char* wrong : {"", "{", "{{1}}", "{{1,2,3}}", "{{1,2}", "{1,2}", "{{1,2}}x",
                            "{{-1,2}}", "{{1,2}{3,4}}", "{{1,2},}", "{{1,9999999999999999999}}"}) {
    EXPECT_EQ(ParseSourceTargetPairs(wrong), std::nullopt) << wrong;
  }
}

}  // namespace
}  // namespace hlo
