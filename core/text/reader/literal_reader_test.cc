// SPDX-License-Identifier: Apache-2.0
// Literals by type: hlo-text reference 3.5 and 7. Expected bits come from the IEEE 754 encodings.
#include "core/text/reader/literal_reader.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "core/text/testing.h"

namespace hlo {
namespace {

using text_testing::Entry;
using text_testing::Faults;
using text_testing::Valid;

std::string Constant(const std::string& shape, const std::string& literal) {
  return Entry("ROOT c = " + shape + " constant(" + literal + ")");
}

// Each element's storage as a number.
std::vector<uint64_t> Codes(const std::string& shape, const std::string& text) {
  const auto module = Valid(Constant(shape, text));
  const Literal* literal = module->entry->root->literal.get();
  if (literal == nullptr) return {};
  const auto width = static_cast<size_t>(StorageBytes(literal->element_type()));
  std::vector<uint64_t> codes(static_cast<size_t>(literal->element_count()), 0);
  for (size_t i = 0; i < codes.size(); ++i) {
    std::memcpy(&codes[i], literal->bytes() + i * width, width);
  }
  return codes;
}

// Code, and offset from the first byte of the literal.
std::string FaultIn(const std::string& shape, const std::string& text) {
  const std::string whole = Constant(shape, text);
  const ParsedModule parsed = ParseModule(whole);
  if (parsed.diagnostics.size() != 1) return Faults(whole);
  const size_t start = whole.find("constant(") + 9;
  const Diagnostic& diagnostic = parsed.diagnostics[0];
  return diagnostic.code + " " + std::to_string(diagnostic.span.begin - start);
}

using List = std::vector<uint64_t>;

TEST(ReadLiteral, ReadsIntegersUpToTheLimitsOfTheirType) {
  EXPECT_EQ(Codes("s8[4]", "{-128, 127, -1, 0}"), (List{0x80, 0x7f, 0xff, 0}));
  EXPECT_EQ(Codes("s4[2]", "{-8, 7}").size(), 2u);
  EXPECT_EQ(Codes("u64[3]", "{18446744073709551615, 0, -1}"), (List{UINT64_MAX, 0, UINT64_MAX}));
  EXPECT_EQ(Codes("s64[2]", "{-9223372036854775808, 9223372036854775807}"),
            (List{uint64_t{1} << 63, (uint64_t{1} << 63) - 1}));
  EXPECT_EQ(Codes("u32[]", "4294967295"), (List{0xffffffff}));
}

TEST(ReadLiteral, ReadsPredFromWordsAndNumbers) {
  EXPECT_EQ(Codes("pred[5]", "{true, false, 0, 7, -1}"), (List{1, 0, 0, 1, 1}));
}

TEST(ReadLiteral, ReadsFloats) {
  EXPECT_EQ(Codes("f32[6]", "{1, -2.5, .5, 1e3, 0.1, -0}"),
            (List{0x3f800000, 0xc0200000, 0x3f000000, 0x447a0000, 0x3dcccccd, 0x80000000}));
  EXPECT_EQ(Codes("f64[2]", "{0.1, 1e-5}"), (List{0x3fb999999999999a, 0x3ee4f8b588e368f1}));
  EXPECT_EQ(Codes("f16[2]", "{65504, 1e-7}"), (List{0x7bff, 0x0002}));
  EXPECT_EQ(Codes("bf16[2]", "{65505, 1.5}"), (List{0x4780, 0x3fc0}));
  // Near the limits of the range, where the fast path must not be taken.
  EXPECT_EQ(Codes("f32[3]", "{3.4028234e38, 1e-45, 1.17549435e-38}"),
            (List{0x7f7fffff, 0x00000001, 0x00800000}));
}

TEST(ReadLiteral, ReadsInfinitiesAndNanPayloads) {
  EXPECT_EQ(Codes("f32[4]", "{inf, -inf, nan, -nan}"),
            (List{0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000}));
  EXPECT_EQ(Codes("bf16[2]", "{nan(0x1), -nan(0x7f)}"), (List{0x7f81, 0xffff}));
}

TEST(ReadLiteral, ReadsComplexNumbers) {
  EXPECT_EQ(Codes("c64[2]", "{(1,-2), (0.5, inf)}"),
            (List{0xc00000003f800000, 0x7f8000003f000000}));
}

TEST(ReadLiteral, ReadsNestedArraysInRowMajorOrderForAnyLayout) {
  EXPECT_EQ(Codes("s32[2,1,3]{0,1,2}", "{{{1,2,3}},{{4,5,6}}}"), (List{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(Codes("s32[2,2]", "{ {1, 2} /*i0=1*/ {3, 4} }"), (List{1, 2, 3, 4}));
}

TEST(ReadLiteral, ReadsEmptyArrays) {
  EXPECT_EQ(Codes("f32[0]", "{}"), List());
  EXPECT_EQ(Codes("f32[2,0,4,3]", "{ { }, { } }"), List());
  EXPECT_EQ(FaultIn("f32[2,0]", "{}"), "C04 1");
}

TEST(ReadLiteral, ReadsTuples) {
  const auto module = Valid(Constant("(s32[2], (pred[], f32[]))", "( {1, 2}, (true, -1) )"));
  const Literal& tuple = *module->entry->root->literal;
  ASSERT_EQ(tuple.elements().size(), 2u);
  EXPECT_EQ(tuple.elements()[0].data<int32_t>()[1], 2);
  EXPECT_EQ(tuple.elements()[1].elements()[1].data<float>()[0], -1.0f);
}

TEST(ReadLiteral, ElidedValuesAreUnknown) {
  EXPECT_EQ(Valid(Constant("f32[1000]", "{...}"))->entry->root->literal, nullptr);
  EXPECT_EQ(Valid(Constant("(f32[2], s32[])", "{...}"))->entry->root->literal, nullptr);
  EXPECT_EQ(Valid(Constant("(f32[2], s32[])", "({...}, 3)"))->entry->root->literal, nullptr);
  EXPECT_EQ(Valid(Constant("((f32[2]), s32[])", "(({...}), 3)"))->entry->root->literal, nullptr);
  EXPECT_EQ(FaultIn("(f32[2], s32[])", "({...}, 3.5)"), "C05 8");
  EXPECT_EQ(FaultIn("f32[2,2]", "{{1,2},{...}}"), "P01 8");
}

TEST(ReadLiteral, ReportsValuesOutOfRange) {
  EXPECT_EQ(FaultIn("s8[]", "300"), "C01 0");
  EXPECT_EQ(FaultIn("s8[2]", "{1, -129}"), "C01 4");
  EXPECT_EQ(FaultIn("u8[]", "-1"), "C01 0");
  EXPECT_EQ(FaultIn("f16[]", "65520"), "C01 0");
  EXPECT_EQ(FaultIn("bf16[]", "1e100"), "C01 0");
  EXPECT_EQ(FaultIn("f32[]", "1e39"), "C01 0");
  EXPECT_EQ(FaultIn("f64[]", "1.8e308"), "C01 0");
  EXPECT_EQ(FaultIn("c64[]", "(0, 1e39)"), "C01 4");
  EXPECT_EQ(FaultIn("s64[]", "18446744073709551615"), "C01 0");
}

TEST(ReadLiteral, ReportsWrongDepths) {
  EXPECT_EQ(FaultIn("f32[2,2]", "{1, 2}"), "C02 1");
  EXPECT_EQ(FaultIn("f32[2]", "{{1, 2}}"), "C02 1");
  EXPECT_EQ(FaultIn("f32[2]", "1"), "C02 0");
  EXPECT_EQ(FaultIn("f32[]", "{1}"), "C02 0");
  EXPECT_EQ(FaultIn("f32[4]", "{[0]: 5}"), "C02 1");  // sparse
  EXPECT_EQ(FaultIn("(f32[])", "1"), "C02 0");
}

TEST(ReadLiteral, ReportsWrongCountsWithThePathOfTheArray) {
  EXPECT_EQ(FaultIn("f32[2]", "{1, 2, 3}"), "C03 7");
  EXPECT_EQ(FaultIn("f32[1,2]", "{{1, 2}, {3, 4}}"), "C03 9");
  EXPECT_EQ(FaultIn("f32[2]", "{1}"), "C04 2");
  EXPECT_EQ(FaultIn("f32[2,3]", "{{1, 2, 3}, {4, 5}}"), "C04 17");
  EXPECT_EQ(text_testing::Messages(Constant("f32[2,3]", "{{1, 2, 3}, {4, 5}}")),
            "expects 3 elements in the [1]th element, but sees 2\n");
  EXPECT_EQ(FaultIn("(f32[], f32[])", "(1)"), "C04 2");
  EXPECT_EQ(FaultIn("(f32[])", "(1, 2)"), "C03 4");
}

TEST(ReadLiteral, ReportsWrongKinds) {
  EXPECT_EQ(FaultIn("s32[]", "1.5"), "C05 0");
  EXPECT_EQ(FaultIn("s32[]", "1e3"), "C05 0");
  EXPECT_EQ(FaultIn("f32[]", "true"), "C05 0");
  EXPECT_EQ(FaultIn("c64[]", "1"), "C05 0");
}

TEST(ReadLiteral, ReportsNansAndInfinitiesThatTheTypeDoesNotHave) {
  EXPECT_EQ(FaultIn("bf16[]", "nan(0x3ff)"), "C06 0");
  EXPECT_EQ(FaultIn("f32[]", "nan(0x0)"), "C06 0");
  EXPECT_EQ(FaultIn("f8e4m3fn[]", "nan(0x1)"), "C06 0");
  EXPECT_EQ(FaultIn("f8e4m3fn[]", "inf"), "C07 0");
  EXPECT_EQ(FaultIn("f4e2m1fn[]", "nan"), "C07 0");
}

TEST(ReadLiteral, RequiresCommasExceptBetweenRows) {
  EXPECT_EQ(FaultIn("f32[2]", "{1 2}"), "P01 3");
  EXPECT_EQ(FaultIn("f32[2]", "{1,,2}"), "P01 3");
  EXPECT_EQ(FaultIn("f32[2]", "{1,2,}"), "P01 5");
  EXPECT_EQ(FaultIn("f32[2]", "{,1,2}"), "P01 1");
  EXPECT_EQ(FaultIn("f32[1]", "{abc}"), "P01 1");
}

}  // namespace
}  // namespace hlo
