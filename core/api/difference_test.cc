// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "hlo/hlo.h"

namespace hlo::api {
namespace {

// "computation: before > after (what, what)" of each change, names for the instructions.
std::vector<std::string> Changes(std::string_view before_text, std::string_view after_text) {
  const Program before = Program::FromText(std::string(before_text));
  const Program after = Program::FromText(std::string(after_text));
  EXPECT_TRUE(before.ok() && after.ok());
  const auto name = [](std::string_view line) {
    const size_t begin = line.find('%') + 1;
    return std::string(line.substr(begin, line.find(' ', begin) - begin));
  };
  std::vector<std::string> changes;
  const auto difference = Difference(before, after);
  if (!difference) return {"not comparable"};
  const std::string text = DifferenceText(before, after, *difference);
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = text.find('\n', begin);
    const std::string_view line = std::string_view(text).substr(begin, end - begin);
    if (line.starts_with("  changed: ")) {
      changes.back() += " (" + std::string(line.substr(11)) + ")";
    } else {
      const std::string computation(line.substr(2, line.find(':') - 2));
      changes.push_back(std::string(line.substr(0, 2)) + computation + "." + name(line));
    }
    begin = end + 1;
  }
  return changes;
}

using Lines = std::vector<std::string>;

constexpr char kChain[] = R"(HloModule m
ENTRY main {
  x = f32[8,4] parameter(0)
  y = f32[8,4] parameter(1)
  sum = f32[8,4] add(x, y)
  e = f32[8,4] exponential(sum)
  ROOT out = f32[8,4] multiply(e, y)
}
)";

TEST(Difference, OfAProgramWithOtherNamesAndMetadataIsEmpty) {
  EXPECT_EQ(Changes(kChain, R"(HloModule other
ENTRY entry.9 {
  p.1 = f32[8,4] parameter(0), metadata={op_name="a"}
  p.2 = f32[8,4] parameter(1)
  add.3 = f32[8,4] add(p.1, p.2)
  exp.4 = f32[8,4] exponential(add.3), metadata={op_name="jit(f)/exp"}
  ROOT mul.5 = f32[8,4] multiply(exp.4, p.2)
}
)"),
            Lines());
}

TEST(Difference, NamesWhatIsAddedAndRemovedInItsPlace) {
  EXPECT_EQ(Changes(kChain, R"(HloModule m
ENTRY main {
  x = f32[8,4] parameter(0)
  y = f32[8,4] parameter(1)
  sum = f32[8,4] add(x, y)
  e = f32[8,4] exponential(sum)
  n = f32[8,4] negate(y)
  ROOT out = f32[8,4] multiply(e, n)
}
)"),
            Lines({"+ main.n", "- main.out", "+ main.out (operands)"}));
}

TEST(Difference, DoesNotRepeatAChangeForAllUsers) {
  EXPECT_EQ(Changes(kChain, R"(HloModule m
ENTRY main {
  x = f32[8,4] parameter(0)
  y = f32[8,4] parameter(1)
  sum = f32[8,4]{0,1} add(x, y)
  e = f32[8,4] exponential(sum)
  ROOT out = f32[8,4] multiply(e, y)
}
)"),
            Lines({"- main.sum", "+ main.sum (layout)"}));
}

TEST(Difference, OfAnOpcodeInThePlaceOfAnotherOne) {
  EXPECT_EQ(Changes(kChain, R"(HloModule m
ENTRY main {
  x = f32[8,4] parameter(0)
  y = f32[8,4] parameter(1)
  sum = f32[8,4] subtract(x, y)
  e = f32[8,4] exponential(sum)
  ROOT out = f32[8,4] multiply(e, y)
}
)"),
            Lines({"- main.sum", "+ main.sum (opcode)"}));
}

TEST(Difference, PrefersInstructionsOfTheSameName) {
  constexpr char kBefore[] = R"(HloModule m
ENTRY main {
  x = f32[8] parameter(0)
  one = f32[] constant(1)
  ones = f32[8] broadcast(one), dimensions={}
  ROOT out = f32[8] divide(x, ones)
}
)";
  EXPECT_EQ(Changes(kBefore, R"(HloModule m
ENTRY main {
  x = f32[8] parameter(0)
  new = f32[] constant(1)
  all = f32[8] broadcast(new), dimensions={}
  one = f32[] constant(1)
  ones = f32[8] broadcast(one), dimensions={}
  inverse = f32[8] divide(all, ones)
  ROOT out = f32[8] multiply(x, inverse)
}
)"),
            Lines({"+ main.new", "+ main.all", "+ main.inverse", "- main.out",
                   "+ main.out (opcode, operands)"}));
}

