// SPDX-License-Identifier: Apache-2.0
// reduce: ops reference 10.1. Expected values are from the reference, computed by hand, or computed
// by the definition below.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "core/ops/computation_testing.h"
#include "hlo/index.h"

namespace hlo {
namespace {

using namespace op_testing;
using Ints = std::vector<int64_t>;
constexpr double kInf = std::numeric_limits<double>::infinity();

OpCall Reduce(const std::vector<Literal>& operands, Ints dimensions, Computation* f) {
  OpCall op("reduce");
  for (const Literal& operand : operands) op.Operand(operand);
  op.Set(Attr::dimensions, std::move(dimensions)).Set(Attr::to_apply, f);
  return op;
}

// Reduces by one op in the type of the operand.
Literal ReduceBy(std::string_view opcode, const Literal& x, double init, Ints dimensions) {
  Module module;
  const std::string scalar = std::string(Name(x.element_type())) + "[]";
  Computation* f = BinaryComputation(module, opcode, scalar);
  return Reduce({x, Array(scalar, {init})}, std::move(dimensions), f).Value();
}

// XLA's documentation's array: every pair of rows is {1,2,3}, {4,5,6}.
Literal SeedArray(std::string_view type) {
  std::vector<double> numbers;
  for (int i = 0; i < 4; ++i) numbers.insert(numbers.end(), {1, 2, 3, 4, 5, 6});
  return Array(std::string(type) + "[4,2,3]", numbers);
}

TEST(Reduce, SumsOverAnyDimensions) {
  for (const char* type : {"f32", "f64", "bf16", "s32", "u8", "s64"}) {
    const Literal x = SeedArray(type);
    const std::string t = type;
    EXPECT_TRUE(SameBits(ReduceBy("add", x, 0, {0}), Array(t + "[2,3]", {4, 8, 12, 16, 20, 24})));
    EXPECT_TRUE(
        SameBits(ReduceBy("add", x, 0, {2}), Array(t + "[4,2]", {6, 15, 6, 15, 6, 15, 6, 15})));
    EXPECT_TRUE(SameBits(ReduceBy("add", x, 0, {1, 0}), Array(t + "[3]", {20, 28, 36})));
    EXPECT_TRUE(SameBits(ReduceBy("add", x, 0, {0, 2}), Array(t + "[2]", {24, 60})));
    EXPECT_TRUE(SameBits(ReduceBy("add", x, 0, {0, 1, 2}), Array(t + "[]", {84})));
  }
}

TEST(Reduce, AppliesTheComputationToTheInitialValueWithoutReducedDimensions) {
  EXPECT_TRUE(
      SameBits(ReduceBy("add", Array("s32[3]", {1, 2, 3}), 10, {}), Array("s32[3]", {11, 12, 13})));
}

TEST(Reduce, UsesTheInitialValueOnceAndTheAccumulatorFirst) {
  // ((((0 - 10) - 11) - 12) - 13)
  EXPECT_TRUE(SameBits(ReduceBy("subtract", Array("s32[4]", {10, 11, 12, 13}), 0, {0}),
                       Array("s32[]", {-46})));
}

TEST(Reduce, SumsF16InF64AndRoundsOnce) {
  EXPECT_TRUE(SameBits(ReduceBy("add", Array("f16[4096]", std::vector<double>(4096, 1)), 0, {0}),
                       Array("f16[]", {4096})));
  // Rounded at each step, 2048 + 1 would stay 2048. 2051 is a tie between 2050 and 2052 and rounds
  // to even.
  EXPECT_TRUE(
      SameBits(ReduceBy("add", Array("f16[2]", {1, 1}), 2048, {0}), Array("f16[]", {2050})));
  EXPECT_TRUE(
      SameBits(ReduceBy("add", Array("f16[3]", {1, 1, 1}), 2048, {0}), Array("f16[]", {2052})));
}

TEST(Reduce, SumsF32InF64) {
  EXPECT_TRUE(
      SameBits(ReduceBy("add", Array("f32[3]", {1e8, 1, -1e8}), 0, {0}), Array("f32[]", {1})));
  // The same on many lanes.
  EXPECT_TRUE(SameBits(ReduceBy("add", Array("f32[3,2]", {1e8, 1e8, 1, 2, -1e8, -1e8}), 0, {0}),
                       Array("f32[2]", {1, 2})));
}

TEST(Reduce, RoundsF16ProductsEveryStep) {
  // With u = 2^-10, one unit in the last place: (1 + n u)(1 + u) = 1 + (n + 1) u + n u^2, and
  // n u^2 is less than half a unit, so 40 steps give 1 + 40 u. The exact product has 780 u^2
  // more, which is 0.76 u, and would round to 1 + 41 u.
  const double u = std::ldexp(1, -10);
  const std::vector<double> factors(40, 1 + u);
  EXPECT_TRUE(SameBits(ReduceBy("multiply", Array("f16[40]", factors), 1, {0}),
                       Array("f16[]", {1 + 40 * u})));
  std::vector<double> columns(80, 1 + u);
  EXPECT_TRUE(SameBits(ReduceBy("multiply", Array("f16[40,2]", columns), 1, {0}),
                       Array("f16[2]", {1 + 40 * u, 1 + 40 * u})));
}

TEST(Reduce, FindsExtremesWithNanAndSignedZeros) {
  const Literal x = Array("f32[2,3]", {1, -2, 5, 4, NAN, -kInf});
  const Literal max = ReduceBy("maximum", x, -kInf, {1});
  EXPECT_EQ(max.data<float>()[0], 5);
  EXPECT_TRUE(std::isnan(max.data<float>()[1]));
  EXPECT_TRUE(SameBits(ReduceBy("maximum", Array("f32[2]", {-0.0, 0.0}), -kInf, {0}),
                       Array("f32[]", {0.0})));
  EXPECT_TRUE(SameBits(ReduceBy("minimum", Array("f32[2]", {0.0, -0.0}), kInf, {0}),
                       Array("f32[]", {-0.0})));
}

TEST(Reduce, WrapsNarrowIntegers) {
  EXPECT_TRUE(
      SameBits(ReduceBy("add", Array("s8[3]", {100, 100, 100}), 0, {0}), Array("s8[]", {44})));
  EXPECT_TRUE(SameBits(ReduceBy("multiply", Array("u4[3]", {7, 7, 7}), 1, {0}),
                       Array("u4[]", {7})));  // 343 mod 16
}

TEST(Reduce, CombinesPred) {
  const Literal x = Array("pred[2,2]", {1, 0, 1, 1});
  EXPECT_TRUE(SameBits(ReduceBy("and", x, 1, {1}), Array("pred[2]", {0, 1})));
  EXPECT_TRUE(SameBits(ReduceBy("or", x, 0, {1}), Array("pred[2]", {1, 1})));
  EXPECT_TRUE(SameBits(ReduceBy("xor", x, 0, {1}), Array("pred[2]", {1, 0})));
}

TEST(Reduce, SumsComplexNumbers) {
  EXPECT_TRUE(SameBits(ReduceBy("add", Array("s32[1]", {1}), 0, {0}), Array("s32[]", {1})));
  Module module;
  Computation* f = BinaryComputation(module, "add", "c128[]");
  EXPECT_TRUE(
      SameBits(Reduce({Array("c128[2]", {1, 2, 3, 4}), Array("c128[]", {10, 20})}, {0}, f).Value(),
               Array("c128[]", {14, 26})));
}

TEST(Reduce, OverAnEmptyDimensionReturnsTheInitialValue) {
  EXPECT_TRUE(
      SameBits(ReduceBy("maximum", Array("f32[2,0]", {}), 7, {1}), Array("f32[2]", {7, 7})));
  EXPECT_EQ(ReduceBy("add", Array("f32[0,3]", {}), 7, {1}).element_count(), 0);
}

TEST(Reduce, OverAnEmptyDimensionReturnsTheInitialValuesOfSeveralInputs) {
  Module module;
  ComputationBuilder f(module, "f");
  Instruction* a = f.Parameter("f32[]");
  Instruction* b = f.Parameter("s32[]");
  f.Parameter("f32[]");
  f.Parameter("s32[]");
  f.Op("tuple", {a, b});
  const Literal got =
      Reduce({Array("f32[0]", {}), Array("s32[0]", {}), Array("f32[]", {1.5}), Array("s32[]", {3})},
             {0}, f.Get())
          .Value();
  EXPECT_TRUE(SameBits(got, Literal::Tuple({Array("f32[]", {1.5}), Array("s32[]", {3})})));
}

// argmax of XLA's documentation: f(m, am, v, i) = v >= m ? (v, i) : (m, am).
Computation* Argmax(Module& module) {
  ComputationBuilder f(module, "argmax");
  Instruction* m = f.Parameter("f32[]");
  Instruction* am = f.Parameter("s32[]");
  Instruction* v = f.Parameter("f32[]");
  Instruction* i = f.Parameter("s32[]");
  Instruction* better = f.Compare("GE", v, m);
  Instruction* value = f.Op("select", {better, v, m});
  Instruction* index = f.Op("select", {better, i, am});
  f.Op("tuple", {value, index});
  return f.Get();
}

TEST(Reduce, FindsTheLastMaximumAndItsPosition) {
  Module module;
  const Literal got = Reduce({Array("f32[4]", {1, 9, 3, 9}), Array("s32[4]", {0, 1, 2, 3}),
                              Array("f32[]", {-kInf}), Array("s32[]", {0})},
                             {0}, Argmax(module))
                          .Value();
  EXPECT_TRUE(SameBits(got, Literal::Tuple({Array("f32[]", {9}), Array("s32[]", {3})})));
}

TEST(Reduce, FindsMaximaOfColumns) {
  Module module;
  const Literal got =
      Reduce({Array("f32[2,3]", {1, 9, 3, 4, 2, 3}), Array("s32[2,3]", {0, 0, 0, 1, 1, 1}),
              Array("f32[]", {-kInf}), Array("s32[]", {0})},
             {0}, Argmax(module))
          .Value();
  EXPECT_TRUE(
      SameBits(got, Literal::Tuple({Array("f32[3]", {4, 9, 3}), Array("s32[3]", {1, 0, 1})})));
}

TEST(Reduce, KeepsTheBitsOfAForwardedElement) {
  Module module;
  ComputationBuilder last(module, "last");
  last.Parameter("f32[]");
  // The root is the second parameter.
  last.Parameter("f32[]");
  const Literal x = Bits("f32[2,2]", {0xffc00001, 0x7fc00002, 0x7fc00003, 0xffc00004});
  EXPECT_EQ(CodesOf(Reduce({x, Array("f32[]", {0})}, {1}, last.Get()).Value()),
            (std::vector<uint64_t>{0x7fc00002, 0xffc00004}));
}

TEST(Reduce, CannotRunAnUndefinedComputation) {
  Module module;
  Computation* f = BinaryComputation(module, "add", "f32[]");
  f->synthesized = true;
  const Result<Literal> result =
      Reduce({Array("f32[2]", {1, 2}), Array("f32[]", {0})}, {0}, f).Evaluate();
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, "R07");
  EXPECT_NE(result.error().message.find(f->name), std::string::npos);
}

// acc = f(acc, x) for each element in row-major order of the whole array, which is the row-major
// order of the reduced dimensions for every result.
template <class Acc, class Fn>
std::vector<Acc> ReduceNaively(const Literal& x, uint64_t reduced, Acc init, Fn&& f) {
  int64_t results = 1;
  for (int64_t d = 0; d < x.shape().rank(); ++d) {
    if (((reduced >> d) & 1) == 0) results *= x.shape().dims[static_cast<size_t>(d)];
  }
  std::vector<Acc> out(static_cast<size_t>(results), init);
  for (Index at(x.shape().dims); !at.done(); at.Next()) {
    int64_t linear = 0;
    for (size_t d = 0; d < x.shape().dims.size(); ++d) {
      if (((reduced >> d) & 1) == 0) linear = linear * x.shape().dims[d] + at[d];
    }
    Acc& acc = out[static_cast<size_t>(linear)];
    acc = f(acc, x.data<float>()[static_cast<size_t>(at.linear())]);
  }
  return out;
}

TEST(Reduce, HasTheBitsOfTheDefinitionOnRandomShapes) {
  std::mt19937 random(5);
  const auto number = [&](int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random() % static_cast<uint32_t>(high - low + 1));
  };
  for (int trial = 0; trial < 80; ++trial) {
    Ints sizes;
    for (int64_t d = number(0, 4); d > 0; --d) {
      sizes.push_back(number(0, 3) == 0 ? number(60, 90) : number(1, 5));
    }
    if (trial == 0) sizes = {3000, 3};
    if (trial == 1) sizes = {3, 3000};
    Literal x = AllocateOrFail(Shape::Array(ElementType::kF32, {sizes.data(), sizes.size()}));
    for (float& value : x.mutable_data<float>()) {
      value = 1.0f + static_cast<float>(number(-1000, 1000)) * 0x1p-13f;  // sums of 8 are exact
    }
    Ints dimensions;
    uint64_t reduced = 0;
    for (size_t d = 0; d < sizes.size(); ++d) {
      if (number(0, 1) == 0) continue;
      dimensions.push_back(static_cast<int64_t>(d));
      reduced |= uint64_t{1} << d;
    }
    const auto check = [&](std::string_view opcode, const auto& expected, double init) {
      const Literal got = ReduceBy(opcode, x, init, dimensions);
      ASSERT_EQ(got.element_count(), static_cast<int64_t>(expected.size()));
      for (size_t i = 0; i < expected.size(); ++i) {
        ASSERT_EQ(got.data<float>()[i], static_cast<float>(expected[i]))
            << opcode << " trial " << trial << " element " << i;
      }
    };
    check("add",
          ReduceNaively(x, reduced, 0.25, [](double acc, float v) { return acc + double{v}; }),
          0.25);
    check("maximum",
          ReduceNaively(x, reduced, 0.0f, [](float acc, float v) { return acc > v ? acc : v; }), 0);
    check("subtract", ReduceNaively(x, reduced, 0.0f, [](float acc, float v) { return acc - v; }),
          0);
  }
}

