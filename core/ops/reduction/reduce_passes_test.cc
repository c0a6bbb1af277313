// SPDX-License-Identifier: Apache-2.0
// Reductions by simple reducers: the order of reduce_passes.h, implemented as plain loops, and
// equal bits on the plain path, in all modes, on every target, and for any workers.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "core/kernels/targets.h"
#include "core/ops/computation_testing.h"

namespace hlo {
namespace {

using namespace op_testing;
using Ints = std::vector<int64_t>;

// Runs the tasks in a shuffled order.
class OddWorkers : public Workers {
 public:
  explicit OddWorkers(int count) : count_(count) {}
  int count() const override { return count_; }
  void Run(int64_t tasks, Task task, void* state) override {
    for (int64_t first = count_ - 1; first >= 0; --first) {
      for (int64_t i = first; i < tasks; i += count_) task(state, i);
    }
  }

 private:
  int count_;
};

class ReduceOrder : public ::testing::Test {
 protected:
  ~ReduceOrder() override { UseKernelTarget(""); }

  int64_t Pick(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random_() % static_cast<uint32_t>(high - low + 1));
  }
  // Few dimensions, to cover each case of the definition: 1 to 40 rows, sometimes more than a
  // chunk.
  Ints Sizes(int trial) {
    if (trial == 0) return {140000};
    if (trial == 1) return {3, 70001};
    if (trial == 2) return {600, 300};
    if (trial == 3) return {5000, 17};
    if (trial == 4) return {9000, 9};
    if (trial == 5) return {2, 3, 2500};
    Ints sizes;
    for (int64_t d = Pick(1, 5); d > 0; --d)
      sizes.push_back(Pick(0, 2) == 0 ? Pick(1, 3) : Pick(1, 24));
    return sizes;
  }
  Ints Dimensions(const Ints& sizes, int trial) {
    Ints dimensions;
    for (size_t d = 0; d < sizes.size(); ++d) {
      const bool reduced = trial == 1 ? d == 1 : trial < 5 ? d == 0 : Pick(0, 1) == 0;
      if (reduced) dimensions.push_back(static_cast<int64_t>(d));
    }
    return dimensions;
  }

