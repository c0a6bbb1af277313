// SPDX-License-Identifier: Apache-2.0
// Runs that are suspended after every step must give the same values, step counts, failures, and
// events as those that are not.
#include "core/engine/device/slicing.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "core/engine/engine.h"
#include "core/engine/random_program_testing.h"
#include "core/text/text.h"

namespace hlo {
namespace {

// What a run shows, as text.
class Log : public Observer {
 public:
  void InstructionDone(const Instruction& instruction, const Literal& value, int depth) override {
    text += instruction.name + "@" + std::to_string(depth) + "=";
    AppendJson(value, text);
    text += "\n";
  }
  void LoopIteration(const Instruction& loop, int64_t iteration) override {
    text += loop.name + "#" + std::to_string(iteration) + "\n";
  }
  void LoopCompiled(const Instruction& loop, int64_t iterations) override {
    text += loop.name + " x " + std::to_string(iterations) + "\n";
  }
  void LoopState(const Instruction& loop, int64_t iteration, const Literal& state) override {
    states.push_back({&loop, iteration});
    last_state.clear();
    AppendJson(state, last_state);
  }
  void LoopCancelled(const Instruction& loop) override { cancelled.push_back(loop.name); }

  std::string text, last_state;
  std::vector<std::pair<const Instruction*, int64_t>> states;
  std::vector<std::string> cancelled;
};

struct Program {
  explicit Program(const std::string& text) : parsed(ParseModule(text)) {
    for (const Diagnostic& diagnostic : parsed.diagnostics) ADD_FAILURE() << diagnostic.message;
    executable = std::make_unique<Executable>(*parsed.module);
  }
  const Instruction& Find(std::string_view computation, std::string_view name) const {
    for (const auto& candidate : parsed.module->computations) {
      if (candidate->name == computation) return *candidate->Find(name);
    }
    ADD_FAILURE() << "no instruction " << name;
    std::abort();
  }

