// SPDX-License-Identifier: Apache-2.0
#include "core/ops/computation_testing.h"

namespace hlo::op_testing {

Instruction* ComputationBuilder::Parameter(std::string_view shape) {
  auto parameter = New("parameter");
  parameter->parameter_number = std::ssize(computation_->parameters);
  parameter->shape = module_.Intern(ShapeOf(shape));
  return Add(parameter);
}

Instruction* ComputationBuilder::Constant(const Literal& value) {
  auto constant = New("constant");
  constant->literal = std::make_shared<const Literal>(value);
  constant->shape = module_.Intern(value.shape());
  return Add(constant);
}

Instruction* ComputationBuilder::Op(std::string_view opcode, std::vector<Instruction*> operands,
                                    std::string_view declared,
                                    const std::function<void(Attributes&)>& set) {
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

Instruction* ComputationBuilder::Op(std::string_view opcode, std::vector<Instruction*> operands) {
  return Op(opcode, std::move(operands), "", [](Attributes&) {});
}

Instruction* ComputationBuilder::Compare(std::string_view direction, Instruction* a,
                                         Instruction* b) {
  return Op("compare", {a, b}, "", [&](Attributes& attributes) {
    const AttributeSpec* spec = GetOpDef(Opcode::kCompare).FindAttribute(Attr::direction);
    for (size_t i = 0; i < spec->words().size(); ++i) {
      if (spec->words()[i] != direction) continue;
      attributes.Set(Attr::direction, EnumValue{static_cast<int64_t>(i)});
    }
  });
}

Instruction* ComputationBuilder::Element(Instruction* tuple, int64_t index) {
  return Op("get-tuple-element", {tuple}, "",
            [&](Attributes& attributes) { attributes.Set(Attr::index, index); });
}

Instruction* ComputationBuilder::New(std::string_view opcode) {
  Instruction* instruction = computation_->New();
  instruction->name = std::string(opcode) + std::to_string(computation_->instructions.size());
  instruction->op = FindOp(opcode);
  instruction->parent = computation_;
  return instruction;
}

Instruction* ComputationBuilder::Add(Instruction* instruction) {
  Instruction* added = computation_->Add(instruction);
  computation_->root = added;
  return added;
}

Computation* BinaryComputation(Module& module, std::string_view opcode, std::string_view shape) {
  ComputationBuilder f(module, "f" + std::to_string(module.computations.size()));
  Instruction* a = f.Parameter(shape);
  Instruction* b = f.Parameter(shape);
  f.Op(opcode, {a, b});
  return f.Get();
}

Computation* UnaryComputation(Module& module, std::string_view opcode, std::string_view shape,
                              bool twice) {
  ComputationBuilder f(module, "g" + std::to_string(module.computations.size()));
  Instruction* x = f.Parameter(shape);
  f.Op(opcode, twice ? std::vector<Instruction*>{x, x} : std::vector<Instruction*>{x});
  return f.Get();
}

}  // namespace hlo::op_testing
