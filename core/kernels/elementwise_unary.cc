// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/elementwise_blocks.h"
#include "core/kernels/elementwise_table.h"
#include "core/kernels/elementwise_unary_functions.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/elementwise_unary.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hlo {
namespace HWY_NAMESPACE {
namespace {

template <class F, class T>
struct UnaryBlock {
  static void Run(const void* in, size_t n, void* out, int width_bits) {
    const F f{};
    const T* x = static_cast<const T*>(in);
    if constexpr (requires { f(*x, width_bits); }) {
      T* result = static_cast<T*>(out);
      HLO_INDEPENDENT_LOOP
      for (size_t i = 0; i < n; ++i) result[i] = f(x[i], width_bits);
    } else {
      auto* result = static_cast<decltype(f(*x))*>(out);
      HLO_INDEPENDENT_LOOP
      for (size_t i = 0; i < n; ++i) result[i] = f(x[i]);
    }
  }
};

template <class F>
constexpr BlockRow<UnaryBlockFn> Row(Opcode opcode) {
  return BlockRowMaker<UnaryBlock, UnaryBlockFn, F>::Make(opcode);
}

constexpr BlockRow<UnaryBlockFn> kRows[] = {
    Row<unary::Abs>(Opcode::kAbs),
    Row<unary::Ceil>(Opcode::kCeil),
    Row<unary::CountLeadingZeros>(Opcode::kCountLeadingZeros),
    Row<unary::Floor>(Opcode::kFloor),
    Row<unary::Imag>(Opcode::kImag),
    Row<unary::IsFinite>(Opcode::kIsFinite),
    Row<unary::Negate>(Opcode::kNegate),
    Row<unary::Not>(Opcode::kNot),
    Row<unary::PopulationCount>(Opcode::kPopcnt),
    Row<unary::Real>(Opcode::kReal),
    Row<unary::RoundHalfAway>(Opcode::kRoundNearestAfz),
    Row<unary::RoundHalfEven>(Opcode::kRoundNearestEven),
    Row<unary::Sign>(Opcode::kSign),
    Row<unary::Sqrt>(Opcode::kSqrt),
};

std::span<const BlockRow<UnaryBlockFn>> UnaryRows() { return kRows; }

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace hlo
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hlo {

HWY_EXPORT(UnaryRows);

std::span<const BlockRow<UnaryBlockFn>> UnaryBlocks(KernelMode mode) {
  return mode == KernelMode::kPlain ? HWY_STATIC_DISPATCH(UnaryRows)()
                                    : HWY_DYNAMIC_DISPATCH(UnaryRows)();
}

}  // namespace hlo
#endif  // HWY_ONCE
