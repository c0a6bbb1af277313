// SPDX-License-Identifier: Apache-2.0
// For unit tests of ops that call computations: builds computations instruction by instruction,
// because the text reader is in a higher layer than core/ops.
#ifndef HLO_CORE_OPS_COMPUTATION_TESTING_H_
#define HLO_CORE_OPS_COMPUTATION_TESTING_H_

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ops/testing.h"

namespace hlo::op_testing {

// One computation of a module. The last instruction is the root.
//   ComputationBuilder f(module, "f");
//   f.Op("add", {f.Parameter("f32[]"), f.Parameter("f32[]")});
//   OpCall("reduce")....Set(Attr::to_apply, f.Get())
class ComputationBuilder {
 public:
  ComputationBuilder(Module& module, std::string name)
      : module_(module), computation_(module.AddComputation(std::move(name))) {}

  Instruction* Parameter(std::string_view shape);

  Instruction* Constant(const Literal& value);

  // `declared` may be empty if the shape follows from the operands; `set` fills attributes.
  Instruction* Op(std::string_view opcode, std::vector<Instruction*> operands,
                  std::string_view declared, const std::function<void(Attributes&)>& set);
  Instruction* Op(std::string_view opcode, std::vector<Instruction*> operands);
  Instruction* Compare(std::string_view direction, Instruction* a, Instruction* b);
  Instruction* Element(Instruction* tuple, int64_t index);

  Computation* Get() { return computation_; }

 private:
  Instruction* New(std::string_view opcode);
  Instruction* Add(Instruction* instruction);

  Module& module_;
  Computation* computation_;
};

// f(a, b) = op(a, b) on scalars of the type.
Computation* BinaryComputation(Module& module, std::string_view opcode, std::string_view shape);

// x -> op(x, x) or op(x) on a shape.
Computation* UnaryComputation(Module& module, std::string_view opcode, std::string_view shape,
                              bool twice = false);

}  // namespace hlo::op_testing

#endif  // HLO_CORE_OPS_COMPUTATION_TESTING_H_
