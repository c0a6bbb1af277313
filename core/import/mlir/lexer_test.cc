// SPDX-License-Identifier: Apache-2.0
#include "core/import/mlir/lexer.h"

#include <gtest/gtest.h>

namespace hlo::mlir {
namespace {

std::string Tokens(std::string_view text) {
  std::string list;
  Lexer lexer(text, {0, static_cast<uint32_t>(text.size())});
  for (; lexer.token().kind != TokenKind::kEnd; lexer.Next()) {
    if (!list.empty()) list += " | ";
    list += lexer.text();
    if (lexer.token().kind == TokenKind::kBad) list += " BAD " + std::string(lexer.fault().code);
  }
  return list;
}

TEST(MlirLexer, CutsNamesWithTheirSigils) {
  EXPECT_EQ(Tokens("%5:2 = stablehlo.add %arg0#1, @\"a b\"::@c ^bb0 #stablehlo.dot !t.u"),
            "%5 | : | 2 | = | stablehlo.add | %arg0#1 | , | @\"a b\" | :: | @c | ^bb0 | "
            "#stablehlo.dot | !t.u");
}

TEST(MlirLexer, ArrowsEndNames) {
  EXPECT_EQ(Tokens("%a->%b (T)->U"), "%a | -> | %b | ( | T | ) | -> | U");
}

TEST(MlirLexer, NumbersNeedAPointForAnExponent) {
  EXPECT_EQ(Tokens("1.5e-3 0x1F -2 1. 1e5 0x"), "1.5e-3 | 0x1F | - | 2 | 1. | 1 | e5 | 0 | x");
}

TEST(MlirLexer, SkipsCommentsAndKnowsResources) {
  EXPECT_EQ(Tokens("a // b\n{-# c #-} ..."), "a | {-# | c | #-} | ...");
}

TEST(MlirLexer, NamesTheFaultOfABadToken) {
  EXPECT_EQ(Tokens("a ; \"x"), "a | ; BAD L01 | \" BAD L03 | x");
  EXPECT_EQ(Tokens("%"), "% BAD L01");
}

TEST(MlirLexer, UnescapesBytesAndReportsBadEscapes) {
  std::string bytes;
  size_t fault = 0;
  EXPECT_TRUE(UnescapeString("\"a\\22\\\\\\n\\00b\"", bytes));
  EXPECT_EQ(bytes, std::string("a\"\\\n\0b", 6));
  EXPECT_FALSE(UnescapeString("\"a\\q\"", bytes, &fault));
  EXPECT_EQ(fault, 2u);
}

TEST(MlirLexer, SkipsBalancedBracketsAndNotArrows) {
  EXPECT_EQ(SkipBalanced("<[(\">\")->{}]> x", 0), 13u);
  EXPECT_EQ(SkipBalanced("<(>)", 0), 0u);
  EXPECT_EQ(SkipBalanced("<<", 0), 0u);
}

TEST(MlirLexer, BracketsNestAtMostTwoHundredLevelsDeep) {
  uint32_t too_deep = 0;
  const std::string deepest = std::string(200, '[') + std::string(200, ']');
  EXPECT_EQ(SkipBalanced(deepest, 0, &too_deep), 400u);
  EXPECT_EQ(SkipBalanced("[" + deepest + "]", 0, &too_deep), 0u);
  EXPECT_EQ(too_deep, 200u);
}

TEST(MlirLexer, AByteOrderMarkIsABlank) {
  const Lexer lexer("\xEF\xBB\xBF module", {0, 10});
  EXPECT_EQ(lexer.text(), "module");
  EXPECT_EQ(lexer.token().begin, 4u);
}

}  // namespace
}  // namespace hlo::mlir
