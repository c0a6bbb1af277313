// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_SCALAR_SCALAR_PLAN_H_
#define HLO_CORE_ENGINE_SCALAR_SCALAR_PLAN_H_

#include <memory>
#include <unordered_map>
#include <utility>

#include "core/base/result.h"
#include "core/engine/scalar/scalar_program.h"
#include "core/ir/module.h"
#include "core/ops/vector_function.h"
#include "hlo/kernel_mode.h"
#include "hlo/literal.h"

namespace hlo {

// A computation as a function on lanes, with the depth of its calls.
struct CompiledFunction {
  std::unique_ptr<VectorFunction> function;
  int depth = 1;
};

// The parts of a module that work only on scalars, compiled for one kernel mode: loops, and the
// computations that ops apply to elements.
struct ScalarPlan {
  std::unordered_map<const Instruction*, std::unique_ptr<ScalarProgram>> loops;
  std::unordered_map<const Computation*, CompiledFunction> functions;
};

ScalarPlan MakeScalarPlan(const Module& module, KernelMode mode);

// A loop that runs as a program, and may be suspended.
class ScalarLoopRun {
 public:
  // Error R02.
  static Result<ScalarLoopRun> Start(const Instruction& loop, const ScalarProgram& program,
                                     const Literal& state,
                                     const std::shared_ptr<MemoryBudget>& budget);

  // Runs until the end, or until the meter stops it.
  void Advance(ScalarMeter& meter);

  int64_t iterations() const { return iterations_; }
  bool is_between_iterations() const { return values_.is_between_iterations(); }
  // The state of the loop: between iterations, and at the end.
  const Literal& ReadState();
  Literal TakeState() { return std::move(state_); }

 private:
  ScalarLoopRun(const ScalarProgram& program, ScalarProgram::State values, Literal state)
      : program_(&program), values_(std::move(values)), state_(std::move(state)) {}

  const ScalarProgram* program_;
  ScalarProgram::State values_;
  Literal state_;  // as last read
  int64_t iterations_ = 0;
};

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_SCALAR_SCALAR_PLAN_H_
