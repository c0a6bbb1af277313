// SPDX-License-Identifier: Apache-2.0
#include "core/types/convert.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>
#include <utility>

#include "core/types/convert_value.h"
#include "core/types/float_bits.h"
#include "core/types/native_type.h"

namespace hlo {
namespace {

// The columns of element_type.def as constants.
template <ElementType>
struct Traits;
#define HLO_ELEMENT_TYPE(Id, text, width, bytes, kind, compute, wire) \
  template <>                                                         \
  struct Traits<ElementType::k##Id> {                                 \
    static constexpr int kBits = width;                               \
    static constexpr size_t kBytes = bytes;                           \
    static constexpr ElementKind kKind = ElementKind::k##kind;        \
    static constexpr ElementType kCompute = ElementType::k##compute;  \
  };
#include "hlo/element_type.def"
#undef HLO_ELEMENT_TYPE

// The array types come first in element_type.def.
constexpr size_t kArrayTypeCount = static_cast<size_t>(ElementType::kC128) + 1;
constexpr size_t kMaxElement = 16;

// Elements are read and written by memcpy, because buffers may have any alignment.
template <class T>
T Load(const void* from, size_t i) {
  T value;
  std::memcpy(&value, static_cast<const char*>(from) + i * sizeof(T), sizeof(T));
  return value;
}

template <class T>
void Store(void* to, size_t i, T value) {
  if constexpr (kIsComplexValue<T>) {  // by parts, because g++ would go through the stack
    Store(to, 2 * i, value.real());
    Store(to, 2 * i + 1, value.imag());
  } else {
    std::memcpy(static_cast<char*>(to) + i * sizeof(T), &value, sizeof(T));
  }
}

// The loop of every conversion.
template <class From, class To, To (*kApply)(From)>
void ForEachElement(const void* from, size_t count, void* to) {
  for (size_t i = 0; i < count; ++i) Store<To>(to, i, kApply(Load<From>(from, i)));
}

template <size_t kBytes>
void MoveBytes(const void* from, size_t count, void* to) {
  if (from != to && count > 0) std::memcpy(to, from, count * kBytes);
}

void MoveNothing(const void*, size_t, void*) {}

// ---- storage <-> compute type

template <int kBits>
using UnsignedStorage = std::conditional_t<(kBits > 8), uint16_t, uint8_t>;

// Extends the low bits and ignores the rest of a sub-byte element's byte.
template <int kBits>
int32_t SignExtend(UnsignedStorage<kBits> x) {
  return static_cast<int32_t>(static_cast<uint32_t>(x) << (32 - kBits)) >> (32 - kBits);
}

template <int kBits>
uint32_t ZeroExtend(UnsignedStorage<kBits> x) {
  return x & ((1u << kBits) - 1);
}

// Wraps; sub-byte elements are stored sign- or zero-extended.
template <int kBits>
UnsignedStorage<kBits> WrapSigned(uint32_t x) {
  return static_cast<UnsignedStorage<kBits>>(static_cast<int32_t>(x << (32 - kBits)) >>
                                             (32 - kBits));
}

template <int kBits>
UnsignedStorage<kBits> WrapUnsigned(uint32_t x) {
  return static_cast<UnsignedStorage<kBits>>(x & ((1u << kBits) - 1));
}

template <FloatFormat kFormat>
using FloatStorage = UnsignedStorage<kFormat.width()>;

template <FloatFormat kFormat>
uint32_t WidenFloatCode(FloatStorage<kFormat> code) {
  return WidenToF32<kFormat>(code);
}

template <FloatFormat kFormat>
FloatStorage<kFormat> NarrowFloatCode(uint32_t bits) {
  return static_cast<FloatStorage<kFormat>>(NarrowFromF32<kFormat>(bits));
}

template <ElementType kType>
constexpr ConvertFn WidenOf() {
  using T = Traits<kType>;
  if constexpr (T::kKind == ElementKind::kPred) {
    return ForEachElement<PredByte, PredByte, &ConvertValue<PredByte, PredByte>>;
  } else if constexpr (kType == T::kCompute) {
    return MoveBytes<T::kBytes>;
  } else if constexpr (T::kKind == ElementKind::kSigned) {
    return ForEachElement<UnsignedStorage<T::kBits>, int32_t, &SignExtend<T::kBits>>;
  } else if constexpr (T::kKind == ElementKind::kUnsigned) {
    return ForEachElement<UnsignedStorage<T::kBits>, uint32_t, &ZeroExtend<T::kBits>>;
  } else {
    constexpr FloatFormat kFormat = FormatOf(kType);
    return ForEachElement<FloatStorage<kFormat>, uint32_t, &WidenFloatCode<kFormat>>;
  }
}

template <ElementType kType>
constexpr ConvertFn NarrowOf() {
  using T = Traits<kType>;
  if constexpr (T::kKind == ElementKind::kPred) {
    return ForEachElement<PredByte, PredByte, &ConvertValue<PredByte, PredByte>>;
  } else if constexpr (kType == T::kCompute) {
    return MoveBytes<T::kBytes>;
  } else if constexpr (T::kKind == ElementKind::kSigned) {
    return ForEachElement<uint32_t, UnsignedStorage<T::kBits>, &WrapSigned<T::kBits>>;
  } else if constexpr (T::kKind == ElementKind::kUnsigned) {
    return ForEachElement<uint32_t, UnsignedStorage<T::kBits>, &WrapUnsigned<T::kBits>>;
  } else {
    constexpr FloatFormat kFormat = FormatOf(kType);
    return ForEachElement<uint32_t, FloatStorage<kFormat>, &NarrowFloatCode<kFormat>>;
  }
}

// ---- compute type -> compute type

template <ElementType kCompute>
struct ComputeValue;
template <>
struct ComputeValue<ElementType::kPred> : std::type_identity<PredByte> {};
template <>
struct ComputeValue<ElementType::kS32> : std::type_identity<int32_t> {};
template <>
struct ComputeValue<ElementType::kS64> : std::type_identity<int64_t> {};
template <>
struct ComputeValue<ElementType::kU32> : std::type_identity<uint32_t> {};
template <>
struct ComputeValue<ElementType::kU64> : std::type_identity<uint64_t> {};
template <>
struct ComputeValue<ElementType::kF32> : std::type_identity<float> {};
template <>
struct ComputeValue<ElementType::kF64> : std::type_identity<double> {};
template <>
struct ComputeValue<ElementType::kC64> : std::type_identity<std::complex<float>> {};
template <>
struct ComputeValue<ElementType::kC128> : std::type_identity<std::complex<double>> {};

template <ElementType kFrom, ElementType kTo>
constexpr ConvertFn ComputeConversionOf() {
  using From = typename ComputeValue<kFrom>::type;
  using To = typename ComputeValue<kTo>::type;
  if constexpr (kFrom == kTo && kFrom != ElementType::kPred) {
    return MoveBytes<sizeof(To)>;
  } else if constexpr (kFrom == ElementType::kS32 && kTo == ElementType::kU32) {
    return MoveBytes<sizeof(To)>;
  } else {
    return ForEachElement<From, To, &ConvertValue<To, From>>;
  }
}

// A float that a second rounding, to a format narrower than f32, rounds correctly.
template <ElementType kFrom>
constexpr ConvertFn RoundToOddOf() {
  using From = typename ComputeValue<kFrom>::type;
  return ForEachElement<From, float, &ToOddF32<From>>;
}

constexpr std::array kComputeTypes = {ElementType::kPred, ElementType::kS32, ElementType::kS64,
                                      ElementType::kU32,  ElementType::kU64, ElementType::kF32,
                                      ElementType::kF64,  ElementType::kC64, ElementType::kC128};
constexpr size_t kComputeCount = kComputeTypes.size();

size_t ComputeIndex(ElementType compute) {
  return std::find(kComputeTypes.begin(), kComputeTypes.end(), compute) - kComputeTypes.begin();
}

// ---- tables, one entry per type or pair of types

template <size_t... kIndex>
constexpr auto MakeWidenTable(std::index_sequence<kIndex...>) {
  return std::array{WidenOf<static_cast<ElementType>(kIndex)>()...};
}

template <size_t... kIndex>
constexpr auto MakeNarrowTable(std::index_sequence<kIndex...>) {
  return std::array{NarrowOf<static_cast<ElementType>(kIndex)>()...};
}

template <size_t... kIndex>
constexpr auto MakeComputeTable(std::index_sequence<kIndex...>) {
  return std::array{ComputeConversionOf<kComputeTypes[kIndex / kComputeCount],
                                        kComputeTypes[kIndex % kComputeCount]>()...};
}

template <size_t... kIndex>
constexpr auto MakeRoundToOddTable(std::index_sequence<kIndex...>) {
  return std::array{RoundToOddOf<kComputeTypes[kIndex]>()...};
}

constexpr auto kWiden = MakeWidenTable(std::make_index_sequence<kArrayTypeCount>());
constexpr auto kNarrow = MakeNarrowTable(std::make_index_sequence<kArrayTypeCount>());
constexpr auto kComputeConversion =
    MakeComputeTable(std::make_index_sequence<kComputeCount * kComputeCount>());
constexpr auto kRoundToOdd = MakeRoundToOddTable(std::make_index_sequence<kComputeCount>());

ConvertFn ComputeConversion(ElementType from, ElementType to) {
  return kComputeConversion[ComputeIndex(from) * kComputeCount + ComputeIndex(to)];
}

// ---- any type -> any type, in three steps over blocks that stay in the cache

// Clamps 32-bit integers to the range of a narrower type before they wrap.
void ClampTo(ElementType narrow, size_t count, void* block) {
  const int bits = BitWidth(narrow);
  if (IsSigned(narrow)) {
    const int32_t high = (1 << (bits - 1)) - 1;
    auto* values = static_cast<int32_t*>(block);
    for (size_t i = 0; i < count; ++i) values[i] = std::clamp(values[i], -high - 1, high);
  } else {
    const uint32_t high = (1u << bits) - 1;
    auto* values = static_cast<uint32_t*>(block);
    for (size_t i = 0; i < count; ++i) values[i] = std::min(values[i], high);
  }
}

struct Steps {
  ConvertFn widen;    // storage -> compute type of the operand
  ConvertFn convert;  // -> compute type of the result
  ConvertFn narrow;   // -> storage
  bool clamps;
};

Steps StepsOf(ElementType from, ElementType to) {
  const ElementType source = ComputeType(from);
  const bool to_narrow = to != ComputeType(to);
  const bool from_real =
      source == ElementType::kF32 || source == ElementType::kF64 || IsComplex(source);
  return {WidenFunction(from),
          to_narrow && IsFloat(to) ? kRoundToOdd[ComputeIndex(source)]
                                   : ComputeConversion(source, ComputeType(to)),
          NarrowFunction(to), to_narrow && IsInteger(to) && from_real};
}

void ConvertInBlocks(ElementType from, ElementType to, const void* in, size_t count, void* out) {
  constexpr size_t kBlock = 256;
  alignas(kMaxElement) std::byte wide[kBlock * kMaxElement];
  alignas(kMaxElement) std::byte converted[kBlock * kMaxElement];
  const Steps steps = StepsOf(from, to);
  const auto* source = static_cast<const std::byte*>(in);
  auto* target = static_cast<std::byte*>(out);
  for (size_t start = 0; start < count; start += kBlock) {
    const size_t n = std::min(kBlock, count - start);
    steps.widen(source + start * StorageBytes(from), n, wide);
    steps.convert(wide, n, converted);
    if (steps.clamps) ClampTo(to, n, converted);
    steps.narrow(converted, n, target + start * StorageBytes(to));
  }
}

// A function pointer has no state, so each pair of types needs a wrapper function.
template <size_t kPair>
void ConvertPair(const void* from, size_t count, void* to) {
  ConvertInBlocks(static_cast<ElementType>(kPair / kArrayTypeCount),
                  static_cast<ElementType>(kPair % kArrayTypeCount), from, count, to);
}

template <size_t... kPair>
constexpr std::array<ConvertFn, sizeof...(kPair)> MakePairTable(std::index_sequence<kPair...>) {
  return {ConvertPair<kPair>...};
}

constexpr auto kPairs =
    MakePairTable(std::make_index_sequence<kArrayTypeCount * kArrayTypeCount>());

}  // namespace

ConvertFn WidenFunction(ElementType storage) {
  return IsArrayType(storage) ? kWiden[static_cast<size_t>(storage)] : MoveNothing;
}

ConvertFn NarrowFunction(ElementType storage) {
  return IsArrayType(storage) ? kNarrow[static_cast<size_t>(storage)] : MoveNothing;
}

ConvertFn ConvertFunction(ElementType from, ElementType to) {
  if (!IsArrayType(from) || !IsArrayType(to)) return MoveNothing;
  const bool same_kind = Info(from).kind == Info(to).kind;
  const bool to_compute = to == ComputeType(to);
  if (from == to && !IsSubByte(from) && from != ElementType::kPred) {
    return WithElementWidth(StorageBytes(from), []<class Pattern>() -> ConvertFn {
      return MoveBytes<sizeof(Pattern)>;
    });
  }
  if (from == ComputeType(from) && to_compute) return ComputeConversion(from, to);
  if (ComputeType(from) == to) return WidenFunction(from);
  if (from == ComputeType(to) && same_kind) return NarrowFunction(to);
  return kPairs[static_cast<size_t>(from) * kArrayTypeCount + static_cast<size_t>(to)];
}

}  // namespace hlo
