// SPDX-License-Identifier: Apache-2.0
// Bodies, calls and captured values: imports reference 4.1 to 4.4.
#include <gtest/gtest.h>

#include "core/import/testing.h"

namespace hlo {
namespace {

using import_testing::EntryLines;
using import_testing::Hlo;

TEST(ImportedRegions, ACompactReduceIsTheLongOneAndTheGenericOne) {
  const std::string body =
      "main.reduce_0 {\n  Arg_0 = f32[] parameter(0)\n  Arg_1 = f32[] parameter(1)\n";
  const std::string compact =
      Hlo("%1 = stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = [1] : "
          "(tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>");
  EXPECT_NE(compact.find(body + "  ROOT add = f32[] add(Arg_0, Arg_1)\n}"), std::string::npos);
  EXPECT_EQ(EntryLines(compact),
            "ROOT v1 = f32[2]{0} reduce(x, c), dimensions={1}, to_apply=main.reduce_0");
  const std::string pretty = Hlo(
      "%1 = stablehlo.reduce(%x init: %c) across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) "
      "-> tensor<2xf32>\n reducer(%a: tensor<f32>, %b: tensor<f32>) {\n"
      "  %2 = stablehlo.add %a, %b : tensor<f32>\n  stablehlo.return %2 : tensor<f32>\n}");
  EXPECT_EQ(Hlo("%1 = \"stablehlo.reduce\"(%x, %c) <{dimensions = array<i64: 1>}> ({\n"
                "^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
                "  %2 = \"stablehlo.add\"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>\n"
                "  \"stablehlo.return\"(%2) : (tensor<f32>) -> ()\n"
                "}) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>"),
            pretty);
}

TEST(ImportedRegions, AReducerOfTwoInputsTakesAllFirstsAndThenAllSeconds) {
  const std::string hlo =
      Hlo("%1:2 = stablehlo.reduce(%x init: %c), (%i init: %d) across dimensions = [0] : "
          "(tensor<7xf32>, tensor<7xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)\n"
          " reducer(%a: tensor<f32>, %b: tensor<f32>) (%e: tensor<i32>, %f: tensor<i32>) {\n"
          "  %2 = stablehlo.add %a, %b : tensor<f32>\n  %3 = stablehlo.add %e, %f : tensor<i32>\n"
          "  stablehlo.return %2, %3 : tensor<f32>, tensor<i32>\n}");
  EXPECT_NE(hlo.find("  Arg_0 = f32[] parameter(0)\n  Arg_1 = s32[] parameter(1)\n"
                     "  Arg_2 = f32[] parameter(2)\n  Arg_3 = s32[] parameter(3)\n"
                     "  v2 = f32[] add(Arg_0, Arg_2)\n  v3 = s32[] add(Arg_1, Arg_3)\n"),
            std::string::npos);
  EXPECT_NE(hlo.find("reduce(x, i, c, d), dimensions={0}"), std::string::npos);
}

TEST(ImportedRegions, ConstantsAroundABodyAreWrittenInItAgain) {
  const std::string hlo =
      Hlo("%k = stablehlo.constant dense<2.0> : tensor<f32>\n"
          "%1 = \"stablehlo.map\"(%x) <{dimensions = array<i64: 0>}> ({\n^bb0(%a: tensor<f32>):\n"
          "  %2 = stablehlo.multiply %a, %k : tensor<f32>\n  stablehlo.return %2 : tensor<f32>\n"
          "}) : (tensor<4xf32>) -> tensor<4xf32>");
  EXPECT_NE(hlo.find("main.map_0 {\n  Arg_0 = f32[] parameter(0)\n  k = f32[] constant(2)\n"
                     "  ROOT v2 = f32[] multiply(Arg_0, k)\n}"),
            std::string::npos);
  EXPECT_EQ(EntryLines(hlo), "ROOT v1 = f32[4]{0} map(x), dimensions={0}, to_apply=main.map_0");
}

constexpr char kLoop[] =
    "func.func @main(%arg0: tensor<i32>, %arg1: tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>) {\n"
    "  %c = stablehlo.constant dense<3> : tensor<i32>\n"
    "  %w = stablehlo.add %arg1, %arg1 : tensor<4xf32>\n"
    "  %0:2 = stablehlo.while(%i = %arg0, %x = %arg1) : tensor<i32>, tensor<4xf32>\n"
    "  cond {\n"
    "    %1 = stablehlo.compare LT, %i, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
    "    stablehlo.return %1 : tensor<i1>\n"
    "  } do {\n"
    "    %1 = stablehlo.add %i, %c : tensor<i32>\n"
    "    %2 = stablehlo.multiply %x, %w : tensor<4xf32>\n"
    "    stablehlo.return %1, %2 : tensor<i32>, tensor<4xf32>\n"
    "  }\n"
    "  return %0#0, %0#1 : tensor<i32>, tensor<4xf32>\n"
    "}\n";

TEST(ImportedRegions, ALoopCarriesWhatItsBodyUsesFromAround) {
  const std::string hlo = Hlo(kLoop);
  EXPECT_NE(hlo.find("v0.init = (s32[], f32[4]{0}, f32[4]{0}) tuple(Arg_0, Arg_1, w)"),
            std::string::npos);
  EXPECT_NE(hlo.find("  c = s32[] constant(3)\n  ROOT v1 = pred[] compare(i, c), direction=LT\n"),
            std::string::npos);
  EXPECT_NE(hlo.find("ROOT results = (s32[], f32[4]{0}, f32[4]{0}) tuple(v1, v2, w)\n"),
            std::string::npos);
}

TEST(ImportedRegions, LikeXlaALoopCarriesConstantsToo) {
  ImportOptions options;
  options.like_xla = true;
  EXPECT_NE(Hlo(kLoop, options).find("tuple(Arg_0, Arg_1, c, w)"), std::string::npos);
}

TEST(ImportedRegions, ALoopOverOneValueIsBare) {
  const std::string hlo =
      Hlo("%0 = \"stablehlo.while\"(%a) ({\n^bb0(%i: tensor<i32>):\n"
          "  %1 = stablehlo.compare NE, %i, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
          "  stablehlo.return %1 : tensor<i1>\n}, {\n^bb0(%i: tensor<i32>):\n"
          "  stablehlo.return %i : tensor<i32>\n}) : (tensor<i32>) -> tensor<i32>");
  EXPECT_EQ(EntryLines(hlo),
            "ROOT v0 = s32[] while(a), condition=main.while_cond_0, body=main.while_body_0");
}

TEST(ImportedRegions, EachBranchTakesTheValuesThatItUses) {
  const std::string hlo = Hlo(
      "%1 = \"stablehlo.if\"(%p) ({\n  %2 = stablehlo.add %x, %y : tensor<f32>\n"
      "  stablehlo.return %2 : tensor<f32>\n}, {\n"
      "  %k = stablehlo.constant dense<1.0> : tensor<f32>\n  stablehlo.return %k : tensor<f32>\n"
      "}) : (tensor<i1>) -> tensor<f32>");
  EXPECT_EQ(EntryLines(hlo),
            "v1.if_true = (f32[], f32[]) tuple(x, y)\nv1.if_false = () tuple()\n"
            "ROOT v1 = f32[] conditional(p, v1.if_true, v1.if_false), "
            "true_computation=main.if_true_0, false_computation=main.if_false_0");
}

TEST(ImportedRegions, AValueCapturedByAnInnerRegionIsCapturedByAllAround) {
  const std::string hlo =
      Hlo("%1 = \"stablehlo.if\"(%p) ({\n  %2 = \"stablehlo.if\"(%p) ({\n"
          "    stablehlo.return %x : tensor<f32>\n  }, {\n    stablehlo.return %y : tensor<f32>\n"
          "  }) : (tensor<i1>) -> tensor<f32>\n  stablehlo.return %2 : tensor<f32>\n}, {\n"
          "  stablehlo.return %x : tensor<f32>\n}) : (tensor<i1>) -> tensor<f32>");
  EXPECT_NE(hlo.find("v1.if_true = (pred[], f32[], f32[]) tuple(p, x, y)"), std::string::npos);
}

TEST(ImportedRegions, FunctionsAreComputationsAndSeveralResultsATuple) {
  const std::string hlo = Hlo(
      "module @jit_f {\n"
      "  func.func public @main(%arg0: tensor<f32> loc(\"x\")) -> tensor<f32> {\n"
      "    %0:2 = call @pair(%arg0) : (tensor<f32>) -> (tensor<f32>, tensor<f32>)\n"
      "    return %0#1 : tensor<f32>\n  }\n"
      "  func.func private @pair(%arg0: tensor<f32>) -> (tensor<f32>, tensor<f32>) {\n"
      "    %0 = stablehlo.negate %arg0 : tensor<f32>\n"
      "    return %arg0, %0 : tensor<f32>, tensor<f32>\n  }\n"
      "  func.func private @unused() -> tensor<f32> {\n"
      "    %0 = stablehlo.constant dense<1.0> : tensor<f32>\n    return %0 : tensor<f32>\n  }\n}");
  EXPECT_EQ(hlo,
            "HloModule jit_f\n\npair {\n  Arg_0 = f32[] parameter(0)\n  v0 = f32[] negate(Arg_0)\n"
            "  ROOT results = (f32[], f32[]) tuple(Arg_0, v0)\n}\n\nENTRY main {\n"
            "  x = f32[] parameter(0)\n  v0 = (f32[], f32[]) call(x), to_apply=pair\n"
            "  ROOT v0.1 = f32[] get-tuple-element(v0), index=1\n}\n");
}

TEST(ImportedRegions, TheGenericPrintOfAModuleIsTheSameModule) {
  EXPECT_EQ(Hlo("\"builtin.module\"() <{sym_name = \"m\"}> ({\n"
                "  \"func.func\"() <{function_type = (tensor<4xf32>) -> tensor<4xf32>, sym_name = "
                "\"main\", sym_visibility = \"public\"}> ({\n  ^bb0(%arg0: tensor<4xf32>):\n"
                "    %0 = \"stablehlo.negate\"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>\n"
                "    \"func.return\"(%0) : (tensor<4xf32>) -> ()\n  }) : () -> ()\n}) : () -> ()"),
            Hlo("module @m {\n  func.func public @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {\n"
                "    %0 = stablehlo.negate %arg0 : tensor<4xf32>\n    return %0 : tensor<4xf32>\n  "
                "}\n}"));
}

TEST(ImportedRegions, ACompositeIsACallOfItsDecomposition) {
  EXPECT_EQ(
      EntryLines(Hlo(
          "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
          "  %1 = stablehlo.composite \"my.gelu\" %a {composite_attributes = {approx = true}, "
          "decomposition = @my.gelu.impl, version = 1 : i32} : (tensor<4xf32>) -> tensor<4xf32>\n"
          "  return %1 : tensor<4xf32>\n}\n"
          "func.func private @my.gelu.impl(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
          "  return %a : tensor<4xf32>\n}")),
      "ROOT v1 = f32[4]{0} call(Arg_0), to_apply=my.gelu.impl, is_composite=true, "
      "frontend_attributes={composite.attributes={approx = "
      "true},composite.name=\"my.gelu\",composite.version=\"1\"}");
}

TEST(ImportedRegions, SortKeepsTheOrderOfTheComparator) {
  const std::string hlo = Hlo(
      "%1:2 = \"stablehlo.sort\"(%x, %i) <{dimension = -1 : i64, is_stable = true}> ({\n"
      "^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):\n"
      "  %2 = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
      "  stablehlo.return %2 : tensor<i1>\n"
      "}) : (tensor<2x6xf32>, tensor<2x6xi32>) -> (tensor<2x6xf32>, tensor<2x6xi32>)");
  EXPECT_NE(hlo.find("sort(x, i), dimensions={1}, is_stable=true, to_apply=main.sort_0"),
            std::string::npos);
  EXPECT_NE(hlo.find("compare(Arg_0, Arg_1), direction=LT, type=TOTALORDER"), std::string::npos);
}

TEST(ImportedRegions, WindowsAndSelectAndScatterHaveTheirBodies) {
  EXPECT_EQ(
      EntryLines(Hlo(
          "%1 = \"stablehlo.reduce_window\"(%x, %c) <{padding = dense<[[7, 0]]> : "
          "tensor<1x2xi64>, window_dimensions = array<i64: 8>, base_dilations = array<i64: 1>}> "
          "({\n^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
          "  %2 = stablehlo.add %a, %b : tensor<f32>\n  stablehlo.return %2 : tensor<f32>\n"
          "}) : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>")),
      "ROOT v1 = f32[8]{0} reduce-window(x, c), window={size=8 pad=7_0}, "
      "to_apply=main.reduce_window_0");
  EXPECT_EQ(EntryLines(Hlo(
                "%1 = \"stablehlo.select_and_scatter\"(%x, %s, %c) ({\n"
                "^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
                "  %2 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
                "  stablehlo.return %2 : tensor<i1>\n}, {\n"
                "^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
                "  %2 = stablehlo.add %a, %b : tensor<f32>\n  stablehlo.return %2 : tensor<f32>\n"
                "}) {window_dimensions = dense<2> : tensor<1xi64>, window_strides = dense<2> : "
                "tensor<1xi64>} : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>")),
            "ROOT v1 = f32[4]{0} select-and-scatter(x, s, c), window={size=2 stride=2}, "
            "select=main.select_0, scatter=main.scatter_0");
}

}  // namespace
}  // namespace hlo
