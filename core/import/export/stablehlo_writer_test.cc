// SPDX-License-Identifier: Apache-2.0
// `hlo conform --through stablehlo` sends every vector through; here is how the text looks.
#include "core/import/export/stablehlo_writer.h"

#include <gtest/gtest.h>

#include "core/import/testing.h"

namespace hlo::stablehlo {
namespace {

std::string Written(std::string_view hlo) {
  const ParsedModule parsed = ParseModule(hlo);
  if (!parsed.ok()) {
    ADD_FAILURE() << parsed.diagnostics[0].message;
    return "";
  }
  Result<std::string> written = WriteStablehlo(*parsed.module);
  return written.ok() ? written.value() : written.error().code + ": " + written.error().message;
}

TEST(StablehloWriter, OpsHaveTheGenericForm) {
  EXPECT_EQ(Written("HloModule jit_f\nENTRY e {\n  x = f32[2,3]{0,1} parameter(0)\n"
                    "  y = f32[3,2] transpose(x), dimensions={1,0}\n"
                    "  ROOT z = f32[3,2] add(y, y)\n}\n"),
            "module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} "
            "{\n  func.func public @main(%x: tensor<2x3xf32>) -> (tensor<3x2xf32>) {\n"
            "    %y = \"stablehlo.transpose\"(%x) <{permutation = array<i64: 1, 0>}> : "
            "(tensor<2x3xf32>) -> tensor<3x2xf32>\n"
            "    %z = \"stablehlo.add\"(%y, %y) : (tensor<3x2xf32>, tensor<3x2xf32>) -> "
            "tensor<3x2xf32>\n"
            "    \"func.return\"(%z) : (tensor<3x2xf32>) -> ()\n  }\n}\n");
}

TEST(StablehloWriter, ADynamicSliceHasItsSizesAsAnArray) {
  const std::string text = Written(
      "HloModule m\nENTRY e {\n  x = f32[2,8] parameter(0)\n  i = s32[] parameter(1)\n"
      "  ROOT d = f32[1,8] dynamic-slice(x, i, i), dynamic_slice_sizes={1,8}\n}\n");
  EXPECT_NE(text.find("\"stablehlo.dynamic_slice\"(%x, %i, %i) <{slice_sizes = array<i64: 1, 8>}>"),
            std::string::npos)
      << text;
}

TEST(StablehloWriter, TheStateOfALoopIsSeveralValues) {
  const std::string text = Written(
      "c {\n  s = (s32[], f32[2]) parameter(0)\n  i = s32[] get-tuple-element(s), index=0\n"
      "  n = s32[] constant(3)\n  ROOT l = pred[] compare(i, n), direction=LT\n}\n"
      "b {\n  s = (s32[], f32[2]) parameter(0)\n  i = s32[] get-tuple-element(s), index=0\n"
      "  v = f32[2] get-tuple-element(s), index=1\n  o = s32[] constant(1)\n"
      "  j = s32[] add(i, o)\n  u = f32[2] add(v, v)\n  ROOT t = (s32[], f32[2]) tuple(j, u)\n}\n"
      "ENTRY e {\n  z = s32[] constant(0)\n  x = f32[2] parameter(0)\n"
      "  t = (s32[], f32[2]) tuple(z, x)\n"
      "  w = (s32[], f32[2]) while(t), condition=c, body=b\n"
      "  ROOT r = f32[2] get-tuple-element(w), index=1\n}\n");
  EXPECT_NE(text.find("%w:2 = \"stablehlo.while\"(%z, %x)"), std::string::npos) << text;
  EXPECT_NE(text.find("\"func.return\"(%w#1) : (tensor<2xf32>) -> ()"), std::string::npos) << text;
  EXPECT_EQ(text.find("tuple"), std::string::npos) << text;
  import_testing::Hlo(text);
}

TEST(StablehloWriter, NumbersThatAreNoDecimalsAreWrittenByTheirBits) {
  const std::string text =
      Written("ENTRY e {\n  ROOT c = f32[5] constant({1, -0, nan, -inf, 1e30})\n}\n");
  EXPECT_NE(text.find("dense<[1.0, -0.0, 0x7FC00000, 0xFF800000, 1.0e+30]> : tensor<5xf32>"),
            std::string::npos)
      << text;
}

TEST(StablehloWriter, OpsAndTypesThatStablehloLacksAreI01) {
  EXPECT_EQ(Written("ENTRY e {\n  x = f32[2] parameter(0)\n"
                    "  ROOT b = s8[8] bitcast(x)\n}\n"),
            "I01: StableHLO cannot say 'bitcast' of 'b'");
  EXPECT_EQ(Written("ENTRY e {\n  ROOT x = f6e2m3fn[2] parameter(0)\n}\n"),
            "I01: StableHLO has no type f6e2m3fn[2]");
}

}  // namespace
}  // namespace hlo::stablehlo
