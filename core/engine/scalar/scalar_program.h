// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_SCALAR_SCALAR_PROGRAM_H_
#define HLO_CORE_ENGINE_SCALAR_SCALAR_PROGRAM_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/engine/scalar/scalar_codes.h"
#include "core/engine/vector/vector_program.h"
#include "core/ir/module.h"

// Code on scalars with loops and branches, compiled from a `while` whose state is scalars by
// CompileScalarLoop (core/engine/scalar/scalar_compiler.h). The engine runs it in place of the
// interpreter; values and step counts are the same.
namespace hlo {

// One value, in the compute type of its stored type, starting at byte 0.
struct alignas(16) ScalarSlot {
  uint8_t bytes[16];
};

struct ScalarInstruction {
  ScalarCode code = ScalarCode::kEnd;
  uint16_t out = 0, a = 0, b = 0, c = 0;  // slots
  uint16_t width = 0;                     // bits of the stored type of the operands
  int32_t extra = 0;                      // jump target, or index into a list
};

// The step budget of a run, and what stopped it.
struct ScalarMeter {
  enum class Stop : uint8_t { kDone, kLimit, kCancelled, kSuspended };

  int64_t left = 0;                           // steps; after the run, the remaining ones
  const std::atomic<bool>* cancel = nullptr;  // checked every few thousand steps
  // Called every few thousand steps with their number; true suspends the run, at the start of an
  // iteration of the program's own loop if one begins soon.
  std::function<bool(int64_t)> suspend;
  Stop stop = Stop::kDone;
  const Instruction* at = nullptr;    // kLimit: the instruction that exceeded the limit
  const Instruction* loop = nullptr;  // whose iteration began last; nullptr if none did
  int64_t iteration = 0;              // of that loop
  int64_t iterations = 0;             // of the program's own loop
};

class ScalarProgram {
  struct Loop;

 public:
  // The program in execution.
  class State {
   public:
    // Whether an iteration of the program's own loop is about to begin.
    bool is_between_iterations() const { return is_between_iterations_; }

   private:
    friend class ScalarProgram;
    std::vector<ScalarSlot> slots_;
    size_t next_ = 0;  // instruction
    bool is_between_iterations_ = false;
    const Loop* loop_ = nullptr;  // whose iteration began last
    uint16_t iterations_ = 0;     // slot that counts its iterations
  };

  size_t input_count() const { return inputs_.size(); }
  // Call depth of the instructions.
  int depth() const { return depth_; }

  // Reads the inputs as stored.
  State Start(std::span<const void* const> inputs) const;
  // Runs until the end, or until the meter stops it.
  void Advance(State& state, ScalarMeter& meter) const;
  // Writes the state of the loop, which is valid between iterations and at the end.
  void Read(const State& state, std::span<void* const> outputs) const;

 private:
  friend class ScalarCompiler;

  // Instructions of the module that run consecutively and are counted together.
  using Block = std::vector<const Instruction*>;
  struct Loop {
    const Instruction* instruction;
    int32_t block;  // from the start of the body; the iteration itself comes first
    int32_t body;
    uint16_t iteration;  // slot of the number of the last one, -1 before the first
  };
  struct Port {
    uint16_t slot;
    ConvertFn convert;  // to the compute type, or from it
  };
  struct Counter;

  void Execute(State& state, Counter& counter) const;

  std::vector<ScalarInstruction> code_;
  std::vector<ScalarSlot> initial_;  // constants in their slots
  std::vector<Port> inputs_, outputs_;
  std::vector<VectorStep> functions_;
  std::vector<Block> blocks_;
  std::vector<Loop> loops_;
  std::vector<std::vector<int32_t>> switches_;
  int depth_ = 0;
};

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_SCALAR_SCALAR_PROGRAM_H_