TEST(Difference, PairsOperandsOfTheSameInstruction) {
  EXPECT_EQ(Changes(kChain, R"(HloModule m
ENTRY main {
  x = f32[8,4] parameter(0)
  y = f32[8,4] parameter(1)
  difference = f32[8,4] subtract(x, y)
  log = f32[8,4] log(difference)
  ROOT out = f32[8,4] multiply(log, y)
}
)"),
            Lines({"- main.sum", "+ main.difference (opcode)", "- main.e", "+ main.log (opcode)"}));
}

TEST(Difference, OfSwappedOperands) {
  EXPECT_EQ(Changes(kChain, R"(HloModule m
ENTRY main {
  x = f32[8,4] parameter(0)
  y = f32[8,4] parameter(1)
  sum = f32[8,4] add(y, x)
  e = f32[8,4] exponential(sum)
  ROOT out = f32[8,4] multiply(e, y)
}
)"),
            Lines({"- main.sum", "+ main.sum (operands)"}));
}

TEST(Difference, SaysThatInstructionsMovedIntoAFusionAndKeptTheirOperands) {
  EXPECT_EQ(Changes(kChain, R"(HloModule m
fused {
  p0 = f32[8,4] parameter(0)
  p1 = f32[8,4] parameter(1)
  add.1 = f32[8,4] add(p0, p1)
  ROOT exp.1 = f32[8,4] exponential(add.1)
}
ENTRY main {
  x = f32[8,4] parameter(0)
  y = f32[8,4] parameter(1)
  fusion = f32[8,4] fusion(x, y), kind=kLoop, calls=fused
  ROOT out = f32[8,4] multiply(fusion, y)
}
)"),
            Lines({"+ fused.p0", "+ fused.p1", "+ fused.add.1 (computation (was main))",
                   "+ fused.exp.1 (computation (was main))", "+ main.fusion"}));
}

TEST(Difference, FollowsElementsOfFusionsWithSeveralResults) {
  constexpr char kBefore[] = R"(HloModule m
ENTRY main {
  x = f32[8] parameter(0)
  n = f32[8] negate(x)
  e = f32[8] exponential(x)
  ROOT out = f32[8] divide(e, n)
}
)";
  EXPECT_EQ(Changes(kBefore, R"(HloModule m
fused {
  p = f32[8] parameter(0)
  n.1 = f32[8] negate(p)
  e.1 = f32[8] exponential(p)
  ROOT both = (f32[8], f32[8]) tuple(n.1, e.1)
}
ENTRY main {
  x = f32[8] parameter(0)
  fusion = (f32[8], f32[8]) fusion(x), kind=kLoop, calls=fused
  first = f32[8] get-tuple-element(fusion), index=0
  second = f32[8] get-tuple-element(fusion), index=1
  ROOT out = f32[8] divide(second, first)
}
)"),
            Lines({"+ fused.p", "+ fused.n.1 (computation (was main))",
                   "+ fused.e.1 (computation (was main))", "+ fused.both", "+ main.fusion",
                   "+ main.first", "+ main.second"}));
}

constexpr char kSum[] = R"(HloModule m
region {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b)
}
ENTRY main {
  x = f32[8,4] parameter(0)
  zero = f32[] constant(0)
  ROOT r = f32[8] reduce(x, zero), dimensions={1}, to_apply=region
}
)";

TEST(Difference, OfAttributesAndConstants) {
  std::string text = kSum;
  text.replace(text.find("constant(0)"), 11, "constant(1)");
  EXPECT_EQ(Changes(kSum, text), Lines({"- main.zero", "+ main.zero (value)"}));
  text = kSum;
  text.replace(text.find("x, zero), dimensions={1}"), 24, "x, zero), dimensions={0}");
  text.replace(text.find("f32[8] reduce"), 6, "f32[4]");
  EXPECT_EQ(Changes(kSum, text), Lines({"- main.r", "+ main.r (shape, dimensions)"}));
}

TEST(Difference, InsideACalledComputationIsReportedThere) {
  std::string text = kSum;
  text.replace(text.find("add(a, b)"), 9, "maximum(a, b)");
  text.replace(text.find("region {"), 6, "max_of");
  text.replace(text.find("to_apply=region"), 15, "to_apply=max_of");
  EXPECT_EQ(Changes(kSum, text), Lines({"- region.s", "+ max_of.s (opcode)"}));
}

TEST(Difference, OfParametersGoesByTheirNumbers) {
  EXPECT_EQ(
      Changes("HloModule m\nENTRY e {\n a = f32[2] parameter(0)\n ROOT n = f32[2] negate(a)\n}",
              "HloModule m\nENTRY e {\n b = f32[2]{0:S(1)} parameter(0)\n z = s32[] parameter(1)\n"
              " ROOT n = f32[2] negate(b)\n}"),
      Lines({"- e.a", "+ e.b (layout)", "+ e.z"}));
}

