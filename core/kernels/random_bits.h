// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_RANDOM_BITS_H_
#define HLO_CORE_KERNELS_RANDOM_BITS_H_

#include <array>
#include <cstdint>

// Counter-based generators: random words as a function of a counter and a key. J. Salmon et al.,
// "Parallel random numbers: as easy as 1, 2, 3", SC 2011; constants as in ops reference 13.3.
namespace hlo {

inline uint32_t LowWord(uint64_t x) { return static_cast<uint32_t>(x); }
inline uint32_t HighWord(uint64_t x) { return static_cast<uint32_t>(x >> 32); }

// Threefry-2x32 with 20 rounds. Word 0 comes first.
inline std::array<uint32_t, 2> Threefry2x32(uint64_t counter, uint64_t key) {
  constexpr int kRotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  const uint32_t k0 = LowWord(key);
  const uint32_t k1 = HighWord(key);
  const uint32_t schedule[3] = {k0, k1, 0x1BD11BDAu ^ k0 ^ k1};
  uint32_t x0 = LowWord(counter) + k0;
  uint32_t x1 = HighWord(counter) + k1;
  for (uint32_t group = 0; group < 5; ++group) {
    for (const int rotation : kRotations[group % 2]) {
      x0 += x1;
      x1 = (x1 << rotation | x1 >> (32 - rotation)) ^ x0;
    }
    x0 += schedule[(group + 1) % 3];
    x1 += schedule[(group + 2) % 3] + group + 1;
  }
  return {x0, x1};
}

// Philox-4x32 with 10 rounds, of the 128-bit counter high:low.
inline std::array<uint32_t, 4> Philox4x32(uint64_t low, uint64_t high, uint64_t key) {
  uint32_t x0 = LowWord(low), x1 = HighWord(low), x2 = LowWord(high), x3 = HighWord(high);
  uint32_t k0 = LowWord(key);
  uint32_t k1 = HighWord(key);
  for (int round = 0; round < 10; ++round) {
    const uint64_t p = uint64_t{x0} * 0xD2511F53u;
    const uint64_t q = uint64_t{x2} * 0xCD9E8D57u;
    x0 = HighWord(q) ^ x1 ^ k0;
    x1 = LowWord(q);
    x2 = HighWord(p) ^ x3 ^ k1;
    x3 = LowWord(p);
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  return {x0, x1, x2, x3};
}

}  // namespace hlo

#endif  // HLO_CORE_KERNELS_RANDOM_BITS_H_
