// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/elementwise_binary_functions.h"
#include "core/kernels/elementwise_blocks.h"
#include "core/kernels/elementwise_table.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/elementwise_binary.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hlo {
namespace HWY_NAMESPACE {
namespace {

template <class F, class T>
struct BinaryBlock {
  static void Run(const void* in_a, const void* in_b, size_t n, void* out, int width_bits) {
    const F f{};
    const T* a = static_cast<const T*>(in_a);
    const T* b = static_cast<const T*>(in_b);
    if constexpr (requires { f(*a, *b, width_bits); }) {
      T* result = static_cast<T*>(out);
      HLO_INDEPENDENT_LOOP
      for (size_t i = 0; i < n; ++i) result[i] = f(a[i], b[i], width_bits);
    } else {
      auto* result = static_cast<decltype(f(*a, *b))*>(out);
      HLO_INDEPENDENT_LOOP
      for (size_t i = 0; i < n; ++i) result[i] = f(a[i], b[i]);
    }
  }
};

template <class F>
constexpr BlockRow<BinaryBlockFn> Row(Opcode opcode) {
  return BlockRowMaker<BinaryBlock, BinaryBlockFn, F>::Make(opcode);
}

constexpr BlockRow<BinaryBlockFn> kRows[] = {
    Row<binary::Add>(Opcode::kAdd),
    Row<binary::Subtract>(Opcode::kSubtract),
    Row<binary::Multiply>(Opcode::kMultiply),
    Row<binary::Divide>(Opcode::kDivide),
    Row<binary::Remainder>(Opcode::kRemainder),
    Row<binary::Max>(Opcode::kMaximum),
    Row<binary::Min>(Opcode::kMinimum),
    Row<binary::Complex>(Opcode::kComplex),
    Row<binary::And>(Opcode::kAnd),
    Row<binary::Or>(Opcode::kOr),
    Row<binary::Xor>(Opcode::kXor),
    Row<binary::ShiftLeft>(Opcode::kShiftLeft),
    Row<binary::ShiftRightArithmetic>(Opcode::kShiftRightArithmetic),
    Row<binary::ShiftRightLogical>(Opcode::kShiftRightLogical),
    Row<binary::MultiplyHigh>(Opcode::kMulhi),
};

std::span<const BlockRow<BinaryBlockFn>> BinaryRows() { return kRows; }

// min(max(x, low), high): choice C7.
template <class T>
void Clamp(const void* in_low, const void* in_x, const void* in_high, size_t n, void* out) {
  const T* low = static_cast<const T*>(in_low);
  const T* x = static_cast<const T*>(in_x);
  const T* high = static_cast<const T*>(in_high);
  T* result = static_cast<T*>(out);
  HLO_INDEPENDENT_LOOP
  for (size_t i = 0; i < n; ++i) {
    result[i] = binary::Minimum(binary::Maximum(x[i], low[i]), high[i]);
  }
}

constexpr ClampBlockFn kClamps[kComputeTypes] = {nullptr,         Clamp<int32_t>,  Clamp<int64_t>,
                                                 Clamp<uint32_t>, Clamp<uint64_t>, Clamp<float>,
                                                 Clamp<double>,   nullptr,         nullptr};

std::span<const ClampBlockFn> Clamps() { return kClamps; }

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace hlo
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hlo {

HWY_EXPORT(BinaryRows);
HWY_EXPORT(Clamps);

std::span<const BlockRow<BinaryBlockFn>> BinaryBlocks(KernelMode mode) {
  return mode == KernelMode::kPlain ? HWY_STATIC_DISPATCH(BinaryRows)()
                                    : HWY_DYNAMIC_DISPATCH(BinaryRows)();
}

ClampBlockFn FindClampBlock(ElementType type, KernelMode mode) {
  const std::span<const ClampBlockFn> clamps =
      mode == KernelMode::kPlain ? HWY_STATIC_DISPATCH(Clamps)() : HWY_DYNAMIC_DISPATCH(Clamps)();
  const size_t slot = ComputeSlot(ComputeType(type));
  return slot < kComputeTypes ? clamps[slot] : nullptr;
}

}  // namespace hlo
#endif  // HWY_ONCE