TEST(ReduceInfer, DropsReducedDimensionsAndTheirDynamicFlags) {
  Module module;
  OpCall op("reduce");
  op.OperandShape("f32[<=2,<=3,4]").OperandShape("f32[]");
  op.Set(Attr::dimensions, Ints{0}).Set(Attr::to_apply, BinaryComputation(module, "add", "f32[]"));
  const Result<Shape> shape = op.Infer();
  ASSERT_TRUE(shape.ok());
  EXPECT_EQ(ShapeText(shape.value(), false), "f32[<=3,4]");
}

TEST(ReduceInfer, RejectsBadOperandsAndDimensions) {
  Module module;
  Computation* f = BinaryComputation(module, "add", "f32[]");
  const Literal x = Array("f32[4]", {1, 2, 3, 4});
  const Literal zero = Array("f32[]", {0});
  EXPECT_EQ(Reduce({x, x, zero}, {0}, f).Rejection(),
            "reduce.C1: `reduce` takes N inputs and N initial values, got 3 operands");
  EXPECT_EQ(Reduce({x, Array("f32[3]", {1, 2, 3}), zero, zero}, {0}, f).Rejection(),
            "reduce.C2: `reduce`: input 1 must have dimensions {4} like input 0, got {3}");
  EXPECT_EQ(Reduce({x, Array("f32[1]", {0})}, {0}, f).Rejection(),
            "reduce.C3: `reduce`: initial value 0 must be f32[], got f32[1]");
  EXPECT_EQ(Reduce({x, Array("s32[]", {0})}, {0}, f).Rejection(),
            "reduce.C3: `reduce`: initial value 0 must be f32[], got s32[]");
  EXPECT_EQ(Reduce({x, zero}, {2}, f).Rejection(),
            "reduce.C4: `reduce`: `dimensions` entries must be in [0, 1), got 2");
  EXPECT_EQ(Reduce({x, zero}, {0, 0}, f).Rejection(),
            "reduce.C4: `reduce`: `dimensions` entries must be unique, got 0 twice");
}

