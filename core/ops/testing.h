// SPDX-License-Identifier: Apache-2.0
// For unit tests of ops: literals from numbers, and inference and evaluation of a single op.
#ifndef HLO_CORE_OPS_TESTING_H_
#define HLO_CORE_OPS_TESTING_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <deque>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ir/op_def.h"
#include "core/literal/testing.h"
#include "core/ops/evaluate.h"
#include "core/shape/shape_text.h"
#include "core/types/convert.h"
#include "hlo/literal.h"
#include "hlo/shape.h"

namespace hlo::op_testing {

using literal_testing::SameBits;
using literal_testing::ShapeOf;

// ---- values ----

inline Literal AllocateOrFail(const Shape& shape) {
  Result<Literal> literal = Literal::Zeros(shape);
  EXPECT_TRUE(literal.ok()) << ShapeText(shape);
  return literal.ok() ? std::move(literal.value()) : Literal();
}

// Array("f32[2,2]", {1, -0.0, NAN, 4}): numbers in row-major order, rounded once to the type. A
// complex array takes two numbers per element.
inline Literal Array(std::string_view shape_text, const std::vector<double>& numbers) {
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

inline Literal Scalar(ElementType type, double number) {
  return Array(std::string(Name(type)) + "[]", {number});
}

// Bits("f32[1]", {0x7fc00001}): the stored bits of each element, or of each part of a complex one.
inline Literal Bits(std::string_view shape_text, const std::vector<uint64_t>& codes) {
  Literal literal = AllocateOrFail(ShapeOf(shape_text));
  const ElementType type = literal.element_type();
  const auto width = static_cast<size_t>(StorageBytes(PartOf(type).value_or(type)));
  EXPECT_EQ(static_cast<int64_t>(codes.size() * width), literal.byte_size()) << shape_text;
  if (static_cast<int64_t>(codes.size() * width) != literal.byte_size()) return literal;
  uint8_t* bytes = literal.mutable_bytes();
  for (size_t i = 0; i < codes.size(); ++i) std::memcpy(bytes + i * width, &codes[i], width);
  return literal;
}

// The inverse: the stored bits of each element, or of each part of a complex one.
inline std::vector<uint64_t> CodesOf(const Literal& literal) {
  const ElementType type = literal.element_type();
  const auto width = static_cast<size_t>(StorageBytes(PartOf(type).value_or(type)));
  std::vector<uint64_t> codes(static_cast<size_t>(literal.byte_size()) / width, 0);
  for (size_t i = 0; i < codes.size(); ++i) {
    std::memcpy(&codes[i], literal.bytes() + i * width, width);
  }
  return codes;
}

inline ::testing::AssertionResult WithinUlp(const Literal& got, const Literal& expected,
                                            double ulp) {
  const auto difference = FindDifferenceBeyondUlp(got, expected, ulp);
  if (!difference) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << difference->message;
}

// ---- running ----

// Interprets called computations, instruction by instruction, without limits.
class FakeRuntime : public Runtime {
 public:
  explicit FakeRuntime(std::shared_ptr<MemoryBudget> budget = nullptr,
                       KernelMode mode = KernelMode::kFast, Workers* workers = nullptr)
      : Runtime(std::move(budget), mode, workers) {}

  Result<Literal> Call(const Computation& computation, std::vector<Literal> arguments) override {
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

  Status LoopIteration(const Instruction&, int64_t) override {
    ++iterations;
    return {};
  }

  const VectorFunction* FindVectorFunction(const Computation&) override { return nullptr; }
  bool TakeSteps(int64_t) override { return false; }
  bool cancelled() const override { return false; }
  std::optional<Result<Literal>> RunLoop(const Instruction&, Literal&) override {
    return std::nullopt;
  }
  int64_t replica() const override { return 0; }
  int64_t partition() const override { return 0; }

  int64_t calls = 0;
  int64_t iterations = 0;
};

// One instruction under test:
//   OpCall("add").Operand(Array("s8[1]", {127})).Operand(Array("s8[1]", {1})).Evaluate()
class OpCall {
 public:
  explicit OpCall(std::string_view opcode) {
    instruction_.name = "r";
    instruction_.op = FindOp(opcode);
    EXPECT_NE(instruction_.op, nullptr) << opcode;
  }

  OpCall& Operand(Literal value, bool last_use = false) {
    shapes_.push_back(value.shape());
    values_.push_back(std::move(value));
    last_use_.push_back(last_use);
    return *this;
  }
  // An operand for Infer alone.
  OpCall& OperandShape(std::string_view text) {
    shapes_.push_back(ShapeOf(text));
    values_.emplace_back();
    last_use_.push_back(false);
    return *this;
  }
  OpCall& Set(Attr attr, AttributeValue value) {
    instruction_.attributes.Set(attr, std::move(value));
    return *this;
  }
  // An enumeration by its word: SetWord(Attr::direction, "LT").
  OpCall& SetWord(Attr attr, std::string_view word) {
    const AttributeSpec* spec = instruction_.op->FindAttribute(attr);
    for (size_t i = 0; spec != nullptr && i < spec->words().size(); ++i) {
      if (spec->words()[i] == word) return Set(attr, EnumValue{static_cast<int64_t>(i)});
    }
    ADD_FAILURE() << word << " is not a word of the attribute";
    return *this;
  }
  // Sets the declared result shape.
  OpCall& Declare(std::string_view text) {
    declared_ = std::make_unique<Shape>(ShapeOf(text));
    return *this;
  }
  // Sets the kernel mode and the workers.
  OpCall& Use(KernelMode mode, Workers* workers = nullptr) {
    runtime = FakeRuntime(nullptr, mode, workers);
    return *this;
  }
  Instruction& instruction() { return instruction_; }

  Result<Shape> Infer() {
    std::vector<const Shape*> operands;
    for (const Shape& shape : shapes_) operands.push_back(&shape);
    return instruction_.op->infer({instruction_, operands, declared_.get()});
  }

  // Infer, then Evaluate; operands marked as last use may be consumed.
  Result<Literal> Evaluate() {
    HLO_TRY(result_shape_, Infer());
    instruction_.shape = &result_shape_;
    std::vector<Literal*> operands;
    for (Literal& value : values_) operands.push_back(&value);
    const auto last_use = std::make_unique<bool[]>(values_.size() + 1);
    for (size_t i = 0; i < values_.size(); ++i) last_use[i] = last_use_[i];
    EvalContext context(instruction_, operands, {last_use.get(), values_.size()}, runtime);
    return instruction_.op->evaluate(context);
  }
  // The value; a failure fails the test.
  Literal Value() {
    Result<Literal> result = Evaluate();
    EXPECT_TRUE(result.ok()) << result.error().code << " " << result.error().message;
    return result.ok() ? std::move(result.value()) : Literal();
  }
  // "code: message" of the broken rule, or "" if there is none.
  std::string Rejection() {
    Result<Shape> result = Infer();
    return result.ok() ? "" : result.error().code + ": " + result.error().message;
  }

  FakeRuntime runtime;

 private:
  Instruction instruction_;
  std::deque<Shape> shapes_;
  std::deque<Literal> values_;
  std::vector<bool> last_use_;
  std::unique_ptr<Shape> declared_;
  Shape result_shape_;
};

}  // namespace hlo::op_testing

#endif  // HLO_CORE_OPS_TESTING_H_
