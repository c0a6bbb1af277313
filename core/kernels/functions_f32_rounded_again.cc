// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/base/bits.h"
#include "core/kernels/elementary.h"
#include "core/kernels/functions_f32_groups.h"

// An f32 within an ULP of the value of a function rounds to the nearest number of a narrow type,
// unless the midpoint of two such numbers may be between the f32 and the value. Those lanes are
// recomputed in f64 and rounded to odd: inexact results get an odd last bit, so that none is
// mistaken for a midpoint.

namespace hlo {
namespace {

using UnaryF64 = double (*)(double);
using BinaryF64 = double (*)(double, double);

// Midpoints of types of at most 16 bits have 12 significant bits, so the lowest 12 bits of the f32
// are zero. One ULP is the error of the functions; another one covers the change of the ULP at a
// power of two.
bool IsNearMiddle(float x) { return ((BitCast<uint32_t>(x) + 2) & 0xfff) <= 4; }

// Values that are never midpoints: 1, an operand of the narrow type, values that are not finite.
bool IsSettled(float x, float operand) {
  return std::fabs(x) == 1 || x == operand || !std::isfinite(x);
}

float RoundToOdd(double x) {
  const float nearest = static_cast<float>(x);
  if (nearest == x || std::isnan(x)) return nearest;
  const uint32_t bits = BitCast<uint32_t>(nearest);
  return BitCast<float>((std::fabs(nearest) > std::fabs(x) ? bits - 1 : bits) | 1);
}

// Blocks are split so that a copy of the operands, for in-place results, fits the stack.
constexpr size_t kChunk = 256;

bool AnyNearMiddle(const float* results, size_t n) {
  uint32_t any = 0;
  for (size_t i = 0; i < n; ++i) any |= IsNearMiddle(results[i]) ? 1 : 0;
  return any != 0;
}

// Not inlined into its callers.
[[gnu::noinline]] void Map(UnaryF32Fn fn, UnaryF64 exact, const float* in, size_t n, float* out) {
  float operands[kChunk];
  for (size_t start = 0; start < n; start += kChunk) {
    const size_t count = std::min(kChunk, n - start);
    std::copy_n(in + start, count, operands);
    float* results = out + start;
    fn(operands, count, results);
    if (!AnyNearMiddle(results, count)) continue;
    for (size_t i = 0; i < count; ++i) {
      if (IsNearMiddle(results[i]) && !IsSettled(results[i], operands[i])) {
        results[i] = RoundToOdd(exact(operands[i]));
      }
    }
  }
}

[[gnu::noinline]] void Join(BinaryF32Fn fn, BinaryF64 exact, const float* a, const float* b,
                            size_t n, float* out) {
  float lhs[kChunk], rhs[kChunk];
  for (size_t start = 0; start < n; start += kChunk) {
    const size_t count = std::min(kChunk, n - start);
    std::copy_n(a + start, count, lhs);
    std::copy_n(b + start, count, rhs);
    float* results = out + start;
    fn(lhs, rhs, count, results);
    if (!AnyNearMiddle(results, count)) continue;
    for (size_t i = 0; i < count; ++i) {
      if (IsNearMiddle(results[i]) && !IsSettled(results[i], lhs[i])) {
        results[i] = RoundToOdd(exact(lhs[i], rhs[i]));
      }
    }
  }
}

// The results do not depend on the mode, but the plain mode must use the plain path. WebAssembly
// has one target and one path.
#ifdef __wasm__
constexpr KernelMode kPlainPath = KernelMode::kFast;
#else
constexpr KernelMode kPlainPath = KernelMode::kPlain;
#endif

template <Opcode kFunction, UnaryF64 kExact, KernelMode kMode>
void MapFunction(const float* in, size_t n, float* out) {
  Map(FindUnaryF32(kFunction, kMode, ResultUse::kAsF32), kExact, in, n, out);
}
template <Opcode kFunction, BinaryF64 kExact, KernelMode kMode>
void JoinFunction(const float* a, const float* b, size_t n, float* out) {
  Join(FindBinaryF32(kFunction, kMode, ResultUse::kAsF32), kExact, a, b, n, out);
}

template <KernelMode kMode>
UnaryF32Fn FindUnary(Opcode function) {
  switch (function) {
#define HLO_UNARY_FUNCTION(opcode, Name, blocks) \
  case Opcode::opcode:                           \
    return MapFunction<Opcode::opcode, elementary::Name, kMode>;
#include "core/kernels/elementary_functions.def"
    default:
      return nullptr;
  }
}

template <KernelMode kMode>
BinaryF32Fn FindBinary(Opcode function) {
  switch (function) {
#define HLO_BINARY_FUNCTION(opcode, Name, integers) \
  case Opcode::opcode:                              \
    return JoinFunction<Opcode::opcode, elementary::Name, kMode>;
#include "core/kernels/elementary_functions.def"
    default:
      return nullptr;
  }
}

}  // namespace

UnaryF32Fn FindUnaryRoundedAgain(Opcode function, KernelMode mode) {
  return mode == KernelMode::kPlain ? FindUnary<kPlainPath>(function)
                                    : FindUnary<KernelMode::kFast>(function);
}

BinaryF32Fn FindBinaryRoundedAgain(Opcode function, KernelMode mode) {
  return mode == KernelMode::kPlain ? FindBinary<kPlainPath>(function)
                                    : FindBinary<KernelMode::kFast>(function);
}

}  // namespace hlo
