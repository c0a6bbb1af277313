// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/convert_blocks.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>

#include "core/kernels/elementwise_table.h"
#include "core/types/convert_value.h"
#include "core/types/float_bits.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/convert_blocks.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"

#ifndef HLO_CORE_KERNELS_CONVERT_BLOCKS_CC_
#define HLO_CORE_KERNELS_CONVERT_BLOCKS_CC_
namespace hlo {

struct ConvertRow {
  ElementType from, to;
  ConvertFn convert;
};

struct RoundRow {
  ElementType storage;
  ConvertFn round;
};

}  // namespace hlo
#endif

HWY_BEFORE_NAMESPACE();
namespace hlo {
namespace HWY_NAMESPACE {
namespace {

// The loop of every conversion.
template <class From, class To, To (*kApply)(From)>
void Convert(const void* from, size_t count, void* to) {
  const From* in = static_cast<const From*>(from);
  To* out = static_cast<To*>(to);
  HLO_INDEPENDENT_LOOP
  for (size_t i = 0; i < count; ++i) out[i] = kApply(in[i]);
}

// Between compute types, and between integers, where a cast wraps.
template <class From, class To>
constexpr ConvertFn kCast = Convert<From, To, &ConvertValue<To, From>>;

// Float -> narrow integer: saturates at the narrow range.
template <class To>
To SaturateNarrow(float x) {
  using Limits = std::numeric_limits<To>;
  return static_cast<To>(
      std::clamp(Saturate<int32_t>(x), int32_t{Limits::min()}, int32_t{Limits::max()}));
}

template <FloatFormat kFormat>
using FloatStorage = std::conditional_t<(kFormat.width() > 8), uint16_t, uint8_t>;
template <FloatFormat kFormat>
uint32_t WidenCode(FloatStorage<kFormat> code) {
  return WidenToF32<kFormat>(code);
}
template <FloatFormat kFormat>
FloatStorage<kFormat> NarrowCode(uint32_t bits) {
  return static_cast<FloatStorage<kFormat>>(NarrowFromF32<kFormat>(bits));
}
template <ElementType kType>
constexpr ConvertFn kWidenFloat =
    Convert<FloatStorage<FormatOf(kType)>, uint32_t, &WidenCode<FormatOf(kType)>>;
template <ElementType kType>
constexpr ConvertFn kNarrowFloat =
    Convert<uint32_t, FloatStorage<FormatOf(kType)>, &NarrowCode<FormatOf(kType)>>;

template <class Narrow>
int32_t Wrap(int32_t x) {
  return static_cast<Narrow>(x);
}

using enum ElementType;

// clang-format off
#define HLO_BOTH_WAYS(A, a, B, b) {k##A, k##B, kCast<a, b>}, {k##B, k##A, kCast<b, a>}
#define HLO_NARROW_FLOAT(Id) {k##Id, kF32, kWidenFloat<k##Id>}, {kF32, k##Id, kNarrowFloat<k##Id>}
constexpr ConvertRow kRows[] = {
    HLO_BOTH_WAYS(F32, float, F64, double),
    HLO_BOTH_WAYS(F32, float, S32, int32_t),
    HLO_BOTH_WAYS(F32, float, U32, uint32_t),
    HLO_BOTH_WAYS(F32, float, S64, int64_t),
    HLO_BOTH_WAYS(F32, float, Pred, PredByte),
    HLO_BOTH_WAYS(F64, double, S32, int32_t),
    HLO_BOTH_WAYS(F64, double, S64, int64_t),
    HLO_BOTH_WAYS(S32, int32_t, S64, int64_t),
    HLO_BOTH_WAYS(S32, int32_t, Pred, PredByte),
    HLO_BOTH_WAYS(S32, int32_t, S8, int8_t),
    HLO_BOTH_WAYS(S32, int32_t, S16, int16_t),
    HLO_BOTH_WAYS(U32, uint32_t, U8, uint8_t),
    HLO_BOTH_WAYS(U32, uint32_t, U16, uint16_t),
    HLO_BOTH_WAYS(S32, int32_t, U8, uint8_t),
    {kS8, kS16, kCast<int8_t, int16_t>},
    {kU8, kS16, kCast<uint8_t, int16_t>},
    {kS8, kF32, kCast<int8_t, float>},
    {kU8, kF32, kCast<uint8_t, float>},
    {kF32, kS8, Convert<float, int8_t, &SaturateNarrow<int8_t>>},
    {kF32, kU8, Convert<float, uint8_t, &SaturateNarrow<uint8_t>>},
    HLO_NARROW_FLOAT(F16),
    HLO_NARROW_FLOAT(BF16),
    HLO_NARROW_FLOAT(F8E4M3FN),
    HLO_NARROW_FLOAT(F8E5M2),
};
#undef HLO_NARROW_FLOAT
#undef HLO_BOTH_WAYS

#define HLO_ROUND_INTEGER(Id, T) {k##Id, Convert<int32_t, int32_t, &Wrap<T>>}
#define HLO_ROUND_FLOAT(Id) {k##Id, Convert<uint32_t, uint32_t, &RoundInF32<FormatOf(k##Id)>>}
constexpr RoundRow kRounds[] = {
    HLO_ROUND_INTEGER(S8, int8_t),   HLO_ROUND_INTEGER(U8, uint8_t),
    HLO_ROUND_INTEGER(S16, int16_t), HLO_ROUND_INTEGER(U16, uint16_t),
    HLO_ROUND_FLOAT(F16),            HLO_ROUND_FLOAT(BF16),
    HLO_ROUND_FLOAT(F8E4M3FN),       HLO_ROUND_FLOAT(F8E5M2),
};
#undef HLO_ROUND_FLOAT
#undef HLO_ROUND_INTEGER
// clang-format on

std::span<const ConvertRow> ConvertRows() { return kRows; }
std::span<const RoundRow> RoundRows() { return kRounds; }

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace hlo
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hlo {
namespace {

// The plain path: narrows and widens a few elements at a time. Types narrower than their compute
// type have at most 16 bits.
void RoundThrough(ElementType storage, const void* from, size_t count, void* to) {
  constexpr size_t kBlock = 512;
  uint16_t stored[kBlock];
  const ConvertFn narrow = NarrowFunction(storage), widen = WidenFunction(storage);
  for (size_t start = 0; start < count; start += kBlock) {
    const size_t n = std::min(kBlock, count - start);
    narrow(static_cast<const uint32_t*>(from) + start, n, stored);
    widen(stored, n, static_cast<uint32_t*>(to) + start);
  }
}

// A function pointer has no state, so each type needs a wrapper function.
template <size_t kType>
void RoundPlainly(const void* from, size_t count, void* to) {
  RoundThrough(static_cast<ElementType>(kType), from, count, to);
}

// The types narrower than their compute type come before f32 in element_type.def.
template <size_t... kType>
constexpr std::array<ConvertFn, sizeof...(kType)> MakePlainRounds(std::index_sequence<kType...>) {
  return {RoundPlainly<kType>...};
}
constexpr auto kPlainRounds =
    MakePlainRounds(std::make_index_sequence<static_cast<size_t>(ElementType::kF32)>());

}  // namespace

HWY_EXPORT(ConvertRows);
HWY_EXPORT(RoundRows);

ConvertFn FindConvertBlock(ElementType from, ElementType to, KernelMode mode) {
  if (mode == KernelMode::kPlain) return ConvertFunction(from, to);
  for (const ConvertRow& row : HWY_DYNAMIC_DISPATCH(ConvertRows)()) {
    if (row.from == from && row.to == to) return row.convert;
  }
  return ConvertFunction(from, to);
}

ConvertFn FindRoundBlock(ElementType storage, KernelMode mode) {
  if (ComputeType(storage) == storage) return nullptr;
  if (mode != KernelMode::kPlain) {
    for (const RoundRow& row : HWY_DYNAMIC_DISPATCH(RoundRows)()) {
      if (row.storage == storage) return row.round;
    }
  }
  return kPlainRounds[static_cast<size_t>(storage)];
}

}  // namespace hlo
#endif  // HWY_ONCE
