// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_ELEMENTWISE_BLOCK_TABLE_H_
#define HLO_CORE_OPS_ELEMENTWISE_BLOCK_TABLE_H_

#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/ir/op_def.h"
#include "core/types/element_type.h"

// Passes of a block's loop do not touch each other's elements, even when `out` is an input.
#if defined(__clang__)
// Loops that call functions cannot be vectorised, and clang would warn that they were not.
#pragma clang diagnostic ignored "-Wpass-failed"
#define HLO_INDEPENDENT_LOOP _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define HLO_INDEPENDENT_LOOP _Pragma("GCC ivdep")
#else
#define HLO_INDEPENDENT_LOOP
#endif

namespace hlo {

// The compute types by class; functors name those they are defined for as `kTypes`.
enum TypeClasses : unsigned {
  kPredClass = 1,
  kSignedClass = 2,
  kUnsignedClass = 4,
  kFloatClass = 8,
  kComplexClass = 16,
  kIntClasses = kSignedClass | kUnsignedClass,
};

template <class T>
inline constexpr bool kIsComplex = false;
template <class T>
inline constexpr bool kIsComplex<std::complex<T>> = true;

// The native type of a block's elements; pred is the only one of a single byte.
template <class T>
constexpr unsigned ClassOf() {
  if constexpr (kIsComplex<T>) return kComplexClass;
  if constexpr (std::is_floating_point_v<T>) return kFloatClass;
  if constexpr (sizeof(T) == 1) return kPredClass;
  return std::is_signed_v<T> ? kSignedClass : kUnsignedClass;
}

inline constexpr size_t kComputeTypes = 9;

// Place of a compute type in a row of block functions.
constexpr size_t ComputeSlot(ElementType compute) {
  switch (compute) {
    case ElementType::kPred:
      return 0;
    case ElementType::kS32:
      return 1;
    case ElementType::kS64:
      return 2;
    case ElementType::kU32:
      return 3;
    case ElementType::kU64:
      return 4;
    case ElementType::kF32:
      return 5;
    case ElementType::kF64:
      return 6;
    case ElementType::kC64:
      return 7;
    case ElementType::kC128:
      return 8;
    default:
      return kComputeTypes;
  }
}

// The functions of one opcode, one a compute type.
template <class BlockFn>
struct BlockRow {
  std::string_view op;
  std::array<BlockFn, kComputeTypes> by_type;
};

// Block<F, T>::Get() is the block function of functor F on elements T; nullptr where F::kTypes
// leaves the class of T out.
template <template <class, class> class Block, class BlockFn, class F>
constexpr BlockRow<BlockFn> MakeBlockRow(std::string_view op) {
  return {op,
          {Block<F, uint8_t>::Get(), Block<F, int32_t>::Get(), Block<F, int64_t>::Get(),
           Block<F, uint32_t>::Get(), Block<F, uint64_t>::Get(), Block<F, float>::Get(),
           Block<F, double>::Get(), Block<F, std::complex<float>>::Get(),
           Block<F, std::complex<double>>::Get()}};
}

// Rows ordered like the op table, so that finding one is an index, not a search.
template <class BlockFn>
class BlockTable {
 public:
  explicit BlockTable(std::initializer_list<BlockRow<BlockFn>> rows) : rows_(AllOps().size()) {
    for (const BlockRow<BlockFn>& row : rows) {
      if (const OpDef* op = FindOp(row.op)) rows_[IndexOf(*op)] = row.by_type;
    }
  }

  BlockFn Find(const OpDef& op, ElementType compute) const {
    const size_t slot = ComputeSlot(compute);
    return slot < kComputeTypes ? rows_[IndexOf(op)][slot] : nullptr;
  }

 private:
  static size_t IndexOf(const OpDef& op) { return static_cast<size_t>(&op - AllOps().data()); }

  std::vector<std::array<BlockFn, kComputeTypes>> rows_;
};

}  // namespace hlo

#endif  // HLO_CORE_OPS_ELEMENTWISE_BLOCK_TABLE_H_
