// SPDX-License-Identifier: Apache-2.0
// Eigen's matrices, and the version of Eigen and its Tensor module.
#include <Eigen/Core>

#include "native/bench/peers/peers.h"

namespace hlo::bench {
namespace {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using MatrixMap = Eigen::Map<Matrix, Eigen::Aligned64>;

// `count` products of n x n matrices stored contiguously.
Work Products(const Request& request, int count) {
  const Eigen::Index n = request.n;
  const auto a = Read<float>(request.inputs[0]), b = Read<float>(request.inputs[1]);
  const Buffer<float> c(a.size());
  return MakeWork(
      c,
      [=] {
        for (Eigen::Index i = 0; i < count; ++i) {
          const Eigen::Index at = i * n * n;
          MatrixMap(c.data() + at, n, n).noalias() =
              MatrixMap(a.data() + at, n, n) * MatrixMap(b.data() + at, n, n);
        }
      },
      count > 1 ? "a loop of products" : "");
}

Work Transpose(const Request& request) {
  const Eigen::Index n = request.n;
  const auto x = Read<float>(request.inputs[0]);
  const Buffer<float> out(x.size());
  return MakeWork(
      out, [=] { MatrixMap(out.data(), n, n).noalias() = MatrixMap(x.data(), n, n).transpose(); });
}

}  // namespace

Work OpenEigen(const Request& request, int threads) {
  Eigen::setNbThreads(threads);
  if (request.key == "matmul") return Products(request, 1);
  if (request.key == "bmm") return Products(request, 16);
  if (request.key == "transpose") return Transpose(request);
  return OpenEigenTensor(request, threads);
}

std::string EigenVersion() {
  return "Eigen " + std::to_string(EIGEN_WORLD_VERSION) + "." +
         std::to_string(EIGEN_MAJOR_VERSION) + "." + std::to_string(EIGEN_MINOR_VERSION);
}

}  // namespace hlo::bench