  ParsedModule parsed;
  std::unique_ptr<Executable> executable;
};

std::string TextOf(const RunResult& run) {
  std::string text = "steps " + std::to_string(run.steps) + "\n";
  if (!run.ok()) {
    const Instruction* failed = run.failure.instruction;
    text += run.failure.error->code + ": " + run.failure.error->message + run.failure.error->note;
    return text + " at " + (failed != nullptr ? failed->name : "?");
  }
  text += "bytes " + std::to_string(run.peak_bytes) + "\n";
  for (const Literal& result : run.results) AppendJson(result, text);
  return text;
}

enum class Observed { kNothing, kAll, kSome };

// The outcome of a run, and what it shows.
std::string RunAtOnce(const Program& program, const RunOptions& options,
                      const std::vector<Literal>& arguments, Observed observed,
                      const InstructionSet& some) {
  Log log;
  const RunResult run =
      program.executable->Run({arguments}, options, observed == Observed::kNothing ? nullptr : &log,
                              observed == Observed::kSome ? &some : nullptr);
  return TextOf(run) + "\n" + log.text;
}

std::string RunInSlices(const Program& program, RunOptions options,
                        const std::vector<Literal>& arguments, Observed observed,
                        const InstructionSet& some, int64_t* slices = nullptr) {
  Log log;
  options.suspend = [] { return true; };
  const auto run = program.executable->Start({arguments}, options,
                                             observed == Observed::kNothing ? nullptr : &log,
                                             observed == Observed::kSome ? &some : nullptr);
  int64_t count = 1;
  while (!run->Advance()) ++count;
  if (slices != nullptr) *slices = count;
  return TextOf(run->TakeResult()) + "\n" + log.text;
}

void ExpectSameInSlices(const Program& program, const RunOptions& options = {},
                        const std::vector<Literal>& arguments = {}) {
  InstructionSet some;
  for (const auto& computation : program.parsed.module->computations) {
    for (size_t i = 0; i < computation->instructions.size(); i += 3) {
      some.insert(computation->instructions[i]);
    }
  }
  for (const Observed observed : {Observed::kNothing, Observed::kAll, Observed::kSome}) {
    EXPECT_EQ(RunInSlices(program, options, arguments, observed, some),
              RunAtOnce(program, options, arguments, observed, some));
  }
}

// Loops in loops, calls, branches; a state that is used as a whole, which calls handle.
constexpr char kControl[] = R"(
twice { x = f32[] parameter(0) ROOT y = f32[] add(x, x) }
half { x = f32[] parameter(0) h = f32[] constant(0.5) ROOT y = f32[] multiply(x, h) }
inner_below {
  s = (s32[], f32[5]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  n = s32[] constant(3)
  ROOT c = pred[] compare(i, n), direction=LT
}
inner_step {
  s = (s32[], f32[5]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  x = f32[5] get-tuple-element(s), index=1
  one = s32[] constant(1)
  j = s32[] add(i, one)
  y = f32[5] tanh(x)
  z = f32[5] add(y, x)
  ROOT t = (s32[], f32[5]) tuple(j, z)
}
outer_below {
  s = (s32[], f32[5], f32[]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  n = s32[] constant(4)
  ROOT c = pred[] compare(i, n), direction=LT
}
outer_step {
  s = (s32[], f32[5], f32[]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  x = f32[5] get-tuple-element(s), index=1
  a = f32[] get-tuple-element(s), index=2
  zero = s32[] constant(0)
  start = (s32[], f32[5]) tuple(zero, x)
  w = (s32[], f32[5]) while(start), condition=inner_below, body=inner_step
  y = f32[5] get-tuple-element(w), index=1
  two = s32[] constant(2)
  odd = s32[] remainder(i, two)
  b = f32[] conditional(odd, a, a), branch_computations={twice, half}
  c = f32[] call(b), to_apply=twice
  one = s32[] constant(1)
  j = s32[] add(i, one)
  ROOT t = (s32[], f32[5], f32[]) tuple(j, y, c)
}
whole_below {
  s = (s32[], f32[]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  n = s32[] constant(3)
  ROOT c = pred[] compare(i, n), direction=LT
}
next { s = (s32[], f32[]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  x = f32[] get-tuple-element(s), index=1
  one = s32[] constant(1)
  j = s32[] add(i, one)
  ROOT t = (s32[], f32[]) tuple(j, x)
}
whole_step {
  s = (s32[], f32[]) parameter(0)
  ROOT t = (s32[], f32[]) call(s), to_apply=next
}
ENTRY e {
  z = s32[] constant(0)
  x = f32[5] constant({1, 2, 3, 4, 5})
  a = f32[] constant(1.25)
  s = (s32[], f32[5], f32[]) tuple(z, x, a)
  w = (s32[], f32[5], f32[]) while(s), condition=outer_below, body=outer_step
  v = (s32[], f32[]) tuple(z, a)
  u = (s32[], f32[]) while(v), condition=whole_below, body=whole_step
  ROOT r = ((s32[], f32[5], f32[]), (s32[], f32[])) tuple(w, u)
}
)";

// Compiled to a program on scalars.
constexpr char kScalars[] = R"(
below { i = s32[] parameter(0) n = s32[] constant(20000) ROOT c = pred[] compare(i, n), direction=LT }
step { i = s32[] parameter(0) one = s32[] constant(1) ROOT j = s32[] add(i, one) }
ENTRY e {
  z = s32[] constant(0)
  w = s32[] while(z), condition=below, body=step
  ROOT r = s32[] negate(w)
}
)";

TEST(Slices, GiveTheSameInLoopsCallsAndBranches) {
  const Program program(kControl);
  ExpectSameInSlices(program);
  int64_t slices = 0;
  RunInSlices(program, {}, {}, Observed::kAll, {}, &slices);
  EXPECT_GT(slices, 200);  // one a step
}

TEST(Slices, GiveTheSameInCompiledLoops) {
  const Program program(kScalars);
  ExpectSameInSlices(program);
  int64_t slices = 0;
  RunInSlices(program, {}, {}, Observed::kNothing, {}, &slices);
  EXPECT_GT(slices, 10);
}

TEST(Slices, GiveTheSameInRandomPrograms) {
  for (uint64_t seed = 0; seed < 10; ++seed) {
    RandomProgram random(seed);
    const Program program(random.Text());
    ExpectSameInSlices(program, {}, random.Arguments());
    if (testing::Test::HasFailure()) return;
  }
}

TEST(Slices, ReachEveryStepLimitAtTheSameInstruction) {
  const Program program(kControl);
  RunOptions options;
  for (int64_t limit = 1; limit < 400; limit += 7) {
    options.limits.max_steps = limit;
    ExpectSameInSlices(program, options);
  }
}

TEST(Slices, LimitTheDepthOfCallsTheSame) {
  const Program program(kControl);
  RunOptions options;
  for (options.limits.max_depth = 1; options.limits.max_depth < 5; ++options.limits.max_depth) {
    ExpectSameInSlices(program, options);
  }
}

TEST(Slices, GiveTheSameOnDevicesThatCommunicate) {
  const Program program(R"(HloModule m, replica_count=3
sum { x = s32[] parameter(0) y = s32[] parameter(1) ROOT s = s32[] add(x, y) }
below {
  t = (s32[], s32[]) parameter(0)
  i = s32[] get-tuple-element(t), index=0
  n = s32[] constant(4)
  ROOT c = pred[] compare(i, n), direction=LT
}
step {
  t = (s32[], s32[]) parameter(0)
  i = s32[] get-tuple-element(t), index=0
  x = s32[] get-tuple-element(t), index=1
  y = s32[] all-reduce(x), replica_groups={}, to_apply=sum
  one = s32[] constant(1)
  j = s32[] add(i, one)
  ROOT r = (s32[], s32[]) tuple(j, y)
}
ENTRY e {
  id = u32[] replica-id()
  x = s32[] convert(id)
  z = s32[] constant(0)
  t = (s32[], s32[]) tuple(z, x)
  w = (s32[], s32[]) while(t), condition=below, body=step
  ROOT r = s32[] get-tuple-element(w), index=1
})");
  ExpectSameInSlices(program);
  RunOptions reversed;
  reversed.schedule = Schedule::kReversed;
  ExpectSameInSlices(program, reversed);
}

TEST(Slices, GiveTheSameOnDevicesThatDoNot) {
  const Program program(R"(HloModule m, replica_count=3
ENTRY e {
  id = u32[] replica-id()
  x = u32[1000] broadcast(id), dimensions={}
  ROOT y = u32[1000] add(x, x)
})");
  ExpectSameInSlices(program);
}

TEST(Slices, ExplainADeadlockTheSame) {
  ExpectSameInSlices(Program(R"(HloModule m, replica_count=2
sum { x = s32[] parameter(0) y = s32[] parameter(1) ROOT s = s32[] add(x, y) }
first { x = s32[] parameter(0) ROOT y = s32[] all-reduce(x), replica_groups={}, to_apply=sum }
second { ROOT x = s32[] parameter(0) }
ENTRY e {
  r = u32[] replica-id()
  id = s32[] convert(r)
  ROOT c = s32[] conditional(id, id, id), branch_computations={first, second}
})"));
}

TEST(Slices, EndWithAnErrorThatPreventsTheRun) {
  const Program program("ENTRY e { ROOT p = s32[] parameter(0) }");
  ExpectSameInSlices(program);
}

// ---- states of loops ----

constexpr char kEndless[] = R"(
always { s = (s32[], s32[3]) parameter(0) ROOT t = pred[] constant(true) }
step {
  s = (s32[], s32[3]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  x = s32[3] get-tuple-element(s), index=1
  one = s32[] constant(1)
  j = s32[] add(i, one)
  ones = s32[3] broadcast(one), dimensions={}
  y = s32[3] add(x, ones)
  ROOT t = (s32[], s32[3]) tuple(j, y)
}
ENTRY e {
  z = s32[] constant(0)
  x = s32[3] broadcast(z), dimensions={}
  s = (s32[], s32[3]) tuple(z, x)
  ROOT w = (s32[], s32[3]) while(s), condition=always, body=step
}
)";

// A run that has been cancelled after some slices.
struct Cancelled {
  Cancelled(const Program& program, int64_t slices, const InstructionSet* observed) {
    RunOptions options;
    int64_t calls = 0;
    options.suspend = [&] { return ++calls % 10 == 0; };
    const auto run = program.executable->Start({{}}, options, &log, observed);
    for (int64_t i = 0; i < slices; ++i) EXPECT_FALSE(run->Advance());
    run->Cancel();
    result = run->TakeResult();
  }
  Log log;
  RunResult result;
};

TEST(Cancelling, ShowsTheStateOfALoopAtTheStartOfItsLastIteration) {
  const Program program(kEndless);
  const InstructionSet none;
  for (const InstructionSet* observed : {&none, static_cast<const InstructionSet*>(nullptr)}) {
    const Cancelled run(program, 5, observed);
    EXPECT_EQ(run.result.failure.error->code, "R04");
    EXPECT_EQ(run.log.cancelled, std::vector<std::string>{"w"});
    ASSERT_FALSE(run.log.states.empty());
    const std::string i = std::to_string(run.log.states.back().second);
    EXPECT_NE(run.log.last_state.find("\"data\":" + i + "}"), std::string::npos) << i;
    EXPECT_NE(run.log.last_state.find("[" + i + "," + i + "," + i + "]"), std::string::npos)
        << run.log.last_state;
    // Nothing but the beginning of that iteration has run after it was shown.
    const size_t last = run.log.text.rfind("w#");
    ASSERT_NE(last, std::string::npos);
    EXPECT_EQ(run.log.text.substr(last), "w#" + i + "\n");
  }
}

TEST(Cancelling, ShowsTheStateOfACompiledLoop) {
  std::string endless = kScalars;
  endless.replace(endless.find("LT"), 2, "GE");
  endless.replace(endless.find("20000"), 5, "-1");
  const Program program(endless);
  const InstructionSet none;
  const Cancelled run(program, 3, &none);
  EXPECT_EQ(run.result.failure.error->code, "R04");
  ASSERT_FALSE(run.log.states.empty());
  const int64_t iteration = run.log.states.back().second;
  EXPECT_GT(iteration, 1000);
  EXPECT_NE(run.log.last_state.find("\"data\":" + std::to_string(iteration) + "}"),
            std::string::npos)
      << run.log.last_state;
  EXPECT_EQ(run.log.text.substr(run.log.text.rfind("w x ")),
            "w x " + std::to_string(iteration) + "\n");
}

TEST(Cancelling, NamesTheLoopsFromTheOutermostToTheInnermostOne) {
  std::string endless = kControl;
  endless.replace(endless.find("constant(3)"), 11, "constant(99999999)");
  const Program program(endless);
  const Cancelled run(program, 5, nullptr);
  EXPECT_EQ(run.log.cancelled, (std::vector<std::string>{"w", "w"}));
  const Instruction& inner = program.Find("outer_step", "w");
  EXPECT_EQ(run.log.states.back().first, &inner);
}

TEST(Iterations, AreShownOneAtATime) {
  const Program program(kEndless);
  const Instruction& loop = program.Find("e", "w");
  const auto scalar = [](int32_t value) { return Literal::Scalar(ElementType::kS32, value); };
  Literal three = Literal::Zeros(Shape::Array(ElementType::kS32, {3})).value();
  Log log;
  int64_t skipped = 7;
  const RunFailure failure = program.executable->ShowIteration(
      loop, Literal::Tuple({scalar(5), std::move(three)}), &skipped, 100, 0, {}, log);
  EXPECT_EQ(failure.error, nullptr);
  EXPECT_EQ(skipped, 7);
  // From i = 5 with x = 0, seven iterations later.
  EXPECT_NE(log.text.find("i@0={\"shape\":\"s32[]\",\"data\":12}\n"), std::string::npos)
      << log.text;
  EXPECT_NE(log.text.find("y@0={\"shape\":\"s32[3]{0}\",\"data\":[8,8,8]}\n"), std::string::npos);
  EXPECT_EQ(log.text.find("one@0"), log.text.rfind("one@0"));
}

TEST(Iterations, BeyondTheEndOfALoopAreNotShown) {
  const Program program(kScalars);
  Log log;
  int64_t skipped = 10;
  program.executable->ShowIteration(program.Find("e", "w"),
                                    Literal::Scalar<int32_t>(ElementType::kS32, 19990), &skipped,
                                    100, 0, {}, log);
  EXPECT_NE(log.text.find("c@0"), std::string::npos);
  EXPECT_EQ(log.text.find("j@0"), std::string::npos);
}

}  // namespace
}  // namespace hlo
