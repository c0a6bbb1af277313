// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "core/text/text.h"

namespace hlo {
namespace {

constexpr char kValid[] = R"(HloModule m, replica_count=2
e {
  x = f32[2,3] parameter(0)
  t = f32[3,2] transpose(x), dimensions={1,0}
  ROOT g = f32[3,4] all-gather(t), dimensions={1}, replica_groups={{0,1}}
}
)";

// Codes and positions of what the verifier finds.
std::string Found(const Module& module, size_t max_errors = 20) {
  std::string found;
  for (const Diagnostic& diagnostic : VerifyModule(module, max_errors)) {
    if (!found.empty()) found += ", ";
    const std::string part(std::string_view(kValid).substr(
        diagnostic.span.begin, diagnostic.span.end - diagnostic.span.begin));
    found += diagnostic.code + " at '" + part + "'";
  }
  return found;
}

TEST(VerifyModule, FindsNothingInAModuleThatWasRead) {
  const ParsedModule parsed = ParseModule(kValid);
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(Found(*parsed.module), "");
}

TEST(VerifyModule, FindsEachInstructionThatBreaksARule) {
  const ParsedModule parsed = ParseModule(kValid);
  const auto& instructions = parsed.module->entry->instructions;
  instructions[1]->attributes.mutable_all().clear();
  EXPECT_EQ(Found(*parsed.module), "P06 at 'transpose'");
  instructions[2]->shape = instructions[1]->shape;
  EXPECT_EQ(Found(*parsed.module), "P06 at 'transpose'");  // the other one uses it
  instructions[1]->attributes.Set(Attr::dimensions, std::vector<int64_t>{1, 0});
  EXPECT_EQ(Found(*parsed.module), "all-gather.C1 at 'f32[3,4]'");
  instructions[1]->shape = instructions[0]->shape;
  instructions[2]->operands = {};
  EXPECT_EQ(Found(*parsed.module), "S05 at 'f32[3,2]', P07 at 'all-gather'");
  EXPECT_EQ(Found(*parsed.module, 1), "S05 at 'f32[3,2]'");
}

TEST(VerifyModule, WantsOperandsBeforeTheirUsers) {
  const ParsedModule parsed = ParseModule(kValid);
  const auto& instructions = parsed.module->entry->instructions;
  instructions[1]->operands[0] = instructions[2];
  EXPECT_EQ(Found(*parsed.module), "N01 at 'transpose'");
}

TEST(VerifyModule, HoldsGroupsAgainstTheHeader) {
  const ParsedModule parsed = ParseModule(kValid);
  parsed.module->header.replica_count = 3;
  EXPECT_EQ(Found(*parsed.module).substr(0, 3), "V04");
}

TEST(VerifyModule, HoldsTheHeaderAgainstTheEntry) {
  const ParsedModule parsed = ParseModule(kValid);
  parsed.module->header.buffer_donors.push_back({5, {}});
  EXPECT_EQ(Found(*parsed.module).substr(0, 3), "V05");
}

TEST(VerifyModule, WantsParametersWithoutAGapAndAnEntry) {
  ParsedModule parsed = ParseModule(kValid);
  parsed.module->entry->parameters.assign({nullptr, parsed.module->entry->instructions[0]});
  EXPECT_EQ(Found(*parsed.module), "N08 at 'e'");
  parsed.module->entry = nullptr;
  EXPECT_EQ(Found(*parsed.module), "N09 at ''");
}

}  // namespace
}  // namespace hlo
