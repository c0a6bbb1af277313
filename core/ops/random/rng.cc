// SPDX-License-Identifier: Apache-2.0
// `rng` and `rng-get-and-update-state`, ops reference 13.1 and 13.2.
//
// The numbers of `rng` depend only on the program (choice C19). Each draw reads a stream of 64-bit
// words from Philox blocks, w0 | w1 << 32, w2 | w3 << 32:
//   key     = module seed xor 2654435761 * number of the instruction in the module
//   counter = low half: number of the block; high half: how often this device ran the instruction
//             before in this run, so that every iteration of a loop draws other numbers
#include <array>
#include <cmath>
#include <cstring>

#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/kernels/elementary.h"
#include "core/kernels/random_bits.h"
#include "core/ops/rules.h"
#include "core/types/convert.h"
#include "core/types/float_format.h"

namespace hlo {
namespace {

constexpr uint64_t kModuleSeed = 0;
constexpr int64_t kBlock = 512;  // elements per block

// The words of the attribute, in the order of the op's row.
enum class Distribution : int64_t { kUniform, kNormal };

Distribution DistributionOf(const Attributes& attributes) {
  return static_cast<Distribution>(attributes.Enum(Attr::distribution));
}

class WordStream {
 public:
  WordStream(uint64_t key, uint64_t draw) : key_(key), draw_(draw) {}

  uint64_t Next() {
    if (has_second_) {
      has_second_ = false;
      return second_;
    }
    const std::array<uint32_t, 4> words = Philox4x32(block_++, draw_, key_);
    second_ = words[2] | uint64_t{words[3]} << 32;
    has_second_ = true;
    return words[0] | uint64_t{words[1]} << 32;
  }

