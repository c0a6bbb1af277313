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
#include "core/kernels/kernel_mode.h"
#include "hlo/literal.h"
#include "hlo/workers.h"

namespace hlo {

class VectorFunction;

// What the random ops of a device go on from (core/ops/random/rng.cc). A run starts afresh.
struct RandomState {
  uint64_t high = 0, low = 0x7012395;                      // of rng-get-and-update-state
  std::unordered_map<const Instruction*, uint64_t> draws;  // how often each `rng` has run
};

// Services of the engine that ops use: calls, limits, and which device this is.
class Runtime {
 public:
  virtual ~Runtime() = default;

  // Runs a computation. Counts its steps; errors R01 (steps), R02 (memory), R03 (depth), R04.
  virtual Result<Literal> Call(const Computation& computation, std::vector<Literal> arguments) = 0;
  // A `while` is about to start its next iteration; observers see it. Error R04 when cancelled.
  virtual Status LoopIteration(const Instruction& loop, int64_t iteration) = 0;

  // A scalar computation as a function on lanes (core/ops/vector_function.h); nullptr when it has
  // to be called: it has arrays or control flow inside, its instructions are observed, or the run
  // takes the plain path.
  virtual const VectorFunction* FindVectorFunction(const Computation&) { return nullptr; }
  // Counts steps that are about to run otherwise than by calls. False, with none counted, when they
  // are more than the limit leaves or the run is cancelled: calls then fail at the right place.
  virtual bool TakeSteps(int64_t) { return false; }
  virtual bool cancelled() const { return false; }
  // Runs a `while` from the given state, if there is a faster way than to call its computations;
  // nullopt with the state untouched when there is none.
  virtual std::optional<Result<Literal>> RunLoop(const Instruction&, Literal&) {
    return std::nullopt;
  }

  // Which device this is; 0 where there is one device only.
  virtual int64_t replica() const { return 0; }
  virtual int64_t partition() const { return 0; }
  // The place of an instruction among all of the module, in the order of its computations.
  virtual int64_t NumberOf(const Instruction& instruction) const { return instruction.index; }
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
  Workers alone_;  // when the run has none
  RandomState random_;
};

// What an evaluator sees. Operands that are not needed afterwards may be taken and reused.
class EvalContext {
 public:
  // `shape` is that of the instruction, if there is a copy that results can share.
  EvalContext(const Instruction& instruction, std::span<Literal* const> operands,
              std::span<const bool> last_use, Runtime& runtime, SharedShape shape = nullptr)
      : instruction_(instruction),
        operands_(operands),
        last_use_(last_use),
        runtime_(runtime),
        shared_shape_(std::move(shape)) {}

  const Instruction& instruction() const { return instruction_; }
  const Attributes& attributes() const { return instruction_.attributes; }
  const Shape& shape() const { return *instruction_.shape; }
  size_t operand_count() const { return operands_.size(); }
  const Literal& operand(size_t i) const { return *operands_[i]; }
  bool IsLastUse(size_t i) const { return last_use_[i]; }
  // The operand itself when this is its last use, else a copy that shares its bytes.
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
  // Uninitialized literal of the result's shape (or of another), charged to the run.
  Result<Literal> Allocate() { return Literal::Allocate(SharedResultShape(), runtime_.budget()); }
  Result<Literal> Allocate(Shape shape) {
    return Literal::Allocate(std::move(shape), runtime_.budget());
  }
  // The operand under the result's shape.
  Literal ReshapeOperand(size_t i) { return TakeOperand(i).WithShape(SharedResultShape()); }

 private:
  SharedShape SharedResultShape() {
    if (shared_shape_ == nullptr) shared_shape_ = Share(shape());
    return shared_shape_;
  }

  const Instruction& instruction_;
  std::span<Literal* const> operands_;
  std::span<const bool> last_use_;
  Runtime& runtime_;
  SharedShape shared_shape_;
};

}  // namespace hlo

#endif  // HLO_CORE_OPS_EVALUATE_H_
