// SPDX-License-Identifier: Apache-2.0
// For unit tests of ops that call computations: builds computations instruction by instruction,
// because the text reader is in a higher layer than core/ops.
#ifndef HLO_CORE_OPS_COMPUTATION_TESTING_H_
#define HLO_CORE_OPS_COMPUTATION_TESTING_H_

#include <gtest/gtest.h>

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

  Instruction* Parameter(std::string_view shape) {
    auto parameter = New("parameter");
    parameter->parameter_number = std::ssize(computation_->parameters);
    parameter->shape = module_.Intern(ShapeOf(shape));
    return Add(parameter);
  }

  Instruction* Constant(const Literal& value) {
    auto constant = New("constant");
    constant->literal = std::make_shared<const Literal>(value);
    constant->shape = module_.Intern(value.shape());
    return Add(constant);
  }

  // `declared` may be empty if the shape follows from the operands; `set` fills attributes.
  template <class Fn>
  Instruction* Op(std::string_view opcode, std::vector<Instruction*> operands,
                  std::string_view declared, Fn&& set) {
    auto instruction = New(opcode);
    set(instruction->attributes);
    std::vector<const Shape*> shapes;
    for (const Instruction* operand : operands) shapes.push_back(operand->shape);
    instruction->operands.assign(operands.begin(), operands.end());
    const Shape written = declared.empty() ? Shape() : ShapeOf(declared);
    Result<Shape> shape =
        instruction->op->infer({*instruction, shapes, declared.empty() ? nullptr : &written});
    EXPECT_TRUE(shape.ok()) << shape.error().code << " " << shape.error().message;
    instruction->shape = module_.Intern(shape.ok() ? shape.value() : Shape());
    return Add(instruction);
  }
  Instruction* Op(std::string_view opcode, std::vector<Instruction*> operands) {
    return Op(opcode, std::move(operands), "", [](Attributes&) {});
  }
  Instruction* Compare(std::string_view direction, Instruction* a, Instruction* b) {
    return Op("compare", {a, b}, "", [&](Attributes& attributes) {
      const AttributeSpec* spec = GetOpDef(Opcode::kCompare).FindAttribute(Attr::direction);
      for (size_t i = 0; i < spec->words().size(); ++i) {
        if (spec->words()[i] != direction) continue;
        attributes.Set(Attr::direction, EnumValue{static_cast<int64_t>(i)});
      }
    });
  }
  Instruction* Element(Instruction* tuple, int64_t index) {
    return Op("get-tuple-element", {tuple}, "",
              [&](Attributes& attributes) { attributes.Set(Attr::index, index); });
  }

  Computation* Get() { return computation_; }

 private:
  Instruction* New(std::string_view opcode) {
    Instruction* instruction = computation_->New();
    instruction->name = std::string(opcode) + std::to_string(computation_->instructions.size());
    instruction->op = FindOp(opcode);
    instruction->parent = computation_;
    return instruction;
  }
  Instruction* Add(Instruction* instruction) {
    Instruction* added = computation_->Add(instruction);
    computation_->root = added;
    return added;
  }

  Module& module_;
  Computation* computation_;
};

// f(a, b) = op(a, b) on scalars of the type.
inline Computation* BinaryComputation(Module& module, std::string_view opcode,
                                      std::string_view shape) {
  ComputationBuilder f(module, "f" + std::to_string(module.computations.size()));
  Instruction* a = f.Parameter(shape);
  Instruction* b = f.Parameter(shape);
  f.Op(opcode, {a, b});
  return f.Get();
}

// x -> op(x, x) or op(x) on a shape.
inline Computation* UnaryComputation(Module& module, std::string_view opcode,
                                     std::string_view shape, bool twice = false) {
  ComputationBuilder f(module, "g" + std::to_string(module.computations.size()));
  Instruction* x = f.Parameter(shape);
  f.Op(opcode, twice ? std::vector<Instruction*>{x, x} : std::vector<Instruction*>{x});
  return f.Get();
}

}  // namespace hlo::op_testing

#endif  // HLO_CORE_OPS_COMPUTATION_TESTING_H_
