// SPDX-License-Identifier: Apache-2.0
#include "core/api/value_origins.h"

namespace hlo::api {
namespace {

// Deeper nests of calls are not followed, so that time stays linear.
constexpr int kMaxSteps = 100;

bool PassesOperands(const Instruction& caller) {
  return caller.Is(Opcode::kFusion) || caller.Is(Opcode::kCall);
}

}  // namespace

ValueOrigins::ValueOrigins(const Module& module) : callers_(module.computations.size()) {
  std::vector<int> counts(callers_.size());
  for (const auto& computation : module.computations) {
    for (const Instruction* instruction : computation->instructions) {
      for (const Computation* called : instruction->CalledComputations()) {
        const size_t number = static_cast<size_t>(called->number);
        const bool is_only = ++counts[number] == 1 && PassesOperands(*instruction);
        callers_[number] = is_only ? instruction : nullptr;
      }
    }
  }
}

const Instruction* ValueOrigins::RootOf(const Instruction& caller) const {
  if (!PassesOperands(caller)) return nullptr;
  const std::vector<Computation*> called = caller.CalledComputations();
  const bool is_only =
      called.size() == 1 && callers_[static_cast<size_t>(called[0]->number)] == &caller;
  return is_only ? called[0]->root : nullptr;
}

const Instruction* ValueOrigins::Next(const Instruction& instruction) const {
  if (instruction.Is(Opcode::kParameter)) {
    const Instruction* caller = callers_[static_cast<size_t>(instruction.parent->number)];
    const size_t number = static_cast<size_t>(instruction.parameter_number);
    return caller != nullptr && number < caller->operands.size() ? caller->operands[number]
                                                                 : nullptr;
  }
  if (instruction.Is(Opcode::kGetTupleElement) && !instruction.operands.empty()) {
    const Instruction* tuple = RootOf(*instruction.operands[0]);
    const size_t element = static_cast<size_t>(instruction.attributes.Int(Attr::index));
    return tuple != nullptr && tuple->Is(Opcode::kTuple) && element < tuple->operands.size()
               ? tuple->operands[element]
               : nullptr;
  }
  return RootOf(instruction);
}

const Instruction& ValueOrigins::Of(const Instruction& instruction) const {
  const Instruction* at = &instruction;
  for (int step = 0; step < kMaxSteps; ++step) {
    const Instruction* next = Next(*at);
    if (next == nullptr) break;
    at = next;
  }
  return *at;
}

}  // namespace hlo::api
