// SPDX-License-Identifier: Apache-2.0
// Blocks of the elementary functions: those of f32 have kernels (functions_f32.h), the others are
// called element by element and gain nothing from several targets.
#include <complex>
#include <cstdint>
#include <span>

#include "core/kernels/complex_functions.h"
#include "core/kernels/elementary.h"
#include "core/kernels/elementwise_blocks.h"
#include "core/kernels/elementwise_integer_functions.h"
#include "core/kernels/functions_f32.h"

namespace hlo {
namespace {

template <class T, T (*kFn)(T)>
void Map(const void* in, size_t n, void* out, int) {
  for (size_t i = 0; i < n; ++i) {
    static_cast<T*>(out)[i] = kFn(static_cast<const T*>(in)[i]);
  }
}

template <class T, T (*kFn)(T, T)>
void Join(const void* a, const void* b, size_t n, void* out, int) {
  for (size_t i = 0; i < n; ++i) {
    static_cast<T*>(out)[i] = kFn(static_cast<const T*>(a)[i], static_cast<const T*>(b)[i]);
  }
}

// Results of operands stored in less than 32 bits are rounded again.
ResultUse UseFor(int width_bits) {
  return width_bits < 32 ? ResultUse::kRoundedAgain : ResultUse::kAsF32;
}

template <Opcode kFunction, KernelMode kMode>
void MapF32(const void* in, size_t n, void* out, int width_bits) {
  FindUnaryF32(kFunction, kMode, UseFor(width_bits))(static_cast<const float*>(in), n,
                                                     static_cast<float*>(out));
}

template <Opcode kFunction, KernelMode kMode>
void JoinF32(const void* a, const void* b, size_t n, void* out, int width_bits) {
  FindBinaryF32(kFunction, kMode, UseFor(width_bits))(
      static_cast<const float*>(a), static_cast<const float*>(b), n, static_cast<float*>(out));
}

using C64 = std::complex<float>;
using C128 = std::complex<double>;

// The row of a function of real numbers.
template <Opcode kFunction, KernelMode kMode, double (*kReal)(double)>
constexpr BlockRow<UnaryBlockFn> Row() {
  BlockRow<UnaryBlockFn> row{kFunction, {}};
  row.by_type[ComputeSlot(ElementType::kF32)] = MapF32<kFunction, kMode>;
  row.by_type[ComputeSlot(ElementType::kF64)] = Map<double, kReal>;
  return row;
}

// The same for a function of complex numbers as well.
template <Opcode kFunction, KernelMode kMode, double (*kReal)(double), C64 (*kC64)(C64),
          C128 (*kC128)(C128)>
constexpr BlockRow<UnaryBlockFn> Row() {
  BlockRow<UnaryBlockFn> row = Row<kFunction, kMode, kReal>();
  row.by_type[ComputeSlot(ElementType::kC64)] = Map<C64, kC64>;
  row.by_type[ComputeSlot(ElementType::kC128)] = Map<C128, kC128>;
  return row;
}

template <KernelMode kMode>
constexpr BlockRow<UnaryBlockFn> kUnary[] = {
#define HLO_ROW_None(opcode, Name)
#define HLO_ROW_Real(opcode, Name) Row<Opcode::opcode, kMode, elementary::Name>(),
#define HLO_ROW_Complex(opcode, Name) \
  Row<Opcode::opcode, kMode, elementary::Name, complex_functions::Name, complex_functions::Name>(),
#define HLO_UNARY_FUNCTION(opcode, Name, blocks) HLO_ROW_##blocks(opcode, Name)
#include "core/kernels/elementary_functions.def"
#undef HLO_ROW_None
#undef HLO_ROW_Real
#undef HLO_ROW_Complex
};

template <KernelMode kMode>
constexpr BlockRow<BinaryBlockFn> kBinary[] = {
#define HLO_JOIN_Integers(T, Name) Join<T, integer::Name>
#define HLO_JOIN_NoIntegers(T, Name) nullptr
#define HLO_BINARY_FUNCTION(opcode, Name, integers)                                  \
  {Opcode::opcode,                                                                   \
   {nullptr, HLO_JOIN_##integers(int32_t, Name), HLO_JOIN_##integers(int64_t, Name), \
    HLO_JOIN_##integers(uint32_t, Name), HLO_JOIN_##integers(uint64_t, Name),        \
    JoinF32<Opcode::opcode, kMode>, Join<double, elementary::Name>,                  \
    Join<C64, complex_functions::Name>, Join<C128, complex_functions::Name>}},
#include "core/kernels/elementary_functions.def"
#undef HLO_JOIN_Integers
#undef HLO_JOIN_NoIntegers
};

}  // namespace

std::span<const BlockRow<UnaryBlockFn>> UnaryFunctionBlocks(KernelMode mode) {
  static constexpr std::span<const BlockRow<UnaryBlockFn>> kByMode[] = {
      kUnary<KernelMode::kPlain>, kUnary<KernelMode::kPortable>, kUnary<KernelMode::kFast>};
  return kByMode[static_cast<size_t>(mode)];
}

std::span<const BlockRow<BinaryBlockFn>> BinaryFunctionBlocks(KernelMode mode) {
  static constexpr std::span<const BlockRow<BinaryBlockFn>> kByMode[] = {
      kBinary<KernelMode::kPlain>, kBinary<KernelMode::kPortable>, kBinary<KernelMode::kFast>};
  return kByMode[static_cast<size_t>(mode)];
}

}  // namespace hlo
