// SPDX-License-Identifier: Apache-2.0
#include "core/ops/collective/replica_groups.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/base/format.h"
#include "core/base/result.h"

namespace hlo {
namespace {

constexpr std::string_view kGroups = "replica_groups";
// The limit on devices of a run; a header above it is an error when the module runs.
constexpr int64_t kMaxDevices = 4096;

const ReplicaGroups* GroupsOf(const Instruction& instruction) {
  return instruction.attributes.Get<ReplicaGroups>(Attr::replica_groups);
}

// Whether no group is listed, which means one group of all ids.
bool IsOneGroup(const ReplicaGroups* groups) {
  return groups == nullptr || (!groups->iota && groups->lists.empty());
}

Error FailGroups(const Instruction& instruction, std::string_view code, std::string_view pattern,
                 std::initializer_list<FormatArg> args) {
  const std::string fault = Format(pattern, args);
  return Fail(code, "`{}`: {}", {instruction.op->name, fault}).AtAttribute(kGroups);
}

Error FailRepeated(const Instruction& instruction, std::string_view code, int64_t id) {
  return FailGroups(instruction, code, "{} {} must appear only once",
                    {IdNoun(ModeOf(instruction)), id});
}

Status CheckLists(const Instruction& instruction, const ReplicaGroups& groups, GroupSizes sizes,
                  std::string_view code) {
  std::vector<int64_t> ids;
  for (size_t g = 0; g < groups.lists.size(); ++g) {
    const std::vector<int64_t>& group = groups.lists[g];
    if (group.empty()) return FailGroups(instruction, code, "group {} must not be empty", {g});
    if (sizes == GroupSizes::kEqual && group.size() != groups.lists[0].size()) {
      return FailGroups(instruction, code, "group {} must have {} like group 0, got {}",
                        {g, Counted(std::ssize(groups.lists[0]), "member"), group.size()});
    }
    ids.insert(ids.end(), group.begin(), group.end());
  }
  std::sort(ids.begin(), ids.end());
  if (ids[0] < 0) {
    return FailGroups(instruction, code, "{} ids must not be negative, got {}",
                      {IdNoun(ModeOf(instruction)), ids[0]});
  }
  const auto repeated = std::adjacent_find(ids.begin(), ids.end());
  if (repeated != ids.end()) return FailRepeated(instruction, code, *repeated);
  return {};
}

// Checks that the ids in the groups are those in [0, count), or some of them.
Status CheckIds(const Instruction& instruction, const ReplicaGroups& groups, int64_t count,
                Coverage coverage) {
  const std::string_view noun = IdNoun(ModeOf(instruction));
  if (groups.iota) {  // each id occurs once
    const int64_t ids = groups.group_count * groups.group_size;
    if (ids == count || (ids < count && coverage == Coverage::kPartial)) return {};
    return FailGroups(
        instruction, "V04", "the groups must contain {}{}, got {}",
        {coverage == Coverage::kPartial ? "at most " : "", Counted(count, noun), ids});
  }
  std::vector<bool> seen(static_cast<size_t>(count));
  for (const std::vector<int64_t>& group : groups.lists) {
    for (const int64_t id : group) {
      if (id < 0 || id >= count) {
        return FailGroups(instruction, "V04", "{} ids must be in [0, {}), got {}",
                          {noun, count, id});
      }
      if (seen[static_cast<size_t>(id)]) return FailRepeated(instruction, "V04", id);
      seen[static_cast<size_t>(id)] = true;
    }
  }
  const auto missing = std::find(seen.begin(), seen.end(), false);
  if (coverage == Coverage::kPartial || missing == seen.end()) return {};
  return FailGroups(instruction, "V04", "{} {} must be in a group", {noun, missing - seen.begin()});
}

}  // namespace

GroupMode ModeOf(const Instruction& instruction) {
  const Attributes& attributes = instruction.attributes;
  if (instruction.op->FindAttribute(Attr::is_host_transfer) != nullptr) {
    return attributes.Int(Attr::channel_id) > 0 ? GroupMode::kPartitions : GroupMode::kReplicas;
  }
  if (!attributes.Has(Attr::channel_id)) return GroupMode::kReplicas;
  if (instruction.op->FindAttribute(Attr::use_global_device_ids) == nullptr) {
    return GroupMode::kPartitions;
  }
  return attributes.Bool(Attr::use_global_device_ids) ? GroupMode::kFlattened
                                                      : GroupMode::kReplicasAndPartitions;
}

int64_t IdCount(GroupMode mode, const Topology& topology) {
  if (mode == GroupMode::kFlattened) return topology.devices();
  return mode == GroupMode::kPartitions ? topology.partitions : topology.replicas;
}

std::string_view IdNoun(GroupMode mode) {
  if (mode == GroupMode::kFlattened) return "device";
  return mode == GroupMode::kPartitions ? "partition" : "replica";
}

int64_t IdOf(GroupMode mode, const Topology& topology, int64_t device) {
  if (mode == GroupMode::kFlattened) return device;
  return mode == GroupMode::kPartitions ? device % topology.partitions
                                        : device / topology.partitions;
}

void AppendDevices(GroupMode mode, const Topology& topology, int64_t device, int64_t id,
                   std::vector<int64_t>& devices) {
  const int64_t partitions = topology.partitions;
  switch (mode) {
    case GroupMode::kReplicas:
      devices.push_back(id * partitions + device % partitions);
      break;
    case GroupMode::kPartitions:
      devices.push_back(device / partitions * partitions + id);
      break;
    case GroupMode::kReplicasAndPartitions:
      for (int64_t p = 0; p < partitions; ++p) devices.push_back(id * partitions + p);
      break;
    case GroupMode::kFlattened:
      devices.push_back(id);
      break;
  }
}

Status CheckReplicaGroups(const InferContext& context, GroupSizes sizes, std::string_view code) {
  const Instruction& instruction = context.instruction;
  const ReplicaGroups* groups = GroupsOf(instruction);
  if (context.attributes().Bool(Attr::use_global_device_ids)) {
    if (!context.attributes().Has(Attr::channel_id)) {
      return Fail("V04", "`{}`: `use_global_device_ids` requires `channel_id`",
                  {instruction.op->name})
          .AtAttribute("use_global_device_ids");
    }
    if (IsOneGroup(groups)) {
      return FailGroups(instruction, "V04",
                        "`use_global_device_ids` requires non-empty `replica_groups`", {});
    }
  }
  if (IsOneGroup(groups) || groups->iota) return {};
  return CheckLists(instruction, *groups, sizes, code);
}

std::optional<int64_t> KnownGroupSize(const Instruction& instruction) {
  const ReplicaGroups* groups = GroupsOf(instruction);
  if (IsOneGroup(groups) || ModeOf(instruction) == GroupMode::kReplicasAndPartitions) {
    return std::nullopt;
  }
  return groups->iota ? groups->group_size : std::ssize(groups->lists[0]);
}

Result<std::vector<int64_t>> GroupParticipants(const Instruction& instruction,
                                               const Topology& topology, int64_t device,
                                               Coverage coverage) {
  const ReplicaGroups* groups = GroupsOf(instruction);
  const GroupMode mode = ModeOf(instruction);
  const int64_t count = IdCount(mode, topology);
  std::vector<int64_t> ids;
  if (IsOneGroup(groups)) {
    ids.resize(static_cast<size_t>(count));
    std::iota(ids.begin(), ids.end(), 0);
  } else {
    HLO_RETURN_IF_ERROR(CheckIds(instruction, *groups, count, coverage));
    const int64_t own = IdOf(mode, topology, device);
    for (std::vector<int64_t>& group : groups->Expand()) {
      if (std::find(group.begin(), group.end(), own) != group.end()) ids = std::move(group);
    }
  }
  std::vector<int64_t> devices;
  for (const int64_t id : ids) AppendDevices(mode, topology, device, id, devices);
  return devices;
}

Result<std::vector<int64_t>> ParticipantsOfGroup(const Instruction& instruction,
                                                 const Topology& topology, int64_t device) {
  return GroupParticipants(instruction, topology, device, Coverage::kComplete);
}

Status CheckDevices(const Instruction& instruction, const Topology& header) {
  const bool may_run =
      header.replicas <= kMaxDevices && header.partitions <= kMaxDevices / header.replicas;
  if (instruction.op->participants == nullptr || !may_run) return {};
  if (IdCount(ModeOf(instruction), header) <= 1) return {};
  HLO_RETURN_IF_ERROR(instruction.op->participants(instruction, header, 0));
  return {};
}

}  // namespace hlo
