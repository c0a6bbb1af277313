// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_REDUCTION_CALLED_REDUCER_H_
#define HLO_CORE_OPS_REDUCTION_CALLED_REDUCER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/ops/evaluate.h"
#include "core/ops/vector_function.h"

namespace hlo {

// A reducer of any kind, called once per element: operands 0 to N-1 of the instruction are inputs,
// N to 2N-1 their initial values. Scalars are reused as long as they are not shared.
class CalledReducer {
 public:
  CalledReducer(EvalContext& context, const Computation& computation, size_t inputs)
      : context_(context), computation_(computation), inputs_(inputs) {}

  // Must be called first. Error R02.
  Status Prepare();
  // Sets the accumulators to the initial values.
  void Begin();
  // Combines the element of each input at `offset` into the accumulators.
  Status TakeIn(int64_t offset);
  // Writes the accumulators to element `position` of the outputs.
  void Finish(int64_t position, std::vector<Literal>& outputs) const;

 private:
  EvalContext& context_;
  const Computation& computation_;
  const size_t inputs_;
  std::vector<Literal> elements_, accumulators_;
};

// The same for many results at once, one per lane. Not shared between threads.
class LaneReducerCalls {
 public:
  // `most`: the maximum number of lanes.
  LaneReducerCalls(const EvalContext& context, const VectorFunction& function, size_t inputs,
                   int64_t most);

  // Sets `count` lanes to the initial values.
  void Begin(int64_t count);
  // Combines element offset + i * stride of each input into lane first + i, for each i < count.
  void TakeIn(int64_t first, int64_t count, int64_t offset, int64_t stride);
  // Combines elements offset + i * stride to offset + i * stride + neighbors - 1 of each input into
  // lane i, one after the other, for each i < count. Reads whole cache lines.
  static constexpr int64_t kMaxNeighbors = 16;
  void TakeInNeighbors(int64_t count, int64_t offset, int64_t stride, int64_t neighbors);
  // Writes the lanes to the outputs from element `position` on.
  void Finish(int64_t count, int64_t position, std::span<uint8_t* const> outputs) const;

 private:
  struct Part {
    const uint8_t* input;
    const uint8_t* init;
    int bytes;
    std::unique_ptr<uint8_t[]> accumulators, gathered;
  };

  const VectorFunction& function_;
  std::unique_ptr<VectorFunction::Scratch> scratch_;
  std::vector<Part> parts_;
  std::vector<const void*> arguments_;
  std::vector<void*> results_;
};

}  // namespace hlo

#endif  // HLO_CORE_OPS_REDUCTION_CALLED_REDUCER_H_
