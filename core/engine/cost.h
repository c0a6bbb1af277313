// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_COST_H_
#define HLO_CORE_ENGINE_COST_H_

#include <cstdint>
#include <vector>

#include "core/ir/module.h"

// What a module costs to run, counted from shapes alone after the rules of XLA's HloCostAnalysis:
//
// - Elementwise ops: one FLOP an element; functions such as exponential, tanh, sqrt and power count
//   as one transcendental an element instead.
// - dot, ragged-dot, scaled-dot: 2 FLOPs for each product that is summed; convolution likewise,
//   without products that fall into the padding or between dilated elements.
// - reduce: what to_apply costs, for each element of the input beyond the number of results;
//   reduce-window: for each element of a window but one; select-and-scatter: `select` for each
//   element of a window but one, and `scatter` once, for each source element; map: once an element.
// - fft of n points: 8 n log2(n) FLOPs; sort: n log2(n); cholesky: n^3 / 3 for an [n,n] matrix;
//   triangular-solve: 2 m n^2 for m right-hand sides; rng: one transcendental an element.
// - call, fusion, async and conditional: what is called, of branches the most expensive one; while:
//   one iteration, as the number of iterations is not known.
// - Bytes read are those of the operands, bytes written those of the result. Parameters, constants,
//   bitcasts and get-tuple-element touch no memory, a tuple writes a pointer for each element.
//   slice, dynamic-slice and gather read no more than they write, and their indices;
//   dynamic-update-slice touches the update alone; a fusion reads its operands and writes its
//   result. A while, call or conditional counts the bytes of what it runs.
//
// Counts that exceed 63 bits stay at the largest number.
namespace hlo {

struct Cost {
  int64_t flops = 0;
  int64_t transcendentals = 0;
  int64_t bytes_read = 0;
  int64_t bytes_written = 0;

  bool operator==(const Cost&) const = default;
};

struct InstructionCost {
  const Instruction* instruction;
  Cost cost;
};

struct ModuleCost {
  std::vector<InstructionCost> instructions;  // of all computations, in the order of the module
  Cost total;                                 // of the entry computation, with what it calls
};

// Requires a module without errors.
ModuleCost CostOf(const Module& module);

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_COST_H_
