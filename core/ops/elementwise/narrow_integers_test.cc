// SPDX-License-Identifier: Apache-2.0
// Every pair of values of the narrow integer types, against exact arithmetic on wider numbers.
#include <cstdlib>

#include "core/ops/elementwise/elementwise_testing.h"

namespace hlo {
namespace {

using namespace op_testing;

struct NarrowType {
  const char* name;
  int width;
  bool is_signed;

  int64_t least() const { return is_signed ? -(int64_t{1} << (width - 1)) : 0; }
  int64_t count() const { return int64_t{1} << width; }
  // The congruent value modulo 2^W.
  int64_t Wrap(int64_t value) const {
    return ((value - least()) % count() + count()) % count() + least();
  }
  int64_t Code(int64_t value) const { return (value % count() + count()) % count(); }
};

constexpr NarrowType kTypes[] = {{"s1", 1, true},  {"s2", 2, true},  {"s4", 4, true},
                                 {"s8", 8, true},  {"u1", 1, false}, {"u2", 2, false},
                                 {"u4", 4, false}, {"u8", 8, false}};

int64_t FloorShift(int64_t value, int64_t amount) {
  return value < 0 ? -((-value - 1) >> amount) - 1 : value >> amount;
}

int64_t ExactPower(const NarrowType& type, int64_t base, int64_t exponent) {
  if (exponent < 0) return base == 1 ? 1 : base == -1 ? (exponent % 2 == 0 ? 1 : -1) : 0;
  int64_t power = 1;
  for (int64_t i = 0; i < exponent; ++i) power = type.Wrap(power * base);
  return power;
}

int64_t Exact(const NarrowType& type, std::string_view op, int64_t a, int64_t b) {
  const int64_t amount = type.Code(b);
  const bool out = amount >= type.width;
  if (op == "add") return a + b;
  if (op == "subtract") return a - b;
  if (op == "multiply") return a * b;
  if (op == "divide") return b == 0 ? -1 : a / b;
  if (op == "remainder") return b == 0 ? a : a % b;
  if (op == "maximum") return a > b ? a : b;
  if (op == "minimum") return a < b ? a : b;
  if (op == "and") return a & b;
  if (op == "or") return a | b;
  if (op == "xor") return a ^ b;
  if (op == "shift-left") return out ? 0 : a * (int64_t{1} << amount);
  if (op == "shift-right-logical") return out ? 0 : type.Code(a) >> amount;
  if (op == "mulhi") return FloorShift(a * b, type.width);
  if (op == "power") return ExactPower(type, a, b);
  // shift-right-arithmetic: the pattern read as signed.
  const int64_t half = type.count() / 2;
  const int64_t value = type.Code(a) >= half ? type.Code(a) - type.count() : type.Code(a);
  return FloorShift(value, out ? 62 : amount);
}

class NarrowIntegers : public ::testing::TestWithParam<const char*> {};

TEST_P(NarrowIntegers, AreExactForEveryPair) {
  for (const NarrowType& type : kTypes) {
    std::vector<double> a, b, expected;
    for (int64_t x = type.least(); x < type.least() + type.count(); ++x) {
      for (int64_t y = type.least(); y < type.least() + type.count(); ++y) {
        a.push_back(static_cast<double>(x));
        b.push_back(static_cast<double>(y));
        expected.push_back(static_cast<double>(type.Wrap(Exact(type, GetParam(), x, y))));
      }
    }
    EXPECT_TRUE(Joins(GetParam(), type.name, a, b, expected));
  }
}

INSTANTIATE_TEST_SUITE_P(AllOps, NarrowIntegers,
                         ::testing::Values("add", "subtract", "multiply", "divide", "remainder",
                                           "maximum", "minimum", "and", "or", "xor", "power",
                                           "mulhi", "shift-left", "shift-right-logical",
                                           "shift-right-arithmetic"));

TEST(NarrowIntegers, CountBitsForEveryValue) {
  for (const NarrowType& type : kTypes) {
    std::vector<double> values, ones, zeros, complements;
    for (int64_t x = type.least(); x < type.least() + type.count(); ++x) {
      int64_t set = 0, highest = 0;
      for (int bit = 0; bit < type.width; ++bit) {
        if ((type.Code(x) >> bit) % 2 == 0) continue;
        ++set;
        highest = bit + 1;
      }
      values.push_back(static_cast<double>(x));
      ones.push_back(static_cast<double>(type.Wrap(set)));
      zeros.push_back(static_cast<double>(type.Wrap(type.width - highest)));
      complements.push_back(static_cast<double>(type.Wrap(-x - 1)));
    }
    EXPECT_TRUE(Maps("popcnt", type.name, values, ones));
    EXPECT_TRUE(Maps("count-leading-zeros", type.name, values, zeros));
    EXPECT_TRUE(Maps("not", type.name, values, complements));
  }
}

}  // namespace
}  // namespace hlo
