// SPDX-License-Identifier: Apache-2.0
// Texts that are one instruction: hlo-text reference 1 and 1.1.
#include <gtest/gtest.h>

#include <string>

#include "core/text/testing.h"

namespace hlo {
namespace {

using text_testing::Faults;
using text_testing::Valid;

TEST(SingleInstruction, OperandsBecomeParameters) {
  const auto module = Valid("%m = f32[2,4]{1,0} multiply(f32[2,4]{1,0} %a, f32[2,4]{1,0} %b)");
  EXPECT_EQ(module->entry->root->name, "m");
  ASSERT_EQ(module->entry->parameters.size(), 2u);
  EXPECT_EQ(module->entry->parameters[0]->name, "a");
  EXPECT_EQ(module->entry->parameters[1]->name, "b");
}

TEST(SingleInstruction, ARepeatedOperandIsOneParameter) {
  EXPECT_EQ(Valid("m = f32[2] multiply(f32[2] a, f32[2] %a)")->entry->parameters.size(), 1u);
}

TEST(SingleInstruction, NamesMayBeOmitted) {
  EXPECT_EQ(
      Valid("%m = f32[2,4]{1,0} multiply(f32[2,4]{1,0}, f32[2,4]{1,0})")->entry->parameters.size(),
      2u);
  EXPECT_EQ(Valid("f32[2,4]{1,0} multiply(f32[2,4]{1,0}, f32[2,4]{1,0})")->entry->root->name,
            "multiply");
  EXPECT_EQ(Valid("(f32[2], f32[]) tuple(f32[2], f32[])")->entry->parameters.size(), 2u);
}

TEST(SingleInstruction, RequiresANameOrAShape) {
  EXPECT_EQ(Faults("multiply(f32[2] %a, f32[2] %b)"), "1:9 P01");
}

TEST(SingleInstruction, TextAfterTheInstructionIsRejected) {
  EXPECT_EQ(Faults("m = f32[2] negate(f32[2] a)\nn = f32[2] negate(f32[2] b)"), "2:1 P09");
}

TEST(SingleInstruction, CalledComputationsMayBeInline) {
  const auto module = Valid(
      "r = f32[] reduce(f32[4] v, f32[] z), dimensions={0}, to_apply={\n"
      "  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT s = f32[] add(a, b)\n}");
  EXPECT_EQ(module->computations.size(), 2u);
  EXPECT_EQ(module->computations[1].get(), module->entry);
}

TEST(SingleInstruction, TextsThatStartNothingAreRejected) {
  EXPECT_EQ(Faults("= 3"), "1:1 P01");
  EXPECT_EQ(Faults("HloModul m\n"), "1:1 P01");
  EXPECT_EQ(Faults("f16[2]{0} %out = f16[2]{0} bitcast-convert(f32[] %in)"), "1:11 P01");
}

// An example from the XLA documentation.
TEST(SingleInstruction, ElementwiseOperandsWithoutAShapeGetThatOfTheResult) {
  const std::string text =
      "add.936 = bf16[8,1,1280,16384]{3,2,0,1:T(8,128)(2,1)} add(exponential.183, broadcast.3115)";
  EXPECT_EQ(Faults(text), "1:59 W02, 1:76 W02");
  const ParsedModule parsed = ParseModule(text);
  EXPECT_TRUE(parsed.ok());
  ASSERT_EQ(parsed.module->entry->parameters.size(), 2u);
  EXPECT_EQ(ShapeText(*parsed.module->entry->parameters[1]->shape),
            "bf16[8,1,1280,16384]{3,2,0,1:T(8,128)(2,1)}");
}

TEST(SingleInstruction, OtherOperandsRequireAShape) {
  EXPECT_EQ(Faults("r = f32[4] reshape(a)"), "1:20 N01");
  // The operands of a comparison, and of a conversion, may have any type.
  EXPECT_EQ(Faults("c = pred[4] compare(a, b), direction=LT"), "1:21 N01");
  EXPECT_EQ(Faults("c = f32[4] convert(a)"), "1:20 N01");
  EXPECT_EQ(Faults("m = multiply(a, b)"), "1:14 N01");
}

// Another example from there.
TEST(SingleInstruction, UndefinedComputationsAreGenerated) {
  const std::string text =
      "%fusion.3 = bf16[32,32,4096]{2,1,0:T(8,128)(2,1)S(1)} "
      "fusion(bf16[32,32,8192]{2,1,0:T(8,128)(2,1)S(1)} %fusion.32), kind=kCustom, "
      "calls=%all-reduce-scatter.3";
  EXPECT_EQ(Faults(text), "1:137 W02");
  const ParsedModule parsed = ParseModule(text);
  EXPECT_TRUE(parsed.ok());
  const Computation* called = parsed.module->entry->root->attributes.Called(Attr::calls);
  ASSERT_NE(called, nullptr);
  EXPECT_TRUE(called->synthesized);
  EXPECT_EQ(called->name, "all-reduce-scatter.3");
  ASSERT_EQ(called->parameters.size(), 1u);
  EXPECT_EQ(ShapeText(*called->parameters[0]->shape, false), "bf16[32,32,8192]");
  EXPECT_TRUE(called->root->synthesized);
  EXPECT_EQ(ShapeText(*called->root->shape, false), "bf16[32,32,4096]");
}

TEST(SingleInstruction, GeneratedComputationsHaveTheSignatureThatTheOpRequires) {
  for (const char* text :
       {"r = f32[2] reduce(f32[2,3] x, f32[] z), dimensions={1}, to_apply=sum",
        "c = f32[2] call(f32[2] x, s32[] y), to_apply=f",
        "w = (s32[], f32[2]) while((s32[], f32[2]) s), condition=c, body=b",
        "c = f32[2] conditional(s32[] i, f32[3] x, f32[2] y), branch_computations={f, g}",
        "a = f32[2] all-reduce(f32[2] x), replica_groups={}, to_apply=sum"}) {
    const ParsedModule parsed = ParseModule(text);
    EXPECT_TRUE(parsed.ok()) << text << "\n" << text_testing::Messages(text);
  }
}

}  // namespace
}  // namespace hlo
