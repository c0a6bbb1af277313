// SPDX-License-Identifier: Apache-2.0
// Copies finished computations into the module of another builder.
#include <utility>

#include "core/ir/module.h"
#include "hlo/builder/builder.h"

namespace hlo::builder {
namespace {

// Maps the objects of a module to their copies.
struct Copies {
  std::unordered_map<const Computation*, Computation*> computations;
  std::unordered_map<const Instruction*, Instruction*> instructions;
};

template <class T>
T* CopyOf(const std::unordered_map<const T*, T*>& copies, const T* original) {
  const auto found = copies.find(original);
  return found == copies.end() ? nullptr : found->second;
}

// Replaces what an attribute refers to by its copy.
void Redirect(const Copies& copies, AttributeValue& value) {
  if (auto* one = std::get_if<Computation*>(&value)) {
    *one = CopyOf(copies.computations, *one);
  } else if (auto* many = std::get_if<std::vector<Computation*>>(&value)) {
    for (Computation*& computation : *many) computation = CopyOf(copies.computations, computation);
  } else if (auto* instructions = std::get_if<std::vector<Instruction*>>(&value)) {
    for (Instruction*& named : *instructions) named = CopyOf(copies.instructions, named);
  }
}

}  // namespace

Function::Function(Result<ModulePtr> built)
    : built_(std::make_shared<const Result<ModulePtr>>(std::move(built))) {}

Computation* Builder::Import(const Function& function) {
  if (!function.ok()) {
    ReportError(function.error());
    return nullptr;
  }
  if (!IsOpen()) return nullptr;
  Computation*& imported = imported_[&function.module()];
  if (imported == nullptr) {
    functions_.push_back(function);
    imported = Clone(function.module());
  }
  return imported;
}

// Callees precede callers and operands precede users, in the copy as in the original.
Computation* Builder::Clone(const Module& module) {
  Copies copies;
  for (const auto& original : module.computations) {
    Computation* copy = module_->AddComputation(computation_names_.Take(original->name));
    copy->execution_thread = original->execution_thread;
    for (const Instruction* instruction : original->instructions) {
      Instruction* made = copy->New();
      *made = *instruction;
      made->shape = module_->Intern(*instruction->shape);
      for (Instruction*& operand : made->operands) operand = copies.instructions.at(operand);
      for (Attribute& attribute : made->attributes.mutable_all()) {
        Redirect(copies, attribute.value);
      }
      copies.instructions[instruction] = copy->Add(made);
    }
    copy->root = copies.instructions.at(original->root);
    copies.computations[original.get()] = copy;
  }
  return copies.computations.at(module.entry);
}

}  // namespace hlo::builder
