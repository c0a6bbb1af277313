// SPDX-License-Identifier: Apache-2.0
#include "core/engine/scalar/scalar_compiler.h"

#include <algorithm>
#include <cstring>

#include "core/ops/control/conditional.h"
#include "hlo/literal.h"

namespace hlo {
namespace {

constexpr size_t kMaxSlots = 1 << 15;
constexpr size_t kMaxSteps = 1 << 15;  // instructions of the module, each as often as inlined
constexpr int kMaxDepth = 64;

bool IsOneElement(const Shape& shape) {
  return shape.IsArray() && shape.dynamic == 0 &&
         std::all_of(shape.dims.begin(), shape.dims.end(), [](int64_t size) { return size == 1; });
}

bool HasOneElementLeaves(const Shape& shape) {
  if (!shape.IsTuple()) return shape.IsToken() || IsOneElement(shape);
  return std::all_of(shape.elements.begin(), shape.elements.end(), HasOneElementLeaves);
}

void AppendLeafTypes(const Shape& shape, std::vector<ElementType>& types) {
  if (shape.IsArray()) types.push_back(shape.element_type);
  for (const Shape& element : shape.elements) AppendLeafTypes(element, types);
}

std::vector<ElementType> LeafTypes(const Shape& shape) {
  std::vector<ElementType> types;
  AppendLeafTypes(shape, types);
  return types;
}

int ComputeBytes(ElementType type) { return StorageBytes(ComputeType(type)); }

std::vector<int> LeafBytes(const Shape& shape) {
  std::vector<int> bytes;
  for (const ElementType type : LeafTypes(shape)) bytes.push_back(ComputeBytes(type));
  return bytes;
}

}  // namespace

std::unique_ptr<ScalarProgram> CompileScalarLoop(const Instruction& loop, KernelMode mode) {
  if (!HasOneElementLeaves(*loop.shape)) return nullptr;
  return ScalarCompiler(mode).CompileLoop(loop);
}

// Slot 0 is unused: missing operands of an instruction are 0.
ScalarCompiler::ScalarCompiler(KernelMode mode) : mode_(mode), program_(new ScalarProgram()) {
  program_->initial_.resize(1);
}

std::unique_ptr<ScalarProgram> ScalarCompiler::CompileLoop(const Instruction& loop) {
  const std::vector<ElementType> types = LeafTypes(*loop.shape);
  Slots start;
  for (const ElementType type : types) {
    start.push_back(NewSlot());
    program_->inputs_.push_back({start.back(), WidenFunction(type)});
  }
  BeginCountedBlock();  // the caller counts the loop itself
  const Slots result = CompileWhile(loop, start, 1);
  if (failed_) return nullptr;
  Emit({.code = Code::kEnd});
  for (size_t i = 0; i < types.size(); ++i) {
    program_->outputs_.push_back({result[i], NarrowFunction(types[i])});
  }
  return std::move(program_);
}

// ---- values ----

ScalarCompiler::Slot ScalarCompiler::NewSlot() {
  if (program_->initial_.size() >= kMaxSlots) {
    failed_ = true;
    return 0;
  }
  program_->initial_.emplace_back();
  return static_cast<Slot>(program_->initial_.size() - 1);
}

ScalarCompiler::Slot ScalarCompiler::NewConstant(const void* element, size_t bytes) {
  const Slot slot = NewSlot();
  std::memcpy(program_->initial_[slot].bytes, element, bytes);
  return slot;
}

ScalarCompiler::Slot ScalarCompiler::NewConstantFromCode(const void* code, ElementType type) {
  ScalarSlot value = {};
  WidenFunction(type)(code, 1, value.bytes);
  return NewConstant(value.bytes, sizeof(value.bytes));
}

// ---- code ----

ScalarInstruction& ScalarCompiler::Emit(const ScalarInstruction& instruction) {
  program_->code_.push_back(instruction);
  return program_->code_.back();
}

ScalarCompiler::Slot ScalarCompiler::EmitResult(ScalarInstruction instruction) {
  instruction.out = NewSlot();
  return Emit(instruction).out;
}

ScalarCompiler::Slot ScalarCompiler::EmitFunction(const VectorStep& step, Slot a, Slot b, Slot c) {
  const auto number = static_cast<int32_t>(program_->functions_.size());
  program_->functions_.push_back(step);
  return EmitResult({.code = Code::kBlock, .a = a, .b = b, .c = c, .extra = number});
}

ScalarCompiler::Slot ScalarCompiler::EmitConversion(ConvertFn convert, Slot from) {
  VectorStep step;
  step.kind = VectorStep::Kind::kConvert;
  step.function.convert = convert;
  return EmitFunction(step, from);
}

void ScalarCompiler::EmitMoves(std::vector<std::pair<Slot, Slot>> to_from,
                               const std::vector<int>& bytes) {
  std::vector<size_t> pending;
  for (size_t i = 0; i < to_from.size(); ++i) {
    if (to_from[i].first != to_from[i].second) pending.push_back(i);
  }
  const auto is_read = [&](Slot slot, size_t but) {
    return std::any_of(pending.begin(), pending.end(),
                       [&](size_t i) { return i != but && to_from[i].second == slot; });
  };
  while (!pending.empty()) {
    auto free = std::find_if(pending.begin(), pending.end(),
                             [&](size_t i) { return !is_read(to_from[i].first, i); });
    if (free == pending.end()) {  // a cycle: save its first source in a new slot
      const size_t i = pending.front();
      const Slot from = to_from[i].second;
      const Slot kept = EmitResult({.code = ScalarMove(bytes[i]), .a = from});
      for (const size_t other : pending) {
        if (to_from[other].second == from) to_from[other].second = kept;
      }
      continue;
    }
    Emit({.code = ScalarMove(bytes[*free]),
          .out = to_from[*free].first,
          .a = to_from[*free].second});
    pending.erase(free);
  }
}

int32_t ScalarCompiler::NewBlock() {
  program_->blocks_.emplace_back();
  return static_cast<int32_t>(program_->blocks_.size()) - 1;
}

void ScalarCompiler::BeginCountedBlock() {
  block_ = NewBlock();
  Emit({.code = Code::kCount, .extra = block_});
}

// ---- instructions ----

ScalarCompiler::Slots ScalarCompiler::Compile(const Computation& computation,
                                              const std::vector<Slots>& arguments, int depth) {
  if (computation.synthesized || computation.root == nullptr || depth > kMaxDepth) failed_ = true;
  if (failed_) return {};
  program_->depth_ = std::max(program_->depth_, depth);
  std::vector<Slots> values(computation.instructions.size());
  for (size_t i = 0; i < values.size(); ++i) {
    const Instruction& instruction = *computation.instructions[i];
    program_->blocks_[static_cast<size_t>(block_)].push_back(&instruction);
    ++steps_;
    if (instruction.Is(Opcode::kParameter)) {
      const auto number = static_cast<size_t>(instruction.parameter_number);
      if (number >= arguments.size()) failed_ = true;
      if (!failed_) values[i] = arguments[number];
    } else {
      std::vector<Slots> operands;
      for (const Instruction* operand : instruction.operands) {
        operands.push_back(values[static_cast<size_t>(operand->index)]);
      }
      values[i] = CompileInstruction(instruction, operands, depth);
    }
    if (steps_ > kMaxSteps) failed_ = true;
    if (failed_) return {};
  }
  return values[static_cast<size_t>(computation.root->index)];
}

ScalarCompiler::Slots ScalarCompiler::CompileInstruction(const Instruction& instruction,
                                                         const std::vector<Slots>& operands,
                                                         int depth) {
  const auto fail = [&] {
    failed_ = true;
    return Slots();
  };
  if (!HasOneElementLeaves(*instruction.shape)) return fail();
  switch (instruction.opcode()) {
    case Opcode::kWhile:
      return CompileWhile(instruction, operands[0], depth + 1);
    case Opcode::kConditional:
      return CompileConditional(instruction, operands, depth + 1);
    default:
      break;
  }
  if (const Computation* called = InlinedComputation(instruction)) {
    return Compile(*called, operands, depth + 1);
  }
  const ElementType type = instruction.shape->element_type;
  switch (VectorFormOf(instruction)) {
    case VectorForm::kNone:
    case VectorForm::kInline:
      return fail();
    case VectorForm::kNothing:
      return {};
    case VectorForm::kIdentity:
    case VectorForm::kCopy:
    case VectorForm::kBroadcast:
      return operands[0];
    case VectorForm::kTuple: {
      Slots slots;
      for (const Slots& part : operands) slots.insert(slots.end(), part.begin(), part.end());
      return slots;
    }
    case VectorForm::kElement: {
      const auto first = operands[0].begin() + static_cast<std::ptrdiff_t>(FirstLeaf(instruction));
      return Slots(first, first + static_cast<std::ptrdiff_t>(LeafCount(*instruction.shape)));
    }
    case VectorForm::kConstant:
      return {NewConstantFromCode(instruction.literal->bytes(), type)};
    case VectorForm::kIota: {
      const ScalarSlot zero = {};
      return {Convert(NewConstant(zero.bytes, sizeof(zero.bytes)), ElementType::kS64, type)};
    }
    case VectorForm::kConvert:
      return {Convert(operands[0][0], instruction.operands[0]->shape->element_type, type)};
    case VectorForm::kBitcast:
      return {Bitcast(operands[0][0], instruction.operands[0]->shape->element_type, type)};
    case VectorForm::kStep:
      break;
  }
  return {CompileStep(instruction, operands)};
}

ScalarCompiler::Slots ScalarCompiler::CompileWhile(const Instruction& loop, const Slots& start,
                                                   int depth) {
  const std::vector<int> bytes = LeafBytes(*loop.shape);
  const int32_t before = block_;
  Slots state;
  std::vector<std::pair<Slot, Slot>> moves;
  for (const Slot slot : start) {
    state.push_back(NewSlot());
    moves.push_back({state.back(), slot});
  }
  EmitMoves(moves, bytes);
  // The first iteration has number 0.
  const int64_t none = -1;
  const Slot no_iteration = NewConstant(&none, sizeof(none));
  const Slot iteration = EmitResult({.code = Code::kMove8, .a = no_iteration});
  const int32_t entry = Here();
  Emit({.code = Code::kJump});

  // An iteration and the body that follows are counted together with the condition after the body.
  const int32_t body = Here();
  block_ = NewBlock();
  const auto number = static_cast<int32_t>(program_->loops_.size());
  program_->loops_.push_back({&loop, block_, body, iteration});
  program_->blocks_[static_cast<size_t>(block_)].push_back(&loop);
  Slots next = Compile(*loop.attributes.Called(Attr::body), {state}, depth);
  if (failed_ || next.size() != state.size()) {
    failed_ = true;
    return {};
  }
  WriteInPlace(body, state, next);
  moves.clear();
  for (size_t i = 0; i < state.size(); ++i) moves.push_back({state[i], next[i]});
  EmitMoves(moves, bytes);

  program_->code_[static_cast<size_t>(entry)].extra = Here();
  const int32_t last = block_;
  const size_t counted = program_->blocks_[static_cast<size_t>(last)].size();
  const Slots goes_on = Compile(*loop.attributes.Called(Attr::condition), {state}, depth);
  if (failed_) return {};
  // The start of the condition also follows the code before the loop.
  const ScalarProgram::Block& both = program_->blocks_[static_cast<size_t>(last)];
  const ScalarProgram::Block first(both.begin() + static_cast<std::ptrdiff_t>(counted), both.end());
  ScalarProgram::Block& entered = program_->blocks_[static_cast<size_t>(before)];
  entered.insert(entered.end(), first.begin(), first.end());
  Emit({.code = Code::kIterateIf, .out = iteration, .a = goes_on[0], .extra = number});
  regions_.push_back({entry, Here()});
  BeginCountedBlock();
  return state;
}

void ScalarCompiler::WriteInPlace(int32_t begin, const Slots& state, Slots& next) {
  std::vector<ScalarInstruction>& code = program_->code_;
  const auto start = static_cast<size_t>(begin);
  const auto once = [&](size_t at) {
    return std::none_of(regions_.begin(), regions_.end(), [&](const auto& region) {
      return region.first >= begin && region.first <= static_cast<int32_t>(at) &&
             static_cast<int32_t>(at) < region.second;
    });
  };
  for (size_t i = 0; i < state.size(); ++i) {
    const Slot from = next[i], to = state[i];
    if (from == to || std::count(next.begin(), next.end(), to) > 0) continue;
    size_t writer = code.size();
    for (size_t at = start; at < code.size(); ++at) {
      if (code[at].out == from) writer = at;
    }
    if (writer == code.size() || !once(writer)) continue;
    const bool still_read = std::any_of(code.begin() + static_cast<std::ptrdiff_t>(writer) + 1,
                                        code.end(), [&](const ScalarInstruction& later) {
                                          return later.a == to || later.b == to || later.c == to;
                                        });
    if (still_read) continue;
    code[writer].out = to;
    for (size_t at = writer + 1; at < code.size(); ++at) {
      for (Slot* operand : {&code[at].a, &code[at].b, &code[at].c}) {
        if (*operand == from) *operand = to;
      }
    }
    std::replace(next.begin(), next.end(), from, to);
  }
}

ScalarCompiler::Slots ScalarCompiler::CompileConditional(const Instruction& conditional,
                                                         const std::vector<Slots>& operands,
                                                         int depth) {
  const std::vector<ConditionalBranch> branches = BranchesOf(conditional.attributes);
  const bool by_pred = conditional.operands[0]->shape->element_type == ElementType::kPred;
  const std::vector<int> bytes = LeafBytes(*conditional.shape);
  Slots result;
  for (size_t i = 0; i < bytes.size(); ++i) result.push_back(NewSlot());

  const int32_t begin = Here();
  const auto choice = static_cast<int32_t>(program_->switches_.size());
  program_->switches_.emplace_back();
  Emit({.code = by_pred ? Code::kJumpUnless : Code::kSwitch, .a = operands[0][0], .extra = choice});
  std::vector<int32_t> starts, ends;
  for (size_t k = 0; k < branches.size(); ++k) {
    starts.push_back(Here());
    BeginCountedBlock();
    const Slots value = Compile(*branches[k].computation, {operands[k + 1]}, depth);
    if (failed_) return {};
    std::vector<std::pair<Slot, Slot>> moves;
    for (size_t i = 0; i < result.size(); ++i) moves.push_back({result[i], value[i]});
    EmitMoves(moves, bytes);
    ends.push_back(Here());
    Emit({.code = Code::kJump});
  }
  for (const int32_t end : ends) program_->code_[static_cast<size_t>(end)].extra = Here();
  if (by_pred) {
    program_->code_[static_cast<size_t>(begin)].extra = starts[1];
  } else {
    program_->switches_[static_cast<size_t>(choice)] = starts;
  }
  regions_.push_back({begin, Here()});
  BeginCountedBlock();
  return result;
}

}  // namespace hlo
