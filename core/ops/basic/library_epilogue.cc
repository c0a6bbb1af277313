// SPDX-License-Identifier: Apache-2.0
#include "core/ops/basic/library_epilogue.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "core/base/format.h"
#include "core/ir/module.h"
#include "core/kernels/elementary.h"
#include "core/ops/basic/library_config.h"
#include "core/ops/rules.h"
#include "core/types/float_format.h"

namespace hlo {
namespace {

using elementary::Expm1;
using elementary::Logistic;
using elementary::Tanh;

double Relu(double x, double) { return x < 0 ? 0 : x; }
double Relu6(double x, double) { return x < 0 ? 0 : x > 6 ? 6 : x; }
double Elu(double x, double) { return x < 0 ? Expm1(x) : x; }
double LeakyRelu(double x, double slope) { return x < 0 ? slope * x : x; }
double Gelu(double x, double) {
  constexpr double kRootOf2OverPi = 0x1.9884533d43651p-1;
  return x / 2 * (1 + Tanh(kRootOf2OverPi * (x + 0.044715 * x * x * x)));
}
double Silu(double x, double) { return x * Logistic(x); }

struct ActivationRow {
  std::string_view name;
  Activation function;
};
constexpr ActivationRow kCublasActivations[] = {
    {"", nullptr},  {"DEFAULT", nullptr}, {"RELU", Relu},
    {"GELU", Gelu}, {"GELU_AUX", Gelu},   {"SILU", Silu},
};
constexpr ActivationRow kCudnnActivations[] = {
    {"", nullptr},     {"kNone", nullptr}, {"kRelu", Relu},
    {"kRelu6", Relu6}, {"kElu", Elu},      {"kLeakyRelu", LeakyRelu},
};

std::optional<Activation> FindIn(std::span<const ActivationRow> rows, std::string_view name) {
  for (const ActivationRow& row : rows) {
    if (row.name == name) return row.function;
  }
  return std::nullopt;
}

Result<Literal> Converted(EvalContext& context, Literal value, const Shape& shape) {
  std::vector<Literal> operands;
  operands.push_back(std::move(value));
  return EvaluateAs(context, Opcode::kConvert, shape, {}, std::move(operands));
}

// In f64 or c128.
Result<Literal> InDoublePrecision(EvalContext& context, Literal value) {
  Shape shape = value.shape();
  shape.element_type = IsComplex(shape.element_type) ? ElementType::kC128 : ElementType::kF64;
  return Converted(context, std::move(value), shape);
}

Result<Literal> LargestAs(EvalContext& context, const Shape& shape, double largest) {
  HLO_TRY(Literal number,
          Literal::Zeros(Shape::Scalar(ElementType::kF64), context.runtime().budget()));
  number.mutable_data<double>()[0] = largest;
  return Converted(context, std::move(number), shape);
}

// The offsets in the bias of consecutive elements of a result.
class BiasOffset {
 public:
  BiasOffset(const Dims& dims, const Dims& strides)
      : dims_(dims), strides_(strides), index_(dims.size(), 0) {}

  int64_t Next() {
    const int64_t at = at_;
    for (size_t d = dims_.size(); d-- > 0;) {
      at_ += strides_[d];
      if (++index_[d] < dims_[d]) break;
      at_ -= strides_[d] * dims_[d];
      index_[d] = 0;
    }
    return at;
  }

