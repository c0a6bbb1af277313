// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_COLLECTIVE_REPLICA_GROUPS_H_
#define HLO_CORE_OPS_COLLECTIVE_REPLICA_GROUPS_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/exchange.h"
#include "core/ops/rules.h"

// Which devices participate together: replica_groups, their modes, and their rules (collectives
// reference, sections 2 and 3). The Infer functions check the rules that do not depend on the
// number of devices, and the Participants functions the others, with the counts of the header when
// a module is read and the actual ones when it runs. Code: V04.
namespace hlo {

// What the ids identify.
enum class GroupMode : uint8_t {
  kReplicas,               // replicas, in each partition separately
  kPartitions,             // partitions, in each replica separately
  kReplicasAndPartitions,  // replicas with all of their partitions
  kFlattened,              // devices, r * P + p
};

// The mode of a collective, or of a send or recv (section 6.2).
GroupMode ModeOf(const Instruction& instruction);
// The number of ids: R, P, or R * P.
int64_t IdCount(GroupMode mode, const Topology& topology);
// "replica", "partition", or "device".
std::string_view IdNoun(GroupMode mode);

enum class GroupSizes : uint8_t { kEqual, kAny };

// The rules of 2.3 and 3 that do not depend on the number of devices. `code` is for malformed
// lists.
Status CheckReplicaGroups(const InferContext& context, GroupSizes sizes,
                          std::string_view code = "V04");

// The number of participants of each group; nullopt if it depends on the number of devices.
// Requires valid groups of equal size.
std::optional<int64_t> KnownGroupSize(const Instruction& instruction);

// Whether each id must be in a group.
enum class Coverage : uint8_t { kComplete, kPartial };

// The devices that participate with `device`, in group order; empty if it is in no group. Error V04
// if the groups do not match the devices.
Result<std::vector<int64_t>> GroupParticipants(const Instruction& instruction,
                                               const Topology& topology, int64_t device,
                                               Coverage coverage);

// Appends the devices that `id` identifies for `device`: one in its own partition, one in its own
// replica, or all partitions of a replica.
void AppendDevices(GroupMode mode, const Topology& topology, int64_t device, int64_t id,
                   std::vector<int64_t>& devices);
// The id of the device.
int64_t IdOf(GroupMode mode, const Topology& topology, int64_t device);

// Checks an instruction that communicates against the counts in the module header. Does nothing if
// the header has only one id, because the device count is then often given elsewhere.
Status CheckDevices(const Instruction& instruction, const Topology& header);

}  // namespace hlo

#endif  // HLO_CORE_OPS_COLLECTIVE_REPLICA_GROUPS_H_
