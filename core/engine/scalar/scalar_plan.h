// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_SCALAR_SCALAR_PLAN_H_
#define HLO_CORE_ENGINE_SCALAR_SCALAR_PLAN_H_

#include <memory>
#include <unordered_map>

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

// Runs the program of a loop from `state`. The value is invalid if the meter says that the run was
// stopped. Error R02.
Result<Literal> RunScalarLoop(const Instruction& loop, const ScalarProgram& program,
                              const Literal& state, const std::shared_ptr<MemoryBudget>& budget,
                              ScalarMeter& meter);

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_SCALAR_SCALAR_PLAN_H_
