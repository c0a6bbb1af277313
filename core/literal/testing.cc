// SPDX-License-Identifier: Apache-2.0
#include "core/literal/testing.h"

namespace hlo::literal_testing {

Shape ShapeOf(std::string_view text) {
  Result<Shape> shape = ParseShape(text);
  EXPECT_TRUE(shape.ok()) << text << ": " << (shape.ok() ? "" : shape.error().message);
  return shape.ok() ? std::move(shape.value()) : Shape();
}

Literal FromJson(std::string_view json) {
  Result<Literal> literal = ParseLiteralJson(json);
  EXPECT_TRUE(literal.ok()) << json << ": " << (literal.ok() ? "" : literal.error().message);
  return literal.ok() ? std::move(literal.value()) : Literal();
}

std::string ToJson(const Literal& literal) {
  std::string json;
  AppendJson(literal, json);
  return json;
}

::testing::AssertionResult SameBits(const Literal& got, const Literal& expected) {
  const auto difference = FindDifference(got, expected);
  if (!difference) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << difference->message;
}

}  // namespace hlo::literal_testing
