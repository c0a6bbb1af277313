// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_COST_H_
#define HLO_CORE_ENGINE_COST_H_

#include <cstdint>
#include <vector>

#include "core/ir/module.h"

// The cost of running a module, computed from shapes alone by the rules of XLA's HloCostAnalysis:
//
// - Elementwise ops: one FLOP per element; functions such as exponential, tanh, sqrt and power
//   count as one transcendental per element instead.
// - dot, ragged-dot, scaled-dot: 2 FLOPs per product that is summed; convolution likewise, without
//   products in the padding or between dilated elements.
// - reduce: the cost of to_apply, for each input element beyond the number of results;
//   reduce-window: for each element of a window but one; select-and-scatter: `select` for each
//   element of a window but one, and `scatter` once, for each source element; map: once per
//   element; scatter: once per element of the (first) updates.
// - all-reduce: one FLOP per element of its operands, as if there were two devices.
// - fft of n points: 8 n log2(n) FLOPs; sort: n log2(n); cholesky: n^3 / 3 for an [n,n] matrix;
//   triangular-solve: 2 m n^2 for m right-hand sides; rng: one transcendental per element.
// - Custom calls of products, convolutions, triangular solves, Cholesky, and sorts of libraries:
//   as the op that computes the same; the gradients of a convolution as the forward one.
// - call, fusion, async and conditional: the cost of the called computations, for conditional the
//   most expensive branch; while: one iteration, since the trip count is unknown.
// - Bytes read are those of the operands, bytes written those of the result. Parameters, constants,
//   bitcasts and get-tuple-element access no memory; a tuple writes one pointer per element.
//   slice, dynamic-slice and gather read only as much as they write, and their indices;
//   dynamic-update-slice and scatter access only what they update; a fusion reads its operands and
//   writes its result. A while, call or conditional counts the bytes of what it runs.
//
// Counts saturate at 63 bits.
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
  std::vector<InstructionCost> instructions;  // of all computations, in module order
  Cost total;                                 // of the entry computation and what it calls
};

// In a module with errors, the instructions that are left out count nothing.
ModuleCost CostOf(const Module& module);

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_COST_H_
