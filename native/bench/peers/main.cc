// SPDX-License-Identifier: Apache-2.0
// bench_peers NAME [THREADS] [--version]: one engine as a worker of scripts/bench.
#include <cstdio>
#include <cstring>

#include "native/bench/peers/peers.h"

namespace hlo::bench {
namespace {

struct Peer {
  const char* name;
  Work (*open)(const Request&, int threads);
  std::string (*version)();
};

constexpr Peer kPeers[] = {
    {"eigen", OpenEigen, EigenVersion},          {"onednn", OpenOneDnn, OneDnnVersion},
    {"openblas", OpenOpenBlas, OpenBlasVersion}, {"fftw", OpenFftw, FftwVersion},
    {"xnnpack", OpenXnnpack, XnnpackVersion},    {"highway", OpenHighway, HighwayVersion},
    {"loops", OpenLoops, LoopsVersion},          {"nlohmann", OpenNlohmann, NlohmannVersion},
};

int Main(int argc, char** argv) {
  for (const Peer& peer : kPeers) {
    if (argc < 2 || std::strcmp(argv[1], peer.name) != 0) continue;
    if (argc > 2 && std::strcmp(argv[2], "--version") == 0) {
      std::puts(peer.version().c_str());
      return 0;
    }
    const int threads = argc > 2 ? std::atoi(argv[2]) : 1;
    return Serve([&](const Request& request) { return peer.open(request, threads); });
  }
  std::string names;
  for (const Peer& peer : kPeers) names += (names.empty() ? "" : "|") + std::string(peer.name);
  std::fprintf(stderr, "usage: bench_peers %s [THREADS|--version]\n", names.c_str());
  return 2;
}

}  // namespace
}  // namespace hlo::bench

int main(int argc, char** argv) { return hlo::bench::Main(argc, argv); }
