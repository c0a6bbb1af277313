// SPDX-License-Identifier: Apache-2.0
#include <cblas.h>

#include "native/bench/peers/peers.h"

namespace hlo::bench {
namespace {

// `count` products of n x n matrices stored contiguously.
Work Products(const Request& request, int count) {
  const int n = static_cast<int>(request.n);
  const auto a = Read<float>(request.inputs[0]), b = Read<float>(request.inputs[1]);
  const Buffer<float> c(a.size());
  return MakeWork(
      c,
      [=] {
        for (int i = 0; i < count; ++i) {
          const ptrdiff_t at = static_cast<ptrdiff_t>(i) * n * n;
          cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1.0f, a.data() + at, n,
                      b.data() + at, n, 0.0f, c.data() + at, n);
        }
      },
      count > 1 ? "a loop of sgemm" : "sgemm");
}

}  // namespace

Work OpenOpenBlas(const Request& request, int threads) {
  openblas_set_num_threads(threads);
  const int count = ProductCount(request.key);
  return count > 0 ? Products(request, count) : NoSuchWork();
}

std::string OpenBlasVersion() {
  const std::string config = openblas_get_config();  // "OpenBLAS 0.3.21 NO_LAPACKE ..."
  return config.substr(0, config.find(' ', config.find(' ') + 1)) + " (" + openblas_get_corename() +
         ")";
}

}  // namespace hlo::bench
