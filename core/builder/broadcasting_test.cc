// SPDX-License-Identifier: Apache-2.0
// Operands of unequal sizes: ops reference 2.1.
#include "core/builder/builder_testing.h"

namespace hlo::builder {
namespace {

using builder_testing::Argument;
using builder_testing::Body;
using builder_testing::ErrorOf;
using builder_testing::Json;
using builder_testing::ResultOf;
using enum ElementType;

TEST(BuilderBroadcasting, BroadcastsBothOperands) {
  Builder b("add");
  const Value x = Argument(b, 0, "s32[4]", "x");
  const Value y = Argument(b, 1, "s32[1,2]", "y");
  Add(x, y, {0});
  const Result<ModulePtr> module = b.Build();
  EXPECT_EQ(Body(module),
            "%x = s32[4]{0} parameter(0)\n"
            "%broadcast = s32[4,2]{1,0} broadcast(%x), dimensions={0}\n"
            "%y = s32[1,2]{1,0} parameter(1)\n"
            "%reshape = s32[2]{0} reshape(%y)\n"
            "%broadcast.1 = s32[4,2]{1,0} broadcast(%reshape), dimensions={1}\n"
            "ROOT %add = s32[4,2]{1,0} add(%broadcast, %broadcast.1)\n");
  EXPECT_EQ(ResultOf(module, {Json("s32[4]", "[1,2,3,4]"), Json("s32[1,2]", "[[5,6]]")}),
            Json("s32[4,2]{1,0}", "[[6,7],[7,8],[8,9],[9,10]]"));
}

TEST(BuilderBroadcasting, AddsAVectorToRowsOrColumns) {
  Builder b("add");
  const Value matrix = ConstantR2<int32_t>(b, {{1, 2, 3}, {4, 5, 6}});
  Tuple(b, {Add(matrix, ConstantR1<int32_t>(b, {7, 8, 9}), {1}),
            Add(ConstantR1<int32_t>(b, {10, 20}), matrix, {0})});
  EXPECT_EQ(ResultOf(b.Build()), "{\"tuple\":[" + Json("s32[2,3]{1,0}", "[[8,10,12],[11,13,15]]") +
                                     "," + Json("s32[2,3]{1,0}", "[[11,12,13],[24,25,26]]") + "]}");
}

TEST(BuilderBroadcasting, FindsTheSizesOfDegenerateDimensions) {
  Builder b("add");
  const Value x = Argument(b, 0, "f32[1,2]", "x");
  const Value y = Argument(b, 1, "f32[4,3,1]", "y");
  EXPECT_EQ(ShapeText(Add(x, y, {1, 2}).shape(), false), "f32[4,3,2]");
  EXPECT_EQ(ShapeText(Lt(y, ConstantR0<float>(b, 1)).shape(), false), "pred[4,3,1]");
  EXPECT_EQ(ShapeText(Mul(Argument(b, 2, "f32[0,1]", "z"), x).shape(), false), "f32[0,2]");
  EXPECT_TRUE(b.ok());
}

TEST(BuilderBroadcasting, LeavesOperandsOfEqualSizesUnchanged) {
  Builder b("add");
  const Value x = Argument(b, 0, "f32[2,1]", "x");
  Add(x, x, {0, 1});
  EXPECT_EQ(Body(b.Build()),
            "%x = f32[2,1]{1,0} parameter(0)\n"
            "ROOT %add = f32[2,1]{1,0} add(%x, %x)\n");
}

TEST(BuilderBroadcasting, RejectsDimensionsThatDoNotFit) {
  const auto error = [](std::string_view lhs, std::string_view rhs, Ints dimensions) {
    Builder b("add");
    Add(Argument(b, 0, lhs, "x"), Argument(b, 1, rhs, "y"), dimensions);
    return ErrorOf(b.Build());
  };
  EXPECT_EQ(error("f32[3]", "f32[2,3]", {0, 1}),
            "V01: broadcast_dimensions must have one entry per dimension of the smaller operand "
            "(1), got {0,1}");
  EXPECT_EQ(error("f32[2,3]", "f32[4,2,3]", {1, 0}),
            "V01: broadcast_dimensions must be strictly increasing, got {1,0}");
  EXPECT_EQ(error("f32[3]", "f32[2,3]", {3}),
            "V01: broadcast_dimensions {3}: entry 3 is out of range for rank 2");
  EXPECT_EQ(error("f32[4]", "f32[2,3]", {1}),
            "V01: `add`: dimension 0 of the smaller operand (4) does not match dimension 1 of the "
            "larger (3)");
  EXPECT_EQ(error("f32[3]", "f32[2,3]", {}),
            "V01: `add`: operands of different ranks 1 and 2 require broadcast_dimensions");
  EXPECT_EQ(
      error("f32[3]", "f32[3]", {1}),
      "V01: `add`: broadcast_dimensions must be empty for operands of ranks 1 and 1, got {1}");
  EXPECT_EQ(error("f32[2,3]", "f32[1,4]", {}).substr(0, 6), "add.C1");
}

}  // namespace
}  // namespace hlo::builder
