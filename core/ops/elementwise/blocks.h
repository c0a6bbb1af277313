// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_ELEMENTWISE_BLOCKS_H_
#define HLO_CORE_OPS_ELEMENTWISE_BLOCKS_H_

#include <cstddef>
#include <cstdint>

#include "core/ir/op_def.h"
#include "core/kernels/kernel_mode.h"
#include "core/types/convert.h"
#include "core/types/element_type.h"

// The arithmetic of the elementwise ops as functions on blocks of elements. A type is looked at
// once, when a function is found, never per element. Rooms and the engine's fused groups carry
// arrays through the same functions.
namespace hlo {

// Elements that travel together: every buffer of a block fits the L1 cache.
inline constexpr size_t kBlockElements = 1024;

// All blocks hold elements of a compute type (core/types/convert.h) unless said otherwise; pred is
// a byte, any non-zero one reads as true and 1 is written. `out` may be exactly one of the inputs
// when their elements are equally wide, else it must not overlap them. `width_bits` is W(t) of the
// element type that the operands are stored in: narrow integers live in 32 bits, and what leaves
// the range of W bits is wrapped by the narrowing that follows.
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

// Finders take the element type that the operands are stored in (a compute type where nothing is
// narrowed afterwards), and the mode of the run. Plain and portable functions give the same bits.

// The function of an opcode; nullptr where the op does not take the type. The result has the
// operand's compute type, except: abs, real and imag give the part of a complex number, complex
// gives the whole of two parts, is-finite gives pred. Requires `op` to be a row of the table.
UnaryBlockFn FindUnaryBlock(const OpDef& op, ElementType type, KernelMode mode);
BinaryBlockFn FindBinaryBlock(const OpDef& op, ElementType type, KernelMode mode);

// In the order of the words of the attributes `direction` and `type` of `compare`.
enum class CompareDirection : uint8_t { kEq, kNe, kGe, kGt, kLe, kLt };
enum class CompareType : uint8_t { kFloat, kTotalOrder, kSigned, kUnsigned };

// FLOAT for floats and complex numbers, SIGNED for S*, UNSIGNED for U* and pred.
CompareType DefaultCompareType(ElementType type);

// The total order is one of codes: its blocks read elements as they are stored, not widened.
inline bool ComparesCodes(CompareType type) { return type == CompareType::kTotalOrder; }

// nullptr for what compare's rules reject.
CompareBlockFn FindCompareBlock(CompareDirection direction, CompareType compare, ElementType type,
                                KernelMode mode);

ClampBlockFn FindClampBlock(ElementType type, KernelMode mode);
SelectBlockFn FindSelectBlock(int storage_bytes, KernelMode mode);

// Compute values of `storage` -> the same, as if stored in that type and loaded again: floats round,
// integers wrap. For values that pass from op to op without being stored; `to` may be `from`.
// nullptr where storing changes nothing.
ConvertFn FindRoundBlock(ElementType storage, KernelMode mode);

}  // namespace hlo

#endif  // HLO_CORE_OPS_ELEMENTWISE_BLOCKS_H_
