// SPDX-License-Identifier: Apache-2.0
#include "core/ops/testing.h"

#include <numeric>

namespace hlo::op_testing {

Literal AllocateOrFail(const Shape& shape) {
  Result<Literal> literal = Literal::Zeros(shape);
  EXPECT_TRUE(literal.ok()) << ShapeText(shape);
  return literal.ok() ? std::move(literal.value()) : Literal();
}

Literal Array(std::string_view shape_text, const std::vector<double>& numbers) {
  Literal literal = AllocateOrFail(ShapeOf(shape_text));
  const ElementType type = literal.element_type();
  const ElementType part = PartOf(type).value_or(type);
  const int64_t parts = literal.element_count() * (IsComplex(type) ? 2 : 1);
  EXPECT_EQ(static_cast<int64_t>(numbers.size()), parts) << shape_text;
  if (static_cast<int64_t>(numbers.size()) == parts && parts > 0) {
    ConvertFunction(ElementType::kF64, part)(numbers.data(), numbers.size(),
                                             literal.mutable_bytes());
  }
  return literal;
}

Literal Scalar(ElementType type, double number) {
  return Array(std::string(Name(type)) + "[]", {number});
}

std::vector<double> CountTo(int64_t count) {
  std::vector<double> numbers(static_cast<size_t>(count));
  std::iota(numbers.begin(), numbers.end(), 0.0);
  return numbers;
}

Literal Random(std::mt19937& random, std::string_view shape_text, int64_t count, int low,
               int high) {
  std::vector<double> numbers;
  for (int64_t i = 0; i < count; ++i) {
    numbers.push_back(low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1)));
  }
  return Array(shape_text, numbers);
}

Literal Bits(std::string_view shape_text, const std::vector<uint64_t>& codes) {
  Literal literal = AllocateOrFail(ShapeOf(shape_text));
  const ElementType type = literal.element_type();
  const auto width = static_cast<size_t>(StorageBytes(PartOf(type).value_or(type)));
  EXPECT_EQ(static_cast<int64_t>(codes.size() * width), literal.byte_size()) << shape_text;
  if (static_cast<int64_t>(codes.size() * width) != literal.byte_size()) return literal;
  uint8_t* bytes = literal.mutable_bytes();
  for (size_t i = 0; i < codes.size(); ++i) std::memcpy(bytes + i * width, &codes[i], width);
  return literal;
}

std::vector<uint64_t> CodesOf(const Literal& literal) {
  const ElementType type = literal.element_type();
  const auto width = static_cast<size_t>(StorageBytes(PartOf(type).value_or(type)));
  std::vector<uint64_t> codes(static_cast<size_t>(literal.byte_size()) / width, 0);
  for (size_t i = 0; i < codes.size(); ++i) {
    std::memcpy(&codes[i], literal.bytes() + i * width, width);
  }
  return codes;
}

::testing::AssertionResult WithinUlp(const Literal& got, const Literal& expected, double ulp) {
  const auto difference = FindDifferenceBeyondUlp(got, expected, ulp);
  if (!difference) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << difference->message;
}

// ---- running ----

Result<Literal> FakeRuntime::Call(const Computation& computation, std::vector<Literal> arguments) {
  ++calls;
  std::vector<Literal> values(computation.instructions.size());
  for (size_t i = 0; i < values.size(); ++i) {
    const Instruction& instruction = *computation.instructions[i];
    if (instruction.Is(Opcode::kParameter)) {
      values[i] = arguments[static_cast<size_t>(instruction.parameter_number)];
      continue;
    }
    std::vector<Literal*> operands;
    for (const Instruction* operand : instruction.operands) {
      operands.push_back(&values[static_cast<size_t>(operand->index)]);
    }
    const auto last_use = std::make_unique<bool[]>(operands.size() + 1);
    EvalContext context(instruction, operands, {last_use.get(), operands.size()}, *this);
    HLO_TRY(values[i], instruction.op->evaluate(context));
  }
  return values[static_cast<size_t>(computation.root->index)];
}

OpCall::OpCall(std::string_view opcode) {
  instruction_.name = "r";
  instruction_.op = FindOp(opcode);
  EXPECT_NE(instruction_.op, nullptr) << opcode;
}

OpCall& OpCall::Operand(Literal value, bool last_use) {
  shapes_.push_back(value.shape());
  values_.push_back(std::move(value));
  last_use_.push_back(last_use);
  return *this;
}

OpCall& OpCall::OperandShape(std::string_view text) {
  shapes_.push_back(ShapeOf(text));
  values_.emplace_back();
  last_use_.push_back(false);
  return *this;
}

OpCall& OpCall::Set(Attr attr, AttributeValue value) {
  instruction_.attributes.Set(attr, std::move(value));
  return *this;
}

OpCall& OpCall::SetWord(Attr attr, std::string_view word) {
  const AttributeSpec* spec = instruction_.op->FindAttribute(attr);
  for (size_t i = 0; spec != nullptr && i < spec->words().size(); ++i) {
    if (spec->words()[i] == word) return Set(attr, EnumValue{static_cast<int64_t>(i)});
  }
  ADD_FAILURE() << word << " is not a word of the attribute";
  return *this;
}

OpCall& OpCall::Declare(std::string_view text) {
  declared_ = std::make_unique<Shape>(ShapeOf(text));
  return *this;
}

OpCall& OpCall::Use(KernelMode mode, Workers* workers) {
  runtime = FakeRuntime(nullptr, mode, workers);
  return *this;
}

Result<Shape> OpCall::Infer() {
  std::vector<const Shape*> operands;
  for (const Shape& shape : shapes_) operands.push_back(&shape);
  return instruction_.op->infer({instruction_, operands, declared_.get()});
}

Result<Literal> OpCall::Evaluate() {
  HLO_TRY(result_shape_, Infer());
  instruction_.shape = &result_shape_;
  std::vector<Literal*> operands;
  for (Literal& value : values_) operands.push_back(&value);
  const auto last_use = std::make_unique<bool[]>(values_.size() + 1);
  for (size_t i = 0; i < values_.size(); ++i) last_use[i] = last_use_[i];
  EvalContext context(instruction_, operands, {last_use.get(), values_.size()}, runtime);
  return instruction_.op->evaluate(context);
}

Literal OpCall::Value() {
  Result<Literal> result = Evaluate();
  EXPECT_TRUE(result.ok()) << result.error().code << " " << result.error().message;
  return result.ok() ? std::move(result.value()) : Literal();
}

std::string OpCall::Rejection() {
  Result<Shape> result = Infer();
  return result.ok() ? "" : result.error().code + ": " + result.error().message;
}

}  // namespace hlo::op_testing
