// SPDX-License-Identifier: Apache-2.0
// Compares fused runs with runs that go instruction by instruction: the same bits, steps and
// errors.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "core/engine/engine.h"
#include "core/engine/random_program_testing.h"
#include "core/literal/testing.h"
#include "core/text/text.h"

namespace hlo {
namespace {

using literal_testing::SameBits;

// Workers that run their tasks out of order.
class OtherOrder : public Workers {
 public:
  explicit OtherOrder(int count) : count_(count) {}
  int count() const override { return count_; }
  void Run(int64_t tasks, Task task, void* state) override {
    for (int64_t start = count_ - 1; start >= 0; --start) {
      for (int64_t i = start; i < tasks; i += count_) task(state, i);
    }
  }

 private:
  int count_;
};

class Recorder : public Observer {
 public:
  void InstructionDone(const Instruction&, const Literal&, int) override {}
  void LoopIteration(const Instruction&, int64_t) override {}
};

struct Ran {
  bool ok = false;
  Literal result;
  int64_t steps = 0;
  int64_t peak_bytes = 0;
  RunFailure failure;
};

struct Program {
  explicit Program(const std::string& text) : parsed(ParseModule(text)) {
    if (parsed.ok()) executable = std::make_unique<Executable>(*parsed.module);
  }
  Ran Run(const std::vector<Literal>& arguments, const RunOptions& options,
          Observer* observer = nullptr) const {
    RunResult run = executable->Run({arguments}, options, observer);
    Ran ran{run.ok(), {}, run.steps, run.peak_bytes, std::move(run.failure)};
    if (ran.ok) ran.result = std::move(run.results[0]);
    return ran;
  }
  ParsedModule parsed;
  std::unique_ptr<Executable> executable;
};

RunOptions Mode(KernelMode mode, Workers* workers = nullptr) {
  RunOptions options;
  options.kernel_mode = mode;
  options.workers = workers;
  return options;
}

Literal Floats(int64_t count) {
  Literal literal = Literal::Allocate(Shape::Array(ElementType::kF32, {count})).value();
  float value = -3.0f;
  for (float& x : literal.mutable_data<float>()) x = value += 0.0078125f;
  return literal;
}

void ExpectSame(const Ran& got, const Ran& expected, const std::string& text) {
  ASSERT_EQ(got.ok, expected.ok) << text;
  if (!got.ok) return;
  EXPECT_TRUE(SameBits(got.result, expected.result)) << text;
  EXPECT_EQ(got.steps, expected.steps) << text;
}

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

constexpr char kSoftmax[] = R"(
max {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT r = f32[] maximum(a, b)
}
sum {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT r = f32[] add(a, b)
}
ENTRY e {
  x = f32[1048576] parameter(0)
  m = f32[ROWS,COLUMNS] reshape(x)
  least = f32[] constant(-inf)
  most = f32[ROWS] reduce(m, least), dimensions={1}, to_apply=max
  mosts = f32[ROWS,COLUMNS] broadcast(most), dimensions={0}
  less = f32[ROWS,COLUMNS] subtract(m, mosts)
  e = f32[ROWS,COLUMNS] exponential(less)
  zero = f32[] constant(0)
  all = f32[ROWS] reduce(e, zero), dimensions={1}, to_apply=sum
  alls = f32[ROWS,COLUMNS] broadcast(all), dimensions={0}
  ROOT s = f32[ROWS,COLUMNS] divide(e, alls)
})";

std::string Softmax(const std::string& rows, const std::string& columns) {
  std::string text = kSoftmax;
  for (size_t at; (at = text.find("ROWS")) != std::string::npos;) text.replace(at, 4, rows);
  for (size_t at; (at = text.find("COLUMNS")) != std::string::npos;) text.replace(at, 7, columns);
  return text;
}

TEST(Fusion, RunsASoftmaxRowByRow) {
  OtherOrder five(5);
  for (const auto& [rows, columns] : std::map<std::string, std::string>{
           {"1024", "1024"}, {"524288", "2"}, {"16", "65536"}, {"8", "131072"}, {"2", "524288"}}) {
    const Program program(Softmax(rows, columns));
    ASSERT_TRUE(program.parsed.ok()) << program.parsed.diagnostics[0].message;
    const Literal x = Floats(1048576);
    const Ran plain = program.Run({x}, Mode(KernelMode::kPlain));
    ExpectSame(program.Run({x}, Mode(KernelMode::kPortable)), plain, rows);
    ExpectSame(program.Run({x}, Mode(KernelMode::kPortable, &five)), plain, rows);
  }
}

TEST(Fusion, AllocatesOnlyTheResultOfASoftmax) {
  const Program program(Softmax("1024", "1024"));
  const Ran ran = program.Run({Floats(1048576)}, Mode(KernelMode::kFast));
  ASSERT_TRUE(ran.ok);
  EXPECT_LE(ran.peak_bytes, (int64_t{4} << 20) + 16384);
}

// Runs an entry computation that may call `sum` on x = f32[elements].
void ExpectBitsOfThePlainPath(const std::string& entry, int64_t elements) {
  const Program program(
      "sum {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n"
      "  ROOT r = f32[] add(a, b)\n}\nENTRY e {" +
      entry + "}");
  ASSERT_TRUE(program.parsed.ok()) << program.parsed.diagnostics[0].message;
  const Literal x = Floats(elements);
  const Ran plain = program.Run({x}, Mode(KernelMode::kPlain));
  ExpectSame(program.Run({x}, Mode(KernelMode::kPortable)), plain, "");
}

TEST(Fusion, WaitsForAllRowsWhereColumnsAreReduced) {
  // The sum over rows is needed before the second group; the two must not share a block of rows.
  ExpectBitsOfThePlainPath(R"(
  x = f32[65536] parameter(0)
  m = f32[256,256] reshape(x)
  zero = f32[] constant(0)
  d = f32[256,256] multiply(m, m)
  across = f32[256] reduce(d, zero), dimensions={1}, to_apply=sum
  turned = f32[256,256] broadcast(across), dimensions={1}
  ROOT r = f32[256,256] add(d, turned)
)",
                           65536);
}

