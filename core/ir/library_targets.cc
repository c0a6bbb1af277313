// SPDX-License-Identifier: Apache-2.0
#include "core/ir/library_targets.h"

#include <algorithm>

namespace hlo {
namespace {

struct Row {
  std::string_view target;  // '?': the letter of the element type, s, d, c, or z
  LibraryFunction function;
};

constexpr Row kRows[] = {
    {"Sharding", LibraryFunction::kAnnotation},
    {"LayoutConstraint", LibraryFunction::kAnnotation},
    {"annotate_device_placement", LibraryFunction::kAnnotation},
    {"MoveToHost", LibraryFunction::kAnnotation},
    {"MoveToDevice", LibraryFunction::kAnnotation},
    {"SPMDFullToShardShape", LibraryFunction::kGlobalToLocal},
    {"xla.sdy.GlobalToLocalShape", LibraryFunction::kGlobalToLocal},
    {"SPMDShardToFullShape", LibraryFunction::kLocalToGlobal},
    {"xla.sdy.LocalToGlobalShape", LibraryFunction::kLocalToGlobal},
    {"xla.sdy.FuncResultSharding", LibraryFunction::kAnnotation},
    {"TopK", LibraryFunction::kTopK},
    {"__gpu$TopK", LibraryFunction::kTopK},
    {"__cub$DeviceRadixSort", LibraryFunction::kRadixSort},
    {"__cub$DeviceRadixSortUnassignedScratchSize", LibraryFunction::kRadixSort},
    {"lapack_?trsm_ffi", LibraryFunction::kTriangularSolve},
    {"__cublas$triangularSolve", LibraryFunction::kCublasTriangularSolve},
    {"__cublas$gemm", LibraryFunction::kCublasMatmul},
    {"__cublas$lt$matmul", LibraryFunction::kCublasMatmul},
    {"__cublas$lt$matmul$f8", LibraryFunction::kCublasMatmulF8},
    {"__cudnn$convForward", LibraryFunction::kCudnnForward},
    {"__cudnn$convBiasActivationForward", LibraryFunction::kCudnnForward},
    {"__cudnn$convBackwardInput", LibraryFunction::kCudnnBackwardInput},
    {"__cudnn$convBackwardFilter", LibraryFunction::kCudnnBackwardFilter},
    {"lapack_?potrf_ffi", LibraryFunction::kCholesky},
    {"cusolver_potrf_ffi", LibraryFunction::kCholesky},
    {"lapack_?getrf_ffi", LibraryFunction::kLu},
    {"cusolver_getrf_ffi", LibraryFunction::kLu},
    {"cu_lu_pivots_to_permutation", LibraryFunction::kPermutationOfPivots},
    {"lapack_?geqrf_ffi", LibraryFunction::kQr},
    {"cusolver_geqrf_ffi", LibraryFunction::kQr},
    {"lapack_?geqp3_ffi", LibraryFunction::kPivotedQr},
    {"lapack_?ormqr_ffi", LibraryFunction::kProductWithReflectors},
    {"lapack_?unmqr_ffi", LibraryFunction::kProductWithReflectors},
    {"lapack_?gtsv_ffi", LibraryFunction::kTridiagonalSolve},
    {"lapack_?orgqr_ffi", LibraryFunction::kProductOfReflectors},
    {"lapack_?ungqr_ffi", LibraryFunction::kProductOfReflectors},
    {"cusolver_orgqr_ffi", LibraryFunction::kProductOfReflectors},
    {"lapack_?syevd_ffi", LibraryFunction::kEigenvalues},
    {"lapack_?heevd_ffi", LibraryFunction::kEigenvalues},
    {"cusolver_syevd_ffi", LibraryFunction::kEigenvalues},
    {"lapack_?gesdd_ffi", LibraryFunction::kSingularValues},
    {"cusolver_gesvdj_ffi", LibraryFunction::kSingularValues},
};

bool Matches(std::string_view target, std::string_view pattern) {
  constexpr std::string_view kTypes = "sdcz";
  return std::equal(target.begin(), target.end(), pattern.begin(), pattern.end(),
                    [&](char a, char b) {
                      return a == b || (b == '?' && kTypes.find(a) != std::string_view::npos);
                    });
}

}  // namespace

std::optional<LibraryFunction> FindLibraryFunction(std::string_view target) {
  for (const Row& row : kRows) {
    if (Matches(target, row.target)) return row.function;
  }
  return std::nullopt;
}

}  // namespace hlo
