// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/functions_f32_groups.h"

// exp, tanh and erf in lanes of f32.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/functions_f32_exponential.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// After foreach_target.h.
#include "core/kernels/exponential_lanes-inl.h"
#include "core/kernels/function_lanes-inl.h"
#include "core/kernels/piecewise_lanes-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hlo::HWY_NAMESPACE {

#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86
template <class P>
static void MapExp(const float* in, size_t n, float* out) {
  MapInF32<ExpLanes<P, false>>(in, n, out);
}
#else
// Also fetches the elements: see FetchLines.
static bool AllNear(const float* in, size_t n) {
  const hn::ScalableTag<float> d;
  const hn::RebindToSigned<decltype(d)> di;
  const auto mask = hn::Set(di, 0x7FFFFFFF);
  const size_t whole = n - n % kStep;
  auto first = hn::Zero(di), second = first;  // largest magnitudes as integers: NaN is largest
  for (size_t i = 0; i < whole; i += kStep) {
    first = hn::Max(first, hn::And(mask, hn::BitCast(di, hn::LoadU(d, in + i))));
    second = hn::Max(second, hn::And(mask, hn::BitCast(di, hn::LoadU(d, in + i + kLanes))));
  }
  const auto most = hn::BitCast(di, hn::Set(d, kNear));
  bool near = hn::AllTrue(di, hn::Le(hn::Max(first, second), most));
  for (size_t i = whole; i < n; ++i) near = near && -kNear <= in[i] && in[i] <= kNear;
  return near;
}

template <class P>
static void MapExp(const float* in, size_t n, float* out) {
  constexpr size_t kMax = HWY_MAX(kFetched, 256);  // with fewer, the check costs too much
  for (size_t i = 0; i < n; i += kMax) {
    const size_t count = HWY_MIN(kMax, n - i);
    const UnaryF32Fn steps = AllNear(in + i, count) ? &StepsInF32<ExpLanes<P, true>, true>
                                                    : &StepsInF32<ExpLanes<P, false>>;
    MapBlock(steps, in + i, count, out + i);
  }
}
#endif

// Without fetching lines, because looking up the rows of a block reads ahead enough.
template <class P>
static void MapTanh(const float* in, size_t n, float* out) {
  MapBlock(&StepsByRows<TanhLanes<P>>, in, n, out);
}

template <class P>
static void MapErf(const float* in, size_t n, float* out) {
  FetchAndMap(&StepsByRows<PiecewiseLanes<kPiecewiseErf, P>>, in, n, out);
}

template <class P>
static UnaryF32Fn Find(Opcode function) {
  switch (function) {
#define HLO_EXPONENTIAL_FUNCTION(opcode, Name, blocks) \
  case Opcode::opcode:                                 \
    return &Map##Name<P>;
#include "core/kernels/elementary_functions.def"
    default:
      return nullptr;
  }
}

static UnaryF32Fn FindExponential(Opcode function, KernelMode mode) {
  if (mode == KernelMode::kFast) return Find<Fast>(function);
  return Find<Portable>(function);
}

}  // namespace hlo::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hlo {

HWY_EXPORT(FindExponential);

UnaryF32Fn FindExponentialF32(Opcode function, KernelMode mode) {
  // The plain path is the portable version on the baseline target.
  if (mode == KernelMode::kPlain) return HWY_STATIC_DISPATCH(FindExponential)(function, mode);
  return HWY_DYNAMIC_DISPATCH(FindExponential)(function, mode);
}

}  // namespace hlo
#endif  // HWY_ONCE
