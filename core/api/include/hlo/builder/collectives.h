// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_BUILDER_COLLECTIVES_H_
#define HLO_BUILDER_COLLECTIVES_H_

#include <utility>
#include <vector>

#include "hlo/builder/builder.h"

// Operations across devices (ops reference, section 16).
namespace hlo::builder {

// The devices that participate together: no groups mean one group of all; the order inside a group
// matters. With a channel_id above 0, groups span partitions, too (collectives reference, section
// 3).
struct Participants {
  std::vector<std::vector<int64_t>> replica_groups;
  int64_t channel_id = 0;
  bool use_global_device_ids = false;
};

Value ReplicaId(Builder& b);    // u32[]
Value PartitionId(Builder& b);  // u32[]

// Concatenates the operands of a group along a dimension, which grows by a factor of shard_count.
Value AllGather(Value x, int64_t all_gather_dimension, int64_t shard_count,
                const Participants& participants = {});
// Combines the operands of a group, with the same result on all; a tuple element by element.
Value AllReduce(Value x, const Function& computation, const Participants& participants = {});
// AllReduce by addition.
Value CrossReplicaSum(Value x, const Participants& participants = {});
// AllReduce after which each participant keeps one of shard_count equal blocks. Error V04 if the
// blocks are not equal.
Value ReduceScatter(Value x, const Function& computation, int64_t scatter_dimension,
                    int64_t shard_count, const Participants& participants = {});
// Splits x into split_count blocks along split_dimension, one for each participant; the received
// blocks are concatenated along concat_dimension. Lowered to an all-to-all along split_dimension
// and, if the two differ, a reshape, a transpose and a reshape (ops reference 2.4). Error V04 if
// the blocks are not equal.
Value AllToAll(Value x, int64_t split_dimension, int64_t concat_dimension, int64_t split_count,
               const Participants& participants = {});
// Each source sends x to its target; devices that are not a target get zeros.
Value CollectivePermute(Value x, List<std::pair<int64_t, int64_t>> source_target_pairs,
                        int64_t channel_id = 0);
// The operand of the first participant of each group.
Value CollectiveBroadcast(Value x, const Participants& participants);

// Sends x into a channel: after-all, send and send-done; the result is a token. Receives from a
// channel: after-all, recv, recv-done and element 0 of its result.
Value Send(Value x, int64_t channel_id, bool is_host_transfer = false);
Value Recv(Builder& b, const Shape& shape, int64_t channel_id, bool is_host_transfer = false);

}  // namespace hlo::builder

#endif  // HLO_BUILDER_COLLECTIVES_H_
