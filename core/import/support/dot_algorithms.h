// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_SUPPORT_DOT_ALGORITHMS_H_
#define HLO_CORE_IMPORT_SUPPORT_DOT_ALGORITHMS_H_

#include <cstdint>
#include <string_view>

namespace hlo::stablehlo {

// The algorithms of a dot (imports reference 4.6): element types of the operands and of the sum,
// where "f8" is any of its types, and the number of primitive operations.
struct DotAlgorithm {
  std::string_view lhs, rhs, sum;
  int64_t operations;
  bool imprecise;
  std::string_view name;
};
inline constexpr DotAlgorithm kDotAlgorithms[] = {
    {"f8", "f8", "f32", 1, false, "dot_any_f8_any_f8_f32"},
    {"f8", "f8", "f32", 1, true, "dot_any_f8_any_f8_f32_fast_accum"},
    {"f16", "f16", "f16", 1, false, "dot_f16_f16_f16"},
    {"f16", "f16", "f32", 1, false, "dot_f16_f16_f32"},
    {"bf16", "bf16", "bf16", 1, false, "dot_bf16_bf16_bf16"},
    {"bf16", "bf16", "f32", 1, false, "dot_bf16_bf16_f32"},
    {"bf16", "bf16", "f32", 3, false, "dot_bf16_bf16_f32_x3"},
    {"bf16", "bf16", "f32", 6, false, "dot_bf16_bf16_f32_x6"},
    {"bf16", "bf16", "f32", 9, false, "dot_bf16_bf16_f32_x9"},
    {"tf32", "tf32", "f32", 1, false, "dot_tf32_tf32_f32"},
    {"tf32", "tf32", "f32", 3, false, "dot_tf32_tf32_f32_x3"},
    {"f32", "f32", "f32", 1, false, "dot_f32_f32_f32"},
    {"f64", "f64", "f64", 1, false, "dot_f64_f64_f64"},
};

}  // namespace hlo::stablehlo

#endif  // HLO_CORE_IMPORT_SUPPORT_DOT_ALGORITHMS_H_
