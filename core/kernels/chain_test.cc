// SPDX-License-Identifier: Apache-2.0
// Chains have the bits of the plain block functions in sequence, on every target.
#include "core/kernels/chain.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/base/bits.h"
#include "core/base/blocks.h"
#include "core/kernels/elementwise_blocks.h"
#include "core/kernels/targets.h"
#include "gtest/gtest.h"

namespace hlo {
namespace {

using Operand = ChainStep::Operand;
using Lanes = std::vector<float>;

constexpr size_t kMaxLanes = 700;  // more than two of the largest tiles
constexpr size_t kOperands = 3;    // the first is also the input
constexpr float kUntouched = 12345;

struct Reference {
  ChainOp op;
  Opcode block;
  bool reversed = false;  // block(operand, value)
};
constexpr Reference kReferences[] = {
    {ChainOp::kAdd, Opcode::kAdd},
    {ChainOp::kSubtract, Opcode::kSubtract},
    {ChainOp::kSubtractFrom, Opcode::kSubtract, true},
    {ChainOp::kMultiply, Opcode::kMultiply},
    {ChainOp::kDivide, Opcode::kDivide},
    {ChainOp::kDivideInto, Opcode::kDivide, true},
    {ChainOp::kMaximum, Opcode::kMaximum},
    {ChainOp::kMinimum, Opcode::kMinimum},
    {ChainOp::kNegate, Opcode::kNegate},
    {ChainOp::kAbs, Opcode::kAbs},
    {ChainOp::kFunction, Opcode::kSqrt},
};

template <class BlockFn>
BlockFn FindBlock(std::span<const BlockRow<BlockFn>> rows, Opcode opcode) {
  for (const BlockRow<BlockFn>& row : rows) {
    if (row.opcode == opcode) return row.by_type[ComputeSlot(ElementType::kF32)];
  }
  return nullptr;
}

float AnyFloat(std::mt19937& random) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kValues[] = {0, 1, 0.5f, 3, 1e-40f, 0x1p-149f, 3e38f, kInfinity, NAN};
  const uint32_t choice = random() % 16;
  const float value = choice < std::size(kValues)
                          ? kValues[choice]
                          : static_cast<float>(static_cast<int32_t>(random())) * 0x1p-20f;
  return random() % 2 == 0 ? value : -value;
}

Lanes AnyLanes(std::mt19937& random) {
  Lanes lanes(kMaxLanes);
  for (float& lane : lanes) lane = AnyFloat(random);
  return lanes;
}

// One step on all lanes by the plain block function.
void StepPlainly(const ChainStep& step, const std::vector<Lanes>& operands, Lanes& value) {
  for (const Reference& reference : kReferences) {
    if (reference.op != step.op) continue;
    const BinaryBlockFn binary = FindBlock(BinaryBlocks(KernelMode::kPlain), reference.block);
    if (binary == nullptr) {
      FindBlock(UnaryBlocks(KernelMode::kPlain), reference.block)(value.data(), value.size(),
                                                                  value.data(), 32);
      return;
    }
    Lanes operand = operands[static_cast<size_t>(step.reg)];
    if (step.operand == Operand::kScaledBlock) {
      for (float& lane : operand) lane *= operands[static_cast<size_t>(step.scale)][0];
    }
    if (step.operand == Operand::kScalar) operand.assign(operand.size(), operand[0]);
    if (step.operand == Operand::kValue) operand = value;
    if (reference.reversed) std::swap(operand, value);
    binary(value.data(), operand.data(), value.size(), value.data(), 32);
  }
}

bool SameBits(float a, float b) {
  return (std::isnan(a) && std::isnan(b)) || BitCast<uint32_t>(a) == BitCast<uint32_t>(b);
}

TEST(Chain, HasTheBitsOfBlockFunctionsOnEveryTarget) {
  for (const std::string_view target : KernelTargets()) {
    ASSERT_TRUE(UseKernelTarget(target));
    std::mt19937 random(1);
    for (int trial = 0; trial < 400; ++trial) {
      std::vector<Lanes> operands;
      for (size_t i = 0; i < kOperands; ++i) operands.push_back(AnyLanes(random));
      const size_t n = random() % (kMaxLanes + 1);
      std::vector<ChainStep> steps(1 + random() % 6);
      Lanes expected = operands[0];
      for (ChainStep& step : steps) {
        step = {kReferences[random() % std::size(kReferences)].op,
                static_cast<Operand>(random() % 4),
                static_cast<int32_t>(random() % kOperands),
                nullptr,
                {},
                static_cast<int32_t>(random() % kOperands)};
        if (step.operand == Operand::kScaledBlock && !TakesScaledBlock(step.op)) {
          step.operand = Operand::kBlock;
        }
        if (step.op == ChainOp::kFunction) {
          step.function = FindBlock(UnaryBlocks(KernelMode::kPortable), Opcode::kSqrt);
        }
        StepPlainly(step, operands, expected);
      }
      std::vector<uint8_t*> registers;
      for (Lanes& operand : operands)
        registers.push_back(reinterpret_cast<uint8_t*>(operand.data()));
      Lanes out(kMaxLanes, kUntouched);
      ChooseChain(steps, KernelMode::kFast)(steps, registers.data(), operands[0].data(), n,
                                            out.data());
      for (size_t i = 0; i < kMaxLanes; ++i) {
        ASSERT_TRUE(SameBits(out[i], i < n ? expected[i] : kUntouched))
            << target << " lane " << i << " of " << n << " is " << out[i];
      }
    }
  }
  UseKernelTarget("");
}

TEST(Chain, HasTheBitsOfTheFunctionsOfItsModeOnEveryTarget) {
  constexpr std::pair<ChainOp, Opcode> kFunctions[] = {
      {ChainOp::kExponential, Opcode::kExponential},
      {ChainOp::kTanh, Opcode::kTanh},
      {ChainOp::kErf, Opcode::kErf}};
  std::mt19937 random(3);
  Lanes in = AnyLanes(random), near(kMaxLanes), out(kMaxLanes), expected(kMaxLanes);
  for (size_t i = 0; i < in.size(); i += 2) in[i] = std::ldexp(in[i], -8);
  // All near 0, the fast path of exp.
  for (size_t i = 0; i < near.size(); ++i) near[i] = static_cast<float>(i) / 8 - 43;
  std::copy(near.begin(), near.begin() + 64, in.begin());
  float two = 2;
  uint8_t* registers[] = {reinterpret_cast<uint8_t*>(&two)};
  for (const std::string_view target : KernelTargets()) {
    ASSERT_TRUE(UseKernelTarget(target));
    for (const KernelMode mode : {KernelMode::kPortable, KernelMode::kFast}) {
      for (const auto& [op, opcode] : kFunctions) {
        const UnaryBlockFn function = FindBlock(UnaryFunctionBlocks(mode), opcode);
        std::vector<ChainStep> steps = {{op, Operand::kBlock, 0, function, {}}};
        for (const bool of_difference : {false, true}) {
          if (of_difference) {
            steps.insert(steps.begin(), {ChainOp::kSubtract, Operand::kScalar, 0, nullptr, {}});
          }
          for (const Lanes& lanes : {in, near}) {
            Lanes arguments = lanes;
            if (of_difference) {
              for (float& argument : arguments) argument -= two;
            }
            function(arguments.data(), arguments.size(), expected.data(), 32);
            ChooseChain(steps, mode)(steps, registers, lanes.data(), lanes.size(), out.data());
            for (size_t i = 0; i < out.size(); ++i) {
              ASSERT_TRUE(SameBits(out[i], expected[i]))
                  << target << ": " << OpcodeName(opcode) << "(" << arguments[i] << ") is "
                  << out[i];
            }
          }
        }
      }
    }
  }
  UseKernelTarget("");
}

// Some dividends in the second half need a true division.
TEST(Chain, DividesByAScalarWithCorrectRounding) {
  std::mt19937 random(2);
  const auto any = [&](uint32_t mantissa, int reach = 64) {
    const int exponent = static_cast<int>(random() % static_cast<uint32_t>(2 * reach + 1)) - reach;
    return std::ldexp(1 + static_cast<float>(mantissa) * 0x1p-23f, exponent);
  };
  constexpr uint32_t kLast = (1 << 23) - 1;  // of the mantissas
  std::vector<float> divisors = {3, -7, 0x1p60f, 0x1p-60f, 0x1.8p60f, any(kLast), any(1)};
  while (divisors.size() < 50) divisors.push_back(any(random() & kLast));
  Lanes dividends(4096), expected(4096), out(4096);
  for (float divisor : divisors) {
    for (size_t i = 0; i < dividends.size(); ++i) {
      dividends[i] = any(random() & kLast, i < dividends.size() / 2 ? 59 : 64);
    }
    dividends[0] = any(kLast, 59);
    dividends[1] = -any(0, 59);
    for (size_t i = 0; i < out.size(); ++i) expected[i] = dividends[i] / divisor;
    const std::vector<ChainStep> steps = {{ChainOp::kDivide, Operand::kScalar, 0, nullptr, {}}};
    uint8_t* registers[] = {reinterpret_cast<uint8_t*>(&divisor)};
    for (const std::string_view target : KernelTargets()) {
      ASSERT_TRUE(UseKernelTarget(target));
      ChooseChain(steps, KernelMode::kFast)(steps, registers, dividends.data(), dividends.size(),
                                            out.data());
      for (size_t i = 0; i < out.size(); ++i) {
        ASSERT_TRUE(SameBits(out[i], expected[i]))
            << target << ": " << dividends[i] << " / " << divisor << " is " << out[i];
      }
    }
  }
  UseKernelTarget("");
}

TEST(Chain, MayPrefetchUnmappedMemory) {
  std::vector<ChainStep> steps = {{ChainOp::kPrefetch, Operand::kBlock, 1, nullptr, {}},
                                  {ChainOp::kNegate, Operand::kBlock, 0, nullptr, {}}};
  const Lanes ones(kMaxLanes, 1);
  uint8_t* registers[] = {nullptr, reinterpret_cast<uint8_t*>(4096)};
  for (const bool stream : {false, true}) {
    if (stream) {
      steps.insert(steps.begin(), {ChainOp::kStream, Operand::kBlock, 0, nullptr, {}});
    }
    for (const std::string_view target : KernelTargets()) {
      ASSERT_TRUE(UseKernelTarget(target));
      Lanes out(kMaxLanes);
      ChooseChain(steps, KernelMode::kFast)(steps, registers, ones.data(), kMaxLanes, out.data());
      EXPECT_EQ(out, Lanes(kMaxLanes, -1)) << target;
    }
  }
  UseKernelTarget("");
}

TEST(Chain, StoresTheSameBitsPastTheCache) {
  std::vector<ChainStep> steps;
  for (int i = 0; i < 20; ++i) {
    steps.push_back({ChainOp::kMultiply, Operand::kScalar, 1, nullptr, {}});
    steps.push_back({ChainOp::kAdd, Operand::kBlock, 0, nullptr, {}});
  }
  Lanes value(kMaxLanes);
  for (size_t i = 0; i < kMaxLanes; ++i) value[i] = static_cast<float>(i) / 3 - 20;
  float scale = 0.75f;
  uint8_t* registers[] = {reinterpret_cast<uint8_t*>(value.data()),
                          reinterpret_cast<uint8_t*>(&scale)};
  const AlignedBlock block = NewAlignedBlock(4 * (kMaxLanes + 1));
  for (const size_t length : {size_t{2}, steps.size()}) {
    const std::vector<ChainStep> plain(steps.begin(),
                                       steps.begin() + static_cast<ptrdiff_t>(length));
    std::vector<ChainStep> past = plain;
    past.insert(past.begin(), {ChainOp::kStream, Operand::kValue, 0, nullptr, {}});
    for (const std::string_view target : KernelTargets()) {
      ASSERT_TRUE(UseKernelTarget(target));
      for (const size_t count : {kMaxLanes, kMaxLanes - 1, kMaxLanes / 2 + 3, size_t{5}}) {
        for (const size_t offset : {0, 1}) {  // aligned or not
          Lanes expected(count);
          ChooseChain(plain, KernelMode::kFast)(plain, registers, value.data(), count,
                                                expected.data());
          float* out = reinterpret_cast<float*>(block.get()) + offset;
          ChooseChain(past, KernelMode::kFast)(past, registers, value.data(), count, out);
          EXPECT_EQ(Lanes(out, out + count), expected) << target << ", " << count << " lanes";
        }
      }
    }
  }
  UseKernelTarget("");
}

TEST(Chain, MayWriteOverItsInput) {
  const std::vector<ChainStep> steps = {{ChainOp::kAdd, Operand::kBlock, 0, nullptr, {}},
                                        {ChainOp::kSubtractFrom, Operand::kScalar, 1, nullptr, {}}};
  Lanes value(kMaxLanes);
  for (size_t i = 0; i < kMaxLanes; ++i) value[i] = static_cast<float>(i);
  float ten = 10;
  uint8_t* registers[] = {reinterpret_cast<uint8_t*>(value.data()),
                          reinterpret_cast<uint8_t*>(&ten)};
  ChooseChain(steps, KernelMode::kFast)(steps, registers, value.data(), kMaxLanes, value.data());
  for (size_t i = 0; i < kMaxLanes; ++i) EXPECT_EQ(value[i], 10 - 2 * static_cast<float>(i));
}

}  // namespace
}  // namespace hlo
