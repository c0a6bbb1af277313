// SPDX-License-Identifier: Apache-2.0
#include "core/import/export/mlir_values.h"

#include <gtest/gtest.h>

#include "core/literal/testing.h"

namespace hlo::stablehlo {
namespace {

using literal_testing::FromJson;
using literal_testing::ShapeOf;

TEST(MlirValues, TypesHaveTheNamesOfMlir) {
  EXPECT_EQ(TypeText(ShapeOf("f32[2,3]{0,1}")), "tensor<2x3xf32>");
  EXPECT_EQ(TypeText(ShapeOf("pred[]")), "tensor<i1>");
  EXPECT_EQ(TypeText(ShapeOf("u4[1]")), "tensor<1xui4>");
  EXPECT_EQ(TypeText(ShapeOf("c128[]")), "tensor<complex<f64>>");
  EXPECT_EQ(TypeText(ShapeOf("f8e4m3b11fnuz[]")), "tensor<f8E4M3B11FNUZ>");
  EXPECT_EQ(TypeText(ShapeOf("f32[<=4,3]")), "tensor<?x3xf32, #stablehlo.bounds<4, ?>>");
  EXPECT_EQ(TypeText(ShapeOf("(f32[], token[])")), "tuple<tensor<f32>, !stablehlo.token>");
  EXPECT_EQ(TypeText(ShapeOf("s1[2]")), "");
}

TEST(MlirValues, ConstantsAreNestedLists) {
  EXPECT_EQ(DenseText(FromJson(R"({"shape":"s32[2,2]","data":[[1,2],[3,4]]})")),
            "dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>");
  EXPECT_EQ(DenseText(FromJson(R"({"shape":"pred[]","data":true})")), "dense<true> : tensor<i1>");
  EXPECT_EQ(DenseText(FromJson(R"({"shape":"c64[1]","data":[[1,-2]]})")),
            "dense<[(1.0, -2.0)]> : tensor<1xcomplex<f32>>");
  EXPECT_EQ(DenseText(FromJson(R"({"shape":"f32[0]","data":[]})")), "dense<> : tensor<0xf32>");
}

TEST(MlirValues, ListsOfIntegersAreArraysOrMatrices) {
  EXPECT_EQ(ArrayText({}), "array<i64>");
  EXPECT_EQ(MatrixText(std::vector<int64_t>{1, 2, 3, 4}, 2),
            "dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>");
  EXPECT_EQ(MatrixText({}, 0), "dense<> : tensor<0x0xi64>");
}

}  // namespace
}  // namespace hlo::stablehlo
