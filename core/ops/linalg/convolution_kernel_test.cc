// SPDX-License-Identifier: Apache-2.0
// The kernels of convolution against its plain path: the same bits in portable mode on every
// target, for any window, groups, labels, values and workers.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "core/kernels/targets.h"
#include "core/ops/testing.h"

namespace hlo {
namespace {

using namespace op_testing;

struct Filter {
  Literal input, kernel;
  Window window;
  DimLabels labels;
  int64_t groups = 1, batch_groups = 1;

  Literal Value(KernelMode mode, Workers* workers = nullptr) const {
    OpCall op("convolution");
    op.Operand(input).Operand(kernel).Set(Attr::window, window).Set(Attr::dim_labels, labels);
    op.Set(Attr::feature_group_count, groups).Set(Attr::batch_group_count, batch_groups);
    return op.Use(mode, workers).Value();
  }
};

class ConvolutionKernelTest : public testing::Test {
 protected:
  ~ConvolutionKernelTest() override { UseKernelTarget(""); }

  int64_t Number(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random_() % static_cast<uint32_t>(high - low + 1));
  }

  Literal Values(ElementType type, const Dims& dims, bool specials) {
    int64_t count = 1;
    for (const int64_t size : dims) count *= size;
    std::vector<double> numbers;
    for (int64_t i = 0; i < count; ++i) {
      double number = static_cast<double>(Number(-100000, 100000)) * 1.1e-3;
      if (specials && Number(0, 60) == 0) number = std::numeric_limits<double>::infinity();
      numbers.push_back(specials && Number(0, 60) == 0 ? -0.0 : number);
    }
    return Array(ShapeText(Shape::Array(type, {dims.data(), dims.size()}), false), numbers);
  }

  // Any window over 0 to 3 dimensions, of a convolution with groups or without.
  Filter AnyFilter(ElementType type, bool specials) {
    Filter filter;
    const int64_t kind = Number(0, 3);  // plain, feature groups, depthwise, batch groups
    filter.groups = kind == 1 ? Number(2, 5) : kind == 2 ? Number(2, 40) : 1;
    filter.batch_groups = kind == 3 ? Number(2, 3) : 1;
    const int64_t summed = kind == 2 ? 1 : Number(0, 3) == 0 ? Number(60, 200) : Number(1, 5);
    const int64_t most = kind == 2 ? 3 : 20;  // outputs of one group
    const int64_t out = Number(1, most) * filter.groups * filter.batch_groups;
    Dims input{Number(1, 2) * filter.batch_groups}, kernel;
    filter.labels = {"b", "", "b"};
    const int64_t spatial = Number(0, 3);
    for (int64_t d = 0; d < spatial; ++d) {
      filter.window.dims.push_back({Number(1, 3), Number(1, 2), Number(-1, 2), Number(-1, 2),
                                    Number(1, 2), Number(1, 2), Number(0, 1) == 1});
      input.push_back(Number(1, 9));
      kernel.push_back(filter.window.dims.back().size);
      for (std::string* part : {&filter.labels.lhs, &filter.labels.rhs, &filter.labels.out}) {
        *part += static_cast<char>('0' + d);
      }
    }
    filter.labels.lhs += "f";
    filter.labels.out.insert(static_cast<size_t>(Number(0, spatial + 1)), "f");
    filter.labels.rhs += "io";
    input.push_back(filter.groups * summed);
    kernel.push_back(summed);
    kernel.push_back(out);
    filter.input = Values(type, input, specials);
    filter.kernel = Values(type, kernel, specials);
    return filter;
  }

  void ExpectPlainBits(const Filter& filter) {
    const Literal plain = filter.Value(KernelMode::kPlain);
    for (const std::string_view target : KernelTargets()) {
      ASSERT_TRUE(UseKernelTarget(target));
      BackwardWorkers workers(5);
      ASSERT_TRUE(SameBits(filter.Value(KernelMode::kPortable), plain)) << target;
      ASSERT_TRUE(SameBits(filter.Value(KernelMode::kPortable, &workers), plain)) << target;
    }
  }

  std::mt19937 random_{21};
};

TEST_F(ConvolutionKernelTest, HasTheBitsOfThePlainPathForAnyWindowAndGroups) {
  for (const ElementType type : {ElementType::kF32, ElementType::kF64, ElementType::kBF16}) {
    for (int trial = 0; trial < 60; ++trial) {
      ExpectPlainBits(AnyFilter(type, trial % 3 == 0));
      ASSERT_FALSE(HasFatalFailure()) << Name(type) << " trial " << trial;
    }
  }
}

// Sums of small integers are exact, and the integer path (checked against the definition by
// convolution_test.cc) shares only the window code with the kernels.
TEST_F(ConvolutionKernelTest, AgreesWithIntegersOnExactSums) {
  const auto small = [&](const Literal& like, ElementType type) {
    std::vector<double> numbers;
    for (int64_t i = 0; i < like.element_count(); ++i) {
      numbers.push_back(
          static_cast<double>(like.data<float>()[static_cast<size_t>(i)] > 0 ? i % 7 : -(i % 5)));
    }
    Shape shape = like.shape();
    shape.element_type = type;
    return Array(ShapeText(shape, false), numbers);
  };
  for (int trial = 0; trial < 60; ++trial) {
    const Filter filter = AnyFilter(ElementType::kF32, false);
    Filter floats = filter, integers = filter;
    floats.input = small(filter.input, ElementType::kF32);
    floats.kernel = small(filter.kernel, ElementType::kF32);
    integers.input = small(filter.input, ElementType::kS32);
    integers.kernel = small(filter.kernel, ElementType::kS32);
    const Literal expected = integers.Value(KernelMode::kPlain);
    std::vector<double> numbers;
    for (const int32_t x : expected.data<int32_t>()) numbers.push_back(x);
    ASSERT_TRUE(SameBits(floats.Value(KernelMode::kFast),
                         Array("f32" + ShapeText(expected.shape(), false).substr(3), numbers)))
        << trial;
  }
}

TEST_F(ConvolutionKernelTest, HasTheBitsOfThePlainPathOnAnImage) {
  Filter filter;
  filter.input = Values(ElementType::kF32, {2, 17, 19, 40}, false);
  filter.kernel = Values(ElementType::kF32, {3, 3, 40, 70}, false);
  filter.window.dims = {{3, 1, 1, 1, 1, 1, false}, {3, 2, 1, 1, 1, 1, true}};
  filter.labels = {"b01f", "01io", "b01f"};
  ExpectPlainBits(filter);
}

// Lines with many places, for windows that move by one place per term and others.
TEST_F(ConvolutionKernelTest, HasTheBitsOfThePlainPathOnALineOfChannels) {
  for (const ElementType type : {ElementType::kF32, ElementType::kF64, ElementType::kBF16}) {
    for (const int64_t size : {1, 2, 3, 5, 7}) {
      for (const int64_t stride : {1, 2}) {
        const int64_t dilation = Number(1, 2), channels = Number(2, 40);
        Filter filter;
        filter.groups = channels;
        filter.input = Values(type, {2, 3, Number(20, 50), channels}, false);
        filter.kernel = Values(type, {2, size, 1, channels}, false);
        filter.window.dims = {{2, 1, 1, 0, 1, 1, false}, {size, stride, 1, 1, 1, dilation, false}};
        filter.labels = {"b01f", "01io", "b01f"};
        ExpectPlainBits(filter);
        ASSERT_FALSE(HasFatalFailure()) << Name(type) << " " << size << " " << stride;
      }
    }
  }
}

}  // namespace
}  // namespace hlo
