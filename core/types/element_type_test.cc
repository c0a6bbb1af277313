// SPDX-License-Identifier: Apache-2.0
#include "hlo/element_type.h"

#include <gtest/gtest.h>

#include <set>

namespace hlo {
namespace {

using enum ElementType;

TEST(ElementType, IsFoundOnlyByItsName) {
  for (const ElementTypeInfo& info : AllElementTypes()) {
    EXPECT_EQ(FindElementType(info.name), info.type);
    EXPECT_EQ(&Info(info.type), &info);
  }
  EXPECT_EQ(FindElementType("F32"), std::nullopt);
  EXPECT_EQ(FindElementType(""), std::nullopt);
  EXPECT_EQ(FindElementType("f8e4m3f"), std::nullopt);
}

// numerics reference, section 1.
TEST(ElementType, HasTheWidthAndStorageOfTheReference) {
  EXPECT_EQ(BitWidth(kPred), 1);
  EXPECT_EQ(StorageBytes(kPred), 1);
  EXPECT_EQ(BitWidth(kS4), 4);
  EXPECT_EQ(StorageBytes(kS4), 1);
  EXPECT_EQ(BitWidth(kF6E3M2FN), 6);
  EXPECT_EQ(StorageBytes(kBF16), 2);
  EXPECT_EQ(StorageBytes(kC64), 8);
  EXPECT_EQ(StorageBytes(kC128), 16);
  EXPECT_EQ(StorageBytes(kToken), 0);
}

TEST(ElementType, StoresEveryElementInWholeBytes) {
  for (const ElementTypeInfo& info : AllElementTypes()) {
    if (!IsArrayType(info.type)) continue;
    EXPECT_EQ(info.storage_bytes, (info.bits + 7) / 8) << info.name;
    EXPECT_EQ(IsSubByte(info.type), info.bits < 8 && info.type != kPred) << info.name;
    EXPECT_EQ(ComputeType(ComputeType(info.type)), ComputeType(info.type)) << info.name;
  }
}

TEST(ElementType, HasDistinctWireNumbers) {
  std::set<int> seen;
  for (const ElementTypeInfo& info : AllElementTypes()) {
    if (info.wire != 0) {
      EXPECT_TRUE(seen.insert(info.wire).second) << info.name;
    }
  }
}

TEST(ElementType, PairsComplexTypesWithTheirParts) {
  EXPECT_EQ(ComplexOf(kF32), kC64);
  EXPECT_EQ(ComplexOf(kF64), kC128);
  EXPECT_EQ(ComplexOf(kF16), std::nullopt);
  EXPECT_EQ(PartOf(kC64), kF32);
  EXPECT_EQ(PartOf(kC128), kF64);
  EXPECT_EQ(PartOf(kF32), std::nullopt);
}

TEST(ElementTypeSet, IsMadeOfKindsAndSingleTypes) {
  constexpr ElementTypeSet kSet = kSignedTypes | kF16 | kComplexTypes;
  EXPECT_TRUE(kSet.Contains(kS4) && kSet.Contains(kS64) && kSet.Contains(kF16) &&
              kSet.Contains(kC64));
  EXPECT_FALSE(kSet.Contains(kU8) || kSet.Contains(kF32) || kSet.Contains(kPred) ||
               kSet.Contains(kToken));
  for (const ElementTypeInfo& info : AllElementTypes()) {
    EXPECT_EQ(kArrayTypes.Contains(info.type), IsArrayType(info.type)) << info.name;
    EXPECT_EQ(kIntTypes.Contains(info.type), IsInteger(info.type)) << info.name;
    EXPECT_EQ(kFloatTypes.Contains(info.type), IsFloat(info.type)) << info.name;
    EXPECT_FALSE(ElementTypeSet().Contains(info.type)) << info.name;
  }
}

TEST(ElementTypeSet, IsListedByItsLargestClasses) {
  EXPECT_EQ(ListTypes(kArrayTypes), "array");
  EXPECT_EQ(ListTypes(kPredTypes | kIntTypes | kFloatTypes), "pred, int, or float");
  EXPECT_EQ(ListTypes(kComplexTypes | kSignedTypes | kFloatTypes), "signed, float, or complex");
  EXPECT_EQ(ListTypes(kUnsignedTypes | kS32), "s32 or unsigned");
  EXPECT_EQ(ListTypes(ElementTypeSet(kF32) | kF64 | kComplexTypes), "f32, f64, or complex");
  EXPECT_EQ(ListTypes(kToken), "token");
  EXPECT_EQ(ListTypes({}), "");
}

}  // namespace
}  // namespace hlo
