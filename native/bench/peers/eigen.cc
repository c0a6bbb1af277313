// SPDX-License-Identifier: Apache-2.0
// Eigen's matrices, and the version of Eigen and its Tensor module.
#include <Eigen/Core>

#include "native/bench/peers/peers.h"

namespace hlo::bench {
namespace {

template <class T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using MatrixMap = Eigen::Map<Matrix<float>, Eigen::Aligned64>;

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

// A product of 16-bit numbers, converted to f32 beforehand: Eigen's own products of them are
// slower.
template <class T>
Work ConvertedProduct(const Request& request) {
  const Eigen::Index n = request.n;
  const auto a = Read<T>(request.inputs[0]), b = Read<T>(request.inputs[1]);
  const Buffer<float> wide_a(a.size()), wide_b(a.size()), c(a.size());
  using Narrow = Eigen::Map<Matrix<T>, Eigen::Aligned64>;
  return MakeWork(
      c,
      [=] {
        MatrixMap left(wide_a.data(), n, n), right(wide_b.data(), n, n);
        left = Narrow(a.data(), n, n).template cast<float>();
        right = Narrow(b.data(), n, n).template cast<float>();
        MatrixMap(c.data(), n, n).noalias() = left * right;
      },
      "converted to f32");
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
  if (const int count = ProductCount(request.key); count > 0) return Products(request, count);
  if (request.key == "bf16matmul") return ConvertedProduct<Eigen::bfloat16>(request);
  if (request.key == "f16matmul") return ConvertedProduct<Eigen::half>(request);
  if (request.key == "transpose") return Transpose(request);
  return OpenEigenTensor(request, threads);
}

std::string EigenVersion() {
  return "Eigen " + std::to_string(EIGEN_WORLD_VERSION) + "." +
         std::to_string(EIGEN_MAJOR_VERSION) + "." + std::to_string(EIGEN_MINOR_VERSION);
}

}  // namespace hlo::bench
