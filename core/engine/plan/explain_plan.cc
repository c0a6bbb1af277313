// SPDX-License-Identifier: Apache-2.0
#include "core/engine/plan/explain_plan.h"

#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/base/format.h"
#include "core/engine/plan/fused_group.h"
#include "core/engine/plan/row_fusion.h"
#include "core/kernels/targets.h"
#include "core/ops/reduction/arg_extreme.h"
#include "core/ops/reduction/sum_of_squares.h"

namespace hlo {
namespace {

std::string Counted(int64_t count, std::string_view noun) {
  return Format("{} {}{}", {count, noun, count == 1 ? "" : "s"});
}

class Explainer {
 public:
  explicit Explainer(const Plan& plan) : plan_(plan) {
    for (const auto& [loop, made] : plan.loops) AddInside(*loop);
    for (const auto& [loop, program] : plan.scalars.loops) AddInside(*loop);
  }

  std::string Text(KernelMode mode) {
    out_ = Format("module '{}': {}\n", {plan_.module->name, Kernels(mode)});
    for (const auto& computation : plan_.module->computations) {
      const auto found = plan_.computations.find(computation.get());
      if (found == plan_.computations.end()) continue;
      if (inside_loops_.count(computation.get()) == 0) AddComputation("", found->second);
      for (const auto& instruction : computation->instructions) {
        const auto loop = plan_.loops.find(instruction);
        if (loop == plan_.loops.end()) continue;
        AddComputation(Format("condition of %{}: ", {instruction->name}), loop->second.condition);
        AddComputation(Format("body of %{}: ", {instruction->name}), loop->second.body);
      }
    }
    return std::move(out_);
  }

 private:
  // Not listed by themselves, though they may be called elsewhere, too.
  void AddInside(const Instruction& loop) {
    inside_loops_.insert(loop.attributes.Called(Attr::condition));
    inside_loops_.insert(loop.attributes.Called(Attr::body));
  }

  static std::string Kernels(KernelMode mode) {
    if (mode == KernelMode::kPlain) return "no kernels, no fusion";
    return Format("{} kernels on {}",
                  {mode == KernelMode::kFast ? "fast" : "portable", KernelTargets().front()});
  }

  void AddComputation(std::string_view role, const ComputationPlan& made) {
    const bool is_entry = made.computation == plan_.module->entry;
    int64_t counts = 0;
    for (const PlanStep& step : made.steps) counts += step.counts;
    out_ += Format("\n{}{}%{}: {}", {role, is_entry ? "ENTRY " : "", made.computation->name,
                                     Counted(counts, "instruction")});
    if (plan_.scalars.functions.count(made.computation) != 0) {
      out_ += ", compiled: ops that apply it to elements run it on blocks of lanes\n";
      return;
    }
    out_ += "\n";
    names_.assign(static_cast<size_t>(made.slot_count), "");
    for (size_t i = 0; i < made.parameter_slots.size(); ++i) NameParameter(made, i);
    int64_t number = 0;
    for (const PlanStep& step : made.once) AddStep(++number, step, "once: ");
    for (const PlanStep& step : made.steps) {
      const bool is_parameter = step.group == nullptr && step.evaluate == nullptr;
      if (!is_parameter) AddStep(++number, step);
    }
  }

  void NameParameter(const ComputationPlan& made, size_t i) {
    const int32_t slot = made.parameter_slots[i];
    if (slot < 0) return;
    // The elements of a loop's state are parameters of their own.
    const auto& parameters = made.computation->parameters;
    names_[static_cast<size_t>(slot)] =
        parameters.size() == made.parameter_slots.size()
            ? "%" + parameters[i]->name
            : Format("%{}[{}]", {parameters.empty() ? "" : parameters[0]->name, i});
  }

  void Name(int32_t slot, const Instruction& instruction) {
    if (slot >= 0) names_[static_cast<size_t>(slot)] = "%" + instruction.name;
  }

  const std::string& NameOf(int32_t slot) const { return names_[static_cast<size_t>(slot)]; }

  std::string Operands(const PlanStep& step) const {
    std::string text;
    for (const int32_t slot : step.operand_slots) {
      text += (text.empty() ? "" : ", ") + NameOf(slot);
    }
    return text;
  }

  void AddStep(int64_t number, const PlanStep& step, std::string_view when = "") {
    out_ += Format("  {}. {}", {number, when});
    if (step.group == nullptr) {
      AddInstruction(step);
    } else if (step.group->rows != nullptr) {
      AddRows(*step.group->rows);
    } else {
      AddGroup(step, "     ");
    }
    AddObserved(step);
  }

  void AddObserved(const PlanStep& step) {
    if (step.observed.empty()) return;
    std::string names;
    for (const Observation& shown : step.observed) {
      names += (names.empty() ? "%" : ", %") + shown.instruction->name;
    }
    out_ += "     shows " + names + "\n";
  }

  void AddInstruction(const PlanStep& step) {
    const Instruction& instruction = *step.instruction;
    Name(step.slot, instruction);
    out_ += Format("%{} = {} {}({})", {instruction.name, ShapeText(*step.shape, false),
                                       OpcodeName(instruction.opcode()), Operands(step)});
    if (plan_.scalars.loops.count(&instruction) != 0) {
      out_ += ": compiled to scalar code";
    }
    if (step.evaluate == EvaluateSumOfSquares) {
      out_ += ": squares of " + NameOf(step.operand_slots[0]);
      if (step.operand_slots.size() > 2) out_ += " - " + NameOf(step.operand_slots[2]);
    }
    if (step.evaluate == EvaluateArgExtreme) out_ += ": the positions of extremes";
    out_ += "\n";
  }

  void AddGroup(const PlanStep& step, std::string_view indent) {
    const FusedGroup& group = *step.group;
    out_ += Format("fused {}: {} in blocks of {}\n",
                   {Counted(step.counts, "instruction"), Counted(group.lanes, "lane"),
                    group.program->block_lanes()});
    std::vector<std::string> inputs, outputs;
    for (const int32_t input : group.inputs) {
      inputs.push_back(NameOf(step.operand_slots[static_cast<size_t>(input)]));
    }
    for (const FusedGroup::Output& output : group.outputs) {
      Name(output.slot, *output.instruction);
      outputs.push_back(NameOf(output.slot) + " " + ShapeText(*output.shape, false));
    }
    for (const std::string& line : group.program->Listing(inputs, outputs)) {
      out_ += Format("{}{}\n", {indent, line});
    }
  }

  void AddRows(const RowFusion& rows) {
    out_ += Format("row fusion: {} rows of {}, a few rows at a time\n", {rows.rows, rows.columns});
    for (const RowFusion::Part& part : rows.parts) {
      out_ += "     ";
      if (part.step.group != nullptr) {
        AddGroup(part.step, "       ");
      } else {
        AddInstruction(part.step);
      }
    }
  }

  const Plan& plan_;
  std::unordered_set<const Computation*> inside_loops_;  // with a plan or code of their own
  std::string out_;
  std::vector<std::string> names_;  // by slot
};

}  // namespace

std::string ExplainPlan(const Plan& plan, KernelMode mode) { return Explainer(plan).Text(mode); }

}  // namespace hlo
