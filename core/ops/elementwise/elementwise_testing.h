// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_ELEMENTWISE_ELEMENTWISE_TESTING_H_
#define HLO_CORE_OPS_ELEMENTWISE_ELEMENTWISE_TESTING_H_

#include <cmath>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ops/testing.h"

// Assertions of the form "this op maps these numbers to those".
namespace hlo::op_testing {

inline constexpr double kInf = std::numeric_limits<double>::infinity();
inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

inline constexpr double kPi = 3.14159265358979323846;

inline Literal Unary(std::string_view op, Literal x) {
  return OpCall(op).Operand(std::move(x)).Value();
}
inline Literal Binary(std::string_view op, Literal a, Literal b) {
  return OpCall(op).Operand(std::move(a)).Operand(std::move(b)).Value();
}

inline OpCall Call3(std::string_view op, Literal a, Literal b, Literal c) {
  OpCall call(op);
  call.Operand(std::move(a)).Operand(std::move(b)).Operand(std::move(c));
  return call;
}

// ulp 0: bit for bit.
inline ::testing::AssertionResult Agrees(const Literal& got, const Literal& expected, double ulp) {
  return ulp == 0 ? SameBits(got, expected) : WithinUlp(got, expected, ulp);
}

inline std::string VectorOf(std::string_view type, size_t numbers) {
  const bool complex = type == "c64" || type == "c128";
  return std::string(type) + "[" + std::to_string(complex ? numbers / 2 : numbers) + "]";
}

// Maps("ceil", "f32", {-0.5}, {-0.0}): vectors of numbers of one type, in and out.
inline ::testing::AssertionResult Maps(std::string_view op, std::string_view type,
                                       const std::vector<double>& in,
                                       const std::vector<double>& expected, double ulp = 0) {
  return Agrees(Unary(op, Array(VectorOf(type, in.size()), in)),
                Array(VectorOf(type, expected.size()), expected), ulp)
         << " by " << op << " on " << type;
}

// Joins("add", "s8", {127}, {1}, {-128}).
inline ::testing::AssertionResult Joins(std::string_view op, std::string_view type,
                                        const std::vector<double>& a, const std::vector<double>& b,
                                        const std::vector<double>& expected, double ulp = 0) {
  return Agrees(Binary(op, Array(VectorOf(type, a.size()), a), Array(VectorOf(type, b.size()), b)),
                Array(VectorOf(type, expected.size()), expected), ulp)
         << " by " << op << " on " << type;
}

// Converts("s32", {300}, "u8", {44}).
inline ::testing::AssertionResult Converts(std::string_view from, const std::vector<double>& in,
                                           std::string_view to,
                                           const std::vector<double>& expected) {
  const std::string target = VectorOf(to, expected.size());
  const Literal got =
      OpCall("convert").Operand(Array(VectorOf(from, in.size()), in)).Declare(target).Value();
  return SameBits(got, Array(target, expected)) << " from " << from << " to " << to;
}

}  // namespace hlo::op_testing

#endif  // HLO_CORE_OPS_ELEMENTWISE_ELEMENTWISE_TESTING_H_
