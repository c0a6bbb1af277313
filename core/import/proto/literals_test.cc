// SPDX-License-Identifier: Apache-2.0
#include "core/import/proto/literals.h"

#include "core/import/proto/testing.h"
#include "core/literal/testing.h"

namespace hlo::proto {
namespace {

using namespace proto_testing;

// The literal as HLO text, or the faults.
std::string Read(const std::string& bytes) {
  Report report(20);
  Source source(bytes, report);
  std::string text;
  if (const auto literal = ReadLiteral(Message(source, bytes))) AppendHloText(*literal, text);
  for (const Diagnostic& diagnostic : report.Take()) text += diagnostic.message;
  return text;
}

TEST(ProtoLiteral, ElementsStandInTheOrderOfTheLayout) {
  std::string elements;
  for (const uint32_t bits : {0x3f800000u, 0x40000000u, 0x40400000u, 0x40800000u}) {
    elements.append(reinterpret_cast<const char*>(&bits), sizeof bits);  // 1, 2, 3, 4
  }
  const std::string data = Bytes(8, elements);
  EXPECT_EQ(Read(Bytes(1, ShapeOf(kF32, {2, 2}, {1, 0})) + data), "{ { 1, 2 }, { 3, 4 } }");
  EXPECT_EQ(Read(Bytes(1, ShapeOf(kF32, {2, 2}, {0, 1})) + data), "{ { 1, 3 }, { 2, 4 } }");
}

TEST(ProtoLiteral, SignedNumbersAreVarintsOfTenBytes) {
  EXPECT_EQ(Read(Bytes(1, ShapeOf(4, {3})) + Ints(4, {-1, 0, 2147483647})), "{-1, 0, 2147483647}");
  EXPECT_EQ(Read(Bytes(1, ShapeOf(4, {2})) + Int(4, -1) + Int(4, 5)), "{-1, 5}");
  EXPECT_EQ(Read(Bytes(1, ShapeOf(1, {2})) + Ints(2, {1, 0})), "{1, 0}");
}

TEST(ProtoLiteral, HalfBytesArePackedOrNot) {
  EXPECT_EQ(Read(Bytes(1, ShapeOf(21, {3})) + Bytes(21, "\x2f\x07")), "{-1, 2, 7}");
  EXPECT_EQ(Read(Bytes(1, ShapeOf(21, {3})) + Bytes(21, "\xff\x02\x07")), "{-1, 2, 7}");
  EXPECT_EQ(Read(Bytes(1, ShapeOf(22, {2})) + Bytes(22, "\xf1")), "{1, 15}");
}

TEST(ProtoLiteral, MissingElementsAreAFaultBeforeMemoryIsTaken) {
  EXPECT_EQ(Read(Bytes(1, ShapeOf(kF32, {1 << 30})) + Bytes(8, "abcd")),
            "malformed protobuf at byte 0: a literal of f32[1073741824] must have 4 bytes per "
            "element, got 4 for all");
  EXPECT_EQ(
      Read(Bytes(1, ShapeOf(4, {2})) + Ints(4, {1})),
      "malformed protobuf at byte 0: the number of values in a literal of s32[2] must be 2, got 1");
}

TEST(ProtoLiteral, EveryElementTypeComesBackFromItsField) {
  for (const ElementTypeInfo& info : AllElementTypes()) {
    if (!IsArrayType(info.type) || info.wire == 0) continue;
    Literal literal = literal_testing::FromJson(
        "{\"shape\":\"" + std::string(info.name) + "[2,3]{0,1}\",\"data\":" +
        (IsComplex(info.type)                   ? "[[[1,0],[0,1],[1,1]],[[0,0],[1,0],[0,1]]]}"
         : info.type == ElementType::kPred      ? "[[true,false,true],[true,true,false]]}"
         : info.type == ElementType::kS1        ? "[[-1,0,-1],[0,0,-1]]}"
         : info.type == ElementType::kF8E8M0FNU ? "[[1,2,4],[0.5,1,2]]}"
                                                : "[[1,0,1],[0,0,1]]}"));
    std::string bytes;
    ASSERT_TRUE(WriteLiteral(literal, bytes)) << info.name;
    std::string text;
    AppendHloText(literal, text);
    EXPECT_EQ(Read(bytes), text) << info.name;
  }
}

TEST(ProtoLiteral, DeepTuplesAreRefused) {
  std::string literal = Bytes(1, Int(2, 13));
  for (int i = 0; i < 500; ++i) literal = Bytes(1, Int(2, 13)) + Bytes(10, literal);
  EXPECT_EQ(Read(literal), "a literal has more than 200 levels");
}

}  // namespace
}  // namespace hlo::proto
