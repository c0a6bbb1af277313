// SPDX-License-Identifier: Apache-2.0
// dot: ops reference 9.1. Expected values are from the reference, computed by hand, or computed by
// the definition below (MultiplyNaively).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "core/ops/testing.h"
#include "hlo/index.h"

namespace hlo {
namespace {

using namespace op_testing;
using Ints = std::vector<int64_t>;

struct DotDims {
  Ints lhs_batch, rhs_batch, lhs_contracting, rhs_contracting;
};

OpCall Dot(const Literal& lhs, const Literal& rhs, const DotDims& dims) {
  OpCall op("dot");
  op.Operand(lhs).Operand(rhs);
  op.Set(Attr::lhs_batch_dims, dims.lhs_batch).Set(Attr::rhs_batch_dims, dims.rhs_batch);
  op.Set(Attr::lhs_contracting_dims, dims.lhs_contracting);
  op.Set(Attr::rhs_contracting_dims, dims.rhs_contracting);
  op.Use(KernelMode::kPortable);
  return op;
}

DotDims Contracting(int64_t lhs, int64_t rhs) { return {{}, {}, {lhs}, {rhs}}; }

TEST(Dot, MultipliesMatrices) {
  const Literal a = Array("f32[2,3]", {1, 2, 3, 4, 5, 6});
  const Literal b = Array("f32[2,3]", {1, 1, 1, 2, 2, 2});
  EXPECT_TRUE(SameBits(Dot(a, b, Contracting(1, 1)).Value(), Array("f32[2,2]", {6, 12, 15, 30})));
  const Literal c = Array("f32[3,2]", {1, 0, 0, 1, 1, 1});
  EXPECT_TRUE(SameBits(Dot(a, c, Contracting(1, 0)).Value(), Array("f32[2,2]", {4, 5, 10, 11})));
}

TEST(Dot, MultipliesVectors) {
  const Literal a = Array("s32[3]", {1, 2, 3});
  const Literal b = Array("s32[3]", {4, 5, 6});
  EXPECT_TRUE(SameBits(Dot(a, b, Contracting(0, 0)).Value(), Array("s32[]", {32})));
  EXPECT_TRUE(SameBits(Dot(Array("s32[2,3]", {1, 2, 3, 4, 5, 6}), b, Contracting(1, 0)).Value(),
                       Array("s32[2]", {32, 77})));
}

TEST(Dot, IsAnOuterProductWithoutContractingDimensions) {
  EXPECT_TRUE(SameBits(
      OpCall("dot").Operand(Array("f32[2]", {2, 3})).Operand(Array("f32[2]", {5, 7})).Value(),
      Array("f32[2,2]", {10, 14, 15, 21})));
}

TEST(Dot, MultipliesBatchesByIdentities) {
  const Literal a = Array("f32[2,2,2]", {1, 2, 3, 4, 5, 6, 7, 8});
  const Literal identities = Array("f32[2,2,2]", {1, 0, 0, 1, 1, 0, 0, 1});
  EXPECT_TRUE(SameBits(Dot(a, identities, {{0}, {0}, {2}, {1}}).Value(), a));
}

TEST(Dot, PutsBatchDimensionsFirstInTheResult) {
  // a[i,b,k] and c[k,b]: result[b,i].
  const Literal a = Array("s32[2,2,2]", {1, 2, 3, 4, 5, 6, 7, 8});
  const Literal c = Array("s32[2,2]", {1, 10, 100, 1000});
  EXPECT_TRUE(
      SameBits(Dot(a, c, {{1}, {1}, {2}, {0}}).Value(), Array("s32[2,2]", {201, 605, 4030, 8070})));
}

TEST(Dot, ConvertsOperandsToTheResultTypeFirst) {
  const Literal a = Array("s8[1]", {100});
  EXPECT_TRUE(SameBits(Dot(a, a, Contracting(0, 0)).Value(), Array("s8[]", {16})));
  EXPECT_TRUE(
      SameBits(Dot(a, a, Contracting(0, 0)).Declare("s32[]").Value(), Array("s32[]", {10000})));
  const Literal b = Array("bf16[1]", {257.0 / 256 + 1.0 / 256});  // 1.0078125, exact in bf16
  EXPECT_TRUE(SameBits(Dot(b, b, Contracting(0, 0)).Declare("f32[]").Value(),
                       Array("f32[]", {1.0078125 * 1.0078125})));
}

TEST(Dot, SumsInOrderInF32) {
  const Literal a = Array("f32[3]", {1e8, 1, -1e8});
  const Literal ones = Array("f32[3]", {1, 1, 1});
  EXPECT_TRUE(SameBits(Dot(a, ones, Contracting(0, 0)).Value(), Array("f32[]", {0})));
  EXPECT_TRUE(SameBits(Dot(Array("f32[3]", {1e8, -1e8, 1}), ones, Contracting(0, 0)).Value(),
                       Array("f32[]", {1})));
}

TEST(Dot, AccumulatesNarrowFloatsInF32AndRoundsOnce) {
  // In f16 alone 2048 + 1 = 2048; in f32 the sum is 2048 + 4 = 2052, which f16 holds.
  const Literal a = Array("f16[5]", {2048, 1, 1, 1, 1});
  const Literal ones = Array("f16[5]", {1, 1, 1, 1, 1});
  EXPECT_TRUE(SameBits(Dot(a, ones, Contracting(0, 0)).Value(), Array("f16[]", {2052})));
  // 240 * 2 = 480 overflows f8e4m3fn (NaN), but 480 - 240 = 240 does not.
  const Literal b = Array("f8e4m3fn[3]", {240, 240, -240});
  const Literal c = Array("f8e4m3fn[3]", {1, 1, 1});
  EXPECT_TRUE(SameBits(Dot(b, c, Contracting(0, 0)).Value(), Array("f8e4m3fn[]", {240})));
}

TEST(Dot, DoesNotFuseMultiplyAndAdd) {
  // (1 + 2^-12)^2 = 1 + 2^-11 + 2^-24, rounded to 1 + 2^-11; a fused sum would keep 2^-24.
  const double x = 1 + std::ldexp(1, -12);
  EXPECT_TRUE(SameBits(
      Dot(Array("f32[2]", {-1 - std::ldexp(1, -11), x}), Array("f32[2]", {1, x}), Contracting(0, 0))
          .Value(),
      Array("f32[]", {0})));
}

TEST(Dot, WrapsIntegersAndUsesOrOfAndsForPred) {
  const Literal big = Array("s32[2]", {2147483647, 2147483647});
  EXPECT_TRUE(
      SameBits(Dot(big, Array("s32[2]", {1, 1}), Contracting(0, 0)).Value(), Array("s32[]", {-2})));
  const Literal wide = Bits("u64[1]", {0x8000000000000001u});
  EXPECT_TRUE(SameBits(Dot(wide, Bits("u64[1]", {3}), Contracting(0, 0)).Value(),
                       Bits("u64[]", {0x8000000000000003u})));
  const Literal p = Array("pred[2,2]", {1, 0, 0, 0});
  const Literal q = Array("pred[2,2]", {0, 1, 1, 1});
  EXPECT_TRUE(SameBits(Dot(p, q, Contracting(1, 0)).Value(), Array("pred[2,2]", {0, 1, 0, 0})));
  EXPECT_TRUE(
      SameBits(Dot(Array("u4[2]", {15, 15}), Array("u4[2]", {15, 1}), Contracting(0, 0)).Value(),
               Array("u4[]", {0})));
}

TEST(Dot, MultipliesComplexNumbers) {
  // (1+2i)(3+4i) + (0+1i)(0+1i) = (-5+10i) - 1
  EXPECT_TRUE(SameBits(
      Dot(Array("c64[2]", {1, 2, 0, 1}), Array("c64[2]", {3, 4, 0, 1}), Contracting(0, 0)).Value(),
      Array("c64[]", {-6, 10})));
}

TEST(Dot, IncludesZeroTimesInfinity) {
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(std::isnan(Dot(Array("f32[2]", {0, 1}), Array("f32[2]", {inf, 1}), Contracting(0, 0))
                             .Value()
                             .data<float>()[0]));
}

TEST(Dot, OverAnEmptyDimensionIsZero) {
  EXPECT_TRUE(SameBits(Dot(Array("f32[2,0]", {}), Array("f32[0,2]", {}), Contracting(1, 0)).Value(),
                       Array("f32[2,2]", {0, 0, 0, 0})));
  EXPECT_EQ(Dot(Array("f32[0,2]", {}), Array("f32[2,3]", {1, 2, 3, 4, 5, 6}), Contracting(1, 0))
                .Value()
                .element_count(),
            0);
}

// ---- against the definition ----

// sum over k of a[beta,i,k] * b[beta,j,k], with explicit indices; k runs over the contracting
// dimensions in list order, the last one fastest.
template <class T>
std::vector<T> MultiplyNaively(const Literal& a, const Literal& b, const DotDims& dims) {
  const auto rest = [](const Literal& x, const Ints& batch, const Ints& summed) {
    Ints free;
    for (int64_t d = 0; d < x.shape().rank(); ++d) {
      const auto in = [&](const Ints& list) {
        return std::find(list.begin(), list.end(), d) != list.end();
      };
      if (!in(batch) && !in(summed)) free.push_back(d);
    }
    return free;
  };
  const Ints a_free = rest(a, dims.lhs_batch, dims.lhs_contracting);
  const Ints b_free = rest(b, dims.rhs_batch, dims.rhs_contracting);
  const auto sizes = [](const Literal& x, const Ints& list) {
    Dims out;
    for (const int64_t d : list) out.push_back(x.shape().dims[static_cast<size_t>(d)]);
    return out;
  };
  const auto add = [](const Literal& x, const Ints& list, const Index& at) {
    const Dims& all = x.shape().dims;
    const Dims strides = RowMajorStrides({all.data(), all.size()});
    int64_t offset = 0;
    for (size_t i = 0; i < list.size(); ++i)
      offset += at[i] * strides[static_cast<size_t>(list[i])];
    return static_cast<size_t>(offset);
  };
  std::vector<T> out;
  for (Index beta(sizes(a, dims.lhs_batch)); !beta.done(); beta.Next()) {
    for (Index i(sizes(a, a_free)); !i.done(); i.Next()) {
      for (Index j(sizes(b, b_free)); !j.done(); j.Next()) {
        T sum = 0;
        for (Index k(sizes(a, dims.lhs_contracting)); !k.done(); k.Next()) {
          const T x = a.data<T>()[add(a, dims.lhs_batch, beta) + add(a, a_free, i) +
                                  add(a, dims.lhs_contracting, k)];
          const T y = b.data<T>()[add(b, dims.rhs_batch, beta) + add(b, b_free, j) +
                                  add(b, dims.rhs_contracting, k)];
          const T product = x * y;
          sum = sum + product;
        }
        out.push_back(sum);
      }
    }
  }
  return out;
}

TEST(Dot, HasTheBitsOfTheDefinitionOnRandomShapes) {
  std::mt19937 random(11);
  const auto number = [&](int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random() % static_cast<uint32_t>(high - low + 1));
  };
  for (int trial = 0; trial < 60; ++trial) {
    const size_t batch = static_cast<size_t>(number(0, 2)),
                 summed = static_cast<size_t>(number(0, 2));
    Ints a_dims, b_dims;
    for (size_t i = 0; i < batch + summed; ++i) a_dims.push_back(number(1, 5));
    b_dims = a_dims;
    for (int64_t i = number(0, 2); i > 0; --i) a_dims.push_back(number(1, 9));
    for (int64_t i = number(0, 2); i > 0; --i) {
      b_dims.push_back(i == 2 ? number(1, 3) : number(1, 20) * number(1, 20));
    }
    // The order of roles in each operand is random.
    const auto place = [&](Ints& sizes) {
      Ints order(sizes.size());
      for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int64_t>(i);
      std::shuffle(order.begin(), order.end(), random);
      Ints placed(sizes.size());
      for (size_t i = 0; i < order.size(); ++i) placed[static_cast<size_t>(order[i])] = sizes[i];
      sizes = placed;
      return order;  // dimension number of each role
    };
    const Ints a_at = place(a_dims), b_at = place(b_dims);
    const auto batch_end = static_cast<std::ptrdiff_t>(batch);
    const auto summed_end = static_cast<std::ptrdiff_t>(batch + summed);
    const DotDims dims = {{a_at.begin(), a_at.begin() + batch_end},
                          {b_at.begin(), b_at.begin() + batch_end},
                          {a_at.begin() + batch_end, a_at.begin() + summed_end},
                          {b_at.begin() + batch_end, b_at.begin() + summed_end}};
    const auto filled = [&](const Ints& sizes) {
      Literal x = AllocateOrFail(Shape::Array(ElementType::kF32, {sizes.data(), sizes.size()}));
      for (float& value : x.mutable_data<float>()) {
        value = static_cast<float>(number(-1000000, 1000000)) * 1.1e-3f;
      }
      return x;
    };
    const Literal a = filled(a_dims), b = filled(b_dims);
    const Literal got = Dot(a, b, dims).Value();
    const std::vector<float> expected = MultiplyNaively<float>(a, b, dims);
    ASSERT_EQ(got.element_count(), static_cast<int64_t>(expected.size()));
    for (size_t i = 0; i < expected.size(); ++i) {
      ASSERT_EQ(got.data<float>()[i], expected[i]) << "trial " << trial << " element " << i;
    }
  }
}

// ---- rules ----

TEST(DotInfer, CarriesDynamicFlags) {
  OpCall op("dot");
  op.OperandShape("f32[<=2,3,<=4]").OperandShape("f32[2,<=4,<=5]");
  op.Set(Attr::lhs_batch_dims, Ints{0}).Set(Attr::rhs_batch_dims, Ints{0});
  op.Set(Attr::lhs_contracting_dims, Ints{2}).Set(Attr::rhs_contracting_dims, Ints{1});
  const Result<Shape> shape = op.Infer();
  ASSERT_TRUE(shape.ok());
  EXPECT_EQ(ShapeText(shape.value(), false), "f32[<=2,3,<=5]");
}

TEST(DotInfer, RejectsBrokenRules) {
  const Literal a = Array("f32[2,3]", {1, 2, 3, 4, 5, 6});
  const Literal v = Array("f32[4]", {1, 2, 3, 4});
  EXPECT_EQ(Dot(a, Array("s32[3]", {1, 2, 3}), Contracting(1, 0)).Rejection(),
            "dot.C1: `dot`: operand types must match or both be floating-point, got f32 and s32");
  EXPECT_EQ(
      Dot(a, v, {{}, {}, {0, 1}, {0}}).Rejection(),
      "dot.C2: `dot`: the operands must have equally many contracting dimensions, got 2 and 1");
  EXPECT_EQ(Dot(a, v, {{0}, {}, {}, {}}).Rejection(),
            "dot.C2: `dot`: the operands must have equally many batch dimensions, got 1 and 0");
  EXPECT_EQ(Dot(a, a, {{1}, {0}, {1}, {1}}).Rejection(),
            "dot.C3: `dot`: dimension 1 must not be both contracting and batch");
  EXPECT_EQ(Dot(a, v, Contracting(2, 0)).Rejection(),
            "dot.C3: `dot`: `lhs_contracting_dims` entries must be in [0, 2), got 2");
  EXPECT_EQ(Dot(a, a, {{}, {}, {1, 1}, {0, 1}}).Rejection(),
            "dot.C3: `dot`: `lhs_contracting_dims` entries must be unique, got 1 twice");
  EXPECT_EQ(Dot(a, v, Contracting(1, 0)).Rejection(),
            "dot.C4: `dot`: contracting sizes must match, got 3 in lhs dimension 1 and 4 in rhs "
            "dimension 0");
  EXPECT_EQ(
      Dot(a, a, {{0}, {1}, {}, {}}).Rejection(),
      "dot.C5: `dot`: batch sizes must match, got 2 in lhs dimension 0 and 3 in rhs dimension 1");
  EXPECT_EQ(Dot(Array("s32[1]", {1}), Array("s32[1]", {1}), Contracting(0, 0))
                .Declare("s8[]")
                .Rejection(),
            "dot.C6: `dot`: the result must be at least as wide as the s32 operands, got s8");
}

TEST(DotInfer, RejectsAResultOfTooManyDimensions) {
  Ints ones(40, 1);
  const Shape wide = Shape::Array(ElementType::kF32, {ones.data(), ones.size()});
  OpCall op("dot");
  op.OperandShape(ShapeText(wide)).OperandShape(ShapeText(wide));
  EXPECT_EQ(op.Rejection(), "S09: the result must have at most 64 dimensions, got 80");
}

}  // namespace
}  // namespace hlo
