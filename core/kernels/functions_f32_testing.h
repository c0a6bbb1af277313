// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_FUNCTIONS_F32_TESTING_H_
#define HLO_CORE_KERNELS_FUNCTIONS_F32_TESTING_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <string_view>

#include "core/base/bits.h"
#include "core/kernels/functions_f32.h"

// For tests only: the functions, each with the C library's function on double, whose error of a few
// 2^-53 is negligible for f32.
namespace hlo {

struct UnarySubject {
  Opcode function;
  double (*exact)(double);
  double bound;  // in ULP, of the f32 result

  constexpr std::string_view name() const { return OpcodeName(function); }
};

inline constexpr UnarySubject kUnarySubjects[] = {
    {Opcode::kExponential, [](double x) { return std::exp(x); }, 1},
    {Opcode::kExponentialMinusOne, [](double x) { return std::expm1(x); }, 0.501},
    {Opcode::kLog, [](double x) { return std::log(x); }, 0.501},
    {Opcode::kLogPlusOne, [](double x) { return std::log1p(x); }, 0.501},
    {Opcode::kTanh, [](double x) { return std::tanh(x); }, 1},
    {Opcode::kLogistic, [](double x) { return 1 / (1 + std::exp(-x)); }, 0.501},
    {Opcode::kErf, [](double x) { return std::erf(x); }, 1},
    {Opcode::kSqrt, [](double x) { return std::sqrt(x); }, 0.5},
    {Opcode::kRsqrt, [](double x) { return 1 / std::sqrt(x); }, 0.86},
    {Opcode::kCbrt, [](double x) { return std::cbrt(x); }, 0.501},
    {Opcode::kSine, [](double x) { return std::sin(x); }, 0.501},
    {Opcode::kCosine, [](double x) { return std::cos(x); }, 0.501},
    {Opcode::kTan, [](double x) { return std::tan(x); }, 0.501},
    {Opcode::kSinh, [](double x) { return std::sinh(x); }, 0.501},
    {Opcode::kCosh, [](double x) { return std::cosh(x); }, 0.501},
    {Opcode::kAsin, [](double x) { return std::asin(x); }, 0.501},
    {Opcode::kAcos, [](double x) { return std::acos(x); }, 0.501},
    {Opcode::kAtan, [](double x) { return std::atan(x); }, 0.501},
    {Opcode::kAsinh, [](double x) { return std::asinh(x); }, 0.501},
    // musl returns numbers below -1.
    {Opcode::kAcosh, [](double x) { return x < 1 ? NAN : std::acosh(x); }, 0.501},
    {Opcode::kAtanh, [](double x) { return std::atanh(x); }, 0.501},
};

struct BinarySubject {
  Opcode function;
  double (*exact)(double, double);

  constexpr std::string_view name() const { return OpcodeName(function); }
};

inline constexpr BinarySubject kBinarySubjects[] = {
    {Opcode::kPower, [](double a, double b) { return std::pow(a, b); }},
    {Opcode::kAtan2, [](double a, double b) { return std::atan2(a, b); }},
};

constexpr size_t kUnaryFunctions = 0
#define HLO_UNARY_FUNCTION(opcode, Name, blocks) +1
#include "core/kernels/elementary_functions.def"
    ;
constexpr size_t kBinaryFunctions = 0
#define HLO_BINARY_FUNCTION(opcode, Name, integers) +1
#include "core/kernels/elementary_functions.def"
    ;
static_assert(std::size(kUnarySubjects) == kUnaryFunctions, "a subject for each function");
static_assert(std::size(kBinarySubjects) == kBinaryFunctions, "a subject for each function");

// The distance of `got` from the exact value in units in the last place of an f32 there; infinite
// if it is not a rounding error (a NaN, the sign of a zero).
inline double ErrorInUlp(float got, double exact) {
  constexpr double kWrong = HUGE_VAL;
  if (std::isnan(got) || std::isnan(exact)) {
    return std::isnan(got) && std::isnan(exact) ? 0 : kWrong;
  }
  if (std::signbit(got) != std::signbit(exact)) return kWrong;
  const double magnitude = std::fabs(exact);
  if (magnitude >= 0x1.ffffffp127) return std::isinf(got) ? 0 : kWrong;  // rounds to infinity
  const double value = std::isinf(got) ? std::copysign(0x1p128, got) : double{got};
  // The reciprocal of the unit, by its bits.
  const int64_t exponent =
      std::max(static_cast<int64_t>(BitCast<uint64_t>(magnitude) >> 52) - 1023, int64_t{-126});
  const double units = BitCast<double>(static_cast<uint64_t>(1023 + 23 - exponent) << 52);
  return std::fabs(value - exact) * units;
}

}  // namespace hlo

#endif  // HLO_CORE_KERNELS_FUNCTIONS_F32_TESTING_H_
