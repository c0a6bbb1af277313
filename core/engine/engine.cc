// SPDX-License-Identifier: Apache-2.0
#include "core/engine/engine.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>

#include "core/engine/fused_group.h"
#include "core/engine/liveness.h"
#include "core/engine/plan.h"
#include "core/engine/scalar_plan.h"
#include "core/ops/evaluate.h"

namespace hlo {
namespace {

struct Device {
  int64_t replica, partition;
};

// The run of one device.
class Machine : public Runtime {
 public:
  Machine(const Plan& plan, const RunOptions& options, std::shared_ptr<MemoryBudget> budget,
          Device device, int64_t steps_done, Observer* observer)
      : Runtime(std::move(budget), options.kernel_mode, options.workers),
        plan_(plan),
        options_(options),
        device_(device),
        observer_(observer),
        steps_(steps_done) {}

  int64_t replica() const override { return device_.replica; }
  int64_t partition() const override { return device_.partition; }

  Result<Literal> Call(const Computation& computation, std::vector<Literal> arguments) override {
    if (depth_ >= options_.limits.max_depth) {
      return Fail("R03", "computation '{}' would be call number {} inside another; the limit is {}",
                  {computation.name, depth_ + 1, options_.limits.max_depth});
    }
    ++depth_;
    Result<Literal> result = RunComputation(plan_.Of(computation), std::move(arguments));
    --depth_;
    return result;
  }

  Status LoopIteration(const Instruction& loop, int64_t iteration) override {
    loop_ = &loop;
    iteration_ = iteration;
    if (observer_ != nullptr) observer_->LoopIteration(loop, iteration);
    // A loop may have an empty body: every round counts as a step, so that it ends some time.
    return CountSteps(1);
  }

  const LaneFunction* Lanes(const Computation& computation) override {
    const auto found = plan_.scalars.functions.find(&computation);
    if (found == plan_.scalars.functions.end()) return nullptr;
    const CompiledFunction& compiled = found->second;
    return depth_ + compiled.depth <= options_.limits.max_depth ? compiled.function.get() : nullptr;
  }

  bool TakeSteps(int64_t steps) override {
    if (cancelled() || steps > options_.limits.max_steps - steps_) return false;
    steps_ += steps;
    return true;
  }

  bool cancelled() const override {
    return options_.cancel != nullptr && options_.cancel->load(std::memory_order_relaxed);
  }

  std::optional<Result<Literal>> RunLoop(const Instruction& loop, Literal& state) override {
    const auto scalar = plan_.scalars.loops.find(&loop);
    if (scalar != plan_.scalars.loops.end()) {
      if (depth_ + scalar->second->depth() > options_.limits.max_depth) return std::nullopt;
      return RunScalars(loop, *scalar->second, state);
    }
    const auto planned = plan_.loops.find(&loop);
    if (planned == plan_.loops.end() || depth_ >= options_.limits.max_depth) return std::nullopt;
    std::vector<Literal> elements = std::move(state.mutable_elements());
    ++depth_;
    Status done = RunRounds(loop, planned->second, elements);
    --depth_;
    if (!done.ok()) return done.TakeError();
    return Literal::Tuple(std::move(elements)).WithShape(*loop.shape);
  }

  int64_t steps() const { return steps_; }
  const Instruction* failed() const { return failed_; }

 private:
  using Frame = std::vector<Literal>;

  Result<Literal> RunScalars(const Instruction& loop, const ScalarProgram& program,
                             const Literal& state) {
    ScalarMeter meter;
    meter.left = options_.limits.max_steps - steps_;
    meter.cancel = options_.cancel;
    Result<Literal> result = RunScalarLoop(loop, program, state, budget(), meter);
    steps_ = options_.limits.max_steps - meter.left;
    if (meter.loop != nullptr) {
      loop_ = meter.loop;
      iteration_ = meter.iteration;
    }
    if (!result.ok() || meter.stop == ScalarMeter::Stop::kDone) return result;
    if (meter.stop == ScalarMeter::Stop::kCancelled) return CheckCancelled().TakeError();
    steps_ = options_.limits.max_steps;
    if (failed_ == nullptr) failed_ = meter.at;
    return CountSteps(1).TakeError();
  }

  // Rounds of a loop whose state is these elements.
  Status RunRounds(const Instruction& loop, const LoopPlan& plan, std::vector<Literal>& elements) {
    Frame condition(static_cast<size_t>(plan.condition.slot_count));
    Frame body(static_cast<size_t>(plan.body.slot_count));
    for (int64_t round = 0;; ++round) {
      for (size_t k = 0; k < elements.size(); ++k) {
        const int32_t slot = plan.condition.parameter_slots[k];
        if (slot >= 0) condition[static_cast<size_t>(slot)] = elements[k];
      }
      HLO_RETURN_IF_ERROR(RunSteps(plan.condition, condition));
      if (*condition[static_cast<size_t>(plan.condition.root_slot)].bytes() == 0) return {};
      HLO_RETURN_IF_ERROR(LoopIteration(loop, round));
      for (size_t k = 0; k < elements.size(); ++k) {
        const int32_t slot = plan.body.parameter_slots[k];
        if (slot >= 0) body[static_cast<size_t>(slot)] = std::move(elements[k]);
      }
      HLO_RETURN_IF_ERROR(RunSteps(plan.body, body));
      for (size_t k = 0; k < elements.size(); ++k) {
        Literal& next = body[static_cast<size_t>(plan.next_slots[k])];
        if (plan.takes_next[k] != 0) {
          elements[k] = std::move(next);
        } else {
          elements[k] = next;
        }
      }
    }
  }

