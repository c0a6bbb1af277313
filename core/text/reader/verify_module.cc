// SPDX-License-Identifier: Apache-2.0
// Computations and modules as a whole, and the verifier as a pass.
#include <algorithm>
#include <unordered_set>
#include <utility>

#include "core/base/format.h"
#include "core/ops/collective/channels.h"
#include "core/ops/collective/replica_groups.h"
#include "core/ops/control/async.h"
#include "core/text/reader/verify.h"
#include "core/text/text.h"

namespace hlo {
namespace {

// Operands are earlier instructions of the same computation.
Status CheckOperands(const Instruction& instruction) {
  for (const Instruction* operand : instruction.operands) {
    if (operand->parent == instruction.parent && operand->index < instruction.index) continue;
    return Fail("N01", "there is no instruction '{}' before '{}'",
                {operand->name, instruction.name});
  }
  return {};
}

// All that one instruction must hold to.
Status CheckInstruction(const Instruction& instruction, const Topology& devices) {
  const OpDef& op = *instruction.op;
  const Attributes::List& attributes = instruction.attributes.all();
  HLO_RETURN_IF_ERROR(CheckOperands(instruction));
  HLO_RETURN_IF_ERROR(CheckOperandCount(op, std::ssize(instruction.operands)));
  HLO_RETURN_IF_ERROR(CheckRequiredAttributes(op, {attributes.data(), attributes.size()}));
  HLO_RETURN_IF_ERROR(CheckAttributeValues(instruction));
  HLO_TRY(const Shape inferred, InferredShape(instruction, instruction.shape));
  HLO_RETURN_IF_ERROR(CheckResultShape(instruction, *instruction.shape, inferred));
  return CheckDevices(instruction, devices);
}

class ModuleVerifier {
 public:
  ModuleVerifier(const Module& module, size_t max_errors)
      : module_(module), max_errors_(std::max<size_t>(max_errors, 1)) {}

  std::vector<Diagnostic> Verify() {
    if (module_.entry == nullptr) {
      Add({}, Fail("N09", "the module '{}' has no entry computation", {module_.name}));
      return std::move(diagnostics_);
    }
    for (const auto& computation : module_.computations) LookAt(*computation);
    if (!diagnostics_.empty()) return std::move(diagnostics_);
    for (HeaderFault& fault : CheckHeader(module_)) {
      Add({}, Fail("V05", "{}", {fault.message}));
    }
    for (Diagnostic& diagnostic : CheckCommunication(module_)) Add(std::move(diagnostic));
    return std::move(diagnostics_);
  }

 private:
  void LookAt(const Computation& computation) {
    const size_t before = diagnostics_.size();
    std::unordered_set<const Instruction*> faulty;
    for (const Instruction* instruction : computation.instructions) {
      // What uses a fault would only repeat it.
      const auto& operands = instruction->operands;
      const bool uses_fault = std::any_of(operands.begin(), operands.end(), [&](const auto* each) {
        return faulty.count(each) != 0;
      });
      if (uses_fault || !LookAt(*instruction)) faulty.insert(instruction);
    }
    if (diagnostics_.size() > before) return;
    if (const Status whole = CheckComputation(computation); !whole.ok()) {
      Add(computation.name_span, whole.error());
      return;
    }
    for (const AsyncFault& fault : CheckAsyncUsers(computation)) {
      Add(DiagnosticAt(*fault.start, fault.error));
    }
  }

  bool LookAt(const Instruction& instruction) {
    const Topology devices{module_.header.replica_count, module_.header.num_partitions};
    if (const Status fits = CheckInstruction(instruction, devices); !fits.ok()) {
      Add(DiagnosticAt(instruction, fits.error()));
      return false;
    }
    std::optional<Diagnostic> fault = async_.Look(instruction);
    if (fault) Add(std::move(*fault));
    return !fault;
  }

  void Add(SourceSpan span, const Error& error) {
    Diagnostic diagnostic;
    diagnostic.code = error.code;
    diagnostic.span = span;
    diagnostic.message = error.message;
    Add(std::move(diagnostic));
  }
  void Add(Diagnostic diagnostic) {
    if (diagnostics_.size() < max_errors_) diagnostics_.push_back(std::move(diagnostic));
  }

  const Module& module_;
  size_t max_errors_;
  AsyncVerifier async_;
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace

Status CheckComputation(const Computation& computation) {
  if (computation.instructions.empty()) {
    return Fail("N09", "computation '{}' has no instructions", {computation.name});
  }
  int64_t count = 0;
  for (const Instruction* instruction : computation.instructions) {
    count += instruction->op->arguments == ArgumentKind::kParameterNumber ? 1 : 0;
  }
  const auto& parameters = computation.parameters;
  for (int64_t number = 0; number < count; ++number) {
    if (number < std::ssize(parameters) && parameters[static_cast<size_t>(number)] != nullptr) {
      continue;
    }
    return Fail("N08", "computation '{}' has {} parameters, but parameter {} is missing",
                {computation.name, count, number});
  }
  return {};
}

std::vector<Diagnostic> CheckCommunication(const Module& module) {
  std::vector<Diagnostic> diagnostics;
  for (const ChannelFault& fault : CheckChannels(module)) {
    Diagnostic& diagnostic = diagnostics.emplace_back();
    diagnostic.code = fault.error.code;
    diagnostic.span = DiagnosticAt(*fault.instruction, fault.error).span;
    diagnostic.message = fault.error.message;
  }
  return diagnostics;
}

std::vector<Diagnostic> VerifyModule(const Module& module, size_t max_errors) {
  return ModuleVerifier(module, max_errors).Verify();
}

}  // namespace hlo
