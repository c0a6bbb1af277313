// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_NATIVE_MPI_ENGINE_H_
#define HLO_NATIVE_MPI_ENGINE_H_

#include <memory>

#include "conformance/runner/engine.h"
#include "native/mpi_transport.h"

namespace hlo::cli {

// Runs each case with one process per device. Rank 0 gets the answers. A case must not have more
// devices than there are processes, and all processes must run the same cases.
std::unique_ptr<conform::Engine> MakeMpiEngine(MpiProcesses& processes, KernelMode mode);

}  // namespace hlo::cli

#endif  // HLO_NATIVE_MPI_ENGINE_H_
