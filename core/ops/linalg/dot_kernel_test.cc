// SPDX-License-Identifier: Apache-2.0
// The kernels of dot against its plain path: the same bits in portable mode on every target,
// whatever the shapes, strides, types, values and workers; in fast mode the same within the bound
// of the numerics reference, section 12.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "core/kernels/targets.h"
#include "core/literal/memory_budget.h"
#include "core/ops/testing.h"

namespace hlo {
namespace {

using namespace op_testing;
using Ints = std::vector<int64_t>;

struct Product {
  Literal lhs, rhs;
  Ints lhs_batch, rhs_batch, lhs_summed, rhs_summed;
  std::string result_type;

  Literal Value(KernelMode mode, Workers* workers = nullptr) const {
    OpCall op("dot");
    op.Operand(lhs).Operand(rhs);
    op.Set(Attr::lhs_batch_dims, lhs_batch).Set(Attr::rhs_batch_dims, rhs_batch);
    op.Set(Attr::lhs_contracting_dims, lhs_summed).Set(Attr::rhs_contracting_dims, rhs_summed);
    const Result<Shape> shape = op.Infer();
    EXPECT_TRUE(shape.ok());
    Shape declared = shape.value();
    if (!result_type.empty()) declared.element_type = *FindElementType(result_type);
    return op.Declare(ShapeText(declared)).Use(mode, workers).Value();
  }
};

class Random {
 public:
  int64_t Number(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(bits_() % static_cast<uint32_t>(high - low + 1));
  }
  template <class T>
  T OneOf(std::initializer_list<T> list) {
    return list.begin()[Number(0, static_cast<int64_t>(list.size()) - 1)];
  }

  // Small numbers; with `specials`, also NaNs, infinities, and signed zeros.
  Literal Values(ElementType type, const Ints& sizes, bool specials) {
    const double inf = std::numeric_limits<double>::infinity();
    std::vector<double> numbers;
    int64_t count = 1;
    for (const int64_t size : sizes) count *= size;
    for (int64_t i = 0; i < count; ++i) {
      double number = static_cast<double>(Number(-100000, 100000)) * 1.1e-3;
      if (!IsFloat(type)) number = static_cast<double>(Number(IsSigned(type) ? -128 : 0, 127));
      if (specials && IsFloat(type) && Number(0, 40) == 0) {
        number = OneOf({inf, -inf, std::nan(""), -0.0, 0.0, 1e-42, 3e38});
      }
      numbers.push_back(number);
    }
    return Array(ShapeText(Shape::Array(type, {sizes.data(), sizes.size()})), numbers);
  }

  // A product with up to two dimensions of each role, in any order.
  Product AnyProduct(ElementType type, std::string result_type, bool specials) {
    const auto size = [&](int64_t most) { return Number(0, 30) == 0 ? 0 : Number(1, most); };
    const int64_t most = OneOf<int64_t>({3, 20, 70});
    const auto count = static_cast<size_t>(Number(0, 1));
    const auto summed = static_cast<size_t>(Number(0, 2));
    Ints left, right;
    for (size_t i = 0; i < count; ++i) left.push_back(size(4));
    for (size_t i = 0; i < summed; ++i) left.push_back(size(summed == 1 ? 600 : 25));
    right = left;
    for (int64_t i = Number(0, 2); i > 0; --i) left.push_back(size(i == 2 ? 3 : most));
    for (int64_t i = Number(0, 2); i > 0; --i) right.push_back(size(i == 2 ? 3 : most));
    const Ints left_at = Shuffle(left), right_at = Shuffle(right);
    const auto part = [](const Ints& all, size_t begin, size_t end) {
      return Ints(all.begin() + static_cast<std::ptrdiff_t>(begin),
                  all.begin() + static_cast<std::ptrdiff_t>(end));
    };
    return {Values(type, left, specials),
            Values(type, right, specials),
            part(left_at, 0, count),
            part(right_at, 0, count),
            part(left_at, count, count + summed),
            part(right_at, count, count + summed),
            std::move(result_type)};
  }

 private:
  // Shuffles the sizes; returns their new positions.
  Ints Shuffle(Ints& sizes) {
    Ints at(sizes.size()), shuffled(sizes.size());
    for (size_t i = 0; i < at.size(); ++i) at[i] = static_cast<int64_t>(i);
    std::shuffle(at.begin(), at.end(), bits_);
    for (size_t i = 0; i < at.size(); ++i) shuffled[static_cast<size_t>(at[i])] = sizes[i];
    sizes = shuffled;
    return at;
  }

  std::mt19937 bits_{20};
};

class DotKernelTest : public testing::Test {
 protected:
  ~DotKernelTest() override { UseKernelTarget(""); }

