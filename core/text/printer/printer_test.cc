// SPDX-License-Identifier: Apache-2.0
// The printer on modules made by hand, so that nothing depends on the parser. Expected texts: the
// worked examples of the hlo-text reference, section 10, and its section 8.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/literal/testing.h"
#include "core/text/printer/module_builder.h"
#include "core/text/text.h"

namespace hlo {
namespace {

using literal_testing::ShapeOf;
using text_testing::ModuleBuilder;

// "dimensions={0}" of one attribute.
std::string Value(std::string_view opcode, Attr attr, AttributeValue value) {
  Instruction instruction;
  instruction.op = FindOp(opcode);
  return PrintAttributeValue(instruction, instruction.attributes.Set(attr, std::move(value)));
}

std::vector<std::string> Names(const std::string& text) {
  std::vector<std::string> names;
  for (size_t at = text.find("  "); at != std::string::npos; at = text.find("\n  ", at)) {
    at = text.find('%', at) + 1;
    names.push_back(text.substr(at, text.find(' ', at) - at));
  }
  return names;
}

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

TEST(PrintModule, WritesTheHeaderInItsOrder) {
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

// ---- order ----

TEST(PrintOrder, PutsOperandsFirstAndControlPredecessorsBeforeThem) {
  ModuleBuilder m("order");
  m.Begin("e");
  Instruction* a = m.Parameter(1, "a", "s32[]");
  Instruction* b = m.Parameter(0, "b", "s32[]");
  Instruction* unused = m.Constant("unused", R"({"shape":"s32[]","data":7})");
  Instruction* n = m.Add("n", "s32[]", "negate", {b});
  Instruction* s = m.Add("s", "s32[]", "subtract", {n, a});
  s->attributes.Set(Attr::control_predecessors, std::vector<Instruction*>{unused});
  const std::string text = PrintModule(m.Finish());
  EXPECT_EQ(Names(text), (std::vector<std::string>{"unused", "b", "n", "a", "s"}));
  EXPECT_NE(text.find("ENTRY %e (b: s32[], a: s32[]) -> s32[] {"), std::string::npos);
  EXPECT_NE(text.find("entry_computation_layout={(s32[], s32[])->s32[]}"), std::string::npos);
}

TEST(PrintOrder, TakesTheLastControlPredecessorFirst) {
  ModuleBuilder m("order");
  m.Begin("e");
  Instruction* a = m.Parameter(0, "a", "s32[]");
  Instruction* b = m.Add("b", "s32[]", "negate", {a});
  Instruction* c = m.Add("c", "s32[]", "negate", {a});
  Instruction* s = m.Add("s", "s32[]", "subtract", {b, c});
  s->attributes.Set(Attr::control_predecessors, std::vector<Instruction*>{b, c});
  EXPECT_EQ(Names(PrintModule(m.Finish())), (std::vector<std::string>{"a", "c", "b", "s"}));
}

TEST(PrintOrder, KeepsTheTextOfAScheduledModule) {
  ModuleBuilder m("order");
  m.module().header.is_scheduled = true;
  m.Begin("e");
  Instruction* y = m.Parameter(0, "y", "s32[]");
  Instruction* x = m.Parameter(1, "x", "s32[]");
  m.Add("z", "s32[]", "add", {x, y});
  EXPECT_EQ(Names(PrintModule(m.Finish())), (std::vector<std::string>{"y", "x", "z"}));
}

TEST(PrintOrder, KeepsCollectivesOfOneChannelInTheirOrder) {
  ModuleBuilder m("order");
  Computation* sum = m.Begin("sum");
  m.Add("s", "f32[]", "add", {m.Parameter(0, "p", "f32[]"), m.Parameter(1, "q", "f32[]")});
  m.Begin("e");
  Instruction* x = m.Parameter(0, "x", "f32[]");
  const auto reduce = [&](std::string name, int64_t channel) {
    Instruction* made = m.Add(std::move(name), "f32[]", "all-reduce", {x});
    made->attributes.Set(Attr::channel_id, channel);
    made->attributes.Set(Attr::to_apply, sum);
    return made;
  };
  Instruction* first = reduce("first", 1);
  Instruction* other = reduce("other", 2);
  Instruction* second = reduce("second", 1);
  m.Add("t", "(f32[], f32[], f32[])", "tuple", {second, other, first});
  const std::vector<std::string> names = Names(PrintModule(m.Finish()));
  EXPECT_EQ(std::vector<std::string>(names.end() - 5, names.end()),
            (std::vector<std::string>{"x", "first", "second", "other", "t"}));
}

TEST(PrintOrder, WritesCalleesInTheOrderOfTheirPrintedCallersAndTheEntryLast) {
  ModuleBuilder m("calls");
  const auto identity = [&](std::string name) {
    Computation* made = m.Begin(std::move(name));
    m.Parameter(0, "p", "f32[]");
    return made;
  };
  Computation* one = identity("one");
  Computation* two = identity("two");
  m.Begin("e");
  Instruction* x = m.Parameter(0, "x", "f32[]");
  Instruction* b = m.Add("b", "f32[]", "call", {x});
  b->attributes.Set(Attr::to_apply, two);
  Instruction* a = m.Add("a", "f32[]", "call", {x});
  a->attributes.Set(Attr::to_apply, one);
  m.Add("r", "f32[]", "add", {a, b});
  m.module().entry = m.module().computations.back().get();
  identity("nobody");
  const std::string text = PrintModule(m.Finish());
  EXPECT_LT(text.find("%nobody ("), text.find("%one ("));
  EXPECT_LT(text.find("%one ("), text.find("%two ("));
  EXPECT_LT(text.find("%two ("), text.find("ENTRY %e ("));
}

TEST(PrintOrder, WalksAChainOfAHundredThousandInstructions) {
  ModuleBuilder m("chain");
  m.Begin("e");
  Instruction* at = m.Parameter(0, "p", "f32[]");
  for (int i = 0; i < 100000; ++i) at = m.Add("n" + std::to_string(i), "f32[]", "negate", {at});
  const std::string text = PrintModule(m.Finish());
  EXPECT_NE(text.find("ROOT %n99999 = f32[] negate(%n99998)\n}"), std::string::npos);
}

// ---- instructions ----

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

TEST(PrintInstruction, WritesAnElidedConstantBack) {
  ModuleBuilder m("elided");
  m.Begin("e");
  Instruction* c = m.Add("c", "f32[100]", "constant", {});
  m.Finish();
  EXPECT_EQ(PrintInstruction(*c), "ROOT %c = f32[100]{0} constant({...})");
}

TEST(PrintInstruction, DropsDefaultsAndOrdersTheRest) {
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

TEST(PrintInstruction, WritesTheComparisonTypeOnlyWhenItIsNotTheNaturalOne) {
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

TEST(PrintInstruction, WritesWhatHoldsEvenWhenItIsNotSaid) {
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

TEST(PrintInstruction, PutsCalledComputationsBehindTheAttributesOfTheOp) {
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

// ---- async shorthand ----

TEST(PrintAsync, WritesAWrappedInstructionInItsPlace) {
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
  // What stands only on the wrapped instruction would be lost: spelled out.
  call->attributes.Set(Attr::metadata, Metadata{{"op_name", "\"n\""}});
  const std::string spelled = PrintModule(m.module());
  EXPECT_NE(spelled.find("%wrapped (p: f32[8]) -> f32[4] {"), std::string::npos);
  EXPECT_NE(spelled.find("async-start(%x), async_execution_thread=\"side\", calls=%wrapped\n"),
            std::string::npos);
}

// ---- values ----

TEST(PrintAttributeValue, WritesListsAndConfigurations) {
  EXPECT_EQ(Value("transpose", Attr::dimensions, std::vector<int64_t>{1, 0}), "{1,0}");
  EXPECT_EQ(Value("slice", Attr::slice, SliceConfig{{{0, 4, 1}, {1, 5, 1}}}), "{[0:4], [1:5]}");
  EXPECT_EQ(Value("slice", Attr::slice, SliceConfig{{{0, 4, 2}, {1, 5, 1}}}), "{[0:4:2], [1:5:1]}");
  EXPECT_EQ(Value("slice", Attr::slice, SliceConfig{}), "{}");
  EXPECT_EQ(Value("pad", Attr::padding, PaddingConfig{{{0, 1, 0}, {2, -3, 0}}}), "0_1x2_-3");
  EXPECT_EQ(Value("pad", Attr::padding, PaddingConfig{{{0, 1, 0}, {2, 3, 4}}}), "0_1_0x2_3_4");
  EXPECT_EQ(Value("reduce-window", Attr::window,
                  Window{{{3, 1, 1, 0, 2, 1, true}, {1, 1, 0, 0, 1, 3, false}}}),
            "{size=3x1 pad=1_0x0_0 lhs_dilate=2x1 rhs_dilate=1x3 rhs_reversal=1x0}");
  EXPECT_EQ(Value("collective-permute", Attr::source_target_pairs, IdPairs{{{0, 1}, {1, 2}}}),
            "{{0,1},{1,2}}");
  EXPECT_EQ(Value("collective-permute", Attr::permute_slice_sizes, IntLists{{{1, 8}, {1, 8}}}),
            "{{1,8},{1,8}}");
  EXPECT_EQ(Value("batch-norm-training", Attr::epsilon, 1e-5), "1e-05");
}

TEST(PrintAttributeValue, KeepsTheFormOfReplicaGroups) {
  ReplicaGroups lists;
  lists.lists = {{0, 1}, {2, 3}};
  EXPECT_EQ(Value("all-reduce", Attr::replica_groups, lists), "{{0,1},{2,3}}");
  ReplicaGroups iota;
  iota.iota = true;
  iota.group_count = 2;
  iota.group_size = 4;
  iota.reshape = {8};
  EXPECT_EQ(Value("all-reduce", Attr::replica_groups, iota), "[2,4]<=[8]");
  iota.reshape = {4, 2};
  iota.transpose = {1, 0};
  EXPECT_EQ(Value("all-reduce", Attr::replica_groups, iota), "[2,4]<=[4,2]T(1,0)");
}

TEST(PrintAttributeValue, WritesTypedLiteralsAndShapes) {
  const auto literal = std::make_shared<const Literal>(literal_testing::FromJson(
      R"({"tuple":[{"shape":"s32[2]","data":[1,2]},{"shape":"pred[]","data":true}]})"));
  EXPECT_EQ(Value("custom-call", Attr::literal, literal), "( s32[2]{0} {1, 2}, pred[] true )");
  EXPECT_EQ(Value("custom-call", Attr::operand_layout_constraints,
                  std::vector<Shape>{ShapeOf("f32[2]"), ShapeOf("f32[]")}),
            "{f32[2]{0}, f32[]}");
  EXPECT_EQ(Value("outfeed", Attr::outfeed_shape, std::vector<Shape>{ShapeOf("f32[2,2]{0,1}")}),
            "f32[2,2]{0,1}");
}

TEST(PrintAttributeValue, EscapesTheCWay) {
  EXPECT_EQ(Value("custom-call", Attr::custom_call_target,
                  std::string("a\"b'c\\\n\x01\xc3\xa9"
                              "7")),
            "\"a\\\"b\\'c\\\\\\n\\001\\303\\2517\"");
  EXPECT_EQ(Value("add", Attr::backend_config, Config{"{\"}\"}", false}), "{\"}\"}");
  EXPECT_EQ(Value("add", Attr::backend_config, Config{"{}a", false}), "\"{}a\"");
  EXPECT_EQ(Value("add", Attr::backend_config, Config{"{{}", false}), "\"{{}\"");
}

TEST(PrintAttributeValue, OrdersMetadataAndDropsWhatIsNotSet) {
  const Metadata metadata{{"source_line", "7"},
                          {"op_name", "\"b\""},
                          {"source_file", "\"\""},
                          {"op_type", "\"a\""},
                          {"source_column", "0"},
                          {"profile_type", "{1}"}};
  EXPECT_EQ(Value("add", Attr::metadata, metadata),
            "{op_type=\"a\" op_name=\"b\" source_line=7 profile_type={1}}");
}

TEST(PrintAttributeValue, RespacesShardings) {
  const auto sharding = [](std::string text) {
    return Value("add", Attr::sharding, RawText{std::move(text)});
  };
  for (const char* canonical :
       {"{replicated}", "{maximal device=1}", "{devices=[2,2]0,1,2,3 last_tile_dim_replicate}",
        "{devices=[2,2]<=[2,2]T(1,0) last_tile_dim_replicate}",
        "{devices=[2,2,2,2]<=[16] last_tile_dims={manual, replicated}}", "{manual shard_as 1}",
        "{{maximal device=0}, {replicated}}", "{mesh[a=2,b=4], [{a},  {b}]}",
        "{{manual}, {manual}, {manual}, {manual}, {manual}, /*index=5*/{manual}}"}) {
    EXPECT_EQ(sharding(canonical), canonical);
  }
  EXPECT_EQ(sharding("{ devices=[2, 2]0, 1,2 ,3\n last_tile_dim_replicate }"),
            "{devices=[2,2]0,1,2,3 last_tile_dim_replicate}");
  EXPECT_EQ(sharding("{{manual},/* a comment */{replicated}}"), "{{manual}, {replicated}}");
}

TEST(PrintAttributeValue, RespacesOtherBraces) {
  EXPECT_EQ(Value("fusion", Attr::output_to_operand_aliasing,
                  RawText{"{ {0}:(1,{}) , {0, 1} : (0,{2, 3}) }"}),
            "{{0}: (1, {}), {0,1}: (0, {2,3})}");
  EXPECT_EQ(Value("parameter", Attr::parameter_replication, RawText{"{true, false}"}),
            "{true,false}");
  EXPECT_EQ(Value("add", Attr::origin, RawText{"{({\"a\"},{\"b\"{0}})}"}),
            "{({\"a\"}, {\"b\" {0}})}");
  EXPECT_EQ(Value("domain", Attr::domain,
                  RawText{"{kind=\"sharding\",entry={maximal device=0},exit={manual}}"}),
            "{kind=\"sharding\", entry={maximal device=0}, exit={manual}}");
}

}  // namespace
}  // namespace hlo
