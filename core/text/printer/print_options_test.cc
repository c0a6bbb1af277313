// SPDX-License-Identifier: Apache-2.0
// What a print leaves out when asked to: hlo-text reference, sections 8.6 and 8.7.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/text/printer/module_builder.h"
#include "core/text/text.h"

namespace hlo {
namespace {

using text_testing::ModuleBuilder;

TEST(PrintModule, LeavesOutWhatItsOptionsSay) {
  ModuleBuilder m("parts");
  m.module().header.frame_tables = {{"FileNames", {{1, "\"a.py\""}}}};
  m.Begin("main");
  Instruction* x = m.Parameter(0, "x", "f32[2,3]{0,1:T(2,2)}");
  Instruction* y = m.Add("y", "f32[2,3]{0,1:T(2,2)}", "add", {x, x});
  y->attributes.Set(Attr::control_predecessors, std::vector<Instruction*>{x});
  y->attributes.Set(Attr::metadata, Metadata{{"op_name", "\"a\""}});
  m.Finish();
  const auto text = [&](bool PrintOptions::* part) {
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

// Hlo-text reference 8.6: more than 10 elements, and tuples.
TEST(PrintModule, ElidesLargeConstantsWhenAskedTo) {
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

}  // namespace
}  // namespace hlo
