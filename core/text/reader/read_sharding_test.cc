// SPDX-License-Identifier: Apache-2.0
// Shardings: hlo-text reference 6.6.
#include <gtest/gtest.h>

#include <string>

#include "core/text/testing.h"

namespace hlo {
namespace {

using text_testing::Entry;
using text_testing::Faults;
using text_testing::Messages;
using text_testing::Valid;

std::string Parameter(const std::string& shape, const std::string& sharding) {
  return Entry("ROOT p = " + shape + " parameter(0), sharding=" + sharding);
}
// Code and offset of the only error, counted from the first byte of `sharding`; -9 is the name.
std::string ShardingFault(const std::string& shape, const std::string& sharding) {
  const std::string text = Parameter(shape, sharding);
  const ParsedModule parsed = ParseModule(text);
  if (parsed.diagnostics.size() != 1) return Faults(text);
  const Diagnostic& diagnostic = parsed.diagnostics[0];
  const auto begin = static_cast<int64_t>(text.find("sharding=") + 9);
  return diagnostic.code + " " + std::to_string(diagnostic.span.begin - begin);
}

TEST(ReadSharding, KeepsTheFormsThatXlaPrints) {
  const struct {
    const char* shape;
    const char* sharding;
  } cases[] = {
      {"f32[4]", "{replicated}"},
      {"f32[4]", "{maximal device=1}"},
      {"f32[4]", "{manual}"},
      {"f32[4]", "{unknown}"},
      {"f32[4]", "{unreduced}"},
      {"f32[4,4]", "{devices=[2,2]0,1,2,3}"},
      {"f32[4,4]", "{devices=[2,2]<=[4]}"},
      {"f32[4]", "{devices=[2,2]0,1,2,3 last_tile_dim_replicate}"},
      {"f32[4]", "{devices=[2,2]<=[2,2]T(1,0) last_tile_dim_replicate}"},
      {"f32[4,4]", "{devices=[2,2,2,2]<=[16] last_tile_dims={manual, replicated}}"},
      {"f32[4,4]", "{devices=[2,1]<=[2] shard_like 3}"},
      {"f32[4]", "{manual shard_as 1}"},
      {"f32[4]", "{replicated metadata={op_name=\"a\"}}"},
      {"f32[4]", "{devices=[2]0,1 metadata={{op_name=\"a\"}, {op_name=\"b\"}}}"},
      {"(f32[4], s32[])", "{{maximal device=0}, {replicated}}"},
      {"((f32[4], s32[]), f32[2,2])", "{{devices=[2]<=[2]}, {replicated}, {manual}}"},
      {"(f32[4], s32[])", "{replicated}"},
      {"()", "{}"},
      {"()", "{{replicated}}"},
      {"f32[4,4]", "{mesh[a=2,b=4], [{a}, {b}]}"},
      {"f32[4,4]", "{mesh[a=2,b=4,c=3,d=8], [{b:(2)2}, {d:(4)2, c, ?}], unreduced={a}}"},
      {"f32[4]", "{mesh[x=2,y=2], device_ids=(0,2,1,3), [{x}]}"},
      {"f32[4]", "{maximal_mesh[device_id=5]}"},
      {"(f32[4], s32[])", "{{mesh[a=2], [{a}]}, {replicated}}"},
  };
  for (const auto& [shape, sharding] : cases) {
    const auto module = Valid(Parameter(shape, sharding));
    EXPECT_EQ(module->entry->root->attributes.Get<RawText>(Attr::sharding)->text, sharding);
  }
}

TEST(ReadSharding, RejectsInvalidShardings) {
  EXPECT_EQ(ShardingFault("f32[4]", "{foo}"), "P11 1");
  EXPECT_EQ(ShardingFault("f32[4]", "{$@!}"), "L01 1");
  EXPECT_EQ(ShardingFault("f32[4]", "{(]}"), "P01 1");
  EXPECT_EQ(ShardingFault("f32[4]", "{replicated, manual}"), "P01 11");
  EXPECT_EQ(ShardingFault("f32[4]", "{replicated manual}"), "P12 12");
  EXPECT_EQ(ShardingFault("f32[4]", "{replicated replicated}"), "P05 12");
  EXPECT_EQ(ShardingFault("f32[4]", "{maximal}"), "P01 8");
  EXPECT_EQ(ShardingFault("f32[4]", "{maximal device=-1}"), "P12 16");
  EXPECT_EQ(ShardingFault("f32[4]", "{maximal device =1}"), "P01 16");
  EXPECT_EQ(ShardingFault("f32[4]", "{device=1}"), "P01 9");
  EXPECT_EQ(ShardingFault("f32[4]", "{manual device=1}"), "P12 8");
  EXPECT_EQ(ShardingFault("f32[4]", "{shard_as 1}"), "P01 11");
  EXPECT_EQ(ShardingFault("f32[4]", "{replicated last_tile_dim_replicate}"), "P12 12");
  EXPECT_EQ(ShardingFault("f32[4]", "{replicated metadata={bogus=1}}"), "P04 22");
  EXPECT_EQ(ShardingFault("f32[4]", "replicated"), "P12 0");
  EXPECT_EQ(ShardingFault("f32[4]", "{{replicated}"), "L06 0");
}

TEST(ReadSharding, RejectsDevicesThatDoNotMatchTheTiles) {
  EXPECT_EQ(ShardingFault("f32[4,4]", "{devices=[2,2]0,1,2}"), "P12 14");
  EXPECT_EQ(ShardingFault("f32[4,4]", "{devices=[2,2]0,0,1,2}"), "P12 14");
  EXPECT_EQ(ShardingFault("f32[4,4]", "{devices=[2,2]<=[5]}"), "P12 14");
  EXPECT_EQ(ShardingFault("f32[4,4]", "{devices=[2,2]<=[2,2]T(0,0)}"), "P12 22");
  EXPECT_EQ(ShardingFault("f32[4,4]", "{devices=[2,2]<=[2,2]}"), "P01 21");
  EXPECT_EQ(ShardingFault("f32[4,4]", "{devices=[-2,2]0,1,2,3}"), "P12 9");
  EXPECT_EQ(ShardingFault("f32[4]", "{devices=[]0}"), "P12 9");
  EXPECT_EQ(ShardingFault("f32[4]", "{devices=[2]}"), "P01 12");
  EXPECT_EQ(ShardingFault("f32[4]", "{devices=[2]<=[2] a b c d ,, , }"), "P11 18");
  EXPECT_EQ(ShardingFault("f32[4]", "{devices=[2,2]<=[4] last_tile_dims={foo}}"), "P11 36");
  EXPECT_EQ(ShardingFault("f32[4]", "{devices=[2]<=[2] last_tile_dims={manual,manual}}"), "P12 18");
  EXPECT_EQ(ShardingFault("f32[4]", "{devices=[4294967296,4294967296]<=[4294967296,2]T(1,0)}"),
            "P12 32");
}

TEST(ReadSharding, ChecksTilesAgainstTheRank) {
  EXPECT_EQ(ShardingFault("f32[4,4]", "{devices=[2]<=[2]}"), "V01 -9");
  EXPECT_EQ(ShardingFault("f32[4,4]", "{devices=[2,2]<=[4] last_tile_dim_replicate}"), "V01 -9");
  EXPECT_EQ(ShardingFault("(f32[4], s32[])", "{{devices=[2,2]<=[4]}, {replicated}}"), "V01 -9");
  EXPECT_EQ(Faults(Entry("p = f32[4,4] parameter(0)\n"
                         "ROOT n = negate(p), sharding={devices=[2]<=[2]}")),
            "3:21 V01");
}

TEST(ReadSharding, ChecksTuplesAgainstTheLeaves) {
  EXPECT_EQ(ShardingFault("f32[4]", "{{replicated}}"), "V01 -9");
  EXPECT_EQ(ShardingFault("f32[4]", "{}"), "V01 -9");
  EXPECT_EQ(ShardingFault("(f32[4], s32[])", "{{replicated}}"), "V01 -9");
  EXPECT_EQ(ShardingFault("(f32[4], s32[])", "{{replicated}, {manual}, {manual}}"), "V01 -9");
}

TEST(ReadSharding, AcceptsTheShardingOfOutfeedData) {
  Valid(
      Entry("x = f32[4] parameter(0)\nt = token[] after-all()\n"
            "ROOT o = token[] outfeed(x, t), outfeed_shape=f32[4]{0}, "
            "sharding={{devices=[2]<=[2]}, {maximal device=0}}"));
}

TEST(ReadSharding, SuggestsTheNearestWord) {
  EXPECT_EQ(Messages(Parameter("f32[4]", "{replicate}")),
            "'replicate' is not a valid sharding; did you mean 'replicated'?\n");
}

TEST(ReadSharding, KeepsUnknownWordsInLenientMode) {
  ParseOptions lenient;
  lenient.lenient = true;
  EXPECT_EQ(Faults(Parameter("f32[4]", "{partial sums=[2]}"), lenient), "2:41 W01");
}

}  // namespace
}  // namespace hlo
