// SPDX-License-Identifier: Apache-2.0
// Products of floats.
#include "core/kernels/matmul_tiles.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/matmul_tiles.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// After foreach_target.h.
#include "core/kernels/matmul_tiles-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hlo::kernels::HWY_NAMESPACE {

template <class T, bool kFuse>
struct FloatProducts {
  using Element = T;
  static constexpr int kRowSteps = kHas32Registers ? 3 : 1;
  static constexpr int kVectors = HWY_TARGET == HWY_AVX2 ? 3 : 2;
  template <class V>
  static HWY_INLINE V MultiplyAdd(V a, V b, V sum) {
    if constexpr (kFuse) {
      return hn::MulAdd(a, b, sum);
    } else {
      return hn::Add(hn::Mul(a, b), sum);
    }
  }
};

const MatmulTiles& ChooseFloatTiles(MatmulType type, bool fuse) {
  constexpr bool kCanFuse = HWY_NATIVE_FMA != 0;
  static constexpr MatmulTiles kF32[] = {Tiles<FloatProducts<float, false>>(),
                                         Tiles<FloatProducts<float, kCanFuse>>()};
  static constexpr MatmulTiles kF64[] = {Tiles<FloatProducts<double, false>>(),
                                         Tiles<FloatProducts<double, kCanFuse>>()};
  return type == MatmulType::kF32 ? kF32[fuse] : kF64[fuse];
}

}  // namespace hlo::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hlo::kernels {

HWY_EXPORT(ChooseFloatTiles);

const MatmulTiles& FloatTiles(MatmulType type, bool fuse) {
  return HWY_DYNAMIC_DISPATCH(ChooseFloatTiles)(type, fuse);
}

}  // namespace hlo::kernels
#endif
