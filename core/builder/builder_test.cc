// SPDX-License-Identifier: Apache-2.0
// Names and errors.
#include "core/builder/builder_testing.h"

namespace hlo::builder {
namespace {

using builder_testing::Argument;
using builder_testing::ErrorOf;
using builder_testing::ReadAgain;
using enum ElementType;

TEST(BuilderNames, AreUniqueAndValidInText) {
  Builder b("my module");
  const Value x = Parameter(b, 0, Shape::Scalar(kF32), "x");
  const Value y = Parameter(b, 1, Shape::Scalar(kF32), "x");
  const Value z = Parameter(b, 2, Shape::Scalar(kF32), "1 + \xC3\xA4");
  x + (y + (z + x));
  const Result<ModulePtr> module = b.Build();
  EXPECT_EQ(module.value()->name, "my_module");
  const std::unique_ptr<Module> read = ReadAgain(module);
  std::string names;
  for (const Instruction* made : read->entry->instructions) names += made->name + " ";
  EXPECT_EQ(names, "x x.1 _1_____ add add.1 add.2 ");
}

TEST(BuilderErrors, TheFirstErrorIsReturnedByBuild) {
  Builder b("pad");
  const Value x = Argument(b, 0, "f32[2,2]", "x");
  const Value padded = Pad(x, Zero(b, kF32), {{{0, 0, -1}, {0, 0, 0}}});
  EXPECT_FALSE(padded.ok());
  EXPECT_FALSE(b.ok());
  EXPECT_TRUE(padded.shape().IsTuple());
  Transpose(Reshape(padded, {3}), {0, 0});
  EXPECT_EQ(ErrorOf(b.Build()),
            "pad.C3: `pad`: the interior padding in dimension 0 must not be negative, got -1");
}

TEST(BuilderErrors, ValuesBelongToOneBuilder) {
  Builder a("a"), b("b");
  const Value x = Argument(a, 0, "f32[]", "x");
  const Value y = Argument(b, 0, "f32[]", "y");
  EXPECT_FALSE((x + y).ok());
  EXPECT_EQ(ErrorOf(a.Build()), "N01: operand 1 of `add` is not a value of the builder 'a'");
  EXPECT_EQ(ErrorOf(b.Build(x)), "N01: the root is not a value of the builder 'b'");
  EXPECT_FALSE(Add(Value(), Value()).ok());
  EXPECT_EQ(ErrorOf(b.Build(y + Value())),
            "N01: operand 1 of `add` is not a value of the builder 'b'");
}

TEST(BuilderErrors, ValuesBecomeInvalidWithBuild) {
  Builder b("b");
  const Value x = Argument(b, 0, "f32[]", "x");
  EXPECT_TRUE(b.Build().ok());
  EXPECT_FALSE(x.ok());
  EXPECT_FALSE(Neg(x).ok());
  EXPECT_EQ(ErrorOf(b.Build()), "N01: the builder 'b' has already been built");
}

TEST(BuilderErrors, ParametersMustBeNumberedWithoutGaps) {
  Builder gap("gap");
  Argument(gap, 1, "f32[]", "x");
  EXPECT_EQ(ErrorOf(gap.Build()),
            "N08: computation 'gap' has 1 parameters, but parameter 0 is missing");
  Builder twice("twice");
  Argument(twice, 0, "f32[]", "x");
  Argument(twice, 0, "f32[]", "y");
  EXPECT_EQ(ErrorOf(twice.Build()), "N07: parameter number 0 is used twice");
  Builder far("far");
  Argument(far, int64_t{1} << 40, "f32[]", "x");
  EXPECT_EQ(ErrorOf(far.Build()),
            "N08: computation 'far' has 1 parameters, but parameter 0 is missing");
  EXPECT_EQ(ErrorOf(Builder("empty").Build()), "N09: computation 'empty' has no instructions");
}

TEST(BuilderErrors, SizesAreCheckedBeforeAllocation) {
  const auto error = [](Ints sizes) {
    Builder b("big");
    Broadcast(ConstantR0<float>(b, 1), sizes);
    return ErrorOf(b.Build()).substr(0, 3);
  };
  EXPECT_EQ(error({int64_t{1} << 40, int64_t{1} << 40}), "S09");
  EXPECT_EQ(error({-1}), "V01");
  EXPECT_EQ(error(std::vector<int64_t>(65, 1)), "S09");
  Builder b("indices");
  DynamicSlice(Argument(b, 0, "f32[4]", "x"), Argument(b, 1, "s32[1099511627776]", "i"), {1});
  EXPECT_EQ(ErrorOf(b.Build()),
            "V01: must have one start index per dimension (1), got 1099511627776");
}

TEST(BuilderErrors, AnyOpCanBeAddedByName) {
  Builder b("any");
  const Value x = Argument(b, 0, "f32[4]", "x");
  b.Add("shuffle", {x},
        {{Attr::dimensions, std::vector<int64_t>{0}}, {Attr::shifts, std::vector<int64_t>{1}}});
  EXPECT_TRUE(b.ok());
  b.Add("shuffle", {x});
  EXPECT_EQ(ErrorOf(b.Build()), "P06: `shuffle` requires the attribute `dimensions`");
  Builder unknown("unknown");
  unknown.Add("frobnicate", {});
  EXPECT_EQ(ErrorOf(unknown.Build()), "P02: unknown op `frobnicate`");
}

}  // namespace
}  // namespace hlo::builder
