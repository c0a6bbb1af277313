// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_EVALUATE_H_
#define HLO_CORE_OPS_EVALUATE_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"
#include "core/ir/module.h"
#include "hlo/kernel_mode.h"
#include "hlo/literal.h"
#include "hlo/workers.h"

namespace hlo {

class VectorFunction;

// The state of the random ops of a device (core/ops/random/rng.cc), reset at the start of a run.
struct RandomState {
  uint64_t high = 0, low = 0x7012395;                      // of rng-get-and-update-state
  std::unordered_map<const Instruction*, uint64_t> draws;  // executions of each `rng`
};

// Services of the engine for ops: calls, limits, and device ids.
class Runtime {
 public:
  virtual ~Runtime() = default;

  // Runs a computation. Counts its steps; errors R01 (steps), R02 (memory), R03 (depth), R04.
  virtual Result<Literal> Call(const Computation& computation, std::vector<Literal> arguments) = 0;
  // Called before each iteration of a `while`; notifies observers. Error R04 if the run is
  // cancelled.
  virtual Status LoopIteration(const Instruction& loop, int64_t iteration) = 0;

  // A scalar computation as a function on lanes (core/ops/vector_function.h); nullptr if it must be
  // called because it contains arrays or control flow, its instructions are observed, or the run
  // takes the plain path.
  virtual const VectorFunction* FindVectorFunction(const Computation& computation) = 0;
  // Counts steps that will run without calls. Returns false, counting none, if they exceed the step
  // limit or the run is cancelled; make calls then, which fail at the right instruction.
  virtual bool TakeSteps(int64_t steps) = 0;
  virtual bool cancelled() const = 0;
  // Runs a `while` from the given state without calling its computations; nullopt, with the state
  // unchanged, if that is not possible.
  virtual std::optional<Result<Literal>> RunLoop(const Instruction& loop, Literal& state) = 0;

  // The ids of this device; 0 if there is only one.
  virtual int64_t replica() const = 0;
  virtual int64_t partition() const = 0;
  virtual int64_t partitions() const = 0;
  // Of the module that runs.
  virtual const ModuleHeader& header() const = 0;
  RandomState& random() { return random_; }

  const std::shared_ptr<MemoryBudget>& budget() const { return budget_; }
  KernelMode kernel_mode() const { return kernel_mode_; }
  Workers& workers() { return workers_ != nullptr ? *workers_ : alone_; }

 protected:
  Runtime(std::shared_ptr<MemoryBudget> budget, KernelMode kernel_mode, Workers* workers)
      : budget_(std::move(budget)), kernel_mode_(kernel_mode), workers_(workers) {}

  std::shared_ptr<MemoryBudget> budget_;

 private:
  KernelMode kernel_mode_;
  Workers* workers_;
  Workers alone_;  // if the run has no workers
  RandomState random_;
};

// The context of an evaluation. Operands at their last use may be taken and reused.
class EvalContext {
 public:
  // `shape` is a shared copy of the shape of the instruction, if there is one; it must outlive the
  // context.
  EvalContext(const Instruction& instruction, std::span<Literal* const> operands,
              std::span<const bool> last_use, Runtime& runtime, const SharedShape* shape = nullptr)
      : instruction_(instruction),
        operands_(operands),
        last_use_(last_use),
        runtime_(runtime),
        shared_shape_(shape) {}

  const Instruction& instruction() const { return instruction_; }
  const Attributes& attributes() const { return instruction_.attributes; }
  const Shape& shape() const { return *instruction_.shape; }
  size_t operand_count() const { return operands_.size(); }
  const Literal& operand(size_t i) const { return *operands_[i]; }
  bool IsLastUse(size_t i) const { return last_use_[i]; }
  // The operand itself at its last use, else a copy that shares its bytes.
  Literal TakeOperand(size_t i) { return last_use_[i] ? std::move(*operands_[i]) : *operands_[i]; }
  std::vector<Literal> TakeOperands() {
    std::vector<Literal> taken;
    taken.reserve(operand_count());
    for (size_t i = 0; i < operand_count(); ++i) taken.push_back(TakeOperand(i));
    return taken;
  }

  Runtime& runtime() { return runtime_; }
  KernelMode kernel_mode() const { return runtime_.kernel_mode(); }
  Workers& workers() { return runtime_.workers(); }
  Result<Literal> Call(const Computation& computation, std::vector<Literal> arguments) {
    return runtime_.Call(computation, std::move(arguments));
  }
  // An uninitialized literal of the result's shape (or another), charged to the run's memory
  // budget.
  Result<Literal> Allocate() { return Literal::Allocate(SharedResultShape(), runtime_.budget()); }
  Result<Literal> Allocate(Shape shape) {
    return Literal::Allocate(std::move(shape), runtime_.budget());
  }
  // The operand with the shape of the result.
  Literal ReshapeOperand(size_t i) { return TakeOperand(i).WithShape(SharedResultShape()); }

 private:
  const SharedShape& SharedResultShape() {
    if (shared_shape_ == nullptr) {
      made_shape_ = Share(shape());
      shared_shape_ = &made_shape_;
    }
    return *shared_shape_;
  }

  const Instruction& instruction_;
  std::span<Literal* const> operands_;
  std::span<const bool> last_use_;
  Runtime& runtime_;
  const SharedShape* shared_shape_;
  SharedShape made_shape_;  // if there was none
};

}  // namespace hlo

#endif  // HLO_CORE_OPS_EVALUATE_H_
