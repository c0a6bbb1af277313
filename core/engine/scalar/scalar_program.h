// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_SCALAR_SCALAR_PROGRAM_H_
#define HLO_CORE_ENGINE_SCALAR_SCALAR_PROGRAM_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/engine/scalar/scalar_codes.h"
#include "core/engine/vector/vector_program.h"
#include "core/ir/module.h"

// Code on scalars with loops and branches: what a `while` whose state is scalars compiles to. Made
// by CompileScalarLoop (core/engine/scalar/scalar_compiler.h), run by the engine in place of the
// interpreter; values and step counts are the same.
namespace hlo {

// One value, in the compute type of the type that it is stored in, from byte 0 on.
struct alignas(16) ScalarSlot {
  uint8_t bytes[16];
};

struct ScalarInstruction {
  ScalarCode code = ScalarCode::kEnd;
  uint16_t out = 0, a = 0, b = 0, c = 0;  // slots
  uint16_t width = 0;                     // bits of the stored type of the operands
  int32_t extra = 0;                      // jump target, or number in a list
};

// How many steps a run may take, and what stopped it.
struct ScalarMeter {
  enum class Stop : uint8_t { kDone, kLimit, kCancelled };

  int64_t left = 0;                           // steps; what is left after the run
  const std::atomic<bool>* cancel = nullptr;  // asked every few thousand steps
  Stop stop = Stop::kDone;
  const Instruction* at = nullptr;    // kLimit: the one that found no step left
  const Instruction* loop = nullptr;  // whose iteration began last; nullptr if none did
  int64_t iteration = 0;              // of that loop
};

class ScalarProgram {
 public:
  size_t input_count() const { return inputs_.size(); }
  // Calls inside calls that the instructions would take.
  int depth() const { return depth_; }

  // Reads the inputs as they are stored, runs, and writes the outputs. These are worthless when the
  // meter says that the run was stopped.
  void Run(std::span<const void* const> inputs, std::span<void* const> outputs,
           ScalarMeter& meter) const;

 private:
  friend class ScalarCompiler;

  // Instructions of the module that run one after the other; counted at once.
  using Block = std::vector<const Instruction*>;
  struct Loop {
    const Instruction* instruction;
    int32_t block;  // from the start of the body on; the iteration itself comes first
    int32_t body;
  };
  struct Port {
    uint16_t slot;
    ConvertFn convert;  // to the compute type, or from it
  };
  struct Counter;

  void Execute(ScalarSlot* slots, Counter& counter) const;

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
