// SPDX-License-Identifier: Apache-2.0
// Attribute values: hlo-text reference, section 6.
#include <gtest/gtest.h>

#include <string>

#include "core/text/testing.h"

namespace hlo {
namespace {

using text_testing::Entry;
using text_testing::Faults;
using text_testing::Messages;
using text_testing::Valid;

// A library call accepts nearly every attribute.
std::string Call(const std::string& attributes) {
  return Entry(
      "x = f32[4] parameter(0)\nROOT y = f32[4] custom-call(x), custom_call_target=\"f\", " +
      attributes);
}
// Code and offset of the only error, counted from the first byte of `attributes`.
std::string FaultIn(const std::string& attributes) {
  const std::string text = Call(attributes);
  const ParsedModule parsed = ParseModule(text);
  if (parsed.diagnostics.size() != 1) return Faults(text);
  const Diagnostic& diagnostic = parsed.diagnostics[0];
  return diagnostic.code + " " + std::to_string(diagnostic.span.begin - text.find(attributes));
}

const Attributes& Root(const std::unique_ptr<Module>& module) {
  return module->entry->root->attributes;
}

TEST(ReadAttribute, ReadsWindowsInAnyOrder) {
  const auto module = Valid(Call(
      "window={stride=2x1 pad=0_1x-1_0 size=3x3 rhs_dilate=1x2 lhs_dilate=2x1 rhs_reversal=0x1}"));
  const auto* window = Root(module).Get<Window>(Attr::window);
  ASSERT_NE(window, nullptr);
  ASSERT_EQ(window->dims.size(), 2u);
  EXPECT_EQ(window->dims[0], (WindowDimension{3, 2, 0, 1, 2, 1, false}));
  EXPECT_EQ(window->dims[1], (WindowDimension{3, 1, -1, 0, 1, 2, true}));
  EXPECT_EQ(Root(Valid(Call("window={size=3}"))).Get<Window>(Attr::window)->dims.size(), 1u);
  EXPECT_TRUE(Root(Valid(Call("window={}"))).Get<Window>(Attr::window)->dims.empty());
}

TEST(ReadAttribute, RejectsInvalidWindows) {
  EXPECT_EQ(FaultIn("window={size=3 pad=1_1_1}"), "P12 19");
  EXPECT_EQ(FaultIn("window={size=3x3 stride=2}"), "P12 24");
  EXPECT_EQ(FaultIn("window={size=3 size=3}"), "P05 15");
  EXPECT_EQ(FaultIn("window={sise=3}"), "P04 8");
  EXPECT_EQ(FaultIn("window={size =3}"), "P01 13");
  EXPECT_EQ(FaultIn("window={size=3 rhs_reversal=2}"), "P12 28");
  EXPECT_EQ(FaultIn("window={size=-3}"), "P12 13");
}

TEST(ReadAttribute, ReadsPaddingWithAndWithoutInterior) {
  const auto module = Valid(Entry(
      "x = f32[4,4] parameter(0)\nz = f32[] constant(0)\nROOT p = pad(x, z), padding=0_1x-2_3_4"));
  const auto* padding = Root(module).Get<PaddingConfig>(Attr::padding);
  EXPECT_EQ(padding->dims[0], (PaddingDimension{0, 1, 0}));
  EXPECT_EQ(padding->dims[1], (PaddingDimension{-2, 3, 4}));
  EXPECT_EQ(ShapeText(*module->entry->root->shape, false), "f32[5,17]");
}

TEST(ReadAttribute, ReadsSlices) {
  const auto module =
      Valid(Entry("x = f32[4,9] parameter(0)\nROOT s = f32[2,3] slice(x), slice={[1:3], [0:9:3]}"));
  const auto* slice = Root(module).Get<SliceConfig>(Attr::slice);
  EXPECT_EQ(slice->dims[0], (SliceDimension{1, 3, 1}));
  EXPECT_EQ(slice->dims[1], (SliceDimension{0, 9, 3}));
  Valid(Entry("x = f32[] parameter(0)\nROOT s = f32[] slice(x), slice={}"));
}

TEST(ReadAttribute, ReadsDimensionLabels) {
  const auto* labels =
      Root(Valid(Call("dim_labels=b01f_01io->b01f"))).Get<DimLabels>(Attr::dim_labels);
  ASSERT_NE(labels, nullptr);
  Valid(Call("dim_labels=bf_io->bf"));
  Valid(Call("dim_labels=?b01f_01io?->b01f"));  // unknown roles, for library calls only
  EXPECT_EQ(FaultIn("dim_labels=bb01f_01io->b01f"), "P12 11");
  EXPECT_EQ(FaultIn("dim_labels=b00f_01io->b01f"), "P12 11");
  EXPECT_EQ(FaultIn("dim_labels=b01f_0io->b01f"), "P12 11");
  EXPECT_EQ(FaultIn("dim_labels=b12f_12io->b12f"), "P12 11");
  EXPECT_EQ(FaultIn("dim_labels=b01g_01io->b01f"), "P12 11");
  EXPECT_EQ(Faults(Entry("x = f32[1,8,8,3] parameter(0)\nk = f32[3,3,3,16] parameter(1)\n"
                         "ROOT c = f32[1,6,6,16] convolution(x, k), window={size=3x3}, "
                         "dim_labels=b0?f_01io->b01f")),
            "4:73 P12");
}

TEST(ReadAttribute, ReadsReplicaGroupsInBothForms) {
  const auto groups = [](const std::string& text) {
    const auto module =
        Valid(Entry("x = f32[8] parameter(0)\n"
                    "ROOT y = f32[8] all-to-all(x), dimensions={0}, replica_groups=" +
                    text));
    return *Root(module).Get<ReplicaGroups>(Attr::replica_groups);
  };
  using Lists = std::vector<std::vector<int64_t>>;
  EXPECT_EQ(groups("{{0,1},{2,3}}").lists, (Lists{{0, 1}, {2, 3}}));
  EXPECT_TRUE(groups("{}").lists.empty());
  // Collectives reference 2.2.
  EXPECT_TRUE(groups("[2,4]<=[8]").iota);
  EXPECT_EQ(groups("[2,4]<=[8]").Expand(), (Lists{{0, 1, 2, 3}, {4, 5, 6, 7}}));
  EXPECT_EQ(groups("[2,4]<=[4,2]T(1,0)").Expand(), (Lists{{0, 2, 4, 6}, {1, 3, 5, 7}}));
  EXPECT_EQ(groups("[4,2]<=[2,2,2]T(2,0,1)").Expand(), (Lists{{0, 2}, {4, 6}, {1, 3}, {5, 7}}));
}

TEST(ReadAttribute, ReadsEnumerations) {
  const auto module = Valid(Call("operand_precision={DEFAULT}, schedule=schedule_latest"));
  EXPECT_EQ(Root(module).Get<EnumList>(Attr::operand_precision)->indices,
            (std::vector<int64_t>{0}));
  EXPECT_EQ(Root(module).Enum(Attr::schedule), 1);
  EXPECT_EQ(FaultIn("padding_type=padding_valid"), "P11 13");  // case-sensitive
  EXPECT_EQ(FaultIn("api_version=API_VERSION_UNSPECIFIED"), "P11 12");
  EXPECT_EQ(FaultIn("operand_precision={low}"), "P11 19");
  EXPECT_EQ(FaultIn("schedule=3"), "P12 9");
}

TEST(ReadAttribute, ReadsShapesAndTypedLiterals) {
  const auto module =
      Valid(Call("operand_layout_constraints={f32[4]{0}}, "
                 "literal=(s32[2]{0} {1, 2}, pred[] true)"));
  EXPECT_EQ(Root(module).Get<std::vector<Shape>>(Attr::operand_layout_constraints)->size(), 1u);
  const auto* literal = Root(module).Get<std::shared_ptr<const Literal>>(Attr::literal);
  ASSERT_NE(literal, nullptr);
  EXPECT_EQ((*literal)->elements()[0].data<int32_t>()[1], 2);
}

TEST(ReadAttribute, KeepsBalancedTexts) {
  const auto raw = [](const std::string& value) {
    const auto module = Valid(Call("origin=" + value));
    return Root(module).Get<RawText>(Attr::origin)->text;
  };
  EXPECT_EQ(raw("{{\"v1\"}}"), "{{\"v1\"}}");
  EXPECT_EQ(raw("{({\"a\"}, {\"b\" {0}})}"), "{({\"a\"}, {\"b\" {0}})}");
  EXPECT_EQ(raw("{[synthetic_call]}"), "{[synthetic_call]}");
}

TEST(ReadAttribute, ReadsBackendConfigsAsTextOrDictionary) {
  const auto config = [](const std::string& value) {
    const auto module = Valid(Call("backend_config=" + value));
    return *Root(module).Get<Config>(Attr::backend_config);
  };
  EXPECT_EQ(config("\"a\\n\\x41\\101\\\"\"").text, "a\nAA\"");
  EXPECT_FALSE(config("\"a\"").is_dictionary);
  EXPECT_EQ(config("{\"}\"}").text, "{\"}\"}");
  EXPECT_EQ(config("{\"\\\"}\"}").text, "{\"\\\"}\"}");
  EXPECT_TRUE(config("{\"a\": {\"b\": 1}}").is_dictionary);
  EXPECT_EQ(FaultIn("backend_config={}a"), "P01 17");
  EXPECT_EQ(FaultIn("backend_config={{}"), "L06 15");
}

TEST(ReadAttribute, ReadsMetadataWithBlanksOrCommas) {
  const auto module =
      Valid(Call("metadata={op_type=\"a\", op_name='b \"c\"' source_line=7 profile_type={1}}, "
                 "frontend_attributes={k=\"v\",x.y={a={b}}}"));
  const auto* metadata = Root(module).Get<Metadata>(Attr::metadata);
  const std::vector<Metadata::Field> fields = metadata->Fields();
  ASSERT_EQ(fields.size(), 4u);
  EXPECT_EQ(metadata->Find("op_type"), "a");
  EXPECT_EQ(fields[1].value, "\"b \\\"c\\\"\"");
  EXPECT_EQ(metadata->Find("source_line"), "7");
  EXPECT_EQ(fields[3].value, "{1}");
  const auto* map = Root(module).Get<TextMap>(Attr::frontend_attributes);
  EXPECT_EQ(map->entries[0], (std::pair<std::string, std::string>("k", "v")));
  EXPECT_EQ(map->entries[1], (std::pair<std::string, std::string>("x.y", "{a={b}}")));
  EXPECT_EQ(FaultIn("metadata={op_type=\"a\" op_type=\"b\"}"), "P05 22");
}

TEST(ReadAttribute, RejectsInvalidMetadata) {
  EXPECT_EQ(FaultIn("metadata={bogus=1}"), "P04 10");
  EXPECT_EQ(FaultIn("metadata={op_name=1}"), "P12 18");
  EXPECT_EQ(FaultIn("metadata={source_line=\"a\"}"), "P12 22");
  EXPECT_EQ(FaultIn("metadata={source_line=1.5}"), "P12 22");
  EXPECT_EQ(FaultIn("metadata={profile_type=1}"), "P12 23");
  EXPECT_EQ(FaultIn("metadata={op_name =\"b\"}"), "P01 18");
  EXPECT_EQ(text_testing::Messages(Call("metadata={scheduling_nam=\"x\"}")),
            "metadata has no field 'scheduling_nam'; did you mean 'scheduling_name'?\n");
}

TEST(ReadAttribute, KnowsEveryFieldOfMetadata) {
  const auto module =
      Valid(Call("metadata={op_type=\"a\" op_name=\"b\" source_file=\"c\" source_line=1 "
                 "source_end_line=2 source_column=3 source_end_column=4 profile_type={1} "
                 "deduplicated_name=\"d\" scheduling_name=\"e\" stack_frame_id=7}"));
  EXPECT_EQ(Root(module).Get<Metadata>(Attr::metadata)->Fields().size(), 11u);
}

TEST(ReadAttribute, KeepsUnknownMetadataInLenientMode) {
  ParseOptions lenient;
  lenient.lenient = true;
  const std::string text = Call("metadata={bogus={1} op_name=\"a\"}");
  EXPECT_EQ(Faults(text, lenient), "3:67 W01");
  const ParsedModule parsed = ParseModule(text, lenient);
  EXPECT_EQ(parsed.module->entry->root->attributes.Get<Metadata>(Attr::metadata)->Find("bogus"),
            "{1}");
}

TEST(ReadAttribute, KeysOfMapsAreDistinctWords) {
  EXPECT_EQ(FaultIn("frontend_attributes={a=\"1\",b=\"2\",a=\"3\"}"), "P05 33");
  EXPECT_EQ(FaultIn("frontend_attributes={\"k\"=\"v\"}"), "P01 21");
  EXPECT_EQ(FaultIn("frontend_attributes={k =\"v\"}"), "P01 23");
  EXPECT_EQ(Faults("HloModule m, frontend_attributes={a=\"1\",a=\"2\"}\nENTRY e {\n"
                   "  x = f32[] parameter(0)\n}\n"),
            "1:41 P05");
}

// Code and offset of the only error in the attributes of a root, after x = f32[4] and the tuple t =
// (f32[4], s32[2]).
std::string FaultInRoot(const std::string& root, const std::string& attributes) {
  const std::string text =
      "f {\n  p = f32[4] parameter(0)\n}\n" +
      Entry("x = f32[4] parameter(0)\nt = (f32[4], s32[2]) parameter(1)\nROOT y = " + root + ", " +
            attributes);
  const ParsedModule parsed = ParseModule(text);
  if (parsed.diagnostics.size() != 1) return Faults(text);
  const Diagnostic& diagnostic = parsed.diagnostics[0];
  return diagnostic.code + " " +
         std::to_string(diagnostic.span.begin - text.find(", " + attributes) - 2);
}

TEST(ReadAttribute, ReadsResultAccuracyOnlyOnFunctions) {
  for (const char* good : {"{mode=highest}", "{mode=DEFAULT}", "{tolerance={atol=1}}",
                           "{tolerance={ulps=2,rtol=0.5,atol=1e-3}}"}) {
    EXPECT_EQ(FaultInRoot("f32[4] tanh(x)", std::string("result_accuracy=") + good), "") << good;
  }
  EXPECT_EQ(FaultInRoot("f32[4] tanh(x)", "result_accuracy={mode=foo}"), "P11 22");
  EXPECT_EQ(FaultInRoot("f32[4] tanh(x)", "result_accuracy={tolerance={atol=x}}"), "P12 33");
  EXPECT_EQ(FaultInRoot("f32[4] tanh(x)", "result_accuracy={tolerance={btol=1}}"), "P04 28");
  EXPECT_EQ(FaultInRoot("f32[4] tanh(x)", "result_accuracy={}"), "P12 16");
  EXPECT_EQ(FaultInRoot("f32[4] tanh(x)", "result_accuracy={bogus}"), "P04 17");
  EXPECT_EQ(FaultInRoot("f32[4] negate(x)", "result_accuracy={mode=highest}"), "P04 0");
  EXPECT_EQ(Messages(Entry("x = f32[4] parameter(0)\nROOT y = f32[4] negate(x), "
                           "result_accurac={mode=highest}")),
            "`negate` has no attribute 'result_accurac'\n");
}

TEST(ReadAttribute, ReadsStatistics) {
  for (const char* good : {"{}", "{visualizing_index=1,name=3.5,other=-2}"}) {
    EXPECT_EQ(FaultInRoot("f32[4] negate(x)", std::string("statistics=") + good), "") << good;
  }
  EXPECT_EQ(FaultInRoot("f32[4] negate(x)", "statistics={visualizing_index=1,name=x}"), "P12 37");
  EXPECT_EQ(FaultInRoot("f32[4] negate(x)", "statistics={name=3.5}"), "P12 17");
}

TEST(ReadAttribute, ReadsDomains) {
  const std::string sharding = "domain={kind=\"sharding\", entry={replicated}, exit={manual}}";
  EXPECT_EQ(FaultInRoot("f32[4] domain(x)", sharding), "");
  EXPECT_EQ(FaultInRoot("f32[4] domain(x)", "domain={}"), "P12 7");
  EXPECT_EQ(FaultInRoot("f32[4] domain(x)", "domain={kind=\"sharding\", entry={replicated}}"),
            "P12 7");
  EXPECT_EQ(FaultInRoot("f32[4] domain(x)",
                        "domain={kind=\"foo\", entry={replicated}, exit={replicated}}"),
            "P11 13");
  EXPECT_EQ(
      FaultInRoot("f32[4] domain(x)", "domain={kind=\"sharding\", entry={foo}, exit={replicated}}"),
      "P11 32");
}

TEST(ReadAttribute, ChecksReusedOperandsAgainstTheirShapes) {
  const std::string fusion = "f32[4] fusion(x), kind=kLoop, calls=f";
  EXPECT_EQ(FaultInRoot(fusion, "output_to_operand_aliasing={{}: (0, {})}"), "");
  EXPECT_EQ(FaultInRoot(fusion, "output_to_operand_aliasing={{0}: (0, {})}"), "V01 0");
  EXPECT_EQ(FaultInRoot(fusion, "output_to_operand_aliasing={{}: (1, {})}"), "V01 0");
  EXPECT_EQ(FaultInRoot(fusion, "output_to_operand_aliasing={{}: 0}"), "P01 32");
  const std::string call = "f32[4] custom-call(x, t), custom_call_target=\"f\"";
  EXPECT_EQ(FaultInRoot(call, "output_to_operand_aliasing={{}: (0, {0})}"), "V01 0");
  EXPECT_EQ(FaultInRoot(call, "output_to_operand_aliasing={{}: (1, {0})}"), "");
  EXPECT_EQ(FaultInRoot(call, "output_to_operand_aliasing={{}: (1, {1})}"), "V01 0");
  // On an async op it describes the bundle.
  EXPECT_EQ(Faults(Entry("x = f32[4] parameter(0)\n"
                         "s = ((f32[4]), f32[4], u32[]) custom-call-start(x), "
                         "custom_call_target=\"f\", output_to_operand_aliasing={{7}: (7, {})}\n"
                         "ROOT y = f32[4] custom-call-done(s)")),
            "");
}

TEST(ReadAttribute, RequiresAPrecisionForEachOperand) {
  const std::string dot = "f32[] dot(x, x), lhs_contracting_dims={0}, rhs_contracting_dims={0}";
  EXPECT_EQ(FaultInRoot(dot, "operand_precision={high,default}"), "");
  EXPECT_EQ(FaultInRoot(dot, "operand_precision={high}"), "V01 0");
  EXPECT_EQ(FaultInRoot(dot, "operand_precision={}"), "V01 0");
  // A library call may specify only the two operands that it multiplies.
  EXPECT_EQ(FaultInRoot("f32[4] custom-call(x, x, x), custom_call_target=\"f\"",
                        "operand_precision={high,default}"),
            "");
}

TEST(ReadAttribute, RequiresALayoutInEachLayoutConstraint) {
  const std::string call = "f32[4] custom-call(x, t), custom_call_target=\"f\"";
  EXPECT_EQ(FaultInRoot(call, "operand_layout_constraints={f32[4]{0}, (f32[4]{0}, s32[2]{0})}"),
            "");
  EXPECT_EQ(FaultInRoot(call, "operand_layout_constraints={f32[4], (f32[4]{0}, s32[2]{0})}"),
            "P12 28");
  EXPECT_EQ(FaultInRoot(call, "operand_layout_constraints={f32[4]{0}, (f32[4]{0}, s32[2])}"),
            "P12 39");
}

TEST(ReadAttribute, ReadsListsOfComputations) {
  const auto module = Valid(
      "f {\n  p = f32[] parameter(0)\n}\nENTRY e {\n  i = s32[] parameter(0)\n"
      "  x = f32[] parameter(1)\n  ROOT c = f32[] conditional(i, x, x), "
      "branch_computations={%f, {\n    q = f32[] parameter(0)\n    ROOT r = f32[] negate(q)\n  "
      "}}\n}\n");
  const auto* branches = Root(module).Get<std::vector<Computation*>>(Attr::branch_computations);
  ASSERT_EQ(branches->size(), 2u);
  EXPECT_EQ((*branches)[0]->name, "f");
  EXPECT_EQ((*branches)[1]->name, "conditional_computation");
}

TEST(ReadAttribute, RecordsThePositionsOfNamesAndValues) {
  const std::string text = Call("schedule=SCHEDULE_NONE");
  const auto module = Valid(text);
  const Attribute* attribute = Root(module).Find(Attr::schedule);
  const auto at = [&](SourceSpan span) { return text.substr(span.begin, span.end - span.begin); };
  EXPECT_EQ(at(attribute->name_span), "schedule");
  EXPECT_EQ(at(attribute->value_span), "SCHEDULE_NONE");
}

}  // namespace
}  // namespace hlo