  void ExpectPlainBits(const Product& product) {
    const Literal plain = product.Value(KernelMode::kPlain);
    for (const std::string_view target : KernelTargets()) {
      ASSERT_TRUE(UseKernelTarget(target));
      BackwardWorkers two(2), five(5);
      for (Workers* workers : {static_cast<Workers*>(nullptr), static_cast<Workers*>(&two),
                               static_cast<Workers*>(&five)}) {
        ASSERT_TRUE(SameBits(product.Value(KernelMode::kPortable, workers), plain))
            << target << " " << ShapeText(product.lhs.shape()) << " "
            << ShapeText(product.rhs.shape());
      }
    }
  }

  Random random_;
};

TEST_F(DotKernelTest, HasTheBitsOfThePlainPathForEveryTypeAndShape) {
  const struct {
    ElementType type;
    const char* result;
  } types[] = {
      {ElementType::kF32, ""},     {ElementType::kF64, ""},     {ElementType::kBF16, ""},
      {ElementType::kBF16, "f32"}, {ElementType::kF16, "f32"},  {ElementType::kF8E4M3FN, ""},
      {ElementType::kF32, "f64"},  {ElementType::kF32, "bf16"}, {ElementType::kS8, "s32"},
      {ElementType::kU8, "s32"},   {ElementType::kS8, ""},      {ElementType::kU8, "u32"},
      {ElementType::kS4, "s16"},   {ElementType::kS16, "s32"},  {ElementType::kU16, "u32"},
      {ElementType::kS32, ""},     {ElementType::kU64, ""},     {ElementType::kS8, "f32"}};
  for (const auto& [type, result] : types) {
    for (int trial = 0; trial < 25; ++trial) {
      ExpectPlainBits(random_.AnyProduct(type, result, trial % 3 == 0));
      ASSERT_FALSE(HasFatalFailure()) << Name(type) << " " << result << " trial " << trial;
    }
  }
}

Product Matrices(Literal lhs, Literal rhs, int64_t lhs_summed, int64_t rhs_summed) {
  return {std::move(lhs), std::move(rhs), {}, {}, {lhs_summed}, {rhs_summed}, ""};
}

TEST_F(DotKernelTest, HasTheBitsOfThePlainPathAcrossBlocksAndPanels) {
  const Ints sizes[] = {{250, 700, 530}, {1, 1000, 1100}, {1100, 1000, 3}, {13, 513, 65},
                        {1, 3000, 1},    {9, 256, 9},     {8, 257, 8},     {530, 5, 250},
                        {64, 64, 64},    {14, 33, 32},    {12, 300, 13}};
  for (const Ints& size : sizes) {
    for (const bool left_turned : {false, true}) {
      for (const bool right_turned : {false, true}) {
        const Ints left = left_turned ? Ints{size[1], size[0]} : Ints{size[0], size[1]};
        const Ints right = right_turned ? Ints{size[2], size[1]} : Ints{size[1], size[2]};
        ExpectPlainBits(Matrices(random_.Values(ElementType::kF32, left, false),
                                 random_.Values(ElementType::kF32, right, false),
                                 left_turned ? 0 : 1, right_turned ? 1 : 0));
        ASSERT_FALSE(HasFatalFailure());
      }
    }
  }
}

// Sizes for tiles, thin products, and products of vectors; lines in and across the panels.
TEST_F(DotKernelTest, HasTheBitsOfThePlainPathForNarrowFloatsAcrossBlocksAndPanels) {
  const struct {
    ElementType type;
    const char* result;
  } types[] = {{ElementType::kBF16, "f32"},  {ElementType::kBF16, ""},
               {ElementType::kF16, "f32"},   {ElementType::kF8E5M2, "f32"},
               {ElementType::kF8E4M3FN, ""}, {ElementType::kF4E2M1FN, "f32"},
               {ElementType::kS4, "f32"},    {ElementType::kF32, "f64"},
               {ElementType::kF64, "bf16"},  {ElementType::kPred, "f32"}};
  const Ints sizes[] = {{37, 390, 90}, {3, 700, 600}, {530, 290, 2}, {1, 3000, 1}, {1, 300, 1}};
  for (const auto& [type, result] : types) {
    for (const Ints& size : sizes) {
      for (const bool turned : {false, true}) {
        const Ints left = turned ? Ints{size[1], size[0]} : Ints{size[0], size[1]};
        const Ints right = turned ? Ints{size[2], size[1]} : Ints{size[1], size[2]};
        Product product =
            Matrices(random_.Values(type, left, true), random_.Values(type, right, true),
                     turned ? 0 : 1, turned ? 1 : 0);
        product.result_type = result;
        ExpectPlainBits(product);
        ASSERT_FALSE(HasFatalFailure()) << Name(type) << " " << result;
      }
    }
  }
}

// Fast numerics may multiply pairs of bfloat16 by instructions.
TEST_F(DotKernelTest, SumsProductsOfBF16WithinTheBoundInFastMode) {
  for (const Ints& size : {Ints{37, 391, 90}, Ints{13, 1030, 65}, Ints{9, 2, 300}}) {
    Product product = Matrices(random_.Values(ElementType::kBF16, {size[0], size[1]}, false),
                               random_.Values(ElementType::kBF16, {size[1], size[2]}, false), 1, 0);
    Product exact = product;
    product.result_type = "f32";
    exact.result_type = "f64";
    Product magnitudes = exact;
    for (Literal* operand : {&magnitudes.lhs, &magnitudes.rhs}) {
      for (uint16_t& bits : operand->mutable_data<uint16_t>()) bits &= 0x7FFF;
    }
    const Literal sums = exact.Value(KernelMode::kPlain);
    const Literal bounds = magnitudes.Value(KernelMode::kPlain);
    for (const std::string_view target : KernelTargets()) {
      ASSERT_TRUE(UseKernelTarget(target));
      const Literal found = product.Value(KernelMode::kFast);
      for (size_t i = 0; i < sums.data<double>().size(); ++i) {
        ASSERT_NEAR(found.data<float>()[i], sums.data<double>()[i],
                    static_cast<double>(size[1]) * 0x1p-24 * bounds.data<double>()[i])
            << target << " " << i;
      }
    }
  }
}

TEST_F(DotKernelTest, AgreesWithThePlainPathOnExactSumsOfBF16) {
  // Some sums, products, or elements are below the normal range, and some elements are infinite.
  const std::pair<double, double> scales[] = {
      {1, 1}, {0x1p-70, 0x1p-60}, {0x1p-100, 0x1p-49}, {0x1p-130, 0x1p20}, {0x1p60, 0x1p50}};
  for (const auto& [left, right] : scales) {
    const auto values = [&](const Ints& dims, double scale) {
      std::vector<double> numbers;
      for (int64_t i = 0; i < dims[0] * dims[1]; ++i) {
        const double infinite = random_.Number(0, 300) == 0 ? INFINITY : 1;
        numbers.push_back(static_cast<double>(random_.Number(-7, 7)) * scale * infinite);
      }
      return Array(ShapeText(Shape::Array(ElementType::kBF16, dims), false), numbers);
    };
    for (const char* result : {"f32", ""}) {
      Product product = Matrices(values({17, 35}, left), values({35, 40}, right), 1, 0);
      product.result_type = result;
      const Literal plain = product.Value(KernelMode::kPlain);
      for (const std::string_view target : KernelTargets()) {
        ASSERT_TRUE(UseKernelTarget(target));
        ASSERT_TRUE(SameBits(product.Value(KernelMode::kFast), plain)) << target << " " << left;
      }
    }
  }
}

TEST_F(DotKernelTest, HasTheBitsOfThePlainPathForBytesAcrossBlocksAndPanels) {
  for (const Ints& size : {Ints{24, 1100, 544}, Ints{13, 1031, 33}, Ints{250, 64, 530}}) {
    Product product = Matrices(random_.Values(ElementType::kS8, {size[0], size[1]}, false),
                               random_.Values(ElementType::kS8, {size[2], size[1]}, false), 1, 1);
    product.result_type = "s32";
    ExpectPlainBits(product);
    ASSERT_FALSE(HasFatalFailure());
  }
}

TEST_F(DotKernelTest, HasTheBitsOfThePlainPathForBatchesOfVectors) {
  for (const Ints& size : {Ints{1, 20000}, Ints{300, 40}, Ints{37, 700}}) {
    for (const ElementType type : {ElementType::kF32, ElementType::kF64, ElementType::kS8}) {
      ExpectPlainBits({random_.Values(type, size, true),
                       random_.Values(type, size, true),
                       {0},
                       {0},
                       {1},
                       {1},
                       type == ElementType::kS8 ? "s32" : ""});
      ASSERT_FALSE(HasFatalFailure());
    }
  }
}

TEST_F(DotKernelTest, WrapsSumsOfPairsOfTheLeastNumber) {
  // -32768 * -32768 * 2 = 2^31 in a pair, 2^33 in all: 0 in 32 bits; and three of them: 3 * 2^30.
  const Literal low = Array("s16[1,8]", std::vector<double>(8, -32768));
  Product product = Matrices(low, low, 1, 1);
  product.result_type = "s32";
  for (const std::string_view target : KernelTargets()) {
    ASSERT_TRUE(UseKernelTarget(target));
    EXPECT_TRUE(SameBits(product.Value(KernelMode::kPortable), Array("s32[1,1]", {0}))) << target;
  }
  const Literal three = Array("s16[1,3]", {-32768, -32768, -32768});
  product = Matrices(three, three, 1, 1);
  product.result_type = "u32";
  EXPECT_TRUE(SameBits(product.Value(KernelMode::kPortable), Array("u32[1,1]", {3221225472.0})));
}

TEST_F(DotKernelTest, WrapsSumsOfBytesOfTheLeastNumber) {
  // 131071 * 2^14 = 2^31 - 2^14; with one more term, 2^31 wraps to the smallest number.
  for (const auto& [depth, sum] : {std::pair{131071, 2147467264.0}, {131072, -2147483648.0}}) {
    const Ints sizes{9, depth};
    const Literal low = Array(ShapeText(Shape::Array(ElementType::kS8, {sizes.data(), 2})),
                              std::vector<double>(static_cast<size_t>(9 * depth), -128));
    Product product = Matrices(low, low, 1, 1);
    product.result_type = "s32";
    for (const std::string_view target : KernelTargets()) {
      ASSERT_TRUE(UseKernelTarget(target));
      EXPECT_TRUE(SameBits(product.Value(KernelMode::kPortable),
                           Array("s32[9,9]", std::vector<double>(81, sum))))
          << target;
    }
  }
}

// Panels of 256 terms are summed from 0, then added: 2^24 + 1 = 2^24 in f32, so ones after 2^24 in
// the same panel are lost, and those of the next panel are not.
TEST_F(DotKernelTest, AddsPanelsOf256Terms) {
  std::vector<double> terms(512, 1);
  terms[0] = 16777216;
  const Literal a = Array("f32[512]", terms);
  const Literal ones = Array("f32[512]", std::vector<double>(512, 1));
  const Product product{a, ones, {}, {}, {0}, {0}, ""};
  for (const KernelMode mode : {KernelMode::kPlain, KernelMode::kPortable, KernelMode::kFast}) {
    EXPECT_TRUE(SameBits(product.Value(mode), Array("f32[]", {16777216 + 256})));
  }
}

TEST_F(DotKernelTest, StaysWithinTheBoundInFastMode) {
  const Literal a = random_.Values(ElementType::kF32, {37, 1000}, false);
  const Literal b = random_.Values(ElementType::kF32, {1000, 41}, false);
  for (const std::string_view target : KernelTargets()) {
    ASSERT_TRUE(UseKernelTarget(target));
    const Literal got = Matrices(a, b, 1, 0).Value(KernelMode::kFast);
    for (size_t i = 0; i < 37; ++i) {
      for (size_t j = 0; j < 41; ++j) {
        double exact = 0, magnitude = 0;  // f64 is 2^29 times more precise than f32
        for (size_t k = 0; k < 1000; ++k) {
          const double term = double{a.data<float>()[i * 1000 + k]} * b.data<float>()[k * 41 + j];
          exact += term;
          magnitude += std::abs(term);
        }
        ASSERT_LE(std::abs(got.data<float>()[i * 41 + j] - exact),
                  1000 * std::ldexp(magnitude, -24));
      }
    }
  }
}

TEST_F(DotKernelTest, WidensLargeOperandsWithoutACopy) {
  for (const Ints& right : {Ints{600, 500}, Ints{500, 600}}) {
    OpCall op("dot");
    op.Operand(random_.Values(ElementType::kBF16, {500}, false));
    op.Operand(random_.Values(ElementType::kBF16, right, false));
    op.Set(Attr::lhs_contracting_dims, Ints{0});
    op.Set(Attr::rhs_contracting_dims, Ints{right[0] == 500 ? 0 : 1});
    // The result and the left operand as f32; the right one would take 1.2 MB.
    op.runtime = FakeRuntime(std::make_shared<MemoryBudget>(10'000));
    EXPECT_TRUE(op.Declare("f32[600]").Evaluate().ok());
  }
}

TEST_F(DotKernelTest, ReportsInsufficientMemory) {
  OpCall op("dot");
  op.Operand(random_.Values(ElementType::kF32, {128, 128}, false));
  op.Operand(random_.Values(ElementType::kF32, {128, 128}, false));
  op.Set(Attr::lhs_contracting_dims, Ints{1}).Set(Attr::rhs_contracting_dims, Ints{0});
  // Enough for the result alone.
  op.runtime = FakeRuntime(std::make_shared<MemoryBudget>(128 * 128 * 4 + 100));
  const Result<Literal> result = op.Evaluate();
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, "R02");
}

}  // namespace
}  // namespace hlo
