// SPDX-License-Identifier: Apache-2.0
// rng-bit-generator: ops reference 13.3 and its examples. The known answers of the generators come
// from Random123's kat_vectors.
#include <gtest/gtest.h>

#include "core/kernels/random_bits.h"
#include "core/ops/testing.h"

namespace hlo {
namespace {

using namespace op_testing;
using Codes = std::vector<uint64_t>;

struct Drawn {
  Codes state, bits;
};

Drawn Draw(std::string_view algorithm, const Codes& state, std::string_view bits) {
  const std::string state_shape = "u64[" + std::to_string(state.size()) + "]";
  const Literal got = OpCall("rng-bit-generator")
                          .Operand(Bits(state_shape, state))
                          .SetWord(Attr::algorithm, algorithm)
                          .Declare("(" + state_shape + ", " + std::string(bits) + ")")
                          .Value();
  if (got.elements().size() != 2) return {};
  return {CodesOf(got.elements()[0]), CodesOf(got.elements()[1])};
}

TEST(RandomBits, MatchKnownAnswersOfThreefry) {
  EXPECT_EQ(Threefry2x32(0, 0), (std::array<uint32_t, 2>{0x6b200159, 0x99ba4efe}));
  EXPECT_EQ(Threefry2x32(~uint64_t{0}, ~uint64_t{0}),
            (std::array<uint32_t, 2>{0x1cb996fc, 0xbb002be7}));
}

TEST(RandomBits, MatchKnownAnswersOfPhilox) {
  EXPECT_EQ(Philox4x32(0, 0, 0),
            (std::array<uint32_t, 4>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  const uint64_t ones = ~uint64_t{0};
  EXPECT_EQ(Philox4x32(ones, ones, ones),
            (std::array<uint32_t, 4>{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
}

TEST(RngBitGenerator, DrawsDoubleWordsByThreefry) {
  const Drawn got = Draw("rng_three_fry", {1, 2}, "u64[2,2]");
  EXPECT_EQ(got.bits, (Codes{9236835810183407956u, 16087790271692313299u, 18212823393184779219u,
                             2658481902456610144u}));
  EXPECT_EQ(got.state, (Codes{1, 6}));
}

TEST(RngBitGenerator, PairsWordsAlongOneDimensionByThreefry) {
  Drawn got = Draw("rng_three_fry", {1, 2}, "u32[4]");
  EXPECT_EQ(got.bits, (Codes{43444564, 2150618427, 3979645651, 3745730563}));
  EXPECT_EQ(got.state, (Codes{1, 4}));
  got = Draw("rng_three_fry", {1, 2}, "u32[3]");
  EXPECT_EQ(got.bits, (Codes{43444564, 2150618427, 3979645651}));
  EXPECT_EQ(got.state, (Codes{1, 4}));
  got = Draw("rng_three_fry", {1, 2}, "u32[]");
  EXPECT_EQ(got.bits, (Codes{43444564}));
  EXPECT_EQ(got.state, (Codes{1, 3}));
  got = Draw("rng_three_fry", {1, 2}, "u32[2,3]");
  EXPECT_EQ(got.bits,
            (Codes{43444564, 3979645651, 1672743891, 2150618427, 3745730563, 4240503393}));
  EXPECT_EQ(got.state, (Codes{1, 5}));
}

TEST(RngBitGenerator, DrawsByPhilox) {
  Drawn got = Draw("rng_philox", {1, 2}, "u32[4]");
  EXPECT_EQ(got.bits, (Codes{2100602697, 2847456232, 2074354647, 800269529}));
  EXPECT_EQ(got.state, (Codes{1, 3}));
  got = Draw("rng_default", {1, 2, 3}, "u32[5]");
  EXPECT_EQ(got.bits, (Codes{4031113034, 1366700262, 495645701, 3051723414, 89414891}));
  EXPECT_EQ(got.state, (Codes{1, 4, 3}));
  got = Draw("rng_philox", {1, 2}, "u64[2]");
  EXPECT_EQ(got.bits, (Codes{12229731395331991369u, 3437131457114678231u}));
  EXPECT_EQ(got.state, (Codes{1, 3}));
}

TEST(RngBitGenerator, CarriesIntoTheHighHalfOnlyIfItIsInTheState) {
  EXPECT_EQ(Draw("rng_philox", {1, ~uint64_t{0}, 3}, "u32[8]").state, (Codes{1, 1, 4}));
  EXPECT_EQ(Draw("rng_philox", {1, ~uint64_t{0}}, "u32[8]").state, (Codes{1, 1}));
  EXPECT_EQ(Draw("rng_three_fry", {1, ~uint64_t{0}}, "u64[2]").state, (Codes{1, 1}));
}

TEST(RngBitGenerator, KeepsTheLowBitsForNarrowTypes) {
  // 2100602697 = 0x7d34a749, 2847456232 = 0xa9b8bbe8.
  EXPECT_EQ(Draw("rng_philox", {1, 2}, "u8[2]").bits, (Codes{0x49, 0xe8}));
  EXPECT_EQ(Draw("rng_philox", {1, 2}, "s16[2]").bits, (Codes{0xa749, 0xbbe8}));
  EXPECT_EQ(Draw("rng_philox", {1, 2}, "s4[2]").bits, (Codes{0xf9, 0xf8}));
  EXPECT_EQ(Draw("rng_philox", {1, 2}, "u2[2]").bits, (Codes{1, 0}));
}

TEST(RngBitGenerator, KeepsTheStateForNoElements) {
  for (const std::string_view algorithm : {"rng_default", "rng_three_fry"}) {
    const Drawn got = Draw(algorithm, {1, 2}, "u32[3,0]");
    EXPECT_EQ(got.state, (Codes{1, 2}));
    EXPECT_TRUE(got.bits.empty());
  }
}

TEST(RngBitGenerator, DoesNotChangeAStateThatIsUsedAgain) {
  const Literal state = Bits("u64[2]", {1, 2});
  OpCall("rng-bit-generator")
      .Operand(state)
      .SetWord(Attr::algorithm, "rng_philox")
      .Declare("(u64[2], u32[4])")
      .Value();
  EXPECT_EQ(CodesOf(state), (Codes{1, 2}));
}

TEST(RngBitGenerator, RejectsBrokenRules) {
  const auto rejection = [](std::string_view algorithm, std::string_view state,
                            std::string_view result) {
    return OpCall("rng-bit-generator")
        .OperandShape(state)
        .SetWord(Attr::algorithm, algorithm)
        .Declare(result)
        .Rejection();
  };
  EXPECT_EQ(rejection("rng_three_fry", "u64[3]", "(u64[3], u32[])"),
            "rng-bit-generator.C1: `rng-bit-generator`: the state must be u64[2], got u64[3]");
  EXPECT_EQ(
      rejection("rng_default", "u32[4]", "(u32[4], u32[])"),
      "rng-bit-generator.C1: `rng-bit-generator`: the state must be u64[2] or u64[3], got u32[4]");
  EXPECT_EQ(rejection("rng_philox", "u64[2]", "(u64[2], f32[])"),
            "rng-bit-generator.C2: `rng-bit-generator`: the element type must be an integer type, "
            "got f32");
  EXPECT_EQ(rejection("rng_philox", "u64[2]", "(u64[3], u32[])"),
            "rng-bit-generator.C3: `rng-bit-generator`: result element 0 must be u64[2] like the "
            "state, got u64[3]");
  EXPECT_EQ(rejection("rng_philox", "u64[2]", "u32[4]"),
            "rng-bit-generator.C3: `rng-bit-generator`: the result must be a tuple (state, bits), "
            "got u32[4]");
}

}  // namespace
}  // namespace hlo
