// SPDX-License-Identifier: Apache-2.0
// Products of short integers, several per lane.
#include <cstdint>

#include "core/kernels/matmul_tiles.h"

// Only this file benefits from AVX3_DL over AVX3: sums of such products in one instruction.
#define HWY_WANT_AVX3_DL
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/matmul_short.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// After foreach_target.h.
#include "core/kernels/matmul_tiles-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hlo::kernels::HWY_NAMESPACE {

// Two products of int16_t in each 32 bits; if they are not added by the instruction, they need
// separate registers.
struct PairProducts {
  using Element = int32_t;
  // NOLINTNEXTLINE(misc-redundant-expression): for one of the targets
  static constexpr int kRowSteps = HWY_TARGET <= HWY_AVX3_DL ? 3 : kHas32Registers ? 2 : 1;
  static constexpr int kVectors = 2;
  template <class V>
  static HWY_INLINE V MultiplyAdd(V a, V b, V sum) {
    const hn::DFromV<V> d;
#if HWY_TARGET == HWY_SCALAR
    const auto low = [](V x) { return int32_t{static_cast<int16_t>(hn::GetLane(x))}; };
    const auto high = [](V x) { return hn::GetLane(x) >> 16; };
    const auto product = [](int32_t x, int32_t y) { return static_cast<uint32_t>(x * y); };
    const uint32_t both = product(low(a), low(b)) + product(high(a), high(b));
    return hn::Add(sum, hn::Set(d, static_cast<int32_t>(both)));
#elif HWY_TARGET <= HWY_AVX3_DL
    const hn::Repartition<int16_t, decltype(d)> d16;
    V rest = hn::Zero(d);  // stays zero: lanes add both of their products
    return hn::ReorderWidenMulAccumulate(d, hn::BitCast(d16, a), hn::BitCast(d16, b), sum, rest);
#else
    const hn::Repartition<int16_t, decltype(d)> d16;
    return hn::Add(sum, hn::WidenMulPairwiseAdd(d, hn::BitCast(d16, a), hn::BitCast(d16, b)));
#endif
  }
};

#if HWY_TARGET <= HWY_AVX3_DL
// Four products of uint8_t and int8_t.
struct QuadProducts {
  using Element = int32_t;
  static constexpr int kRowSteps = 3;
  static constexpr int kVectors = 2;
  template <class V>
  static HWY_INLINE V MultiplyAdd(V a, V b, V sum) {
    const hn::DFromV<V> d;
    const hn::Repartition<uint8_t, decltype(d)> d_left;
    const hn::Repartition<int8_t, decltype(d)> d_right;
    return hn::SumOfMulQuadAccumulate(d, hn::BitCast(d_left, a), hn::BitCast(d_right, b), sum);
  }
};
#endif

const MatmulTiles* ChooseShortTiles(MatmulType type) {
  static constexpr MatmulTiles kPairs = Tiles<PairProducts>();
  if (type == MatmulType::kPairs) return &kPairs;
#if HWY_TARGET <= HWY_AVX3_DL
  static constexpr MatmulTiles kQuads = Tiles<QuadProducts>();
  return &kQuads;
#else
  return nullptr;
#endif
}

void AddToQuads(const int32_t* from, size_t count, int32_t* to) {
  const hn::ScalableTag<int32_t> d;
  const auto flip = hn::Set(d, static_cast<int32_t>(0x80808080));
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    hn::StoreU(hn::Xor(hn::LoadU(d, from + i), flip), d, to + i);
  }
  hn::StoreN(hn::Xor(hn::LoadN(d, from + i, count - i), flip), d, to + i, count - i);
}

void SumColumns(const int8_t* matrix, int64_t stride, int64_t places, int64_t columns,
                int32_t* starts) {
  const auto run = [&](auto d, int64_t first) HWY_ATTR {
    const hn::Rebind<int8_t, decltype(d)> bytes;
    for (; first + static_cast<int64_t>(hn::MaxLanes(d)) <= columns; first += hn::MaxLanes(d)) {
      auto sum = hn::Zero(d);
      for (int64_t k = 0; k < places; ++k) {
        sum = hn::Add(sum, hn::PromoteTo(d, hn::LoadU(bytes, matrix + k * stride + first)));
      }
      hn::StoreU(hn::Neg(hn::ShiftLeft<7>(sum)), d, starts + first);
    }
    return first;
  };
  run(hn::CappedTag<int32_t, 1>(), run(hn::ScalableTag<int32_t>(), 0));
}

}  // namespace hlo::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hlo::kernels {

HWY_EXPORT(ChooseShortTiles);
HWY_EXPORT(AddToQuads);
HWY_EXPORT(SumColumns);

const MatmulTiles* ShortTiles(MatmulType type) {
  return HWY_DYNAMIC_DISPATCH(ChooseShortTiles)(type);
}

void MakeUnsignedQuads(const void* from, size_t count, void* to) {
  HWY_DYNAMIC_DISPATCH(AddToQuads)
  (static_cast<const int32_t*>(from), count, static_cast<int32_t*>(to));
}

void StartsOfColumns(const int8_t* matrix, int64_t stride, int64_t places, int64_t columns,
                     int32_t* starts) {
  HWY_DYNAMIC_DISPATCH(SumColumns)(matrix, stride, places, columns, starts);
}

}  // namespace hlo::kernels
#endif
