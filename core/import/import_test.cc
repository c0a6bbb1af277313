// SPDX-License-Identifier: Apache-2.0
// Faults of StableHLO texts: codes, places, recovery (imports reference 11).
#include <gtest/gtest.h>

#include "core/base/format.h"
#include "core/import/testing.h"

namespace hlo {
namespace {

using import_testing::Faults;
using import_testing::Hlo;
using import_testing::Import;

// A function of one argument around lines; its first line is line 2.
std::string Main(const std::string& lines) {
  return "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n" + lines + "\n}\n";
}

TEST(ImportFaults, I01NamesTheNearestOpAndTheRestIsImported) {
  const std::string text = Main(
      "  %0 = stablehlo.addd %x, %x : tensor<4xf32>\n"
      "  %1 = stablehlo.negate %0 : tensor<4xf32>\n"
      "  return %1 : tensor<4xf32>");
  const Imported imported = Import(text);
  ASSERT_EQ(imported.diagnostics.size(), 1u);
  const Diagnostic& fault = imported.diagnostics[0];
  EXPECT_EQ(fault.code, "I01");
  EXPECT_EQ(fault.message, "unknown operation 'stablehlo.addd'; did you mean 'stablehlo.add'?");
  EXPECT_EQ(text.substr(fault.span.begin, fault.span.end - fault.span.begin), "stablehlo.addd");
  EXPECT_NE(
      imported.text.find("v0 = f32[4]{0} custom-call(Arg_0, Arg_0), "
                         "custom_call_target=\"stablehlo.addd\"\n  ROOT v1 = f32[4]{0} negate(v0)"),
      std::string::npos);
  EXPECT_TRUE(ParseModule(imported.text).ok());
}

TEST(ImportFaults, EveryCodeHasAText) {
  EXPECT_EQ(
      Faults(Main("  %0 = linalg.matmul %x, %x : tensor<4xf32>\n  return %0 : tensor<4xf32>")),
      "2:8 I02");
  EXPECT_EQ(Faults(Main("  %n = stablehlo.constant dense<4> : tensor<1xi32>\n"
                        "  %0 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<*xf32>\n"
                        "  return %x : tensor<4xf32>")),
            "3:50 I03");
  EXPECT_EQ(Faults("func.func @main(%n: tensor<1xi32>) -> tensor<?xi32> {\n"
                   "  %0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>\n"
                   "  return %0 : tensor<?xi32>\n}"),
            "2:8 I03");
  EXPECT_EQ(Faults(Main("  %0 = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> "
                        "tensor<4x!quant.uniform<i8:f32, 0.5:10>>\n  return %x : tensor<4xf32>")),
            "2:59 I04");
  EXPECT_EQ(
      Faults("func.func @main(%x: tensor<8xf32, #CSR>) {\n  return\n}\n#CSR = #sparse.x<1>\n"),
      "1:21 I05");
  EXPECT_EQ(Faults(Main("  return %x : tensor<4xf32>\n^bb1:\n  return %x : tensor<4xf32>")),
            "3:1 I06");
  EXPECT_EQ(Faults("func.func @main(%x: tensor<4xf6E2M3FN>) {\n  return\n}"), "1:21 I07");
  EXPECT_EQ(Faults("func.func @main(%x: tensor<4xf32>, %c: tensor<f32>) -> tensor<f32> {\n"
                   "  %0 = stablehlo.reduce(%x init: %c) across dimensions = [0] : (tensor<4xf32>, "
                   "tensor<f32>) -> tensor<f32>\n"
                   "   reducer(%a: tensor<f32>, %b: tensor<f32>) {\n"
                   "    %1 = stablehlo.add %a, %c : tensor<f32>\n"
                   "    stablehlo.return %1 : tensor<f32>\n  }\n  return %0 : tensor<f32>\n}"),
            "4:28 I08");
  EXPECT_EQ(Faults("%0 = stablehlo.constant dense<...> : tensor<4xf32>"), "1:25 I09");
  EXPECT_EQ(Faults("func.func @a() {\n  return\n}\nfunc.func @b() {\n  return\n}"), "1:11 I10");
  EXPECT_EQ(Faults(Main("  %0 = call @g(%x) : (tensor<4xf32>) -> tensor<4xf32>\n"
                        "  return %0 : tensor<4xf32>")),
            "2:13 I11");
  EXPECT_EQ(Faults(Main("  %0 = call @main(%x) : (tensor<4xf32>) -> tensor<4xf32>\n"
                        "  return %0 : tensor<4xf32>")),
            "2:13 I11");
  EXPECT_EQ(Faults(Main("  %0 = vhlo.add_v1 %x, %x : tensor<4xf32>\n  return %0 : tensor<4xf32>")),
            "2:8 I12");
  EXPECT_EQ(Faults(Main("  %0 = stablehlo.custom_call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>\n"
                        "  return %0 : tensor<4xf32>")),
            "2:8 I16");
  EXPECT_EQ(Faults(Main("  %0 = stablehlo.negate %x : tensor<5xf32>\n  return %x : tensor<4xf32>")),
            "2:30 I17");
}

TEST(ImportFaults, TheFirstOfSeveralModulesIsImportedWithAWarning) {
  EXPECT_EQ(
      Faults("func.func @main() {\n  return\n}\n// -----\nfunc.func @main() {\n  return\n}\n"),
      "1:1 W03");
}

TEST(ImportFaults, FilesOfOtherFormatsAreRefusedWithTheWayOut) {
  const auto code = [](std::string_view bytes) {
    const Imported imported = ImportFile(bytes, SniffFile(bytes).format);
    EXPECT_EQ(imported.diagnostics.size(), 1u);
    EXPECT_FALSE(imported.diagnostics[0].notes[0].message.empty());
    return imported.diagnostics[0].code;
  };
  EXPECT_EQ(code("ML\xEFR"), "I13");
  EXPECT_EQ(code("vhlo.func_v1 @main() {"), "I12");
  EXPECT_EQ(code("{ lambda ; a:f32[3]. let"), "I18");
  EXPECT_EQ(code("\x1F\x8B"), "I18");
}

TEST(ImportFaults, SyntaxFaultsStandAtTheirTokens) {
  EXPECT_EQ(Faults(Main("  %0 = stablehlo.add %x %x tensor<4xf32>")), "2:28 P01");
  EXPECT_EQ(Faults(Main("  %0 = stablehlo.add %y, %x : tensor<4xf32>")), "2:22 N01");
  EXPECT_EQ(Faults(Main("  %0 = stablehlo.negate %x : tensor<4xf32>\n"
                        "  %0 = stablehlo.negate %x : tensor<4xf32>\n  return %0 : tensor<4xf32>")),
            "3:3 N03");
  EXPECT_EQ(Faults(Main("  %0 = stablehlo.iota : tensor<4xf32>\n  return %0 : tensor<4xf32>")),
            "2:8 P06");
  EXPECT_EQ(Faults(Main("  %0 = stablehlo.add %x : tensor<4xf32>\n  return %0 : tensor<4xf32>")),
            "2:8 P07");
  EXPECT_EQ(Faults("func.func @main( {\n}"), "1:18 P01");
  EXPECT_EQ(Faults("module @m {\n  func.func @main() {\n    return\n  }\n"), "5:1 P13");
  EXPECT_EQ(
      Faults("func.func @f() {\n  return\n}\nfunc.func @f() {\n  return\n}\nfunc.func @main() "
             "{\n  return\n}"),
      "4:11 N04");
  EXPECT_EQ(Faults("func.func @main(%x: tensor<99999999999999999999xf32>) {\n  return\n}"),
            "1:28 S09");
  EXPECT_EQ(Faults(Main("  %0 = stablehlo.custom_call @f(%x) {a = \"\\q\"} : (tensor<4xf32>) -> "
                        "tensor<4xf32>\n  return %x : tensor<4xf32>")),
            "2:43 L04");
}

TEST(ImportFaults, ReadingGoesOnAtTheNextOp) {
  EXPECT_EQ(
      Faults("module @m {\n"
             "  func.func @main(%x: tensor<4xf32>, %p: tensor<i1>) -> tensor<4xf32> {\n"
             "    %0 = stablehlo.ad %x, %x : tensor<4xf32>\n"
             "    %1 = stablehlo.add %x, %y : tensor<4xf32>\n"
             "    %2 = \"stablehlo.if\"(%p) ({\n"
             "      %3 = stablehlo.negate %x : tensr<4xf32>\n"
             "      stablehlo.return %3 : tensor<4xf32>\n"
             "    }, {\n"
             "      stablehlo.return %z : tensor<4xf32>\n"
             "    }) : (tensor<i1>) -> tensor<4xf32>\n"
             "    %4 = stablehlo.negate %1 : tensor<4xf32>\n"
             "    %5 = stablehlo.iota dim = 7 : tensor<4xf32>\n"
             "    return %4 : tensor<4xf32>\n"
             "  }\n"
             "  func.func @g(%x: tensor<4xf32>) {\n    %0 = stablehlo.negate %q : tensor<4xf32>\n"
             "    return\n  }\n}\n"),
      "3:10 I01, 4:28 N01, 6:34 P01, 9:24 N01, 16:27 N01");
}

TEST(ImportFaults, AtMostTwentyAreReported) {
  std::string lines;
  for (int i = 0; i < 50; ++i)
    lines += "  %" + std::to_string(i) + " = stablehlo.foo %x : tensor<4xf32>\n";
  EXPECT_EQ(Import(Main(lines + "  return %x : tensor<4xf32>")).diagnostics.size(), 20u);
}

TEST(ImportFaults, DeepNestingIsRefusedAndDoesNotOverflow) {
  std::string deep(100000, '(');
  EXPECT_NE(Faults("func.func @main(%x: " + deep + ")"), "");
  deep.assign(100000, '[');
  EXPECT_NE(Faults("%0 = stablehlo.custom_call @f() {a = " + deep + "} : () -> tensor<f32>"), "");
  std::string nested = "%x";
  for (int i = 0; i < 1000; ++i) nested += " = \"stablehlo.if\"(%p) ({\n%x";
  EXPECT_NE(Faults(nested), "");
}

TEST(ImportFaults, ManyResultsOfALargeTypeAreTooLong) {
  std::string types = "!t0 = tuple<f32, f32>\n", results = "!t13", values = "%a";
  for (int i = 0; i < 13; ++i) {
    types += Format("!t{} = tuple<!t{}, !t{}>\n", {i + 1, i, i});
  }
  for (int i = 0; i < 1000; ++i) {
    results += ", !t13";
    values += ", %a";
  }
  const std::string text = types + "func.func @main(%a: !t13) -> (" + results + ") {\n  return " +
                           values + " : " + results + "\n}\n";
  EXPECT_EQ(Faults(text), "1:1 P10");
}

TEST(ImportFaults, ASizeThatOverflowsIsNotKnown) {
  EXPECT_EQ(Faults(Main("  %0 = stablehlo.reshape %x : (tensor<4xf32>) -> "
                        "tensor<?x4611686018427387904x4xf32>\n  return %x : tensor<4xf32>")),
            "2:8 I03");
}

TEST(ImportFaults, DimensionsAreAskedForAndThenKnown) {
  const std::string text =
      "module @jit_f attributes {jax.uses_shape_polymorphism = true} {\n"
      "  func.func public @main(%arg0: tensor<?x4xf32>) -> tensor<?xf32> {\n"
      "    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>\n"
      "    %1 = call @f(%0, %arg0) : (tensor<i32>, tensor<?x4xf32>) -> tensor<?xf32>\n"
      "    return %1 : tensor<?xf32>\n  }\n"
      "  func.func private @f(%arg0: tensor<i32> {jax.global_constant = \"b\"}, %arg1: "
      "tensor<?x4xf32>) -> tensor<?xf32> {\n"
      "    %c = stablehlo.constant dense<4> : tensor<i32>\n"
      "    %0 = stablehlo.multiply %arg0, %c : tensor<i32>\n"
      "    %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>\n"
      "    %2 = stablehlo.dynamic_reshape %arg1, %1 : (tensor<?x4xf32>, tensor<1xi32>) -> "
      "tensor<?xf32>\n"
      "    %3 = stablehlo.negate %2 : tensor<?xf32>\n    return %3 : tensor<?xf32>\n  }\n}\n";
  const Imported asked = Import(text);
  ASSERT_EQ(asked.diagnostics.size(), 1u);
  EXPECT_EQ(asked.diagnostics[0].code, "I03");
  EXPECT_EQ(asked.diagnostics[0].message,
            "argument 0: dimension 0 is not known; give it with --dim b=8");
  ImportOptions options;
  options.dims["b"] = 3;
  EXPECT_EQ(Hlo(text, options),
            "HloModule jit_f\n\nf {\n  Arg_0 = s32[] parameter(0)\n"
            "  Arg_1 = f32[3,4]{1,0} parameter(1)\n  v2 = f32[12]{0} reshape(Arg_1)\n"
            "  ROOT v3 = f32[12]{0} negate(v2)\n}\n\nENTRY main {\n"
            "  Arg_0 = f32[3,4]{1,0} parameter(0)\n  v0 = s32[] constant(3)\n"
            "  ROOT v1 = f32[12]{0} call(v0, Arg_0), to_apply=f\n}\n");
}

}  // namespace
}  // namespace hlo