TEST(Fusion, PlacesAValueInTheResultOnlyAfterTheLastUseOfThatMemory) {
  // `r` can reuse the bytes of `t`, and `e` could be there before it: but `late` reads `t`.
  ExpectBitsOfThePlainPath(R"(
  x = f32[65536] parameter(0)
  m = f32[256,256] reshape(x)
  t = f32[256,256] transpose(m), dimensions={1,0}
  e = f32[256,256] exponential(t)
  zero = f32[] constant(0)
  s = f32[256] reduce(e, zero), dimensions={1}, to_apply=sum
  sb = f32[256,256] broadcast(s), dimensions={0}
  late = f32[256,256] multiply(t, sb)
  q = f32[256] reduce(late, zero), dimensions={1}, to_apply=sum
  qb = f32[256,256] broadcast(q), dimensions={0}
  both = f32[256,256] add(e, t)
  ROOT r = f32[256,256] divide(both, qb)
)",
                           65536);
}

TEST(Fusion, PlacesAValueInAResultThatReusesItsInput) {
  ExpectBitsOfThePlainPath(R"(
  x = f32[65536] parameter(0)
  m = f32[256,256] reshape(x)
  t = f32[256,256] transpose(m), dimensions={1,0}
  zero = f32[] constant(0)
  across = f32[256] reduce(t, zero), dimensions={1}, to_apply=sum
  acrosses = f32[256,256] broadcast(across), dimensions={0}
  less = f32[256,256] subtract(t, acrosses)
  e = f32[256,256] exponential(less)
  s = f32[256] reduce(e, zero), dimensions={1}, to_apply=sum
  sb = f32[256,256] broadcast(s), dimensions={0}
  ROOT r = f32[256,256] divide(e, sb)
)",
                           65536);
}

TEST(Fusion, DistinguishesAReversedRowFromAReducedOne) {
  // Both have `dimensions={1}`, but reverse has one operand and calls nothing.
  ExpectBitsOfThePlainPath(R"(
  x = f32[8192] parameter(0)
  m = f32[64,128] reshape(x)
  zero = f32[] constant(0)
  y = f32[64,128] multiply(m, m)
  across = f32[64] reduce(y, zero), dimensions={1}, to_apply=sum
  turned = f32[64,128] reverse(y), dimensions={1}
  ROOT both = (f32[64], f32[64,128]) tuple(across, turned)
)",
                           8192);
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
