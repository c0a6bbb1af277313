// SPDX-License-Identifier: Apache-2.0
#include "core/engine/vector/vector_chains.h"

#include <algorithm>
#include <utility>

namespace hlo {
namespace {

using Operand = ChainStep::Operand;

ChainOp Reversed(ChainOp op) {
  return op == ChainOp::kSubtract ? ChainOp::kSubtractFrom
         : op == ChainOp::kDivide ? ChainOp::kDivideInto
                                  : op;
}

bool ReadsTwice(const VectorChains::Operation& operation) {
  return operation.operands.size() == 2 && operation.operands[0] == operation.operands[1];
}

}  // namespace

VectorChains::VectorChains(const VectorProgramBuilder& builder, int64_t line,
                           std::vector<Operation>& sequence)
    : builder_(builder),
      sequence_(sequence),
      readers_(builder.values_.size(), 0),
      writer_(builder.values_.size(), -1),
      uniform_(builder.values_.size(), false) {
  for (size_t v = 0; v < uniform_.size(); ++v) uniform_[v] = builder.values_[v].constant >= 0;
  for (size_t i = 0; i < sequence.size(); ++i) {
    writer_[static_cast<size_t>(sequence[i].result)] = static_cast<int32_t>(i);
    const VectorStep& step = sequence[i].step;
    if (step.kind == VectorStep::Kind::kFetch) {
      uniform_[static_cast<size_t>(sequence[i].result)] =
          step.index.IsScalar() || (line > 0 && step.index.repeat > 1);
    }
    std::vector<VirtualRegister> operands = sequence[i].operands;
    std::sort(operands.begin(), operands.end());
    operands.erase(std::unique(operands.begin(), operands.end()), operands.end());
    for (const VirtualRegister operand : operands) ++readers_[static_cast<size_t>(operand)];
  }
  for (const VirtualRegister output : builder.outputs_) ++readers_[static_cast<size_t>(output)];
}

bool VectorChains::CanGoOn(VirtualRegister value) const {
  const int32_t writer = writer_[static_cast<size_t>(value)];
  return writer >= 0 && !sequence_[static_cast<size_t>(writer)].chain.empty() &&
         readers_[static_cast<size_t>(value)] == 1;
}

// Whether the value is a block times a scalar, read by a single operation.
bool VectorChains::IsScaledBlock(VirtualRegister value) const {
  if (!CanGoOn(value)) return false;
  const auto writer = static_cast<size_t>(writer_[static_cast<size_t>(value)]);
  const std::vector<ChainStep>& chain = sequence_[writer].chain;
  return chain.size() == 1 && chain[0].op == ChainOp::kMultiply &&
         chain[0].operand == Operand::kScalar;
}

// The operand that is the value of a chain; operands.size() if there is none.
size_t VectorChains::Incoming(const Operation& operation) const {
  const std::vector<VirtualRegister>& operands = operation.operands;
  size_t best = operands.size();
  for (size_t i = 0; i < operands.size(); ++i) {
    if (uniform_[static_cast<size_t>(operands[i])]) continue;
    if (best == operands.size() || (CanGoOn(operands[i]) && !CanGoOn(operands[best]))) best = i;
  }
  return best;
}

// Makes the operation a chain that continues the preceding one, if there is one.
void VectorChains::Extend(size_t position) {
  Operation& operation = sequence_[position];
  const size_t incoming = Incoming(operation);
  if (incoming == operation.operands.size()) return;
  const VirtualRegister value = operation.operands[incoming];
  ChainStep step{operation.step.chain_op, Operand::kValue, 0, nullptr, operation.step.opcode};
  Operation chain{
      .step = operation.step, .operands = {value}, .result = operation.result, .chain = {}};
  if (CanGoOn(value)) {
    Operation& writer = sequence_[static_cast<size_t>(writer_[static_cast<size_t>(value)])];
    chain.operands = std::move(writer.operands);
    chain.chain = std::move(writer.chain);
    writer.result = -1;
  }
  if (operation.operands.size() == 1) {
    step.operand = Operand::kBlock;  // unused
    if (operation.step.kind == VectorStep::Kind::kUnary) {
      step.function = operation.step.function.unary;
    }
  } else if (!ReadsTwice(operation)) {
    const VirtualRegister other = operation.operands[1 - incoming];
    if (incoming == 1) step.op = Reversed(step.op);
    step.reg = static_cast<int32_t>(chain.operands.size());
    if (TakesScaledBlock(step.op) && IsScaledBlock(other)) {
      Operation& product = sequence_[static_cast<size_t>(writer_[static_cast<size_t>(other)])];
      step.operand = Operand::kScaledBlock;
      step.scale = step.reg + product.chain[0].reg;
      chain.operands.insert(chain.operands.end(), product.operands.begin(), product.operands.end());
      product.result = -1;
    } else {
      step.operand = uniform_[static_cast<size_t>(other)] ? Operand::kScalar : Operand::kBlock;
      chain.operands.push_back(other);
    }
  }
  chain.chain.push_back(step);
  operation = std::move(chain);
}

std::vector<bool> VectorChains::Join() {
  for (size_t i = 0; i < sequence_.size(); ++i) {
    if (sequence_[i].step.chain_op != ChainOp::kNone) Extend(i);
  }
  sequence_.erase(std::remove_if(sequence_.begin(), sequence_.end(),
                                 [](const Operation& operation) { return operation.result < 0; }),
                  sequence_.end());
  for (Operation& operation : sequence_) {
    // A block function is as good for a single step on whole blocks.
    if (operation.chain.size() == 1 && operation.chain[0].operand == Operand::kBlock) {
      operation.chain.clear();
    }
    if (operation.chain.empty()) continue;
    operation.step = VectorStep();
    operation.step.kind = VectorStep::Kind::kChain;
    operation.step.function.chain = ChooseChain(operation.chain, builder_.mode_);
  }
  return Singles();
}

// Turns values that only chains read into scalars.
std::vector<bool> VectorChains::Singles() const {
  std::vector<bool> single = uniform_;
  const auto fill = [&](VirtualRegister value) { single[static_cast<size_t>(value)] = false; };
  for (const Operation& operation : sequence_) {
    if (operation.chain.empty()) {
      for (const VirtualRegister operand : operation.operands) fill(operand);
    }
  }
  for (const VirtualRegister output : builder_.outputs_) fill(output);
  return single;
}

}  // namespace hlo
