// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_ENGINE_DEVICE_RENDEZVOUS_H_
#define HLO_CORE_ENGINE_DEVICE_RENDEZVOUS_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "core/engine/device/run_result.h"
#include "core/engine/device/wire.h"
#include "core/ops/exchange.h"

// Where devices exchange values. Nothing here waits: each participant gets a promise and checks it
// again later.
namespace hlo {

struct RendezvousInstance;
struct RendezvousPoint;

// A value that a device will get or has already got.
struct Promise {
  enum class Of : uint8_t { kRendezvous, kSend, kReceive, kInfeed, kHostReceive, kFiber };
  Of of;
  bool ready = false;
  bool zeros = false;  // the value is zeros of the shape of the waiting instruction
  Literal value;       // of the waiting instruction
  // What it waits for until it is ready:
  const RendezvousInstance* instance = nullptr;  // kRendezvous
  int64_t peer = -1;                             // kSend, kReceive: the device at the other end
  int64_t channel = 0;                           // kSend, kReceive, kHostReceive
};
using PromisePtr = std::shared_ptr<Promise>;

// A promise that is ready from the start.
PromisePtr Ready(Promise::Of of, Literal value);

// The n-th rendezvous at a point.
struct RendezvousInstance {
  const RendezvousPoint* point = nullptr;
  std::vector<const Instruction*> instructions;  // by participant; nullptr: not arrived
  std::vector<std::vector<Literal>> operands;
  std::vector<PromisePtr> promises;
  size_t arrived = 0;
};

// The participants that exchange values at an instruction, or through an op on a channel, with one
// rendezvous per instance.
struct RendezvousPoint {
  int64_t channel = 0;
  std::vector<int64_t> participants;    // devices, in group order
  std::vector<int64_t> arrivals;        // of each participant
  std::deque<RendezvousInstance> open;  // incomplete instances; all earlier ones are complete
  int64_t over = 0;
};

class Rendezvous {
 public:
  // `wire`: nullptr if all devices are local.
  Rendezvous(const Topology& topology, Observer* observer, Wire* wire)
      : topology_(topology), observer_(observer), wire_(wire) {}

  const Topology& topology() const { return topology_; }
  // A device joins the exchange of an instruction, or its start. The last participant to arrive
  // computes all results. `origin`: the numbers of the async-starts that the device runs the
  // instruction in, outermost first. Computations that run at the same time do not meet each other,
  // so that results do not depend on the schedule.
  // Errors: V04, R11, those of the exchange.
  Result<PromisePtr> Join(const Instruction& instruction, int64_t device,
                          const std::vector<int64_t>& origin, std::vector<Literal> operands,
                          Runtime& runtime);
  // Returns a promise that the other half arrives, whose only value is a token. `iteration`: of the
  // innermost loop around the instruction; kNoLoop if there is none or the peer has already counted
  // it.
  static constexpr int64_t kNoLoop = -1;
  Result<PromisePtr> Send(const Instruction& send, int64_t device,
                          const std::vector<int64_t>& origin, Literal data, int64_t iteration);
  // Returns a promise of (data, token).
  Result<PromisePtr> Receive(const Instruction& receive, int64_t device,
                             const std::vector<int64_t>& origin, int64_t iteration);

  // The instruction at fault if something failed here; independent of the order of arrival.
  const Instruction* blamed() const { return blamed_; }

  // Notifies the observer of data that one device gave to others or to the host, or got from it.
  void Watch(const Instruction& instruction, std::vector<int64_t> participants,
             const Literal& data);

 private:
  // Which participant a device is at an instruction.
  struct Participation {
    RendezvousPoint* point = nullptr;  // nullptr: none
    size_t participant = 0;
    std::vector<int64_t> origin;
    bool known = false;
  };
  // Data from one device to another over a channel, in order.
  struct Mailbox {
    struct Half {
      const Instruction* instruction;
      PromisePtr promise;
      Literal data;  // of a send
    };
    std::deque<Half> sends, receives;  // at most one is non-empty
  };

  Result<Participation> ParticipationOf(const Instruction& instruction, int64_t device,
                                        const std::vector<int64_t>& origin);
  // Notifies the processes of other devices of an action of the local device.
  void Tell(const std::vector<int64_t>& devices, int64_t device, const Instruction& instruction,
            const std::vector<Literal>& operands, const std::vector<int64_t>& origin = {});
  Status CheckParticipant(const RendezvousInstance& instance, size_t participant,
                          const Instruction& instruction);
  Status Finish(RendezvousPoint& point, RendezvousInstance& instance, Runtime& runtime);
  // -1: none.
  Result<int64_t> PeerOf(const Instruction& instruction, int64_t device, int64_t iteration) const;
  Status Deliver(Mailbox& mailbox);

  const Topology topology_;
  Observer* const observer_;
  Wire* const wire_;
  const Instruction* blamed_ = nullptr;
  std::map<std::tuple<const Instruction*, const OpDef*, int64_t, std::vector<int64_t>,
                      std::vector<int64_t>>,
           RendezvousPoint>
      points_;  // the last parts of a key: participants, origin
  std::unordered_map<const Instruction*, std::vector<Participation>> participations_;
  std::map<std::tuple<int64_t, int64_t, int64_t, std::vector<int64_t>>, Mailbox>
      mailboxes_;  // channel, from, to, origin
};

}  // namespace hlo

#endif  // HLO_CORE_ENGINE_DEVICE_RENDEZVOUS_H_
