// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_CALLED_REDUCER_H_
#define HLO_CORE_OPS_CALLED_REDUCER_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/ops/evaluate.h"

namespace hlo {

// A reducer of any kind, called once an element: operands 0 to N-1 of the instruction are inputs,
// N to 2N-1 their initial values. Scalars are made once and written again and again, as long as
// nobody else holds them.
class CalledReducer {
 public:
  CalledReducer(EvalContext& context, const Computation& computation, size_t inputs)
      : context_(context), computation_(computation), inputs_(inputs) {}

  // Before anything else. Error R02.
  Status Prepare();
  // The accumulators become the initial values.
  void Begin();
  // The accumulators take in the element of each input at `offset`.
  Status TakeIn(int64_t offset);
  // Writes the accumulators to element `position` of the outputs.
  void Finish(int64_t position, std::vector<Literal>& outputs) const;

 private:
  EvalContext& context_;
  const Computation& computation_;
  const size_t inputs_;
  std::vector<Literal> elements_, accumulators_;
};

}  // namespace hlo

#endif  // HLO_CORE_OPS_CALLED_REDUCER_H_