TEST(Difference, OfManyEqualInstructionsTakesLinearTime) {
  std::string text = "HloModule m\nENTRY e {\n  v0 = f32[4] parameter(0)\n";
  constexpr int kCount = 30000;
  for (int i = 1; i < kCount; ++i) {
    text += "  v" + std::to_string(i) + " = f32[4] add(v" + std::to_string(i - 1) + ", v" +
            std::to_string(i / 2) + ")\n";
  }
  const std::string before = text + "  ROOT r = f32[4] negate(v1)\n}\n";
  const std::string after = text + "  ROOT r = f32[4] abs(v1)\n}\n";
  EXPECT_EQ(Changes(before, after), Lines({"- e.r", "+ e.r (opcode)"}));
}

TEST(Difference, CountsTheInstructionsAndCostsOfBothPrograms) {
  const Program before = Program::FromText(kChain);
  std::string text = kChain;
  text.replace(text.find("exponential(sum)"), 16, "negate(sum)");
  const Program after = Program::FromText(text);
  const std::string json = DifferenceJson(before, after, *Difference(before, after));
  EXPECT_NE(json.find(R"({"programs":[{"instructions":5,"computations":1,"flops":64,)"),
            std::string::npos)
      << json;
  EXPECT_NE(json.find(R"("flops":96,)"), std::string::npos) << json;
  EXPECT_NE(
      json.find(
          R"("unchanged":4,"changes":[{"before":3,"after":3,"computation":"main","from":"main","what":["opcode"],"lines":["%e = )"),
      std::string::npos)
      << json;
}

TEST(Difference, NeedsAnEntryComputation) {
  EXPECT_FALSE(Difference(Program::FromText("HloModule m"), Program::FromText(kChain)));
  EXPECT_FALSE(Difference(Program::FromText(kChain), Program::FromText("")));
}

TEST(Difference, OfControlPredecessors) {
  const auto text = [](std::string_view name) {
    return "HloModule m\nENTRY e {\n a = f32[2] parameter(0)\n b = f32[2] negate(a)\n"
           " c = f32[2] abs(a)\n ROOT d = f32[2] add(a, a), control-predecessors={" +
           std::string(name) + "}\n}";
  };
  EXPECT_EQ(Changes(text("b"), text("c")), Lines({"- e.d", "+ e.d (control-predecessors)"}));
}

TEST(Difference, OfALoopNamesTheComputationThatChanged) {
  const auto text = [](std::string_view body) {
    return R"(HloModule m
condition {
  s = f32[] parameter(0)
  k = f32[] constant(9)
  ROOT less = pred[] compare(s, k), direction=LT
}
one {
  s = f32[] parameter(0)
  ROOT t = f32[] add(s, s)
}
two {
  u = f32[] parameter(0)
  v = f32[] exponential(u)
  ROOT w = f32[] sqrt(v)
}
ENTRY e {
  x = f32[] parameter(0)
  a = f32[] call(x), to_apply=one
  b = f32[] call(a), to_apply=two
  ROOT w = f32[] while(b), condition=condition, body=)" +
           std::string(body) + "\n}\n";
  };
  EXPECT_EQ(Changes(text("one"), text("two")), Lines({"- e.w", "+ e.w (body)"}));
}

TEST(Difference, DoesNotPairComputationsByOneConstant) {
  EXPECT_EQ(Changes(R"(HloModule m
f1 {
  p = f32[8] parameter(0)
  constant.1 = f32[] constant(1)
  b = f32[8] broadcast(constant.1), dimensions={}
  m = f32[8] multiply(p, b)
  ROOT r.1 = f32[8] abs(m)
}
f2 {
  p = f32[8] parameter(0)
  constant.2 = f32[] constant(2)
  b = f32[8] broadcast(constant.2), dimensions={}
  m = f32[8] subtract(p, b)
  ROOT r.2 = f32[8] abs(m)
}
ENTRY e {
  x = f32[8] parameter(0)
  y = f32[8] call(x), to_apply=f1
  ROOT z = f32[8] call(y), to_apply=f2
}
)",
                    R"(HloModule m
g1 {
  p = f32[8] parameter(0)
  constant.2 = f32[] constant(1)
  b = f32[8] broadcast(constant.2), dimensions={}
  m = f32[8] multiply(p, b)
  ROOT r.3 = f32[8] negate(m)
}
g2 {
  p = f32[8] parameter(0)
  constant.1 = f32[] constant(2)
  b = f32[8] broadcast(constant.1), dimensions={}
  m = f32[8] subtract(p, b)
  ROOT r.4 = f32[8] sqrt(m)
}
ENTRY e {
  x = f32[8] parameter(0)
  y = f32[8] call(x), to_apply=g1
  ROOT z = f32[8] call(y), to_apply=g2
}
)"),
            Lines({"- f1.r.1", "+ g1.r.3 (opcode)", "- f2.r.2", "+ g2.r.4 (opcode)"}));
}

