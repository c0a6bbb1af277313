// SPDX-License-Identifier: Apache-2.0
// Block boundaries, reuse of operands, and the block functions of every op.
#include "core/ops/elementwise/blocks.h"

#include <algorithm>
#include <deque>

#include "core/literal/memory_budget.h"
#include "core/ops/elementwise/elementwise_testing.h"

namespace hlo {
namespace {

using namespace op_testing;

constexpr size_t kSizes[] = {0, 1, 1023, 1024, 1025, 2049, 5000};
constexpr const char* kNumberTypes[] = {"s4",  "u8",   "s16", "s32", "u32", "s64", "u64",
                                        "f16", "bf16", "f32", "f64", "c64", "c128"};

// 0, 1, 2, 3, 0, ...: exact in every type.
std::vector<double> Ramp(size_t count, size_t offset = 0) {
  std::vector<double> numbers(count);
  for (size_t i = 0; i < count; ++i) numbers[i] = static_cast<double>((i + offset) % 4);
  return numbers;
}

TEST(Blocks, EndAnywhere) {
  for (const char* type : kNumberTypes) {
    for (const size_t size : kSizes) {
      const size_t count = std::string_view(type).front() == 'c' ? 2 * size : size;
      std::vector<double> sums = Ramp(count);
      for (size_t i = 0; i < count; ++i) sums[i] += static_cast<double>((i + 1) % 4);
      EXPECT_TRUE(Joins("add", type, Ramp(count), Ramp(count, 1), sums)) << size;
    }
  }
}

TEST(Blocks, EndAnywhereForEveryFamily) {
  for (const size_t size : kSizes) {
    const std::vector<double> numbers = Ramp(size), others = Ramp(size, 1);
    std::vector<double> less(size), chosen(size), clamped(size);
    for (size_t i = 0; i < size; ++i) {
      less[i] = numbers[i] < others[i];
      chosen[i] = less[i] != 0 ? numbers[i] : others[i];
      clamped[i] = std::min(std::max(numbers[i], 1.0), 2.0);
    }
    for (const char* type : {"s8", "s32", "f16", "f64"}) {
      const Literal a = Array(VectorOf(type, size), numbers);
      const Literal b = Array(VectorOf(type, size), others);
      const std::string scalar = std::string(type) + "[]";
      const Literal mask = Array(VectorOf("pred", size), less);
      EXPECT_TRUE(SameBits(
          OpCall("compare").Operand(a).Operand(b).SetWord(Attr::direction, "LT").Value(), mask));
      EXPECT_TRUE(SameBits(OpCall("select").Operand(mask).Operand(a).Operand(b).Value(),
                           Array(VectorOf(type, size), chosen)));
      EXPECT_TRUE(SameBits(OpCall("clamp")
                               .Operand(Array(scalar, {1}))
                               .Operand(a)
                               .Operand(Array(scalar, {2}))
                               .Value(),
                           Array(VectorOf(type, size), clamped)));
      EXPECT_TRUE(Maps("floor", type[0] == 's' ? "f32" : type, numbers, numbers));
    }
  }
}

TEST(LargeArrays, HaveTheSameBitsWithWorkers) {
  constexpr size_t kSize = 300001;
  const std::vector<double> numbers = Ramp(kSize), others = Ramp(kSize, 2);
  for (const char* type : {"f32", "bf16", "s8", "f64"}) {
    const Literal a = Array(VectorOf(type, kSize), numbers);
    const Literal b = Array(VectorOf(type, kSize), others);
    const Literal mask = Array(VectorOf("pred", kSize), numbers);
    const std::string scalar = std::string(type) + "[]";
    const auto calls = [&] {
      std::deque<OpCall> made;
      made.emplace_back("negate").Operand(a);
      made.emplace_back("multiply").Operand(a).Operand(b);
      made.emplace_back("compare").Operand(a).Operand(b).SetWord(Attr::direction, "LT");
      made.emplace_back("select").Operand(mask).Operand(a).Operand(b);
      made.emplace_back("clamp").Operand(Array(scalar, {1})).Operand(a).Operand(Array(scalar, {2}));
      made.emplace_back("convert").Operand(a).Declare(VectorOf("f16", kSize));
      return made;
    };
    std::deque<OpCall> plain = calls(), cut = calls();
    for (size_t i = 0; i < cut.size(); ++i) {
      BackwardWorkers workers(1);
      EXPECT_TRUE(SameBits(cut[i].Use(KernelMode::kPortable, &workers).Value(),
                           plain[i].Use(KernelMode::kPlain).Value()))
          << type << ", call " << i;
      EXPECT_EQ(workers.most_tasks(), 5) << type << ", call " << i;
    }
  }
}

// The result may reuse an operand's buffer, and both operands may be the same value.
TEST(Reuse, OfAnOperandGivesTheSameBits) {
  for (const char* type : kNumberTypes) {
    const std::string shape = std::string(type) + "[1500]";
    const size_t count = type[0] == 'c' ? 3000 : 1500;
    const Literal a = Array(shape, Ramp(count, 1)), b = Array(shape, Ramp(count, 2));
    for (const char* op : {"subtract", "multiply"}) {
      const Literal expected = Binary(op, a, b);
      for (const int reuse : {1, 2, 3}) {
        OpCall call(op);
        call.Operand(Array(shape, Ramp(count, 1)), (reuse & 1) != 0);
        call.Operand(Array(shape, Ramp(count, 2)), (reuse & 2) != 0);
        EXPECT_TRUE(SameBits(call.Value(), expected)) << op << " " << type << " " << reuse;
      }
    }
  }
}

TEST(Reuse, TakesTheBufferOfAnOperandAtItsLastUse) {
  Literal x = Array("f32[8]", Ramp(8));
  const uint8_t* bytes = x.bytes();
  OpCall call("negate");
  call.Operand(std::move(x), /*last_use=*/true);
  EXPECT_EQ(call.Value().bytes(), bytes);
}

TEST(Reuse, DoesNotModifySharedBytes) {
  const Literal x = Array("f32[8]", Ramp(8));
  const Literal before = Array("f32[8]", Ramp(8));
  OpCall call("negate");
  call.Operand(x, /*last_use=*/true);
  EXPECT_NE(call.Value().bytes(), x.bytes());
  EXPECT_TRUE(SameBits(x, before));
}

TEST(Reuse, OfOneValueOnBothSidesIsSafe) {
  Literal x = Array("s32[2000]", Ramp(2000));
  Instruction instruction;
  instruction.op = &GetOpDef(Opcode::kAdd);
  const Shape shape = x.shape();
  instruction.shape = &shape;
  Literal* const operands[] = {&x, &x};
  const bool last_use[] = {true, true};
  FakeRuntime runtime;
  EvalContext context(instruction, operands, last_use, runtime);
  Result<Literal> sum = instruction.op->evaluate(context);
  ASSERT_TRUE(sum.ok());
  std::vector<double> doubled = Ramp(2000);
  for (double& number : doubled) number *= 2;
  EXPECT_TRUE(SameBits(sum.value(), Array("s32[2000]", doubled)));
}

TEST(Reuse, OfAConditionOrABranchIsSafe) {
  for (const int reuse : {0, 1, 2, 4, 7}) {
    OpCall call("select");
    call.Operand(Array("pred[3]", {1, 0, 1}), (reuse & 1) != 0);
    call.Operand(Array("s8[3]", {1, 2, 3}), (reuse & 2) != 0);
    call.Operand(Array("s8[3]", {4, 5, 6}), (reuse & 4) != 0);
    EXPECT_TRUE(SameBits(call.Value(), Array("s8[3]", {1, 5, 3})));
  }
}

TEST(Memory, BeyondTheBudgetIsAnError) {
  OpCall call("add");
  call.Operand(Array("f32[100]", Ramp(100))).Operand(Array("f32[100]", Ramp(100)));
  call.runtime = FakeRuntime(std::make_shared<MemoryBudget>(100));
  const auto result = call.Evaluate();
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, "R02");
}

TEST(BlockFunctions, ExistForExactlyTheTypesOfTheRow) {
  for (const OpDef& op : AllOps()) {
    if (op.family != OpFamily::kUnary && op.family != OpFamily::kBinary) continue;
    for (const ElementTypeInfo& info : AllElementTypes()) {
      if (!IsArrayType(info.type)) continue;
      const bool found = op.family == OpFamily::kUnary
                             ? FindUnaryBlock(op, info.type, KernelMode::kPlain) != nullptr
                             : FindBinaryBlock(op, info.type, KernelMode::kPlain) != nullptr;
      EXPECT_EQ(found, op.types.Contains(info.type)) << op.name << " " << info.name;
    }
  }
}

}  // namespace
}  // namespace hlo
