// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/chain.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "core/base/blocks.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/chain.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// After foreach_target.h.
#include "core/kernels/exponential_lanes-inl.h"
#include "core/kernels/for_each_of-inl.h"
#include "core/kernels/function_lanes-inl.h"
#include "core/kernels/piecewise_lanes-inl.h"
#include "core/kernels/target_traits-inl.h"
#include "hwy/cache_control.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hlo {
namespace HWY_NAMESPACE {
namespace {

// Whether functions are inlined into the loop, with values in registers, or in memory.
#undef HLO_INLINE_FUNCTIONS
#define HLO_INLINE_FUNCTIONS ((HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3) || HWY_ARCH_ARM_A64)
#undef HLO_INLINE_FUNCTIONS_OF_MEMORY
#define HLO_INLINE_FUNCTIONS_OF_MEMORY (HWY_TARGET == HWY_AVX2 || HWY_ARCH_WASM)

// Vectors processed together, half of the registers, to amortize the dispatch of a step.
template <bool kFunctions>
constexpr int kVectors = kHas32Registers && !kFunctions ? 16 : 8;
constexpr int kFewVectors = 4;  // for the remainder of sixteen

// Chains up to this length are faster in small tiles if their arrays are not in the cache: sixteen
// vectors of several arrays are more cache lines than processors request at once.
constexpr size_t kShortChain = 14;

// NaN wins, and -0 < +0: see binary::Maximum (elementwise_binary_functions.h).
struct Maximum {
  template <class D, class V>
  static HWY_INLINE V Apply(D d, V a, V b) {
    const V larger = hn::IfThenElse(hn::Gt(a, b), a, b);
    const V other = hn::IfThenElse(hn::Gt(b, a), b, a);
    return hn::IfThenElse(hn::Or(hn::IsNaN(a), hn::IsNaN(b)), hn::NaN(d), hn::And(larger, other));
  }
};
struct Minimum {
  template <class D, class V>
  static HWY_INLINE V Apply(D d, V a, V b) {
    const V smaller = hn::IfThenElse(hn::Lt(a, b), a, b);
    const V other = hn::IfThenElse(hn::Lt(b, a), b, a);
    return hn::IfThenElse(hn::Or(hn::IsNaN(a), hn::IsNaN(b)), hn::NaN(d), hn::Or(smaller, other));
  }
};
struct Add {
  template <class D, class V>
  static HWY_INLINE V Apply(D, V a, V b) {
    return hn::Add(a, b);
  }
};
struct Subtract {
  template <class D, class V>
  static HWY_INLINE V Apply(D, V a, V b) {
    return hn::Sub(a, b);
  }
};
struct SubtractFrom {
  template <class D, class V>
  static HWY_INLINE V Apply(D, V a, V b) {
    return hn::Sub(b, a);
  }
};
struct Multiply {
  template <class D, class V>
  static HWY_INLINE V Apply(D, V a, V b) {
    return hn::Mul(a, b);
  }
};
struct Divide {
  template <class D, class V>
  static HWY_INLINE V Apply(D d, V a, V b) {
    return Quotient(d, a, b);
  }
};
struct DivideInto {
  template <class D, class V>
  static HWY_INLINE V Apply(D d, V a, V b) {
    return Quotient(d, b, a);
  }
};

// Lanes [i, i + N * kVectors) of a block. kNonTemporal: results are stored past the cache, which
// must be aligned to vectors.
template <class D, int kVectors, bool kNonTemporal = false>
class WholeTile {
 public:
  static constexpr int kCount = kVectors;
  explicit WholeTile(size_t i) : i_(i) {}
  // The first lane of a block; the others are addressed relative to it.
  template <class T>
  HWY_INLINE T* Begin(T* block) const {
    T* begin = block + i_;
    asm("" : "+r"(begin));  // keeps g++ from storing the address of each vector for all blocks
    return begin;
  }
  static HWY_INLINE hn::Vec<D> Load(D d, const float* begin, size_t k) {
    return hn::LoadU(d, begin + k * hn::MaxLanes(d));
  }
  static HWY_INLINE void Store(D d, hn::Vec<D> v, float* begin, size_t k) {
    if constexpr (kNonTemporal) {
      hn::Stream(v, d, begin + k * hn::MaxLanes(d));
    } else {
      hn::StoreU(v, d, begin + k * hn::MaxLanes(d));
    }
  }
  static HWY_INLINE void Prefetch(const float* begin) {
    constexpr size_t kLine = 16;  // elements of a cache line
    for (size_t k = 0; k < kVectors * hn::MaxLanes(D()); k += kLine) hwy::Prefetch(begin + k);
  }

