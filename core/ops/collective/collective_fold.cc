// SPDX-License-Identifier: Apache-2.0
#include "core/ops/collective/collective_fold.h"

#include <algorithm>
#include <memory>
#include <unordered_set>
#include <vector>

#include "core/base/result.h"
#include "core/ops/called_computation.h"
#include "core/ops/reduction/combiner.h"

namespace hlo {
namespace {

// Elements combined over all participants at a time, so that the result stays in the cache.
constexpr int64_t kStretch = 4096;

// The first instruction, here or in a callee, whose value depends on the device: its ids, and
// random numbers, which each device draws from a state of its own. Returns nullptr if there is
// none.
const Instruction* FindDeviceDependent(const Computation& computation) {
  std::vector<const Computation*> reached = {&computation};
  std::unordered_set<const Computation*> seen = {&computation};
  for (size_t next = 0; next < reached.size(); ++next) {
    for (const Instruction* instruction : reached[next]->instructions) {
      if (instruction->Is(Opcode::kReplicaId) || instruction->Is(Opcode::kPartitionId) ||
          instruction->Is(Opcode::kRng) || instruction->Is(Opcode::kRngGetAndUpdateState)) {
        return instruction;
      }
      for (const Computation* callee : instruction->CalledComputations()) {
        if (seen.insert(callee).second) reached.push_back(callee);
      }
    }
  }
  return nullptr;
}

}  // namespace

Status CheckCombiner(const InferContext& context, std::string_view code) {
  const CallSite site{context, code, Attr::to_apply, "`to_apply`"};
  HLO_TRY(const Computation* combiner, CalledComputation(site));
  HLO_RETURN_IF_ERROR(CheckParameterCount(site, *combiner, 2));
  for (const Shape* operand : context.operands) {
    const Shape scalar = Shape::Scalar(operand->element_type);
    HLO_RETURN_IF_ERROR(CheckParameter(site, *combiner, 0, scalar));
    HLO_RETURN_IF_ERROR(CheckParameter(site, *combiner, 1, scalar));
    HLO_RETURN_IF_ERROR(CheckRoot(site, *combiner, scalar));
  }
  if (const Instruction* dependent = FindDeviceDependent(*combiner)) {
    return Fail("V04", "`{}`: a combiner must not depend on the device that runs it, as `{}` does",
                {context.instruction.op->name, dependent->op->name})
        .AtAttribute("to_apply");
  }
  return {};
}

Result<Literal> FoldParticipants(ExchangeContext& context, size_t i) {
  Literal result = context.operand(0, i);
  const int64_t elements = result.element_count();
  if (context.size() == 1 || elements == 0) return result;
  HLO_RETURN_IF_ERROR(result.MakeUnique());
  const ElementType type = result.element_type();
  EvalContext calls(context.instruction(), {}, {}, context.runtime());
  HLO_TRY(const std::unique_ptr<Combiner> combiner,
          MakeCombiner(calls, *context.attributes().Called(Attr::to_apply), {&type, 1},
                       elements * (static_cast<int64_t>(context.size()) - 1)));
  for (int64_t start = 0; start < elements; start += kStretch) {
    const int64_t offset = start * StorageBytes(type);
    uint8_t* const to = result.mutable_bytes() + offset;
    for (size_t participant = 1; participant < context.size(); ++participant) {
      const uint8_t* const from = context.operand(participant, i).bytes() + offset;
      HLO_RETURN_IF_ERROR(
          combiner->Combine({&to, 1}, {&from, 1}, std::min(kStretch, elements - start)));
    }
  }
  return result;
}

}  // namespace hlo