TEST(ReduceInfer, RejectsAComputationOfAnotherSignature) {
  Module module;
  const Literal x = Array("f32[4]", {1, 2, 3, 4});
  const Literal zero = Array("f32[]", {0});
  ComputationBuilder one(module, "one");
  one.Op("negate", {one.Parameter("f32[]")});
  EXPECT_EQ(Reduce({x, zero}, {0}, one.Get()).Rejection(),
            "reduce.C5: `reduce`: `to_apply` must take 2 parameters, got 1");
  ComputationBuilder vector(module, "vector");
  Instruction* a = vector.Parameter("f32[]");
  vector.Parameter("f32[2]");
  vector.Op("negate", {a});
  EXPECT_EQ(Reduce({x, zero}, {0}, vector.Get()).Rejection(),
            "reduce.C5: `reduce`: `to_apply` parameter 1 must be f32[], got f32[2]");
  ComputationBuilder compare(module, "compare");
  a = compare.Parameter("f32[]");
  compare.Compare("LT", a, compare.Parameter("f32[]"));
  EXPECT_EQ(Reduce({x, zero}, {0}, compare.Get()).Rejection(),
            "reduce.C5: `reduce`: `to_apply` must return f32[], got pred[]");
  const Result<Shape> shape = Reduce({x, zero}, {0}, compare.Get()).Infer();
  EXPECT_EQ(shape.error().attribute, "to_apply");
}

}  // namespace
}  // namespace hlo
