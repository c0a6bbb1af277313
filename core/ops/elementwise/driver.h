// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_ELEMENTWISE_DRIVER_H_
#define HLO_CORE_OPS_ELEMENTWISE_DRIVER_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/base/result.h"
#include "core/ops/elementwise/blocks.h"
#include "core/ops/evaluate.h"
#include "hlo/literal.h"

// Applies block functions to whole arrays, on several threads if they are large. Arrays stored in
// their compute type are processed in place; others go through stack buffers, widened on input and
// narrowed once on output.
namespace hlo {

// Calls fn(first, n) for each block of an array.
template <class Fn>
void ForEachBlock(int64_t count, Fn&& fn) {
  for (int64_t first = 0; first < count; first += static_cast<int64_t>(kBlockElements)) {
    const int64_t n = std::min(count - first, static_cast<int64_t>(kBlockElements));
    fn(first, static_cast<size_t>(n));
  }
}

// What a block function reads and writes: values of the compute type, or stored elements.
enum class BlockForm : uint8_t { kCompute, kStored };

// Evaluates an elementwise op: step(in, n, out) computes `n` elements of the result from those of
// the operands, in[i] being elements of operand i. A scalar operand of an array op is repeated (it
// has at most 8 bytes, as complex numbers are not clamped). `out` may alias an operand. Requires at
// most kMaxBlockOperands operands. Errors: those of PrepareResult.
template <class Step>
Result<Literal> CarryBlocks(EvalContext& context, BlockForm form, const Step& step);

inline constexpr size_t kMaxBlockOperands = 3;

// The array that an elementwise op writes: the buffer of an operand at its last use if its elements
// have the same places and size, else a new one. May move an operand, so call bytes() on the
// operands before. Checks and sets the dynamic sizes. Errors: R02, and those of CommonDynamicSizes.
Result<Literal> PrepareResult(EvalContext& context);

// The dynamic sizes of the result; empty if no operand has any. Operands with the dimensions of the
// result must agree (error R08, choice C22); repeated scalars are ignored.
Result<Dims> CommonDynamicSizes(const EvalContext& context);

using BlockStep = void (*)(const void* state, const void* const* in, size_t n, void* out);
Result<Literal> CarryBlocks(EvalContext& context, BlockForm form, BlockStep step,
                            const void* state);

template <class Step>
Result<Literal> CarryBlocks(EvalContext& context, BlockForm form, const Step& step) {
  return CarryBlocks(
      context, form,
      [](const void* state, const void* const* in, size_t n, void* out) {
        (*static_cast<const Step*>(state))(in, n, out);
      },
      &step);
}

}  // namespace hlo

#endif  // HLO_CORE_OPS_ELEMENTWISE_DRIVER_H_
