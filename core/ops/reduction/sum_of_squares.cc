// SPDX-License-Identifier: Apache-2.0
#include "core/ops/reduction/sum_of_squares.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/kernels/wide_sums.h"
#include "core/ops/reduction/reduce_finish.h"
#include "core/ops/reduction/reducer.h"

namespace hlo {

Result<Literal> EvaluateSumOfSquares(EvalContext& context) {
  constexpr int64_t kElementsPerTask = 65536;
  HLO_TRY(Literal output, context.Allocate());
  const int64_t rows = output.element_count();
  const int64_t columns = context.operand(0).element_count() / rows;
  const auto reducer =
      LaneReducer::Make(*RecognizeReducer(*context.attributes().Called(Attr::to_apply)),
                        ElementType::kF32, context.kernel_mode(), FloatSums::kWide);
  const ReduceFinish finish(*reducer, context.operand(1), output);
  const float* elements = context.operand(0).data<float>().data();
  const float* means =
      context.operand_count() > 2 ? context.operand(2).data<float>().data() : nullptr;
  const int64_t at_once = std::clamp<int64_t>(kElementsPerTask / columns, 1, ReduceFinish::kBlock);
  context.workers().ForEach((rows + at_once - 1) / at_once, [&](int64_t task) {
    const int64_t first = task * at_once, count = std::min(at_once, rows - first);
    std::vector<double> sums(static_cast<size_t>(count));
    SumSquares(elements + first * columns, means == nullptr ? nullptr : means + first,
               static_cast<size_t>(count), static_cast<size_t>(columns), sums.data());
    finish.Put(reinterpret_cast<uint8_t*>(sums.data()), first, count);
  });
  return output;
}

}  // namespace hlo
