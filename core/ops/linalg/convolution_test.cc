// SPDX-License-Identifier: Apache-2.0
// convolution: ops reference 9.4. Expected values are from the reference, computed by hand, or
// computed by the definition below.
#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "core/ops/computation_testing.h"
#include "hlo/index.h"

namespace hlo {
namespace {

using namespace op_testing;
constexpr double kInf = std::numeric_limits<double>::infinity();

OpCall Convolve(const Literal& lhs, const Literal& rhs, const Window& window, DimLabels labels) {
  OpCall op("convolution");
  op.Operand(lhs).Operand(rhs).Set(Attr::window, window).Set(Attr::dim_labels, std::move(labels));
  return op;
}

const DimLabels kLine{"bf0", "oi0", "bf0"};

TEST(Convolution, MatchesTheExamplesOfTheReference) {
  const Literal x = Array("f32[1,1,4]", {1, 2, 3, 4});
  const Literal k = Array("f32[1,1,2]", {1, 10});
  const auto line = [&](const WindowDimension& w) {
    return Convolve(x, k, Window{{w}}, kLine).Value();
  };
  EXPECT_TRUE(SameBits(line({2, 1, 0, 0, 1, 1, false}), Array("f32[1,1,3]", {21, 32, 43})));
  EXPECT_TRUE(SameBits(line({2, 2, 0, 0, 1, 1, false}), Array("f32[1,1,2]", {21, 43})));
  EXPECT_TRUE(SameBits(line({2, 1, 0, 0, 1, 1, true}), Array("f32[1,1,3]", {12, 23, 34})));
  EXPECT_TRUE(
      SameBits(line({2, 1, 0, 0, 2, 1, false}), Array("f32[1,1,6]", {1, 20, 2, 30, 3, 40})));
  const Literal plane =
      Array("f32[1,1,4,4]", {1, 2, 5, 6, 3, 4, 7, 8, 10, 11, 14, 15, 12, 13, 16, 17});
  const WindowDimension w{3, 4, 0, 0, 2, 1, false};
  EXPECT_TRUE(SameBits(Convolve(plane, Array("f32[1,1,3,3]", std::vector<double>(9, 1)),
                                Window{{w, w}}, {"bf01", "oi01", "bf01"})
                           .Value(),
                       Array("f32[1,1,2,2]", {10, 26, 46, 62})));
}

TEST(Convolution, SaturatesIntegers) {
  EXPECT_TRUE(SameBits(Convolve(Array("s8[1,3]", {100, 100, 100}),
                                Array("s8[3,2]", {1, -1, 1, -1, 1, -1}), {}, {"bf", "io", "bf"})
                           .Value(),
                       Array("s8[1,2]", {127, -128})));
  EXPECT_TRUE(SameBits(
      Convolve(Array("u4[1,2]", {15, 1}), Array("u4[2,1]", {15, 3}), {}, {"bf", "io", "bf"})
          .Value(),
      Array("u4[1,1]", {15})));
}

TEST(Convolution, SkipsPaddingUnderInfinity) {
  EXPECT_TRUE(SameBits(Convolve(Array("f32[1,1,2]", {1, 2}), Array("f32[1,1,2]", {kInf, 1}),
                                Window{{{2, 1, 1, 0, 1, 1, false}}}, kLine)
                           .Value(),
                       Array("f32[1,1,2]", {1, kInf})));
}

TEST(Convolution, ReturnsZerosForEmptySums) {
  EXPECT_TRUE(SameBits(Convolve(Array("f32[1,0,2]", {}), Array("f32[1,0,1]", {}),
                                Window{{{1, 1, 0, 0, 1, 1, false}}}, kLine)
                           .Value(),
                       Array("f32[1,1,2]", {0, 0})));
  EXPECT_TRUE(SameBits(Convolve(Array("f32[1,1,0]", {}), Array("f32[1,1,1]", {5}),
                                Window{{{1, 1, 1, 1, 1, 1, false}}}, kLine)
                           .Value(),
                       Array("f32[1,1,2]", {0, 0})));
}

// One result by the definition of 9.4, on exact small integers.
struct Reference {
  const Literal& lhs;
  const Literal& rhs;
  const Window& window;
  int64_t groups, batch_groups;

