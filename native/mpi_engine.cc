// SPDX-License-Identifier: Apache-2.0
#include "native/mpi_engine.h"

namespace hlo::cli {
namespace {

class MpiEngine : public conform::Engine {
 public:
  MpiEngine(MpiProcesses& processes, KernelMode mode) : processes_(processes), mode_(mode) {}

  std::string name() const override { return "hlo-playground over MPI"; }
  std::string version() const override { return std::string(api::kVersion); }
  bool is_own() const override { return true; }

  conform::Answer Run(const conform::Case& test) override {
    const std::unique_ptr<api::Transport> transport =
        processes_.First(test.replicas * test.partitions);
    if (transport == nullptr) {
      conform::Answer skipped;
      skipped.kind = conform::Answer::Kind::kSkipped;
      return skipped;
    }
    return conform::MakeInProcessEngine(mode_, {}, api::OverTransport(*transport))->Run(test);
  }

 private:
  MpiProcesses& processes_;
  KernelMode mode_;
};

}  // namespace

std::unique_ptr<conform::Engine> MakeMpiEngine(MpiProcesses& processes, KernelMode mode) {
  return std::make_unique<MpiEngine>(processes, mode);
}

}  // namespace hlo::cli
