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

// Which devices participate together: replica_groups, the modes in which their ids are read, and
// what they must hold to (collectives reference, sections 2 and 3). Rules that the text alone can
// break are checked by the Infer functions; those that need the number of devices by the
// Participants functions, which see the counts of the header when the text is read and the true
// ones when it runs. Code: V04.
namespace hlo {

// What the ids stand for.
enum class GroupMode : uint8_t {
  kReplicas,               // of replicas, in each partition separately
  kPartitions,             // of partitions, in each replica separately
  kReplicasAndPartitions,  // of replicas, with all their partitions
  kFlattened,              // of devices, r * P + p
};

// Of a collective; of send and recv by their channel (section 6.2).
GroupMode ModeOf(const Instruction& instruction);
// How many ids there are: R, P or R * P.
int64_t IdCount(GroupMode mode, const Topology& topology);
// "replica", "partition" or "device".
std::string_view IdNoun(GroupMode mode);

enum class GroupSizes : uint8_t { kEqual, kAny };

// The rules of 2.3 and 3 that do not depend on the number of devices; `code` is that of wrong
// lists.
Status CheckReplicaGroups(const InferContext& context, GroupSizes sizes,
                          std::string_view code = "V04");

// Participants of each group; nullopt when that depends on the number of devices. Requires groups
// of equal size that follow the rules.
std::optional<int64_t> KnownGroupSize(const Instruction& instruction);

// Whether each id must be in a group.
enum class Coverage : uint8_t { kComplete, kPartial };

// The devices that participate with `device`, in group order; empty when it is in no group. Error
// V04 when the groups do not fit the devices.
Result<std::vector<int64_t>> GroupParticipants(const Instruction& instruction,
                                               const Topology& topology, int64_t device,
                                               Coverage coverage);

// The devices of an id of the mode that lie in the slice of `device`: its own partition, its own
// replica, or all partitions of a replica.
void AppendDevices(GroupMode mode, const Topology& topology, int64_t device, int64_t id,
                   std::vector<int64_t>& devices);
// The id that stands for the device.
int64_t IdOf(GroupMode mode, const Topology& topology, int64_t device);

// Holds an instruction that communicates against the counts of the module's header. As texts often
// carry groups for a device count given elsewhere, nothing is checked where the header knows only
// one id.
Status CheckDevices(const Instruction& instruction, const Topology& header);

}  // namespace hlo

#endif  // HLO_CORE_OPS_COLLECTIVE_REPLICA_GROUPS_H_