 private:
  size_t i_;
};

// Lanes [i, i + n), at most a vector.
template <class D>
class PartTile {
 public:
  static constexpr int kCount = 1;
  PartTile(size_t i, size_t n) : i_(i), n_(n) {}
  template <class T>
  HWY_INLINE T* Begin(T* block) const {
    return block + i_;
  }
  HWY_INLINE hn::Vec<D> Load(D d, const float* begin, size_t) const {
    return hn::LoadN(d, begin, n_);
  }
  HWY_INLINE void Store(D d, hn::Vec<D> v, float* begin, size_t) const {
    hn::StoreN(v, d, begin, n_);
  }
  void Prefetch(const float*) const {}

 private:
  size_t i_, n_;
};

#if HWY_NATIVE_FMA
// v / b, correctly rounded, without the division unit: the quotient by RN(1 / b), corrected by its
// remainder (Brisebarre, Muller and Raina, Accelerating correctly rounded floating-point division
// when the divisor is known in advance, 2004). Requires values away from the limits of the f32
// range: otherwise, and for zeros, infinities, and NaN, returns false and does nothing.
template <int kCount, class D>
HWY_INLINE bool DivideByOne(D d, float b, hn::Vec<D>* HWY_RESTRICT v) {
  if (!(0x1p-60f <= std::abs(b) && std::abs(b) <= 0x1p60f)) return false;
  // Tests for magnitudes in [2^-64, 2^64): after subtracting the bits of 2^-64, bit 30 is clear for
  // these numbers of either sign and set for all others.
  const hn::RebindToUnsigned<D> du;
  const auto least = hn::BitCast(du, hn::Set(d, 0x1p-64f));
  const auto above = [&](size_t k) HWY_ATTR { return hn::Sub(hn::BitCast(du, v[k]), least); };
  auto bits = above(0);
  size_t next = 1;
  for (; next + 2 <= kCount; next += 2) bits = hn::Or3(bits, above(next), above(next + 1));
  if (next < kCount) bits = hn::Or(bits, above(next));
  if (!hn::AllTrue(du, hn::Eq(hn::And(bits, hn::Set(du, 1u << 30)), hn::Zero(du)))) return false;
  const hn::Vec<D> divisor = hn::Set(d, b);
  const hn::Vec<D> inverse = hn::Set(d, 1 / b);
  for (size_t k = 0; k < kCount; ++k) {
    const hn::Vec<D> quotient = hn::Mul(v[k], inverse);
    const hn::Vec<D> remainder = hn::NegMulAdd(quotient, divisor, v[k]);
    v[k] = hn::MulAdd(remainder, inverse, quotient);
  }
  return true;
}
#else
template <int kCount, class D>
HWY_INLINE bool DivideByOne(D, float, hn::Vec<D>*) {
  return false;
}
#endif

template <class F, ChainStep::Operand kOperand, class D, class Tile>
HWY_INLINE void ApplyStep(D d, const Tile& tile, const ChainStep& step, uint8_t* const* registers,
                          hn::Vec<D>* HWY_RESTRICT v) {
  constexpr int kCount = Tile::kCount;
  if constexpr (kOperand == ChainStep::Operand::kValue) {
    ForEachOf<kCount>([&](auto k) HLO_INLINED { v[k] = F::Apply(d, v[k], v[k]); });
    return;
  }
  const auto* block = reinterpret_cast<const float*>(registers[step.reg]);
  if constexpr (kOperand == ChainStep::Operand::kScalar) {
    if constexpr (std::is_same_v<F, Divide>) {
      if (DivideByOne<kCount>(d, *block, v)) return;
    }
    const hn::Vec<D> scalar = hn::Set(d, *block);
    ForEachOf<kCount>([&](auto k) HLO_INLINED { v[k] = F::Apply(d, v[k], scalar); });
  } else if constexpr (kOperand == ChainStep::Operand::kScaledBlock) {
    const hn::Vec<D> scale = hn::Set(d, *reinterpret_cast<const float*>(registers[step.scale]));
    const float* begin = tile.Begin(block);
    ForEachOf<kCount>([&](auto k) HLO_INLINED {
      v[k] = F::Apply(d, v[k], hn::Mul(tile.Load(d, begin, k), scale));
    });
  } else {
    const float* begin = tile.Begin(block);
    ForEachOf<kCount>([&](auto k)
                          HLO_INLINED { v[k] = F::Apply(d, v[k], tile.Load(d, begin, k)); });
  }
}

// Stores the values, because functions take blocks.
template <int kCount, class D>
HWY_INLINE void CallFunction(D d, UnaryBlockFn function, hn::Vec<D>* HWY_RESTRICT v) {
  HWY_ALIGN float lanes[kCount * HWY_MAX_LANES_D(D)];
  for (size_t k = 0; k < kCount; ++k) hn::Store(v[k], d, lanes + k * hn::Lanes(d));
  function(lanes, kCount * hn::Lanes(d), lanes, 32);
  for (size_t k = 0; k < kCount; ++k) v[k] = hn::Load(d, lanes + k * hn::Lanes(d));
}

// The function of lanes F that `function` calls.
template <class F, int kCount, class D>
HWY_INLINE void ApplyFunction(D d, [[maybe_unused]] UnaryBlockFn function,
                              hn::Vec<D>* HWY_RESTRICT v) {
#if HLO_INLINE_FUNCTIONS
  for (size_t k = 0; k < kCount; ++k) v[k] = F::Of(d, v[k]);
#elif HLO_INLINE_FUNCTIONS_OF_MEMORY  // with few lanes, a call takes as long as the function
  if constexpr (kCount == 1) {  // at most once at the end, not worth the code size
    CallFunction<kCount>(d, function, v);
  } else {
    constexpr size_t kN = hn::MaxLanes(D());
    HWY_ALIGN float lanes[kCount * kN];
    for (size_t k = 0; k < kCount; ++k) hn::Store(v[k], d, lanes + k * kN);
    if constexpr (requires { F::kPiecewise; }) {
      StepsByRows<F>(lanes, kCount * kN, lanes);
    } else {
#if HWY_ARCH_WASM
#pragma clang loop unroll(disable)
#endif
      for (size_t i = 0; i < kCount * kN; i += kStep) {
        const auto first = F::Of(d, hn::Load(d, lanes + i));
        const auto second = F::Of(d, hn::Load(d, lanes + i + kN));
        hn::Store(first, d, lanes + i);
        hn::Store(second, d, lanes + i + kN);
      }
    }
    for (size_t k = 0; k < kCount; ++k) v[k] = hn::Load(d, lanes + k * kN);
  }
#else
  CallFunction<kCount>(d, function, v);
#endif
}

#if HWY_ARCH_WASM
// Whether ExpLanes may use the fast path.
template <int kCount, class D>
HWY_INLINE bool AllNear(D d, const hn::Vec<D>* HWY_RESTRICT v) {
  const hn::RebindToSigned<D> di;
  auto furthest = hn::Zero(di);  // the largest magnitude as an integer: NaN is the largest
  for (size_t k = 0; k < kCount; ++k) {
    furthest = hn::Max(furthest, hn::BitCast(di, hn::AndNot(hn::SignBit(d), v[k])));
  }
  return hn::AllTrue(di, hn::Le(furthest, hn::BitCast(di, hn::Set(d, kNear))));
}
#endif

template <class P, int kCount, class D>
HWY_INLINE void ApplyExp(D d, [[maybe_unused]] UnaryBlockFn function, hn::Vec<D>* HWY_RESTRICT v) {
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
  ExpLanes<P, false>::template OfEach<kCount>(d, v);
#else
#if HWY_ARCH_WASM
  if (AllNear<kCount>(d, v)) {
    return ApplyFunction<ExpLanes<P, true>, kCount>(d, function, v);
  }
#endif
  ApplyFunction<ExpLanes<P, false>, kCount>(d, function, v);
#endif
}

// A step without an operand.
template <class P, bool kFunctions, class D, class Tile>
HWY_INLINE void ApplyUnary(D d, const Tile& tile, const ChainStep& step, uint8_t* const* registers,
                           hn::Vec<D>* HWY_RESTRICT v) {
  constexpr int kCount = Tile::kCount;
  switch (step.op) {
    case ChainOp::kNegate:
      ForEachOf<kCount>([&](auto k) HLO_INLINED { v[k] = hn::Neg(v[k]); });
      break;
    case ChainOp::kAbs:
      ForEachOf<kCount>([&](auto k) HLO_INLINED { v[k] = hn::Abs(v[k]); });
      break;
    case ChainOp::kFunction:
      if constexpr (kFunctions) CallFunction<kCount>(d, step.function, v);
      break;
    case ChainOp::kExponential:
      if constexpr (kFunctions) ApplyExp<P, kCount>(d, step.function, v);
      break;
    case ChainOp::kTanh:
      if constexpr (kFunctions) ApplyFunction<TanhLanes<P>, kCount>(d, step.function, v);
      break;
    case ChainOp::kErf:
      if constexpr (kFunctions) {
        ApplyFunction<PiecewiseLanes<kPiecewiseErf, P>, kCount>(d, step.function, v);
      }
      break;
    case ChainOp::kPrefetch:
      tile.Prefetch(tile.Begin(reinterpret_cast<const float*>(registers[step.reg])));
      break;
    default:
      break;
  }
}

// A step with an operand as one number, so that dispatch takes one jump.
constexpr int Code(ChainOp op, ChainStep::Operand operand) {
  return static_cast<int>(op) * 4 + static_cast<int>(operand);
}

// P: how functions multiply and add (function_lanes-inl.h). kFunctions: steps may be functions.
template <class P, bool kFunctions, class D, class Tile>
HWY_INLINE void RunTile(D d, const Tile& tile, std::span<const ChainStep> steps,
                        uint8_t* const* registers, const float* in, float* out) {
  using enum ChainOp;
  using enum ChainStep::Operand;
  constexpr int kCount = Tile::kCount;
  hn::Vec<D> v[kCount];
  in = tile.Begin(in);
  ForEachOf<kCount>([&](auto k) HLO_INLINED { v[k] = tile.Load(d, in, k); });
  for (const ChainStep& step : steps) {
    switch (Code(step.op, step.operand)) {
#define HLO_CASES(op, F)                                \
  case Code(op, kBlock):                                \
    ApplyStep<F, kBlock>(d, tile, step, registers, v);  \
    break;                                              \
  case Code(op, kScalar):                               \
    ApplyStep<F, kScalar>(d, tile, step, registers, v); \
    break;                                              \
  case Code(op, kValue):                                \
    ApplyStep<F, kValue>(d, tile, step, registers, v);  \
    break
#define HLO_SCALED_CASES(op, F)                              \
  HLO_CASES(op, F);                                          \
  case Code(op, kScaledBlock):                               \
    ApplyStep<F, kScaledBlock>(d, tile, step, registers, v); \
    break
      HLO_SCALED_CASES(kAdd, Add);
      HLO_SCALED_CASES(kSubtract, Subtract);
      HLO_SCALED_CASES(kSubtractFrom, SubtractFrom);
      HLO_SCALED_CASES(kMultiply, Multiply);
      HLO_CASES(kDivide, Divide);
      HLO_CASES(kDivideInto, DivideInto);
      HLO_CASES(kMaximum, Maximum);
      HLO_CASES(kMinimum, Minimum);
#undef HLO_SCALED_CASES
#undef HLO_CASES
      default:
        ApplyUnary<P, kFunctions>(d, tile, step, registers, v);
    }
  }
  out = tile.Begin(out);
  ForEachOf<kCount>([&](auto k) HLO_INLINED { tile.Store(d, v[k], out, k); });
}

#if HWY_ARCH_X86
// The alignment of jumps can slow a chain of short steps by a factor of 1.2; align it independently
// of preceding functions.
#define HLO_CHAIN_ALIGNED __attribute__((aligned(64)))
#else
#define HLO_CHAIN_ALIGNED
#endif

// Lanes from i on, fewer than a tile.
template <class P>
void RunRest(std::span<const ChainStep> steps, uint8_t* const* registers, const float* in, size_t i,
             size_t n, float* out) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  for (; i < n; i += lanes) {
    RunTile<P, true>(d, PartTile<decltype(d)>(i, std::min(lanes, n - i)), steps, registers, in,
                     out);
  }
}

// Whole tiles from lane i on; returns the lane behind them.
template <class P, bool kFunctions, int kCount, bool kNonTemporal>
HWY_INLINE size_t RunTiles(std::span<const ChainStep> steps, uint8_t* const* registers,
                           const float* in, size_t i, size_t n, float* out) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  for (; i + kCount * lanes <= n; i += kCount * lanes) {
    RunTile<P, kFunctions>(d, WholeTile<decltype(d), kCount, kNonTemporal>(i), steps, registers, in,
                           out);
  }
  return i;
}

