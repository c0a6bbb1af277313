// SPDX-License-Identifier: Apache-2.0
#include "core/engine/engine.h"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "core/base/result.h"
#include "core/engine/device/device.h"
#include "core/engine/device/interpreter.h"
#include "core/engine/plan/explain_plan.h"
#include "core/engine/plan/liveness.h"
#include "core/engine/plan/plan.h"
#include "core/literal/memory_budget.h"
#include "core/ops/collective/shard_map.h"
#include "core/ops/dynamic_shape.h"

namespace hlo {
namespace {

// Gives the arguments of one device the entry's own shapes (the layout is a label of the
// parameter).
Status BindArguments(const Module& module, int64_t max_elements, std::vector<Literal>& arguments) {
  const Computation& entry = *module.entry;
  if (arguments.size() != entry.parameters.size()) {
    return Fail(
        "R06", "the program takes {} argument{}, got {}",
        {entry.parameters.size(), entry.parameters.size() == 1 ? "" : "s", arguments.size()});
  }
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Instruction& parameter = *entry.parameters[i];
    if (LargestArray(*parameter.shape) > max_elements) continue;
    if (!Compatible(arguments[i].shape(), *parameter.shape) ||
        !HasSizesOf(arguments[i], *parameter.shape)) {
      return Fail("R06", "argument {} must be {}, the shape of parameter '{}', got {}",
                  {i, ShapeText(*parameter.shape, false), parameter.name,
                   ShapeText(arguments[i].shape(), false)});
    }
    arguments[i] = std::move(arguments[i]).WithShape(module.Share(parameter.shape));
  }
  return {};
}

// Memory of blocks kept for reuse: much during a run, little between runs. The WebAssembly heap is
// one block of memory whose own free list is as good.
#if defined(__EMSCRIPTEN__)
constexpr int64_t kKeptInRun = 0, kKeptBetweenRuns = 0;
#else
constexpr int64_t kKeptInRun = int64_t{1} << 30, kKeptBetweenRuns = int64_t{64} << 20;
#endif

// On the way to an iteration that is shown on request: steps after which an earlier one is shown
// instead, and steps that the iterations on the way may have at most.
constexpr int64_t kEnoughSteps = int64_t{1} << 20, kMaxStepsOfSkipped = int64_t{1} << 22;

Topology TopologyOf(const Module& module, const RunOptions& options) {
  return {options.replicas > 0 ? options.replicas : module.header.replica_count,
          options.partitions > 0 ? options.partitions : PartitionsOf(module)};
}

// Shows an observer only what happens in some computations.
class InComputations : public Observer {
 public:
  InComputations(Observer& observer, const ComputationSet& computations)
      : observer_(observer), computations_(computations) {}

  Observer* OfDevice(int64_t device) override {
    shown_ = observer_.OfDevice(device);
    return shown_ == nullptr ? nullptr : this;
  }
  void InstructionDone(const Instruction& instruction, const Literal& value, int depth) override {
    if (computations_.count(instruction.parent) == 0) return;
    shown_->InstructionDone(instruction, value, depth);
  }
  void LoopIteration(const Instruction&, int64_t) override {}

 private:
  Observer& observer_;
  const ComputationSet& computations_;
  Observer* shown_ = nullptr;
};

// Lets a pool keep blocks during the lifetime of this object.
class KeptBlocks {
 public:
  KeptBlocks(BlockPool& pool, int64_t max_bytes) : pool_(pool) {
    pool_.KeepAtMost(std::min(kKeptInRun, max_bytes / 4));
  }
  ~KeptBlocks() { pool_.KeepAtMost(kKeptBetweenRuns); }

 private:
  BlockPool& pool_;
};

// A run that ended before it began.
class FailedRun : public SuspendableRun {
 public:
  explicit FailedRun(RunResult result) : result_(std::move(result)) {}
  bool Advance() override { return true; }
  void Cancel() override {}
  int64_t steps() const override { return 0; }
  RunResult TakeResult() override { return std::move(result_); }

 private:
  RunResult result_;
};

class RunInSlices : public SuspendableRun {
 public:
  RunInSlices(std::shared_ptr<const Plan> plan, const RunOptions& options, Observer* observer,
              const std::shared_ptr<BlockPool>& pool, Topology topology,
              std::vector<std::vector<Literal>> arguments)
      : plan_(std::move(plan)),
        options_(options),
        kept_(*pool, options.limits.max_bytes),
        slicing_(options_.suspend),
        run_{*plan_, options_, observer,
             std::make_shared<MemoryBudget>(options.limits.max_bytes, pool), topology.partitions},
        devices_(run_, topology, std::move(arguments)) {
    run_.slicing = &slicing_;
  }

