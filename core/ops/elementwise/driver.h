// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_ELEMENTWISE_DRIVER_H_
#define HLO_CORE_OPS_ELEMENTWISE_DRIVER_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/base/result.h"
#include "core/literal/literal.h"
#include "core/ops/elementwise/blocks.h"
#include "core/ops/evaluate.h"
#include "core/types/convert.h"

// Carries whole arrays through block functions. Arrays stored in their compute type are worked on
// where they lie; others pass through buffers on the stack, widened on the way in and narrowed once
// on the way out.
namespace hlo {

// Calls fn(first, n) for each block of an array.
template <class Fn>
void ForEachBlock(int64_t count, Fn&& fn) {
  for (int64_t first = 0; first < count; first += static_cast<int64_t>(kBlockElements)) {
    const int64_t n = std::min(count - first, static_cast<int64_t>(kBlockElements));
    fn(first, static_cast<size_t>(n));
  }
}

// What a block function reads: values of the compute type, or elements as they are stored.
enum class BlockInput : uint8_t { kCompute, kStored };

// The elements of an array, one block at a time. Only 1, 2 and 4 byte types are ever widened, and
// repeated scalars have at most 8 bytes (complex numbers are not clamped).
class BlockReader {
 public:
  explicit BlockReader(const Literal& array, BlockInput input = BlockInput::kCompute);
  // The same scalar `kBlockElements` times, however large the other arrays are.
  void RepeatScalar();
  // Valid until the next call.
  const void* Load(int64_t first, size_t n);

 private:
  const uint8_t* data_;
  int64_t storage_bytes_;
  int64_t compute_bytes_;
  ConvertFn widen_;  // nullptr: storage is the compute type
  bool repeats_ = false;
  alignas(64) uint8_t buffer_[8 * kBlockElements];
};

// Takes compute values of a block and stores them as elements of an array.
class BlockWriter {
 public:
  explicit BlockWriter(Literal& array);
  // Where the block function shall write; Store() then ends the block.
  void* Target(int64_t first);
  void Store(int64_t first, size_t n);

 private:
  uint8_t* data_;
  int64_t storage_bytes_;
  ConvertFn narrow_;  // nullptr: storage is the compute type
  alignas(64) uint8_t buffer_[4 * kBlockElements];
};

// The array that an elementwise op writes: an operand at its last use whose elements lie where
// those of the result will (its bytes stay where they are), else a new one. Readers must have been
// made before, as this may move an operand away. Checks and sets the live sizes. Errors: R02, and
// those of CommonLiveSizes.
Result<Literal> PrepareResult(EvalContext& context);

// The live sizes of the result; empty when no operand carries any. Operands that have the
// dimensions of the result must agree in them (error R08, choice C22); scalars that are repeated do
// not count.
Result<Dims> CommonLiveSizes(const EvalContext& context);

}  // namespace hlo

#endif  // HLO_CORE_OPS_ELEMENTWISE_DRIVER_H_
