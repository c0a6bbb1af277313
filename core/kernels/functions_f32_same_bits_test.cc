// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdint>
#include <iterator>
#include <vector>

#include "core/base/bits.h"
#include "core/kernels/functions_f32_testing.h"
#include "core/kernels/targets.h"
#include "gtest/gtest.h"

// Hashes of the portable results over pseudo-random f32. The constants are the output of this code
// and do not test correctness (functions_f32_test.cc does); they ensure equal bits for all
// compilers and targets, natively and in WebAssembly. They change with an algorithm.

namespace hlo {
namespace {

// In the order of kUnarySubjects and of kBinarySubjects.
constexpr uint32_t kUnaryHashes[] = {
    0x3156c4a8, 0xc3ec2f54, 0x0021ba4c, 0xa64c5361, 0xb9a3c697, 0x421b4345, 0x32cfc1bc,
    0xffed9122, 0xb4de1696, 0xc8a979b8, 0xa2da169c, 0x74c5f82a, 0x730f8548, 0x715e06e1,
    0x0065a462, 0xd76dde09, 0xfabd2022, 0x2341ed63, 0x7bd3a230, 0xc56ceabf, 0x0b1c2cc7,
};
constexpr uint32_t kBinaryHashes[] = {0xc8de3b15, 0xf7c4713e};

static_assert(std::size(kUnaryHashes) == kUnaryFunctions, "a hash for each function");
static_assert(std::size(kBinaryHashes) == kBinaryFunctions, "a hash for each function");

// Half random bits, half magnitudes in 2^-8..2^8.
std::vector<float> Arguments(uint32_t state) {
  std::vector<float> arguments(20000);
  for (size_t i = 0; i < arguments.size(); ++i) {
    state = state * 1664525 + 1013904223;
    uint32_t bits = state ^ (state >> 15);
    if (i % 2 == 0) bits = (bits & 0x807fffff) | (119 + (bits >> 23 & 15)) << 23;
    arguments[i] = BitCast<float>(bits);
  }
  return arguments;
}

uint32_t Hash(const std::vector<float>& results) {
  uint32_t hash = 2166136261u;
  for (const float x : results) {
    hash = (hash ^ (std::isnan(x) ? 0x7fc00000 : BitCast<uint32_t>(x))) * 16777619u;
    hash ^= hash >> 15;
  }
  return hash;
}

TEST(SameBits, OfThePortableFunctionsOfF32OnEveryTarget) {
  const std::vector<float> a = Arguments(1), b = Arguments(2);
  std::vector<float> out(a.size());
  for (const std::string_view target : KernelTargets()) {
    ASSERT_TRUE(UseKernelTarget(target));
    for (size_t i = 0; i < kUnaryFunctions; ++i) {
      const UnarySubject& subject = kUnarySubjects[i];
      FindUnaryF32(subject.function, KernelMode::kPortable, ResultUse::kAsF32)(a.data(), a.size(),
                                                                               out.data());
      EXPECT_EQ(Hash(out), kUnaryHashes[i]) << subject.name() << " on " << target;
    }
    for (size_t i = 0; i < kBinaryFunctions; ++i) {
      const BinarySubject& subject = kBinarySubjects[i];
      FindBinaryF32(subject.function, KernelMode::kPortable, ResultUse::kAsF32)(
          a.data(), b.data(), a.size(), out.data());
      EXPECT_EQ(Hash(out), kBinaryHashes[i]) << subject.name() << " on " << target;
    }
  }
  UseKernelTarget("");
}

}  // namespace
}  // namespace hlo