TEST(Difference, OfEqualInstructionsWithSomeMatchedTakesLinearTime) {
  // The first of many equal instructions has no counterpart, which must not be looked at each time.
  const auto text = [](std::string_view first) {
    std::string lines = "HloModule m\nENTRY e {\n  v0 = f32[4] parameter(0)\n";
    for (int i = 1; i < 30000; ++i) {
      lines += "  " + (i == 1 ? std::string(first) : "v" + std::to_string(i)) +
               " = f32[4] add(v0, v0)\n";
    }
    return lines + "  ROOT r = f32[4] negate(v0)\n}\n";
  };
  EXPECT_EQ(Changes(text("first"), text("other")), Lines());
}

// "instruction" of each value that differs, "*" for the first ones.
std::vector<std::string> OtherValues(std::string_view before_text, std::string_view after_text,
                                     double ulp = 0) {
  Program before = Program::FromText(std::string(before_text));
  Program after = Program::FromText(std::string(after_text));
  for (Program* program : {&before, &after}) {
    const Result<Value> argument = ParseValue(R"({"shape":"f32[2]","data":[1,3]})");
    RunOptions options;
    options.keep_values = true;
    EXPECT_TRUE(program->Run({{argument.value()}}, options).ok);
  }
  std::vector<std::string> names;
  for (const ValueChange& change : ValueDifference(before, after, ulp)) {
    names.push_back((change.is_first ? "*" : "") + change.instruction);
  }
  return names;
}

constexpr char kThirds[] = R"(HloModule m
ENTRY main {
  x = f32[2] parameter(0)
  k = f32[] constant(3)
  threes = f32[2] broadcast(k), dimensions={}
  q = f32[2] divide(x, threes)
  n = f32[2] negate(q)
  e = f32[2] exponential(x)
  ROOT out = f32[2] add(n, e)
}
)";

TEST(ValueDifference, NamesTheFirstOtherValuesAndThoseThatFollow) {
  EXPECT_EQ(OtherValues(kThirds, kThirds), Lines());
  std::string text = kThirds;
  text.replace(text.find("constant(3)"), 11, "constant(4)");
  EXPECT_EQ(OtherValues(kThirds, text), Lines({"*k", "threes", "q", "n", "out"}));
  text = kThirds;
  text.replace(text.find("exponential(x)"), 14, "abs(x)");
  EXPECT_EQ(OtherValues(kThirds, text), Lines({"*e", "out"}));
}

TEST(ValueDifference, LooksThroughNewInstructions) {
  std::string text = kThirds;
  text.replace(text.find("n = f32[2] negate(q)"), 20,
               "one = f32[] constant(1)\n  ones = f32[2] broadcast(one), dimensions={}\n"
               "  more = f32[2] add(q, ones)\n  n = f32[2] negate(more)");
  EXPECT_EQ(OtherValues(kThirds, text), Lines({"*n", "out"}));
  text.replace(text.find("constant(3)"), 11, "constant(4)");
  EXPECT_EQ(OtherValues(kThirds, text), Lines({"*k", "threes", "q", "n", "out"}));
}

TEST(ValueDifference, FollowsValuesIntoFusions) {
  constexpr char kFused[] = R"(HloModule m
fused {
  p = f32[2] parameter(0)
  n = f32[2] negate(p)
  ROOT a = f32[2] abs(n)
}
ENTRY main {
  x = f32[2] parameter(0)
  k = f32[] constant(4)
  threes = f32[2] broadcast(k), dimensions={}
  q = f32[2] divide(x, threes)
  f = f32[2] fusion(q), kind=kLoop, calls=fused
  e = f32[2] exponential(x)
  ROOT out = f32[2] add(f, e)
}
)";
  EXPECT_EQ(OtherValues(kThirds, kFused), Lines({"n", "*k", "threes", "q", "out"}));
}

TEST(ValueDifference, AllowsRounding) {
  std::string text = kThirds;
  text.replace(text.find("constant(3)"), 11, "constant(0.333333343)");
  text.replace(text.find("divide(x, threes)"), 17, "multiply(x, threes)");
  // 3 * 0.333333343 is 1, and 1 * 0.333333343 is 1 / 3 rounded; the constants differ by far.
  EXPECT_EQ(OtherValues(kThirds, text, 1), Lines({"*k", "threes"}));
  EXPECT_TRUE(ValueDifference(Program::FromText(""), Program::FromText(kThirds), 0).empty());
}

}  // namespace
}  // namespace hlo::api
