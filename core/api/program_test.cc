// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "hlo/builder.h"
#include "hlo/hlo.h"

namespace hlo::api {
namespace {

constexpr char kScale[] = R"(HloModule scale
ENTRY e {
  x = f32[3] parameter(0)
  k = f32[] constant(2)
  kb = f32[3] broadcast(k), dimensions={}
  ROOT y = f32[3] multiply(x, kb)
}
)";

TEST(ApiProgram, RunsWithArgumentsFromJson) {
  Program program = Program::FromText(kScale);
  ASSERT_TRUE(program.ok());
  Result<std::vector<std::vector<Value>>> arguments =
      ParseArguments(R"([{"shape":"f32[3]","data":[1,-0.0,"inf"]}])");
  ASSERT_TRUE(arguments.ok()) << arguments.error().message;
  const RunOutcome outcome = program.Run(arguments.value());
  ASSERT_TRUE(outcome.ok) << outcome.error.message;
  EXPECT_EQ(outcome.results[0].Json(), R"({"shape":"f32[3]{0}","data":[2,-0.0,"inf"]})");
}

TEST(ApiProgram, RunsAModuleThatABuilderMade) {
  builder::Builder b("scale");
  const builder::Value x = builder::Parameter(b, 0, Shape::Array(ElementType::kF32, {2}), "x");
  builder::Add(x, x);
  Program program = Program::FromModule(b.Build());
  ASSERT_TRUE(program.ok());
  EXPECT_EQ(program.source(), "");
  const Result<Value> argument = ParseValue(R"({"shape":"f32[2]","data":[1,-3]})");
  RunOptions options;
  options.keep_values = true;
  const RunOutcome outcome = program.Run({{argument.value()}}, options);
  ASSERT_TRUE(outcome.ok) << outcome.error.message;
  EXPECT_EQ(outcome.results[0].Json(), R"({"shape":"f32[2]{0}","data":[2,-6]})");
  EXPECT_EQ(program.ValueOf(1).executions, 1);
  EXPECT_EQ(Program::FromText(program.Print("hlo")).Print("hlo"), program.Print("hlo"));
}

// "V04: ..." of each diagnostic.
std::vector<std::string> Messages(const Program& program) {
  std::vector<std::string> messages;
  for (const Diagnostic& diagnostic : program.diagnostics()) {
    messages.push_back(diagnostic.code + ": " + diagnostic.message);
  }
  return messages;
}

TEST(ApiProgram, ReportsErrorsOfAModuleInItsJson) {
  const Program program = Program::FromText(
      "{\"computations\": [{\"name\": \"e\", \"instructions\": [\n"
      "{\"name\": \"x\", \"opcode\": \"parameter\", \"shape\": \"f32[2]\"},\n"
      "{\"name\": \"y\", \"opcode\": \"add\", \"operands\": [\"x\", \"z\"]}]}]}");
  EXPECT_EQ(program.hlo_text(),
            "HloModule module\n%e {\n  %x = f32[2] parameter(0)\n  %y =  add(%x, %z)\n}\n");
  ASSERT_EQ(program.diagnostics().size(), 1u);
  const Diagnostic& diagnostic = program.diagnostics()[0];
  EXPECT_EQ(diagnostic.code, "N01");
  EXPECT_EQ(diagnostic.line, 3);
  EXPECT_EQ(program.source().substr(diagnostic.span.begin, 3), "\"z\"");
  const std::string outline = program.OutlineJson();
  const size_t x = program.source().find("\"x\"");
  const std::string span = "[" + std::to_string(x) + "," + std::to_string(x + 3) + "]";
  EXPECT_NE(outline.find("\"nameSpan\":" + span), std::string::npos) << outline;
}

TEST(ApiProgram, VerifiesAModuleAsItsText) {
  builder::Builder b("sends");
  const builder::Value x = builder::Parameter(b, 0, Shape::Array(ElementType::kF32, {2}), "x");
  for (int64_t channel : {1, 2, 3}) builder::Send(x, channel);
  const Program program = Program::FromModule(b.Build(x));
  EXPECT_FALSE(program.ok());
  EXPECT_EQ(Messages(program).size(), 3u);
  EXPECT_EQ(program.diagnostics()[0].code, "send.C3");
  EXPECT_EQ(program.diagnostics()[0].line, 0);
  const Program text = Program::FromText(program.Print("hlo"));
  EXPECT_EQ(Messages(program), Messages(text));
  EXPECT_GT(text.diagnostics()[0].line, 0);
}

// The counts of devices are known only when the module is whole.
TEST(ApiProgram, HoldsTheGroupsOfAModuleAgainstItsDevices) {
  builder::Builder b("groups");
  b.SetDevices(2, 1);
  const builder::Value x = builder::Parameter(b, 0, Shape::Array(ElementType::kF32, {2}), "x");
  const Shape gathered = Shape::Array(ElementType::kF32, {4});
  ReplicaGroups groups;
  groups.lists = {{0, 1}, {2, 3}};
  for (int i = 0; i < 3; ++i) {
    const builder::NamedAttributes attributes = {{Attr::replica_groups, groups},
                                                 {Attr::dimensions, std::vector<int64_t>{0}}};
    b.Add(Opcode::kAllGather, {x}, attributes, &gathered);
  }
  const Program program = Program::FromModule(b.Build());
  EXPECT_EQ(Messages(program).size(), 3u);
  EXPECT_EQ(Messages(program), Messages(Program::FromText(program.Print("hlo"))));
}

TEST(ApiProgram, GivesTheErrorOfABuilderWithoutAPlace) {
  builder::Builder b("empty");
  const Program program = Program::FromModule(b.Build());
  EXPECT_FALSE(program.ok());
  ASSERT_EQ(program.diagnostics().size(), 1u);
  EXPECT_EQ(program.diagnostics()[0].code, "N09");
  EXPECT_EQ(program.diagnostics()[0].line, 0);
  EXPECT_EQ(Program::FromModule(ModulePtr()).diagnostics()[0].code, "N09");
}

TEST(ApiProgram, ReadsItsJsonFormAndRefusesTextThere) {
  const Program program = Program::FromText(kScale);
  EXPECT_EQ(Program::FromJson(program.Print("json")).Print("hlo"), program.Print("hlo"));
  EXPECT_FALSE(Program::FromJson(kScale).ok());
}

TEST(ApiProgram, LeavesResultsThatOutliveIt) {
  Value result;
  {
    Program program = Program::FromText(kScale);
    result = program.Run({{program.MakeArgument(0, "iota", 0).value()}}, {}).results[0];
  }
  EXPECT_EQ(result.Json(), R"({"shape":"f32[3]{0}","data":[0,2,4]})");
}

TEST(ApiProgram, KeepsTheValueOfEveryInstruction) {
  Program program = Program::FromText(kScale);
  RunOptions options;
  options.keep_values = true;
  ASSERT_TRUE(program.Run({{program.MakeArgument(0, "iota", 0).value()}}, options).ok);
  const KeptValue broadcast = program.ValueOf(2);
  EXPECT_EQ(broadcast.executions, 1);
  EXPECT_EQ(broadcast.value.ElementTexts({}, 0, 9), (std::vector<std::string>{"2", "2", "2"}));
  EXPECT_EQ(program.ValueOf(3).value.ElementNumbers({}, 1, 2), (std::vector<double>{2, 4}));
  EXPECT_EQ(program.ValueOf(99).executions, 0);
}

TEST(ApiProgram, KeepsTheValuesOfTheFirstDevices) {
  Program program = Program::FromText(
      "HloModule m, replica_count=3\nENTRY e { r = u32[] replica-id() ROOT s = u32[] add(r, r) }");
  RunOptions options;
  options.keep_values = true;
  options.keep_devices = 2;
  ASSERT_TRUE(program.Run({}, options).ok);
  EXPECT_EQ(program.ValueOf(1).value.ElementTexts({}, 0, 1), (std::vector<std::string>{"0"}));
  EXPECT_EQ(program.ValueOf(1, 1).value.ElementTexts({}, 0, 1), (std::vector<std::string>{"2"}));
  EXPECT_FALSE(program.ValueOf(1, 2).kept);
  EXPECT_FALSE(program.ValueOf(1, -1).kept);
}

TEST(ApiProgram, FillsArgumentsAlikeOnEveryTarget) {
  const Program program = Program::FromText("ENTRY e { ROOT x = f32[2] parameter(0) }");
  // SplitMix64 of seed 7, its top 24 bits as multiples of 2^-23 minus 1, worked out in Python.
  EXPECT_EQ(program.MakeArgument(0, "random", 7).value().ElementNumbers({}, 0, 2),
            (std::vector<double>{-0.22034060955047607, -0.966423511505127}));
  EXPECT_FALSE(program.MakeArgument(0, "noise", 7).ok());
  EXPECT_FALSE(program.MakeArgument(1, "iota", 7).ok());
}

TEST(ApiProgram, TakesArgumentsAsBytes) {
  const Program program = Program::FromText(
      "ENTRY e { x = s16[2] parameter(0) p = pred[2] parameter(1) ROOT t = (s16[2], pred[2]) "
      "tuple(x, p) }");
  const std::vector<uint8_t> bytes = {0x01, 0x02, 0xFE, 0xFF};  // little-endian 0x0201, -2
  EXPECT_EQ(program.ArgumentFromBytes(0, bytes).value().ElementNumbers({}, 0, 2),
            (std::vector<double>{0x0201, -2}));
  EXPECT_EQ(program.ArgumentFromBytes(0, std::span(bytes).first(3)).error().message,
            "a value of s16[2] must have 4 bytes, got 3");
  EXPECT_FALSE(program.ArgumentFromBytes(1, std::span(bytes).first(2)).ok());
  EXPECT_FALSE(program.ArgumentFromBytes(2, bytes).ok());
}

TEST(ApiProgram, RefusesToMakeUpGiantArguments) {
  const Program program = Program::FromText("ENTRY e { ROOT x = f32[1000000000] parameter(0) }");
  const Result<Value> made = program.MakeArgument(0, "iota", 0);
  ASSERT_FALSE(made.ok());
  EXPECT_NE(made.error().message.find("has 4000000000"), std::string::npos);
}

TEST(ApiProgram, SaysWhereItFailedAndShowsTheLine) {
  const std::string text = "ENTRY e {\n\tROOT y = f32[3] multipy(x)\n}\n";
  const Program program = Program::FromText(text);
  ASSERT_EQ(program.diagnostics().size(), 1u);
  const Diagnostic& diagnostic = program.diagnostics()[0];
  EXPECT_EQ(diagnostic.code, "P02");
  EXPECT_EQ(diagnostic.line, 2);
  EXPECT_EQ(diagnostic.column, 18);
  EXPECT_EQ(diagnostic.span.end - diagnostic.span.begin, 7u);
  const std::string shown = DiagnosticText(diagnostic, text, "a.hlo");
  EXPECT_EQ(shown.find("a.hlo:2:18: error: unknown opcode 'multipy'"), 0u) << shown;
  EXPECT_NE(shown.find("\n\tROOT y = f32[3] multipy(x)\n\t                ^~~~~~~\n"),
            std::string::npos)
      << shown;
}

TEST(ApiProgram, CountsLinesAtEveryKindOfLineEnd) {
  const Program program = Program::FromText("ENTRY e {\r\n\r  ROOT y = f32[3] ?(x)\n}");
  ASSERT_FALSE(program.ok());
  EXPECT_EQ(program.diagnostics()[0].line, 3);
}

TEST(ApiProgram, GivesLeavesOfTuples) {
  Program program = Program::FromText(
      "ENTRY e { a = s32[2] constant({4, 5}) b = pred[] constant(true) "
      "ROOT t = (s32[2], (pred[])) tuple(a, tuple(b)) }");
  const RunOutcome outcome = program.Run({}, {});
  ASSERT_TRUE(outcome.ok) << outcome.error.message;
  const std::vector<Value::Leaf> leaves = outcome.results[0].Leaves();
  ASSERT_EQ(leaves.size(), 2u);
  EXPECT_EQ(leaves[1].path, (std::vector<int64_t>{1, 0}));
  EXPECT_EQ(leaves[1].element_type, "pred");
  const int64_t path[] = {0};
  EXPECT_EQ(outcome.results[0].ElementTexts(path, 1, 5), (std::vector<std::string>{"5"}));
}

TEST(ApiValue, HoldsSumsToABoundThatGrowsWithTheirLength) {
  const Value exact = ParseValue(R"({"shape":"f32[2]","data":[1,-8]})").value();
  const Value near = ParseValue(R"({"shape":"f32[2]","data":[1.0000009,-8.000002]})").value();
  EXPECT_EQ(near.DifferenceOfSum(exact, 4, 0), "");
  EXPECT_NE(near.DifferenceOfSum(exact, 1, 0), "");
  EXPECT_EQ(near.DifferenceOfSum(exact, 1, 100), "");
  EXPECT_NE(near.DifferenceFrom(exact, 0), "");
}

TEST(ApiLayout, AnswersBothWays) {
  const int64_t index[] = {2, 3};
  EXPECT_EQ(LocateIndex("f32[3,5]{1,0:T(2,2)}", index).value().position, 17);
  EXPECT_EQ(LocatePosition("f32[3,5]{1,0:T(2,2)}", 17).value().index, (std::vector<int64_t>{2, 3}));
  EXPECT_TRUE(LocatePosition("f32[3,5]{1,0:T(2,2)}", 9).value().is_padding);
  EXPECT_EQ(PositionsOf("f32[3,5]{1,0:T(2,2)}", 5, 3), (std::vector<double>{2, 3, 6}));
  EXPECT_EQ(ElementsAt("f32[3,5]{1,0:T(2,2)}", 8, 3), (std::vector<double>{4, -1, 9}));
  EXPECT_FALSE(LocatePosition("f32[3,5]", 15).ok());
  EXPECT_FALSE(LocateIndex("(f32[3])", index).ok());
  EXPECT_EQ(PositionsOf("f32[4]", 3, INT64_MAX), (std::vector<double>{3}));
  EXPECT_EQ(ElementsAt("f32[4]", 3, INT64_MAX), (std::vector<double>{3}));
  EXPECT_TRUE(PositionsOf("f32[4]", INT64_MAX, INT64_MAX).empty());
  EXPECT_TRUE(PositionsOf("f32[3", 0, 3).empty());
}

TEST(ApiTables, ListEveryOpAndCode) {
  EXPECT_NE(OpsJson().find(R"({"name":"pad","family":"movement")"), std::string::npos);
  EXPECT_NE(DiagnosticCodesJson().find(R"({"code":"P02","phase":"parse")"), std::string::npos);
}

}  // namespace
}  // namespace hlo::api