// The same for results that are not read again before they have left the cache: their lines are not
// read from memory only to be overwritten.
template <class P, bool kFunctions, int kCount>
size_t RunTilesNonTemporal(std::span<const ChainStep> steps, uint8_t* const* registers,
                           const float* in, size_t i, size_t n, float* out) {
  if constexpr (kChainsPrefetch) {
    if (reinterpret_cast<uintptr_t>(out + i) % kCacheLineBytes != 0) return i;
    i = RunTiles<P, kFunctions, kCount, true>(steps, registers, in, i, n, out);
    hwy::FlushStream();
  }
  return i;
}

template <class P, bool kFunctions = true>
HLO_CHAIN_ALIGNED void RunChain(std::span<const ChainStep> steps, uint8_t* const* registers,
                                const void* in, size_t n, void* out) {
  const auto* from = static_cast<const float*>(in);
  auto* to = static_cast<float*>(out);
  size_t i = 0;
  constexpr int kCount = kVectors<kFunctions>;
  const bool streams = steps[0].op == ChainOp::kStream;
  const bool past_cache =
      kChainsPrefetch && streams && steps[0].operand == ChainStep::Operand::kValue;
  if (streams) steps = steps.subspan(1);
  const bool small = kCount > 8 && streams && steps.size() < kShortChain;
  if (past_cache) {
    i = small ? RunTilesNonTemporal<P, kFunctions, kFewVectors>(steps, registers, from, i, n, to)
              : RunTilesNonTemporal<P, kFunctions, kCount>(steps, registers, from, i, n, to);
  }
  if (!small) i = RunTiles<P, kFunctions, kCount, false>(steps, registers, from, i, n, to);
  if constexpr (kCount > 8) {
    i = RunTiles<P, kFunctions, kFewVectors, false>(steps, registers, from, i, n, to);
  }
  if (i < n) RunRest<P>(steps, registers, from, i, n, to);
}