  Status RunSteps(const ComputationPlan& plan, Frame& frame) {
    for (const PlanStep& step : plan.steps) {
      Status done = RunStep(step, frame);
      if (done.ok()) continue;
      if (failed_ == nullptr) failed_ = step.instruction;
      return done;
    }
    return {};
  }

  Result<Literal> RunComputation(const ComputationPlan& plan, std::vector<Literal> arguments) {
    Frame frame = TakeFrame(static_cast<size_t>(plan.slot_count));
    // By place, not by number: in a faulty computation, numbers may be missing.
    for (size_t i = 0; i < plan.parameter_slots.size(); ++i) {
      const int32_t slot = plan.parameter_slots[i];
      if (slot >= 0) frame[static_cast<size_t>(slot)] = std::move(arguments[i]);
    }
    HLO_RETURN_IF_ERROR(RunSteps(plan, frame));
    Literal result;
    if (plan.root_slot >= 0) result = std::move(frame[static_cast<size_t>(plan.root_slot)]);
    spare_frames_.push_back(std::move(frame));
    return result;
  }

  Status RunStep(const PlanStep& step, Frame& frame) {
    HLO_RETURN_IF_ERROR(CountSteps(step.counts));
    if (step.group != nullptr) {
      HLO_RETURN_IF_ERROR(RunGroup(step, frame, *this, options_.cancel, &failed_));
      HLO_RETURN_IF_ERROR(CheckCancelled());
    } else {
      Literal& result = frame[static_cast<size_t>(step.slot)];
      if (step.evaluate != nullptr) {
        HLO_TRY(result, Evaluate(step, frame));
      }
      if (observer_ != nullptr) observer_->InstructionDone(*step.instruction, result, depth_ - 1);
    }
    for (int32_t slot : step.frees) frame[static_cast<size_t>(slot)] = Literal();
    return {};
  }

  Result<Literal> Evaluate(const PlanStep& step, Frame& frame) {
    constexpr size_t kInline = 8;
    Literal* inline_operands[kInline];
    std::vector<Literal*> many;
    Literal** operands = inline_operands;
    const size_t count = step.operand_slots.size();
    if (count > kInline) {
      many.resize(count);
      operands = many.data();
    }
    for (size_t i = 0; i < count; ++i) {
      operands[i] = &frame[static_cast<size_t>(step.operand_slots[i])];
    }
    static_assert(sizeof(bool) == 1);
    const bool* takes = reinterpret_cast<const bool*>(step.takes_operand.data());
    EvalContext context(*step.instruction, std::span<Literal* const>(operands, count),
                        std::span<const bool>(takes, count), *this);
    return step.evaluate(context);
  }

  Status CountSteps(int64_t count) {
    steps_ += count;
    if (steps_ > options_.limits.max_steps) {
      if (loop_ != nullptr) {
        return Fail("R01", "step limit of {} instructions reached in loop '{}' after {} rounds",
                    {options_.limits.max_steps, loop_->name, iteration_});
      }
      return Fail("R01", "step limit of {} instructions reached", {options_.limits.max_steps});
    }
    return CheckCancelled();
  }

  Status CheckCancelled() const {
    if (options_.cancel != nullptr && options_.cancel->load(std::memory_order_relaxed)) {
      return Fail("R04", "the run was cancelled after {} instructions", {steps_});
    }
    return {};
  }

  Frame TakeFrame(size_t size) {
    if (spare_frames_.empty()) return Frame(size);
    Frame frame = std::move(spare_frames_.back());
    spare_frames_.pop_back();
    frame.clear();
    frame.resize(size);
    return frame;
  }

