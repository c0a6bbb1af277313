// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_EXPORT_MLIR_VALUES_H_
#define HLO_CORE_IMPORT_EXPORT_MLIR_VALUES_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "hlo/literal.h"
#include "hlo/shape.h"

namespace hlo::stablehlo {

// "tensor<2x3xf32>", "tuple<tensor<i1>>"; empty if MLIR has no such type, or tuples are nested too
// deep. `depth`: of the tuple around it.
std::string TypeText(const Shape& shape, int depth = 0);
// "dense<[1.0, 2.0]> : tensor<2xf32>" of an array.
std::string DenseText(const Literal& literal);
// "array<i64: 1, 2>"
std::string ArrayText(std::span<const int64_t> values);
// "0x7FC00000"
std::string BitsText(uint64_t bits, int width);
// In quotes, with escapes.
std::string QuotedText(std::string_view bytes);
// "dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>" of rows of equal length.
std::string MatrixText(std::span<const int64_t> values, int64_t columns);

}  // namespace hlo::stablehlo

#endif  // HLO_CORE_IMPORT_EXPORT_MLIR_VALUES_H_
