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

Shape ShapeOf(std::string_view text);

Literal FromJson(std::string_view json);

std::string ToJson(const Literal& literal);

inline std::string RoundTrip(std::string_view json) { return ToJson(FromJson(json)); }

// The class "bits" of the vectors: any NaN equals any NaN, -0 differs from 0.
::testing::AssertionResult SameBits(const Literal& got, const Literal& expected);

}  // namespace hlo::literal_testing

#endif  // HLO_CORE_LITERAL_TESTING_H_
