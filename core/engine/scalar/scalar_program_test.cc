// SPDX-License-Identifier: Apache-2.0
// Loops and functions on scalars: compiled programs must give the same values, step counts and
// failures as the interpreter.
#include "core/engine/scalar/scalar_program.h"

#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <string>

#include "core/engine/engine.h"
#include "core/engine/scalar/scalar_compiler.h"
#include "core/literal/testing.h"
#include "core/text/text.h"

namespace hlo {
namespace {

using literal_testing::SameBits;

struct Ran {
  bool ok = false;
  Literal value;
  int64_t steps = 0;
  std::string failure;  // "code: message at instruction"
};

class Program {
 public:
  explicit Program(const std::string& text) : parsed_(ParseModule(text)) {
    EXPECT_TRUE(parsed_.diagnostics.empty()) << text << "\n" << parsed_.diagnostics[0].message;
    executable_ = std::make_unique<Executable>(*parsed_.module);
  }

  Ran Run(const RunOptions& options, std::vector<Literal> arguments = {}) const {
    Ran ran;
    RunResult run = executable_->Run({std::move(arguments)}, options);
    ran.ok = run.ok();
    ran.steps = run.steps;
    if (ran.ok) {
      ran.value = std::move(run.results[0]);
    } else {
      const RunFailure& failure = run.failure;
      ran.failure = failure.error->code + ": " + failure.error->message + " at " +
                    (failure.instruction != nullptr ? failure.instruction->name : "?");
    }
    return ran;
  }
  Ran Run(KernelMode mode, int64_t max_steps = int64_t{1} << 40,
          std::vector<Literal> arguments = {}) const {
    RunOptions options;
    options.kernel_mode = mode;
    options.limits.max_steps = max_steps;
    return Run(options, std::move(arguments));
  }
  const Module& module() const { return *parsed_.module; }

