// SPDX-License-Identifier: Apache-2.0
#include "core/ops/elementwise/block_table.h"
#include "core/ops/elementwise/blocks.h"
#include "core/ops/elementwise/unary_functions.h"

namespace hlo {
namespace {

template <class F, class T>
struct UnaryBlock {
  static void Run(const void* in, size_t n, void* out, int width_bits) {
    static constexpr F f;
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

  static constexpr UnaryBlockFn Get() {
    if constexpr ((F::kTypes & ClassOf<T>()) != 0) {
      return &Run;
    } else {
      return nullptr;
    }
  }
};

template <class F>
constexpr BlockRow<UnaryBlockFn> Row(std::string_view op) {
  return MakeBlockRow<UnaryBlock, UnaryBlockFn, F>(op);
}

}  // namespace

UnaryBlockFn FindUnaryBlock(const OpDef& op, ElementType type, KernelMode) {
  static const BlockTable<UnaryBlockFn> table({
      Row<unary::Abs>("abs"),
      Row<unary::Acos>("acos"),
      Row<unary::Acosh>("acosh"),
      Row<unary::Asin>("asin"),
      Row<unary::Asinh>("asinh"),
      Row<unary::Atan>("atan"),
      Row<unary::Atanh>("atanh"),
      Row<unary::Cbrt>("cbrt"),
      Row<unary::Ceil>("ceil"),
      Row<unary::Cos>("cosine"),
      Row<unary::Cosh>("cosh"),
      Row<unary::CountLeadingZeros>("count-leading-zeros"),
      Row<unary::Erf>("erf"),
      Row<unary::Exp>("exponential"),
      Row<unary::Expm1>("exponential-minus-one"),
      Row<unary::Floor>("floor"),
      Row<unary::Imag>("imag"),
      Row<unary::IsFinite>("is-finite"),
      Row<unary::Log>("log"),
      Row<unary::Log1p>("log-plus-one"),
      Row<unary::Logistic>("logistic"),
      Row<unary::Negate>("negate"),
      Row<unary::Not>("not"),
      Row<unary::PopulationCount>("popcnt"),
      Row<unary::Real>("real"),
      Row<unary::RoundHalfAway>("round-nearest-afz"),
      Row<unary::RoundHalfEven>("round-nearest-even"),
      Row<unary::Rsqrt>("rsqrt"),
      Row<unary::Sign>("sign"),
      Row<unary::Sin>("sine"),
      Row<unary::Sinh>("sinh"),
      Row<unary::Sqrt>("sqrt"),
      Row<unary::Tan>("tan"),
      Row<unary::Tanh>("tanh"),
  });
  return table.Find(op, ComputeType(type));
}

}  // namespace hlo
