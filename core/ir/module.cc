// SPDX-License-Identifier: Apache-2.0
#include "core/ir/module.h"

#include <algorithm>
#include <iterator>

void std::default_delete<hlo::Module>::operator()(hlo::Module* module) const noexcept {
  delete module;
}

namespace hlo {
namespace {

uint64_t Mix(uint64_t hash, uint64_t value) {
  return (hash ^ value) * 0x9E3779B97F4A7C15u + (hash >> 29);
}

uint64_t HashShape(const Shape& shape) {
  uint64_t hash = static_cast<uint64_t>(shape.element_type) + 1;
  for (int64_t size : shape.dims) hash = Mix(hash, static_cast<uint64_t>(size));
  for (int64_t d : shape.layout.minor_to_major) hash = Mix(hash, static_cast<uint64_t>(d));
  for (const Shape& element : shape.elements) hash = Mix(hash, HashShape(element));
  return hash;
}

}  // namespace

std::vector<Computation*> Instruction::CalledComputations() const {
  std::vector<Computation*> called;
  const auto add = [&](const Attribute& attribute) {
    if (const auto* one = std::get_if<Computation*>(&attribute.value)) {
      if (*one != nullptr) called.push_back(*one);
    } else if (const auto* many = std::get_if<std::vector<Computation*>>(&attribute.value)) {
      called.insert(called.end(), many->begin(), many->end());
    }
  };
  for (const AttributeSpec& spec : op->attributes) {
    if (const Attribute* attribute = attributes.Find(spec.attr)) add(*attribute);
  }
  return called;
}

Instruction* Computation::New() {
  Instruction* made = pool_.New();
  made->attributes = Attributes(*arena_);
  return made;
}

Instruction* Computation::Add(Instruction* added) {
  added->parent = this;
  added->index = static_cast<int32_t>(instructions.size());
  instructions.push_back(added);
  by_name_.Add(added);
  if (added->parameter_number >= 0) {
    // Gaps are filled later. Numbers far ahead, which may be invalid, wait for PlaceParameters().
    if (added->parameter_number < std::ssize(parameters) + 4096) {
      PlaceParameter(added);
    } else {
      far_parameters_.push_back(added);
    }
  }
  return added;
}

void Computation::PlaceParameter(Instruction* parameter) {
  const auto place = static_cast<size_t>(parameter->parameter_number);
  if (parameters.size() <= place) parameters.resize(place + 1, nullptr);
  if (parameters[place] == nullptr) parameters[place] = parameter;
}

void Computation::PlaceParameters() {
  for (Instruction* parameter : far_parameters_) {
    // A larger number leaves a gap, so it is invalid.
    if (parameter->parameter_number < std::ssize(instructions)) PlaceParameter(parameter);
  }
  far_parameters_.clear();
}

void Computation::Rename(Instruction* instruction, std::string free_name) {
  instruction->name = std::move(free_name);
  by_name_.Add(instruction);
}

Instruction* Computation::Find(std::string_view instruction_name) const {
  return by_name_.Find(instruction_name);
}

Computation* Module::AddComputation(std::string computation_name) {
  auto computation = std::make_unique<Computation>(arena_);
  computation->name = std::move(computation_name);
  computations.push_back(std::move(computation));
  Computation* added = computations.back().get();
  by_name_.Add(added);
  return added;
}

Computation* Module::FindComputation(std::string_view computation_name) const {
  return by_name_.Find(computation_name);
}

void Module::AssignNumbers() {
  int64_t next = 0, first_instruction = 0;
  for (const auto& computation : computations) {
    computation->number = next++;
    computation->first_instruction = first_instruction;
    first_instruction += std::ssize(computation->instructions);
  }
}

const Instruction* Module::InstructionAt(int64_t number) const {
  const auto after = std::upper_bound(computations.begin(), computations.end(), number,
                                      [](int64_t wanted, const auto& computation) {
                                        return wanted < computation->first_instruction;
                                      });
  if (after == computations.begin()) return nullptr;
  // Of the computations that begin here, all but the last are empty.
  const Computation& computation = **(after - 1);
  const auto place = static_cast<size_t>(number - computation.first_instruction);
  return place < computation.instructions.size() ? computation.instructions[place] : nullptr;
}

const Computation* Module::ComputationAt(int64_t number) const {
  const bool exists = number >= 0 && number < std::ssize(computations);
  return exists ? computations[static_cast<size_t>(number)].get() : nullptr;
}

const Shape* Module::Intern(const Shape& shape) {
  const uint64_t hash = HashShape(shape);
  const auto range = interned_.equal_range(hash);
  for (auto it = range.first; it != range.second; ++it) {
    if (*it->second == shape) return it->second;
  }
  shapes_->push_back(shape);
  interned_.emplace(hash, &shapes_->back());
  return &shapes_->back();
}

}  // namespace hlo