  std::mt19937 random_{17};
};

struct Step {
  int64_t batch, rows, width;
};

// Combines elements in order.
template <class F>
auto InOrder(F f) {
  return [f]<class T>(const std::vector<T>& elements, size_t /*groups*/) {
    T result = elements[0];
    for (size_t i = 1; i < elements.size(); ++i) result = f(result, elements[i]);
    return result;
  };
}

// Sums f32 values as in choice C9: `groups` groups of 8 elements, then the other elements.
double SumOfLane(const std::vector<double>& elements, size_t groups) {
  double sum = -0.0;
  for (size_t g = 0; g < groups; ++g) {
    float e[8];
    for (size_t i = 0; i < 8; ++i) e[i] = static_cast<float>(elements[8 * g + i]);
    const float group = ((e[0] + e[1]) + (e[2] + e[3])) + ((e[4] + e[5]) + (e[6] + e[7]));
    if (std::isfinite(group)) {
      sum += double{group};
    } else {
      for (const float element : e) sum += double{element};
    }
  }
  for (size_t i = 8 * groups; i < elements.size(); ++i) sum += elements[i];
  return sum;
}

size_t Groups(int64_t rows, int64_t width) {
  if (width < 16) return static_cast<size_t>(rows / 128);
  return rows <= 16 ? 0 : static_cast<size_t>(rows / 8);
}

// [batch, rows, width] to [batch, width]. `take_lane(elements, groups)`: the value of a lane.
template <class T, class TakeLane, class F>
std::vector<T> ReduceStep(const std::vector<T>& x, const Step& step, TakeLane take_lane, F f) {
  const auto at = [&](int64_t b, int64_t r, int64_t c) {
    return x[static_cast<size_t>((b * step.rows + r) * step.width + c)];
  };
  const int64_t chunk = std::max<int64_t>(256, 65536 / step.width);
  std::vector<T> results;
  for (int64_t b = 0; b < step.batch; ++b) {
    for (int64_t c = 0; c < step.width; ++c) {
      std::vector<T> chunks;
      for (int64_t start = 0; start < step.rows; start += chunk) {
        const int64_t rows = std::min(chunk, step.rows - start);
        std::vector<std::vector<T>> elements(
            static_cast<size_t>(step.width >= 16 ? 1 : std::min<int64_t>(rows, 16)));
        for (int64_t r = 0; r < rows; ++r) {
          elements[static_cast<size_t>(r) % elements.size()].push_back(at(b, start + r, c));
        }
        std::vector<T> lanes;
        for (const std::vector<T>& lane : elements) {
          lanes.push_back(take_lane(lane, Groups(rows, step.width)));
        }
        while (lanes.size() > 1) {
          size_t half = 1;
          while (2 * half < lanes.size()) half *= 2;
          for (size_t j = half; j < lanes.size(); ++j)
            lanes[j - half] = f(lanes[j - half], lanes[j]);
          lanes.resize(half);
        }
        chunks.push_back(lanes[0]);
      }
      results.push_back(InOrder(f)(chunks, 0));
    }
  }
  return results;
}

// `take_lane` applies to the elements of x; their results are combined in order.
template <class T, class TakeLane, class F>
std::vector<T> ReduceByDefinition(std::vector<T> x, const Ints& sizes, const Ints& dimensions,
                                  T init, TakeLane take_lane, F f) {
  std::vector<std::pair<int64_t, bool>> dims;  // size, reduced
  for (size_t d = 0; d < sizes.size(); ++d) {
    const bool reduced = std::count(dimensions.begin(), dimensions.end(), d) > 0;
    if (sizes[d] == 1) continue;
    if (!dims.empty() && dims.back().second == reduced) {
      dims.back().first *= sizes[d];
    } else {
      dims.emplace_back(sizes[d], reduced);
    }
  }
  int64_t width = 1;
  bool first = true;
  while (!dims.empty()) {
    const auto [size, reduced] = dims.back();
    dims.pop_back();
    if (!reduced) {
      width *= size;
      continue;
    }
    int64_t batch = 1;
    for (const auto& dim : dims) batch *= dim.first;
    const Step step{batch, size, width};
    x = first ? ReduceStep(x, step, take_lane, f) : ReduceStep(x, step, InOrder(f), f);
    first = false;
  }
  for (T& value : x) value = f(value, init);
  return x;
}

std::vector<double> SumByDefinition(const Literal& x, const Ints& sizes, const Ints& dimensions,
                                    double init) {
  const auto add = [](double a, double b) { return a + b; };
  if (x.element_type() == ElementType::kF64) {
    return ReduceByDefinition<double>({x.data<double>().begin(), x.data<double>().end()}, sizes,
                                      dimensions, init, InOrder(add), add);
  }
  return ReduceByDefinition<double>({x.data<float>().begin(), x.data<float>().end()}, sizes,
                                    dimensions, init, SumOfLane, add);
}

OpCall Reduce(const Literal& x, const Literal& init, const Ints& dimensions, Computation* f) {
  OpCall op("reduce");
  op.Operand(x).Operand(init).Set(Attr::dimensions, dimensions).Set(Attr::to_apply, f);
  return op;
}

TEST_F(ReduceOrder, MatchesTheDefinition) {
  Module module;
  Computation* product = BinaryComputation(module, "multiply", "f32[]");
  for (int trial = 0; trial < 150; ++trial) {
    const Ints sizes = Sizes(trial);
    const Ints dimensions = Dimensions(sizes, trial);
    Literal factors = AllocateOrFail(Shape::Array(ElementType::kF32, {sizes.data(), sizes.size()}));
    for (float& v : factors.mutable_data<float>()) {
      v = 1.0f + static_cast<float>(Pick(-1000, 1000)) * 1.7e-5f;
    }
    const auto multiply = [](float a, float b) { return a * b; };
    const Literal got = Reduce(factors, Array("f32[]", {1.5}), dimensions, product).Value();
    const std::vector<float> products =
        ReduceByDefinition<float>({factors.data<float>().begin(), factors.data<float>().end()},
                                  sizes, dimensions, 1.5f, InOrder(multiply), multiply);
    ASSERT_TRUE(std::equal(products.begin(), products.end(), got.data<float>().begin()))
        << trial << ": " << ShapeText(factors.shape());
  }
}

TEST_F(ReduceOrder, MatchesTheDefinitionOfSums) {
  Module module;
  Computation* sum_of_f32 = BinaryComputation(module, "add", "f32[]");
  Computation* sum_of_f64 = BinaryComputation(module, "add", "f64[]");
  for (int trial = 0; trial < 200; ++trial) {
    const Ints sizes = Sizes(trial);
    const Ints dimensions = Dimensions(sizes, trial);
    Literal terms = AllocateOrFail(Shape::Array(ElementType::kF64, {sizes.data(), sizes.size()}));
    Literal short_terms =
        AllocateOrFail(Shape::Array(ElementType::kF32, {sizes.data(), sizes.size()}));
    for (double& v : terms.mutable_data<double>()) v = static_cast<double>(Pick(-1000, 1000)) * 0.1;
    // Large enough that some groups overflow. The sums stay far from cancelling, so that the bits
    // of f32 results differ for other groups.
    for (float& v : short_terms.mutable_data<float>()) {
      v = std::ldexp(static_cast<float>(Pick(-0x200000, 0xffffff)), trial % 3 == 0 ? 104 : -10);
    }
    const Literal got = Reduce(terms, Array("f64[]", {0.3}), dimensions, sum_of_f64).Value();
    const std::vector<double> sums = SumByDefinition(terms, sizes, dimensions, 0.3);
    ASSERT_TRUE(std::equal(sums.begin(), sums.end(), got.data<double>().begin()))
        << trial << ": " << ShapeText(terms.shape());
    const Literal short_got =
        Reduce(short_terms, Array("f32[]", {0.25}), dimensions, sum_of_f32).Value();
    std::vector<float> short_sums;
    for (const double sum : SumByDefinition(short_terms, sizes, dimensions, 0.25)) {
      short_sums.push_back(static_cast<float>(sum));
    }
    ASSERT_TRUE(std::equal(short_sums.begin(), short_sums.end(), short_got.data<float>().begin()))
        << trial << ": " << ShapeText(short_terms.shape());
  }
}

constexpr const char* kTypes[] = {"f32", "f64", "bf16", "f16", "f8e5m2", "s32",  "u32", "s64",
                                  "u64", "s8",  "u8",   "u16", "s4",     "pred", "c64", "c128"};
constexpr const char* kOps[] = {"add", "multiply", "maximum", "minimum", "and", "or", "xor"};

bool Takes(std::string_view op, ElementType type) {
  if (op == "and" || op == "or" || op == "xor") return !IsFloat(type) && !IsComplex(type);
  return !IsComplex(type) || op == "add" || op == "multiply";
}

TEST_F(ReduceOrder, DoesNotDependOnModesTargetsOrWorkers) {
  OddWorkers alone(1), two(2), five(5);
  for (int trial = 0; trial < 500; ++trial) {
    const ElementType type = *FindElementType(kTypes[Pick(0, std::ssize(kTypes) - 1)]);
    const std::string_view opcode = kOps[Pick(0, std::ssize(kOps) - 1)];
    if (!Takes(opcode, type)) continue;
    const Ints sizes = Sizes(trial < 12 ? trial % 6 : trial);
    const Ints dimensions = Dimensions(sizes, trial < 12 ? trial % 6 : trial);
    Literal x = AllocateOrFail(Shape::Array(type, {sizes.data(), sizes.size()}));
    Literal init = AllocateOrFail(Shape::Scalar(type));
    const bool any_bits = Pick(0, 3) == 0;  // NaN, infinities, subnormals
    for (Literal* literal : {&x, &init}) {
      std::vector<double> numbers(
          static_cast<size_t>(literal->element_count() * (IsComplex(type) ? 2 : 1)));
      for (double& v : numbers)
        v = Pick(0, 30) == 0 ? -0.0 : static_cast<double>(Pick(-90, 90)) / 32;
      const ElementType part = PartOf(type).value_or(type);
      ConvertFunction(ElementType::kF64, part)(numbers.data(), numbers.size(),
                                               literal->mutable_bytes());
      for (int64_t i = 0; any_bits && i < literal->byte_size(); ++i) {
        literal->mutable_bytes()[i] = static_cast<uint8_t>(random_());
      }
    }
    Module module;
    Computation* f = BinaryComputation(module, opcode, std::string(Name(type)) + "[]");
    const auto run = [&](KernelMode mode, Workers& workers) {
      return Reduce(x, init, dimensions, f).Use(mode, &workers).Value();
    };
    const Literal plain = run(KernelMode::kPlain, alone);
    for (const std::string_view target : KernelTargets()) {
      UseKernelTarget(target);
      Workers* const workers[] = {&alone, &two, &five};
      const KernelMode mode = Pick(0, 1) == 0 ? KernelMode::kPortable : KernelMode::kFast;
      ASSERT_TRUE(SameBits(run(mode, *workers[Pick(0, 2)]), plain))
          << trial << " " << target << " " << opcode << " " << ShapeText(x.shape());
    }
    UseKernelTarget("");
  }
}

// Wide rows are reduced in blocks of columns, which are smaller for types that are widened first.
TEST_F(ReduceOrder, BlocksOfColumnsDoNotMixBatches) {
  OddWorkers alone(1);
  for (const char* name : {"f32", "bf16", "f8e5m2", "s32", "s8", "s4", "u16"}) {
    const ElementType type = *FindElementType(name);
    Module module;
    Computation* maximum = BinaryComputation(module, "maximum", std::string(name) + "[]");
    Literal x = AllocateOrFail(Shape::Array(type, {3, 2, 2500}));
    std::vector<double> numbers(static_cast<size_t>(x.element_count()));
    for (double& v : numbers) v = static_cast<double>(Pick(0, 7));
    ConvertFunction(ElementType::kF64, type)(numbers.data(), numbers.size(), x.mutable_bytes());
    Literal zero = AllocateOrFail(Shape::Scalar(type));
    std::memset(zero.mutable_bytes(), 0, static_cast<size_t>(zero.byte_size()));
    const Literal got = Reduce(x, zero, {1}, maximum).Use(KernelMode::kFast, &alone).Value();
    std::vector<double> values(static_cast<size_t>(got.element_count()));
    ConvertFunction(type, ElementType::kF64)(got.bytes(), values.size(), values.data());
    for (size_t i = 0; i < values.size(); ++i) {
      const size_t first = i / 2500 * 5000 + i % 2500;
      ASSERT_EQ(values[i], std::max(numbers[first], numbers[first + 2500])) << name << " " << i;
    }
  }
}

// One special element at any position among numbers of one sign must determine the result in any
// order.
TEST_F(ReduceOrder, KeepsASpecialElement) {
  Module module;
  Computation* const extremes[] = {BinaryComputation(module, "minimum", "f32[]"),
                                   BinaryComputation(module, "maximum", "f32[]")};
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kSpecial[] = {NAN, -NAN, 0.0f, -0.0f, kInfinity, -kInfinity, 0x1p-149f, 3e38f};
  for (int trial = 0; trial < 400; ++trial) {
    const int64_t length = trial % 4 == 0 ? Pick(1, 70) : Pick(1, 3000);
    Literal x = AllocateOrFail(Shape::Array(ElementType::kF32, {2, length}));
    const std::span<float> values = x.mutable_data<float>();
    const float sign = Pick(0, 1) == 0 ? 1.0f : -1.0f;
    for (float& v : values) v = sign * static_cast<float>(Pick(0, 9) == 0 ? 0 : Pick(1, 1000));
    for (int64_t specials = Pick(1, 2); specials > 0; --specials) {
      values[static_cast<size_t>(Pick(0, 2 * length - 1))] =
          kSpecial[static_cast<size_t>(Pick(0, std::ssize(kSpecial) - 1))];
    }
    for (Computation* extreme : extremes) {
      const Literal init = Array("f32[]", {extreme == extremes[0] ? kInfinity : -kInfinity});
      const auto run = [&](KernelMode mode) {
        return Reduce(x, init, {1}, extreme).Use(mode).Value();
      };
      const Literal plain = run(KernelMode::kPlain);
      for (const std::string_view target : KernelTargets()) {
        UseKernelTarget(target);
        ASSERT_TRUE(SameBits(run(KernelMode::kFast), plain))
            << trial << " " << target << " " << ShapeText(x.shape());
      }
      UseKernelTarget("");
    }
  }
}

// A double-double number, precise to about 2^-106.
struct DoubleSum {
  double high = 0, low = 0;
  void Add(double x) {
    const double sum = high + x, part = sum - high;
    low += (high - (sum - part)) + (x - part);
    high = sum;
  }
};

// The exact sum of f32 values of any size, and the sum of their magnitudes.
struct ExactSum {
  DoubleSum sum, magnitudes;
  explicit ExactSum(std::span<const float> values) {
    for (const float v : values) {
      sum.Add(double{v});
      magnitudes.Add(std::fabs(double{v}));
    }
  }
  double value() const { return sum.high + sum.low; }
};

TEST_F(ReduceOrder, SumsOfF32StayWithinTheirBound) {
  // Numerics reference 12: three roundings in f32, then f64, then one rounding of the result.
  Module module;
  Computation* add = BinaryComputation(module, "add", "f32[]");
  for (const KernelMode mode : {KernelMode::kPlain, KernelMode::kFast}) {
    for (const int64_t n : {1, 15, 16, 17, 127, 128, 1000, 65536, 65537, 200000}) {
      Literal x = AllocateOrFail(Shape::Array(ElementType::kF32, {n}));
      for (float& v : x.mutable_data<float>()) {
        v = std::ldexp(static_cast<float>(Pick(-8000000, 8000000)), static_cast<int>(Pick(-40, 0)));
      }
      const ExactSum exact(x.data<float>());
      const Literal got = Reduce(x, Array("f32[]", {0}), {0}, add).Use(mode).Value();
      const double spacing = std::ldexp(std::fabs(exact.value()), -24);
      const double in_f32 = n < 128 ? 0 : 3 * std::ldexp(exact.magnitudes.high, -24);
      EXPECT_LE(std::fabs(double{got.data<float>()[0]} - exact.value()),
                (spacing + in_f32) * (1 + 0x1p-20) +
                    static_cast<double>(n) * std::ldexp(exact.magnitudes.high, -53))
          << n;
    }
  }
}

TEST_F(ReduceOrder, SumsOfFewElementsAreExactAndRoundedOnce) {
  Module module;
  Computation* add = BinaryComputation(module, "add", "f32[]");
  for (const int64_t rows : {2, 7, 8, 9, 15, 16}) {
    for (const int64_t width : {1, 3, 16, 40}) {
      Literal x = AllocateOrFail(Shape::Array(ElementType::kF32, {rows, width}));
      for (float& v : x.mutable_data<float>()) v = static_cast<float>(Pick(-8000000, 8000000));
      const Literal got = Reduce(x, Array("f32[]", {0}), {0}, add).Value();
      for (int64_t c = 0; c < width; ++c) {
        double exact = 0;  // of integers below 2^53
        for (int64_t r = 0; r < rows; ++r) {
          exact += double{x.data<float>()[static_cast<size_t>(r * width + c)]};
        }
        EXPECT_EQ(got.data<float>()[static_cast<size_t>(c)], static_cast<float>(exact));
      }
    }
  }
}

TEST_F(ReduceOrder, SumsOfLargeNumbersDoNotOverflowBeforeTheEnd) {
  Module module;
  Computation* add = BinaryComputation(module, "add", "f32[]");
  for (const Ints& sizes : {Ints{4096}, Ints{1024, 2}, Ints{512, 20}, Ints{40, 1000}}) {
    Literal x = AllocateOrFail(Shape::Array(ElementType::kF32, {sizes.data(), sizes.size()}));
    // Each lane has 3e38, 3e38, -3e38, -3e38 and so on.
    const int64_t width = sizes.size() == 1 ? 1 : sizes[1];
    const std::span<float> values = x.mutable_data<float>();
    for (size_t i = 0; i < values.size(); ++i) {
      const int64_t row = static_cast<int64_t>(i) / width;
      values[i] = (row / (width < 16 ? 16 : 1)) % 4 < 2 ? 3e38f : -3e38f;
    }
    for (const KernelMode mode : {KernelMode::kPlain, KernelMode::kPortable, KernelMode::kFast}) {
      const Literal got = Reduce(x, Array("f32[]", {7}), {0}, add).Use(mode).Value();
      for (const float sum : got.data<float>()) EXPECT_EQ(sum, 7) << ShapeText(x.shape());
    }
  }
}

}  // namespace
}  // namespace hlo
