// SPDX-License-Identifier: Apache-2.0
#include "core/builder/builder_testing.h"

namespace hlo::builder {
namespace {

using builder_testing::ErrorOf;
using builder_testing::Json;
using builder_testing::ResultOf;
using enum ElementType;

TEST(BuilderConstants, HaveTheLimitsOfTheirType) {
  Builder b("bounds");
  Tuple(b, {MinValue(b, kF32), MaxValue(b, kS32), MinValue(b, kU8), MinValue(b, kPred),
            MaxValue(b, kF8E4M3FN), MinValue(b, kF4E2M1FN), MinValue(b, kF8E8M0FNU)});
  EXPECT_EQ(ResultOf(b.Build()), "{\"tuple\":[" + Json("f32[]", "\"-inf\"") + "," +
                                     Json("s32[]", "2147483647") + "," + Json("u8[]", "0") + "," +
                                     Json("pred[]", "false") + "," + Json("f8e4m3fn[]", "448") +
                                     "," + Json("f4e2m1fn[]", "-6") + "," +
                                     Json("f8e8m0fnu[]", "6e-39") + "]}");
}

TEST(BuilderConstants, AcceptLiterals) {
  const std::string json = Json("u4[2,2]{0,1}", "[[1,2],[3,15]]");
  Builder b("literal");
  ConstantLiteral(b, literal_testing::FromJson(json));
  EXPECT_EQ(ResultOf(b.Build()), json);
}

TEST(BuilderConstants, RejectRowsOfUnequalLength) {
  Builder b("matrix");
  ConstantR2<float>(b, {{1, 2}, {3}});
  EXPECT_EQ(ErrorOf(b.Build()),
            "V01: all rows of a matrix must have 2 elements, like the first, got 1");
}

}  // namespace
}  // namespace hlo::builder
