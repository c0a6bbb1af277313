// SPDX-License-Identifier: Apache-2.0
#include "core/import/report/dump_folder.h"

#include <gtest/gtest.h>

namespace hlo {
namespace {

TEST(DumpFolder, StagesStandInTheOrderOfThePasses) {
  const std::vector<DumpModule> modules = GroupDump({
      "d/module_0003.jit_f.cpu_after_optimizations-buffer-assignment.txt",
      "d/module_0003.jit_f.cpu_after_optimizations.txt",
      "d/module_0003.jit_f.0010.simplify.after_b.before_c.txt",
      "d/module_0003.jit_f.0002.simplify.after_a.before_b.txt",
      "d/module_0003.jit_f.before_optimizations.txt",
      "d/module_0003.jit_f.before_optimizations.hlo.pb",
      "d/module_0003.jit_f.execution_0000.hlo_snapshot.pb",
      "d/module_0003.jit_f.debug_options",
      "d/notes.txt",
  });
  ASSERT_EQ(modules.size(), 1u);
  EXPECT_EQ(modules[0].name, "jit_f");
  std::vector<std::string> names;
  for (const DumpStage& stage : modules[0].stages) names.push_back(stage.name);
  EXPECT_EQ(names, (std::vector<std::string>{
                       "before_optimizations", "0002.simplify.after_a.before_b",
                       "0010.simplify.after_b.before_c", "cpu_after_optimizations",
                       "cpu_after_optimizations-buffer-assignment", "execution_0000"}));
  EXPECT_EQ(modules[0].stages[0].files[0], "d/module_0003.jit_f.before_optimizations.hlo.pb");
  EXPECT_FALSE(modules[0].stages[4].IsProgram());
}

TEST(DumpFolder, SeveralModulesOfOneNameAreToldByTheirNumbers) {
  const std::vector<DumpModule> modules = GroupDump({
      "d/module_0121.jit__lambda.before_optimizations.txt",
      "d/module_0121.jit__lambda.cpu_after_optimizations.txt",
      "d/1700.module_0125.jit__lambda.before_optimizations.txt",
      "d/module_0125.jit__lambda.cpu_after_optimizations.txt",
  });
  ASSERT_EQ(modules.size(), 2u);
  EXPECT_EQ(modules[0].name, "module_0121.jit__lambda");
  EXPECT_EQ(modules[1].name, "module_0125.jit__lambda");
  EXPECT_EQ(modules[1].stages.size(), 2u);
  EXPECT_EQ(modules[1].stages[0].files.size(), 1u);
}

TEST(DumpFolder, NamesGroupAndNumbersDoNot) {
  const std::vector<DumpModule> modules = GroupDump({
      "1700000000.module_0007.jit_f.1.before_optimizations.txt",
      "module_0008.jit_f.1.sm_9.0_gpu_after_optimizations.txt",
      "module_0009.jit_g.before_optimizations.txt",
  });
  ASSERT_EQ(modules.size(), 2u);
  EXPECT_EQ(modules[0].name, "jit_f.1");
  EXPECT_EQ(modules[0].numbers, (std::set<int64_t>{7, 8}));
  EXPECT_EQ(modules[0].stages[1].name, "sm_9.0_gpu_after_optimizations");
}

}  // namespace
}  // namespace hlo
