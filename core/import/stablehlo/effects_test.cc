// SPDX-License-Identifier: Apache-2.0
// Collectives, transfers, custom calls, shardings and locations: imports reference 3, 4.5, 6,
// 7 and 8.
#include <gtest/gtest.h>

#include "core/import/testing.h"
#include "core/ir/mesh.h"

namespace hlo {
namespace {

using import_testing::EntryLines;
using import_testing::Faults;
using import_testing::Hlo;

std::string Reduced(const std::string& groups) {
  const std::string lines = EntryLines(
      Hlo("module attributes {mhlo.num_replicas = 8 : i32} {\n"
          "func.func @main(%x: tensor<f32>) -> tensor<f32> {\n"
          "  %1 = \"stablehlo.all_reduce\"(%x) <{replica_groups = " +
          groups +
          "}> ({\n"
          "  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n    %2 = stablehlo.add %a, %b : tensor<f32>\n"
          "    stablehlo.return %2 : tensor<f32>\n  }) : (tensor<f32>) -> tensor<f32>\n"
          "  return %1 : tensor<f32>\n}\n}"));
  const size_t at = lines.find("replica_groups=");
  return lines.substr(at, lines.find(", to_apply") - at);
}

TEST(ImportedEffects, ReplicaGroupsAreRowsOfAnArray) {
  EXPECT_EQ(Reduced("dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>"),
            "replica_groups={{0,1,2,3},{4,5,6,7}}");
  EXPECT_EQ(Reduced("dense<[[0, 1, 2, 3, 4], [5, 6, 7, -1, -1]]> : tensor<2x5xi64>"),
            "replica_groups={{0,1,2,3,4},{5,6,7}}");
}

TEST(ImportedEffects, ReplicaGroupsCanBeAxesOfAMesh) {
  // imports reference 4.5: mesh x=2, y=4, axes [y:(1)2].
  EXPECT_EQ(
      Reduced("#stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = "
              "[#stablehlo.mesh_axis<name = \"x\", size = 2>, #stablehlo.mesh_axis<name = \"y\", "
              "size = 4>]>, axes = [#stablehlo.axis_ref<name = \"y\", sub_axis_info = (1)2>]>"),
      "replica_groups={{0,2},{1,3},{4,6},{5,7}}");
}

TEST(Mesh, GroupsAndShardingsFollowTheReference) {
  Mesh mesh;
  mesh.axes = {{"x", 2}, {"y", 3}};
  EXPECT_EQ(*mesh.GroupOrder({{"x"}}), (std::vector<int64_t>{0, 3, 1, 4, 2, 5}));
  mesh.axes = {{"x", 2}, {"y", 4}};
  EXPECT_EQ(*mesh.GroupOrder({{"y", 1, 2}}), (std::vector<int64_t>{0, 2, 1, 3, 4, 6, 5, 7}));
  EXPECT_EQ(*mesh.ShardingText({{{"y"}}, {}}),
            "{devices=[4,1,2]<=[2,4]T(1,0) last_tile_dim_replicate}");
  EXPECT_EQ(*mesh.ShardingText({{{"x"}}, {{"y"}}}), "{devices=[2,4]<=[8]}");
  EXPECT_EQ(*mesh.ShardingText({{}, {}}), "{replicated}");
  EXPECT_EQ(mesh.ShardingText({{{"z"}}}), std::nullopt);
  mesh = {{}, {3}};
  EXPECT_EQ(*mesh.ShardingText({{}}), "{maximal device=3}");
}

TEST(ImportedEffects, AnAllToAllAlongTwoDimensionsIsReshapedAndTransposed) {
  EXPECT_EQ(
      EntryLines(Hlo("%1 = \"stablehlo.all_to_all\"(%x) <{split_dimension = 1 : i64, "
                     "concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = "
                     "dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<4x2xf32>")),
      "v1.a = f32[2,4]{1,0} all-to-all(x), replica_groups={{0,1}}, dimensions={1}\n"
      "v1.r = f32[2,2,2]{2,1,0} reshape(v1.a)\n"
      "v1.t = f32[2,2,2]{2,1,0} transpose(v1.r), dimensions={1,0,2}\n"
      "ROOT v1 = f32[4,2]{1,0} reshape(v1.t)");
}

TEST(ImportedEffects, SendAndReceiveAreFinishedAtOnce) {
  EXPECT_EQ(
      EntryLines(Hlo("%0 = \"stablehlo.send\"(%x, %t) <{channel_handle = "
                     "#stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : "
                     "(tensor<4xf32>, !stablehlo.token) -> !stablehlo.token\n"
                     "%1:2 = \"stablehlo.recv\"(%0) <{channel_handle = "
                     "#stablehlo.channel_handle<handle = 6, type = 3>, is_host_transfer = true}> : "
                     "(!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)")),
      "v0.send = (f32[4]{0}, u32[], token[]) send(x, t), channel_id=5, is_host_transfer=true\n"
      "v0 = token[] send-done(v0.send), channel_id=5, is_host_transfer=true\n"
      "v1.0.recv = (f32[4]{0}, u32[], token[]) recv(v0), channel_id=6, is_host_transfer=true\n"
      "v1.0.done = (f32[4]{0}, token[]) recv-done(v1.0.recv), channel_id=6, is_host_transfer=true\n"
      "v1.0 = f32[4]{0} get-tuple-element(v1.0.done), index=0\n"
      "v1.1 = token[] get-tuple-element(v1.0.done), index=1\n"
      "ROOT results = (f32[4]{0}, token[]) tuple(v1.0, v1.1)");
}

TEST(ImportedEffects, FeedsTakeAndGiveTuplesWithTokens) {
  EXPECT_EQ(EntryLines(Hlo("%0:2 = \"stablehlo.infeed\"(%t) <{infeed_config = \"cfg\"}> : "
                           "(!stablehlo.token) -> (tensor<4xi32>, !stablehlo.token)\n"
                           "%1 = \"stablehlo.outfeed\"(%0#0, %0#1) : (tensor<4xi32>, "
                           "!stablehlo.token) -> !stablehlo.token")),
            "v0.0.tuple = (s32[4]{0}, token[]) infeed(t), infeed_config=\"cfg\"\n"
            "v0.0 = s32[4]{0} get-tuple-element(v0.0.tuple), index=0\n"
            "v0.1 = token[] get-tuple-element(v0.0.tuple), index=1\n"
            "ROOT v1 = token[] outfeed(v0.0, v0.1), outfeed_shape=s32[4]{0}");
}

TEST(ImportedEffects, ACustomCallKeepsWhatItSays) {
  const std::string text =
      "%1 = stablehlo.custom_call @\"a.b-c\"(%x) {api_version = 4 : i32, backend_config = {k = 1 : "
      "i64}, has_side_effect = true, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], "
      "result_layouts = [dense<[1, 0]> : tensor<2xindex>], output_operand_aliases = "
      "[#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, "
      "operand_tuple_indices = []>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>";
  EXPECT_EQ(Faults(text), "1:6 I16");
  EXPECT_EQ(EntryLines(Hlo(text)),
            "ROOT v1 = f32[2,3]{1,0} custom-call(x), custom_call_target=\"a.b-c\", "
            "operand_layout_constraints={f32[2,3]{0,1}}, custom_call_has_side_effect=true, "
            "output_to_operand_aliasing={{}: (0, {})}, api_version=API_VERSION_TYPED_FFI, "
            "backend_config={k = 1 : i64}");
}

TEST(ImportedEffects, AFillStandsForWhatIsNotKnown) {
  ImportOptions options;
  options.fill = Fill::kZero;
  const std::string text = "%1 = stablehlo.custom_call @f(%x) : (tensor<2xf32>) -> tensor<4xf32>";
  EXPECT_EQ(Faults(text, options), "1:6 I16");
  EXPECT_EQ(EntryLines(Hlo(text, options)),
            "v1.s = f32[] constant(0)\nROOT v1 = f32[4]{0} broadcast(v1.s), dimensions={}");
  const std::string elided = "%1 = stablehlo.constant dense_resource<__elided__> : tensor<4xf32>";
  EXPECT_EQ(Faults(elided), "1:25 I09");
  EXPECT_EQ(Faults(elided, options), "");
}

TEST(ImportedEffects, AnnotationsAreCopiesOrNothing) {
  const std::string text =
      "%1 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "
      "\"{devices=[2,1]<=[2]}\"} : (tensor<4x4xf32>) -> tensor<4x4xf32>";
  EXPECT_EQ(EntryLines(Hlo(text)),
            "ROOT v1 = f32[4,4]{1,0} copy(x), sharding={devices=[2,1]<=[2]}");
  ImportOptions options;
  options.like_xla = true;
  EXPECT_EQ(EntryLines(Hlo(text, options)),
            "ROOT v1 = f32[4,4]{1,0} custom-call(x), custom_call_target=\"Sharding\", "
            "sharding={devices=[2,1]<=[2]}");
}

TEST(ImportedEffects, ArgumentsCarryShardingsLayoutsAndAliases) {
  EXPECT_EQ(
      Hlo("module @jit_f attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} "
          "{\n"
          "  sdy.mesh @mesh = <[\"x\"=2, \"y\"=4]>\n"
          "  func.func public @main(%arg0: tensor<8x6xf32> {sdy.sharding = "
          "#sdy.sharding<@mesh, [{\"y\"}, {}]>, tf.aliasing_output = 0 : i32}, %arg1: "
          "tensor<2x3xf32> "
          "{mhlo.layout_mode = \"{0,1}\", jax.buffer_donor = true}) -> (tensor<8x6xf32> "
          "{jax.result_info = \"result[0]\"}, tensor<2x3xf32>) {\n"
          "    return %arg0, %arg1 : tensor<8x6xf32>, tensor<2x3xf32>\n  }\n}"),
      "HloModule jit_f, input_output_alias={ {0}: (0, {}, may-alias) }, buffer_donor={ (1, {}) }, "
      "entry_computation_layout={(f32[8,6]{1,0}, f32[2,3]{0,1})->(f32[8,6]{1,0}, f32[2,3]{1,0})}, "
      "num_partitions=8\n\nENTRY main {\n"
      "  Arg_0 = f32[8,6]{1,0} parameter(0), sharding={devices=[4,1,2]<=[2,4]T(1,0) "
      "last_tile_dim_replicate}\n  Arg_1 = f32[2,3]{1,0} parameter(1)\n"
      "  ROOT results = (f32[8,6]{1,0}, f32[2,3]{1,0}) tuple(Arg_0, Arg_1)\n}\n");
}

TEST(ImportedEffects, ModulesAndFunctionsCarryLayoutsAliasesAndThreads) {
  EXPECT_EQ(
      Hlo("module @m attributes {mhlo.xla_entry_computation_parameter_layouts = [dense<[0, 1]> : "
          "tensor<2xindex>], mhlo.xla_entry_computation_parameter_tiles = [[dense<[8, 128]> : "
          "tensor<2xindex>]], mhlo.input_output_alias = [{alias = {kind = 1 : i64, parameter_index "
          "= "
          "array<i64>, parameter_number = 0 : i64}, output_index = array<i64>}], "
          "mhlo.frontend_attributes = {a = \"b\"}} {\n"
          "  func.func @main(%arg0: tensor<2x3xf32> {mhlo.frontend_attributes = {k = \"v\"}}) -> "
          "tensor<2x3xf32> {\n"
          "    %0 = call @f(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>\n"
          "    return %0 : tensor<2x3xf32>\n  }\n"
          "  func.func private @f(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> attributes "
          "{execution_thread = \"host\"} {\n    return %arg0 : tensor<2x3xf32>\n  }\n}"),
      "HloModule m, input_output_alias={ {}: (0, {}, must-alias) }, "
      "entry_computation_layout={(f32[2,3]{0,1:T(8,128)})->f32[2,3]{1,0}}, "
      "frontend_attributes={a=\"b\"}\n\nf {\n  ROOT Arg_0 = f32[2,3]{1,0} parameter(0)\n}, "
      "execution_thread=\"host\"\n\nENTRY main {\n  Arg_0 = f32[2,3]{1,0} parameter(0), "
      "frontend_attributes={k=\"v\"}\n  ROOT v0 = f32[2,3]{1,0} call(Arg_0), to_apply=f\n}\n");
}

TEST(ImportedEffects, ShardingsOfResultsStandAtTheTuple) {
  EXPECT_EQ(EntryLines(Hlo("func.func @main(%a: tensor<4xf32>) -> (tensor<4xf32> {mhlo.sharding = "
                           "\"{devices=[2]<=[2]}\"}, tensor<4xf32>) {\n"
                           "  return %a, %a : tensor<4xf32>, tensor<4xf32>\n}")),
            "ROOT results = (f32[4]{0}, f32[4]{0}) tuple(Arg_0, Arg_0), "
            "sharding={{devices=[2]<=[2]}, {replicated}}");
}

// The entry of a shard_map on devices of a mesh of 2 by 4. The last result of the op comes first.
std::string ShardMap(const std::string& results, const std::string& shardings,
                     const std::string& body, bool is_swapped = false) {
  const bool is_pair = results.find(',') != std::string::npos;
  const std::string other = is_swapped ? "tensor<4x8xf32>, tensor<8x4xf32>" : results;
  const auto list = [&](const std::string& types) { return is_pair ? "(" + types + ")" : types; };
  return EntryLines(
      Hlo("sdy.mesh @mesh = <[\"x\"=2, \"y\"=4]>\n"
          "func.func @f(%s: tensor<f32>) -> tensor<f32> {\n"
          "  %0 = stablehlo.negate %s : tensor<f32>\n  return %0 : tensor<f32>\n}\n"
          "func.func @main(%arg0: tensor<4x8xf32>) -> " +
          list(results) + " {\n  %0" + (is_pair ? ":2" : "") +
          " = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{\"x\"}, {\"y\"}]>] "
          "out_shardings=[" +
          shardings + "] manual_axes={\"x\", \"y\"} (%a: tensor<2x2xf32>) {\n" + body +
          "  } : (tensor<4x8xf32>) -> " + list(other) + "\n  return " +
          (is_pair ? "%0#1, %0#0" : "%0") + " : " + results + "\n}\n"));
}

TEST(ImportedEffects, AShardMapKeepsItsShardingsInTheOrderOfTheResults) {
  EXPECT_EQ(ShardMap("tensor<4x8xf32>", "<@mesh, [{\"x\"}, {\"y\"}]>",
                     "    sdy.return %a : tensor<2x2xf32>\n"),
            "ROOT v0 = f32[2,2]{1,0} copy(Arg_0), sharding={devices=[2,4]<=[8]}");
  EXPECT_EQ(ShardMap("tensor<8x4xf32>, tensor<4x8xf32>",
                     "<@mesh, [{\"x\"}, {\"y\"}]>, <@mesh, [{\"y\"}, {\"x\"}]>",
                     "    sdy.return %a, %a : tensor<2x2xf32>, tensor<2x2xf32>\n",
                     /*is_swapped=*/true),
            "ROOT results = (f32[2,2]{1,0}, f32[2,2]{1,0}) tuple(Arg_0, Arg_0), "
            "sharding={{devices=[4,2]<=[2,4]T(1,0)}, {devices=[2,4]<=[8]}}");
  // The sharding is that of the entry alone, and partial sums are no parts.
  EXPECT_EQ(ShardMap("tensor<4xf32>", "<@mesh, [{\"x\"}], unreduced={\"y\"}>",
                     "    %c = stablehlo.constant dense<1.0> : tensor<f32>\n"
                     "    %d = func.call @f(%c) : (tensor<f32>) -> tensor<f32>\n"
                     "    %e = stablehlo.broadcast_in_dim %d, dims = [] : (tensor<f32>) -> "
                     "tensor<2xf32>\n    sdy.return %e : tensor<2xf32>\n"),
            "c = f32[] constant(1)\nd = f32[] call(c), to_apply=f\n"
            "ROOT e = f32[2]{0} broadcast(d), dimensions={}");
}

std::string MetadataOf(const std::string& location) {
  const std::string lines = EntryLines(Hlo("%1 = stablehlo.floor %x : tensor<f32> " + location));
  const size_t at = lines.find("metadata=");
  return at == std::string::npos ? "" : lines.substr(at);
}

TEST(ImportedEffects, LocationsAreMetadata) {
  EXPECT_EQ(MetadataOf("loc(\"f.py\":3:9)"), "metadata={source_file=\"f.py\" source_line=3}");
  EXPECT_EQ(MetadataOf("loc(\"jit(f)/sin\"(\"f\"(\"a.py\":12:9 to :21)))"),
            "metadata={op_name=\"jit(f)/sin\" source_file=\"a.py\" source_line=12 "
            "source_end_line=12 source_column=9 source_end_column=21}");
  EXPECT_EQ(MetadataOf("loc(fused<\"x\">[\"a\", \"b\"(\"f.py\":1:2)])"),
            "metadata={op_name=\"a;b\" source_file=\"f.py\" source_line=1}");
  EXPECT_EQ(MetadataOf("loc(callsite(\"a\" at \"b\"))"), "metadata={op_name=\"a\"}");
  EXPECT_EQ(MetadataOf("loc(\"Conv2D:\")"), "metadata={op_type=\"Conv2D\"}");
  EXPECT_EQ(MetadataOf("loc(#l)\n#l = loc(\"n\"(#m))\n#m = loc(\"f.py\":1:1)"),
            "metadata={op_name=\"n\" source_file=\"f.py\" source_line=1}");
  EXPECT_EQ(MetadataOf("loc(#l)\n#l = loc(#l)"), "");
  EXPECT_EQ(MetadataOf("loc(unknown)"), "");
}

}  // namespace
}  // namespace hlo
