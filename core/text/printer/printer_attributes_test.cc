// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/literal/testing.h"
#include "core/text/text.h"

namespace hlo {
namespace {

using literal_testing::ShapeOf;

// Prints one attribute: "dimensions={0}".
std::string Value(std::string_view opcode, Attr attr, AttributeValue value) {
  Instruction instruction;
  instruction.op = FindOp(opcode);
  return PrintAttributeValue(instruction, instruction.attributes.Set(attr, std::move(value)));
}

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

TEST(PrintAttributeValue, EscapesStringsAsInC) {
  EXPECT_EQ(Value("custom-call", Attr::custom_call_target,
                  std::string("a\"b'c\\\n\x01\xc3\xa9"
                              "7")),
            "\"a\\\"b\\'c\\\\\\n\\001\\303\\2517\"");
  EXPECT_EQ(Value("add", Attr::backend_config, Config{"{\"}\"}", false}), "{\"}\"}");
  EXPECT_EQ(Value("add", Attr::backend_config, Config{"{}a", false}), "\"{}a\"");
  EXPECT_EQ(Value("add", Attr::backend_config, Config{"{{}", false}), "\"{{}\"");
}

TEST(PrintAttributeValue, OrdersMetadataAndOmitsUnsetFields) {
  const Metadata metadata{{"source_line", "7"}, {"op_name", "\"b\""},   {"source_file", "\"\""},
                          {"op_type", "\"a\""}, {"source_column", "0"}, {"profile_type", "{1}"}};
  EXPECT_EQ(Value("add", Attr::metadata, metadata),
            "{op_type=\"a\" op_name=\"b\" source_line=7 profile_type={1}}");
}

TEST(PrintAttributeValue, NormalizesSpacingInShardings) {
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

TEST(PrintAttributeValue, NormalizesSpacingInOtherBraces) {
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
