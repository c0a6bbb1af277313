// SPDX-License-Identifier: Apache-2.0
// Compares the predicted peak of memory with that of a run.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "core/engine/engine.h"
#include "core/text/text.h"

namespace hlo {
namespace {

// The prediction must equal the measurement.
void ExpectPeak(const std::string& text, int64_t bytes) {
  const ParsedModule parsed = ParseModule(text);
  ASSERT_TRUE(parsed.ok()) << parsed.diagnostics[0].message;
  const auto executable = std::make_unique<Executable>(*parsed.module);
  EXPECT_EQ(executable->ExpectedPeakBytes(), bytes) << text;
  std::vector<Literal> arguments;
  for (const Instruction* parameter : parsed.module->entry->parameters) {
    arguments.push_back(Literal::Zeros(*parameter->shape).value());
  }
  const RunResult run = executable->Run({arguments}, {});
  ASSERT_TRUE(run.ok());
  EXPECT_EQ(run.peak_bytes, bytes) << text;
}

TEST(Liveness, PredictsThePeakOfARun) {
  ExpectPeak(R"(
ENTRY e {
  x = f32[100,100] parameter(0)
  a = f32[100,100] add(x, x)
  t = f32[100,100] transpose(a), dimensions={1,0}
  b = f32[100,100] multiply(t, x)
  ROOT r = f32[100,100] tanh(b)
})",
             80000);
  ExpectPeak(R"(
ENTRY e {
  x = f32[100] parameter(0)
  a = f32[100] add(x, x)
  b = f32[10,10] reshape(a)
  ROOT t = (f32[100], f32[10,10], f32[100]) tuple(a, b, x)
})",
             400);
  ExpectPeak(R"(
f {
  p = f32[100] parameter(0)
  q = f32[100] reverse(p), dimensions={0}
  ROOT s = f32[100] add(p, q)
}
ENTRY e {
  x = f32[100] parameter(0)
  a = f32[100] call(x), to_apply=f
  ROOT b = f32[100] call(a), to_apply=f
})",
             800);
}

TEST(Liveness, CountsTheResultsOfStepsWithAnEvaluationOfTheirOwn) {
  ExpectPeak(R"(
max {
  a = f32[] parameter(0)
  i = s32[] parameter(1)
  b = f32[] parameter(2)
  j = s32[] parameter(3)
  above = pred[] compare(a, b), direction=GT
  unordered = pred[] compare(a, a), direction=NE
  first = pred[] or(above, unordered)
  equal = pred[] compare(a, b), direction=EQ
  before = pred[] compare(i, j), direction=LT
  tied = pred[] and(equal, before)
  takes = pred[] or(first, tied)
  v = f32[] select(first, a, b)
  k = s32[] select(takes, i, j)
  ROOT r = (f32[], s32[]) tuple(v, k)
}
ENTRY e {
  x = f32[10,100] parameter(0)
  o = s32[10,100] iota(), iota_dimension=1
  s = f32[] constant(-inf)
  z = s32[] constant(0)
  r = (f32[10], s32[10]) reduce(x, o, s, z), dimensions={1}, to_apply=max
  v = f32[10] get-tuple-element(r), index=0
  i = s32[10] get-tuple-element(r), index=1
  n = s32[10] negate(i)
  ROOT t = (f32[10], s32[10]) tuple(v, n)
})",
             80);
}

TEST(Liveness, TerminatesForCallsThatFanOut) {
  std::string text = "c0 { x = s32[2] parameter(0) ROOT r = s32[2] negate(x) }\n";
  for (int i = 1; i <= 60; ++i) {
    const std::string n = std::to_string(i), before = std::to_string(i - 1);
    text += "c" + n + " { x = s32[2] parameter(0) a = s32[2] call(x), to_apply=c" + before +
            " ROOT b = s32[2] call(a), to_apply=c" + before + " }\n";
  }
  const ParsedModule parsed = ParseModule(
      text + "ENTRY e { x = s32[2] parameter(0) ROOT r = s32[2] call(x), to_apply=c60 }");
  ASSERT_TRUE(parsed.ok());
  EXPECT_GT(Executable(*parsed.module).ExpectedPeakBytes(), 0);
}

}  // namespace
}  // namespace hlo