  bool Advance() override {
    slicing_.Begin();
    return devices_.Advance();
  }
  void Cancel() override { devices_.Cancel(); }
  int64_t steps() const override { return run_.steps; }
  RunResult TakeResult() override {
    RunResult result = devices_.TakeResult();
    result.steps = run_.steps;
    result.peak_bytes = run_.budget->peak();
    result.host = std::move(run_.host);
    return result;
  }

 private:
  const std::shared_ptr<const Plan> plan_;
  const RunOptions options_;
  const KeptBlocks kept_;
  Slicing slicing_;
  RunContext run_;
  DeviceRun devices_;
};

}  // namespace

// The plans of a module, each created on first use.
struct Executable::State {
  explicit State(const Module& of)
      : module(of), pool(std::make_shared<BlockPool>(kKeptBetweenRuns)) {}

  const Plan& PlanFor(KernelMode mode) {
    std::call_once(plain_once, [&] { plain = MakePlan(module); });
    if (mode == KernelMode::kPlain) return plain;
    const bool fast = mode == KernelMode::kFast;
    std::call_once(fast ? fast_once : portable_once,
                   [&] { (fast ? fast_plan : portable_plan) = MakeFusedPlan(plain, mode); });
    return fast ? fast_plan : portable_plan;
  }

  // The plan without fusion for a run with these options. What is left out depends on the largest
  // array alone.
  const Plan& UnfusedFor(const RunOptions& options) {
    const Plan& unfused = PlanFor(KernelMode::kPlain);
    const int64_t max_elements = options.limits.max_elements;
    if (max_elements == INT64_MAX) return unfused;
    const std::lock_guard<std::mutex> lock(limited_mutex);
    std::unique_ptr<const Plan>& limited = limited_plans[max_elements];
    if (limited == nullptr) limited = std::make_unique<Plan>(MakePlan(module, max_elements));
    return *limited;
  }

  // Whether the plans with fusion leave out nothing that this one does not.
  bool CanFuse(const Plan& unfused) const {
    return unfused.Of(*module.entry).obstacle.error == nullptr && !unfused.omits_arrays;
  }

  // The plan for a run with these options.
  std::shared_ptr<const Plan> PlanFor(const RunOptions& options, const Observer* observer,
                                      const InstructionSet* observed) {
    const auto shared = [](const Plan& plan) {
      return std::shared_ptr<const Plan>(std::shared_ptr<void>(), &plan);
    };
    const Plan& unfused = UnfusedFor(options);
    if (!CanFuse(unfused)) return shared(unfused);
    if (observer == nullptr) return shared(PlanFor(options.kernel_mode));
    if (observed == nullptr || options.kernel_mode == KernelMode::kPlain) return shared(unfused);
    return ObservedPlan(options.kernel_mode, *observed);
  }

  // Kept for the next run that shows the same.
  std::shared_ptr<const Plan> ObservedPlan(KernelMode mode, const InstructionSet& observed) {
    const Plan& unfused = PlanFor(KernelMode::kPlain);
    const std::lock_guard<std::mutex> lock(observed_mutex);
    if (observed_plan == nullptr || observed_mode != mode || observed_in_plan != observed) {
      observed_plan =
          std::make_shared<Plan>(MakeFusedPlan(unfused, mode, Observable(module, observed)));
      observed_mode = mode;
      observed_in_plan = observed;
    }
    return observed_plan;
  }

  const Module& module;
  Plan plain, fast_plan, portable_plan;
  std::once_flag plain_once, fast_once, portable_once;
  std::mutex limited_mutex;                                      // guards the next one
  std::map<int64_t, std::unique_ptr<const Plan>> limited_plans;  // by the most elements
  std::mutex observed_mutex;                                     // guards the next three
  std::shared_ptr<const Plan> observed_plan;
  KernelMode observed_mode = KernelMode::kPlain;
  InstructionSet observed_in_plan;
  std::shared_ptr<BlockPool> pool;
};

Executable::Executable(const Module& module) : state_(std::make_unique<State>(module)) {}
Executable::~Executable() = default;

