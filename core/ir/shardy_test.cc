// SPDX-License-Identifier: Apache-2.0
#include "core/ir/shardy.h"

#include <gtest/gtest.h>

namespace hlo {
namespace {

constexpr std::string_view kNoMesh = "none";

// The shardings of a list as HLO, with the axes in `kept`; @mesh has the axes x=2 and y=4.
std::vector<std::string> Read(std::string_view list,
                              const std::vector<std::string>* kept = nullptr) {
  Scanner text(list);
  std::vector<std::string> read;
  for (ShardySharding& sharding : ReadShardyShardings(text, {{"mesh", R"(["x"=2, "y"=4])"}})) {
    if (kept != nullptr) Mesh::KeepAxes(*kept, sharding.dimensions);
    read.push_back(sharding.mesh.ShardingText(sharding.dimensions).value_or(std::string(kNoMesh)));
  }
  return read;
}

using Texts = std::vector<std::string>;

TEST(Shardy, AxesOfDimensionsBecomeTiles) {
  EXPECT_EQ(Read(R"([<@mesh, [{"x"}, {"y"}]>, <@mesh, [{}, {"y", "x"}]>])"),
            (Texts{"{devices=[2,4]<=[8]}", "{devices=[1,8]<=[2,4]T(1,0)}"}));
}

TEST(Shardy, OpenDimensionsPrioritiesAndReplicatedAxesAreRead) {
  EXPECT_EQ(Read(R"([<@mesh, [{"x", ?}p1, {?}], replicated={"y"}>])"),
            (Texts{"{devices=[2,1,4]<=[8] last_tile_dim_replicate}"}));
}

TEST(Shardy, PartsOfAxesAreRead) {
  EXPECT_EQ(Read(R"([<@mesh, [{"y":(1)2}]>])"),
            (Texts{"{devices=[2,4]<=[2,2,2]T(1,0,2) last_tile_dim_replicate}"}));
}

TEST(Shardy, MeshesStandInPlaceWithTheirDevices) {
  EXPECT_EQ(Read(R"([<mesh<["a"=2], device_ids=[1, 0]>, [{"a"}]>])"), (Texts{"{devices=[2]1,0}"}));
  EXPECT_EQ(Read(R"([<mesh<[], device_ids=[3]>, []>])"), (Texts{"{maximal device=3}"}));
}

TEST(Shardy, OnlyKeptAxesDivide) {
  const std::vector<std::string> kept = {"x"};
  EXPECT_EQ(Read(R"([<@mesh, [{"x"}, {"y"}]>])", &kept),
            (Texts{"{devices=[2,1,4]<=[8] last_tile_dim_replicate}"}));
}

TEST(Shardy, UnreducedAxesAreNoted) {
  Scanner text(R"([<mesh<["a"=2]>, [{}], unreduced={"a"}>, <mesh<["a"=2]>, [{}], unreduced={}>])");
  const std::vector<ShardySharding> read = ReadShardyShardings(text, {});
  ASSERT_EQ(read.size(), 2u);
  EXPECT_TRUE(read[0].is_unreduced);
  EXPECT_FALSE(read[1].is_unreduced);
}

TEST(Shardy, WhatCannotBeReadGivesNothing) {
  for (const std::string_view text :
       {R"([<@other, [{"x"}]>])", R"([<@mesh, [{"x"}])", R"([<@mesh [{"x"}]>])", R"(<@mesh, []>)",
        R"([<@mesh, [{"x}]>])", R"([<@mesh, [{"x" "y"}]>])", R"([<@mesh, [{"x":(1}]>])",
        R"([<mesh<["a"]>, []>])", R"([<mesh<["a"=2], ids=[0, 1]>, []>])", R"([<@mesh, [{}], a>])",
        R"([<@mesh, [{}]> <@mesh, [{}]>])", ""}) {
    EXPECT_EQ(Read(text), Texts()) << text;
  }
}

TEST(Shardy, UnknownAxesDivideNothing) {
  EXPECT_EQ(Read(R"([<@mesh, [{"z"}]>])"), (Texts{std::string(kNoMesh)}));
}

}  // namespace
}  // namespace hlo
