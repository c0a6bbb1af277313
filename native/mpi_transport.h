// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_NATIVE_MPI_TRANSPORT_H_
#define HLO_NATIVE_MPI_TRANSPORT_H_

#include <cstdint>
#include <memory>
#include <string>

#include "hlo/hlo.h"

namespace hlo::cli {

// The processes started by mpirun. A build without MPI has none.
class MpiProcesses {
 public:
  virtual ~MpiProcesses() = default;
  virtual int64_t rank() const = 0;
  virtual int64_t size() const = 0;
  // A transport between the first `count` processes; nullptr in the others. All must call it.
  virtual std::unique_ptr<api::Transport> First(int64_t count) = 0;
};

// Must be called at most once per process.
Result<std::unique_ptr<MpiProcesses>> StartMpi();

}  // namespace hlo::cli

#endif  // HLO_NATIVE_MPI_TRANSPORT_H_
