// SPDX-License-Identifier: Apache-2.0
// The fast sorts against the merge sort of the definition (ops reference 10.5).
#include <gtest/gtest.h>

#include <limits>
#include <numeric>
#include <random>
#include <string>

#include "core/ops/computation_testing.h"

namespace hlo {
namespace {

using namespace op_testing;

struct Comparing {
  std::string direction = "LT";
  bool total_order = false;
};

Computation* Comparator(Module& module, const std::string& type, int operands,
                        const Comparing& comparing) {
  ComputationBuilder f(module, "less" + std::to_string(module.computations.size()));
  Instruction* a = f.Parameter(type + "[]");
  Instruction* b = f.Parameter(type + "[]");
  for (int i = 2; i < 2 * operands; ++i) f.Parameter("s32[]");
  Instruction* less = f.Compare(comparing.direction, a, b);
  if (comparing.total_order) less->attributes.Set(Attr::type, EnumValue{1});
  return f.Get();
}

// Small numbers with duplicates, signed zeros, and some infinities and NaNs.
std::vector<double> Numbers(std::mt19937& random, int count, bool with_nan) {
  std::vector<double> numbers;
  for (int i = 0; i < count; ++i) {
    const auto kind = random() % 24;
    double number = static_cast<double>(random() % 7) - 3;
    if (kind == 0) number = -0.0;
    if (kind == 1) number = std::numeric_limits<double>::infinity();
    if (kind == 2 && with_nan) number = std::numeric_limits<double>::quiet_NaN();
    numbers.push_back(number);
  }
  return numbers;
}

class SortOfType : public ::testing::TestWithParam<std::string> {};

TEST_P(SortOfType, ByKeysIsTheMergeSortOfThePlainPath) {
  std::mt19937 random(11);
  const std::string type = GetParam();
  const bool is_float = type[0] != 's' && type[0] != 'u' && type != "pred";
  for (int trial = 0; trial < 40; ++trial) {
    Module module;
    const int lines = 1 + static_cast<int>(random() % 3);
    const int length = 1 + static_cast<int>(random() % (trial % 8 == 0 ? 90 : 12));
    const std::string dims = "[" + std::to_string(lines) + "," + std::to_string(length) + "]";
    const int operands = 1 + static_cast<int>(random() % 2);
    const Comparing comparing = {random() % 2 == 0 ? "LT" : "GT", is_float && random() % 2 == 0};
    const Literal keys =
        Array(type + dims, Numbers(random, lines * length, is_float && trial % 2 == 0));
    std::vector<double> places(static_cast<size_t>(lines * length));
    std::iota(places.begin(), places.end(), 0.0);
    OpCall op("sort");
    op.Operand(keys);
    if (operands == 2) op.Operand(Array("s32" + dims, places));
    op.Set(Attr::dimensions, std::vector<int64_t>{static_cast<int64_t>(random() % 2)});
    op.Set(Attr::to_apply, Comparator(module, type, operands, comparing));
    const Literal fast = op.Use(KernelMode::kFast).Value();
    EXPECT_EQ(op.runtime.calls, 0);
    EXPECT_TRUE(SameBits(fast, op.Use(KernelMode::kPlain).Value()))
        << type << dims << " trial " << trial;
  }
}

INSTANTIATE_TEST_SUITE_P(Types, SortOfType,
                         ::testing::Values("pred", "s4", "u4", "s8", "u16", "s32", "u32", "s64",
                                           "u64", "f8e4m3fn", "f16", "bf16", "f32", "f64"));

// x with canonical zeros and NaNs, as JAX compares floats.
Instruction* Canonical(ComputationBuilder& f, Instruction* x, double nan) {
  const ElementType type = x->shape->element_type;
  Instruction* zero = f.Constant(Scalar(type, 0));
  Instruction* no_zero = f.Op("select", {f.Compare("EQ", x, zero), zero, x});
  return f.Op("select", {f.Compare("NE", x, x), f.Constant(Scalar(type, nan)), no_zero});
}

TEST(Sort, ByComputedKeysIsTheMergeSortOfThePlainPath) {
  std::mt19937 random(23);
  for (int trial = 0; trial < 60; ++trial) {
    Module module;
    ComputationBuilder f(module, "less");
    Instruction* a = f.Parameter("f32[]");
    Instruction* b = f.Parameter("f32[]");
    for (int i = 0; i < 2; ++i) f.Parameter("s32[]");
    const double nan = std::numeric_limits<double>::quiet_NaN();
    Instruction* x = Canonical(f, trial % 3 == 0 ? b : a, nan);
    Instruction* y = Canonical(f, trial % 3 == 0 ? a : b, nan);
    Instruction* less = f.Compare(trial % 2 == 0 ? "LT" : "GT", x, y);
    if (trial % 5 != 0) less->attributes.Set(Attr::type, EnumValue{1});  // TOTALORDER
    const int length = 1 + static_cast<int>(random() % 60);
    const std::string dims = "[" + std::to_string(length) + ",2]";
    std::vector<double> places(static_cast<size_t>(2 * length));
    std::iota(places.begin(), places.end(), 0.0);
    OpCall op("sort");
    op.Operand(Array("f32" + dims, Numbers(random, 2 * length, true)));
    op.Operand(Array("s32" + dims, places));
    op.Set(Attr::dimensions, std::vector<int64_t>{0}).Set(Attr::to_apply, f.Get());
    const Literal fast = op.Use(KernelMode::kFast).Value();
    EXPECT_EQ(op.runtime.calls, 0);
    EXPECT_TRUE(SameBits(fast, op.Use(KernelMode::kPlain).Value())) << dims << " trial " << trial;
  }
}

TEST(Sort, BySeveralKeysIsTheMergeSortOfThePlainPath) {
  std::mt19937 random(29);
  for (int trial = 0; trial < 80; ++trial) {
    Module module;
    ComputationBuilder f(module, "less");
    Instruction* a = f.Parameter("f32[]");
    Instruction* b = f.Parameter("f32[]");
    Instruction* c = f.Parameter("s64[]");
    Instruction* d = f.Parameter("s64[]");
    Instruction* first = f.Compare(trial % 2 == 0 ? "LT" : "GT", a, b);
    Instruction* tie = f.Compare("EQ", trial % 3 == 0 ? b : a, trial % 3 == 0 ? a : b);
    if (trial % 4 < 2) {  // TOTALORDER
      first->attributes.Set(Attr::type, EnumValue{1});
      tie->attributes.Set(Attr::type, EnumValue{1});
    }
    Instruction* second = f.Compare(trial % 5 == 0 ? "GT" : "LT", c, d);
    Instruction* rest = f.Op("and", {tie, second});
    if (trial % 7 == 0) {
      f.Op("or", {rest, first});
    } else {
      f.Op("or", {first, rest});
    }
    const int length = 1 + static_cast<int>(random() % 60);
    const std::string dims = "[2," + std::to_string(length) + "]";
    OpCall op("sort");
    op.Operand(Array("f32" + dims, Numbers(random, 2 * length, trial % 8 < 3)));
    op.Operand(Array("s64" + dims, Numbers(random, 2 * length, false)));
    op.Set(Attr::dimensions, std::vector<int64_t>{1}).Set(Attr::to_apply, f.Get());
    const Literal fast = op.Use(KernelMode::kFast).Value();
    EXPECT_TRUE(SameBits(fast, op.Use(KernelMode::kPlain).Value())) << dims << " trial " << trial;
  }
}

TEST(Sort, CallsAComparatorThatTreatsItsSidesDifferently) {
  Module module;
  ComputationBuilder f(module, "less");
  Instruction* a = f.Parameter("f32[]");
  Instruction* b = f.Parameter("f32[]");
  f.Compare("LT", f.Op("negate", {a}), f.Op("abs", {b}));
  OpCall op("sort");
  op.Operand(Array("f32[4]", {3, 1, -2, 0})).Set(Attr::dimensions, std::vector<int64_t>{0});
  op.Set(Attr::to_apply, f.Get());
  const Literal fast = op.Use(KernelMode::kFast).Value();
  EXPECT_GT(op.runtime.calls, 0);
  EXPECT_TRUE(SameBits(fast, op.Use(KernelMode::kPlain).Value()));
}

TEST(Sort, StopsWhenACallFails) {
  Module module;
  ComputationBuilder f(module, "less");
  f.Parameter("s32[]");
  f.Parameter("s32[]");
  f.Op("partition-id", {});
  f.Constant(Scalar(ElementType::kPred, 1));
  f.Get()->synthesized = true;  // a placeholder, which cannot be called
  OpCall op("sort");
  op.Operand(Array("s32[2]", {1, 2})).Set(Attr::dimensions, std::vector<int64_t>{0});
  op.Set(Attr::to_apply, f.Get());
  const Result<Literal> result = op.Evaluate();
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, "R07");
}

}  // namespace
}  // namespace hlo
