// SPDX-License-Identifier: Apache-2.0
// Blocks of the elementary functions: those of f32 have kernels (functions_f32.h), the others are
// called element by element, and so gain nothing from being compiled for several targets.
#include <complex>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/kernels/complex_functions.h"
#include "core/kernels/elementary.h"
#include "core/kernels/elementwise_blocks.h"
#include "core/kernels/elementwise_integer_functions.h"
#include "core/kernels/functions_f32.h"

namespace hlo {
namespace {

template <class T, T (*kFn)(T)>
void Map(const void* in, size_t n, void* out, int) {
  for (size_t i = 0; i < n; ++i) {
    static_cast<T*>(out)[i] = kFn(static_cast<const T*>(in)[i]);
  }
}

template <class T, T (*kFn)(T, T)>
void Join(const void* a, const void* b, size_t n, void* out, int) {
  for (size_t i = 0; i < n; ++i) {
    static_cast<T*>(out)[i] = kFn(static_cast<const T*>(a)[i], static_cast<const T*>(b)[i]);
  }
}

// Operands that are stored in less than 32 bits get their results rounded again.
ResultUse UseFor(int width_bits) {
  return width_bits < 32 ? ResultUse::kRoundedAgain : ResultUse::kAsF32;
}

template <UnaryFunction kFunction, KernelMode kMode>
void MapF32(const void* in, size_t n, void* out, int width_bits) {
  FindUnaryF32(kFunction, kMode, UseFor(width_bits))(static_cast<const float*>(in), n,
                                                     static_cast<float*>(out));
}

template <BinaryFunction kFunction, KernelMode kMode>
void JoinF32(const void* a, const void* b, size_t n, void* out, int width_bits) {
  FindBinaryF32(kFunction, kMode, UseFor(width_bits))(
      static_cast<const float*>(a), static_cast<const float*>(b), n, static_cast<float*>(out));
}

using C64 = std::complex<float>;
using C128 = std::complex<double>;

// The row of a function of real numbers.
template <UnaryFunction kF32, KernelMode kMode, double (*kReal)(double)>
constexpr BlockRow<UnaryBlockFn> Row(std::string_view op) {
  BlockRow<UnaryBlockFn> row{op, {}};
  row.by_type[ComputeSlot(ElementType::kF32)] = MapF32<kF32, kMode>;
  row.by_type[ComputeSlot(ElementType::kF64)] = Map<double, kReal>;
  return row;
}

// The same for a function of complex numbers as well.
template <UnaryFunction kF32, KernelMode kMode, double (*kReal)(double), C64 (*kC64)(C64),
          C128 (*kC128)(C128)>
constexpr BlockRow<UnaryBlockFn> Row(std::string_view op) {
  BlockRow<UnaryBlockFn> row = Row<kF32, kMode, kReal>(op);
  row.by_type[ComputeSlot(ElementType::kC64)] = Map<C64, kC64>;
  row.by_type[ComputeSlot(ElementType::kC128)] = Map<C128, kC128>;
  return row;
}

#define HLO_ROW(op, F32, Name)                                              \
  Row<UnaryFunction::F32, kMode, elementary::Name, complex_functions::Name, \
      complex_functions::Name>(op)
template <KernelMode kMode>
constexpr BlockRow<UnaryBlockFn> kUnary[] = {
    HLO_ROW("acos", kAcos, Acos),
    HLO_ROW("acosh", kAcosh, Acosh),
    HLO_ROW("asin", kAsin, Asin),
    HLO_ROW("asinh", kAsinh, Asinh),
    HLO_ROW("atan", kAtan, Atan),
    HLO_ROW("atanh", kAtanh, Atanh),
    Row<UnaryFunction::kCbrt, kMode, elementary::Cbrt>("cbrt"),
    HLO_ROW("cosine", kCosine, Cos),
    HLO_ROW("cosh", kCosh, Cosh),
    Row<UnaryFunction::kErf, kMode, elementary::Erf>("erf"),
    HLO_ROW("exponential", kExponential, Exp),
    HLO_ROW("exponential-minus-one", kExponentialMinusOne, Expm1),
    HLO_ROW("log", kLog, Log),
    HLO_ROW("log-plus-one", kLogPlusOne, Log1p),
    HLO_ROW("logistic", kLogistic, Logistic),
    HLO_ROW("rsqrt", kRsqrt, Rsqrt),
    HLO_ROW("sine", kSine, Sin),
    HLO_ROW("sinh", kSinh, Sinh),
    HLO_ROW("tan", kTan, Tan),
    HLO_ROW("tanh", kTanh, Tanh),
};
#undef HLO_ROW

template <KernelMode kMode>
constexpr BlockRow<BinaryBlockFn> kBinary[] = {
    {"power",
     {nullptr, Join<int32_t, integer::Power>, Join<int64_t, integer::Power>,
      Join<uint32_t, integer::Power>, Join<uint64_t, integer::Power>,
      JoinF32<BinaryFunction::kPower, kMode>, Join<double, elementary::Pow>,
      Join<C64, complex_functions::Pow>, Join<C128, complex_functions::Pow>}},
    {"atan2",
     {nullptr, nullptr, nullptr, nullptr, nullptr, JoinF32<BinaryFunction::kAtan2, kMode>,
      Join<double, elementary::Atan2>, Join<C64, complex_functions::Atan2>,
      Join<C128, complex_functions::Atan2>}},
};

}  // namespace

std::span<const BlockRow<UnaryBlockFn>> UnaryFunctionBlocks(KernelMode mode) {
  static constexpr std::span<const BlockRow<UnaryBlockFn>> kByMode[] = {
      kUnary<KernelMode::kPlain>, kUnary<KernelMode::kPortable>, kUnary<KernelMode::kFast>};
  return kByMode[static_cast<size_t>(mode)];
}

std::span<const BlockRow<BinaryBlockFn>> BinaryFunctionBlocks(KernelMode mode) {
  static constexpr std::span<const BlockRow<BinaryBlockFn>> kByMode[] = {
      kBinary<KernelMode::kPlain>, kBinary<KernelMode::kPortable>, kBinary<KernelMode::kFast>};
  return kByMode[static_cast<size_t>(mode)];
}

}  // namespace hlo
