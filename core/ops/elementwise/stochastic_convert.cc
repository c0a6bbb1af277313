// SPDX-License-Identifier: Apache-2.0
// `stochastic-convert`, ops reference 6.5: to a signed integer, away from zero with a probability
// equal to the fraction; the random bits are an operand.
#include <algorithm>
#include <cmath>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/dynamic_shape.h"
#include "core/ops/elementwise/driver.h"
#include "core/ops/rules.h"

namespace hlo {
namespace {

// Precomputed parameters.
struct Rounding {
  int random_bits;  // W
  int64_t lowest, highest;
};

// -lowest is a power of two, so it is exact as a double; a magnitude of at least that is above
// `highest`.
int64_t RoundStochastically(const Rounding& rounding, double x, uint64_t random) {
  if (std::isnan(x)) return 0;
  const double limit = -static_cast<double>(rounding.lowest);
  if (x >= limit) return rounding.highest;
  if (x <= -limit) return rounding.lowest;
  const double magnitude = std::fabs(x);
  const auto whole = static_cast<int64_t>(magnitude);
  const double fraction = magnitude - static_cast<double>(whole);  // exact
  const auto threshold = static_cast<uint64_t>(std::ldexp(fraction, rounding.random_bits));
  const int64_t rounded = random < threshold ? whole + 1 : whole;
  return std::clamp(x < 0 ? -rounded : rounded, rounding.lowest, rounding.highest);
}

void RoundAll(const Literal& operand, const Literal& random, Literal& result) {
  const ElementType from = operand.element_type();
  const ElementType bits = random.element_type();
  const ElementType to = result.element_type();
  const int64_t highest = static_cast<int64_t>(~uint64_t{0} >> 1) >> (64 - BitWidth(to));
  const Rounding rounding{BitWidth(bits), -highest - 1, highest};
  const ConvertFn widen = ConvertFunction(from, ElementType::kF64);
  const ConvertFn widen_bits = ConvertFunction(bits, ElementType::kU64);
  const ConvertFn narrow = ConvertFunction(ElementType::kS64, to);
  uint8_t* out = result.mutable_bytes();
  ForEachBlock(operand.element_count(), [&](int64_t first, size_t n) {
    double values[kBlockElements];
    uint64_t draws[kBlockElements];
    int64_t rounded[kBlockElements];
    widen(operand.bytes() + first * StorageBytes(from), n, values);
    widen_bits(random.bytes() + first * StorageBytes(bits), n, draws);
    for (size_t i = 0; i < n; ++i) rounded[i] = RoundStochastically(rounding, values[i], draws[i]);
    narrow(rounded, n, out + first * StorageBytes(to));
  });
}

}  // namespace

Result<Shape> InferStochasticConvert(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  HLO_TRY(const Shape* declared, RequireDeclaredArray(context));
  const Shape& operand = context.operand(0);
  const Shape& random = context.operand(1);
  if (!IsFloat(operand.element_type)) {
    return Fail("stochastic-convert.C1",
                "`stochastic-convert`: the operand must be floating-point, got {}",
                {Name(operand.element_type)})
        .AtOperand(0);
  }
  const int width = BitWidth(operand.element_type);
  if (!IsUnsigned(random.element_type) || BitWidth(random.element_type) != width) {
    return Fail("stochastic-convert.C2",
                "`stochastic-convert`: the random bits must be u{}, got {}",
                {width, Name(random.element_type)})
        .AtOperand(1);
  }
  if (!(operand.dims == random.dims)) {
    return Fail("stochastic-convert.C3",
                "`stochastic-convert`: operand dimensions must match, got {} and {}",
                {Braced({operand.dims.data(), operand.dims.size()}),
                 Braced({random.dims.data(), random.dims.size()})})
        .AtOperand(1);
  }
  if (!IsSigned(declared->element_type)) {
    return Fail("stochastic-convert.C4",
                "`stochastic-convert`: the result must be a signed integer, got {}; other types "
                "are not implemented",
                {Name(declared->element_type)})
        .AtResultShape();
  }
  Shape result = ChangeElementType(operand, declared->element_type);
  result.dynamic |= random.dynamic;
  return result;
}

Result<Literal> EvaluateStochasticConvert(EvalContext& context) {
  if (HasPartlyFilled(context)) return EvaluateWithDynamicSizes(context);
  HLO_TRY(Literal result, context.Allocate());
  if (result.element_count() > 0) RoundAll(context.operand(0), context.operand(1), result);
  return result;
}

}  // namespace hlo
