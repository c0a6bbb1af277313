// SPDX-License-Identifier: Apache-2.0
// For tests that compare fused runs with runs that go instruction by instruction.
#ifndef HLO_CORE_ENGINE_PLAN_FUSION_TESTING_H_
#define HLO_CORE_ENGINE_PLAN_FUSION_TESTING_H_

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/engine/engine.h"
#include "core/literal/testing.h"
#include "core/text/text.h"

namespace hlo::fusion_testing {

using literal_testing::SameBits;

// Workers that run their tasks out of order.
class OtherOrder : public Workers {
 public:
  explicit OtherOrder(int count) : count_(count) {}
  int count() const override { return count_; }
  void Run(int64_t tasks, Task task, void* state) override {
    for (int64_t start = count_ - 1; start >= 0; --start) {
      for (int64_t i = start; i < tasks; i += count_) task(state, i);
    }
  }

 private:
  int count_;
};

struct Ran {
  bool ok = false;
  Literal result;
  int64_t steps = 0;
  int64_t peak_bytes = 0;
  RunFailure failure;
};

struct Program {
  explicit Program(const std::string& text) : parsed(ParseModule(text)) {
    if (parsed.ok()) executable = std::make_unique<Executable>(*parsed.module);
  }
  Ran Run(const std::vector<Literal>& arguments, const RunOptions& options,
          Observer* observer = nullptr) const {
    RunResult run = executable->Run({arguments}, options, observer);
    Ran ran{run.ok(), {}, run.steps, run.peak_bytes, std::move(run.failure)};
    if (ran.ok) ran.result = std::move(run.results[0]);
    return ran;
  }
  ParsedModule parsed;
  std::unique_ptr<Executable> executable;
};

inline RunOptions Mode(KernelMode mode, Workers* workers = nullptr) {
  RunOptions options;
  options.kernel_mode = mode;
  options.workers = workers;
  return options;
}

inline Literal Floats(int64_t count) {
  Literal literal = Literal::Allocate(Shape::Array(ElementType::kF32, {count})).value();
  float value = -3.0f;
  for (float& x : literal.mutable_data<float>()) x = value += 0.0078125f;
  return literal;
}

inline void ExpectSame(const Ran& got, const Ran& expected, const std::string& text) {
  ASSERT_EQ(got.ok, expected.ok) << text;
  if (!got.ok) return;
  EXPECT_TRUE(SameBits(got.result, expected.result)) << text;
  EXPECT_EQ(got.steps, expected.steps) << text;
}

// An entry computation on x = f32[elements] that may call `sum`.
inline Program EntryOnFloats(const std::string& entry) {
  return Program(
      "sum {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n"
      "  ROOT r = f32[] add(a, b)\n}\n"
      "sum16 {\n  a = bf16[] parameter(0)\n  b = bf16[] parameter(1)\n"
      "  ROOT r = bf16[] add(a, b)\n}\nENTRY e {" +
      entry + "}");
}

inline void ExpectBitsOfThePlainPath(const std::string& entry, int64_t elements) {
  const Program program = EntryOnFloats(entry);
  ASSERT_TRUE(program.parsed.ok()) << program.parsed.diagnostics[0].message;
  const Literal x = Floats(elements);
  const Ran plain = program.Run({x}, Mode(KernelMode::kPlain));
  OtherOrder five(5);
  ExpectSame(program.Run({x}, Mode(KernelMode::kPortable)), plain, entry);
  ExpectSame(program.Run({x}, Mode(KernelMode::kPortable, &five)), plain, entry);
}

}  // namespace hlo::fusion_testing

#endif  // HLO_CORE_ENGINE_PLAN_FUSION_TESTING_H_
