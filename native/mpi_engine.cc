// SPDX-License-Identifier: Apache-2.0
#include "native/mpi_engine.h"

namespace hlo::cli {
namespace {

class MpiEngine : public conform::Engine {
 public:
  MpiEngine(MpiProcesses& processes, api::Kernels kernels)
      : processes_(processes), kernels_(kernels) {}

  std::string name() const override { return "hlo-playground over MPI"; }
  bool is_own() const override { return true; }

  conform::Answer Run(const conform::Case& test) override {
    const std::unique_ptr<api::Transport> transport =
        processes_.First(test.replicas * test.partitions);
    if (transport == nullptr) {
      conform::Answer skipped;
      skipped.kind = conform::Answer::Kind::kSkipped;
      return skipped;
    }
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
