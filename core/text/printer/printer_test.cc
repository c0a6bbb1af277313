// SPDX-License-Identifier: Apache-2.0
// The printer on modules built by hand, independent of the parser. Expected texts: the worked
// examples of the hlo-text reference, section 10, and its section 8.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/literal/testing.h"
#include "core/text/printer/module_testing.h"
#include "core/text/text.h"

namespace hlo {
namespace {

using literal_testing::ShapeOf;
using text_testing::ModuleBuilder;

TEST(PrintModule, WritesTheFirstWorkedExample) {
  ModuleBuilder m("scale");
  m.Begin("main");
  Instruction* x = m.Parameter(0, "x", "f32[2,3]");
  Instruction* k = m.Constant("k", R"({"shape":"f32[]","data":2.5})");
  Instruction* kb = m.Add("kb", "f32[2,3]", "broadcast", {k});
  m.Add("y", "f32[2,3]", "multiply", {x, kb});
  EXPECT_EQ(PrintModule(m.Finish()),
            "HloModule scale, entry_computation_layout={(f32[2,3]{1,0})->f32[2,3]{1,0}}\n"
            "\n"
            "ENTRY %main (x: f32[2,3]) -> f32[2,3] {\n"
            "  %x = f32[2,3]{1,0} parameter(0)\n"
            "  %k = f32[] constant(2.5)\n"
            "  %kb = f32[2,3]{1,0} broadcast(%k), dimensions={}\n"
            "  ROOT %y = f32[2,3]{1,0} multiply(%x, %kb)\n"
            "}\n"
            "\n");
}

TEST(PrintModule, WritesLongAndShortForms) {
  ModuleBuilder m("modes");
  m.Begin("main");
  Instruction* x = m.Parameter(0, "x", "f32[2]");
  Instruction* y = m.Add("y", "f32[2]", "add", {x, x});
  y->attributes.Set(Attr::control_predecessors, std::vector<Instruction*>{x});
  y->attributes.Set(Attr::metadata, Metadata{{"op_name", "\"a\""}});
  y->attributes.Set(Attr::backend_config, Config{"{\"a\": 1}", true});
  y->attributes.Set(Attr::sharding, RawText{"{replicated}"});
  m.Finish();
  EXPECT_EQ(PrintInstruction(*y, PrintMode::kLong),
            "ROOT %y = f32[2]{0} add(f32[2]{0} %x, f32[2]{0} %x), sharding={replicated}, "
            "control-predecessors={%x}, metadata={op_name=\"a\"}, backend_config={\"a\": 1}");
  EXPECT_EQ(PrintModule(m.module(), PrintMode::kShort),
            "HloModule modes, entry_computation_layout={(f32[2]{0})->f32[2]{0}}\n"
            "\n"
            "ENTRY main {\n"
            "  x = f32[2]{0} parameter(0)\n"
            "  ROOT y = f32[2]{0} add(x, x), sharding={replicated}\n"
            "}\n"
            "\n");
}

TEST(PrintModule, WritesHeaderAttributesInOrder) {
  ModuleBuilder m("h");
  m.Begin("e");
  m.Parameter(0, "p", "(f32[1], f32[1])");
  ModuleHeader& header = m.module().header;
  header.is_scheduled = true;
  header.input_output_alias = {{{0}, 0, {1}, true}, {{1}, 0, {0}, false}};
  header.buffer_donors = {{0, {1}}};
  header.alias_passthrough_params = true;
  header.entry_layout = EntryLayout{{ShapeOf("f32[2,2]{0,1}"), ShapeOf("f32[]")}, ShapeOf("()")};
  header.spmd_propagation_to_parameters = {true, false};
  header.spmd_propagation_to_output = {true};
  header.replica_count = 2;
  header.num_partitions = 3;
  header.frontend_attributes.entries = {{"z", "{1}"}, {"a", "x\"y"}};
  header.origin_recovery_table = "{\n}";
  header.frame_tables = {{"FileNames", {{1, "\"a.py\""}}},
                         {"StackFrames", {{1, "{x=1}"}, {2, "{}"}}}};
  const std::string text = PrintModule(m.Finish());
  EXPECT_EQ(text.substr(0, text.find("ENTRY")),
            "HloModule h, is_scheduled=true, "
            "input_output_alias={ {0}: (0, {1}, must-alias), {1}: (0, {0}, may-alias) }, "
            "buffer_donor={ (0, {1}) }, alias_passthrough_params=true, "
            "entry_computation_layout={(f32[2,2]{0,1}, f32[])->()}, "
            "allow_spmd_sharding_propagation_to_parameters={true,false}, "
            "allow_spmd_sharding_propagation_to_output={true}, replica_count=2, num_partitions=3, "
            "frontend_attributes={a=\"x\\\"y\",z={1}}, origin_recovery_table={\n}\n"
            "\nFileNames\n1 \"a.py\"\n\nStackFrames\n1 {x=1}\n2 {}\n\n");
}

TEST(PrintModule, OmitsPartsAsRequested) {
  ModuleBuilder m("parts");
  m.module().header.frame_tables = {{"FileNames", {{1, "\"a.py\""}}}};
  m.Begin("main");
  Instruction* x = m.Parameter(0, "x", "f32[2,3]{0,1:T(2,2)}");
  Instruction* y = m.Add("y", "f32[2,3]{0,1:T(2,2)}", "add", {x, x});
  y->attributes.Set(Attr::control_predecessors, std::vector<Instruction*>{x});
  y->attributes.Set(Attr::metadata, Metadata{{"op_name", "\"a\""}});
  m.Finish();
  const auto text = [&](bool PrintOptions::*part) {
    PrintOptions options;
    options.*part = false;
    return PrintModule(m.module(), options);
  };
  EXPECT_EQ(text(&PrintOptions::percent),
            "HloModule parts, entry_computation_layout="
            "{(f32[2,3]{0,1:T(2,2)})->f32[2,3]{0,1:T(2,2)}}\n\nFileNames\n1 \"a.py\"\n\n"
            "ENTRY main (x: f32[2,3]) -> f32[2,3] {\n"
            "  x = f32[2,3]{0,1:T(2,2)} parameter(0)\n"
            "  ROOT y = f32[2,3]{0,1:T(2,2)} add(x, x), control-predecessors={x}, "
            "metadata={op_name=\"a\"}\n}\n\n");
  EXPECT_EQ(text(&PrintOptions::metadata),
            "HloModule parts, entry_computation_layout="
            "{(f32[2,3]{0,1:T(2,2)})->f32[2,3]{0,1:T(2,2)}}\n\n"
            "ENTRY %main (x: f32[2,3]) -> f32[2,3] {\n"
            "  %x = f32[2,3]{0,1:T(2,2)} parameter(0)\n"
            "  ROOT %y = f32[2,3]{0,1:T(2,2)} add(%x, %x), control-predecessors={%x}\n}\n\n");
  EXPECT_EQ(text(&PrintOptions::layouts),
            "HloModule parts, entry_computation_layout={(f32[2,3])->f32[2,3]}\n"
            "\nFileNames\n1 \"a.py\"\n\n"
            "ENTRY %main (x: f32[2,3]) -> f32[2,3] {\n"
            "  %x = f32[2,3] parameter(0)\n"
            "  ROOT %y = f32[2,3] add(%x, %x), control-predecessors={%x}, "
            "metadata={op_name=\"a\"}\n}\n\n");
}

// hlo-text reference 8.6: more than 10 elements, and tuples.
TEST(PrintModule, ElidesLargeConstantsOnRequest) {
  PrintOptions options;
  options.large_constants = false;
  const auto shown = [&](const std::string& shape, const std::string& value) {
    const ParsedModule parsed =
        ParseModule("ENTRY e {\n  ROOT c = " + shape + " constant(" + value + ")\n}\n");
    const std::string text = PrintModule(*parsed.module, options);
    const size_t begin = text.find("constant(") + 9;
    return text.substr(begin, text.find(")\n}") - begin);
  };
  EXPECT_EQ(shown("s8[10]", "{1,2,3,4,5,6,7,8,9,10}"), "{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}");
  EXPECT_EQ(shown("s8[11]", "{1,2,3,4,5,6,7,8,9,10,11}"), "{...}");
  EXPECT_EQ(shown("(s8[], s8[])", "(1, 2)"), "{...}");
  EXPECT_EQ(shown("s8[]", "1"), "1");
}

TEST(PrintInstruction, NumbersEveryFifthOperandAndTupleElement) {
  ModuleBuilder m("many");
  m.Begin("e");
  std::vector<Instruction*> operands;
  for (int i = 0; i < 6; ++i) operands.push_back(m.Parameter(i, "p" + std::to_string(i), "s8[]"));
  Instruction* t = m.Add("t", "(s8[], s8[], s8[], s8[], s8[], s8[])", "tuple", operands);
  m.Finish();
  EXPECT_EQ(PrintInstruction(*t),
            "ROOT %t = (s8[], s8[], s8[], s8[], s8[], /*index=5*/s8[]) "
            "tuple(%p0, %p1, %p2, %p3, %p4, /*index=5*/%p5)");
  EXPECT_EQ(PrintInstruction(*t, PrintMode::kShort),
            "ROOT t = (s8[], s8[], s8[], s8[], s8[], /*index=5*/s8[]) "
            "tuple(p0, p1, p2, p3, p4, p5)");
}

TEST(PrintInstruction, WritesElidedConstantsAsElided) {
  ModuleBuilder m("elided");
  m.Begin("e");
  Instruction* c = m.Add("c", "f32[100]", "constant", {});
  m.Finish();
  EXPECT_EQ(PrintInstruction(*c), "ROOT %c = f32[100]{0} constant({...})");
}

TEST(PrintInstruction, OmitsDefaultsAndOrdersTheRest) {
  ModuleBuilder m("conv");
  m.Begin("e");
  Instruction* i = m.Parameter(0, "i", "f32[1,8,8,3]");
  Instruction* k = m.Parameter(1, "k", "f32[3,3,3,16]");
  Instruction* c = m.Add("c", "f32[1,4,4,16]", "convolution", {i, k});
  c->attributes.Set(Attr::operand_precision, EnumList{{0, 0}});
  c->attributes.Set(Attr::dim_labels, DimLabels{"b01f", "01io", "b01f"});
  c->attributes.Set(Attr::window, Window{{{3, 2, 0, 1, 1, 1, false}, {3, 2, 0, 1, 1, 1, false}}});
  c->attributes.Set(Attr::feature_group_count, int64_t{1});
  c->attributes.Set(Attr::conv_kind, EnumValue{0});
  m.Finish();
  EXPECT_EQ(PrintInstruction(*c),
            "ROOT %c = f32[1,4,4,16]{3,2,1,0} convolution(%i, %k), "
            "window={size=3x3 stride=2x2 pad=0_1x0_1}, dim_labels=b01f_01io->b01f");
  c->attributes.Set(Attr::feature_group_count, int64_t{3});
  c->attributes.Set(Attr::conv_kind, EnumValue{2});
  c->attributes.Set(Attr::operand_precision, EnumList{{1, 0}});
  c->attributes.Set(Attr::window, Window());
  EXPECT_EQ(PrintInstruction(*c),
            "ROOT %c = f32[1,4,4,16]{3,2,1,0} convolution(%i, %k), dim_labels=b01f_01io->b01f, "
            "feature_group_count=3, operand_precision={high,default}, conv_kind=wgrad");
}

TEST(PrintInstruction, WritesTheComparisonTypeOnlyIfItIsNotTheDefault) {
  ModuleBuilder m("cmp");
  m.Begin("e");
  Instruction* f = m.Parameter(0, "f", "f32[]");
  Instruction* u = m.Parameter(1, "u", "u8[]");
  const auto compare = [&](Instruction* operand, int64_t type) {
    Instruction* made = m.Add("c", "pred[]", "compare", {operand, operand});
    made->attributes.Set(Attr::type, EnumValue{type});
    made->attributes.Set(Attr::direction, EnumValue{5});
    const std::string text = PrintInstruction(*made);
    return text.substr(text.find(')') + 1);
  };
  EXPECT_EQ(compare(f, 0), ", direction=LT");
  EXPECT_EQ(compare(f, 1), ", direction=LT, type=TOTALORDER");
  EXPECT_EQ(compare(u, 3), ", direction=LT");
  EXPECT_EQ(compare(u, 2), ", direction=LT, type=SIGNED");
}

TEST(PrintInstruction, WritesImpliedAttributesExplicitly) {
  ModuleBuilder m("implied");
  Computation* f = m.Begin("f");
  m.Parameter(0, "p", "f32[]");
  m.Begin("e");
  Instruction* x = m.Parameter(0, "x", "f32[2,2]");
  Instruction* map = m.Add("map", "f32[2,2]", "map", {x});
  map->attributes.Set(Attr::to_apply, f);
  Instruction* all = m.Add("all", "f32[2,2]", "all-to-all", {x});
  Instruction* top = m.Add("top", "(f32[2,1], s32[2,1])", "topk", {x});
  top->attributes.Set(Attr::k, int64_t{1});
  Instruction* dot = m.Add("dot", "f32[2,2,2,2]", "dot", {x, x});
  const auto tail = [](const Instruction* i) {
    const std::string text = PrintInstruction(*i);
    return text.substr(text.rfind(')') + 1);
  };
  EXPECT_EQ(tail(map), ", dimensions={0,1}, to_apply=%f");
  EXPECT_EQ(tail(all), ", replica_groups={}");
  EXPECT_EQ(tail(top), ", k=1, largest=true");
  EXPECT_EQ(tail(dot), ", lhs_contracting_dims={}, rhs_contracting_dims={}");
}

TEST(PrintInstruction, PutsCalledComputationsAfterTheAttributesOfTheOp) {
  ModuleBuilder m("rw");
  Computation* f = m.Begin("f");
  m.Parameter(0, "p", "f32[]");
  m.Begin("e");
  Instruction* x = m.Parameter(0, "x", "f32[4]");
  Instruction* call = m.Add("c", "f32[4]", "call", {x});
  call->attributes.Set(Attr::is_composite, true);
  call->attributes.Set(Attr::frontend_attributes, TextMap{{{"k", "v"}}});
  call->attributes.Set(Attr::to_apply, f);
  EXPECT_EQ(PrintInstruction(*call),
            "%c = f32[4]{0} call(%x), to_apply=%f, is_composite=true, "
            "frontend_attributes={k=\"v\"}");
  call->attributes.Set(Attr::is_composite, false);
  Attribute unknown;
  unknown.value = UnknownAttribute{"novel", "{ as  written }"};
  call->attributes.mutable_all().push_back(unknown);
  EXPECT_EQ(PrintInstruction(*call),
            "%c = f32[4]{0} call(%x), to_apply=%f, frontend_attributes={k=\"v\"}, "
            "novel={ as  written }");
}

TEST(PrintInstruction, WritesAResultAccuracyInTheCommonOrder) {
  ModuleBuilder m("acc");
  m.Begin("e");
  Instruction* x = m.Parameter(0, "x", "f32[]");
  Instruction* e = m.Add("e", "f32[]", "exponential", {x});
  e->attributes.Set(Attr::result_accuracy, RawText{"{ tolerance = {ulps=2, atol=1, rtol=0.5} }"});
  e->attributes.Set(Attr::frontend_attributes, TextMap{{{"k", "v"}}});
  m.Finish();
  EXPECT_EQ(PrintInstruction(*e),
            "ROOT %e = f32[] exponential(%x), frontend_attributes={k=\"v\"}, "
            "result_accuracy={tolerance={atol=1,rtol=0.5,ulps=2}}");
  e->attributes.Set(Attr::result_accuracy, RawText{"{mode=DEFAULT}"});
  EXPECT_EQ(PrintInstruction(*e), "ROOT %e = f32[] exponential(%x), frontend_attributes={k=\"v\"}");
}

TEST(PrintAsync, WritesTheWrappedInstructionInPlaceOfTheAsyncOp) {
  ModuleBuilder m("async");
  Computation* wrapped = m.Begin("wrapped");
  wrapped->execution_thread = "side";
  Instruction* p = m.Parameter(0, "p", "f32[8]");
  Instruction* call = m.Add("call", "f32[4]", "custom-call", {p});
  call->attributes.Set(Attr::custom_call_target, std::string("foo"));
  m.Begin("e");
  Instruction* x = m.Parameter(0, "x", "f32[8]");
  Instruction* start = m.Add("s", "((f32[8]), f32[4], s32[])", "async-start", {x});
  start->attributes.Set(Attr::calls, wrapped);
  Instruction* update = m.Add("u", "((f32[8]), f32[4], s32[])", "async-update", {start});
  m.Add("d", "f32[4]", "async-done", {update});
  const std::string text = PrintModule(m.Finish());
  EXPECT_EQ(text.substr(text.find("ENTRY")),
            "ENTRY %e (x: f32[8]) -> f32[4] {\n"
            "  %x = f32[8]{0} parameter(0)\n"
            "  %s = ((f32[8]{0}), f32[4]{0}, s32[]) custom-call-start(%x), "
            "async_execution_thread=\"side\", custom_call_target=\"foo\"\n"
            "  %u = ((f32[8]{0}), f32[4]{0}, s32[]) custom-call-update(%s)\n"
            "  ROOT %d = f32[4]{0} custom-call-done(%u)\n"
            "}\n\n");
  EXPECT_EQ(text.find("%wrapped"), std::string::npos);
  // The short form gives both the same metadata, so others take the long form.
  start->attributes.Set(Attr::metadata, Metadata{{"op_name", "\"m\""}});
  EXPECT_NE(PrintModule(m.module()).find("%wrapped (p: f32[8]) -> f32[4] {"), std::string::npos);
  call->attributes.Set(Attr::metadata, Metadata{{"op_name", "\"n\""}});
  const std::string spelled = PrintModule(m.module());
  EXPECT_NE(spelled.find("%wrapped (p: f32[8]) -> f32[4] {"), std::string::npos);
  EXPECT_NE(spelled.find("async-start(%x), async_execution_thread=\"side\", calls=%wrapped, "
                         "metadata={op_name=\"m\"}\n"),
            std::string::npos);
}

}  // namespace
}  // namespace hlo
