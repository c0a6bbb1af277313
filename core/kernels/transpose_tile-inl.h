// SPDX-License-Identifier: Apache-2.0
// Transposition in registers. Included only by the sources of kernels, once for each target.

#if defined(HLO_CORE_KERNELS_TRANSPOSE_TILE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HLO_CORE_KERNELS_TRANSPOSE_TILE_INL_H_
#undef HLO_CORE_KERNELS_TRANSPOSE_TILE_INL_H_
#else
#define HLO_CORE_KERNELS_TRANSPOSE_TILE_INL_H_
#endif

#include <cstdint>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hlo::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Elements of 16 bytes are moved as pairs of lanes.
template <int kBytes>
using LaneOf = hwy::UnsignedFromSize<kBytes == 16 ? 8 : kBytes>;

#if HWY_TARGET != HWY_SCALAR

// One vector of 16-byte blocks `step` bytes apart.
template <class D>
HWY_INLINE hn::Vec<D> LoadBlocks(D d, const uint8_t* from, int64_t step) {
  using T = hn::TFromD<D>;
  constexpr size_t kBlocks = HWY_MAX_LANES_D(D) * sizeof(T) / 16;
  if constexpr (kBlocks == 1) {
    return hn::LoadU(d, reinterpret_cast<const T*>(from));
  } else {
    const hn::Half<D> half;
    return hn::Combine(d, LoadBlocks(half, from + static_cast<int64_t>(kBlocks / 2) * step, step),
                       LoadBlocks(half, from, step));
  }
}

// Transposes a tile in registers: kSide = 16 / kBytes elements of as many lines as fill a vector,
// so that every output line gets a whole vector. Block b of vector i is read at line b * kSide + i;
// log2(kSide) rounds of interleaving transpose within the blocks.
template <int kBytes, class D>
HWY_INLINE void TransposeTile(D d, const uint8_t* from, int64_t from_step, uint8_t* to,
                              int64_t to_step) {
  constexpr size_t kSide = 16 / kBytes;
  hn::Vec<D> v[kSide], w[kSide];
  for (size_t i = 0; i < kSide; ++i) {
    v[i] = LoadBlocks(d, from + static_cast<int64_t>(i) * from_step,
                      from_step * static_cast<int64_t>(kSide));
  }
  for (size_t step = 1; step < kSide; step *= 2) {
    for (size_t i = 0; i < kSide / 2; ++i) {
      w[2 * i] = hn::InterleaveLower(d, v[i], v[i + kSide / 2]);
      w[2 * i + 1] = hn::InterleaveUpper(d, v[i], v[i + kSide / 2]);
    }
    for (size_t i = 0; i < kSide; ++i) v[i] = w[i];
  }
  for (size_t i = 0; i < kSide; ++i) {
    hn::StoreU(v[i], d, reinterpret_cast<hn::TFromD<D>*>(to + static_cast<int64_t>(i) * to_step));
  }
}

#endif  // HWY_TARGET != HWY_SCALAR

}  // namespace hlo::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
