// SPDX-License-Identifier: Apache-2.0
// Loops with slots for the elements of their state: constants that all iterations share.
#include <gtest/gtest.h>

#include <string>

#include "core/engine/plan/fusion_testing.h"

namespace hlo {
namespace {

using namespace fusion_testing;

// A loop on (s32[], f32[4], f32[4]) that ends when the first element is `steps`.
std::string Loop(const std::string& steps, const std::string& body) {
  const std::string state = "(s32[], f32[4], f32[4])";
  return "condition {\n  s = " + state +
         " parameter(0)\n  i = s32[] get-tuple-element(s), index=0" + "\n  n = s32[] constant(" +
         steps + ")\n  ROOT l = pred[] compare(i, n), direction=LT\n}\n" +
         "body {\n  s = " + state + " parameter(0)\n  i = s32[] get-tuple-element(s), index=0\n" +
         "  x = f32[4] get-tuple-element(s), index=1\n  y = f32[4] get-tuple-element(s), "
         "index=2\n" +
         "  one = s32[] constant(1)\n  next = s32[] add(i, one)\n" + body + "}\nENTRY e {\n" +
         "  x = f32[4] parameter(0)\n  zero = s32[] constant(0)\n  s = " + state +
         " tuple(zero, x, x)\n  ROOT w = " + state +
         " while(s), condition=condition, body=body\n}\n";
}

// With the values and the steps of the plain path.
void ExpectThePlainPath(const std::string& text) {
  const Program program(text);
  ASSERT_TRUE(program.parsed.ok()) << program.parsed.diagnostics[0].message << text;
  const Literal x = Floats(4);
  const Ran plain = program.Run({x}, Mode(KernelMode::kPlain));
  ASSERT_TRUE(plain.ok);
  for (int run = 0; run < 2; ++run) {
    ExpectSame(program.Run({x}, Mode(KernelMode::kPortable)), plain, text);
  }
}

TEST(LoopPlan, SharesConstantsBetweenIterations) {
  for (const char* steps : {"0", "1", "5"}) {
    ExpectThePlainPath(Loop(steps, R"(
  k = f32[4] constant({1, 2, 3, 4})
  a = f32[4] add(x, k)
  b = f32[4] multiply(y, k)
  ROOT t = (s32[], f32[4], f32[4]) tuple(next, a, b)
)"));
  }
}

TEST(LoopPlan, KeepsAConstantThatIsAnElementOfTheNextState) {
  // The dynamic-update-slice would change the constant if it could take its bytes.
  for (const char* root : {"tuple(next, k, z)", "tuple(next, z, k)", "tuple(next, k, k)"}) {
    ExpectThePlainPath(Loop("4", std::string(R"(
  k = f32[4] constant({1, 2, 3, 4})
  u = f32[1] constant({9})
  z = f32[4] dynamic-update-slice(x, u, i)
  ROOT t = (s32[], f32[4], f32[4]) )") +
                                     root + "\n"));
  }
}

TEST(LoopPlan, DoesNotChangeAConstantInPlace) {
  ExpectThePlainPath(Loop("4", R"(
  k = f32[4] constant({1, 2, 3, 4})
  u = f32[1] slice(x), slice={[0:1]}
  z = f32[4] dynamic-update-slice(k, u, i)
  a = f32[4] add(z, y)
  ROOT t = (s32[], f32[4], f32[4]) tuple(next, a, z)
)"));
}

TEST(LoopPlan, StopsAtTheStepLimitOfThePlainPath) {
  const Program program(Loop("1000", R"(
  k = f32[4] constant({1, 2, 3, 4})
  a = f32[4] add(x, k)
  ROOT t = (s32[], f32[4], f32[4]) tuple(next, a, y)
)"));
  RunOptions plain = Mode(KernelMode::kPlain), fast = Mode(KernelMode::kFast);
  plain.limits.max_steps = fast.limits.max_steps = 500;
  const Ran expected = program.Run({Floats(4)}, plain), got = program.Run({Floats(4)}, fast);
  ASSERT_FALSE(expected.ok);
  ASSERT_FALSE(got.ok);
  EXPECT_EQ(got.failure.error->message, expected.failure.error->message);
}

}  // namespace
}  // namespace hlo
