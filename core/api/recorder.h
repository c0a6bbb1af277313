// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_API_RECORDER_H_
#define HLO_CORE_API_RECORDER_H_

#include <cstdint>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/api/loop_states.h"
#include "core/engine/engine.h"
#include "hlo/hlo.h"

namespace hlo::api {

// Keeps the last value of every instruction that a run shows on the first devices, and passes
// events on to a tracer.
class Recorder : public Observer {
 public:
  // Forgets the run before. Values beyond kMaxKeptBytes in all are counted but not kept.
  void Start(int64_t devices, std::function<void(const TraceEvent&)> trace,
             std::function<void(const ExchangeEvent&)> exchange);

  Observer* OfDevice(int64_t device) override;
  void InstructionDone(const Instruction& instruction, const Literal& value, int depth) override;
  void LoopIteration(const Instruction& loop, int64_t iteration) override;
  void LoopCompiled(const Instruction& loop, int64_t iterations) override;
  void LoopState(const Instruction& loop, int64_t iteration, const Literal& state) override;
  void LoopCancelled(const Instruction& loop) override;
  void Exchanged(const Exchange& exchange) override;

  // Starts another pass over parts of the same run: executions are counted again.
  void StartPass();

  KeptValue ValueOf(const Instruction& instruction, int64_t device) const;
  // Whether nothing more can be found out about the value of an instruction: it was shown, or
  // marked as settled, or the device is not one whose values are kept.
  bool IsSettled(const Instruction& instruction, int64_t device) const;
  void Settle(const Instruction& instruction, int64_t device);
  // Whether no instruction of the first device has been executed.
  bool IsEmpty() const { return devices_.empty() || devices_[0].IsEmpty(); }
  // The kept value, or nullptr.
  const Literal* Kept(const Instruction& instruction, int64_t device) const;
  const std::unordered_map<const Instruction*, LoopCount>& loops() const { return loops_; }
  // States in the last execution of a loop, or nullptr.
  const LoopStates* StatesOf(const Instruction& loop, int64_t device) const;
  // The loops that the run was cancelled in.
  const InstructionSet& CancelledLoops(int64_t device) const;

 private:
  static constexpr int64_t kMaxKeptBytes = int64_t{512} << 20;

  struct Entry {
    int64_t pass = 0;  // the last one that executed it
    int64_t executions = 0;
    int64_t bytes = 0;
    bool kept = false;
    Literal value;
  };
  // The values of one device.
  class OneDevice : public Observer {
   public:
    explicit OneDevice(Recorder& recorder) : recorder_(recorder) {}
    void InstructionDone(const Instruction& instruction, const Literal& value, int depth) override;
    void LoopIteration(const Instruction& loop, int64_t iteration) override {
      if (iteration == 0) states_.erase(&loop);
    }
    void LoopCompiled(const Instruction& loop, int64_t) override { ended_.insert(&loop); }
    void LoopState(const Instruction& loop, int64_t iteration, const Literal& state) override;
    void LoopCancelled(const Instruction& loop) override { cancelled_.insert(&loop); }
    const LoopStates* StatesOf(const Instruction& loop) const;
    bool IsEmpty() const { return entries_.empty(); }
    const InstructionSet& cancelled() const { return cancelled_; }
    const Entry* Find(const Instruction& instruction) const;
    void Settle(const Instruction& instruction) { entries_.try_emplace(&instruction); }

   private:
    Recorder& recorder_;
    std::unordered_map<const Instruction*, Entry> entries_;
    std::unordered_map<const Instruction*, LoopStates> states_;
    InstructionSet ended_;  // compiled loops whose last execution has ended
    InstructionSet cancelled_;
  };

  const Entry* Find(const Instruction& instruction, int64_t device) const;

  int64_t pass_ = 0;
  int64_t kept_bytes_ = 0;
  std::unordered_map<const Instruction*, LoopCount> loops_;  // of the first device
  std::function<void(const TraceEvent&)> trace_;
  std::function<void(const ExchangeEvent&)> exchange_;
  std::vector<OneDevice> devices_;
};

// A literal filled by rule ("iota", "zeros", "ones", "random"), the same on every target.
Result<Literal> FillLiteral(const Shape& shape, std::string_view fill, uint64_t seed);

}  // namespace hlo::api

#endif  // HLO_CORE_API_RECORDER_H_
