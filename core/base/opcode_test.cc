// SPDX-License-Identifier: Apache-2.0
#include "hlo/opcode.h"

#include <string>

#include "gtest/gtest.h"

namespace hlo {
namespace {

constexpr std::string_view kIdentifiers[] = {
#define HLO_OPCODE(id, text) #id,
#include "hlo/opcode_list.def"
#undef HLO_OPCODE
};

// "kAllReduce" for "all-reduce".
std::string CamelCase(std::string_view name) {
  std::string identifier = "k";
  bool starts_word = true;
  for (const char c : name) {
    const bool is_lower = c >= 'a' && c <= 'z';
    if (c != '-') identifier += starts_word && is_lower ? static_cast<char>(c - 'a' + 'A') : c;
    starts_word = c == '-';
  }
  return identifier;
}

TEST(Opcode, HasItsNameInCamelCaseAsItsIdentifier) {
  for (size_t i = 0; i < kOpcodeCount; ++i) EXPECT_EQ(kIdentifiers[i], CamelCase(kOpcodeNames[i]));
}

TEST(Opcode, IsFoundByItsName) {
  EXPECT_EQ(FindOpcode("pad"), Opcode::kPad);
  EXPECT_EQ(OpcodeName(Opcode::kAllReduceStart), "all-reduce-start");
  for (size_t i = 0; i < kOpcodeCount; ++i) {
    EXPECT_EQ(FindOpcode(kOpcodeNames[i]), static_cast<Opcode>(i)) << kOpcodeNames[i];
  }
}

TEST(Opcode, IsNotFoundByAnythingElse) {
  for (const std::string_view name : kOpcodeNames) {
    const std::string text(name);
    EXPECT_EQ(FindOpcode(text + "x"), std::nullopt) << name;
    EXPECT_EQ(FindOpcode(" " + text), std::nullopt) << name;
    EXPECT_EQ(FindOpcode("K" + text.substr(1)), std::nullopt) << name;
  }
  EXPECT_EQ(FindOpcode(""), std::nullopt);
  EXPECT_EQ(FindOpcode("\xff\xff\xff"), std::nullopt);
}

}  // namespace
}  // namespace hlo
