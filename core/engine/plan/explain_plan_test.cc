// SPDX-License-Identifier: Apache-2.0
#include "core/engine/plan/explain_plan.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/engine/engine.h"
#include "core/text/text.h"

namespace hlo {
namespace {

// From the first computation on: the first line names the machine's target.
std::string Explained(std::string_view text, KernelMode mode = KernelMode::kPortable) {
  const ParsedModule parsed = ParseModule(text);
  if (!parsed.ok()) return "faulty";
  const std::string plan = Executable(*parsed.module).ExplainPlan(mode);
  return plan.substr(plan.find("\n\n") + 2);
}

TEST(ExplainPlan, ListsTheCodeOfFusedGroups) {
  const std::string plan = Explained(R"(ENTRY e {
  x = f32[4,8] parameter(0)
  y = f32[8] parameter(1)
  b = f32[4,8] broadcast(y), dimensions={1}
  s = f32[4,8] sine(x)
  ROOT r = f32[4,8] subtract(s, b)
})");
  // Which registers it takes is open.
  for (const char* part :
       {"1. fused 3 instructions: 32 lanes in blocks of 32\n", " = %x\n", " = sine r",
        " = %y, repeated every 8 lanes\n", " = subtract r", "%r f32[4,8] = r"}) {
    EXPECT_NE(plan.find(part), std::string::npos) << part << plan;
  }
}

TEST(ExplainPlan, ListsEveryInstructionWhereNothingIsFused) {
  EXPECT_EQ(Explained(R"(ENTRY e {
  x = f32[2] parameter(0)
  n = f32[2] negate(x)
  ROOT r = f32[2] abs(n)
})",
                      KernelMode::kPlain),
            R"(ENTRY %e: 3 instructions
  1. %n = f32[2] negate(%x)
  2. %r = f32[2] abs(%n)
)");
}

constexpr std::string_view kLoop = R"(
body {
  s = (STATE, s32[]) parameter(0)
  v = STATE get-tuple-element(s), index=0
  i = s32[] get-tuple-element(s), index=1
  w = STATE add(v, v)
  one = s32[] constant(1)
  j = s32[] add(i, one)
  ROOT t = (STATE, s32[]) tuple(w, j)
}
condition {
  s = (STATE, s32[]) parameter(0)
  i = s32[] get-tuple-element(s), index=1
  n = s32[] constant(10)
  ROOT c = pred[] compare(i, n), direction=LT
}
ENTRY e {
  s = (STATE, s32[]) parameter(0)
  ROOT w = (STATE, s32[]) while(s), condition=condition, body=body
})";

std::string Loop(std::string_view state) {
  std::string text(kLoop);
  for (size_t at = 0; (at = text.find("STATE")) != std::string::npos;) text.replace(at, 5, state);
  return text;
}

TEST(ExplainPlan, SaysWhichLoopsAreCompiledToScalarCode) {
  EXPECT_EQ(Explained(Loop("s32[]")), R"(ENTRY %e: 2 instructions
  1. %w = (s32[], s32[]) while(%s): compiled to scalar code
)");
}

TEST(ExplainPlan, ListsTheElementsOfALoopStateAsParameters) {
  const std::string plan = Explained(Loop("s32[3]"));
  EXPECT_NE(plan.find("body of %w: %body: 7 instructions\n"), std::string::npos) << plan;
  EXPECT_NE(plan.find("add(%s[0], %s[0])\n"), std::string::npos) << plan;
  EXPECT_NE(plan.find("= %s[1]\n"), std::string::npos) << plan;
}

TEST(ExplainPlan, IsEmptyForAProgramThatCannotRun) {
  const ParsedModule parsed = ParseModule("ENTRY e { ROOT x = f32[9] constant({...}) }");
  EXPECT_EQ(Executable(*parsed.module).ExplainPlan(KernelMode::kFast), "");
}

}  // namespace
}  // namespace hlo
