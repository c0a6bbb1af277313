// SPDX-License-Identifier: Apache-2.0
#include <complex>
#include <functional>
#include <type_traits>

#include "core/kernels/elementwise_blocks.h"
#include "core/kernels/elementwise_table.h"
#include "core/types/native_type.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/elementwise_compare.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hlo {
namespace HWY_NAMESPACE {
namespace {

// The value compared instead of a stored element: Key::Type as read, and a value with an order.
template <class T>
struct ValueKey {
  using Type = T;
  T operator()(T x, int) const { return x; }
};
struct PredKey {
  using Type = uint8_t;
  bool operator()(uint8_t x, int) const { return x != 0; }
};
// numerics reference, section 8: the code of W bits as a signed number, negative ones reversed.
template <class Signed>
struct TotalOrderKey {
  using Type = Signed;
  Signed operator()(Signed code, int width) const {
    using Unsigned = std::make_unsigned_t<Signed>;
    const int unused = static_cast<int>(8 * sizeof(Signed)) - width;
    const auto up = static_cast<Signed>(static_cast<Unsigned>(code) << unused);
    const auto extended = static_cast<Signed>(up >> unused);
    const auto greatest = static_cast<Signed>(static_cast<Unsigned>(-1) >> (unused + 1));
    return extended < 0 ? static_cast<Signed>(extended ^ greatest) : extended;
  }
};

template <class Key, class Holds>
HWY_NOINLINE void CompareBlock(const void* in_a, const void* in_b, size_t n, uint8_t* out,
                               int width_bits) {
  const Key key{};
  const Holds holds{};
  const auto* a = static_cast<const typename Key::Type*>(in_a);
  const auto* b = static_cast<const typename Key::Type*>(in_b);
  HLO_INDEPENDENT_LOOP
  for (size_t i = 0; i < n; ++i) out[i] = holds(key(a[i], width_bits), key(b[i], width_bits));
}

// a > b is b < a, and "not equal" negates "equal", so three loops per key are enough.
template <CompareBlockFn kBlock>
void Swapped(const void* a, const void* b, size_t n, uint8_t* out, int width_bits) {
  kBlock(b, a, n, out, width_bits);
}
template <CompareBlockFn kBlock>
void Negated(const void* a, const void* b, size_t n, uint8_t* out, int width_bits) {
  kBlock(a, b, n, out, width_bits);
  for (size_t i = 0; i < n; ++i) out[i] ^= 1;
}

template <class Key>
CompareBlockFn WithDirection(CompareDirection direction) {
  constexpr CompareBlockFn kEqual = CompareBlock<Key, std::equal_to<>>;
  if (direction == CompareDirection::kEq) return kEqual;
  if (direction == CompareDirection::kNe) return Negated<kEqual>;
  if constexpr (!kIsComplex<typename Key::Type>) {
    constexpr CompareBlockFn kLess = CompareBlock<Key, std::less<>>;
    constexpr CompareBlockFn kLessOrEqual = CompareBlock<Key, std::less_equal<>>;
    if (direction == CompareDirection::kGe) return Swapped<kLessOrEqual>;
    if (direction == CompareDirection::kGt) return Swapped<kLess>;
    if (direction == CompareDirection::kLe) return kLessOrEqual;
    if (direction == CompareDirection::kLt) return kLess;
  }
  return nullptr;
}

CompareBlockFn FindTotalOrderBlock(CompareDirection direction, ElementType type) {
  // Unsigned formats are ordered like their bytes, with NaN (0xFF) last.
  if (type == ElementType::kF8E8M0FNU) return WithDirection<ValueKey<uint8_t>>(direction);
  switch (StorageBytes(type)) {
    case 1:
      return WithDirection<TotalOrderKey<int8_t>>(direction);
    case 2:
      return WithDirection<TotalOrderKey<int16_t>>(direction);
    case 4:
      return WithDirection<TotalOrderKey<int32_t>>(direction);
    default:
      return WithDirection<TotalOrderKey<int64_t>>(direction);
  }
}

template <class T>
void SelectBlock(const uint8_t* predicate, const void* on_true, const void* on_false, size_t n,
                 void* out) {
  const T* t = static_cast<const T*>(on_true);
  const T* f = static_cast<const T*>(on_false);
  T* result = static_cast<T*>(out);
  HLO_INDEPENDENT_LOOP
  for (size_t i = 0; i < n; ++i) {
    const T yes = t[i], no = f[i];
    result[i] = predicate[i] != 0 ? yes : no;
  }
}

template <class T>
void FillBlock(const void* element, size_t n, void* out) {
  const T value = *static_cast<const T*>(element);
  T* result = static_cast<T*>(out);
  for (size_t i = 0; i < n; ++i) result[i] = value;
}

CompareBlockFn FindCompare(CompareDirection direction, CompareType compare, ElementType type) {
  if (compare == CompareType::kTotalOrder) {
    return IsFloat(type) ? FindTotalOrderBlock(direction, type) : nullptr;
  }
  if (!IsArrayType(type) || compare != DefaultCompareType(type)) return nullptr;
  if (type == ElementType::kPred) return WithDirection<PredKey>(direction);
  return WithComputeType(ComputeType(type), [&]<class T>() -> CompareBlockFn {
    return WithDirection<ValueKey<T>>(direction);
  });
}

SelectBlockFn FindSelect(int storage_bytes) {
  return WithElementWidth(storage_bytes,
                          []<class T>() -> SelectBlockFn { return &SelectBlock<T>; });
}

FillBlockFn FindFill(int storage_bytes) {
  return WithElementWidth(storage_bytes, []<class T>() -> FillBlockFn { return &FillBlock<T>; });
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace hlo
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hlo {

HWY_EXPORT(FindCompare);
HWY_EXPORT(FindSelect);
HWY_EXPORT(FindFill);

CompareType DefaultCompareType(ElementType type) {
  if (IsFloat(type) || IsComplex(type)) return CompareType::kFloat;
  return IsSigned(type) ? CompareType::kSigned : CompareType::kUnsigned;
}

CompareBlockFn FindCompareBlock(CompareDirection direction, CompareType compare, ElementType type,
                                KernelMode mode) {
  return mode == KernelMode::kPlain ? HWY_STATIC_DISPATCH(FindCompare)(direction, compare, type)
                                    : HWY_DYNAMIC_DISPATCH(FindCompare)(direction, compare, type);
}

SelectBlockFn FindSelectBlock(int storage_bytes, KernelMode mode) {
  return mode == KernelMode::kPlain ? HWY_STATIC_DISPATCH(FindSelect)(storage_bytes)
                                    : HWY_DYNAMIC_DISPATCH(FindSelect)(storage_bytes);
}

FillBlockFn FindFillBlock(int storage_bytes, KernelMode mode) {
  return mode == KernelMode::kPlain ? HWY_STATIC_DISPATCH(FindFill)(storage_bytes)
                                    : HWY_DYNAMIC_DISPATCH(FindFill)(storage_bytes);
}

}  // namespace hlo
#endif  // HWY_ONCE
