// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_ELEMENTWISE_BLOCKS_H_
#define HLO_CORE_KERNELS_ELEMENTWISE_BLOCKS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hlo/element_type.h"
#include "hlo/kernel_mode.h"
#include "hlo/opcode.h"

// The arithmetic of the elementwise ops as functions on blocks of elements. Types are dispatched
// once, when a function is looked up, not per element. Arithmetic is plain loops that compilers
// vectorize, compiled for each target; the plain path uses the baseline target, so all modes have
// the same bits by construction.
namespace hlo {

// All blocks hold elements of a compute type (core/types/convert.h) unless said otherwise; pred is
// a byte: any non-zero value reads as true, and 1 is written. `out` may be one of the inputs if
// their elements have the same width; otherwise it must not overlap them. `width_bits` is W(t) of
// the storage type of the operands: narrow integers are computed in 32 bits, and narrowing wraps
// them to W bits.
using UnaryBlockFn = void (*)(const void* in, size_t n, void* out, int width_bits);
using BinaryBlockFn = void (*)(const void* a, const void* b, size_t n, void* out, int width_bits);
using CompareBlockFn = void (*)(const void* a, const void* b, size_t n, uint8_t* out,
                                int width_bits);
// min(max(x, low), high).
using ClampBlockFn = void (*)(const void* low, const void* x, const void* high, size_t n,
                              void* out);
// Moves elements of any type by their bits.
using SelectBlockFn = void (*)(const uint8_t* predicate, const void* on_true, const void* on_false,
                               size_t n, void* out);

// Writes one element of any type n times.
using FillBlockFn = void (*)(const void* element, size_t n, void* out);

inline constexpr size_t kComputeTypes = 9;

// Index of a compute type in a row of block functions; kComputeTypes for any other type.
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

// The functions of one opcode, one per compute type; nullptr for unsupported types.
template <class BlockFn>
struct BlockRow {
  Opcode opcode;
  std::array<BlockFn, kComputeTypes> by_type;
};

// One row per opcode; the order does not depend on the mode or the target.
std::span<const BlockRow<UnaryBlockFn>> UnaryBlocks(KernelMode mode);
std::span<const BlockRow<BinaryBlockFn>> BinaryBlocks(KernelMode mode);
// The same for the elementary functions.
std::span<const BlockRow<UnaryBlockFn>> UnaryFunctionBlocks(KernelMode mode);
std::span<const BlockRow<BinaryBlockFn>> BinaryFunctionBlocks(KernelMode mode);

// In the order of the values of the attributes `direction` and `type` of `compare`.
enum class CompareDirection : uint8_t { kEq, kNe, kGe, kGt, kLe, kLt };
enum class CompareType : uint8_t { kFloat, kTotalOrder, kSigned, kUnsigned };

// FLOAT for floats and complex numbers, SIGNED for S*, UNSIGNED for U* and pred.
CompareType DefaultCompareType(ElementType type);

// The total order is defined on codes: its blocks read stored elements, not widened ones.
inline bool ComparesCodes(CompareType type) { return type == CompareType::kTotalOrder; }

// `type` is the stored element type. nullptr if the rules of `compare` reject it.
CompareBlockFn FindCompareBlock(CompareDirection direction, CompareType compare, ElementType type,
                                KernelMode mode);
ClampBlockFn FindClampBlock(ElementType type, KernelMode mode);
SelectBlockFn FindSelectBlock(int storage_bytes, KernelMode mode);
FillBlockFn FindFillBlock(int storage_bytes, KernelMode mode);

}  // namespace hlo

#endif  // HLO_CORE_KERNELS_ELEMENTWISE_BLOCKS_H_
