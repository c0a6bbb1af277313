// SPDX-License-Identifier: Apache-2.0
// For unit tests of ops: literals from numbers, and inference and evaluation of a single op.
#ifndef HLO_CORE_OPS_TESTING_H_
#define HLO_CORE_OPS_TESTING_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <deque>
#include <initializer_list>
#include <memory>
#include <random>
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
#include "hlo/workers.h"

namespace hlo::op_testing {

using literal_testing::SameBits;
using literal_testing::ShapeOf;

// ---- values ----

Literal AllocateOrFail(const Shape& shape);

// Array("f32[2,2]", {1, -0.0, NAN, 4}): numbers in row-major order, rounded once to the type. A
// complex array takes two numbers per element.
Literal Array(std::string_view shape_text, const std::vector<double>& numbers);

Literal Scalar(ElementType type, double number);
inline Literal S32(double number) { return Scalar(ElementType::kS32, number); }

// 0, 1, ..., count - 1.
std::vector<double> CountTo(int64_t count);

// Integers of [low, high].
Literal Random(std::mt19937& random, std::string_view shape_text, int64_t count, int low, int high);

// Bits("f32[1]", {0x7fc00001}): the stored bits of each element, or of each part of a complex one.
Literal Bits(std::string_view shape_text, const std::vector<uint64_t>& codes);

// The inverse: the stored bits of each element, or of each part of a complex one.
std::vector<uint64_t> CodesOf(const Literal& literal);

::testing::AssertionResult WithinUlp(const Literal& got, const Literal& expected, double ulp);

// ---- running ----

// Runs the tasks last to first, as if on `count` threads.
class BackwardWorkers : public Workers {
 public:
  explicit BackwardWorkers(int count) : count_(count) {}

  int count() const override { return count_; }
  void Run(int64_t tasks, Task task, void* state) override {
    most_tasks_ = std::max(most_tasks_, tasks);
    for (int64_t i = tasks; i-- > 0;) task(state, i);
  }
  // Of all calls of Run().
  int64_t most_tasks() const { return most_tasks_; }

 private:
  int count_;
  int64_t most_tasks_ = 0;
};

// Interprets called computations, instruction by instruction, without limits.
class FakeRuntime : public Runtime {
 public:
  explicit FakeRuntime(std::shared_ptr<MemoryBudget> budget = nullptr,
                       KernelMode mode = KernelMode::kFast, Workers* workers = nullptr)
      : Runtime(std::move(budget), mode, workers) {}

  Result<Literal> Call(const Computation& computation, std::vector<Literal> arguments) override;

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
  int64_t partitions() const override { return 1; }
  const ModuleHeader& header() const override { return header_; }

  int64_t calls = 0;
  int64_t iterations = 0;

 private:
  ModuleHeader header_;
};

// One instruction under test:
//   OpCall("add").Operand(Array("s8[1]", {127})).Operand(Array("s8[1]", {1})).Evaluate()
class OpCall {
 public:
  explicit OpCall(std::string_view opcode);

  OpCall& Operand(Literal value, bool last_use = false);
  // An operand for Infer alone.
  OpCall& OperandShape(std::string_view text);
  OpCall& Set(Attr attr, AttributeValue value);
  // An enumeration by its word: SetWord(Attr::direction, "LT").
  OpCall& SetWord(Attr attr, std::string_view word);
  // Sets the declared result shape.
  OpCall& Declare(std::string_view text);
  // Sets the kernel mode and the workers.
  OpCall& Use(KernelMode mode, Workers* workers = nullptr);
  Instruction& instruction() { return instruction_; }

  Result<Shape> Infer();

  // Infer, then Evaluate; operands marked as last use may be consumed.
  Result<Literal> Evaluate();
  // The value; a failure fails the test.
  Literal Value();
  // "code: message" of the broken rule, or "" if there is none.
  std::string Rejection();

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
