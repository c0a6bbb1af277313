// SPDX-License-Identifier: Apache-2.0
// The engines of this program. Each prepares a row, or returns Work without `run` if the engine
// does not support the operation. Results go to a preallocated buffer; `threads` is the number of
// threads.
#ifndef HLO_NATIVE_BENCH_PEERS_PEERS_H_
#define HLO_NATIVE_BENCH_PEERS_PEERS_H_

#include <string>

#include "native/bench/worker.h"

namespace hlo::bench {

Work OpenEigen(const Request& request, int threads);
Work OpenOneDnn(const Request& request, int threads);
Work OpenOpenBlas(const Request& request, int threads);
Work OpenFftw(const Request& request, int threads);
Work OpenHighway(const Request& request, int threads);
Work OpenLoops(const Request& request, int threads);
Work OpenNlohmann(const Request& request, int threads);
Work OpenXnnpack(const Request& request, int threads);

// "Eigen 3.4.0"
std::string EigenVersion();
std::string OneDnnVersion();
std::string OpenBlasVersion();
std::string FftwVersion();
std::string HighwayVersion();
std::string LoopsVersion();
std::string XnnpackVersion();
std::string NlohmannVersion();

// Parts of the engines above.
Work OpenEigenTensor(const Request& request, int threads);
Work OpenOneDnnNetwork(const Request& request);

// Work whose result is `result`.
template <class T, class Run>
Work MakeWork(const Buffer<T>& result, Run run, std::string note = "") {
  Work work;
  work.run = std::move(run);
  work.peek = [result](int64_t index) {
    return static_cast<double>(result[static_cast<size_t>(index)]);
  };
  work.note = std::move(note);
  return work;
}

// The number of products of a key, "bmm1024": 1024; 0 for other work.
inline int ProductCount(const std::string& key) {
  if (key == "matmul") return 1;
  if (key == "bmm") return 16;
  return key == "bmm1024" ? 1024 : 0;
}

inline Work NoSuchWork() {
  Work work;
  work.why = "unsupported operation";
  return work;
}

}  // namespace hlo::bench

#endif  // HLO_NATIVE_BENCH_PEERS_PEERS_H_
