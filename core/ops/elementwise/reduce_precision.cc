// SPDX-License-Identifier: Apache-2.0
// `reduce-precision`, ops reference 6.4: rounds to a format of E exponent and M mantissa bits and
// reads the result back.
#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/rules.h"
#include "core/types/float_format.h"

namespace hlo {
namespace {

// Precomputed parameters.
struct Reduction {
  FloatFormat format;
  int dropped_bits;      // number of low fraction bits to round away
  int largest_exponent;  // overflows above it, underflows at its negative; or no limit
};

constexpr int kNoLimit = 1 << 20;

// Rounds the magnitude of a code to the kept fraction bits, ties to even; the carry runs into the
// exponent. Codes of a sign-magnitude format are ordered like their values, so this is a sum.
uint64_t RoundCode(uint64_t magnitude, int dropped_bits) {
  if (dropped_bits == 0) return magnitude;
  const uint64_t unit = uint64_t{1} << dropped_bits;
  const uint64_t odd = (magnitude >> dropped_bits) & 1;
  return (magnitude + (unit / 2 - 1) + odd) & ~(unit - 1);
}

uint64_t ReduceCode(const Reduction& reduction, uint64_t code) {
  const FloatFormat& format = reduction.format;
  const int value_bits = format.exponent_bits + format.mantissa_bits;
  const uint64_t sign = format.has_sign() ? code & (uint64_t{1} << value_bits) : 0;
  if (IsNanCode(format, code) || IsInfinityCode(format, code)) return code;
  const uint64_t rounded = RoundCode(code & ~sign, reduction.dropped_bits);
  const auto exponent = static_cast<int>(rounded >> format.mantissa_bits) - format.bias;
  const double signed_one = sign != 0 ? -1.0 : 1.0;
  if (rounded > format.largest_finite() || exponent > reduction.largest_exponent) {
    return EncodeFloat(format, signed_one * __builtin_inf());
  }
  // Formats without -0 use its code for NaN, so zeros must be encoded.
  if (exponent <= -reduction.largest_exponent || (rounded == 0 && format.has_sign())) {
    return EncodeFloat(format, signed_one * 0.0);
  }
  return rounded | sign;
}

template <class Code>
void ReduceAll(const Reduction& reduction, std::span<Code> codes) {
  for (Code& code : codes) code = static_cast<Code>(ReduceCode(reduction, code));
}

}  // namespace

Result<Shape> InferReducePrecision(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  const Shape& operand = context.operand(0);
  if (!IsFloat(operand.element_type)) {
    return Fail("reduce-precision.C1",
                "`reduce-precision`: the element type must be floating-point, got {}",
                {Name(operand.element_type)});
  }
  const int64_t exponent_bits = context.attributes().Int(Attr::exponent_bits);
  if (exponent_bits < 1) {
    return Fail("reduce-precision.C2",
                "`reduce-precision`: `exponent_bits` must be at least 1, got {}", {exponent_bits})
        .AtAttribute("exponent_bits");
  }
  const int64_t mantissa_bits = context.attributes().Int(Attr::mantissa_bits);
  if (mantissa_bits < 0) {
    return Fail("reduce-precision.C3",
                "`reduce-precision`: `mantissa_bits` must not be negative, got {}", {mantissa_bits})
        .AtAttribute("mantissa_bits");
  }
  return operand;
}

Result<Literal> EvaluateReducePrecision(EvalContext& context) {
  const FloatFormat& format = FormatOf(context.shape().element_type);
  const int64_t exponent_bits = context.attributes().Int(Attr::exponent_bits);
  const int64_t mantissa_bits = context.attributes().Int(Attr::mantissa_bits);
  Reduction reduction{format, 0, kNoLimit};
  if (mantissa_bits < format.mantissa_bits) {
    reduction.dropped_bits = format.mantissa_bits - static_cast<int>(mantissa_bits);
  }
  if (exponent_bits < format.exponent_bits) {
    reduction.largest_exponent = (1 << (exponent_bits - 1)) - 1;
  }
  Literal result = context.ReshapeOperand(0);
  switch (StorageBytes(context.shape().element_type)) {
    case 1:
      ReduceAll(reduction, result.mutable_data<uint8_t>());
      break;
    case 2:
      ReduceAll(reduction, result.mutable_data<uint16_t>());
      break;
    case 4:
      ReduceAll(reduction, result.mutable_data<uint32_t>());
      break;
    default:
      ReduceAll(reduction, result.mutable_data<uint64_t>());
      break;
  }
  return result;
}

}  // namespace hlo
