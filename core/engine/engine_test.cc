// SPDX-License-Identifier: Apache-2.0
#include "core/engine/engine.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "core/text/text.h"

namespace hlo {
namespace {

// Parses, compiles and runs a program without arguments or with one list for all devices.
struct Program {
  explicit Program(const std::string& text) : parsed(ParseModule(text)) {
    if (parsed.module->entry != nullptr) executable = std::make_unique<Executable>(*parsed.module);
  }
  RunResult Run(const RunOptions& options = {}, std::vector<Literal> arguments = {},
                Observer* observer = nullptr) const {
    return executable->Run({std::move(arguments)}, options, observer);
  }
  ParsedModule parsed;
  std::unique_ptr<Executable> executable;
};

Literal S32(const std::vector<int32_t>& values) {
  Literal literal =
      Literal::Allocate(Shape::Array(ElementType::kS32, {static_cast<int64_t>(values.size())}))
          .value();
  std::copy(values.begin(), values.end(), literal.mutable_data<int32_t>().begin());
  return literal;
}

std::vector<int32_t> Values(const Literal& literal) {
  const auto data = literal.data<int32_t>();
  return {data.begin(), data.end()};
}

constexpr char kEndless[] = R"(
always {
  s = s32[] parameter(0)
  ROOT t = pred[] constant(true)
}
same {
  ROOT s = s32[] parameter(0)
}
ENTRY e {
  z = s32[] constant(0)
  ROOT w = s32[] while(z), condition=always, body=same
}
)";

TEST(Engine, ReusesTheMemoryOfAnOperandOnlyAtItsLastUse) {
  const Program program(R"(
ENTRY e {
  x = s32[2] parameter(0)
  a = s32[2] negate(x)
  b = s32[2] add(a, x)
  c = s32[2] subtract(a, x)
  ROOT t = (s32[2], s32[2], s32[2]) tuple(a, b, c)
})");
  const Literal argument = S32({1, 2});
  const RunResult ran = program.Run({}, {argument});
  ASSERT_TRUE(ran.ok());
  EXPECT_EQ(Values(ran.results[0].elements()[0]), (std::vector<int32_t>{-1, -2}));
  EXPECT_EQ(Values(ran.results[0].elements()[1]), (std::vector<int32_t>{0, 0}));
  EXPECT_EQ(Values(ran.results[0].elements()[2]), (std::vector<int32_t>{-2, -4}));
  EXPECT_EQ(Values(argument), (std::vector<int32_t>{1, 2})) << "the caller's value was changed";
}

TEST(Engine, AcceptsOneValueAsBothOperandsOfAnInstruction) {
  const Program program(
      "ENTRY e { x = s32[2] parameter(0) y = s32[2] negate(x) "
      "ROOT r = s32[2] multiply(y, y) }");
  const RunResult ran = program.Run({}, {S32({3, -4})});
  ASSERT_TRUE(ran.ok());
  EXPECT_EQ(Values(ran.results[0]), (std::vector<int32_t>{9, 16}));
}

TEST(Engine, FreesValuesAfterTheirLastUse) {
  // Twenty values of 4 MiB in a chain; two or three of them are live at a time.
  std::string text = "ENTRY e {\n  v0 = f32[1048576] iota(), iota_dimension=0\n";
  for (int i = 1; i <= 20; ++i) {
    text += (i == 20 ? "  ROOT v" : "  v") + std::to_string(i) + " = f32[1048576] sine(v" +
            std::to_string(i - 1) + ")\n";
  }
  const RunResult ran = Program(text + "}").Run();
  ASSERT_TRUE(ran.ok());
  EXPECT_LE(ran.peak_bytes, 3 * (int64_t{4} << 20));
}

TEST(Engine, StopsAnEndlessLoopAtTheStepLimitAndNamesIt) {
  RunOptions options;
  options.limits.max_steps = 1000;
  const RunResult ran = Program(kEndless).Run(options);
  ASSERT_FALSE(ran.ok());
  EXPECT_EQ(ran.failure.error->code, "R01");
  EXPECT_NE(ran.failure.error->message.find("loop 'w'"), std::string::npos);
  EXPECT_LE(ran.steps, 1001);
}

TEST(Engine, StopsWhenCancelled) {
  const std::atomic<bool> cancel = true;
  RunOptions options;
  options.cancel = &cancel;
  const RunResult ran = Program(kEndless).Run(options);
  ASSERT_FALSE(ran.ok());
  EXPECT_EQ(ran.failure.error->code, "R04");
}

TEST(Engine, RejectsMemoryBeyondTheLimitBeforeAllocating) {
  RunOptions options;
  options.limits.max_bytes = 1000;
  const Program program("ENTRY e { ROOT r = f32[1000000] iota(), iota_dimension=0 }");
  const RunResult ran = program.Run(options);
  ASSERT_FALSE(ran.ok());
  EXPECT_EQ(ran.failure.error->code, "R02");
  EXPECT_EQ(ran.failure.instruction->name, "r");
  EXPECT_EQ(ran.peak_bytes, 0);
}

TEST(Engine, RejectsCallsNestedTooDeeply) {
  std::string text = "c0 { x = s32[] parameter(0) ROOT r = s32[] negate(x) }\n";
  for (int i = 1; i <= 200; ++i) {
    const std::string n = std::to_string(i);
    text += "c" + n + " { x = s32[] parameter(0) ROOT r = s32[] call(x), to_apply=c" +
            std::to_string(i - 1) + " }\n";
  }
  const RunResult ran =
      Program(text + "ENTRY e { z = s32[] constant(1) ROOT r = s32[] call(z), to_apply=c200 }")
          .Run();
  ASSERT_FALSE(ran.ok());
  EXPECT_EQ(ran.failure.error->code, "R03");
}

TEST(Engine, GivesEachDeviceItsOwnArguments) {
  const Program program("ENTRY e { x = s32[1] parameter(0) ROOT r = s32[1] add(x, x) }");
  RunOptions options;
  options.replicas = 2;
  options.partitions = 2;
  const RunResult ran =
      program.executable->Run({{S32({1})}, {S32({2})}, {S32({3})}, {S32({4})}}, options);
  ASSERT_TRUE(ran.ok());
  ASSERT_EQ(ran.results.size(), 4u);
  EXPECT_EQ(Values(ran.results[2]), (std::vector<int32_t>{6}));
}

TEST(Engine, RejectsArgumentsThatDoNotFit) {
  const Program program("ENTRY e { x = s32[2] parameter(0) ROOT r = s32[2] negate(x) }");
  EXPECT_EQ(program.Run({}, {}).failure.error->code, "R06");
  const RunResult ran = program.Run({}, {S32({1, 2, 3})});
  EXPECT_EQ(ran.failure.error->code, "R06");
  EXPECT_NE(ran.failure.error->message.find("s32[3]"), std::string::npos);
  RunOptions options;
  options.replicas = int64_t{1} << 40;
  EXPECT_EQ(program.Run(options, {S32({1, 2})}).failure.error->code, "R09");
}

TEST(Engine, NamesTheInstructionThatCannotRun) {
  const Program program("ENTRY e { c = f32[9] constant({...}) ROOT r = f32[9] negate(c) }");
  const RunResult ran = program.Run();
  ASSERT_FALSE(ran.ok());
  EXPECT_EQ(ran.failure.error->code, "R05");
  EXPECT_EQ(ran.failure.instruction->name, "c");
}

TEST(Engine, IgnoresUnsupportedInstructionsThatNothingNeeds) {
  const RunResult ran = Program(
                            "unused { ROOT c = f32[9] constant({...}) }\n"
                            "ENTRY e { c = f32[9] constant({...}) ROOT r = s32[1] constant({5}) }")
                            .Run();
  ASSERT_TRUE(ran.ok());
  EXPECT_EQ(Values(ran.results[0]), (std::vector<int32_t>{5}));
}

// Counts how often each instruction ran.
class Counter : public Observer {
 public:
  void InstructionDone(const Instruction& instruction, const Literal&, int depth) override {
    ++counts[instruction.name];
    deepest = std::max(deepest, depth);
  }
  void LoopIteration(const Instruction&, int64_t iteration) override { last_iteration = iteration; }
  std::map<std::string, int> counts;
  int deepest = 0;
  int64_t last_iteration = -1;
};

TEST(Engine, ShowsObserversEveryInstructionAndEveryIteration) {
  const Program program(R"(
more {
  i = s32[] parameter(0)
  n = s32[] constant(3)
  ROOT less = pred[] compare(i, n), direction=LT
}
next {
  j = s32[] parameter(0)
  one = s32[] constant(1)
  ROOT sum = s32[] add(j, one)
}
ENTRY e {
  z = s32[] constant(0)
  unused = s32[] negate(z)
  ROOT w = s32[] while(z), condition=more, body=next
})");
  Counter counter;
  ASSERT_TRUE(program.Run({}, {}, &counter).ok());
  EXPECT_EQ(counter.counts["less"], 4);
  EXPECT_EQ(counter.counts["sum"], 3);
  EXPECT_EQ(counter.counts["unused"], 1);
  EXPECT_EQ(counter.counts["w"], 1);
  EXPECT_EQ(counter.deepest, 1);
}

TEST(Engine, ComputesTheValidInstructionsOfAFaultyTextOnRequest) {
  const Program program(R"(
ENTRY e {
  x = s32[1] constant({7})
  bad = s32[1] negat(x)
  y = s32[1] negate(x)
  ROOT r = s32[1] add(bad, y)
})");
  ASSERT_FALSE(program.parsed.ok());
  Counter counter;
  RunOptions options;
  options.partial = true;
  program.Run(options, {}, &counter);
  EXPECT_EQ(counter.counts["y"], 1);
  EXPECT_EQ(counter.counts.count("r"), 0u);
}

TEST(Engine, RunsTheValidPartOfATextWhoseParametersHaveGaps) {
  for (const char* number : {"2", "4096", "9223372036854775807"}) {
    const Program program("ENTRY e { a = s32[1] parameter(0) b = s32[1] parameter(" +
                          std::string(number) +
                          ") n = s32[1] negate(a) ROOT r = s32[1] add(b, n) }");
    ASSERT_FALSE(program.parsed.ok());
    if (program.executable == nullptr) continue;
    Counter counter;
    RunOptions options;
    options.partial = true;
    std::vector<Literal> arguments;
    for (size_t i = 0; i < program.parsed.module->entry->parameters.size(); ++i) {
      arguments.push_back(S32({1}));
    }
    program.Run(options, std::move(arguments), &counter);
    EXPECT_EQ(counter.counts["n"], 1) << number;
  }
}

}  // namespace
}  // namespace hlo
