// SPDX-License-Identifier: Apache-2.0
#include "core/engine/scalar/scalar_plan.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/engine/scalar/scalar_compiler.h"
#include "core/engine/vector/vector_form.h"
#include "core/engine/vector/vector_program_builder.h"

namespace hlo {
namespace {

class ProgramFunction : public VectorFunction {
 public:
  ProgramFunction(std::unique_ptr<VectorProgram> program, int64_t steps)
      : program_(std::move(program)), steps_(steps) {}

  int64_t steps() const override { return steps_; }

  std::unique_ptr<Scratch> NewScratch() const override {
    return std::make_unique<Blocks>(*program_);
  }

  void Run(Scratch& scratch, std::span<const void* const> inputs, std::span<void* const> outputs,
           int64_t n) const override {
    VectorFrame& frame = static_cast<Blocks&>(scratch).frame;
    frame.Bind(inputs, outputs);
    program_->Run(frame, 0, n);
  }

 private:
  struct Blocks : Scratch {
    explicit Blocks(const VectorProgram& program) : frame(program) {}
    VectorFrame frame;
  };

  std::unique_ptr<VectorProgram> program_;
  int64_t steps_;
};

// Call depth; only for computations that HasVectorForm has bounded.
int DepthOf(const Computation& computation) {
  int deepest = 0;
  for (const Instruction* instruction : computation.instructions) {
    const Computation* called = InlinedComputation(*instruction);
    if (called != nullptr) deepest = std::max(deepest, DepthOf(*called));
  }
  return deepest + 1;
}

bool TakesScalars(const Computation& computation) {
  return std::all_of(computation.parameters.begin(), computation.parameters.end(),
                     [](const Instruction* parameter) { return parameter->shape->IsScalar(); });
}

CompiledFunction CompileFunction(const Computation& computation, KernelMode mode) {
  if (!TakesScalars(computation) || !HasVectorForm(computation)) return {};
  VectorProgramBuilder builder(mode);
  std::vector<VectorLeaves> arguments;
  for (const Instruction* parameter : computation.parameters) {
    arguments.push_back({builder.AddInput(parameter->shape->element_type, LaneIndex::Dense())});
  }
  for (const VirtualRegister leaf : builder.AddComputation(computation, arguments)) {
    builder.AddOutput(leaf);
  }
  std::unique_ptr<VectorProgram> program = builder.Build();
  if (program == nullptr) return {};
  return {std::make_unique<ProgramFunction>(std::move(program), CountSteps(computation)),
          DepthOf(computation)};
}

// The arrays in a value, depth-first; `bytes` returns the address of one.
template <class LiteralType, class Pointer, class Bytes>
void AppendLeaves(LiteralType& value, std::vector<Pointer>& leaves, const Bytes& bytes) {
  if (value.IsArray()) leaves.push_back(bytes(value));
  if constexpr (std::is_const_v<LiteralType>) {
    for (const Literal& element : value.elements()) AppendLeaves(element, leaves, bytes);
  } else {
    for (Literal& element : value.mutable_elements()) AppendLeaves(element, leaves, bytes);
  }
}

}  // namespace

ScalarPlan MakeScalarPlan(const Module& module, KernelMode mode) {
  ScalarPlan plan;
  for (const auto& computation : module.computations) {
    for (const Instruction* instruction : computation->instructions) {
      if (instruction->Is(Opcode::kWhile)) {
        if (auto program = CompileScalarLoop(*instruction, mode)) {
          plan.loops.emplace(instruction, std::move(program));
        }
      }
      if (instruction->op->RunsComputations()) continue;  // as a whole, not on elements
      for (const Computation* called : instruction->CalledComputations()) {
        if (plan.functions.count(called) != 0) continue;
        CompiledFunction made = CompileFunction(*called, mode);
        if (made.function != nullptr) plan.functions.emplace(called, std::move(made));
      }
    }
  }
  return plan;
}

Result<ScalarLoopRun> ScalarLoopRun::Start(const Instruction& loop, const ScalarProgram& program,
                                           const Literal& state,
                                           const std::shared_ptr<MemoryBudget>& budget) {
  HLO_TRY(Literal result, Literal::Allocate(*loop.shape, budget));
  std::vector<const void*> inputs;
  AppendLeaves(state, inputs, [](const Literal& leaf) { return leaf.bytes(); });
  return ScalarLoopRun(program, program.Start(inputs), std::move(result));
}

void ScalarLoopRun::Advance(ScalarMeter& meter) {
  program_->Advance(values_, meter);
  iterations_ = meter.iterations;
}

const Literal& ScalarLoopRun::ReadState() {
  std::vector<void*> outputs;
  AppendLeaves(state_, outputs, [](Literal& leaf) { return leaf.mutable_bytes(); });
  program_->Read(values_, outputs);
  return state_;
}

}  // namespace hlo
