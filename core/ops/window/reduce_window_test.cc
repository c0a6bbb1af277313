// SPDX-License-Identifier: Apache-2.0
// reduce-window: ops reference 10.2. Expected values are from the reference, computed by hand, or
// computed by the definition below.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "core/kernels/targets.h"
#include "core/ops/computation_testing.h"
#include "hlo/index.h"

namespace hlo {
namespace {

using namespace op_testing;
constexpr double kInf = std::numeric_limits<double>::infinity();

OpCall ReduceWindow(const Literal& x, double init, const Window& window, Computation* f) {
  const std::string scalar = std::string(Name(x.element_type())) + "[]";
  OpCall op("reduce-window");
  op.Operand(x).Operand(Array(scalar, {init})).Set(Attr::window, window).Set(Attr::to_apply, f);
  return op;
}

Literal ReduceWindowBy(std::string_view opcode, const Literal& x, double init,
                       const Window& window) {
  Module module;
  Computation* f = BinaryComputation(module, opcode, std::string(Name(x.element_type())) + "[]");
  return ReduceWindow(x, init, window, f).Value();
}

TEST(ReduceWindow, MatchesTheExamplesOfTheReference) {
  const Literal x = Array("f32[5]", {10000, 1000, 100, 10, 1});
  EXPECT_TRUE(SameBits(ReduceWindowBy("minimum", x, kInf, {{{3, 2, 0, 0, 1, 1, false}}}),
                       Array("f32[2]", {100, 1})));
  EXPECT_TRUE(SameBits(ReduceWindowBy("minimum", x, kInf, {{{3, 2, 1, 1, 1, 1, false}}}),
                       Array("f32[3]", {1000, 10, 1})));
  const Literal y = Array("f32[3,2]", {1, 2, 3, 4, 5, 6});
  const Window dilated{{{2, 4, 2, 1, 2, 3, false}, {1, 1, 0, 0, 1, 1, false}}};
  EXPECT_TRUE(SameBits(ReduceWindowBy("add", y, 0, dilated), Array("f32[2,2]", {0, 0, 3, 4})));
}

TEST(ReduceWindow, SkipsPaddingAndStartsAtTheInitialValueOnce) {
  EXPECT_TRUE(
      SameBits(ReduceWindowBy("add", Array("s32[2]", {1, 2}), 10, {{{3, 1, 3, 3, 1, 1, false}}}),
               Array("s32[6]", {10, 11, 13, 13, 12, 10})));
}

TEST(ReduceWindow, PassesTheAccumulatorFirst) {
  // ((0 - 1) - 2), ((0 - 2) - 4)
  EXPECT_TRUE(SameBits(
      ReduceWindowBy("subtract", Array("s32[3]", {1, 2, 4}), 0, {{{2, 1, 0, 0, 1, 1, false}}}),
      Array("s32[2]", {-3, -6})));
}

TEST(ReduceWindow, RoundsNarrowSumsAfterEachStep) {
  // 2048 + 1 is a tie in f16 and rounds to 2048, twice; a wide sum would give 2050.
  EXPECT_TRUE(
      SameBits(ReduceWindowBy("add", Array("f16[2]", {1, 1}), 2048, {{{2, 1, 0, 0, 1, 1, false}}}),
               Array("f16[1]", {2048})));
  const Literal row = Array("f16[2,8]", std::vector<double>(16, 1));
  const Window columns{{{2, 1, 0, 0, 1, 1, false}, {1, 1, 0, 0, 1, 1, false}}};
  EXPECT_TRUE(SameBits(ReduceWindowBy("add", row, 2048, columns),
                       Array("f16[1,8]", std::vector<double>(8, 2048))));
}

TEST(ReduceWindow, CropsByNegativePadding) {
  EXPECT_TRUE(SameBits(
      ReduceWindowBy("add", Array("s32[5]", {1, 2, 4, 8, 16}), 0, {{{2, 1, -1, -1, 1, 1, false}}}),
      Array("s32[2]", {6, 12})));
}

TEST(ReduceWindow, HandlesEmptyArraysAndWindowsThatDoNotFit) {
  EXPECT_TRUE(SameBits(ReduceWindowBy("add", Array("s32[0]", {}), 7, {{{2, 1, 1, 2, 1, 1, false}}}),
                       Array("s32[2]", {7, 7})));
  EXPECT_TRUE(
      SameBits(ReduceWindowBy("add", Array("s32[2]", {1, 2}), 7, {{{5, 1, 0, 0, 1, 1, false}}}),
               Array("s32[0]", {})));
}

TEST(ReduceWindow, ReducesAScalarThroughAWindowWithoutDimensions) {
  EXPECT_TRUE(SameBits(ReduceWindowBy("add", Array("s32[]", {5}), 2, {}), Array("s32[]", {7})));
}

// The definition of 1.7, row-major over the window, on exact integers.
std::vector<double> Expected(const Literal& x, const Shape& shape, const Window& window,
                             double (*f)(double, double), double init) {
  const auto elements = x.data<int32_t>();
  const Dims strides = RowMajorStrides({x.shape().dims.data(), x.shape().dims.size()});
  Dims sizes;
  for (const WindowDimension& w : window.dims) sizes.push_back(w.size);
  std::vector<double> results;
  for (Index at(shape.dims); !at.done(); at.Next()) {
    double sum = init;
    for (Index k(sizes); !k.done(); k.Next()) {
      int64_t offset = 0;
      bool inside = true;
      for (size_t d = 0; d < sizes.size(); ++d) {
        const WindowDimension& w = window.dims[d];
        const int64_t q = at[d] * w.stride - w.pad_low + k[d] * w.rhs_dilate;
        inside = inside && q >= 0 && q % w.lhs_dilate == 0 && q / w.lhs_dilate < x.shape().dims[d];
        offset += q / w.lhs_dilate * strides[d];
      }
      if (inside) sum = f(sum, elements[static_cast<size_t>(offset)]);
    }
    results.push_back(sum);
  }
  return results;
}

// Whether sums of s32 windows with the initial value 1000 are those of the definition.
testing::AssertionResult SumsAgree(const Literal& x, const Window& window) {
  const Literal sums = ReduceWindowBy("add", x, 1000, window);
  const auto plus = [](double a, double b) { return a + b; };
  return SameBits(
      sums, Array(ShapeText(sums.shape(), false), Expected(x, sums.shape(), window, plus, 1000)));
}

TEST(ReduceWindow, AgreesWithTheDefinitionForAnyWindow) {
  std::mt19937 random(11);
  const auto pick = [&](int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random() % static_cast<uint32_t>(high - low + 1));
  };
  for (int trial = 0; trial < 300; ++trial) {
    Dims dims;
    Window window;
    for (int64_t d = pick(1, 3); d > 0; --d) {
      dims.push_back(pick(1, 9));
      if (pick(0, 2) == 0) {
        window.dims.push_back({1, 1, 0, 0, 1, 1, false});
      } else {
        window.dims.push_back(
            {pick(1, 3), pick(1, 3), pick(-1, 3), pick(-1, 3), pick(1, 3), pick(1, 2), false});
      }
    }
    const Shape shape = Shape::Array(ElementType::kS32, {dims.data(), dims.size()});
    Literal x = AllocateOrFail(shape);
    for (int32_t& element : x.mutable_data<int32_t>()) {
      element = static_cast<int32_t>(pick(-99, 99));
    }
    EXPECT_TRUE(SumsAgree(x, window)) << "trial " << trial;
    const Literal differences = ReduceWindowBy("subtract", x, 0, window);
    const auto minus = [](double a, double b) { return a - b; };
    EXPECT_TRUE(SameBits(differences, Array(ShapeText(differences.shape(), false),
                                            Expected(x, differences.shape(), window, minus, 0))))
        << "trial " << trial;
  }
}

TEST(ReduceWindow, AgreesWithTheDefinitionForLongWindows) {
  std::mt19937 random(12);
  const auto pick = [&](int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random() % static_cast<uint32_t>(high - low + 1));
  };
  for (int trial = 0; trial < 60; ++trial) {
    const int64_t size = pick(1, 150);
    WindowDimension along{pick(33, 170), pick(1, 3) == 1 ? pick(2, 5) : 1, 0, 0, 1, 1, false};
    along.pad_low = pick(0, 1) == 0 ? along.size - 1 : pick(-5, 200);
    along.pad_high = pick(0, 1) == 0 ? along.size - 1 : pick(-5, 200);
    Window window{{{1, 1, 0, 0, 1, 1, false}, along, {1, 1, 0, 0, 1, 1, false}}};
    Literal x = AllocateOrFail(
        Shape::Array(ElementType::kS32, {pick(1, 3), size, pick(0, 1) == 0 ? 1 : pick(2, 20)}));
    for (int32_t& element : x.mutable_data<int32_t>()) {
      element = static_cast<int32_t>(pick(-99, 99));
    }
    ASSERT_TRUE(SumsAgree(x, window)) << "trial " << trial;
  }
}