const RunFailure& Executable::obstacle() const {
  return state_->PlanFor(KernelMode::kPlain).Of(*module().entry).obstacle;
}
int64_t Executable::ExpectedPeakBytes() const {
  return obstacle().error != nullptr ? 0 : PeakBytes(state_->PlanFor(KernelMode::kFast));
}
const Module& Executable::module() const { return state_->module; }
std::string Executable::ExplainPlan(KernelMode mode, const InstructionSet& observed) const {
  if (obstacle().error != nullptr) return "";
  if (observed.empty() || mode == KernelMode::kPlain) {
    return hlo::ExplainPlan(state_->PlanFor(mode), mode);
  }
  return hlo::ExplainPlan(*state_->ObservedPlan(mode, observed), mode);
}

Status Executable::CheckRun(const std::vector<std::vector<Literal>>& arguments,
                            const RunOptions& options, Topology topology) const {
  if (topology.replicas > kMaxDevices || topology.partitions > kMaxDevices ||
      topology.devices() > kMaxDevices) {
    return Fail("R09", "a run must have at most {} devices, got {} replicas x {} partitions",
                {kMaxDevices, topology.replicas, topology.partitions});
  }
  const auto check = [&](std::string_view what, size_t lists) -> Status {
    if (lists == 1 || static_cast<int64_t>(lists) == topology.devices()) return {};
    return Fail("R06", "must have one list of {} per device ({}), got {}",
                {what, topology.devices(), lists});
  };
  HLO_RETURN_IF_ERROR(check("arguments", arguments.size()));
  if (!options.infeed.empty()) HLO_RETURN_IF_ERROR(check("infeed values", options.infeed.size()));
  for (const auto& [channel, lists] : options.receives) {
    HLO_RETURN_IF_ERROR(check("values to receive", lists.size()));
  }
  return {};
}

RunResult Executable::Run(std::vector<std::vector<Literal>> arguments, const RunOptions& options,
                          Observer* observer, const InstructionSet* observed) const {
  const Topology topology = TopologyOf(module(), options);
  const RunFailure& missing = state_->UnfusedFor(options).Of(*module().entry).obstacle;
  if (missing.error != nullptr && !options.partial) {
    return RunResult(std::make_unique<Error>(*missing.error), missing.instruction);
  }
  Status checked = CheckRun(arguments, options, topology);
  if (!checked.ok()) return RunResult(checked.TakeError(), nullptr);
  const std::shared_ptr<const Plan> plan = state_->PlanFor(options, observer, observed);
  const KeptBlocks kept(*state_->pool, options.limits.max_bytes);
  RunContext run = {*plan, options, observer,
                    std::make_shared<MemoryBudget>(options.limits.max_bytes, state_->pool),
                    topology.partitions};
  RunResult result = RunOnDevices(run, topology, std::move(arguments));
  result.steps = run.steps;
  result.peak_bytes = run.budget->peak();
  result.host = std::move(run.host);
  return result;
}

std::unique_ptr<SuspendableRun> Executable::Start(std::vector<std::vector<Literal>> arguments,
                                                  const RunOptions& options, Observer* observer,
                                                  const InstructionSet* observed) const {
  const auto failed = [](std::unique_ptr<Error> error, const Instruction* instruction) {
    return std::make_unique<FailedRun>(RunResult(std::move(error), instruction));
  };
  const Topology topology = TopologyOf(module(), options);
  const RunFailure& missing = state_->UnfusedFor(options).Of(*module().entry).obstacle;
  if (missing.error != nullptr && !options.partial) {
    return failed(std::make_unique<Error>(*missing.error), missing.instruction);
  }
  Status checked = CheckRun(arguments, options, topology);
  if (!checked.ok()) return failed(checked.TakeError(), nullptr);
  Status bound = Bind(arguments, options, topology);
  if (!bound.ok()) return failed(bound.TakeError(), nullptr);
  return std::make_unique<RunInSlices>(state_->PlanFor(options, observer, observed), options,
                                       observer, state_->pool, topology, std::move(arguments));
}

bool Executable::CanRepeat() const { return CanRecompute(state_->PlanFor(KernelMode::kPlain)); }

