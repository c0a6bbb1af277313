// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_NATIVE_MPI_ENGINE_H_
#define HLO_NATIVE_MPI_ENGINE_H_

#include <memory>

#include "conformance/runner/engine.h"
#include "native/mpi_transport.h"

namespace hlo::cli {

// Runs cases of several devices with one process each; those of rank 0 give the answers. Skips cases
// of one device, and of more than there are processes.
std::unique_ptr<conform::Engine> MakeMpiEngine(MpiProcesses& processes, api::Kernels kernels);

}  // namespace hlo::cli

#endif  // HLO_NATIVE_MPI_ENGINE_H_
