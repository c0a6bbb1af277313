// SPDX-License-Identifier: Apache-2.0
#include "core/literal/json_numbers.h"

#include <gtest/gtest.h>

#include <string>

#include "core/literal/testing.h"
#include "core/types/number_text.h"

namespace hlo {
namespace {

TEST(PlainNumber, AgreesWithTheCompleteReader) {
  const ElementType types[] = {ElementType::kS4,  ElementType::kS64,      ElementType::kU64,
                               ElementType::kF16, ElementType::kBF16,     ElementType::kF32,
                               ElementType::kF64, ElementType::kF8E4M3FN, ElementType::kF8E8M0FNU};
  uint64_t state = 1;
  const auto next = [&] { return state = state * 6364136223846793005u + 1442695040888963407u; };
  int plain = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    const uint64_t digits = (next() >> 8) >> (next() >> 58);
    std::string text = (next() >> 63) ? "-" : "";
    text += std::to_string(digits);
    if (next() >> 62) text.insert(text.size() - next() % 2, ".");
    if (text.back() == '.') text += "5";
    if (next() >> 63) text += "e" + std::to_string(static_cast<int>(next() >> 59) - 16);
    for (ElementType type : types) {
      uint64_t fast = 0, full = 0;
      size_t position = 0;
      if (!ReadPlainNumber(type, text, position, reinterpret_cast<uint8_t*>(&fast))) continue;
      ++plain;
      EXPECT_EQ(position, text.size()) << text;
      ASSERT_TRUE(ParseElement(type, text, &full).ok()) << Name(type) << " " << text;
      EXPECT_EQ(fast, full) << Name(type) << " " << text;
    }
  }
  EXPECT_GT(plain, 20000);
}

}  // namespace
}  // namespace hlo
