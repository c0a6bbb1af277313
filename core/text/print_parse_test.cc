// SPDX-License-Identifier: Apache-2.0
// Parses and prints again: the worked examples of the hlo-text reference, section 10, and the fixed
// point of printing and parsing.
#include <gtest/gtest.h>

#include <string>

#include "core/text/text.h"

namespace hlo {
namespace {

std::string Printed(const std::string& text) {
  const ParsedModule parsed = ParseModule(text);
  for (const Diagnostic& diagnostic : parsed.diagnostics) {
    EXPECT_NE(diagnostic.severity, Severity::kError)
        << diagnostic.code << " at " << diagnostic.span.begin << ": " << diagnostic.message << "\n"
        << text;
  }
  if (!parsed.ok()) return "";
  for (const Diagnostic& fault : VerifyModule(*parsed.module)) {
    ADD_FAILURE() << fault.code << ": " << fault.message << "\n" << text;
  }
  return PrintModule(*parsed.module);
}

// Prints the module as JSON, reads that back, and prints the text.
std::string ThroughJson(const std::string& text) {
  const ParsedModule parsed = ParseModule(text);
  if (!parsed.ok()) return "";
  const Result<TextFromJson> read = ModuleTextFromJson(PrintModuleJson(*parsed.module));
  EXPECT_TRUE(read.ok()) << (read.ok() ? "" : read.error().message);
  return read.ok() ? Printed(read.value().text) : "";
}

// The printed form of `text`, which must print as itself.
std::string Canonical(const std::string& text) {
  std::string printed = Printed(text);
  EXPECT_EQ(Printed(printed), printed);
  EXPECT_EQ(ThroughJson(text), printed);
  return printed;
}

TEST(PrintParse, Example1GetsItsHeaderDefaultsAndShapes) {
  EXPECT_EQ(Canonical("HloModule scale:\n"
                      "ENTRY main {\n"
                      "  x = f32[2,3] parameter(0)\n"
                      "  k = f32[] constant(2.50)\n"
                      "  kb = f32[2,3] broadcast(k)\n"
                      "  ROOT y = multiply(x, kb)\n"
                      "}\n"),
            "HloModule scale, entry_computation_layout={(f32[2,3]{1,0})->f32[2,3]{1,0}}\n\n"
            "ENTRY %main (x: f32[2,3]) -> f32[2,3] {\n"
            "  %x = f32[2,3]{1,0} parameter(0)\n"
            "  %k = f32[] constant(2.5)\n"
            "  %kb = f32[2,3]{1,0} broadcast(%k), dimensions={}\n"
            "  ROOT %y = f32[2,3]{1,0} multiply(%x, %kb)\n"
            "}\n\n");
}

TEST(PrintParse, Example2KeepsItsReordering) {
  EXPECT_EQ(Canonical("HloModule order\n"
                      "ENTRY e (b: s32[], a: s32[]) -> s32[] {\n"
                      "  %a = s32[] parameter(1)\n"
                      "  %b = s32[] parameter(0)\n"
                      "  %unused = s32[] constant(7)\n"
                      "  %n = s32[] negate(%b)\n"
                      "  ROOT %s = s32[] subtract(%n, %a), control-predecessors={%unused}\n"
                      "}\n"),
            "HloModule order, entry_computation_layout={(s32[], s32[])->s32[]}\n\n"
            "ENTRY %e (b: s32[], a: s32[]) -> s32[] {\n"
            "  %unused = s32[] constant(7)\n"
            "  %b = s32[] parameter(0)\n"
            "  %n = s32[] negate(%b)\n"
            "  %a = s32[] parameter(1)\n"
            "  ROOT %s = s32[] subtract(%n, %a), control-predecessors={%unused}\n"
            "}\n\n");
}

TEST(PrintParse, Example3KeepsNestedOperandsAndLiterals) {
  EXPECT_EQ(Canonical("HloModule lits\n"
                      "ENTRY e {\n"
                      "  c = s32[2,1,3] constant({{{1,2,3}},{{4,5,6}}})\n"
                      "  p = pred[3] constant({true, 0, 7})\n"
                      "  z = c64[2] constant({(1,-2),(nan,inf)})\n"
                      "  ROOT t = tuple(negate(c), p, z)\n"
                      "}\n"),
            "HloModule lits, entry_computation_layout={()->(s32[2,1,3]{2,1,0}, pred[3]{0}, "
            "c64[2]{0})}\n\n"
            "ENTRY %e () -> (s32[2,1,3], pred[3], c64[2]) {\n"
            "  %c = s32[2,1,3]{2,1,0} constant({ { { 1, 2, 3 } }, { { 4, 5, 6 } } })\n"
            "  %negate.anon = s32[2,1,3]{2,1,0} negate(%c)\n"
            "  %p = pred[3]{0} constant({1, 0, 1})\n"
            "  %z = c64[2]{0} constant({(1, -2), (nan, inf)})\n"
            "  ROOT %t = (s32[2,1,3]{2,1,0}, pred[3]{0}, c64[2]{0}) tuple(%negate.anon, %p, %z)\n"
            "}\n\n");
}

TEST(PrintParse, Example4KeepsWindowsLabelsAndPrecision) {
  const std::string text = Canonical(
      "HloModule conv\n"
      "ENTRY e {\n"
      "  i = f32[1,8,8,3] parameter(0)\n"
      "  k = f32[3,3,3,16] parameter(1)\n"
      "  ROOT c = f32[1,4,4,16] convolution(i, k), operand_precision={default,default}, "
      "dim_labels=b01f_01io->b01f,\n"
      "     window={stride=2x2 pad=0_1x0_1 size=3x3 rhs_dilate=1x1}, feature_group_count=1\n"
      "}\n");
  EXPECT_NE(text.find("  ROOT %c = f32[1,4,4,16]{3,2,1,0} convolution(%i, %k), window={size=3x3 "
                      "stride=2x2 pad=0_1x0_1}, dim_labels=b01f_01io->b01f\n"),
            std::string::npos)
      << text;
}

TEST(PrintParse, Example5KeepsItsLayouts) {
  const auto printed_shape = [](const std::string& shape) {
    const std::string text =
        Canonical("HloModule m\nENTRY e { ROOT p = " + shape + " parameter(0) }\n");
    const size_t begin = text.find("%p = ") + 5;
    return text.substr(begin, text.find(" parameter(") - begin);
  };
  EXPECT_EQ(printed_shape("f32[3,5]"), "f32[3,5]{1,0}");
  EXPECT_EQ(printed_shape("bf16[8,1,1280,16384]{3,2,0,1:T(8,128)(2,1)}"),
            "bf16[8,1,1280,16384]{3,2,0,1:T(8,128)(2,1)}");
  EXPECT_EQ(printed_shape("u32[]{:S(2)}"), "u32[]{:S(2)}");
  EXPECT_EQ(printed_shape("f32[2,7,8,11,10]{4,3,2,1,0:T(*, *,2,*,3)}"),
            "f32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)}");
  EXPECT_EQ(printed_shape("s4[123,456]{1,0:T(2,128)E(4)}"), "s4[123,456]{1,0:T(2,128)E(4)}");
  EXPECT_EQ(printed_shape("f32[10]{0:T(128)L(1)S(0)}"), "f32[10]{0:T(128)}");
  EXPECT_EQ(printed_shape("f32[10,10]{1,0:D(D,D)}"), "f32[10,10]{1,0}");
}

TEST(PrintParse, Example6KeepsItsInlineComputation) {
  EXPECT_EQ(Canonical("HloModule sum\n"
                      "ENTRY e {\n"
                      "  v = f32[4] parameter(0)\n"
                      "  z = f32[] constant(0)\n"
                      "  ROOT r = f32[] reduce(v, z), dimensions={0}, to_apply={\n"
                      "    a = f32[] parameter(0)\n"
                      "    b = f32[] parameter(1)\n"
                      "    ROOT s = f32[] add(a, b)\n"
                      "  }\n"
                      "}\n"),
            "HloModule sum, entry_computation_layout={(f32[4]{0})->f32[]}\n\n"
            "%reduce_computation (a: f32[], b: f32[]) -> f32[] {\n"
            "  %a = f32[] parameter(0)\n"
            "  %b = f32[] parameter(1)\n"
            "  ROOT %s = f32[] add(%a, %b)\n"
            "}\n\n"
            "ENTRY %e (v: f32[4]) -> f32[] {\n"
            "  %v = f32[4]{0} parameter(0)\n"
            "  %z = f32[] constant(0)\n"
            "  ROOT %r = f32[] reduce(%v, %z), dimensions={0}, to_apply=%reduce_computation\n"
            "}\n\n");
}

TEST(PrintParse, Example7KeepsCollectivesAndHeaderAttributes) {
  EXPECT_EQ(Canonical("HloModule ar, replica_count=4, is_scheduled=true\n"
                      "add { x = f32[] parameter(0)  y = f32[] parameter(1)  ROOT s = f32[] "
                      "add(x, y) }\n"
                      "ENTRY e {\n"
                      "  p = f32[8]{0} parameter(0)\n"
                      "  ROOT r = f32[8]{0} all-reduce(p), to_apply=add, "
                      "replica_groups=[2,2]<=[2,2]T(1,0)\n"
                      "}\n"),
            "HloModule ar, is_scheduled=true, "
            "entry_computation_layout={(f32[8]{0})->f32[8]{0}}, replica_count=4\n\n"
            "%add (x: f32[], y: f32[]) -> f32[] {\n"
            "  %x = f32[] parameter(0)\n"
            "  %y = f32[] parameter(1)\n"
            "  ROOT %s = f32[] add(%x, %y)\n"
            "}\n\n"
            "ENTRY %e (p: f32[8]) -> f32[8] {\n"
            "  %p = f32[8]{0} parameter(0)\n"
            "  ROOT %r = f32[8]{0} all-reduce(%p), replica_groups=[2,2]<=[2,2]T(1,0), "
            "to_apply=%add\n"
            "}\n\n");
}

TEST(PrintParse, AsyncShorthandIsAFixedPoint) {
  const std::string text = Canonical(
      "HloModule a\n"
      "ENTRY e {\n"
      "  p = f32[8] parameter(0)\n"
      "  s = ((f32[8]), f32[4], s32[]) custom-call-start(p), custom_call_target=\"foo\", "
      "async_execution_thread=\"side\", metadata={op_name=\"n\"}\n"
      "  u = ((f32[8]), f32[4], s32[]) custom-call-update(s)\n"
      "  ROOT d = f32[4] custom-call-done(u)\n"
      "}\n");
  EXPECT_NE(text.find("%s = ((f32[8]{0}), f32[4]{0}, s32[]) custom-call-start(%p), "
                      "async_execution_thread=\"side\", custom_call_target=\"foo\", "
                      "metadata={op_name=\"n\"}\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("custom-call-done(%u)\n"), std::string::npos) << text;
}

TEST(PrintParse, AFusionStartIsAFixedPoint) {
  const std::string text = Canonical(
      "HloModule a\n"
      "f {\n  q = f32[4] parameter(0)\n  ROOT n = f32[4] negate(q)\n}\n"
      "ENTRY e {\n"
      "  p = f32[4] parameter(0)\n"
      "  s = ((f32[4]), f32[4]) fusion-start(p), kind=kLoop, calls=f\n"
      "  ROOT d = f32[4] fusion-done(s)\n"
      "}\n");
  EXPECT_NE(text.find("fusion-start(%p), kind=kLoop, calls=%f\n"), std::string::npos) << text;
}

TEST(PrintParse, ValuesKeptAsTextAreAFixedPoint) {
  Canonical(
      "HloModule kept, frontend_attributes={b=\"x\",a={\"k\": [1, 2]}}\n"
      "ENTRY e {\n"
      "  p = (f32[2], f32[2]) parameter(0), sharding={ {devices=[2]0 ,1}, {replicated} }, "
      "parameter_replication={true, false}\n"
      "  a = f32[2] get-tuple-element(p), index=0, origin={{\"v1\"}}\n"
      "  b = f32[2] get-tuple-element(p), index=1, metadata={source_line=3, op_name='it\\'s'}\n"
      "  c = f32[2] exponential(a), result_accuracy={tolerance={ulps=2,atol=1}}, "
      "backend_config=\"text\\001\"\n"
      "  ROOT r = f32[2] add(b, c), statistics={visualizing_index=1,x=3.5}, "
      "backend_config={\"a\": {\"b\": \"}\"}}, frontend_attributes={z=\"1\",y=\"{2\"}\n"
      "}\n");
}

}  // namespace
}  // namespace hlo
