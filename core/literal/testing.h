// SPDX-License-Identifier: Apache-2.0
// For unit tests that need values: shapes and literals from text.
#ifndef HLO_CORE_LITERAL_TESTING_H_
#define HLO_CORE_LITERAL_TESTING_H_

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

#include "core/shape/shape_text.h"
#include "hlo/literal.h"

namespace hlo::literal_testing {

inline Shape ShapeOf(std::string_view text) {
  Result<Shape> shape = ParseShape(text);
  EXPECT_TRUE(shape.ok()) << text << ": " << (shape.ok() ? "" : shape.error().message);
  return shape.ok() ? std::move(shape.value()) : Shape();
}

inline Literal FromJson(std::string_view json) {
  Result<Literal> literal = ParseLiteralJson(json);
  EXPECT_TRUE(literal.ok()) << json << ": " << (literal.ok() ? "" : literal.error().message);
  return literal.ok() ? std::move(literal.value()) : Literal();
}

inline std::string ToJson(const Literal& literal) {
  std::string json;
  AppendJson(literal, json);
  return json;
}

// The class "bits" of the vectors: any NaN equals any NaN, -0 differs from 0.
inline ::testing::AssertionResult SameBits(const Literal& got, const Literal& expected) {
  const auto difference = FindDifference(got, expected);
  if (!difference) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << difference->message;
}

}  // namespace hlo::literal_testing

#endif  // HLO_CORE_LITERAL_TESTING_H_
