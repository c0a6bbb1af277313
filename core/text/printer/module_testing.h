// SPDX-License-Identifier: Apache-2.0
// For unit tests: modules built by hand.
#ifndef HLO_CORE_TEXT_PRINTER_MODULE_TESTING_H_
#define HLO_CORE_TEXT_PRINTER_MODULE_TESTING_H_

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ir/module.h"
#include "core/literal/testing.h"

namespace hlo::text_testing {

// Begin() opens a computation; the other functions add to it. Unless the test specifies others, the
// last instruction of a computation is its root and the last computation is the entry.
class ModuleBuilder {
 public:
  explicit ModuleBuilder(std::string name) { module_.name = std::move(name); }

  Computation* Begin(std::string name) { return at_ = module_.AddComputation(std::move(name)); }

  Instruction* Add(std::string name, std::string_view shape, std::string_view opcode,
                   std::vector<Instruction*> operands) {
    const OpDef* op = FindOp(opcode);
    EXPECT_NE(op, nullptr) << opcode;
    return at_->Add(Make(std::move(name), shape, *op, std::move(operands)));
  }
  Instruction* Parameter(int64_t number, std::string name, std::string_view shape) {
    Instruction* made = Make(std::move(name), shape, GetOpDef(Opcode::kParameter), {});
    made->parameter_number = number;
    return at_->Add(made);
  }
  Instruction* Constant(std::string name, std::string_view json) {
    auto literal = std::make_shared<const Literal>(literal_testing::FromJson(json));
    Instruction* made =
        Make(std::move(name), ShapeText(literal->shape()), GetOpDef(Opcode::kConstant), {});
    made->literal = std::move(literal);
    return at_->Add(made);
  }

  Module& module() { return module_; }
  Module& Finish() {
    for (const auto& computation : module_.computations) {
      if (computation->root == nullptr) computation->root = computation->instructions.back();
    }
    if (module_.entry == nullptr) module_.entry = module_.computations.back().get();
    return module_;
  }

 private:
  Instruction* Make(std::string name, std::string_view shape, const OpDef& op,
                    std::vector<Instruction*> operands) {
    Instruction* made = at_->New();
    made->name = std::move(name);
    made->op = &op;
    made->shape = module_.Intern(literal_testing::ShapeOf(shape));
    made->operands.assign(operands.begin(), operands.end());
    return made;
  }

  Module module_;
  Computation* at_ = nullptr;
};

// A sum reduction with one attribute of each common kind.
inline ModuleBuilder Sum() {
  ModuleBuilder m("sum");
  Computation* add = m.Begin("add");
  m.Add("s", "f32[]", "add", {m.Parameter(0, "a", "f32[]"), m.Parameter(1, "b", "f32[]")});
  m.Begin("e");
  Instruction* v = m.Parameter(0, "v", "f32[4]");
  Instruction* z = m.Constant("z", R"({"shape":"f32[]","data":0})");
  Instruction* r = m.Add("r", "f32[]", "reduce", {v, z});
  r->attributes.Set(Attr::metadata, Metadata{{"op_name", "\"n\""}});
  r->attributes.Set(Attr::to_apply, add);
  r->attributes.Set(Attr::dimensions, std::vector<int64_t>{0});
  m.Finish();
  return m;
}

}  // namespace hlo::text_testing

#endif  // HLO_CORE_TEXT_PRINTER_MODULE_TESTING_H_
