// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_BUILDER_COLLECTIVES_H_
#define HLO_BUILDER_COLLECTIVES_H_

#include <utility>
#include <vector>

#include "hlo/builder/builder.h"

// Work of several devices together (ops reference, section 16).
namespace hlo::builder {

// Which devices participate together: no groups mean one group of all; inside a group the order
// counts. A channel_id above 0 links the partitions, too (collectives reference, section 3).
struct Participants {
  std::vector<std::vector<int64_t>> replica_groups;
  int64_t channel_id = 0;
  bool use_global_device_ids = false;
};

Value ReplicaId(Builder& b);    // u32[]
Value PartitionId(Builder& b);  // u32[]

// The operands of a group joined along a dimension, which grows shard_count times.
Value AllGather(Value x, int64_t all_gather_dimension, int64_t shard_count,
                const Participants& participants = {});
// The operands of a group combined, the same for all of them; a tuple element by element.
Value AllReduce(Value x, const Function& computation, const Participants& participants = {});
// AllReduce by addition.
Value CrossReplicaSum(Value x, const Participants& participants = {});
// AllReduce, of which each participant keeps one of shard_count blocks. Error V04 when they are not
// equally large.
Value ReduceScatter(Value x, const Function& computation, int64_t scatter_dimension,
                    int64_t shard_count, const Participants& participants = {});
// x in split_count blocks along split_dimension, one for each participant; what a participant
// receives is joined along concat_dimension. Lowered to an all-to-all along split_dimension and,
// where the two differ, a reshape, a transpose and a reshape (ops reference 2.4). Error V04 when
// the blocks are not equally large.
Value AllToAll(Value x, int64_t split_dimension, int64_t concat_dimension, int64_t split_count,
               const Participants& participants = {});
// Each source sends x to its target; devices that are no target get zeros.
Value CollectivePermute(Value x, List<std::pair<int64_t, int64_t>> source_target_pairs,
                        int64_t channel_id = 0);
// The operand of the first participant of each group.
Value CollectiveBroadcast(Value x, const Participants& participants);

// x into a channel: after-all, send and send-done; the result is a token. And out of it: after-all,
// recv, recv-done and element 0 of its result.
Value Send(Value x, int64_t channel_id, bool is_host_transfer = false);
Value Recv(Builder& b, const Shape& shape, int64_t channel_id, bool is_host_transfer = false);

}  // namespace hlo::builder

#endif  // HLO_BUILDER_COLLECTIVES_H_
