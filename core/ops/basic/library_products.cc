// SPDX-License-Identifier: Apache-2.0
#include "core/ops/basic/library_products.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/format.h"
#include "core/ir/module.h"
#include "core/ops/basic/library_config.h"
#include "core/ops/basic/library_epilogue.h"
#include "core/ops/rules.h"
#include "core/types/number_text.h"

namespace hlo {
namespace {

bool TakesArrays(const EvalContext& context) {
  for (size_t i = 0; i < context.operand_count(); ++i) {
    if (!context.operand(i).shape().IsArray()) return false;
  }
  const Shape& shape = context.shape();
  return context.operand_count() >= 2 &&
         (shape.IsArray() ||
          (shape.IsTuple() && !shape.elements.empty() && shape.elements[0].IsArray()));
}

bool HasScratch(const EvalContext& context) {
  return TakesArrays(context) && context.shape().IsTuple() && context.shape().elements.size() == 2;
}

Error NeedsScratch(const EvalContext& context, std::string_view operands = "two arrays") {
  return BadShapes(context, Format("take {} and return (result, scratch memory)", {operands}));
}

Result<Literal> Product(EvalContext& context, Opcode opcode, const Shape& result,
                        Attributes attributes) {
  std::vector<Literal> operands;
  for (size_t i = 0; i < 2; ++i) operands.push_back(context.TakeOperand(i));
  return EvaluateAs(context, opcode, result, std::move(attributes), std::move(operands));
}

Result<double> ConfigReal(const EvalContext& context, std::string_view key, double missing) {
  const std::string_view text = ConfigValue(context, key);
  if (text.empty()) return missing;
  if (const std::optional<double> number = ParseDouble(text)) return *number;
  return Fail("R08", "`custom-call`: `{}`: `{}` must be a number, got {}",
              {TargetOf(context), key, text});
}

Error NotSupported(const EvalContext& context, std::string_view key) {
  return Fail("R07", "`custom-call`: `{}` with `{}` {} is not supported",
              {TargetOf(context), key, ConfigValue(context, key)});
}

// ---- products ----

// A bias has the sizes of the most minor dimensions of the result's layout, in their order.
bool SetBias(const Shape& result, Literal bias, Epilogue& epilogue) {
  const Dims& sizes = bias.shape().dims;
  const Dims& of_result = result.layout.minor_to_major;
  const Dims& of_bias = bias.shape().layout.minor_to_major;
  if (sizes.size() > of_result.size() || of_bias.size() != sizes.size()) return false;
  Dims strides(sizes.size(), 1);
  for (size_t d = sizes.size(); d-- > 1;) strides[d - 1] = strides[d] * sizes[d];
  epilogue.bias_strides = Dims(result.dims.size(), 0);
  for (size_t i = 0; i < sizes.size(); ++i) {
    const auto to = static_cast<size_t>(of_result[i]), from = static_cast<size_t>(of_bias[i]);
    if (sizes[from] != result.dims[to]) return false;
    epilogue.bias_strides[to] = strides[from];
  }
  epilogue.bias = std::move(bias);
  return true;
}

// What follows the two matrices: the operand of `beta`, if it is not 0, the bias, and, for f8, the
// scales of the factors, then of that operand and of the result, or only of an f8 result. Returns
// false if the shapes or the number of operands are others.
Result<bool> TakeAddends(EvalContext& context, bool has_bias, bool is_f8, Epilogue& epilogue) {
  const Shape& result = ValueShape(context);
  const bool has_side = epilogue.side_scale != 0;
  std::vector<double> scales;
  for (size_t i = 2; i < context.operand_count(); ++i) {
    const Literal& operand = context.operand(i);
    if (i == 2 && has_side) {
      epilogue.side = operand;
    } else if (is_f8 && operand.shape().rank() == 0 && IsFloat(operand.element_type())) {
      HLO_TRY(const double scale, ScalarOperand(context, i));
      scales.push_back(scale);
    } else if (!has_bias || epilogue.bias || !SetBias(result, operand, epilogue)) {
      return false;
    }
  }
  if (is_f8) {
    if (scales.size() < 2 || scales.size() > 4) return false;
    epilogue.scale *= scales[0] * scales[1];
    if (scales.size() == 4) epilogue.side_scale *= scales[2];
    if (scales.size() > 2) epilogue.result_scale = scales.back();
    epilogue.saturates = StorageBytes(result.element_type) == 1;
  }
  return has_bias == epilogue.bias.has_value() && has_side == epilogue.side.has_value() &&
         (!epilogue.side || epilogue.side->shape().dims == result.dims);
}

// (value[, the input of the activation or the largest magnitude][, scratch memory]), or the value.
bool HasResultsOf(const Epilogue& epilogue, const EvalContext& context) {
  const Shape& shape = context.shape();
  const size_t least = epilogue.gives_input || epilogue.gives_largest ? 2 : 1;
  if (!shape.IsTuple()) return least == 1;
  const size_t count = shape.elements.size();
  if (least == 2 && count > 1) {
    const Shape& second = shape.elements[1];
    const bool has_sizes =
        epilogue.gives_input ? second.dims == shape.elements[0].dims : second.dims.empty();
    if (!second.IsArray() || !IsFloat(second.element_type) || !has_sizes) return false;
  }
  return count == least || count == least + 1;
}

// ---- convolutions ----

// The attributes of the forward convolution.
Attributes ConvolutionAttributes(const EvalContext& context) {
  Attributes attributes;
  for (const Attr attr : {Attr::window, Attr::dim_labels, Attr::feature_group_count}) {
    if (const Attribute* given = context.attributes().Find(attr)) {
      attributes.Set(attr, given->value);
    }
  }
  return attributes;
}

// cuDNN sizes are 32-bit, so the arithmetic below cannot overflow.
bool HasLibrarySizes(const Window& window, std::initializer_list<const Shape*> shapes) {
  constexpr int64_t kMax = std::numeric_limits<int32_t>::max();
  const auto fits = [](int64_t number) { return number >= -kMax && number <= kMax; };
  for (const WindowDimension& dim : window.dims) {
    for (const int64_t number :
         {dim.size, dim.stride, dim.pad_low, dim.pad_high, dim.lhs_dilate, dim.rhs_dilate}) {
      if (!fits(number)) return false;
    }
  }
  return std::all_of(shapes.begin(), shapes.end(), [&](const Shape* shape) {
    return std::all_of(shape->dims.begin(), shape->dims.end(), fits);
  });
}

// The window of a gradient, whose forward convolution must give `output`.
Result<Window> ForwardWindow(const EvalContext& context, const Attributes& attributes,
                             const Shape& input, const Shape& filter, const Shape& output) {
  Instruction instruction = context.instruction();
  instruction.op = &GetOpDef(Opcode::kConvolution);
  instruction.attributes = attributes;
  instruction.shape = &output;
  const Shape* operands[] = {&input, &filter};
  HLO_TRY(const Shape inferred, instruction.op->infer({instruction, operands, &output}));
  if (!Compatible(inferred, output)) {
    return BadShapes(context, "have the shapes of a convolution, whose output would be " +
                                  ShapeText(inferred, false));
  }
  const auto* given = attributes.Get<Window>(Attr::window);
  Window window = given == nullptr ? Window() : *given;
  if (!HasLibrarySizes(window, {&input, &filter, &output})) {
    return BadShapes(context, "have sizes and a window of at most 31 bits");
  }
  return window;
}

std::string Exchanged(std::string labels, char a, char b) {
  for (char& label : labels) label = label == a ? b : label == b ? a : label;
  return labels;
}

int64_t SizeOf(const Shape& shape, const std::string& labels, char label) {
  return shape.dims[labels.find(label)];
}

// Spatial dimension d of the labels.
char Spatial(size_t d) { return static_cast<char>('0' + d); }

// A filter [o, i] of g groups as [o / g, g * i]: input and output features change places below.
Result<Literal> Regrouped(EvalContext& context, Literal filter, const std::string& labels,
                          int64_t groups) {
  if (groups == 1) return filter;
  const size_t out = labels.find('o'), in = labels.find('i');
  Dims split, transposed, merged, order;
  for (size_t d = 0; d < labels.size(); ++d) {
    const int64_t size = filter.shape().dims[d];
    if (d == out) split.push_back(groups);
    split.push_back(d == out ? size / groups : size);
    merged.push_back(d == out ? size / groups : d == in ? size * groups : size);
  }
  for (size_t d = 0; d < labels.size(); ++d) {
    if (d == in) order.push_back(static_cast<int64_t>(out));
    order.push_back(static_cast<int64_t>(d < out ? d : d + 1));
  }
  for (const int64_t d : order) transposed.push_back(split[static_cast<size_t>(d)]);
  const ElementType type = filter.element_type();
  const auto shaped = [&](const Dims& dims) {
    return Share(Shape::Array(type, {dims.data(), dims.size()}));
  };
  Attributes attributes;
  attributes.Set(Attr::dimensions, std::vector<int64_t>(order.begin(), order.end()));
  std::vector<Literal> operands;
  operands.push_back(std::move(filter).WithShape(shaped(split)));
  HLO_TRY(Literal moved, EvaluateAs(context, Opcode::kTranspose, *shaped(transposed),
                                    std::move(attributes), std::move(operands)));
  return std::move(moved).WithShape(shaped(merged));
}

// The gradient where the output has no elements.
Result<Literal> Zeros(EvalContext& context) {
  return Literal::Zeros(context.shape(), context.runtime().budget());
}

}  // namespace

Result<Literal> EvaluateWithScratch(EvalContext& context, Opcode opcode, Attributes attributes) {
  if (!HasScratch(context) || context.operand_count() != 2) return NeedsScratch(context);
  HLO_TRY(Literal value, Product(context, opcode, ValueShape(context), std::move(attributes)));
  return WithScratch(context, std::move(value));
}

Result<Literal> CublasMatmul(EvalContext& context, bool is_f8) {
  if (!TakesArrays(context)) return NeedsScratch(context, "at least two arrays");
  Epilogue epilogue;
  HLO_TRY(const double real, ConfigReal(context, "alpha_real", 1));
  HLO_TRY(const double imaginary, ConfigReal(context, "alpha_imag", 0));
  epilogue.scale = {real, imaginary};
  HLO_TRY(epilogue.side_scale, ConfigReal(context, "beta", 0));
  epilogue.gives_largest = is_f8 && ConfigValue(context, "damax_output") == "true";
  std::string_view name = ConfigValue(context, "epilogue");
  epilogue.gives_input = name.ends_with("_AUX");
  const bool has_bias = name.starts_with("BIAS");
  if (has_bias) name.remove_prefix(std::min(name.size(), std::string_view("BIAS_").size()));
  const std::optional<Activation> activation = FindCublasActivation(name);
  if (!activation) return NotSupported(context, "epilogue");
  epilogue.activation = *activation;
  const Shape& result = ValueShape(context);
  if (epilogue.scale.imag() != 0 && !IsComplex(result.element_type)) {
    return NotSupported(context, "alpha_imag");
  }
  HLO_TRY(const bool is_good, TakeAddends(context, has_bias, is_f8, epilogue));
  if (!is_good) {
    return BadShapes(context, is_f8 ? "take two matrices, the operand of `beta`, two to four "
                                      "scales, and the bias of `epilogue`"
                                    : "take two matrices, the operand of `beta`, and the bias of "
                                      "`epilogue`");
  }
  if (!HasResultsOf(epilogue, context)) {
    return BadShapes(context, "return what `epilogue` and `damax_output` say, and scratch memory");
  }
  Attributes attributes;
  attributes.Set(Attr::lhs_batch_dims, ConfigNumbers(context.attributes(), "lhs_batch_dimensions"));
  attributes.Set(Attr::rhs_batch_dims, ConfigNumbers(context.attributes(), "rhs_batch_dimensions"));
  attributes.Set(Attr::lhs_contracting_dims,
                 ConfigNumbers(context.attributes(), "lhs_contracting_dimensions"));
  attributes.Set(Attr::rhs_contracting_dims,
                 ConfigNumbers(context.attributes(), "rhs_contracting_dimensions"));
  HLO_TRY(Literal value,
          Product(context, Opcode::kDot, SumShape(result, epilogue), std::move(attributes)));
  return WithEpilogue(context, std::move(value), std::move(epilogue));
}

Result<Literal> CudnnForward(EvalContext& context) {
  if (!HasScratch(context)) return NeedsScratch(context, "at least two arrays");
  const Shape& result = ValueShape(context);
  Epilogue epilogue;
  HLO_TRY(epilogue.scale, ConfigReal(context, "conv_result_scale", 1));
  HLO_TRY(epilogue.side_scale, ConfigReal(context, "side_input_scale", 0));
  HLO_TRY(epilogue.slope, ConfigReal(context, "leakyrelu_alpha", 0));
  const std::optional<Activation> activation =
      FindCudnnActivation(ConfigValue(context, "activation_mode"));
  if (!activation) return NotSupported(context, "activation_mode");
  epilogue.activation = *activation;
  const auto* labels = context.attributes().Get<DimLabels>(Attr::dim_labels);
  const size_t features = labels == nullptr ? std::string::npos : labels->out.find('f');
  if (features >= result.dims.size()) return BadShapes(context, "return an array with features");
  if (context.operand_count() > 2) epilogue.bias = context.operand(2);
  if (context.operand_count() > 3 && epilogue.side_scale != 0) epilogue.side = context.operand(3);
  epilogue.bias_strides = Dims(result.dims.size(), 0);
  epilogue.bias_strides[features] = 1;
  const bool is_good =
      context.operand_count() <= 4 && (epilogue.side_scale == 0 || epilogue.side) &&
      (!epilogue.bias || epilogue.bias->element_count() == result.dims[features]) &&
      (!epilogue.side || epilogue.side->shape().dims == result.dims);
  if (!is_good) {
    return BadShapes(context, "take an input, a filter, a bias for each feature, and a side input");
  }
  HLO_TRY(Literal value, Product(context, Opcode::kConvolution, SumShape(result, epilogue),
                                 ConvolutionAttributes(context)));
  return WithEpilogue(context, std::move(value), std::move(epilogue));
}

// The gradient of the output, with as many holes as the stride left out, and the filter reversed.
Result<Literal> CudnnBackwardInput(EvalContext& context) {
  if (!HasScratch(context) || context.operand_count() != 2) return NeedsScratch(context);
  const Shape& input = context.shape().elements[0];
  const Shape output = context.operand(0).shape(), filter = context.operand(1).shape();
  Attributes attributes = ConvolutionAttributes(context);
  HLO_TRY(Window window, ForwardWindow(context, attributes, input, filter, output));
  if (IsZeroElementArray(output)) return Zeros(context);
  const DimLabels forward = *attributes.Get<DimLabels>(Attr::dim_labels);
  for (size_t d = 0; d < window.dims.size(); ++d) {
    WindowDimension& dim = window.dims[d];
    if (dim.lhs_dilate != 1) {
      return Fail("R07", "`custom-call`: `{}` with `lhs_dilate` {} is not supported",
                  {TargetOf(context), dim.lhs_dilate});
    }
    const int64_t reach = (dim.size - 1) * dim.rhs_dilate;
    const int64_t dilated = (SizeOf(output, forward.out, Spatial(d)) - 1) * dim.stride + 1;
    dim.pad_low = reach - dim.pad_low;
    dim.pad_high = SizeOf(input, forward.lhs, Spatial(d)) + reach - dilated - dim.pad_low;
    dim.lhs_dilate = std::exchange(dim.stride, 1);
    dim.reversal = !dim.reversal;
  }
  const int64_t groups = attributes.Int(Attr::feature_group_count, 1);
  attributes.Set(Attr::window, std::move(window));
  attributes.Set(Attr::dim_labels,
                 DimLabels{forward.out, Exchanged(forward.rhs, 'i', 'o'), forward.lhs});
  std::vector<Literal> operands = context.TakeOperands();
  HLO_TRY(operands[1], Regrouped(context, std::move(operands[1]), forward.rhs, groups));
  HLO_TRY(Literal value, EvaluateAs(context, Opcode::kConvolution, input, std::move(attributes),
                                    std::move(operands)));
  return WithScratch(context, std::move(value));
}

// The gradient of the output slides over the input; the batch is what is summed.
Result<Literal> CudnnBackwardFilter(EvalContext& context) {
  if (!HasScratch(context) || context.operand_count() != 2) return NeedsScratch(context);
  const Shape& filter = context.shape().elements[0];
  const Shape input = context.operand(0).shape(), output = context.operand(1).shape();
  Attributes attributes = ConvolutionAttributes(context);
  HLO_TRY(Window window, ForwardWindow(context, attributes, input, filter, output));
  if (IsZeroElementArray(output)) return Zeros(context);
  const DimLabels forward = *attributes.Get<DimLabels>(Attr::dim_labels);
  for (size_t d = 0; d < window.dims.size(); ++d) {
    WindowDimension& dim = window.dims[d];
    if (dim.lhs_dilate != 1 || dim.reversal) {
      return Fail("R07", "`custom-call`: `{}` with `lhs_dilate` or `rhs_reversal` is not supported",
                  {TargetOf(context)});
    }
    const int64_t reach = (dim.size - 1) * dim.rhs_dilate;
    dim.size = SizeOf(output, forward.out, Spatial(d));
    const int64_t dilated = (dim.size - 1) * dim.stride + 1;
    dim.pad_high = reach + dilated - SizeOf(input, forward.lhs, Spatial(d)) - dim.pad_low;
    std::swap(dim.stride, dim.rhs_dilate);
  }
  const int64_t groups = attributes.Int(Attr::feature_group_count, 1);
  attributes.Set(Attr::feature_group_count, int64_t{1});
  attributes.Set(Attr::batch_group_count, groups);
  attributes.Set(Attr::window, std::move(window));
  // Features of the input become the batch, which is that of the result: input features of the
  // filter.
  std::string kernel = Exchanged(Exchanged(forward.out, 'b', 'i'), 'f', 'o');
  std::string result = Exchanged(Exchanged(forward.rhs, 'i', 'b'), 'o', 'f');
  attributes.Set(Attr::dim_labels,
                 DimLabels{Exchanged(forward.lhs, 'b', 'f'), std::move(kernel), std::move(result)});
  HLO_TRY(Literal value, Product(context, Opcode::kConvolution, filter, std::move(attributes)));
  return WithScratch(context, std::move(value));
}

}  // namespace hlo
