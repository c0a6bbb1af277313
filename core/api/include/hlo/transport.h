// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_TRANSPORT_H_
#define HLO_TRANSPORT_H_

#include <cstdint>
#include <vector>

namespace hlo {

// Carries messages between the processes of one run, each of which has one device. The core has
// none of its own: a front end that has one (native/mpi_transport.h) lends it.
class Transport {
 public:
  virtual ~Transport() = default;
  // The number of this process, which is that of its device, and how many there are.
  virtual int64_t rank() const = 0;
  virtual int64_t size() const = 0;
  // Returns at once. Messages from one process to another come in the order they were sent.
  virtual void Send(int64_t to, std::vector<uint8_t> message) = 0;
  // Waits for the next message to this process, from whomever.
  virtual std::vector<uint8_t> Receive() = 0;
};

}  // namespace hlo

#endif  // HLO_TRANSPORT_H_