// The sums of choice C8, which take four elements of a single column at a time.
void SumUp(std::span<const float> x, std::span<float> sums, size_t columns) {
  for (size_t i = 0; i < x.size(); ++i) {
    const size_t k = columns == 1 ? i % 4 : 0, begin = i - k;
    float sum = x[i];
    if (k == 1) sum = x[begin] + x[i];
    if (k == 2) sum = x[begin] + (x[begin + 1] + x[i]);
    if (k == 3) sum = (x[begin] + x[begin + 1]) + (x[begin + 2] + x[i]);
    sums[i] = begin < columns ? sum : sums[columns == 1 ? begin - 1 : i - columns] + sum;
  }
}

TEST(ReduceWindow, SumsColumnsInOrderInACumulativeSum) {
  for (const auto& [rows, columns] : std::vector<std::pair<int64_t, int64_t>>{{1000, 1},
                                                                              {2047, 1},
                                                                              {2048, 1},
                                                                              {2049, 1},
                                                                              {5000, 1},
                                                                              {1500, 3},
                                                                              {300, 20},
                                                                              {50, 1100},
                                                                              {40, 2048},
                                                                              {40, 2049}}) {
    Literal x = AllocateOrFail(Shape::Array(ElementType::kF32, {2, rows, columns}));
    float next = 0.7f;
    for (float& element : x.mutable_data<float>()) element = next = next * 1.9f - std::floor(next);
    Literal expected = AllocateOrFail(x.shape());
    const auto half = static_cast<size_t>(rows * columns);
    for (const size_t begin : {size_t{0}, half}) {
      SumUp(x.data<float>().subspan(begin, half),
            expected.mutable_data<float>().subspan(begin, half), static_cast<size_t>(columns));
    }
    const Window window{{{1, 1, 0, 0, 1, 1, false},
                         {rows, 1, rows - 1, 0, 1, 1, false},
                         {1, 1, 0, 0, 1, 1, false}}};
    for (const std::string_view target : KernelTargets()) {
      UseKernelTarget(target);
      const Literal got = ReduceWindowBy("add", x, 0, window);
      UseKernelTarget("");
      ASSERT_TRUE(SameBits(got, expected)) << rows << "x" << columns << " " << target;
    }
  }
}

