// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_VECTOR_LANE_PROGRAM_BUILDER_H_
#define HLO_CORE_ENGINE_VECTOR_LANE_PROGRAM_BUILDER_H_

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/engine/vector/lane_program.h"
#include "core/ir/module.h"
#include "core/kernels/kernel_mode.h"
#include "core/literal/literal.h"

namespace hlo {

// A value of a lane program: each lane holds one element, in the compute type of the element type
// that the value is stored in, rounded to that type.
using LaneRegister = int32_t;

// A value of any shape: its leaves, depth first; one register for an array. Tuples cost nothing.
using LaneLeaves = std::vector<LaneRegister>;

// Puts a lane program together, instruction by instruction.
class LaneProgramBuilder {
 public:
  explicit LaneProgramBuilder(KernelMode mode) : mode_(mode) {}

  // Whether AddInstruction takes an op of this kind: the elementwise ops, tuples, constants of one
  // element, iota, and what changes no lane (copy, reshape, broadcast of a scalar, barriers). Looks
  // at the instruction and its operands' shapes; a `call` or `fusion` is looked into.
  static bool Takes(const Instruction& instruction);

  LaneRegister AddInput(ElementType stored, LaneIndex index);
  // A scalar, or an array of one element.
  LaneRegister AddConstant(const Literal& scalar);
  // (lane / repeat) % period, converted to the type: iota along a dimension of `period` with
  // `repeat` minor elements.
  LaneRegister AddIota(ElementType type, LaneIndex index);
  // The instruction on lanes: shapes count for their element types only (and for iota); the lanes
  // may be elements of arrays of any equal shape. A scalar that is broadcast must be the same in
  // all lanes. Requires Takes(instruction), and the leaves of each operand in order.
  LaneLeaves AddInstruction(const Instruction& instruction, std::span<const LaneLeaves> operands);
  // The whole of a computation whose instructions are all taken; its root's leaves.
  LaneLeaves AddComputation(const Computation& computation, std::span<const LaneLeaves> arguments);
  // Outputs are numbered in the order of the calls; a register may be an output more than once.
  void AddOutput(LaneRegister value);

  ElementType TypeOf(LaneRegister value) const {
    return values_[static_cast<size_t>(value)].stored;
  }

  // nullptr when the values that live at a time are too many to keep in a cache. A program that
  // never runs on more than a few lanes has small frames.
  std::unique_ptr<LaneProgram> Build(int64_t most_lanes = INT64_MAX);

 private:
  struct Value {
    ElementType stored;  // what it is rounded to
    int bytes;           // of a lane
    int32_t input = -1;  // an input that is read in place, by number
    int32_t constant = -1;
    int32_t operation = -1;       // what computes it, if it is neither
    LaneRegister unrounded = -1;  // the value before it was rounded, for one rounding when stored
    LaneRegister codes = -1;      // the same as it is stored, if that is there already
  };
  // A step in terms of registers, before places are given out.
  struct Operation {
    LaneStep step;
    std::vector<LaneRegister> operands;
    LaneRegister result = -1;
    std::vector<ChainStep> chain;  // kChain: the place of a step is an operand's position
  };
  friend class LaneChains;
  friend class LanePlacement;

  LaneRegister AddValue(ElementType stored, int bytes);
  // The result has lanes of `bytes` bytes, values of type `stored`.
  LaneRegister AddStep(const LaneStep& step, std::vector<LaneRegister> operands, ElementType stored,
                       int bytes);
  LaneRegister AddConversion(ConvertFn convert, LaneRegister from, ElementType stored, int bytes);
  // The value as its type stores it, and back.
  LaneRegister Codes(LaneRegister value);
  LaneRegister FromCodes(LaneRegister codes, ElementType stored);
  LaneRegister Convert(LaneRegister value, ElementType to);
  LaneRegister Bitcast(LaneRegister value, ElementType to);
  LaneRegister Rounded(LaneRegister value, ElementType stored);
  LaneRegister Compute(const Instruction& instruction, std::vector<LaneRegister> operands);

  KernelMode mode_;
  std::vector<ElementType> inputs_;
  std::vector<std::vector<uint8_t>> constants_;
  std::vector<Value> values_;
  std::vector<Operation> operations_;
  std::vector<LaneRegister> outputs_;  // codes
  std::vector<ElementType> output_types_;
};

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_VECTOR_LANE_PROGRAM_BUILDER_H_
