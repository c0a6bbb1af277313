// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_BASIC_LIBRARY_SORTS_H_
#define HLO_CORE_OPS_BASIC_LIBRARY_SORTS_H_

#include "core/base/result.h"
#include "core/ops/evaluate.h"

// `TopK` and the radix sort of CUB, as XLA calls them; they run as `topk`. Error: R08 (operands or
// result of other shapes).
namespace hlo {

// (values, indices) of the largest elements of each line of an array.
Result<Literal> LargestOfLines(EvalContext& context);
// (keys[, values], scratch memory) of (keys[, values]): the lines sorted by their keys, equal keys
// in their order. Floats are in total order, but -0 equals +0 (CUB, DeviceRadixSort).
Result<Literal> SortedLines(EvalContext& context);

}  // namespace hlo

#endif  // HLO_CORE_OPS_BASIC_LIBRARY_SORTS_H_
