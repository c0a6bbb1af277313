// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_NATIVE_MPI_TRANSPORT_H_
#define HLO_NATIVE_MPI_TRANSPORT_H_

#include <cstdint>
#include <memory>
#include <string>

#include "hlo/hlo.h"

namespace hlo::cli {

// The processes that mpirun has started. There is none in a build without MPI.
class MpiProcesses {
 public:
  virtual ~MpiProcesses() = default;
  virtual int64_t rank() const = 0;
  virtual int64_t size() const = 0;
  // A transport between the first `count` processes; nullptr in the others. All must call it.
  virtual std::unique_ptr<api::Transport> First(int64_t count) = 0;
};

// nullptr when that does not work; `error` says why. Once in the life of a process.
std::unique_ptr<MpiProcesses> StartMpi(std::string& error);

}  // namespace hlo::cli

#endif  // HLO_NATIVE_MPI_TRANSPORT_H_