 private:
  uint64_t key_, draw_;
  uint64_t block_ = 0;
  uint64_t second_ = 0;
  bool has_second_ = false;
};

WordStream StreamOf(EvalContext& context) {
  const Instruction& instruction = context.instruction();
  const auto number = static_cast<uint64_t>(instruction.Number());
  uint64_t& draws = context.runtime().random().draws[&instruction];
  return WordStream(kModuleSeed ^ (2654435761u * number), draws++);
}

// Calls fn(buffer, out, n) for each block of elements.
template <class T, class Fn>
void ForEachBuffer(Literal& result, Fn&& fn) {
  T buffer[kBlock];
  const int bytes = StorageBytes(result.element_type());
  uint8_t* out = result.mutable_bytes();
  for (int64_t first = 0; first < result.element_count(); first += kBlock) {
    const auto n = static_cast<size_t>(std::min(kBlock, result.element_count() - first));
    fn(buffer, out + first * bytes, n);
  }
}

void Fill(const Literal& scalar, Literal& result) {
  const auto bytes = static_cast<size_t>(scalar.byte_size());
  uint8_t* out = result.mutable_bytes();
  for (int64_t i = 0; i < result.element_count(); ++i, out += bytes) {
    std::memcpy(out, scalar.bytes(), bytes);
  }
}

// The code of the next smaller number. Requires that there is one.
uint64_t CodeBelow(const FloatFormat& format, uint64_t code) {
  if ((code & format.magnitude_mask()) == 0 && format.has_sign()) return format.sign_bit() | 1;
  return (code & format.sign_bit()) != 0 ? code + 1 : code - 1;
}

// a + u * (b - a) in the compute type T, rounded once, where u has the precision of the element
// type. A result rounded to b becomes the next smaller number.
template <class T>
void FillUniformFloats(WordStream& words, const Literal& low, const Literal& high,
                       Literal& result) {
  const ElementType type = result.element_type();
  const FloatFormat& format = FormatOf(type);
  const ConvertFn widen = WidenFunction(type);
  const ConvertFn narrow = NarrowFunction(type);
  const auto bytes = static_cast<size_t>(StorageBytes(type));
  T a, b;
  widen(low.bytes(), 1, &a);
  widen(high.bytes(), 1, &b);
  if (!(a < b)) return Fill(low, result);
  uint64_t code = 0;
  std::memcpy(&code, high.bytes(), bytes);
  const uint64_t below = CodeBelow(format, code);
  const int precision = format.mantissa_bits + 1;
  const T unit = T(1) / static_cast<T>(uint64_t{1} << precision);
  ForEachBuffer<T>(result, [&](T* values, uint8_t* out, size_t n) {
    for (size_t i = 0; i < n; ++i) {
      const uint64_t drawn = words.Next() >> (64 - precision);
      // Without the test, 0 times an infinite width would be NaN.
      values[i] = a + (drawn == 0 ? T(0) : static_cast<T>(drawn) * unit * (b - a));
    }
    narrow(values, n, out);
    widen(out, n, values);
    for (size_t i = 0; i < n; ++i) {
      if (!(values[i] < b)) std::memcpy(out + i * bytes, &below, bytes);
    }
  });
}

// a + w mod (b - a), with pred as 0 and 1.
void FillUniformIntegers(WordStream& words, const Literal& low, const Literal& high,
                         Literal& result) {
  const ElementType type = result.element_type();
  const ElementType wide = IsSigned(type) ? ElementType::kS64 : ElementType::kU64;
  const ConvertFn widen = ConvertFunction(type, wide);
  const ConvertFn narrow = ConvertFunction(wide, type);
  uint64_t a = 0, b = 0;
  widen(low.bytes(), 1, &a);
  widen(high.bytes(), 1, &b);
  const bool less = IsSigned(type) ? static_cast<int64_t>(a) < static_cast<int64_t>(b) : a < b;
  if (!less) return Fill(low, result);
  ForEachBuffer<uint64_t>(result, [&](uint64_t* values, uint8_t* out, size_t n) {
    for (size_t i = 0; i < n; ++i) values[i] = a + words.Next() % (b - a);
    narrow(values, n, out);
  });
}

// a + b * sqrt(-2 ln(1 - u1)) * cos(2 pi u2) in F64 (Box-Muller), rounded once.
void FillNormal(WordStream& words, const Literal& mean, const Literal& deviation, Literal& result) {
  constexpr double kUnit = 0x1p-53;
  constexpr double kTwoPi = 6.283185307179586;
  const ElementType type = result.element_type();
  const ConvertFn widen = ConvertFunction(type, ElementType::kF64);
  const ConvertFn narrow = ConvertFunction(ElementType::kF64, type);
  double a, b;
  widen(mean.bytes(), 1, &a);
  widen(deviation.bytes(), 1, &b);
  ForEachBuffer<double>(result, [&](double* values, uint8_t* out, size_t n) {
    for (size_t i = 0; i < n; ++i) {
      const double u1 = static_cast<double>(words.Next() >> 11) * kUnit;
      const double u2 = static_cast<double>(words.Next() >> 11) * kUnit;
      const double radius = std::sqrt(-2 * elementary::Log(1 - u1));
      values[i] = a + b * radius * elementary::Cos(kTwoPi * u2);
    }
    narrow(values, n, out);
  });
}

}  // namespace

Result<Shape> InferRng(const InferContext& context) {
  HLO_TRY(const Shape* declared, RequireDeclaredArray(context));
  if (context.operands.size() != 2) {
    return Fail("rng.C1", "`rng` takes 2 operands, got {}", {context.operands.size()});
  }
  const ElementType type = declared->element_type;
  for (int i = 0; i < 2; ++i) {
    const Shape& operand = context.operand(static_cast<size_t>(i));
    if (operand.IsScalarOf(type)) continue;
    return Fail("rng.C1", "`rng`: operand {} must be {}[], got {}",
                {i, Name(type), ShapeText(operand, false)})
        .AtOperand(i);
  }
  const bool normal = DistributionOf(context.attributes()) == Distribution::kNormal;
  if (normal ? !IsFloat(type) : IsComplex(type)) {
    return Fail("rng.C2", "`rng`: {} requires {}, got {}",
                {normal ? "rng_normal" : "rng_uniform",
                 normal ? "a floating-point type" : "pred, an integer, or a floating-point type",
                 Name(type)})
        .AtAttribute("distribution");
  }
  return *declared;
}

Result<Literal> EvaluateRng(EvalContext& context) {
  HLO_TRY(Literal result, context.Allocate());
  WordStream words = StreamOf(context);
  const Literal& a = context.operand(0);
  const Literal& b = context.operand(1);
  const ElementType type = result.element_type();
  if (DistributionOf(context.attributes()) == Distribution::kNormal) {
    FillNormal(words, a, b, result);
  } else if (!IsFloat(type)) {
    FillUniformIntegers(words, a, b, result);
  } else if (ComputeType(type) == ElementType::kF64) {
    FillUniformFloats<double>(words, a, b, result);
  } else {
    FillUniformFloats<float>(words, a, b, result);
  }
  return result;
}

Result<Shape> InferRngGetAndUpdateState(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireOperandCount(context));
  HLO_TRY(const Shape* declared, RequireDeclared(context));
  if (!Compatible(*declared, Shape::Array(ElementType::kU64, {2}))) {
    return Fail("rng-get-and-update-state.C1",
                "`rng-get-and-update-state`: the result must be u64[2], got {}",
                {ShapeText(*declared, false)})
        .AtResultShape();
  }
  return *declared;
}

Result<Literal> EvaluateRngGetAndUpdateState(EvalContext& context) {
  HLO_TRY(Literal result, context.Allocate());
  RandomState& state = context.runtime().random();
  const std::span<uint64_t> old = result.mutable_data<uint64_t>();
  old[0] = state.high;
  old[1] = state.low;
  const int64_t delta = context.attributes().Int(Attr::delta);
  state.low += static_cast<uint64_t>(delta);
  const bool carry = state.low < old[1];
  // The high half of a negative delta is all ones.
  state.high += (carry ? 1 : 0) - (delta < 0 ? 1 : 0);
  return result;
}

}  // namespace hlo