 private:
  const Dims& dims_;
  const Dims& strides_;
  std::vector<int64_t> index_;
  int64_t at_ = 0;
};

template <class T>
T As(std::complex<double> x) {
  if constexpr (std::is_same_v<T, double>) {
    return x.real();
  } else {
    return x;
  }
}

template <class T>
T Scaled(T a, T b) {
  if constexpr (std::is_same_v<T, double>) {
    return a * b;
  } else {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
  }
}

// What the activation takes.
template <class T>
void ApplyLinearPart(const Epilogue& epilogue, Literal& product) {
  const T* side = epilogue.side ? epilogue.side->data<T>().data() : nullptr;
  const T* bias = epilogue.bias ? epilogue.bias->data<T>().data() : nullptr;
  const Dims none(product.shape().dims.size(), 0);
  BiasOffset offset(product.shape().dims, bias == nullptr ? none : epilogue.bias_strides);
  for (T& x : product.mutable_data<T>()) {
    x = Scaled(As<T>(epilogue.scale), x);
    if (side != nullptr) x += epilogue.side_scale * *side++;
    if (bias != nullptr) x += bias[offset.Next()];
  }
}

// Applies the activation and what follows it; returns the largest magnitude.
double ApplyActivation(const Epilogue& epilogue, ElementType type, Literal& values) {
  const FloatFormat& format = FormatOf(type);
  const double limit = epilogue.saturates ? DecodeFloat(format, format.largest_finite())
                                          : std::numeric_limits<double>::infinity();
  double largest = 0;
  for (double& x : values.mutable_data<double>()) {
    if (epilogue.activation != nullptr) x = epilogue.activation(x, epilogue.slope);
    largest = std::max(largest, std::abs(x));
    x *= epilogue.result_scale;
    if (std::abs(x) > limit) x = std::copysign(limit, x);
  }
  return largest;
}

}  // namespace

std::optional<Activation> FindCublasActivation(std::string_view name) {
  return FindIn(kCublasActivations, name);
}
std::optional<Activation> FindCudnnActivation(std::string_view name) {
  return FindIn(kCudnnActivations, name);
}

bool Epilogue::IsPlain() const {
  return scale == std::complex<double>(1) && result_scale == 1 && !side && !bias &&
         activation == nullptr && !gives_input && !gives_largest && !saturates;
}

const Shape& ValueShape(const EvalContext& context) {
  return context.shape().IsTuple() ? context.shape().elements[0] : context.shape();
}

Shape SumShape(const Shape& result, const Epilogue& epilogue) {
  Shape sums = result;
  const bool is_narrow = IsFloat(sums.element_type) && StorageBytes(sums.element_type) < 4;
  if (is_narrow && !epilogue.IsPlain()) sums.element_type = ElementType::kF32;
  return sums;
}

Result<Literal> WithScratch(EvalContext& context, Literal value, std::optional<Literal> second) {
  if (!context.shape().IsTuple()) return value;
  std::vector<Literal> parts;
  parts.push_back(std::move(value));
  if (second) parts.push_back(std::move(*second));
  for (size_t i = parts.size(); i < context.shape().elements.size(); ++i) {
    HLO_TRY(Literal scratch,
            Literal::Zeros(context.shape().elements[i], context.runtime().budget()));
    parts.push_back(std::move(scratch));
  }
  return Literal::Tuple(std::move(parts));
}

Result<Literal> WithEpilogue(EvalContext& context, Literal product, Epilogue epilogue) {
  if (epilogue.IsPlain()) return WithScratch(context, std::move(product));
  const Shape& result = ValueShape(context);
  const bool is_complex = IsComplex(result.element_type);
  if (!IsFloat(result.element_type) && !(is_complex && epilogue.activation == nullptr)) {
    return Fail("R07",
                "`custom-call`: `{}` with a scale, a bias, or an activation of {} is not supported",
                {TargetOf(context), Name(result.element_type)});
  }
  HLO_TRY(Literal wide, InDoublePrecision(context, std::move(product)));
  for (std::optional<Literal>* added : {&epilogue.side, &epilogue.bias}) {
    if (!added->has_value()) continue;
    const ElementType type = (*added)->element_type();
    if (is_complex ? !IsComplex(type) : !IsFloat(type)) {
      return BadShapes(context, is_complex ? "add only complex numbers to its product"
                                           : "add only floats to its product");
    }
    HLO_TRY(*added, InDoublePrecision(context, std::move(**added)));
  }
  if (is_complex) {
    ApplyLinearPart<std::complex<double>>(epilogue, wide);
    HLO_TRY(Literal rounded, Converted(context, std::move(wide), result));
    return WithScratch(context, std::move(rounded));
  }
  ApplyLinearPart<double>(epilogue, wide);
  std::optional<Literal> second;
  if (epilogue.gives_input) {
    HLO_TRY(second, Converted(context, wide, context.shape().elements[1]));
  }
  const double largest = ApplyActivation(epilogue, result.element_type, wide);
  if (epilogue.gives_largest) {
    HLO_TRY(second, LargestAs(context, context.shape().elements[1], largest));
  }
  HLO_TRY(Literal rounded, Converted(context, std::move(wide), result));
  return WithScratch(context, std::move(rounded), std::move(second));
}

Result<double> ScalarOperand(EvalContext& context, size_t i) {
  HLO_TRY(const Literal wide, InDoublePrecision(context, context.operand(i)));
  return wide.data<double>()[0];
}

}  // namespace hlo
