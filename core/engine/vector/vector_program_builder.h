// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_VECTOR_VECTOR_PROGRAM_BUILDER_H_
#define HLO_CORE_ENGINE_VECTOR_VECTOR_PROGRAM_BUILDER_H_

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/engine/vector/vector_program.h"
#include "core/ir/module.h"
#include "hlo/kernel_mode.h"
#include "hlo/literal.h"

namespace hlo {

// A value of a vector program: each lane has one element, in the compute type of the element type
// in which the value is stored, rounded to that type.
using VirtualRegister = int32_t;

// A value of any shape: its leaves, depth-first, with one register per array. Tuples cost nothing.
using VectorLeaves = std::vector<VirtualRegister>;

// Builds a vector program, instruction by instruction.
class VectorProgramBuilder {
 public:
  explicit VectorProgramBuilder(KernelMode mode) : mode_(mode) {}

  // Whether AddInstruction accepts an instruction: elementwise ops, tuples, constants of one
  // element, iota, and ops that change no lane (copy, reshape, broadcast of a scalar, barriers).
  // Checks the instruction and its operands' shapes, and the contents of a `call` or `fusion`.
  static bool Takes(const Instruction& instruction);

  VirtualRegister AddInput(ElementType stored, LaneIndex index);
  // A scalar, or an array of one element.
  VirtualRegister AddConstant(const Literal& scalar);
  // (lane / repeat) % period, converted to the type: iota along a dimension of `period` with
  // `repeat` minor elements.
  VirtualRegister AddIota(ElementType type, LaneIndex index);
  // The instruction on lanes: only the element types of shapes matter (except for iota); the lanes
  // may be elements of arrays of any equal shape. A broadcast scalar must be the same in all lanes.
  // Requires Takes(instruction), and the leaves of each operand in order.
  VectorLeaves AddInstruction(const Instruction& instruction,
                              std::span<const VectorLeaves> operands);
  // A whole computation, all of whose instructions are accepted; returns the leaves of its root.
  VectorLeaves AddComputation(const Computation& computation,
                              std::span<const VectorLeaves> arguments);
  // Outputs are numbered in call order; a register may be an output more than once.
  void AddOutput(VirtualRegister value);

  ElementType TypeOf(VirtualRegister value) const {
    return values_[static_cast<size_t>(value)].stored;
  }

  // nullptr if too many values are live at a time to fit in a cache. A program that never runs on
  // more than a few lanes has small frames.
  std::unique_ptr<VectorProgram> Build(int64_t most_lanes = INT64_MAX);

 private:
  struct Value {
    ElementType stored;  // type to which it is rounded
    int bytes;           // per lane
    int32_t input = -1;  // number of an input that is read in place
    int32_t constant = -1;
    int32_t operation = -1;  // computes it, if it is neither
    VirtualRegister unrounded =
        -1;                      // the value before it was rounded, for one rounding when stored
    VirtualRegister codes = -1;  // the value as stored, if available
  };
  // A step in terms of virtual registers, before register allocation.
  struct Operation {
    VectorStep step;
    std::vector<VirtualRegister> operands;
    VirtualRegister result = -1;
    std::vector<ChainStep> chain;  // kChain: the register of a step is an operand's position
  };
  friend class VectorChains;
  friend class RegisterAllocator;

  VirtualRegister AddValue(ElementType stored, int bytes);
  // The result has lanes of `bytes` bytes, with values of type `stored`.
  VirtualRegister AddStep(const VectorStep& step, std::vector<VirtualRegister> operands,
                          ElementType stored, int bytes);
  VirtualRegister AddConversion(ConvertFn convert, VirtualRegister from, ElementType stored,
                                int bytes);
  // Converts a value to its stored form, and back.
  VirtualRegister Codes(VirtualRegister value);
  VirtualRegister FromCodes(VirtualRegister codes, ElementType stored);
  VirtualRegister Convert(VirtualRegister value, ElementType to);
  VirtualRegister Bitcast(VirtualRegister value, ElementType to);
  VirtualRegister Rounded(VirtualRegister value, ElementType stored);
  VirtualRegister Compute(const Instruction& instruction, std::vector<VirtualRegister> operands);

  KernelMode mode_;
  std::vector<ElementType> inputs_;
  std::vector<std::vector<uint8_t>> constants_;
  std::vector<Value> values_;
  std::vector<Operation> operations_;
  std::vector<VirtualRegister> outputs_;  // stored forms
  std::vector<ElementType> output_types_;
};

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_VECTOR_VECTOR_PROGRAM_BUILDER_H_