RunFailure Executable::ShowIteration(const Instruction& loop, Literal state, int64_t* skipped,
                                     int64_t most_steps, int64_t device, const RunOptions& options,
                                     Observer& observer) const {
  const Computation& condition = *loop.attributes.Called(Attr::condition);
  const Computation& body = *loop.attributes.Called(Attr::body);
  const Plan& plain = state_->UnfusedFor(options);
  for (const Computation* part : {&condition, &body}) {
    if (plain.Of(*part).obstacle.error != nullptr) return {};
  }
  const Plan& fused = state_->CanFuse(plain) ? state_->PlanFor(options.kernel_mode) : plain;
  const KeptBlocks kept(*state_->pool, options.limits.max_bytes);
  const auto budget = std::make_shared<MemoryBudget>(options.limits.max_bytes, state_->pool);
  RunOptions once = options, skipping = options;
  once.limits.max_steps = most_steps;
  skipping.limits.max_steps = std::min(options.limits.max_steps, kMaxStepsOfSkipped);
  RunContext run = {plain, once, &observer, budget, TopologyOf(module(), options).partitions};
  RunContext unseen = {fused, skipping, nullptr, budget, run.partitions};
  Interpreter shown(run, device), skips(unseen, device);
  for (int64_t i = 0; i <= *skipped; ++i) {
    if (unseen.steps >= kEnoughSteps) *skipped = i;
    Interpreter& interpreter = i < *skipped ? skips : shown;
    const auto fail = [&](std::unique_ptr<Error> error) {
      return RunFailure{std::move(error), interpreter.failed()};
    };
    Result<Literal> goes_on = interpreter.Call(condition, {state});
    if (!goes_on.ok()) return fail(goes_on.TakeError());
    if (*goes_on.value().bytes() == 0) return {};
    std::vector<Literal> arguments(1);
    arguments[0] = std::move(state);
    Result<Literal> next = interpreter.Call(body, std::move(arguments));
    if (!next.ok()) return fail(next.TakeError());
    state = std::move(next.value());
  }
  return {};
}

RunFailure Executable::Recompute(const InstructionSet& wanted, int64_t device,
                                 std::vector<std::vector<Literal>> arguments,
                                 const RunOptions& options, const KnownValues& known,
                                 Observer& observer) const {
  const Plan& plain = state_->UnfusedFor(options);
  if (!CanRecompute(plain)) {
    return std::move(Run(std::move(arguments), options, &observer).failure);
  }
  std::vector<Literal>& list = arguments[arguments.size() == 1 ? 0 : static_cast<size_t>(device)];
  Status bound = BindArguments(module(), options.limits.max_elements, list);
  if (!bound.ok()) return {bound.TakeError(), nullptr};
  const RecomputePlan part = MakeRecomputePlan(plain, wanted, known);
  InComputations complete(observer, part.complete);
  const KeptBlocks kept(*state_->pool, options.limits.max_bytes);
  RunContext run = {plain, options, &complete,
                    std::make_shared<MemoryBudget>(options.limits.max_bytes, state_->pool),
                    TopologyOf(module(), options).partitions};
  Interpreter interpreter(run, device);
  Interpreter::Frame frame = interpreter.TakeFrame(part.entry, std::move(list));
  for (const Instruction* instruction : part.known) {
    frame[static_cast<size_t>(instruction->index)] = *known(*instruction);
  }
  Status done = interpreter.RunPart(part.entry, std::move(frame));
  if (done.ok()) return {};
  return {done.TakeError(), interpreter.failed()};
}

Status Executable::Bind(std::vector<std::vector<Literal>>& arguments, const RunOptions& options,
                        Topology topology) const {
  for (std::vector<Literal>& list : arguments) {
    HLO_RETURN_IF_ERROR(BindArguments(module(), options.limits.max_elements, list));
  }
  arguments.resize(static_cast<size_t>(topology.devices()), arguments[0]);
  return {};
}

RunResult Executable::RunOnDevices(RunContext& run, Topology topology,
                                   std::vector<std::vector<Literal>> arguments) const {
  const Computation& entry = *module().entry;
  Status bound = Bind(arguments, run.options, topology);
  if (!bound.ok()) return RunResult(bound.TakeError(), nullptr);
  if (run.options.runner != nullptr) {
    return run.options.runner->Run(run, topology, std::move(arguments));
  }
  if (run.plan.Of(entry).communicates) {
    DeviceRun together(run, topology, std::move(arguments));
    together.Advance();
    return together.TakeResult();
  }
  RunResult results;
  for (int64_t device = 0; device < topology.devices(); ++device) {
    Interpreter interpreter(run, device);
    Result<Literal> result =
        interpreter.Call(entry, std::move(arguments[static_cast<size_t>(device)]));
    if (!result.ok()) return RunResult(result.TakeError(), interpreter.failed());
    results.results.push_back(std::move(result.value()));
  }
  return results;
}

}  // namespace hlo