 private:
  ParsedModule parsed_;
  std::unique_ptr<Executable> executable_;
};

bool IsCompiled(const Program& program, std::string_view loop) {
  for (const auto& computation : program.module().computations) {
    const Instruction* found = computation->Find(loop);
    if (found != nullptr) return CompileScalarLoop(*found, KernelMode::kPortable) != nullptr;
  }
  return false;
}

void ExpectSame(const Ran& got, const Ran& plain, const std::string& about) {
  ASSERT_EQ(got.ok, plain.ok) << about << got.failure << plain.failure;
  EXPECT_EQ(got.failure, plain.failure) << about;
  if (!plain.ok) return;
  EXPECT_EQ(got.steps, plain.steps) << about;
  EXPECT_TRUE(SameBits(got.value, plain.value)) << about;
}

constexpr char kSum[] = R"(HloModule m
below {
  s = (s32[], s64[]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  n = s32[] constant(COUNT)
  ROOT c = pred[] compare(i, n), direction=LT
}
step {
  s = (s32[], s64[]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  one = s32[] constant(1)
  j = s32[] add(i, one)
  sum = s64[] get-tuple-element(s), index=1
  wide = s64[] convert(i)
  more = s64[] add(sum, wide)
  ROOT t = (s32[], s64[]) tuple(j, more)
}
ENTRY e {
  z = s32[] constant(0)
  zz = s64[] constant(0)
  s = (s32[], s64[]) tuple(z, zz)
  w = (s32[], s64[]) while(s), condition=below, body=step
  ROOT r = s64[] get-tuple-element(w), index=1
}
)";

std::string Sum(const std::string& count) {
  std::string text = kSum;
  return text.replace(text.find("COUNT"), 5, count);
}

TEST(ScalarProgram, TenMillionIterationsAreFast) {
  const Program program(Sum("10000000"));
  ASSERT_TRUE(IsCompiled(program, "w"));
  const Ran ran = program.Run(KernelMode::kPortable);
  ASSERT_TRUE(ran.ok) << ran.failure;
  EXPECT_EQ(ran.value.data<int64_t>()[0], int64_t{10000000} * 9999999 / 2);
  // 5 in the entry, 4 for each condition, 8 and the iteration for each body.
  EXPECT_EQ(ran.steps, 5 + 4 + 10000000 * int64_t{4 + 8 + 1});
}

// An outer loop around an inner one, a conditional of each kind, calls, and a state that rotates.
constexpr char kNested[] = R"(HloModule m
twice { x = f32[] parameter(0) y = f32[] add(x, x) ROOT z = f32[] add(y, x) }
half { x = f32[] parameter(0) h = f32[] constant(0.5) ROOT y = f32[] multiply(x, h) }
same { ROOT x = f32[] parameter(0) }
inner_below {
  s = (s32[], f32[], (u8[], pred[])) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  n = s32[] constant(5)
  ROOT c = pred[] compare(i, n), direction=LT
}
inner_step {
  s = (s32[], f32[], (u8[], pred[])) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  x = f32[] get-tuple-element(s), index=1
  p = (u8[], pred[]) get-tuple-element(s), index=2
  u = u8[] get-tuple-element(p), index=0
  q = pred[] get-tuple-element(p), index=1
  hundred = u8[] constant(100)
  v = u8[] add(u, hundred)
  nq = pred[] not(q)
  y = f32[] conditional(q, x, x), true_computation=twice, false_computation=half
  three = s32[] constant(3)
  k = s32[] remainder(i, three)
  z = f32[] conditional(k, y, y, y), branch_computations={twice, half, same}
  one = s32[] constant(1)
  j = s32[] add(i, one)
  np = (u8[], pred[]) tuple(v, nq)
  ROOT t = (s32[], f32[], (u8[], pred[])) tuple(j, z, np)
}
outer_below {
  s = (s32[], f32[], f32[], u8[], pred[]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  n = s32[] constant(4)
  ROOT c = pred[] compare(n, i), direction=GT
}
outer_step {
  s = (s32[], f32[], f32[], u8[], pred[]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  a = f32[] get-tuple-element(s), index=1
  b = f32[] get-tuple-element(s), index=2
  u = u8[] get-tuple-element(s), index=3
  q = pred[] get-tuple-element(s), index=4
  p = (u8[], pred[]) tuple(u, q)
  start = (s32[], f32[], (u8[], pred[])) tuple(i, b, p)
  w = (s32[], f32[], (u8[], pred[])) while(start), condition=inner_below, body=inner_step
  x = f32[] get-tuple-element(w), index=1
  r = (u8[], pred[]) get-tuple-element(w), index=2
  v = u8[] get-tuple-element(r), index=0
  o = pred[] get-tuple-element(r), index=1
  one = s32[] constant(1)
  j = s32[] add(i, one)
  c = f32[] call(x), to_apply=twice
  unused = f32[] multiply(c, c)
  ROOT t = (s32[], f32[], f32[], u8[], pred[]) tuple(j, b, c, v, o)
}
ENTRY e {
  z = s32[] constant(0)
  a = f32[] constant(1.25)
  b = f32[] constant(-3)
  u = u8[] constant(7)
  q = pred[] constant(true)
  s = (s32[], f32[], f32[], u8[], pred[]) tuple(z, a, b, u, q)
  ROOT w = (s32[], f32[], f32[], u8[], pred[]) while(s), condition=outer_below, body=outer_step
}
)";

TEST(ScalarProgram, NestedLoopsBranchesAndCallsMatchTheInterpreter) {
  const Program program(kNested);
  ASSERT_TRUE(IsCompiled(program, "w"));
  const Ran plain = program.Run(KernelMode::kPlain);
  ASSERT_TRUE(plain.ok) << plain.failure;
  for (const KernelMode mode : {KernelMode::kPortable, KernelMode::kFast}) {
    ExpectSame(program.Run(mode), plain, "");
  }
}

// Arrays, scalars and a tuple inside the state; an element that is passed on twice, one that
// nothing reads, and two that are swapped.
constexpr char kMixed[] = R"(HloModule m
below {
  s = (s32[], f32[7], f32[], f32[], (s8[3], pred[]), f32[7], u8[]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  x = f32[7] get-tuple-element(s), index=1
  n = s32[] constant(23)
  ROOT c = pred[] compare(i, n), direction=LT
}
step {
  s = (s32[], f32[7], f32[], f32[], (s8[3], pred[]), f32[7], u8[]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  x = f32[7] get-tuple-element(s), index=1
  a = f32[] get-tuple-element(s), index=2
  b = f32[] get-tuple-element(s), index=3
  p = (s8[3], pred[]) get-tuple-element(s), index=4
  same = s32[] get-tuple-element(s), index=0
  seven = s32[] constant(7)
  k = s32[] remainder(i, seven)
  one = s32[] constant(1)
  j = s32[] add(same, one)
  e = f32[1] dynamic-slice(x, k), dynamic_slice_sizes={1}
  v = f32[] reshape(e)
  half = f32[] constant(0.5)
  h = f32[] multiply(a, half)
  d = f32[] add(h, v)
  u = f32[1] reshape(d)
  y = f32[7] dynamic-update-slice(x, u, k)
  all = f32[7] broadcast(d), dimensions={}
  z = f32[7] add(y, all)
  none = u8[] constant(9)
  ROOT t = (s32[], f32[7], f32[], f32[], (s8[3], pred[]), f32[7], u8[]) tuple(j, z, b, d, p, z, none)
}
ENTRY e {
  i = s32[] constant(0)
  x = f32[7] constant({1, 2, 3, 4, 5, 6, 7})
  a = f32[] constant(1.25)
  b = f32[] constant(-3)
  c = s8[3] constant({1, 2, 3})
  q = pred[] constant(true)
  p = (s8[3], pred[]) tuple(c, q)
  u = u8[] constant(7)
  s = (s32[], f32[7], f32[], f32[], (s8[3], pred[]), f32[7], u8[]) tuple(i, x, a, b, p, x, u)
  w = (s32[], f32[7], f32[], f32[], (s8[3], pred[]), f32[7], u8[]) while(s), condition=below, body=step
  ROOT r = ((s32[], f32[7], f32[], f32[], (s8[3], pred[]), f32[7], u8[]), f32[7]) tuple(w, x)
}
)";

TEST(ScalarProgram, LoopsOverArraysAndScalarsMatchTheInterpreter) {
  const Program program(kMixed);
  ASSERT_FALSE(IsCompiled(program, "w"));
  const Ran plain = program.Run(KernelMode::kPlain);
  ASSERT_TRUE(plain.ok) << plain.failure;
  ExpectSame(program.Run(KernelMode::kPortable), plain, "");
}

TEST(ScalarProgram, EveryStepLimitIsReachedAtTheSameInstruction) {
  const Program program(kNested);
  const int64_t steps = program.Run(KernelMode::kPlain).steps;
  for (int64_t limit = 1; limit <= steps; ++limit) {
    ExpectSame(program.Run(KernelMode::kPortable, limit), program.Run(KernelMode::kPlain, limit),
               "limit " + std::to_string(limit) + ": ");
    if (HasFailure()) return;
  }
}

TEST(ScalarProgram, AMapOnLanesReachesTheStepLimitAtTheSameCount) {
  const Program program(R"(HloModule m
f {
  x = f32[] parameter(0)
  y = f32[] multiply(x, x)
  ROOT z = f32[] subtract(y, x)
}
ENTRY e {
  x = f32[6] constant({1, 2, 3, 4, 5, 6})
  ROOT m = f32[6] map(x), dimensions={0}, to_apply=f
})");
  for (int64_t limit = 1; limit <= 2 + 6 * 3; ++limit) {
    const Ran plain = program.Run(KernelMode::kPlain, limit);
    const Ran lanes = program.Run(KernelMode::kPortable, limit);
    EXPECT_EQ(lanes.ok, plain.ok) << limit;
    // A fused group fails at its first instruction.
    EXPECT_EQ(lanes.failure.substr(0, lanes.failure.rfind(" at ")),
              plain.failure.substr(0, plain.failure.rfind(" at ")));
  }
}

TEST(ScalarProgram, ACancelledLoopStops) {
  const Program program(Sum("2000000000"));
  std::atomic<bool> cancel{true};
  RunOptions options;
  options.cancel = &cancel;
  const Ran ran = program.Run(options);
  EXPECT_FALSE(ran.ok);
  EXPECT_EQ(ran.failure.substr(0, 26), "R04: the run was cancelled");
}

TEST(ScalarProgram, TheDepthOfCallsIsLimitedAsInTheInterpreter) {
  const Program program(kNested);
  for (int depth = 1; depth <= 5; ++depth) {
    RunOptions options;
    options.limits.max_depth = depth;
    options.kernel_mode = KernelMode::kPlain;
    const Ran plain = program.Run(options);
    options.kernel_mode = KernelMode::kPortable;
    ExpectSame(program.Run(options), plain, "depth " + std::to_string(depth) + ": ");
  }
}

}  // namespace
}  // namespace hlo
