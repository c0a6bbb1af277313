// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_CHAIN_H_
#define HLO_CORE_KERNELS_CHAIN_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/kernels/elementwise_blocks.h"
#include "hlo/opcode.h"

// Chains of f32 arithmetic: each step takes the value of the step before, which never leaves the
// registers, and one operand. A block function per step would store every value and load it again.
namespace hlo {

enum class ChainOp : uint8_t {
  kNone,  // no step of a chain
  kAdd,
  kSubtract,      // value - operand
  kSubtractFrom,  // operand - value
  kMultiply,
  kDivide,      // value / operand
  kDivideInto,  // operand / value
  kMaximum,
  kMinimum,
  kNegate,    // no operand
  kAbs,       // no operand
  kFunction,  // no operand: function(value)
  // The same (functions_f32.h), without a call where one would cost too much.
  kExponential,
  kTanh,
  kErf,
  kPrefetch,  // the value stays as it is; its operand, a block, will soon be read
};

struct ChainStep {
  enum class Operand : uint8_t {
    kBlock,   // the element of the same lane
    kScalar,  // the first element, for all lanes
    kValue,   // the value itself
  };
  ChainOp op = ChainOp::kNone;
  Operand operand = Operand::kBlock;
  int32_t reg = 0;                  // of the operand; of no meaning for kValue
  UnaryBlockFn function = nullptr;  // of f32 to f32: kFunction, and those after it
  Opcode opcode = {};               // of kFunction: for listings
};

// out[i] = the steps on in[i], where registers[step.reg] is the operand of a step: f32 all of them,
// nothing need be aligned. `out` may be exactly `in` or an operand that is a block. The bits are
// those of the block functions (elementwise_blocks.h) one after the other, up to which NaN a NaN
// is.
using ChainFn = void (*)(std::span<const ChainStep> steps, uint8_t* const* registers,
                         const void* in, size_t n, void* out);

// For such steps, wherever their operands are, on the chosen target (targets.h); not for the plain
// path.
ChainFn ChooseChain(std::span<const ChainStep> steps, KernelMode mode);

// Chains are fastest on multiples of this many lanes.
inline constexpr int64_t kChainLanes = 256;

// Whether chains are to have steps of kPrefetch.
#if defined(__x86_64__)
inline constexpr bool kChainsPrefetch = true;
#else
inline constexpr bool kChainsPrefetch = false;
#endif

// Whether chains are to have steps of kFunction. WebAssembly has so few lanes in its registers that
// the calls would cost more than the trip through memory.
#if defined(__EMSCRIPTEN__)
inline constexpr bool kChainsCallFunctions = false;
#else
inline constexpr bool kChainsCallFunctions = true;
#endif

}  // namespace hlo

#endif  // HLO_CORE_KERNELS_CHAIN_H_