#undef HLO_CHAIN_ALIGNED

bool IsArithmetic(std::span<const ChainStep> steps) {
  return std::none_of(steps.begin(), steps.end(), [](const ChainStep& step) {
    return step.op >= ChainOp::kFunction && step.op < ChainOp::kPrefetch;
  });
}

#if HWY_ARCH_WASM

bool IsExpOfDifference(std::span<const ChainStep> steps) {
  return steps.size() == 2 && steps[0].op == ChainOp::kSubtract &&
         steps[0].operand == ChainStep::Operand::kScalar && steps[1].op == ChainOp::kExponential;
}

// exp(x - m), which dominates a softmax, in a separate function to keep constants in registers; V8
// keeps none across the calls in RunChain.
void RunExpOfDifference(std::span<const ChainStep> steps, uint8_t* const* registers, const void* in,
                        size_t n, void* out) {
  constexpr size_t kCount = 4;
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  const auto* from = static_cast<const float*>(in);
  auto* to = static_cast<float*>(out);
  const auto m = hn::Set(d, *reinterpret_cast<const float*>(registers[steps[0].reg]));
  size_t i = 0;
  hn::Vec<decltype(d)> v[kCount];
  const auto load = [&]() HWY_ATTR {  // whether there are more vectors, all near 0
    if (i + kCount * lanes > n) return false;
    for (size_t k = 0; k < kCount; ++k) v[k] = hn::Sub(hn::LoadU(d, from + i + k * lanes), m);
    return AllNear<kCount>(d, v);
  };
  // All exits come after the arithmetic; otherwise V8 would rematerialize the constants in every
  // iteration.
  if (load()) {
    do {
      for (size_t k = 0; k < kCount; ++k) v[k] = ExpLanes<Fast, true>::Of(d, v[k]);
      for (size_t k = 0; k < kCount; ++k) hn::StoreU(v[k], d, to + i + k * lanes);
      i += kCount * lanes;
    } while (load());
  }
  if (i < n) RunChain<Fast>(steps, registers, from + i, n - i, to + i);
}

#endif

ChainFn Chain(std::span<const ChainStep> steps, [[maybe_unused]] KernelMode mode) {
  // Without calls, more values fit in registers.
  if (IsArithmetic(steps)) return RunChain<Fast, false>;
#if HLO_INLINE_FUNCTIONS || HWY_TARGET == HWY_AVX2
  if (mode != KernelMode::kFast) return RunChain<Portable>;
#elif HWY_ARCH_WASM
  if (IsExpOfDifference(steps)) return RunExpOfDifference;
#endif
  return RunChain<Fast>;  // calls functions of any mode, or has only one policy
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace hlo
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hlo {

HWY_EXPORT(Chain);

ChainFn ChooseChain(std::span<const ChainStep> steps, KernelMode mode) {
  return HWY_DYNAMIC_DISPATCH(Chain)(steps, mode);
}

}  // namespace hlo
#endif  // HWY_ONCE