// Rows that are long enough for LastTwoPasses (window_passes.cc).
TEST(ReduceWindow, AgreesWithTheDefinitionForLongRows) {
  std::mt19937 random(14);
  const auto pick = [&](int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random() % static_cast<uint32_t>(high - low + 1));
  };
  for (int trial = 0; trial < 25; ++trial) {
    const auto dimension = [&](int64_t size) {
      return WindowDimension{size,       pick(1, 3), pick(-2, 3), pick(-2, 3),
                             pick(1, 3), pick(1, 2), false};
    };
    const WindowDimension along{1, 1, 0, 0, 1, 1, false};
    Window window{{along, dimension(pick(1, 5)), along, dimension(pick(1, 4)), along}};
    window.dims[3].stride = 1;
    const int64_t columns = pick(0, 2) == 0 ? pick(1030, 1100) : pick(1, 5);
    const int64_t size = columns > 5 ? pick(4, 6) : pick(300, 600);
    Literal x = AllocateOrFail(
        Shape::Array(ElementType::kS32, {pick(1, 2), pick(1, 15), pick(1, 2), size, columns}));
    for (int32_t& element : x.mutable_data<int32_t>()) {
      element = static_cast<int32_t>(pick(-99, 99));
    }
    ASSERT_TRUE(SumsAgree(x, window)) << "trial " << trial;
  }
}

