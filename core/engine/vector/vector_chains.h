// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_VECTOR_VECTOR_CHAINS_H_
#define HLO_CORE_ENGINE_VECTOR_VECTOR_CHAINS_H_

#include <cstdint>
#include <vector>

#include "core/engine/vector/vector_program_builder.h"

namespace hlo {

// Joins the f32 arithmetic of a vector program into chains (core/kernels/chain.h), and finds values
// of which the chains need only one element.
class VectorChains {
 public:
  using Operation = VectorProgramBuilder::Operation;

  // `sequence` computes the outputs of the builder. Blocks do not cross a multiple of `line` lanes,
  // unless `line` is 0.
  VectorChains(const VectorProgramBuilder& builder, int64_t line, std::vector<Operation>& sequence);

  // Replaces operations by chains: each value that only the next operation reads stays in a
  // processor register. Values keep their virtual registers. Returns which of these are read only
  // as the first element.
  std::vector<bool> Join();

 private:
  // Whether the value is computed by a chain and read by a single operation.
  bool CanGoOn(VirtualRegister value) const;
  bool IsScaledBlock(VirtualRegister value) const;
  size_t Incoming(const Operation& operation) const;
  void Extend(size_t position);
  std::vector<bool> Singles() const;

  const VectorProgramBuilder& builder_;
  std::vector<Operation>& sequence_;
  std::vector<int> readers_;     // per register: operations, and outputs
  std::vector<int32_t> writer_;  // the position of the operation in the sequence, or -1
  std::vector<bool> uniform_;    // all lanes of a block read the same element
};

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_VECTOR_VECTOR_CHAINS_H_
