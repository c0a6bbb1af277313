// SPDX-License-Identifier: Apache-2.0
// Compares fused runs with runs that go instruction by instruction: the same bits, steps and
// errors.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "core/engine/plan/fusion_testing.h"
#include "core/engine/random_program_testing.h"

namespace hlo {
namespace {

using namespace fusion_testing;

class Recorder : public Observer {
 public:
  void InstructionDone(const Instruction&, const Literal&, int) override {}
  void LoopIteration(const Instruction&, int64_t) override {}
};

TEST(Fusion, GivesTheSameBitsAndStepsAsTheUnfusedRun) {
  OtherOrder two(2), five(5);
  Recorder recorder;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    RandomProgram random(seed);
    const std::string text = random.Text();
    const Program program(text);
    ASSERT_TRUE(program.parsed.ok()) << program.parsed.diagnostics[0].message << "\n" << text;
    const std::vector<Literal> arguments = random.Arguments();
    const Ran plain = program.Run(arguments, Mode(KernelMode::kPlain));
    ASSERT_TRUE(plain.ok) << plain.failure.error->message << text;
    ExpectSame(program.Run(arguments, Mode(KernelMode::kPortable)), plain, text);
    ExpectSame(program.Run(arguments, Mode(KernelMode::kPortable, &two)), plain, text);
    ExpectSame(program.Run(arguments, Mode(KernelMode::kPortable, &five)), plain, text);
    const Ran observed = program.Run(arguments, Mode(KernelMode::kFast), &recorder);
    ExpectSame(program.Run(arguments, Mode(KernelMode::kFast)), observed, text);
    ExpectSame(program.Run(arguments, Mode(KernelMode::kFast, &five)), observed, text);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(Fusion, LeavesTheCallersArgumentsUnchanged) {
  const Program program(R"(
ENTRY e {
  x = f32[100000] parameter(0)
  a = f32[100000] add(x, x)
  ROOT b = f32[100000] multiply(a, x)
})");
  const Literal argument = Floats(100000);
  const Literal copy = Floats(100000);
  ASSERT_TRUE(program.Run({argument}, Mode(KernelMode::kFast)).ok);
  EXPECT_TRUE(SameBits(argument, copy));
}

std::string Chain(int length, const std::string& shape) {
  std::string text = "ENTRY e {\n  v0 = " + shape + " parameter(0)\n";
  for (int i = 1; i <= length; ++i) {
    text += (i == length ? "  ROOT v" : "  v") + std::to_string(i) + " = " + shape +
            (i % 2 == 0 ? " add(v" : " multiply(v") + std::to_string(i - 1) + ", v" +
            std::to_string(i - 1) + ")\n";
  }
  return text + "}\n";
}

TEST(Fusion, KeepsTheIntermediateValuesOfAChainOutOfMemory) {
  const Program program(Chain(20, "f32[1048576]"));
  const Ran ran = program.Run({Floats(1048576)}, Mode(KernelMode::kFast));
  ASSERT_TRUE(ran.ok);
  EXPECT_EQ(ran.peak_bytes, int64_t{4} << 20) << "more than the result";
  EXPECT_EQ(ran.steps, 21);
}

TEST(Fusion, ReusesTheMemoryOfAnInputThatIsNotNeededAfterwards) {
  // The transposed values belong to the run: the group that follows can overwrite them.
  const Program program(R"(
ENTRY e {
  x = f32[1024,1024] parameter(0)
  t = f32[1024,1024] transpose(x), dimensions={1,0}
  a = f32[1024,1024] multiply(t, t)
  ROOT b = f32[1024,1024] add(a, t)
})");
  const Literal x = Floats(1048576).WithShape(Shape::Array(ElementType::kF32, {1024, 1024}));
  const Ran ran = program.Run({x}, Mode(KernelMode::kFast));
  ASSERT_TRUE(ran.ok);
  EXPECT_EQ(ran.peak_bytes, int64_t{4} << 20);
}

TEST(Fusion, AllocatesNoMemoryForBroadcastsInsideAGroup) {
  const Program program(R"(
ENTRY e {
  x = f32[1048576] parameter(0)
  m = f32[1024,1024] reshape(x)
  two = f32[] constant(2)
  twos = f32[1024,1024] broadcast(two), dimensions={}
  row = f32[1024] iota(), iota_dimension=0
  rows = f32[1024,1024] broadcast(row), dimensions={1}
  columns = f32[1024,1024] broadcast(row), dimensions={0}
  a = f32[1024,1024] multiply(m, twos)
  b = f32[1024,1024] add(a, rows)
  ROOT c = f32[1024,1024] subtract(b, columns)
})");
  const Ran ran = program.Run({Floats(1048576)}, Mode(KernelMode::kFast));
  ASSERT_TRUE(ran.ok);
  EXPECT_EQ(ran.peak_bytes, int64_t{4} << 20);
  // m[2,5] = x[2053]
  const float x = -3.0f + 2054 * 0.0078125f;
  EXPECT_EQ(ran.result.data<float>()[2 * 1024 + 5], x * 2 + 5 - 2);
}

TEST(Fusion, ComputesAValueLateIfOnlyALateGroupNeedsIt) {
  // `a` joins the group after the sum, so that it is never written.
  const Program program(R"(
sum {
  p = f32[] parameter(0)
  q = f32[] parameter(1)
  ROOT r = f32[] add(p, q)
}
ENTRY e {
  x = f32[1048576] parameter(0)
  zero = f32[] constant(0)
  a = f32[1048576] multiply(x, x)
  s = f32[] reduce(x, zero), dimensions={0}, to_apply=sum
  b = f32[1048576] broadcast(s), dimensions={}
  ROOT c = f32[1048576] add(a, b)
})");
  const Ran ran = program.Run({Floats(1048576)}, Mode(KernelMode::kFast));
  ASSERT_TRUE(ran.ok);
  EXPECT_LE(ran.peak_bytes, (int64_t{4} << 20) + 1024);
}

TEST(Fusion, InlinesFusions) {
  const Program program(R"(
body {
  p = f32[1048576] parameter(0)
  q = f32[] parameter(1)
  qs = f32[1048576] broadcast(q), dimensions={}
  m = f32[1048576] multiply(p, qs)
  n = f32[1048576] negate(m)
  ROOT t = (f32[1048576], f32[1048576]) tuple(m, n)
}
ENTRY e {
  x = f32[1048576] parameter(0)
  three = f32[] constant(3)
  f = (f32[1048576], f32[1048576]) fusion(x, three), kind=kLoop, calls=body
  m = f32[1048576] get-tuple-element(f), index=0
  n = f32[1048576] get-tuple-element(f), index=1
  ROOT r = f32[1048576] subtract(m, n)
})");
  ASSERT_TRUE(program.parsed.ok());
  const Ran ran = program.Run({Floats(1048576)}, Mode(KernelMode::kFast));
  ASSERT_TRUE(ran.ok);
  EXPECT_EQ(ran.peak_bytes, int64_t{4} << 20);
  EXPECT_EQ(ran.steps, 12);
  EXPECT_EQ(ran.result.data<float>()[0], 6 * (-3.0f + 0.0078125f));
}

TEST(Fusion, ReturnsATupleOfAFusionUnchanged) {
  const Program program(R"(
body {
  p = s32[3] parameter(0)
  n = s32[3] negate(p)
  ROOT t = (s32[3], s32[3]) tuple(p, n)
}
ENTRY e {
  x = s32[3] iota(), iota_dimension=0
  ROOT f = (s32[3], s32[3]) fusion(x), kind=kLoop, calls=body
})");
  ASSERT_TRUE(program.parsed.ok());
  const Ran ran = program.Run({}, Mode(KernelMode::kFast));
  ASSERT_TRUE(ran.ok);
  EXPECT_EQ(ran.result.elements()[0].data<int32_t>()[2], 2);
  EXPECT_EQ(ran.result.elements()[1].data<int32_t>()[2], -2);
}

TEST(Fusion, NamesTheInstructionThatRunsOutOfMemory) {
  const Program program(R"(
ENTRY e {
  i = f32[1000000] iota(), iota_dimension=0
  a = f32[1000000] sine(i)
  b = f32[1000000] cosine(a)
  ROOT t = (f32[1000000], f32[1000000]) tuple(a, b)
})");
  RunOptions options = Mode(KernelMode::kFast);
  options.limits.max_bytes = 5'000'000;
  const Ran ran = program.Run({}, options);
  ASSERT_FALSE(ran.ok);
  EXPECT_EQ(ran.failure.error->code, "R02");
  EXPECT_EQ(ran.failure.instruction->name, "b");
}

TEST(Fusion, NamesTheInstructionAfterAGroupThatFails) {
  const Program program(R"(
ENTRY e {
  i = f32[1000] iota(), iota_dimension=0
  a = f32[1000] sine(i)
  b = f32[1000] add(a, i)
  ROOT c = f32[1000000,1000] broadcast(b), dimensions={1}
})");
  RunOptions options = Mode(KernelMode::kFast);
  options.limits.max_bytes = 5'000'000;
  const Ran ran = program.Run({}, options);
  ASSERT_FALSE(ran.ok);
  EXPECT_EQ(ran.failure.instruction->name, "c");
}

TEST(Fusion, StopsBetweenTheTasksOfAGroup) {
  // Sets the flag when the first task is done.
  class Canceller : public Workers {
   public:
    int count() const override { return 2; }
    void Run(int64_t tasks, Task task, void* state) override {
      for (int64_t i = 0; i < tasks; ++i, cancel = true) task(state, i);
    }
    std::atomic<bool> cancel = false;
  };
  const Program program(Chain(5, "f32[100000]"));
  Canceller canceller;
  RunOptions options = Mode(KernelMode::kFast, &canceller);
  options.cancel = &canceller.cancel;
  const Ran ran = program.Run({Floats(100000)}, options);
  ASSERT_FALSE(ran.ok);
  EXPECT_EQ(ran.failure.error->code, "R04");
}

TEST(Fusion, HandlesVeryLongPrograms) {
  // A group of every size, and values with long lifetimes.
  const Program program(Chain(20000, "s32[7]"));
  Literal argument = Literal::Zeros(Shape::Array(ElementType::kS32, {7})).value();
  argument.mutable_data<int32_t>()[0] = 3;
  const Ran plain = program.Run({argument}, Mode(KernelMode::kPlain));
  ExpectSame(program.Run({argument}, Mode(KernelMode::kFast)), plain, "");
}

}  // namespace
}  // namespace hlo
