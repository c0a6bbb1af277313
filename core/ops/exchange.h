// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_EXCHANGE_H_
#define HLO_CORE_OPS_EXCHANGE_H_

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/evaluate.h"
#include "hlo/literal.h"

namespace hlo {

// The devices of a run. Device (r, p) has the flattened id r * partitions + p (collectives
// reference, section 1).
struct Topology {
  int64_t replicas = 1;
  int64_t partitions = 1;

  int64_t devices() const { return replicas * partitions; }
};

// The context of a collective once all participants have arrived. Participants are in group order,
// which may differ from the order of device ids.
class ExchangeContext {
 public:
  // `operands` by participant; all participants execute `instruction` or an equivalent one.
  // `wanted` by participant: whose results are needed: all in a single process, only the local
  // device's over MPI.
  ExchangeContext(const Instruction& instruction, const Topology& topology,
                  std::span<const int64_t> participants,
                  std::span<const std::vector<Literal>> operands, std::span<const bool> wanted,
                  Runtime& runtime)
      : instruction_(instruction),
        topology_(topology),
        participants_(participants),
        operands_(operands),
        wanted_(wanted),
        runtime_(runtime) {}

  const Instruction& instruction() const { return instruction_; }
  const Attributes& attributes() const { return instruction_.attributes; }
  const Topology& topology() const { return topology_; }
  size_t size() const { return participants_.size(); }
  int64_t device(size_t participant) const { return participants_[participant]; }
  size_t operand_count() const { return instruction_.operands.size(); }
  const Literal& operand(size_t participant, size_t i) const { return operands_[participant][i]; }
  // A result that is not wanted may be an empty Literal.
  bool IsWanted(size_t participant) const { return wanted_[participant]; }

  // The runtime of the participant that arrived last, for combiners, memory, and kernels.
  Runtime& runtime() { return runtime_; }
  Result<Literal> Allocate(const Shape& shape) {
    return Literal::Allocate(shape, runtime_.budget());
  }

 private:
  const Instruction& instruction_;
  const Topology& topology_;
  std::span<const int64_t> participants_;
  std::span<const std::vector<Literal>> operands_;
  std::span<const bool> wanted_;
  Runtime& runtime_;
};

}  // namespace hlo

#endif  // HLO_CORE_OPS_EXCHANGE_H_
