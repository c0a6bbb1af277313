// SPDX-License-Identifier: Apache-2.0
// Values after a run: those that it kept, those that are recomputed, and those of one iteration of
// a loop.
#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "core/api/program_impl.h"
#include "core/api/recorder.h"
#include "core/engine/engine.h"
#include "hlo/hlo.h"

namespace hlo::api {
namespace {

// Recomputation after a cancelled run must not take as long as the run.
constexpr int64_t kMaxStepsAfterCancel = int64_t{1} << 19;

// Records a part of a run on one device, whatever its number.
class PartObserver : public Observer {
 public:
  explicit PartObserver(Recorder& recorder) : recorder_(recorder) {}
  Observer* OfDevice(int64_t) override { return this; }
  void InstructionDone(const Instruction& instruction, const Literal& value, int depth) override {
    recorder_.InstructionDone(instruction, value, depth);
  }
  void LoopIteration(const Instruction& loop, int64_t iteration) override {
    recorder_.LoopIteration(loop, iteration);
  }

 private:
  Recorder& recorder_;
};

}  // namespace

void Program::Impl::Settle(const InstructionSet& instructions, int64_t device) {
  if (kept_run == nullptr || !kept_run->is_partly_kept) return;
  InstructionSet unsettled;
  for (const Instruction* instruction : instructions) {
    if (!recorder.IsSettled(*instruction, device)) unsettled.insert(instruction);
  }
  if (unsettled.empty()) return;
  recorder.StartPass();
  RunOptions options = kept_run->options;
  options.limits.max_steps = MostSteps(device);
  // Values that were computed before a failure are kept, as in the run.
  executable->Recompute(
      unsettled, device, kept_run->arguments, options,
      [&](const Instruction& known) { return recorder.Kept(known, device); }, recorder);
  for (const Instruction* instruction : unsettled) recorder.Settle(*instruction, device);
}

int64_t Program::Impl::MostSteps(int64_t device) const {
  const int64_t steps = kept_run->options.limits.max_steps;
  return recorder.CancelledLoops(device).empty() ? steps : std::min(steps, kMaxStepsAfterCancel);
}

KeptValue Program::Impl::ValueOf(const Instruction& instruction, int64_t device) {
  if (suspended == nullptr) {
    if (LoopFrame* frame = FrameAround(instruction, device)) {
      return frame->recorder.ValueOf(instruction, 0);
    }
    Settle({&instruction}, device);
  }
  return recorder.ValueOf(instruction, device);
}

void Program::Prepare(std::span<const int64_t> instructions, int64_t device) const {
  if (impl_->suspended != nullptr) return;
  InstructionSet of_run = impl_->InstructionsOf(instructions);
  for (auto at = of_run.begin(); at != of_run.end();) {
    at = impl_->FrameAround(**at, device) != nullptr ? of_run.erase(at) : std::next(at);
  }
  impl_->Settle(of_run, device);
}

KeptValue Program::ValueOf(int64_t instruction, int64_t device) const {
  if (impl_->parsed.module == nullptr) return {};
  const Instruction* found = impl_->parsed.module->InstructionAt(instruction);
  return found == nullptr ? KeptValue() : impl_->ValueOf(*found, device);
}

// ---- iterations ----

bool Program::Impl::Executes(const Instruction& loop, const Instruction& instruction) {
  const auto [found, is_new] = executed.try_emplace(&loop);
  if (is_new) found->second = ExecutedBy(loop);
  return found->second.count(instruction.parent) != 0;
}

int64_t Program::Impl::ShownIteration(const Instruction& loop, int64_t device) const {
  const auto chosen = shown_iterations.find(&loop);
  if (chosen != shown_iterations.end()) return chosen->second;
  const LoopStates* states = recorder.StatesOf(loop, device);
  return states == nullptr || states->Last() == nullptr ? 0 : states->Last()->iteration;
}

Program::Impl::LoopFrame* Program::Impl::FrameAround(const Instruction& instruction,
                                                     int64_t device) {
  const InstructionSet& cancelled = recorder.CancelledLoops(device);
  if (cancelled.empty() && shown_iterations.empty()) return nullptr;
  if (kept_run == nullptr || !executable->CanRepeat()) return nullptr;
  const Instruction* innermost = nullptr;
  const auto consider = [&](const Instruction& loop) {
    if (!Executes(loop, instruction)) return;
    if (innermost == nullptr || Executes(*innermost, loop)) innermost = &loop;
  };
  for (const auto& [loop, iteration] : shown_iterations) consider(*loop);
  // The run was not cancelled in the executions of loops inside an iteration that was chosen.
  if (innermost == nullptr) {
    for (const Instruction* loop : cancelled) consider(*loop);
  }
  return innermost == nullptr ? nullptr : &FrameOf(*innermost, device);
}

Program::Impl::LoopFrame& Program::Impl::FrameOf(const Instruction& loop, int64_t device) {
  const auto [found, is_new] = frames.try_emplace({&loop, device});
  if (is_new) MakeFrame(loop, device, found->second);
  return found->second;
}

void Program::Impl::MakeFrame(const Instruction& loop, int64_t device, LoopFrame& frame) {
  frame.iteration = ShownIteration(loop, device);
  frame.recorder.Start(1, nullptr, nullptr);
  LoopStates& found = explored[{&loop, device}];
  const LoopStates::State* known = found.Before(frame.iteration);
  // The states of a run are those of the loop's last execution.
  const bool is_last =
      std::none_of(shown_iterations.begin(), shown_iterations.end(),
                   [&](const auto& shown) { return Executes(*shown.first, loop); });
  const LoopStates* of_run = is_last ? recorder.StatesOf(loop, device) : nullptr;
  const LoopStates::State* kept = of_run == nullptr ? nullptr : of_run->Before(frame.iteration);
  if (known == nullptr || (kept != nullptr && kept->iteration > known->iteration)) known = kept;
  const KeptValue start = known == nullptr ? ValueOf(*loop.operands[0], device)
                                           : KeptValue{1, true, Value(known->value)};
  if (!start.kept) return;
  PartObserver observer(frame.recorder);
  const int64_t from = known == nullptr ? 0 : known->iteration;
  const auto show = [&](int64_t skipped) {
    const RunFailure failure =
        executable->ShowIteration(loop, start.value.literal(), &skipped, MostSteps(device), device,
                                  kept_run->options, observer);
    frame.iteration = from + skipped;
    return failure.error == nullptr;
  };
  // An iteration on the way may have too many steps.
  if (!show(frame.iteration - from) && frame.recorder.IsEmpty()) show(0);
  const Instruction* root = loop.attributes.Called(Attr::body)->root;
  const Literal* next = root == nullptr ? nullptr : frame.recorder.Kept(*root, 0);
  if (next != nullptr) found.Add(frame.iteration + 1, *next);
}

bool Program::ShowIteration(int64_t loop, std::optional<int64_t> iteration) {
  const Module* module = impl_->parsed.module.get();
  const Instruction* found = module == nullptr ? nullptr : module->InstructionAt(loop);
  if (found == nullptr || !found->Is(Opcode::kWhile) || impl_->kept_run == nullptr ||
      impl_->suspended != nullptr || !impl_->executable->CanRepeat()) {
    return false;
  }
  // Loops inside have other executions now.
  const auto changes = [&](const Instruction& other) {
    return &other == found || impl_->Executes(*found, other);
  };
  for (auto at = impl_->frames.begin(); at != impl_->frames.end();) {
    at = changes(*at->first.first) ? impl_->frames.erase(at) : std::next(at);
  }
  for (auto at = impl_->explored.begin(); at != impl_->explored.end();) {
    at = impl_->Executes(*found, *at->first.first) ? impl_->explored.erase(at) : std::next(at);
  }
  for (auto at = impl_->shown_iterations.begin(); at != impl_->shown_iterations.end();) {
    at = changes(*at->first) ? impl_->shown_iterations.erase(at) : std::next(at);
  }
  if (iteration) impl_->shown_iterations[found] = std::max<int64_t>(*iteration, 0);
  return true;
}

std::map<int64_t, LoopCount> Program::Iterations() const {
  std::map<int64_t, LoopCount> counts;
  const auto add = [&](const Recorder& recorder, const Instruction* inside) {
    for (const auto& [loop, count] : recorder.loops()) {
      if (inside == nullptr || impl_->Executes(*inside, *loop)) counts[loop->Number()] = count;
    }
  };
  add(impl_->recorder, nullptr);
  for (const auto& [loop, iteration] : impl_->shown_iterations) {
    add(impl_->FrameOf(*loop, 0).recorder, loop);
    counts[loop->Number()].shown = impl_->FrameOf(*loop, 0).iteration;
  }
  for (const Instruction* loop : impl_->recorder.CancelledLoops(0)) {
    LoopCount& count = counts[loop->Number()];
    count.cancelled = true;
    if (count.shown < 0) count.shown = impl_->ShownIteration(*loop, 0);
  }
  return counts;
}

}  // namespace hlo::api
