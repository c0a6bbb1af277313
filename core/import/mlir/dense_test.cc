// SPDX-License-Identifier: Apache-2.0
// dense<...> in all forms: imports reference 10.3.
#include <gtest/gtest.h>

#include "core/import/testing.h"

namespace hlo {
namespace {

using import_testing::EntryLines;
using import_testing::Faults;
using import_testing::Hlo;

// What stands between the parentheses of the constant.
std::string Constant(const std::string& dense) {
  const std::string lines = EntryLines(Hlo("%c = stablehlo.constant " + dense));
  const size_t at = lines.find("constant(") + 9;
  const std::string line = lines.substr(at, lines.find('\n', at) - at);
  return line.substr(0, line.rfind(')'));
}

std::string FaultsOf(const std::string& dense) {
  return Faults("%c = stablehlo.constant " + dense);  // `dense` is column 25
}

TEST(Dense, ListsAreReadByDepthAndCount) {
  EXPECT_EQ(Constant("dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>"), "{ { 1, 2 }, { 3, 4 } }");
  EXPECT_EQ(Constant("dense<[true, false]> : tensor<2xi1>"), "{1, 0}");
  EXPECT_EQ(Constant("dense<[1, 0]> : tensor<2xi1>"), "{1, 0}");
  EXPECT_EQ(FaultsOf("dense<[1, 2, 3]> : tensor<2xi32>"), "1:38 C03");
  EXPECT_EQ(FaultsOf("dense<[1]> : tensor<2xi32>"), "1:33 C04");
  EXPECT_EQ(FaultsOf("dense<[[1]]> : tensor<1xi32>"), "1:32 C02");
  EXPECT_EQ(FaultsOf("dense<[1,, 2]> : tensor<2xi32>"), "1:34 P01");
  EXPECT_EQ(FaultsOf("dense<> : tensor<2xi32>"), "1:31 C04");
}

TEST(Dense, HexadecimalNumbersAreBitsOfFloatsAndValuesOfIntegers) {
  EXPECT_EQ(Constant("dense<0xFF800000> : tensor<f32>"), "-inf");
  EXPECT_EQ(Constant("dense<[0x7FC00000, 1.0]> : tensor<2xf32>"), "{nan, 1}");
  EXPECT_EQ(Constant("dense<0xFC00> : tensor<f16>"), "-inf");
  EXPECT_EQ(Constant("dense<0x10> : tensor<i32>"), "16");
  EXPECT_EQ(Constant("dense<18446744073709551615> : tensor<ui64>"), "18446744073709551615");
  EXPECT_EQ(Constant("dense<-9223372036854775808> : tensor<i64>"), "-9223372036854775808");
  EXPECT_EQ(FaultsOf("dense<0x1FFFFFFFF> : tensor<f32>"), "1:31 C01");
  EXPECT_EQ(FaultsOf("dense<300> : tensor<i8>"), "1:31 C01");
}

TEST(Dense, DecimalsAreRoundedOnce) {
  EXPECT_EQ(Constant("dense<2.929690e-01> : tensor<bf16>"), "0.293");  // 0.29296875
  // Half way between the f16 values 1 and 1 + 2^-10, and a hair above it: through double and back
  // it would be the tie, which goes to the even 1.
  EXPECT_EQ(Constant("dense<1.00048828125> : tensor<f16>"), "1");
  EXPECT_EQ(Constant("dense<1.000488281250000000000000001> : tensor<f16>"), "1.001");
  EXPECT_EQ(Constant("dense<-0.000000e+00> : tensor<f32>"), "-0");
}

TEST(Dense, ComplexNumbersArePairs) {
  EXPECT_EQ(Constant("dense<[(1.0,-2.0), (0.0, 1.0)]> : tensor<2xcomplex<f32>>"),
            "{(1, -2), (0, 1)}");
  EXPECT_EQ(FaultsOf("dense<[(1.0)]> : tensor<1xcomplex<f32>>"), "1:36 C05");
}

TEST(Dense, StringsAreBytesInRowMajorOrder) {
  EXPECT_EQ(Constant("dense<\"0x0000803F000000C0\"> : tensor<2xf32>"), "{1, -2}");
  EXPECT_EQ(Constant("dense<\"0x010001\"> : tensor<3xi1>"), "{1, 0, 1}");  // a byte an element
  EXPECT_EQ(Constant("dense<\"0x05\"> : tensor<3xi1>"), "{1, 0, 1}");      // a bit an element
  EXPECT_EQ(Constant("dense<\"0x0F01\"> : tensor<2xi4>"), "{-1, 1}");
  EXPECT_EQ(Constant("dense<\"0x0000803F\"> : tensor<100xf32>"), "1");  // a splat by size
  EXPECT_EQ(FaultsOf("dense<\"0x0000803\"> : tensor<1xf32>"), "1:34 C05");
  EXPECT_EQ(FaultsOf("dense<\"0x0000G03F\"> : tensor<1xf32>"), "1:38 C05");
  EXPECT_EQ(FaultsOf("dense<\"0x000080\"> : tensor<1xf32>"), "1:34 C04");
}

TEST(Dense, ResourcesStandAtTheEndOfTheText) {
  EXPECT_EQ(Constant("dense_resource<a> : tensor<2xf32>\n{-# dialect_resources: { builtin: { a: "
                     "\"0x040000000000803F000000C0\" } } #-}"),
            "{1, -2}");
}

TEST(Dense, LargeConstantsAreLeftOutOfTheText) {
  std::string digits;
  for (int i = 0; i < 2000; ++i) digits += "0000803F";
  const std::string text = "%c = stablehlo.constant dense<\"0x" + digits + "\"> : tensor<2000xf32>";
  const Imported imported = import_testing::Import(text);
  ASSERT_EQ(imported.constants.size(), 1u);
  const auto& [place, literal] = *imported.constants.begin();
  EXPECT_EQ(imported.text.substr(place, 5), "{...}");
  EXPECT_EQ(literal->element_count(), 2000);
  EXPECT_EQ(literal->data<float>()[1999], 1.0f);
  ParseOptions options;
  options.constants = &imported.constants;
  EXPECT_NE(ParseModule(imported.text, options).module->entry->root->literal, nullptr);
}

TEST(Dense, ASplatOfAnyNumberOfElementsCostsNothing) {
  EXPECT_EQ(Constant("dense<1> : tensor<1000000x1000000xi8>"), "1");
}

}  // namespace
}  // namespace hlo
