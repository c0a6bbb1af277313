// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_FUNCTIONS_F32_TESTING_H_
#define HLO_CORE_KERNELS_FUNCTIONS_F32_TESTING_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "core/base/bits.h"
#include "core/kernels/functions_f32.h"

// For tests only: the functions by name, each with the C library's function on double, whose error
// of a few 2^-53 does not show beside f32.
namespace hlo {

struct UnarySubject {
  std::string_view name;
  UnaryFunction function;
  double (*exact)(double);
  double bound;  // in ULP, of the f32 result
};

inline constexpr UnarySubject kUnarySubjects[] = {
    {"exponential", UnaryFunction::kExponential, [](double x) { return std::exp(x); }, 1},
    {"exponential-minus-one", UnaryFunction::kExponentialMinusOne,
     [](double x) { return std::expm1(x); }, 0.501},
    {"log", UnaryFunction::kLog, [](double x) { return std::log(x); }, 0.501},
    {"log-plus-one", UnaryFunction::kLogPlusOne, [](double x) { return std::log1p(x); }, 0.501},
    {"tanh", UnaryFunction::kTanh, [](double x) { return std::tanh(x); }, 1},
    {"logistic", UnaryFunction::kLogistic, [](double x) { return 1 / (1 + std::exp(-x)); }, 0.501},
    {"erf", UnaryFunction::kErf, [](double x) { return std::erf(x); }, 1},
    {"sqrt", UnaryFunction::kSqrt, [](double x) { return std::sqrt(x); }, 0.5},
    {"rsqrt", UnaryFunction::kRsqrt, [](double x) { return 1 / std::sqrt(x); }, 0.86},
    {"cbrt", UnaryFunction::kCbrt, [](double x) { return std::cbrt(x); }, 0.501},
    {"sine", UnaryFunction::kSine, [](double x) { return std::sin(x); }, 0.501},
    {"cosine", UnaryFunction::kCosine, [](double x) { return std::cos(x); }, 0.501},
    {"tan", UnaryFunction::kTan, [](double x) { return std::tan(x); }, 0.501},
    {"sinh", UnaryFunction::kSinh, [](double x) { return std::sinh(x); }, 0.501},
    {"cosh", UnaryFunction::kCosh, [](double x) { return std::cosh(x); }, 0.501},
    {"asin", UnaryFunction::kAsin, [](double x) { return std::asin(x); }, 0.501},
    {"acos", UnaryFunction::kAcos, [](double x) { return std::acos(x); }, 0.501},
    {"atan", UnaryFunction::kAtan, [](double x) { return std::atan(x); }, 0.501},
    {"asinh", UnaryFunction::kAsinh, [](double x) { return std::asinh(x); }, 0.501},
    // musl has numbers below -1.
    {"acosh", UnaryFunction::kAcosh, [](double x) { return x < 1 ? NAN : std::acosh(x); }, 0.501},
    {"atanh", UnaryFunction::kAtanh, [](double x) { return std::atanh(x); }, 0.501},
};

struct BinarySubject {
  std::string_view name;
  BinaryFunction function;
  double (*exact)(double, double);
};

inline constexpr BinarySubject kBinarySubjects[] = {
    {"power", BinaryFunction::kPower, [](double a, double b) { return std::pow(a, b); }},
    {"atan2", BinaryFunction::kAtan2, [](double a, double b) { return std::atan2(a, b); }},
};

// The distance of `got` from the exact value in units in the last place of an f32 there; infinite
// where no rounding explains it (a NaN, the sign of a zero).
inline double ErrorInUlp(float got, double exact) {
  constexpr double kWrong = HUGE_VAL;
  if (std::isnan(got) || std::isnan(exact)) {
    return std::isnan(got) && std::isnan(exact) ? 0 : kWrong;
  }
  if (std::signbit(got) != std::signbit(exact)) return kWrong;
  const double magnitude = std::fabs(exact);
  if (magnitude >= 0x1.ffffffp127) return std::isinf(got) ? 0 : kWrong;  // rounds to infinity
  const double value = std::isinf(got) ? std::copysign(0x1p128, got) : double{got};
  // One over the unit, by its bits.
  const int64_t exponent =
      std::max(static_cast<int64_t>(BitCast<uint64_t>(magnitude) >> 52) - 1023, int64_t{-126});
  const double units = BitCast<double>(static_cast<uint64_t>(1023 + 23 - exponent) << 52);
  return std::fabs(value - exact) * units;
}

}  // namespace hlo

#endif  // HLO_CORE_KERNELS_FUNCTIONS_F32_TESTING_H_
