// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_BASIC_LIBRARY_EPILOGUE_H_
#define HLO_CORE_OPS_BASIC_LIBRARY_EPILOGUE_H_

#include <complex>
#include <optional>
#include <string_view>

#include "core/base/result.h"
#include "core/ops/evaluate.h"

// What cuBLAS and cuDNN do to a product before they store it, and the results of their custom
// calls.
namespace hlo {

// `slope`: of a leaky ReLU below 0.
using Activation = double (*)(double x, double slope);

// nullopt if the library has no activation of this name; nullptr for none.
std::optional<Activation> FindCublasActivation(std::string_view name);
std::optional<Activation> FindCudnnActivation(std::string_view name);

// result_scale * activation(scale * product + side_scale * side + bias).
struct Epilogue {
  std::complex<double> scale = 1;  // real, unless the product is complex
  double side_scale = 0, result_scale = 1;
  std::optional<Literal> side, bias;
  Dims bias_strides;  // elements of the bias between neighbors along each dimension of the result
  Activation activation = nullptr;
  double slope = 0;
  bool gives_input = false;    // the second result is what the activation takes
  bool gives_largest = false;  // the second result is the largest magnitude, without result_scale
  bool saturates = false;      // instead of overflowing

  bool IsPlain() const;
};

// The first or only result.
const Shape& ValueShape(const EvalContext& context);

// The shape of a product whose epilogue is not applied: f32, unless the result is wider.
Shape SumShape(const Shape& result, const Epilogue& epilogue);

// (value[, second], scratch memory), which is zeros; or the value alone, if the call returns an
// array.
Result<Literal> WithScratch(EvalContext& context, Literal value,
                            std::optional<Literal> second = {});

// The results for a product of SumShape(). Computes in f64 or c128 and rounds once. Error R07: an
// epilogue of integers, or an activation of complex numbers.
Result<Literal> WithEpilogue(EvalContext& context, Literal product, Epilogue epilogue);

// An operand of one number.
Result<double> ScalarOperand(EvalContext& context, size_t i);

}  // namespace hlo

#endif  // HLO_CORE_OPS_BASIC_LIBRARY_EPILOGUE_H_