  double At(const Literal& array, const Dims& index) const {
    return array.data<int32_t>()[static_cast<size_t>(
        MultiToLinear(array.shape(), {index.data(), index.size()}))];
  }
  // Labels b01..f, 01..io, b01..f.
  double Value(const Dims& at, int64_t batch, int64_t out_features) const {
    const size_t spatial = window.dims.size();
    const int64_t summed = rhs.shape().dims[spatial];
    const int64_t oz = at.back();
    double sum = 0;
    Dims sizes;
    for (const WindowDimension& w : window.dims) sizes.push_back(w.size);
    for (Index k(sizes); !k.done(); k.Next()) {
      Dims left{at[0] + oz / (out_features / batch_groups) * batch}, right;
      bool inside = true;
      for (size_t d = 0; d < spatial; ++d) {
        const WindowDimension& w = window.dims[d];
        const int64_t q = at[d + 1] * w.stride - w.pad_low + k[d] * w.rhs_dilate;
        inside =
            inside && q >= 0 && q % w.lhs_dilate == 0 && q / w.lhs_dilate < lhs.shape().dims[d + 1];
        left.push_back(q / w.lhs_dilate);
        right.push_back(w.reversal ? w.size - 1 - k[d] : k[d]);
      }
      for (int64_t iz = 0; inside && iz < summed; ++iz) {
        Dims l = left, r = right;
        l.push_back(oz / (out_features / groups) * summed + iz);
        r.push_back(iz);
        r.push_back(oz);
        sum += At(lhs, l) * At(rhs, r);
      }
    }
    return sum;
  }
};

Literal RandomArray(const Dims& dims, std::mt19937& random) {
  Literal array = AllocateOrFail(Shape::Array(ElementType::kS32, {dims.data(), dims.size()}));
  for (int32_t& x : array.mutable_data<int32_t>()) x = static_cast<int32_t>(random() % 19) - 9;
  return array;
}

TEST(Convolution, AgreesWithTheDefinitionForAnyWindowAndGroups) {
  std::mt19937 random(5);
  const auto pick = [&](int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random() % static_cast<uint32_t>(high - low + 1));
  };
  for (int trial = 0; trial < 200; ++trial) {
    const int64_t kind = pick(0, 3);  // plain, feature groups, depthwise, batch groups
    const int64_t groups = kind == 1 || kind == 2 ? pick(2, 3) : 1;
    const int64_t batch_groups = kind == 3 ? pick(2, 3) : 1;
    const int64_t summed = kind == 2 ? 1 : pick(1, 3), batch = pick(1, 2);
    const int64_t out_features = trial == 0  ? 300
                                 : kind == 2 ? groups
                                             : pick(1, 2) * groups * batch_groups;
    Dims lhs{batch * batch_groups}, rhs;
    Window window;
    DimLabels labels{"b", "", "b"};
    const int64_t spatial = pick(0, 3);
    for (int64_t d = 0; d < spatial; ++d) {
      window.dims.push_back({pick(1, 3), pick(1, 2), pick(-1, 2), pick(-1, 2), pick(1, 2),
                             pick(1, 2), pick(0, 1) == 1});
      lhs.push_back(pick(1, 8));
      rhs.push_back(window.dims.back().size);
      for (std::string* part : {&labels.lhs, &labels.rhs, &labels.out}) {
        *part += static_cast<char>('0' + d);
      }
    }
    labels.lhs += "f";
    labels.rhs += "io";
    labels.out += "f";
    lhs.push_back(groups * summed);
    rhs.push_back(summed);
    rhs.push_back(trial == 0 ? 300 * groups * batch_groups : out_features);
    const Literal x = RandomArray(lhs, random), k = RandomArray(rhs, random);
    OpCall op = Convolve(x, k, window, labels);
    op.Set(Attr::feature_group_count, groups).Set(Attr::batch_group_count, batch_groups);
    const Literal got = op.Value();
    const Reference reference{x, k, window, groups, batch_groups};
    std::vector<double> expected;
    for (Index at(got.shape().dims); !at.done(); at.Next()) {
      expected.push_back(reference.Value(at.at(), batch, rhs.back()));
    }
    ASSERT_TRUE(SameBits(got, Array(ShapeText(got.shape(), false), expected))) << trial;
  }
}

TEST(ConvolutionInfer, RejectsBrokenRules) {
  const auto call = [](std::string_view lhs, std::string_view rhs, DimLabels labels, int64_t size) {
    OpCall op("convolution");
    op.OperandShape(lhs).OperandShape(rhs).Set(Attr::dim_labels, std::move(labels));
    op.Set(Attr::window, Window{{{size, 1, 0, 0, 1, 1, false}}});
    return op;
  };
  const char* const x = "f32[3,6,5]";
  EXPECT_EQ(call(x, "f32[4,6,2]", kLine, 2).Rejection(), "");
  EXPECT_EQ(call(x, "f32[4,6,2]", kLine, 2)
                .Set(Attr::feature_group_count, int64_t{2})
                .Set(Attr::batch_group_count, int64_t{2})
                .Rejection(),
            "convolution.C1: `convolution`: `feature_group_count` or `batch_group_count` must be "
            "1, got 2 and 2");
  EXPECT_EQ(call(x, "f32[4,6,2]", kLine, 2).Set(Attr::batch_group_count, int64_t{0}).Rejection(),
            "convolution.C1: `convolution`: `batch_group_count` must be at least 1, got 0");
  EXPECT_EQ(call(x, "f32[4,6,2]", {"bf0", "oi0", "bf1"}, 2).Rejection(),
            "convolution.C2: `convolution`: `dim_labels` must have spatial dimension 0 once in the "
            "output, but it is missing");
  EXPECT_EQ(call("f32[3,6,5]", "f32[4,6,2]", {"bf01", "oi01", "bf01"}, 2).Rejection(),
            "convolution.C3: `convolution`: operand 0 must have rank 4 as in `dim_labels`, got 3");
  EXPECT_EQ(call(x, "f32[4,6,2]", kLine, 3).Rejection(),
            "convolution.C4: `convolution`: the window size must be the kernel size 2, got 3");
  EXPECT_EQ(call(x, "f32[4,2,2]", kLine, 2).Set(Attr::feature_group_count, int64_t{2}).Rejection(),
            "convolution.C5: `convolution`: kernel input features must be input features 6 / "
            "groups 2 = 3, got 2");
  EXPECT_EQ(call(x, "f32[5,3,2]", kLine, 2).Set(Attr::feature_group_count, int64_t{2}).Rejection(),
            "convolution.C6: `convolution`: the output features must be divisible by "
            "`feature_group_count` 2, got 5");
  EXPECT_EQ(
      call(x, "f32[4,6,2]", kLine, 2).Set(Attr::batch_group_count, int64_t{2}).Rejection(),
      "convolution.C7: `convolution`: the batch must be divisible by `batch_group_count` 2, got 3");
  EXPECT_EQ(call(x, "bf16[4,6,2]", kLine, 2).Rejection(),
            "convolution.C8: `convolution`: operand types must match, got f32 and bf16");
}

}  // namespace
}  // namespace hlo
