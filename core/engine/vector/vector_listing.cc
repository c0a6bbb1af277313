// SPDX-License-Identifier: Apache-2.0
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/format.h"
#include "core/engine/vector/vector_program.h"

namespace hlo {
namespace {

std::string Register(int32_t reg) { return Format("r{}", {reg}); }

std::string IndexText(const LaneIndex& index) {
  if (index.IsDense()) return "";
  if (index.IsScalar()) return ", one element for all lanes";
  if (index.repeat == 1) return Format(", repeated every {} lanes", {index.period});
  return Format(", each element for {} lanes", {index.repeat});
}

// The operand of a division or subtraction may be on either side.
std::string NameOf(const ChainStep& step) {
  std::string name(OpcodeName(step.opcode));
  if (step.op == ChainOp::kSubtractFrom) name += " from";
  if (step.op == ChainOp::kDivideInto) name += " into";
  return name;
}

bool TakesOperand(const ChainStep& step) { return step.op < ChainOp::kNegate; }

std::string OperandOf(const ChainStep& step) {
  if (step.operand == ChainStep::Operand::kValue) return "itself";
  if (step.operand != ChainStep::Operand::kScaledBlock) return Register(step.reg);
  return Register(step.reg) + " * " + Register(step.scale);
}

std::string ChainText(const std::vector<ChainStep>& chain) {
  std::string text;
  for (const ChainStep& step : chain) {
    if (step.op >= ChainOp::kPrefetch) continue;
    text += text.empty() ? " " : ", ";
    text += NameOf(step);
    if (TakesOperand(step)) text += " " + OperandOf(step);
  }
  return text;
}

int OperandCount(VectorStep::Kind kind) {
  switch (kind) {
    case VectorStep::Kind::kUnary:
    case VectorStep::Kind::kConvert:
    case VectorStep::Kind::kChain:
      return 1;
    case VectorStep::Kind::kBinary:
    case VectorStep::Kind::kCompare:
      return 2;
    case VectorStep::Kind::kClamp:
    case VectorStep::Kind::kSelect:
      return 3;
    case VectorStep::Kind::kFetch:
    case VectorStep::Kind::kCount:
      return 0;
  }
  return 0;
}

std::string_view NameOf(const VectorStep& step) {
  switch (step.kind) {
    case VectorStep::Kind::kConvert:
      return OpcodeName(Opcode::kConvert);
    case VectorStep::Kind::kChain:
      return "chain";
    default:
      return OpcodeName(step.opcode);
  }
}

std::string Expression(const VectorStep& step, const std::vector<std::vector<ChainStep>>& chains) {
  std::string text(NameOf(step));
  for (int i = 0; i < OperandCount(step.kind); ++i) {
    text += (i == 0 ? " " : ", ") + Register(step.in[i]);
  }
  if (step.kind != VectorStep::Kind::kChain) return text;
  return text + ":" + ChainText(chains[static_cast<size_t>(step.in[1])]);
}

}  // namespace

std::vector<std::string> VectorProgram::Listing(std::span<const std::string> inputs,
                                                std::span<const std::string> outputs) const {
  std::vector<std::string> lines;
  const auto input = [&](int32_t number) { return inputs[static_cast<size_t>(number)]; };
  for (const Constant& constant : constants_) {
    lines.push_back(Register(constant.reg) + " = constant");
  }
  for (const Moving& moving : moving_) {
    if (moving.output || moving.ahead) continue;
    lines.push_back(Format("{} = {}", {Register(moving.reg), input(moving.number)}));
  }
  for (const std::vector<VectorStep>* steps : {&once_, &steps_}) {
    for (const VectorStep& step : *steps) {
      const std::string right =
          step.kind == VectorStep::Kind::kFetch   ? input(step.in[0]) + IndexText(step.index)
          : step.kind == VectorStep::Kind::kCount ? "lane number" + IndexText(step.index)
                                                  : Expression(step, chains_);
      lines.push_back(Format("{} = {}", {Register(step.out), right}));
    }
  }
  for (const Moving& moving : moving_) {
    if (!moving.output) continue;
    lines.push_back(
        Format("{} = {}", {outputs[static_cast<size_t>(moving.number)], Register(moving.reg)}));
  }
  return lines;
}

}  // namespace hlo
