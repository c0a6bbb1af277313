// SPDX-License-Identifier: Apache-2.0
#include "core/base/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>

#include "hlo/diagnostic.h"

namespace hlo {
namespace {

Result<int> Half(int n) {
  if (n % 2 != 0) return Fail("demo.C1", "{} is odd", {n}).AtOperand(1).WithNote("double it");
  return n / 2;
}

Result<std::string> Quarter(int n) {
  HLO_TRY(const int half, Half(n));
  HLO_TRY(const int quarter, Half(half));
  return std::to_string(quarter);
}

Status CheckEven(int n) {
  HLO_RETURN_IF_ERROR(Half(n));
  return Status();
}

TEST(Result, HoldsTheValue) {
  EXPECT_TRUE(Quarter(12).ok());
  EXPECT_EQ(Quarter(12).value(), "3");
}

TEST(Result, PropagatesTheFirstErrorUnchanged) {
  const Result<std::string> result = Quarter(14);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, "demo.C1");
  EXPECT_EQ(result.error().message, "7 is odd");
  EXPECT_EQ(result.error().note, "double it");
  EXPECT_EQ(result.error().anchor, Anchor::kOperand);
  EXPECT_EQ(result.error().operand, 1);
}

TEST(Result, HoldsMoveOnlyValues) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(4);
  ASSERT_TRUE(result.ok());
  const std::unique_ptr<int> taken = std::move(result.value());
  EXPECT_EQ(*taken, 4);
}

TEST(Status, IsSuccessUntilAssignedAnError) {
  EXPECT_TRUE(CheckEven(2).ok());
  EXPECT_EQ(CheckEven(3).error().message, "3 is odd");
}

TEST(Error, StoresTheAttributeItIsAbout) {
  const Status status = Fail("V01", "no").AtAttribute("dimensions");
  EXPECT_EQ(status.error().anchor, Anchor::kAttribute);
  EXPECT_EQ(status.error().attribute, "dimensions");
}

TEST(Diagnostic, HasOneRowPerCodeAndAKnownPhase) {
  const std::set<std::string_view> phases = {"lex",    "parse", "resolve", "shape",
                                             "layout", "run",   "import"};
  std::set<std::string_view> codes;
  for (const DiagnosticCode& row : AllDiagnosticCodes()) {
    EXPECT_TRUE(codes.insert(row.code).second) << row.code;
    EXPECT_TRUE(phases.count(row.phase) == 1) << row.code;
    EXPECT_FALSE(row.title.empty()) << row.code;
  }
}

TEST(Diagnostic, ClassifiesRulesOfOpsAsShapeErrors) {
  EXPECT_EQ(PhaseOf("L01"), "lex");
  EXPECT_EQ(PhaseOf("R03"), "run");
  EXPECT_EQ(PhaseOf("pad.C3"), "shape");
}

}  // namespace
}  // namespace hlo
