// SPDX-License-Identifier: Apache-2.0
// argmax and argmin along lines: the bits and step counts of the plain path.
#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "core/engine/plan/fusion_testing.h"
#include "core/kernels/targets.h"
#include "core/types/convert.h"

namespace hlo {
namespace {

using namespace fusion_testing;

struct Reducer {
  std::string type = "f32", index = "s32", wins = "GT", indices = "iota";
  int64_t lines = 3, length = 17;
  std::string start = "-inf", start_index = "0";
  bool swapped = false;  // compare(b, a) LT instead of compare(a, b) GT, and so on
};

// The reducer of jax.numpy.argmax and argmin. `indices`: iota, or a parameter of any indices.
std::string TextOf(const Reducer& r) {
  const std::string v = r.type + "[]", i = r.index + "[]";
  const std::string sizes = "[" + std::to_string(r.lines) + "," + std::to_string(r.length) + "]";
  const std::string kept = "[" + std::to_string(r.lines) + "]";
  const std::string mirrored = r.wins == "GT" ? "LT" : "GT";
  return "f {\n  a = " + v + " parameter(0)\n  i = " + i + " parameter(1)\n  b = " + v +
         " parameter(2)\n  j = " + i + " parameter(3)\n  w = pred[] compare(" +
         (r.swapped ? "b, a), direction=" + mirrored : "a, b), direction=" + r.wins) +
         "\n  n = pred[] compare(a, a), direction=NE\n  k = pred[] or(" +
         (r.swapped ? "n, w" : "w, n") + ")\n  e = pred[] compare(" +
         (r.swapped ? "b, a" : "a, b") +
         "), direction=EQ\n  l = pred[] compare(i, j), direction=LT\n  t = pred[] and(" +
         (r.swapped ? "l, e" : "e, l") + ")\n  ki = pred[] or(" + (r.swapped ? "t, k" : "k, t") +
         ")\n  m = " + v + " select(k, a, b)\n  mi = " + i + " select(ki, i, j)\n  ROOT r = (" + v +
         ", " + i + ") tuple(m, mi)\n}\nENTRY e {\n  x = " + r.type + sizes +
         " parameter(0)\n  y = " + r.index + sizes + " parameter(1)\n  o = " + r.index + sizes +
         " iota(), iota_dimension=1\n  s = " + v + " constant(" + r.start + ")\n  z = " + i +
         " constant(" + r.start_index + ")\n  ROOT r = (" + r.type + kept + ", " + r.index + kept +
         ") reduce(x, " + (r.indices == "iota" ? "o" : "y") +
         ", s, z), dimensions={1}, to_apply=f\n}\n";
}

Literal Numbers(const std::string& type, const Reducer& r, const std::vector<double>& numbers) {
  const Shape shape = Shape::Array(*FindElementType(type), {r.lines, r.length});
  Literal literal = Literal::Allocate(shape).value();
  ConvertFunction(ElementType::kF64, shape.element_type)(numbers.data(), numbers.size(),
                                                         literal.mutable_bytes());
  return literal;
}

// Few different values, so that extremes tie; with signed zeros, infinities, and NaNs of both
// signs.
std::vector<double> Values(std::mt19937& random, const Reducer& r, int kind) {
  std::vector<double> values;
  const bool is_float = r.type[0] != 's' && r.type[0] != 'u';
  for (int64_t i = 0; i < r.lines * r.length; ++i) {
    double value = static_cast<double>(random() % 5) - (r.type[0] == 'u' ? 0 : 2);
    if (kind == 1) value = is_float && random() % 2 == 0 ? -0.0 : 0.0;
    if (kind == 2 && is_float && random() % 16 == 0) value = (random() % 2 == 0 ? 1 : -1) * NAN;
    if (kind == 3 && is_float && random() % 8 == 0) value = (random() % 2 == 0 ? 1 : -1) * INFINITY;
    values.push_back(value);
  }
  return values;
}

void ExpectThePlainPath(const Reducer& r) {
  const std::string text = TextOf(r);
  const Program program(text);
  ASSERT_TRUE(program.parsed.ok()) << program.parsed.diagnostics[0].message << text;
  std::mt19937 random(7);
  OtherOrder five(5);
  for (int kind = 0; kind < 4; ++kind) {
    std::vector<double> places;
    for (int64_t i = 0; i < r.lines * r.length; ++i) {
      places.push_back(static_cast<double>(random() % 100) - (r.index[0] == 's' ? 50 : 0));
    }
    const std::vector<Literal> arguments = {Numbers(r.type, r, Values(random, r, kind)),
                                            Numbers(r.index, r, places)};
    const Ran plain = program.Run(arguments, Mode(KernelMode::kPlain));
    ASSERT_TRUE(plain.ok) << plain.failure.error->message;
    for (const std::string_view target : KernelTargets()) {
      ASSERT_TRUE(UseKernelTarget(target));
      ExpectSame(program.Run(arguments, Mode(KernelMode::kFast)), plain, text);
    }
    UseKernelTarget("");
    ExpectSame(program.Run(arguments, Mode(KernelMode::kPortable, &five)), plain, text);
  }
}

TEST(ArgExtreme, HasTheBitsOfThePlainPathForEveryType) {
  for (const char* type :
       {"f32", "f64", "bf16", "f16", "f8e5m2", "s32", "u32", "s64", "u64", "s8"}) {
    for (const char* wins : {"GT", "LT"}) {
      Reducer r{.type = type, .wins = wins};
      const bool is_float = r.type[0] != 's' && r.type[0] != 'u';
      r.start = !is_float ? "1" : r.wins == "GT" ? "-inf" : "inf";
      ExpectThePlainPath(r);
      r.indices = "any";
      r.swapped = true;
      ExpectThePlainPath(r);
    }
  }
}

TEST(ArgExtreme, ComparesIndicesInTheOrderOfTheirType) {
  for (const char* index : {"s32", "u32", "s64", "u64"}) {
    Reducer r{.index = index, .indices = "any", .start = "1", .start_index = "3"};
    ExpectThePlainPath(r);
  }
}

TEST(ArgExtreme, TakesTheInitialValueAsTheFirstElement) {
  for (const char* start : {"2", "0", "-0", "-1", "5", "nan", "inf"}) {
    Reducer r{.start = start, .start_index = "9"};
    ExpectThePlainPath(r);
    r.wins = "LT";
    ExpectThePlainPath(r);
  }
}

TEST(ArgExtreme, HasTheBitsOfThePlainPathForEveryLength) {
  for (const int64_t length : {1, 2, 15, 16, 17, 31, 63, 64, 65, 127, 129, 300}) {
    Reducer r{.lines = 5, .length = length};
    ExpectThePlainPath(r);
  }
}

TEST(ArgExtreme, DoesNotStoreAnIota) {
  Reducer r{.lines = 256, .length = 1024};
  const Program program(TextOf(r));
  const Literal x = Numbers("f32", r, std::vector<double>(256 * 1024, 1.0));
  const Ran ran = program.Run({x, Numbers("s32", r, {})}, Mode(KernelMode::kFast));
  ASSERT_TRUE(ran.ok);
  EXPECT_LE(ran.peak_bytes, 16384);
}

TEST(ArgExtreme, StopsAtTheStepLimitOfThePlainPath) {
  Reducer r;
  const Program program(TextOf(r));
  const std::vector<double> ones(static_cast<size_t>(r.lines * r.length), 1.0);
  const std::vector<Literal> arguments = {Numbers("f32", r, ones), Numbers("s32", r, ones)};
  RunOptions plain = Mode(KernelMode::kPlain), fast = Mode(KernelMode::kFast);
  plain.limits.max_steps = fast.limits.max_steps = 100;
  const Ran expected = program.Run(arguments, plain), got = program.Run(arguments, fast);
  ASSERT_FALSE(expected.ok);
  ASSERT_FALSE(got.ok);
  EXPECT_EQ(got.failure.error->message, expected.failure.error->message);
}

}  // namespace
}  // namespace hlo
