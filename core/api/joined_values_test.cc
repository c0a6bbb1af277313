// SPDX-License-Identifier: Apache-2.0
// Results of all partitions are joined in numpy_files_test.cc, beside the split of arguments.
#include <gtest/gtest.h>

#include "hlo/hlo.h"

namespace hlo::api {
namespace {

// A program of two partitions after a run that kept its values; each part is the number of its
// partition. `sharding` stands on the broadcast, which has the id 1.
Program AfterRun(std::string_view sharding) {
  Program program = Program::FromText(
      "HloModule m, num_partitions=2\nENTRY e {\n  p = u32[] partition-id()\n"
      "  b = u32[1,2] broadcast(p), dimensions={}" +
      std::string(sharding) + "\n  ROOT r = u32[1,2] copy(b)\n}\n");
  RunOptions options;
  options.keep_values = true;
  options.keep_devices = 2;
  EXPECT_TRUE(program.Run({}, options).ok);
  return program;
}

TEST(JoinedValues, ThePartsOfAnInstructionAreJoinedByItsSharding) {
  const KeptValue rows = AfterRun(", sharding={devices=[2,1]<=[2]}").JoinedValueOf(1);
  ASSERT_TRUE(rows.kept);
  EXPECT_EQ(rows.value.Json(), R"({"shape":"u32[2,2]{1,0}","data":[[0,0],[1,1]]})");
  const KeptValue columns = AfterRun(", sharding={devices=[1,2]1,0}").JoinedValueOf(1);
  ASSERT_TRUE(columns.kept);
  EXPECT_EQ(columns.value.Json(), R"({"shape":"u32[1,4]{1,0}","data":[[1,1,0,0]]})");
}

TEST(JoinedValues, WithoutAShardingOfPartsThereIsNone) {
  EXPECT_FALSE(AfterRun("").JoinedValueOf(1).kept);
  EXPECT_FALSE(AfterRun(", sharding={maximal device=0}").JoinedValueOf(1).kept);
  EXPECT_FALSE(AfterRun(", sharding={devices=[2,1]<=[2]}").JoinedValueOf(99).kept);
}

}  // namespace
}  // namespace hlo::api