  const Plan& plan_;
  const RunOptions& options_;
  const Device device_;
  Observer* observer_;
  int64_t steps_;
  int depth_ = 0;
  const Instruction* loop_ = nullptr;
  int64_t iteration_ = 0;
  const Instruction* failed_ = nullptr;
  std::vector<Frame> spare_frames_;
};

// The arguments of one device under the entry's own shapes (the layout is a label of the parameter).
Result<std::vector<Literal>> BindArguments(const Computation& entry,
                                           const std::vector<Literal>& arguments) {
  if (arguments.size() != entry.parameters.size()) {
    return Fail("R06", "the program takes {} arguments, {} are given",
                {entry.parameters.size(), arguments.size()});
  }
  std::vector<Literal> bound;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Instruction& parameter = *entry.parameters[i];
    if (!Compatible(arguments[i].shape(), *parameter.shape)) {
      return Fail("R06", "argument {} has shape {}, parameter '{}' is {}",
                  {i, ShapeText(arguments[i].shape(), false), parameter.name,
                   ShapeText(*parameter.shape, false)});
    }
    bound.push_back(arguments[i].WithShape(*parameter.shape));
  }
  return bound;
}

// Blocks kept for reuse: many while a run lasts, few from one run to the next. The WebAssembly heap
// is one block of memory whose own free list does as well.
#if defined(__EMSCRIPTEN__)
constexpr int64_t kKeptInRun = 0, kKeptBetweenRuns = 0;
#else
constexpr int64_t kKeptInRun = int64_t{1} << 30, kKeptBetweenRuns = int64_t{64} << 20;
#endif

// Lets a pool keep blocks while it lives.
class KeptBlocks {
 public:
  KeptBlocks(BlockPool& pool, int64_t max_bytes) : pool_(pool) {
    pool_.KeepAtMost(std::min(kKeptInRun, max_bytes / 4));
  }
  ~KeptBlocks() { pool_.KeepAtMost(kKeptBetweenRuns); }

 private:
  BlockPool& pool_;
};

}  // namespace

// The plans of a module; those with fusion are made when they are first run.
struct Executable::State {
  explicit State(Plan made)
      : plain(std::move(made)), pool(std::make_shared<BlockPool>(kKeptBetweenRuns)) {}

  const Plan& PlanFor(KernelMode mode) {
    if (mode == KernelMode::kPlain) return plain;
    const bool fast = mode == KernelMode::kFast;
    std::call_once(fast ? fast_once : portable_once, [&] {
      (fast ? fast_plan : portable_plan) = MakeFusedPlan(plain, mode);
    });
    return fast ? fast_plan : portable_plan;
  }

  Plan plain, fast_plan, portable_plan;
  std::once_flag fast_once, portable_once;
  std::shared_ptr<BlockPool> pool;
};

Executable::Executable(Plan plain) : state_(std::make_unique<State>(std::move(plain))) {}
Executable::~Executable() = default;

std::unique_ptr<Executable> Executable::Compile(const Module& module) {
  return std::unique_ptr<Executable>(new Executable(MakePlan(module)));
}

const RunFailure& Executable::obstacle() const {
  return state_->plain.Of(*module().entry).obstacle;
}
int64_t Executable::ExpectedPeakBytes() const {
  return obstacle().error != nullptr ? 0 : PeakBytes(state_->PlanFor(KernelMode::kFast));
}
const Module& Executable::module() const { return *state_->plain.module; }

bool Executable::Run(const std::vector<std::vector<Literal>>& arguments, const RunOptions& options,
                     std::vector<Literal>& results, RunStatistics& statistics,
                     RunFailure& failure) const {
  const ModuleHeader& header = module().header;
  const int64_t replicas = options.replicas > 0 ? options.replicas : header.replica_count;
  const int64_t partitions = options.partitions > 0 ? options.partitions : header.num_partitions;
  const auto fail = [&](std::unique_ptr<Error> error, const Instruction* instruction) {
    failure.error = std::move(error);
    failure.instruction = instruction;
    return false;
  };
  if (obstacle().error != nullptr && !options.partial) {
    return fail(std::make_unique<Error>(*obstacle().error), obstacle().instruction);
  }
  if (replicas > kMaxDevices || partitions > kMaxDevices || replicas * partitions > kMaxDevices) {
    return fail(std::make_unique<Error>(Fail("R09", "{} replicas x {} partitions; at most {} devices "
                                             "run in one process",
                                             {replicas, partitions, kMaxDevices})),
                nullptr);
  }
  const int64_t devices = replicas * partitions;
  const auto lists = static_cast<int64_t>(arguments.size());
  if (lists != 1 && lists != devices) {
    return fail(std::make_unique<Error>(Fail("R06", "{} lists of arguments for {} devices",
                                             {lists, devices})),
                nullptr);
  }
  const bool watched = options.observer != nullptr || options.partial;
  const Plan& plan = state_->PlanFor(watched ? KernelMode::kPlain : options.kernel_mode);
  const KeptBlocks kept(*state_->pool, options.limits.max_bytes);
  auto budget = std::make_shared<MemoryBudget>(options.limits.max_bytes, state_->pool);
  const Computation& entry = *module().entry;
  results.clear();
  for (int64_t device = 0; device < devices; ++device) {
    auto bound = BindArguments(entry, arguments[static_cast<size_t>(lists == 1 ? 0 : device)]);
    if (!bound.ok()) return fail(bound.TakeError(), nullptr);
    Machine machine(plan, options, budget, {device / partitions, device % partitions},
                    statistics.steps, device == 0 ? options.observer : nullptr);
    Result<Literal> result = machine.Call(entry, std::move(bound.value()));
    statistics.steps = machine.steps();
    statistics.peak_bytes = budget->peak();
    if (!result.ok()) return fail(result.TakeError(), machine.failed());
    results.push_back(std::move(result.value()));
  }
  return true;
}

}  // namespace hlo
