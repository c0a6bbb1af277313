// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_VECTOR_VECTOR_CHAINS_H_
#define HLO_CORE_ENGINE_VECTOR_VECTOR_CHAINS_H_

#include <cstdint>
#include <vector>

#include "core/engine/vector/vector_program_builder.h"

namespace hlo {

// Joins the f32 arithmetic of a vector program into chains (core/kernels/chain.h), and finds which
// values need no more than one element then.
class VectorChains {
 public:
  using Operation = VectorProgramBuilder::Operation;

  // `sequence` computes the outputs of the builder. No block goes beyond a multiple of `line`
  // lanes, unless that is 0.
  VectorChains(const VectorProgramBuilder& builder, int64_t line, std::vector<Operation>& sequence);

  // Replaces operations by chains of them: each value that the next operation alone reads travels
  // in registers. Values keep their registers. Says which of them are read as the first element of
  // their register alone.
  std::vector<bool> Join();

 private:
  // Whether the value is computed by a chain and read by one operation alone.
  bool CanGoOn(VirtualRegister value) const;
  size_t Incoming(const Operation& operation) const;
  void Extend(size_t position);
  std::vector<bool> Singles() const;

  const VectorProgramBuilder& builder_;
  std::vector<Operation>& sequence_;
  std::vector<int> readers_;     // of each register: operations, and outputs
  std::vector<int32_t> writer_;  // the position of the operation in the sequence, or -1
  std::vector<bool> uniform_;    // all lanes of a block read the same
};

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_VECTOR_VECTOR_CHAINS_H_
