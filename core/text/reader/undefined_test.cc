// SPDX-License-Identifier: Apache-2.0
// Undefined names: each is reported once.
#include <gtest/gtest.h>

#include <string>

#include "core/text/testing.h"

namespace hlo {
namespace {

using text_testing::Entry;
using text_testing::Messages;
using text_testing::Unfinished;

TEST(Undefined, AReservedNameIsReportedOnceAndNotAtItsUses) {
  EXPECT_EQ(Unfinished("s4 = f32[2,3] negate(x)\nb = f32[2,3] add(s4, s4)"), "3:1 P01");
  EXPECT_EQ(
      Messages(Entry("x = f32[2] parameter(0)\ny = f32[2] add(f32, x)")),
      "expected an operand, but 'f32' is a reserved word; to use it as a name, write '%f32'\n");
}

TEST(Undefined, AnUndefinedNameIsReportedOnce) {
  EXPECT_EQ(Unfinished("a = f32[2,3] negate(q)\nb = f32[2,3] negate(q)\nc = f32[2,3] add(x, q)"),
            "3:21 N01");
  EXPECT_EQ(Unfinished("a = f32[2,3] negate(q)\nb = f32[2,3] negate(q)\nq = f32[2,3] abs(x)\n"
                       "c = f32[4] negate(q)"),
            "3:21 N01, 6:5 S05");
  EXPECT_EQ(Unfinished("a = f32[2,3] call(x), to_apply=q\nb = f32[2,3] call(x), to_apply=q"),
            "3:32 N02");
}

TEST(Undefined, AnInstructionThatUsesItselfIsReportedAsSuch) {
  EXPECT_EQ(Messages(Entry("ROOT y = f32[2] negate(y)")), "instruction 'y' uses itself\n");
}

}  // namespace
}  // namespace hlo
