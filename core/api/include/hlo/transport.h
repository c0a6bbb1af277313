// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_TRANSPORT_H_
#define HLO_TRANSPORT_H_

#include <cstdint>
#include <vector>

namespace hlo {

// Carries messages between the processes of one run, each of which has one device. Provided by
// front ends (native/mpi_transport.h).
class Transport {
 public:
  virtual ~Transport() = default;
  // The number of this process, which is also that of its device, and the number of processes.
  virtual int64_t rank() const = 0;
  virtual int64_t size() const = 0;
  // Does not block. Messages from one process to another arrive in the order they were sent.
  virtual void Send(int64_t to, std::vector<uint8_t> message) = 0;
  // Waits for the next message to this process from any process.
  virtual std::vector<uint8_t> Receive() = 0;
};

}  // namespace hlo

#endif  // HLO_TRANSPORT_H_