TEST(ReduceWindow, HasTheSameBitsInAllModesOnAllTargets) {
  std::mt19937 random(13);
  const auto pick = [&](int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random() % static_cast<uint32_t>(high - low + 1));
  };
  constexpr const char* kTypes[] = {"f32", "f64", "bf16", "s32", "u8", "c64", "pred", "s64"};
  constexpr const char* kOps[] = {"add", "multiply", "maximum", "minimum"};
  for (int trial = 0; trial < 250; ++trial) {
    const ElementType type = *FindElementType(kTypes[pick(0, 7)]);
    const char* opcode = kOps[pick(0, IsComplex(type) ? 1 : 3)];
    Dims dims;
    Window window;
    for (int64_t d = pick(1, 4); d > 0; --d) {
      dims.push_back(pick(0, 4) == 0 ? pick(30, 60) : pick(1, 9));
      const bool wide = pick(0, 7) == 0;
      window.dims.push_back(pick(0, 1) == 0 ? WindowDimension{1, 1, 0, 0, 1, 1, false}
                                            : WindowDimension{wide ? pick(33, 50) : pick(1, 4),
                                                              pick(1, 3), pick(-1, 40),
                                                              pick(-1, 40), pick(0, 5) == 0 ? 2 : 1,
                                                              wide ? 1 : pick(1, 2), false});
    }
    Literal x = AllocateOrFail(Shape::Array(type, {dims.data(), dims.size()}));
    std::vector<double> numbers(static_cast<size_t>(x.element_count() * (IsComplex(type) ? 2 : 1)));
    for (double& v : numbers) {
      v = pick(0, 40) == 0 ? NAN : pick(0, 9) == 0 ? -0.0 : static_cast<double>(pick(-99, 99)) / 64;
    }
    ConvertFunction(ElementType::kF64, PartOf(type).value_or(type))(numbers.data(), numbers.size(),
                                                                    x.mutable_bytes());
    const std::string scalar = std::string(Name(type)) + "[]";
    Module module;
    Computation* f = BinaryComputation(module, opcode, scalar);
    const Literal init =
        Array(scalar, IsComplex(type) ? std::vector<double>{1, 2} : std::vector<double>{1});
    const auto run = [&](KernelMode mode) {
      OpCall op("reduce-window");
      op.Operand(x).Operand(init).Set(Attr::window, window).Set(Attr::to_apply, f);
      return op.Use(mode).Value();
    };
    const Literal plain = run(KernelMode::kPlain);
    for (const std::string_view target : KernelTargets()) {
      UseKernelTarget(target);
      const Literal got = run(trial % 2 == 0 ? KernelMode::kPortable : KernelMode::kFast);
      UseKernelTarget("");
      ASSERT_TRUE(SameBits(got, plain))
          << trial << " " << target << " " << opcode << " " << ShapeText(x.shape());
    }
  }
}

TEST(ReduceWindow, ReducesSeveralInputs) {
  Module module;
  ComputationBuilder f(module, "f");
  Instruction* a = f.Parameter("s32[]");
  Instruction* b = f.Parameter("f32[]");
  Instruction* c = f.Parameter("s32[]");
  Instruction* d = f.Parameter("f32[]");
  f.Op("tuple", {f.Op("add", {a, c}), f.Op("maximum", {b, d})});
  OpCall op("reduce-window");
  op.Operand(Array("s32[3]", {1, 2, 3})).Operand(Array("f32[3]", {5, 4, 6}));
  op.Operand(Array("s32[]", {0})).Operand(Array("f32[]", {-kInf}));
  op.Set(Attr::window, Window{{{2, 1, 0, 0, 1, 1, false}}}).Set(Attr::to_apply, f.Get());
  const Literal result = op.Value();
  ASSERT_EQ(result.elements().size(), 2u);
  EXPECT_TRUE(SameBits(result.elements()[0], Array("s32[2]", {3, 5})));
  EXPECT_TRUE(SameBits(result.elements()[1], Array("f32[2]", {5, 6})));
}

TEST(ReduceWindowInfer, RejectsWindowsThatBreakARule) {
  Module module;
  Computation* f = BinaryComputation(module, "add", "f32[]");
  const auto rejection = [&](const Window& window) {
    return ReduceWindow(Array("f32[2,2]", {1, 2, 3, 4}), 0, window, f).Rejection();
  };
  const WindowDimension one;
  EXPECT_EQ(rejection({{one}}),
            "reduce-window.C2: `reduce-window`: `window` must have 2 dimensions, got 1");
  EXPECT_EQ(rejection({{{0, 1, 0, 0, 1, 1, false}, one}}),
            "reduce-window.C2: `reduce-window`: the window size in dimension 0 must be at least 1, "
            "got 0");
  EXPECT_EQ(rejection({{one, {1, 0, 0, 0, 1, 1, false}}}),
            "reduce-window.C2: `reduce-window`: the window stride in dimension 1 must be at least "
            "1, got 0");
  EXPECT_EQ(rejection({{one, {1, 1, 0, 0, 0, 1, false}}}),
            "reduce-window.C2: `reduce-window`: the base dilation in dimension 1 must be at least "
            "1, got 0");
  EXPECT_EQ(rejection({{one, {1, 1, 0, 0, 1, -1, false}}}),
            "reduce-window.C2: `reduce-window`: the window dilation in dimension 1 must be at "
            "least 1, got -1");
  EXPECT_EQ(rejection({{one, one}}), "");
  OpCall op("reduce-window");
  op.OperandShape("f32[2]").OperandShape("f32[1]").Set(Attr::to_apply, f);
  EXPECT_EQ(op.Set(Attr::window, Window{{one}}).Rejection(),
            "reduce-window.C1: `reduce-window`: initial value 0 must be f32[], got f32[1]");
}

}  // namespace
}  // namespace hlo
