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

TEST(StablehloWriter, ACustomCallKeepsItsAttributes) {
  const std::string text = Written(
      "ENTRY e {\n  a = f32[2,2] parameter(0), sharding={replicated}\n"
      "  ROOT r = (f32[2,2]{0,1}, s32[]) custom-call(a), custom_call_target=\"f\", "
      "api_version=API_VERSION_TYPED_FFI, backend_config={uplo = 76 : ui8}, "
      "operand_layout_constraints={f32[2,2]{1,0}}, output_to_operand_aliasing={{0}: (0, {})}, "
      "frontend_attributes={note=\"a \\\"b\\\"\"}\n}\n");
  for (const std::string_view part :
       {"%a: tensor<2x2xf32> {mhlo.sharding = \"{replicated}\"}", "api_version = 4 : i32",
        "backend_config = {uplo = 76 : ui8}", "operand_layouts = [dense<[1, 0]> : tensor<2xindex>]",
        "result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]",
        "output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []",
        "{mhlo.frontend_attributes = {\"note\" = \"a \\\"b\\\"\"}}"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
}

TEST(StablehloWriter, APrecisionAndAnAlgorithmOfADotAreKept) {
  const std::string text = Written(
      "ENTRY e {\n  a = f32[2,2] parameter(0)\n"
      "  ROOT r = f32[2,2] dot(a, a), lhs_contracting_dims={1}, rhs_contracting_dims={0}, "
      "operand_precision={highest,default}, algorithm=dot_bf16_bf16_f32_x3\n}\n");
  EXPECT_NE(text.find("precision_config = [#stablehlo<precision HIGHEST>, "
                      "#stablehlo<precision DEFAULT>], algorithm = #stablehlo.dot_algorithm<"
                      "lhs_precision_type = bf16, rhs_precision_type = bf16, "
                      "accumulation_type = f32, lhs_component_count = 1, "
                      "rhs_component_count = 1, num_primitive_operations = 3, "
                      "allow_imprecise_accumulation = false>"),
            std::string::npos)
      << text;
}

TEST(StablehloWriter, TheStartOfACollectiveIsAnAsyncOpThatOnlyItsDoneTakes) {
  constexpr std::string_view kProgram =
      "s {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT c = f32[] add(a, b)\n}\n"
      "ENTRY e {\n  x = f32[2] parameter(0)\n"
      "  y = f32[2] all-reduce-start(x), replica_groups={}, to_apply=s\n"
      "  ROOT z = f32[2] all-reduce-done(y)\n}\n";
  const std::string text = Written(kProgram);
  EXPECT_NE(text.find("%y_1 = \"stablehlo.async_start\"(%x) ({\n^bb0(%x_1: tensor<2xf32>):\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("%z = \"stablehlo.async_done\"(%y_1) : "
                      "(!stablehlo.future<tensor<2xf32>>) -> tensor<2xf32>"),
            std::string::npos)
      << text;
}

TEST(StablehloWriter, ABitcastMovesElementsAsItsLayoutsSay) {
  const std::string text = Written(
      "ENTRY e {\n  x = f32[2,3]{0,1} parameter(0)\n  ROOT y = s32[6,1]{0,1} bitcast(x)\n}\n");
  EXPECT_NE(
      text.find("    %y = \"stablehlo.transpose\"(%x) <{permutation = array<i64: 1, 0>}> : "
                "(tensor<2x3xf32>) -> tensor<3x2xf32>\n"
                "    %y_1 = \"stablehlo.reshape\"(%y) : (tensor<3x2xf32>) -> tensor<1x6xf32>\n"
                "    %y_2 = \"stablehlo.transpose\"(%y_1) <{permutation = array<i64: 1, 0>}> : "
                "(tensor<1x6xf32>) -> tensor<6x1xf32>\n"
                "    %y_3 = \"stablehlo.bitcast_convert\"(%y_2) : (tensor<6x1xf32>) -> "
                "tensor<6x1xi32>\n"),
      std::string::npos)
      << text;
}

TEST(StablehloWriter, TheDataOfAnInfeedAreSeveralResults) {
  const std::string text = Written(
      "ENTRY e {\n  t = token[] after-all()\n"
      "  i = ((f32[2], s32[]), token[]) infeed(t), infeed_config=\"c\"\n"
      "  ROOT d = (f32[2], s32[]) get-tuple-element(i), index=0\n}\n");
  EXPECT_NE(text.find("%i:3 = \"stablehlo.infeed\"(%t) <{infeed_config = \"c\"}> : "
                      "(!stablehlo.token) -> (tensor<2xf32>, tensor<i32>, !stablehlo.token)\n"
                      "    %i_1 = \"stablehlo.tuple\"(%i#0, %i#1) : "),
            std::string::npos)
      << text;
}

TEST(StablehloWriter, OpsAndTypesThatStablehloLacksAreI01) {
  EXPECT_EQ(
      Written("ENTRY e {\n  x = f32[2] parameter(0)\n"
              "  ROOT b = s8[8] bitcast(x)\n}\n"),
      "I01: `bitcast` 'b' cannot be written as StableHLO: the layouts have tiles, or the widths of "
      "the elements differ");
  EXPECT_EQ(Written("ENTRY e {\n  ROOT x = f6e2m3fn[2] parameter(0)\n}\n"),
            "I01: StableHLO has no type f6e2m3fn[2]");
}

}  // namespace
}  // namespace hlo::stablehlo
