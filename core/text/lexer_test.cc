// SPDX-License-Identifier: Apache-2.0
// hlo-text reference, section 2.
#include "core/text/lexer.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace hlo {
namespace {

// The tokens of the text, separated by blanks: "N:%a", with a letter for the kind.
std::string Tokens(std::string_view text) {
  static constexpr std::string_view kLetters = "eBNWidSLsp\"";  // in the order of TokenKind
  std::string list;
  Lexer lexer(text);
  for (; lexer.token().kind != TokenKind::kEnd; lexer.Next()) {
    if (!list.empty()) list += ' ';
    const auto kind = static_cast<size_t>(lexer.token().kind);
    list += kind < kLetters.size() ? kLetters[kind] : '.';
    list += std::string(":").append(lexer.Text());
  }
  return list;
}

TEST(Lexer, ReadsNamesAndWords) {
  EXPECT_EQ(Tokens("%add.936 add.936 custom-call _x"), "N:%add.936 W:add.936 W:custom-call W:_x");
  EXPECT_EQ(Tokens("x-> a->b"), "W:x .:-> W:a .:-> W:b");
}

TEST(Lexer, ReadsPunctuation) {
  EXPECT_EQ(Tokens("= , : * [ ] { } ( ) ? # + ~ -> <= ..."),
            ".:= .:, .:: .:* .:[ .:] .:{ .:} .:( .:) .:? .:# .:+ .:~ .:-> .:<= .:...");
}

TEST(Lexer, PrefersTheLongestKindOfNumber) {
  EXPECT_EQ(Tokens("0 -42 18446744073709551615"), "i:0 i:-42 i:18446744073709551615");
  EXPECT_EQ(Tokens("1. 1.5 .5 3e+2 -1e-9 1.5E-3"), "d:1. d:1.5 d:.5 d:3e+2 d:-1e-9 d:1.5E-3");
  EXPECT_EQ(Tokens("-inf -nan -nan(0x7f)"), "S:-inf S:-nan S:-nan(0x7f)");
  EXPECT_EQ(Tokens("2x3 3x3x1"), "s:2x3 s:3x3x1");
  EXPECT_EQ(Tokens("0_1 1_1x2_-1 0_0_1x1_1_0"), "p:0_1 p:1_1x2_-1 p:0_0_1x1_1_0");
}

TEST(Lexer, ReadsDimensionLabelsWhereAWordCouldStart) {
  EXPECT_EQ(Tokens("b01f_01io->b01f"), "L:b01f_01io->b01f");
  EXPECT_EQ(Tokens("01bf_io01->f01b"), "L:01bf_io01->f01b");
  EXPECT_EQ(Tokens("bf_io->bf"), "L:bf_io->bf");
  EXPECT_EQ(Tokens("?01f_01i?->?01f"), "L:?01f_01i?->?01f");
  EXPECT_EQ(Tokens("broadcast_in_dim bf16"), "W:broadcast_in_dim W:bf16");
}

TEST(Lexer, SkipsBlanksAndComments) {
  EXPECT_EQ(Tokens("a/* b \n c */d // e\rf // g\r\nh"), "W:a W:d W:f W:h");
  EXPECT_EQ(Tokens("\t\v\f a"), "W:a");
}

TEST(Lexer, ReadsMultilineStringsInBothKindsOfQuotes) {
  EXPECT_EQ(Tokens("\"foo\\\"bar\" 'a\"b'"), "\":\"foo\\\"bar\" \":'a\"b'");
  EXPECT_EQ(Tokens("\"a\nb\""), "\":\"a\nb\"");
}

std::string FaultOf(std::string_view text) {
  Lexer lexer(text);
  while (lexer.token().kind != TokenKind::kBad && lexer.token().kind != TokenKind::kEnd) {
    lexer.Next();
  }
  if (lexer.token().kind == TokenKind::kEnd) return "none";
  const LexFault fault = lexer.fault();
  return fault.code + " " + std::to_string(fault.span.begin) + "-" + std::to_string(fault.span.end);
}

TEST(Lexer, ExplainsBadTokens) {
  EXPECT_EQ(FaultOf("a $"), "L01 2-3");
  EXPECT_EQ(FaultOf("a \xc3\xa9"), "L01 2-3");
  EXPECT_EQ(FaultOf("% x"), "L01 0-1");
  EXPECT_EQ(FaultOf("a /* b"), "L02 2-4");
  EXPECT_EQ(FaultOf("a \"b"), "L03 2-3");
  EXPECT_EQ(FaultOf("18446744073709551616"), "L05 0-20");
  EXPECT_EQ(FaultOf("-9223372036854775809"), "L05 0-20");
  EXPECT_EQ(FaultOf("-9223372036854775808"), "none");
  EXPECT_EQ(FaultOf("\"\xc3\xa9\" /* \xc3\xa9 */"), "none");
}

}  // namespace
}  // namespace hlo
