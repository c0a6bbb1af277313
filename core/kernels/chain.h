// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_CHAIN_H_
#define HLO_CORE_KERNELS_CHAIN_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/kernels/elementwise_blocks.h"
#include "hlo/opcode.h"

// Chains of f32 arithmetic: each step has the value of the previous step, kept in registers, and
// one operand. A block function per step would store every value and load it again.
namespace hlo {

enum class ChainOp : uint8_t {
  kNone,  // not a step of a chain
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
  // The same (functions_f32.h), inlined where calls are too expensive.
  kExponential,
  kTanh,
  kErf,
  kPrefetch,  // no change; its operand, a block, will be read soon
  // Does not change the value. The first step of a chain whose arrays are not in the cache; with
  // operand kValue, the result bypasses the cache, too.
  kStream,
};

struct ChainStep {
  enum class Operand : uint8_t {
    kBlock,        // the element of the same lane
    kScalar,       // the first element, for all lanes
    kValue,        // the value itself
    kScaledBlock,  // kBlock times the first element of register `scale`, rounded
  };
  ChainOp op = ChainOp::kNone;
  Operand operand = Operand::kBlock;
  int32_t reg = 0;                  // register of the operand; unused for kValue
  UnaryBlockFn function = nullptr;  // f32 to f32, for kFunction and following ops
  Opcode opcode = {};               // for listings
  int32_t scale = 0;
};

// Whether a step may have an operand kScaledBlock.
constexpr bool TakesScaledBlock(ChainOp op) {
  return op == ChainOp::kAdd || op == ChainOp::kSubtract || op == ChainOp::kSubtractFrom ||
         op == ChainOp::kMultiply;
}

// out[i] = the steps applied to in[i], where registers[step.reg] is the operand of a step. All are
// f32, of any alignment. `out` may be `in` or a block operand. The bits are those of the block
// functions (elementwise_blocks.h) in sequence, except for NaN payloads.
using ChainFn = void (*)(std::span<const ChainStep> steps, uint8_t* const* registers,
                         const void* in, size_t n, void* out);

// The chain function for the current target (targets.h); not for the plain path.
ChainFn ChooseChain(std::span<const ChainStep> steps, KernelMode mode);

// Chains are fastest on multiples of this many lanes.
inline constexpr int64_t kChainLanes = 256;

// Whether chains should have steps of kPrefetch and kStream.
#if defined(__x86_64__)
inline constexpr bool kChainsPrefetch = true;
#else
inline constexpr bool kChainsPrefetch = false;
#endif

// Whether chains should have steps of kFunction. WebAssembly has few lanes in registers, so calls
// would cost more than going through memory.
#if defined(__EMSCRIPTEN__)
inline constexpr bool kChainsCallFunctions = false;
#else
inline constexpr bool kChainsCallFunctions = true;
#endif

}  // namespace hlo

#endif  // HLO_CORE_KERNELS_CHAIN_H_
