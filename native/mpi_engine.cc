// SPDX-License-Identifier: Apache-2.0
#include "native/mpi_engine.h"

#include <string>

namespace hlo::cli {
namespace {

class MpiEngine : public conform::Engine {
 public:
  MpiEngine(MpiProcesses& processes, api::Kernels kernels)
      : processes_(processes), kernels_(kernels) {}

  std::string name() const override { return "hlo-playground over MPI"; }
  bool is_own() const override { return true; }

  conform::Answer Run(const conform::Case& test) override {
    const int64_t devices = test.replicas * test.partitions;
    conform::Answer skipped;
    skipped.kind = conform::Answer::Kind::kSkipped;
    skipped.message = std::to_string(devices) + " devices, " + std::to_string(processes_.size()) +
                      " processes";
    if (devices == 1 || devices > processes_.size()) return skipped;
    const std::unique_ptr<api::Transport> transport = processes_.First(devices);
    if (transport == nullptr) return skipped;
    return conform::MakeInProcessEngine(kernels_, 0, api::OverTransport(*transport))->Run(test);
  }

 private:
  MpiProcesses& processes_;
  api::Kernels kernels_;
};

}  // namespace

std::unique_ptr<conform::Engine> MakeMpiEngine(MpiProcesses& processes, api::Kernels kernels) {
  return std::make_unique<MpiEngine>(processes, kernels);
}

}  // namespace hlo::cli
