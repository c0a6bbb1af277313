// SPDX-License-Identifier: Apache-2.0
// Accepted texts and the modules they become: hlo-text reference, sections 1, 3, 4, 5 and 11.
#include "core/text/reader/module_reader.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "core/text/testing.h"

namespace hlo {
namespace {

using text_testing::Entry;
using text_testing::Faults;
using text_testing::Find;
using text_testing::Valid;

TEST(ReadModule, ReadsHeaderComputationsAndEntry) {
  const auto module = Valid(
      "HloModule scale:, is_scheduled=true, replica_count=4, num_partitions=2\n"
      "f { p = f32[] parameter(0)  ROOT q = f32[] negate(p) }\n"
      "ENTRY %main (x: f32[]) -> f32[] {\n  %x = f32[] parameter(0)\n"
      "  ROOT %y = f32[] call(%x), to_apply=%f\n}, execution_thread=\"side\"\n");
  EXPECT_EQ(module->name, "scale");
  EXPECT_TRUE(module->header.is_scheduled);
  EXPECT_EQ(module->header.replica_count, 4);
  EXPECT_EQ(module->header.num_partitions, 2);
  ASSERT_EQ(module->computations.size(), 2u);
  EXPECT_EQ(module->entry->name, "main");
  EXPECT_EQ(module->entry->execution_thread, "side");
  EXPECT_EQ(module->entry->root->name, "y");
  EXPECT_EQ(module->entry->root->attributes.Called(Attr::to_apply), module->computations[0].get());
}

TEST(ReadModule, TreatsAnEmptyThreadNameAsTheMainThread) {
  const auto module =
      Valid("HloModule m\nENTRY e {\n  ROOT x = f32[] parameter(0)\n}, execution_thread=\"\"\n");
  EXPECT_EQ(module->entry->execution_thread, "main");
}

TEST(ReadModule, ReadsAllHeaderAttributes) {
  const auto module = Valid(
      "HloModule m, input_output_alias={ {0}: (1, {0}, must-alias), {1}: (0, {}) }, "
      "buffer_donor={ (1, {0}) }, alias_passthrough_params=true, "
      "entry_computation_layout={(f32[2]{0}, (f32[2]{0}))->(f32[2]{0}, f32[2]{0})}, "
      "allow_spmd_sharding_propagation_to_parameters={true,false}, "
      "allow_spmd_sharding_propagation_to_output=true, frontend_attributes={a=\"b\",c={d}}, "
      "origin_recovery_table={\n  {\"old\"} : {\"new\"}, \"text }\"\n}\n"
      "ENTRY e {\n  a = f32[2] parameter(0)\n  b = (f32[2]) parameter(1)\n"
      "  ROOT t = tuple(a, a)\n}\n");
  const ModuleHeader& header = module->header;
  ASSERT_EQ(header.input_output_alias.size(), 2u);
  EXPECT_TRUE(header.input_output_alias[0].must_alias);
  EXPECT_EQ(header.input_output_alias[0].parameter_index, (Dims{0}));
  EXPECT_FALSE(header.input_output_alias[1].must_alias);
  ASSERT_EQ(header.buffer_donors.size(), 1u);
  EXPECT_TRUE(header.alias_passthrough_params);
  EXPECT_EQ(header.entry_layout->parameters.size(), 2u);
  EXPECT_EQ(header.spmd_propagation_to_parameters, (std::vector<bool>{true, false}));
  EXPECT_EQ(header.spmd_propagation_to_output, (std::vector<bool>{true}));
  ASSERT_EQ(header.frontend_attributes.entries.size(), 2u);
  EXPECT_EQ(header.frontend_attributes.entries[1].second, "{d}");
  EXPECT_EQ(header.origin_recovery_table, "{\n  {\"old\"} : {\"new\"}, \"text }\"\n}");
}

TEST(ReadModule, ReadsRealisticDumps) {
  const auto old = Valid(text_testing::ReadFile("core/text/testdata/old_dump.hlo"));
  EXPECT_EQ(old->name, "cluster_4");
  EXPECT_EQ(old->entry->name, "cluster_4.30");
  const auto optimized = Valid(text_testing::ReadFile("core/text/testdata/optimized.hlo"));
  ASSERT_EQ(optimized->header.frame_tables.size(), 4u);
  EXPECT_EQ(optimized->header.frame_tables[0].lines[1].second, "\"lib/optim.py\"");
  const Instruction& copy = Find(*optimized, "copy.1");
  EXPECT_EQ(copy.shape->layout.memory_space, 1);
  const auto* before = copy.attributes.Get<std::vector<Instruction*>>(Attr::control_predecessors);
  ASSERT_NE(before, nullptr);
  EXPECT_EQ(before->at(0)->name, "p1");
}

TEST(ReadModule, DoesNotRequireAHeader) {
  EXPECT_EQ(Valid(Entry("x = f32[] parameter(0)"))->name, "module_e");
  EXPECT_EQ(Valid("f (x: f32[]) -> f32[] {\n  x = f32[] parameter(0)\n}\n")->name, "module_f");
}

TEST(ReadModule, TheLastComputationAndInstructionAreTheDefaults) {
  const auto module = Valid(
      "f {\n  a = f32[] parameter(0)\n}\ng {\n  b = f32[] parameter(0)\n  c = f32[] "
      "negate(b)\n}\n");
  EXPECT_EQ(module->entry->name, "g");
  EXPECT_EQ(module->entry->root->name, "c");
}

TEST(ReadModule, TheRootNeedNotBeLast) {
  const auto module =
      Valid(Entry("a = f32[] parameter(0)\nROOT b = f32[] negate(a)\nc = f32[] abs(a)"));
  EXPECT_EQ(module->entry->root->name, "b");
}

TEST(ReadModule, NamesAreScopedToTheirComputation) {
  Valid(
      "x {\n  x = f32[] parameter(0)\n}\nENTRY e {\n  x = f32[] parameter(0)\n"
      "  ROOT y = f32[] call(%x), to_apply=x\n}\n");
}

TEST(ReadModule, ParametersMayComeInAnyOrder) {
  const auto module =
      Valid(Entry("b = s32[] parameter(1)\na = f32[] parameter(0)\nROOT t = tuple(b, a)"));
  ASSERT_EQ(module->entry->parameters.size(), 2u);
  EXPECT_EQ(module->entry->parameters[0]->name, "a");
}

TEST(ReadModule, ReservedWordsAreNamesAfterAPercentSign) {
  Valid(Entry("%f32 = f32[] parameter(0)\nROOT %true = f32[] negate(%f32)"));
}

// Worked example 10.3.
TEST(ReadModule, NestedOperandsBecomeInstructions) {
  const auto module = Valid(Entry("ROOT s = add(f32[] parameter(0), f32[] parameter(1))"));
  const Instruction& sum = *module->entry->root;
  ASSERT_EQ(module->entry->instructions.size(), 3u);
  EXPECT_EQ(sum.operands[0]->name, "parameter.anon");
  EXPECT_EQ(sum.operands[1]->name, "parameter.anon.1");
  EXPECT_EQ(sum.index, 2);
}

// Worked example 10.6.
TEST(ReadModule, InlineComputationsGetANameAndPrecedeTheirUser) {
  const std::string inline_sum =
      "{\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT s = f32[] add(a, b)\n}";
  const auto module = Valid(
      Entry("v = f32[4] parameter(0)\nz = f32[] constant(0)\n"
            "r = f32[] reduce(v, z), dimensions={0}, to_apply=" +
            inline_sum + "\nq = f32[] reduce(v, z), to_apply=" + inline_sum + ", dimensions={0}"));
  ASSERT_EQ(module->computations.size(), 3u);
  EXPECT_EQ(module->computations[0]->name, "reduce_computation");
  EXPECT_EQ(module->computations[1]->name, "reduce_computation.1");
  EXPECT_EQ(module->computations[2].get(), module->entry);
}

TEST(ReadModule, InferredShapesGetALayout) {
  const auto module =
      Valid(Entry("x = f32[2,3]{0,1} parameter(0)\nn = negate(x)\nc = compare(n, n), direction=EQ\n"
                  "t = tuple(x, n)\ng = get-tuple-element(t), index=1\n"
                  "u = transpose(x), dimensions={1,0}\nROOT r = tuple(c, g, u)"));
  EXPECT_EQ(ShapeText(*Find(*module, "n").shape), "f32[2,3]{0,1}");
  EXPECT_EQ(ShapeText(*Find(*module, "c").shape), "pred[2,3]{0,1}");
  EXPECT_EQ(ShapeText(*Find(*module, "g").shape), "f32[2,3]{0,1}");
  EXPECT_EQ(ShapeText(*Find(*module, "u").shape), "f32[3,2]{1,0}");
}

TEST(ReadModule, AWrittenLayoutOverridesTheInferredOne) {
  const auto module = Valid(Entry("x = f32[2,3] parameter(0)\nROOT n = f32[2,3]{0,1} negate(x)"));
  EXPECT_EQ(ShapeText(*module->entry->root->shape), "f32[2,3]{0,1}");
}

TEST(ReadModule, OperandShapesMayDifferInLayout) {
  Valid(Entry("x = f32[2,3]{1,0} parameter(0)\nROOT n = negate(f32[2,3]{0,1:T(2,2)} x)"));
}

TEST(ReadModule, BroadcastsOfScalarsNeedNoDimensions) {
  Valid(Entry("k = f32[] constant(2.5)\nROOT b = f32[2,3] broadcast(k)"));
}

TEST(ReadModule, SpansCoverTheText) {
  const std::string text = Entry("%x = f32[2] parameter(0)\nROOT %y = f32[2] negate(f32[2] %x)");
  const auto module = Valid(text);
  const InstructionSpans& spans = module->entry->root->spans;
  const auto at = [&](SourceSpan span) { return text.substr(span.begin, span.end - span.begin); };
  EXPECT_EQ(at(spans.whole), "ROOT %y = f32[2] negate(f32[2] %x)");
  EXPECT_EQ(at(spans.name), "%y");
  EXPECT_EQ(at(spans.shape), "f32[2]");
  EXPECT_EQ(at(spans.opcode), "negate");
  EXPECT_EQ(at(spans.operands[0]), "%x");
}

TEST(ReadModule, AComputationCannotCallItself) {
  EXPECT_EQ(Faults(Entry("x = f32[] parameter(0)\nROOT y = f32[] call(x), to_apply=e")),
            "3:25 call.C3");
}

// ---- async shorthand, 5.3 ----

TEST(AsyncShorthand, WrapsTheOpInAComputation) {
  const auto module = Valid(
      Entry("p = f32[4] parameter(0)\n"
            "s = ((f32[4]), f32[4], u32[]) negate-start(p), async_execution_thread=\"side\", "
            "metadata={op_name=\"n\"}\n"
            "u = ((f32[4]), f32[4], u32[]) negate-update(s)\nROOT d = f32[4] negate-done(u)"));
  const Instruction& start = Find(*module, "s");
  EXPECT_EQ(start.op->name, "async-start");
  const Computation* wrapped = start.attributes.Called(Attr::calls);
  ASSERT_NE(wrapped, nullptr);
  EXPECT_EQ(wrapped->root->op->name, "negate");
  EXPECT_EQ(wrapped->execution_thread, "side");
  EXPECT_TRUE(wrapped->root->attributes.Has(Attr::metadata));
  EXPECT_TRUE(start.attributes.Has(Attr::metadata));
  EXPECT_EQ(module->computations.back().get(), module->entry);
  EXPECT_EQ(Find(*module, "d").op->name, "async-done");
}

// The form in which compilers write fusions that run on another thread.
TEST(AsyncShorthand, AFusionKeepsItsCalledComputation) {
  const auto module = Valid("f {\n  q = f32[4] parameter(0)\n  ROOT n = f32[4] negate(q)\n}\n" +
                            Entry("p = f32[4] parameter(0)\n"
                                  "s = ((f32[4]), f32[4]) fusion-start(p), kind=kLoop, calls=f\n"
                                  "ROOT d = f32[4] fusion-done(s)"));
  const Computation* wrapped = Find(*module, "s").attributes.Called(Attr::calls);
  ASSERT_NE(wrapped, nullptr);
  EXPECT_EQ(wrapped->root->op->name, "fusion");
  ASSERT_NE(wrapped->root->attributes.Called(Attr::calls), nullptr);
  EXPECT_EQ(wrapped->root->attributes.Called(Attr::calls)->name, "f");
}

TEST(AsyncShorthand, TheStartOfAnotherOpHasNoCalls) {
  EXPECT_EQ(Faults("f {\n  q = f32[4] parameter(0)\n  ROOT n = f32[4] negate(q)\n}\n" +
                   Entry("p = f32[4] parameter(0)\n"
                         "s = ((f32[4]), f32[4]) negate-start(p), calls=f\n"
                         "ROOT d = f32[4] negate-done(s)")),
            "7:41 P04");
}

TEST(AsyncShorthand, TheOpsOfAChainMustAgree) {
  const std::string start =
      "p = f32[4] parameter(0)\ns = ((f32[4]), f32[4], u32[]) negate-start(p)\n";
  EXPECT_EQ(Faults(Entry(start + "ROOT d = f32[4] abs-done(s)")), "4:17 V02");
  EXPECT_EQ(Faults(Entry(start + "ROOT d = f32[4] negate-done(p)")), "4:17 async-done.C1");
  EXPECT_EQ(Faults(Entry("p = f32[4] parameter(0)\ns = (f32[4], f32[4]) negate-start(p)")),
            "3:5 S05");
  EXPECT_EQ(Faults(Entry("p = f32[4] parameter(0)\ns = ((f32[4]), f32[3]) negate-start(p)")),
            "3:5 S05");
}

// The programs of the page, and the dumps among the test data, must parse without errors.
TEST(ReadModule, ReadsTheExamplesOfThePage) {
  for (const char* name : {"02_softmax", "03_layer_norm", "04_argmax", "05_while", "06_conditional",
                           "07_fusion", "08_expansion", "09_packed"}) {
    const std::string path = std::string("web/src/examples/") + name + ".hlo";
    if (!std::ifstream(path).good()) continue;
    const ParsedModule parsed = ParseModule(text_testing::ReadFile(path));
    EXPECT_TRUE(parsed.ok()) << path << ": "
                             << (parsed.diagnostics.empty() ? "" : parsed.diagnostics[0].message);
  }
}

TEST(ReadHeader, NamesTouchTheirEqualSign) {
  EXPECT_EQ(Faults("HloModule m, is_scheduled =true\nENTRY e {\n  x = f32[] parameter(0)\n}\n"),
            "1:27 P01");
}

TEST(ReadHeader, ChecksPropagationFlagsAgainstTheLeaves) {
  const auto faults = [](const std::string& attribute) {
    return Faults("HloModule m, allow_spmd_sharding_propagation_to_" + attribute +
                  "\nENTRY e {\n  x = (f32[], (f32[], s32[])) parameter(0)\n"
                  "  ROOT y = f32[] parameter(1)\n}\n");
  };
  for (const char* good : {"output=true", "output={true}", "parameters={true,false}",
                           "parameters={true,false,true,true}"}) {
    EXPECT_EQ(faults(good), "") << good;
  }
  EXPECT_EQ(faults("output={true,true}"), "1:14 V05");
  EXPECT_EQ(faults("parameters={true,true,true}"), "1:14 V05");
}

TEST(ReadHeader, ReadsTheFieldsOfFrameTables) {
  const auto faults = [](const std::string& tables) {
    return Faults("HloModule m\n" + tables + "\nENTRY e {\n  x = f32[] parameter(0)\n}\n");
  };
  EXPECT_EQ(faults("FileNames\n1 \"a.py\"\nFunctionNames\n1 \"f\"\nFileLocations\n"
                   "1 {file_name_id=1 function_name_id=1 line=2 end_line=3 column=4 end_column=5}\n"
                   "StackFrames\n1 {file_location_id=1 parent_frame_id=1}\n2 {}"),
            "");
  EXPECT_EQ(faults("StackFrames\n1 {bogus=1}"), "3:4 P04");
  EXPECT_EQ(faults("StackFrames\n1 {a}"), "3:4 P04");
  EXPECT_EQ(faults("StackFrames\n5 \"zz\""), "3:3 P12");
  EXPECT_EQ(faults("FileNames\n1 {a=1}"), "3:3 P12");
  EXPECT_EQ(faults("FileNames\n1 \"a\"\n1 \"b\""), "4:1 P05");
  EXPECT_EQ(faults("FileLocations\n1 {line=x}"), "3:9 P12");
}

TEST(ReadAsync, TheThreadMustBeThatOfTheComputation) {
  const auto faults = [](const std::string& thread, const std::string& attribute) {
    return Faults("HloModule m\nw {\n  p = f32[4] parameter(0)\n  ROOT n = f32[4] negate(p)\n}" +
                  thread +
                  "\nENTRY e {\n  x = f32[4] parameter(0)\n"
                  "  s = ((f32[4]), f32[4]) async-start(x), calls=w" +
                  attribute + "\n  ROOT d = f32[4] async-done(s)\n}\n");
  };
  EXPECT_EQ(faults(", execution_thread=\"foo\"", ""), "");
  EXPECT_EQ(faults(", execution_thread=\"foo\"", ", async_execution_thread=\"foo\""), "");
  EXPECT_EQ(faults("", ", async_execution_thread=\"bar\""), "");
  EXPECT_EQ(faults(", execution_thread=\"foo\"", ", async_execution_thread=\"bar\""), "8:51 V01");
}

TEST(ReadModule, ManyParametersMayComeInAnyOrder) {
  constexpr int kCount = 10'000;
  std::string text = "ENTRY e {\n";
  const auto add = [&](int number) {
    const std::string name = std::to_string(number);
    text += "  p" + name + " = s32[] parameter(" + name + ")\n";
  };
  for (int number = kCount - 1; number >= 0; --number) add(number * 7919 % kCount);
  text += "  ROOT r = s32[] negate(p42)\n}\n";
  const ParsedModule parsed = ParseModule(text);
  ASSERT_TRUE(parsed.ok());
  const auto& parameters = parsed.module->entry->parameters;
  ASSERT_EQ(parameters.size(), static_cast<size_t>(kCount));
  for (int number = 0; number < kCount; ++number) {
    EXPECT_EQ(parameters[static_cast<size_t>(number)]->name, "p" + std::to_string(number));
  }
}

TEST(ReadModule, RejectsAParameterNumberFarBeyondTheOthers) {
  const ParsedModule parsed = ParseModule("ENTRY e {\n  ROOT p = s32[] parameter(1000000000)\n}\n");
  ASSERT_EQ(parsed.diagnostics.size(), 1u);
  EXPECT_EQ(parsed.diagnostics[0].code, "N08");
}

}  // namespace
}  // namespace hlo
