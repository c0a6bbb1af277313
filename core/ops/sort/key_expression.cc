// SPDX-License-Identifier: Apache-2.0
#include "core/ops/sort/key_expression.h"

#include <cstring>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/base/result.h"

namespace hlo {
namespace {

constexpr int kMaxInstructions = 256;

// Ops that return their operand unchanged on scalars.
bool PassesOn(const Instruction& instruction) {
  const VectorForm form = instruction.op->vector_form;
  return form == VectorForm::kCopy || form == VectorForm::kBroadcast;
}

// Elementwise ops with the same result on lanes and on arrays.
bool CanEvaluate(const Instruction& instruction) {
  if (!instruction.shape->IsScalar() || instruction.operands.empty()) return false;
  if (PassesOn(instruction)) return true;
  switch (instruction.opcode()) {
    case Opcode::kBitcastConvert:
      return BitWidth(instruction.operands[0]->shape->element_type) ==
             BitWidth(instruction.shape->element_type);
    case Opcode::kMap:
    case Opcode::kStochasticConvert:
      return false;
    default:
      return instruction.op->elementwise;
  }
}

bool SameConstant(const Instruction& a, const Instruction& b) {
  const Literal* x = a.literal.get();
  const Literal* y = b.literal.get();
  return x != nullptr && y != nullptr && *a.shape == *b.shape &&
         std::memcmp(x->bytes(), y->bytes(), static_cast<size_t>(x->byte_size())) == 0;
}

// Compares attributes that affect the value; those of elementwise ops are words and numbers.
bool SameAttributes(const Instruction& a, const Instruction& b) {
  for (const AttributeSpec& spec : a.op->attributes) {
    if (Info(spec.attr).kind == AttrKind::kEnum) {
      if (a.attributes.Enum(spec.attr) != b.attributes.Enum(spec.attr)) return false;
    } else if (Info(spec.attr).kind == AttrKind::kInt) {
      if (a.attributes.Int(spec.attr) != b.attributes.Int(spec.attr)) return false;
    }
  }
  return true;
}

class Matcher {
 public:
  explicit Matcher(KeyParameters& parameters) : parameters_(parameters) {}

  bool Match(const Instruction& a, const Instruction& b) {
    const auto known = pairs_.find(&a);
    if (known != pairs_.end()) return known->second == &b;
    if (++count_ > kMaxInstructions || a.op != b.op || !MatchNew(a, b)) return false;
    pairs_[&a] = &b;
    return true;
  }

 private:
  bool MatchNew(const Instruction& a, const Instruction& b) {
    if (a.Is(Opcode::kParameter)) {
      if (parameters_.a >= 0) return false;  // a second one
      parameters_ = {a.parameter_number, b.parameter_number};
      varying_.insert(&a);
      return true;
    }
    if (a.Is(Opcode::kConstant)) return SameConstant(a, b);
    if (!CanEvaluate(a) || !CanEvaluate(b) || a.operands.size() != b.operands.size() ||
        a.shape->element_type != b.shape->element_type || !SameAttributes(a, b)) {
      return false;
    }
    for (size_t i = 0; i < a.operands.size(); ++i) {
      if (!Match(*a.operands[i], *b.operands[i])) return false;
      if (varying_.contains(a.operands[i])) varying_.insert(&a);
    }
    // On arrays, a scalar predicate would select a whole operand, which may be a scalar.
    return !a.Is(Opcode::kSelect) || varying_.contains(a.operands[0]);
  }

  KeyParameters& parameters_;
  std::unordered_map<const Instruction*, const Instruction*> pairs_;
  std::unordered_set<const Instruction*> varying_;  // instructions of `a` that use the parameter
  int count_ = 0;
};

// Evaluates one instruction on arrays; all operands that are not scalars have the sizes of `like`.
Result<Literal> EvaluateOnArrays(EvalContext& context, const Instruction& instruction,
                                 std::vector<Literal*>& operands, const Shape& like) {
  Shape shape = Shape::Scalar(instruction.shape->element_type);
  for (const Literal* operand : operands) {
    if (!operand->shape().IsScalar()) shape = ChangeElementType(like, shape.element_type);
  }
  Instruction on_arrays = instruction;
  on_arrays.shape = &shape;
  const auto last_use = std::make_unique<bool[]>(operands.size());
  EvalContext inner(on_arrays, operands, {last_use.get(), operands.size()}, context.runtime());
  return instruction.op->evaluate(inner);
}

}  // namespace

bool IsSameExpression(const Instruction& a, const Instruction& b, KeyParameters& parameters) {
  return Matcher(parameters).Match(a, b) && parameters.a >= 0;
}

Result<Literal> EvaluateExpression(EvalContext& context, const Instruction& expression,
                                   const Literal& elements) {
  const auto& instructions = expression.parent->instructions;
  const auto root = static_cast<size_t>(expression.index);
  std::vector<bool> needed(root + 1, false);
  needed[root] = true;
  for (size_t i = root + 1; i-- > 0;) {
    if (!needed[i]) continue;
    for (const Instruction* operand : instructions[i]->operands) {
      needed[static_cast<size_t>(operand->index)] = true;
    }
  }
  std::vector<Literal> values(root + 1);
  for (size_t i = 0; i <= root; ++i) {
    if (!needed[i]) continue;
    const Instruction& instruction = *instructions[i];
    std::vector<Literal*> operands;
    for (const Instruction* operand : instruction.operands) {
      operands.push_back(&values[static_cast<size_t>(operand->index)]);
    }
    if (instruction.Is(Opcode::kParameter)) {
      values[i] = elements;
    } else if (instruction.Is(Opcode::kConstant)) {
      values[i] = *instruction.literal;
    } else if (PassesOn(instruction)) {
      values[i] = *operands[0];
    } else {
      HLO_TRY(values[i], EvaluateOnArrays(context, instruction, operands, elements.shape()));
    }
  }
  return std::move(values[root]);
}

}  // namespace hlo
