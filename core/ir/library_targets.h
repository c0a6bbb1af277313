// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IR_LIBRARY_TARGETS_H_
#define HLO_CORE_IR_LIBRARY_TARGETS_H_

#include <cstdint>
#include <optional>
#include <string_view>

namespace hlo {

// Library functions that custom calls of JAX and XLA name, and that are computed here (ops
// reference 15.9).
enum class LibraryFunction : uint8_t {
  kAnnotation,
  kGlobalToLocal,
  kLocalToGlobal,
  kTopK,
  kRadixSort,
  kTriangularSolve,
  kCublasTriangularSolve,
  kCublasMatmul,
  kCublasMatmulF8,
  kCudnnForward,
  kCudnnBackwardInput,
  kCudnnBackwardFilter,
  kCholesky,
  kLu,
  kPermutationOfPivots,
  kQr,
  kPivotedQr,
  kProductOfReflectors,
  kProductWithReflectors,
  kTridiagonalSolve,
  kEigenvalues,
  kSingularValues,
};

// nullopt if no function has this name.
std::optional<LibraryFunction> FindLibraryFunction(std::string_view target);

}  // namespace hlo

#endif  // HLO_CORE_IR_LIBRARY_TARGETS_H_
