// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_SCALAR_SCALAR_CODES_H_
#define HLO_CORE_ENGINE_SCALAR_SCALAR_CODES_H_

#include <cstdint>

#include "core/ops/elementwise/blocks.h"
#include "hlo/element_type.h"
#include "hlo/opcode.h"

// What a scalar program can do in one instruction without calling a block function. The lists apply
// a macro to rows (opcode or direction, functor of core/kernels, compute type, its C++ type).

#define HLO_SCALAR_INTEGERS(Row, id, Name)                                             \
  Row(id, Name, S32, int32_t) Row(id, Name, S64, int64_t) Row(id, Name, U32, uint32_t) \
      Row(id, Name, U64, uint64_t)
#define HLO_SCALAR_NUMBERS(Row, id, Name) \
  HLO_SCALAR_INTEGERS(Row, id, Name)      \
  Row(id, Name, F32, float) Row(id, Name, F64, double)
#define HLO_SCALAR_BITS(Row, id, Name) \
  HLO_SCALAR_INTEGERS(Row, id, Name) Row(id, Name, Pred, uint8_t)
#define HLO_SCALAR_ALL(Row, id, Name) HLO_SCALAR_NUMBERS(Row, id, Name) Row(id, Name, Pred, uint8_t)

#define HLO_SCALAR_BINARY(Row)                                          \
  HLO_SCALAR_NUMBERS(Row, kAdd, Add)                                    \
  HLO_SCALAR_NUMBERS(Row, kSubtract, Subtract)                          \
  HLO_SCALAR_NUMBERS(Row, kMultiply, Multiply)                          \
  HLO_SCALAR_NUMBERS(Row, kDivide, Divide)                              \
  HLO_SCALAR_NUMBERS(Row, kMaximum, Max)                                \
  HLO_SCALAR_NUMBERS(Row, kMinimum, Min)                                \
  HLO_SCALAR_INTEGERS(Row, kRemainder, Remainder)                       \
  HLO_SCALAR_BITS(Row, kAnd, And)                                       \
  HLO_SCALAR_BITS(Row, kOr, Or)                                         \
  HLO_SCALAR_BITS(Row, kXor, Xor)                                       \
  HLO_SCALAR_INTEGERS(Row, kShiftLeft, ShiftLeft)                       \
  HLO_SCALAR_INTEGERS(Row, kShiftRightArithmetic, ShiftRightArithmetic) \
  HLO_SCALAR_INTEGERS(Row, kShiftRightLogical, ShiftRightLogical)

#define HLO_SCALAR_COMPARE(Row)          \
  HLO_SCALAR_ALL(Row, kEq, Equal)        \
  HLO_SCALAR_ALL(Row, kNe, NotEqual)     \
  HLO_SCALAR_ALL(Row, kGe, GreaterEqual) \
  HLO_SCALAR_ALL(Row, kGt, Greater)      \
  HLO_SCALAR_ALL(Row, kLe, LessEqual)    \
  HLO_SCALAR_ALL(Row, kLt, Less)

// Rows (from, C++ type, to, C++ type).
// clang-format off
#define HLO_SCALAR_CONVERT(Row)                                                   \
  Row(S32, int32_t, S64, int64_t) Row(S64, int64_t, S32, int32_t)                 \
  Row(U32, uint32_t, U64, uint64_t) Row(U64, uint64_t, U32, uint32_t)             \
  Row(S32, int32_t, F32, float) Row(S32, int32_t, F64, double)                    \
  Row(S64, int64_t, F32, float) Row(S64, int64_t, F64, double)                    \
  Row(F32, float, F64, double) Row(F64, double, F32, float)                       \
  Row(F32, float, S32, int32_t) Row(F64, double, S32, int32_t)                    \
  Row(F32, float, S64, int64_t) Row(F64, double, S64, int64_t)
// clang-format on

// By the number of bytes of a slot that are in use.
#define HLO_SCALAR_WIDTHS(Row) Row(1, uint8_t) Row(4, uint32_t) Row(8, uint64_t) Row(16, Bytes16)

namespace hlo {

enum class ScalarCode : uint16_t {
#define HLO_SCALAR_ROW(id, Name, Type, T) k##Name##Type,
  HLO_SCALAR_BINARY(HLO_SCALAR_ROW)   // out = a op b, for types of `width` bits
  HLO_SCALAR_COMPARE(HLO_SCALAR_ROW)  // out = a op b
#undef HLO_SCALAR_ROW
#define HLO_SCALAR_ROW(From, F, To, T) kConvert##From##To,
  HLO_SCALAR_CONVERT(HLO_SCALAR_ROW)  // out = a
#undef HLO_SCALAR_ROW
#define HLO_SCALAR_ROW(bytes, T) kMove##bytes, kSelect##bytes,
  HLO_SCALAR_WIDTHS(HLO_SCALAR_ROW)  // out = a; out = a ? b : c
#undef HLO_SCALAR_ROW
  kNotPred,       // out = !a
  kWrapSigned,    // out = the low `width` bits of the 32-bit a, sign-extended
  kWrapUnsigned,  // out = the same, zero-extended
  kBlock,         // out = block function number `extra` of a, b, c
  kCount,         // counts the steps of block number `extra`
  kJump,          // continues at `extra`
  kJumpUnless,    // the same if a is false
  kSwitch,        // a selects an entry of switch number `extra`; the last if out of range
  kIterateIf,  // if a: counts an iteration of loop number `extra` in out, and continues at its body
  kEnd,
};

// The code for an opcode on a compute type, for a comparison, and for a conversion between compute
// types; kBlock if there is none.
ScalarCode FindScalarBinary(Opcode opcode, ElementType compute);
ScalarCode FindScalarCompare(CompareDirection direction, ElementType compute);
ScalarCode FindScalarConvert(ElementType from, ElementType to);
ScalarCode ScalarMove(int bytes);
ScalarCode ScalarSelect(int bytes);

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_SCALAR_SCALAR_CODES_H_
