// SPDX-License-Identifier: Apache-2.0
// Products of bfloat16, two per lane.
#include <algorithm>
#include <cstdint>

#include "core/kernels/matmul_tiles.h"

// AVX3_ZEN4: sums of such products in one instruction.
#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSE2 | HWY_SSSE3 | HWY_AVX3_SPR | HWY_ALL_SVE)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/matmul_bf16.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// After foreach_target.h.
#include "core/kernels/matmul_tiles-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hlo::kernels::HWY_NAMESPACE {

#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3_ZEN4
// An element is a pair, whose bits are only loaded and stored. The instruction adds its products
// one after the other, rounded like any sum, but takes numbers below the normal range as 0.
struct BF16Products {
  using Element = float;
  static constexpr int kRowSteps = 3;
  static constexpr int kVectors = 2;
  template <class V>
  static HWY_INLINE V MultiplyAdd(V a, V b, V sum) {
    const hn::DFromV<V> d;
    const hn::Repartition<hwy::bfloat16_t, decltype(d)> pairs;
    V rest = hn::Zero(d);  // stays zero: lanes add both of their products
    return hn::ReorderWidenMulAccumulate(d, hn::BitCast(pairs, a), hn::BitCast(pairs, b), sum,
                                         rest);
  }
};
#endif

const MatmulTiles* ChooseBF16Tiles() {
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3_ZEN4
  static constexpr MatmulTiles kTiles = Tiles<BF16Products>();
  return &kTiles;
#else
  return nullptr;
#endif
}

uint16_t SmallestMagnitude(const uint16_t* elements, int64_t count) {
  const hn::ScalableTag<uint16_t> d;
  constexpr int64_t kLanes = hn::MaxLanes(d);
  const auto magnitude = [&](auto x) HWY_ATTR {
    const auto bits = hn::And(x, hn::Set(d, 0x7FFF));
    return hn::IfThenElse(hn::Eq(bits, hn::Zero(d)), hn::Set(d, 0x7FFF), bits);
  };
  auto smallest = hn::Set(d, uint16_t{0x7FFF});
  int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    smallest = hn::Min(smallest, magnitude(hn::LoadU(d, elements + i)));
  }
  smallest = hn::Min(smallest, magnitude(hn::LoadN(d, elements + i, count - i)));
  return hn::ReduceMin(d, smallest);
}

}  // namespace hlo::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hlo::kernels {

HWY_EXPORT(ChooseBF16Tiles);
HWY_EXPORT(SmallestMagnitude);

const MatmulTiles* BF16Tiles() { return HWY_DYNAMIC_DISPATCH(ChooseBF16Tiles)(); }

bool SumsStayNormal(const uint16_t* left, int64_t left_count, const uint16_t* right,
                    int64_t right_count) {
  const auto smallest = HWY_DYNAMIC_DISPATCH(SmallestMagnitude);
  // Sums are multiples of the product of the last places of the two smallest numbers.
  const auto last_place = [](uint16_t magnitude) { return (magnitude >> 7) - 127 - 7; };
  const uint16_t a = smallest(left, left_count), b = smallest(right, right_count);
  return a >= 0x80 && b >= 0x80 && last_place(a) + last_place(b) >= -126;
}

}  // namespace hlo::kernels
#endif
