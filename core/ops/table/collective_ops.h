// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_TABLE_COLLECTIVE_OPS_H_
#define HLO_CORE_OPS_TABLE_COLLECTIVE_OPS_H_

#include "core/ops/table/rows.h"

namespace hlo {

InferFunction InferAllGather, InferAllGatherStart, InferAllGatherDone, InferAllReduce,
    InferAllReduceDone, InferReduceScatter, InferAllToAll, InferRaggedAllToAll,
    InferCollectivePermute, InferCollectivePermuteStart, InferCollectivePermuteDone,
    InferCollectiveBroadcast, InferCollectiveReduce, InferReplicaId, InferPartitionId;
EvaluateFunction EvaluateBundle, EvaluateAllReduceStart, EvaluateReplicaId, EvaluatePartitionId;
ParticipantsFunction ParticipantsOfAllGather, ParticipantsOfGroup, ParticipantsOfReduceScatter,
    ParticipantsOfAllToAll, ParticipantsOfRaggedAllToAll, ParticipantsOfCollectivePermute,
    ParticipantsOfCollectiveBroadcast;
ExchangeFunction ExchangeAllGather, ExchangeAllReduce, ExchangeReduceScatter, ExchangeAllToAll,
    ExchangeRaggedAllToAll, ExchangeCollectivePermute, ExchangeCollectiveBroadcast,
    ExchangeCollectiveReduce;

namespace op_table {

constexpr OpDef Collective(OpDef row) {
  row.rules = 1;
  row.shape_required = true;
  return row;
}

constexpr OpDef CollectiveDone(OpDef row) {
  row.operands = Exactly(1);
  row.communication = Communication::kDone;
  return Collective(row);
}

inline constexpr OpDef kCollectiveOps[] = {
    Collective({
        .opcode = Opcode::kAllGather,
        .section = "16.1",
        .summary = "Concatenates the values of a group.",
        .operands = AtLeast(1),
        .attributes = kAttributes<Optional(Attr::channel_id), Optional(Attr::replica_groups),
                                  Optional(Attr::constrain_layout), Required(Attr::dimensions),
                                  Optional(Attr::use_global_device_ids)>,
        .infer = InferAllGather,
        .communication = Communication::kRendezvous,
        .participants = ParticipantsOfAllGather,
        .exchange = ExchangeAllGather,
    }),
    Collective({
        .opcode = Opcode::kAllGatherStart,
        .section = "16.2",
        .summary = "Starts an all-gather.",
        .operands = AtLeast(1),
        .attributes = kAttributes<Optional(Attr::channel_id), Optional(Attr::replica_groups),
                                  Optional(Attr::constrain_layout), Required(Attr::dimensions),
                                  Optional(Attr::use_global_device_ids)>,
        .infer = InferAllGatherStart,
        .evaluate = EvaluateBundle,
        .communication = Communication::kStart,
        .participants = ParticipantsOfAllGather,
        .exchange = ExchangeAllGather,
    }),
    CollectiveDone({
        .opcode = Opcode::kAllGatherDone,
        .section = "16.2",
        .summary = "Ends an all-gather.",
        .infer = InferAllGatherDone,
    }),
    Collective({
        .opcode = Opcode::kAllReduce,
        .section = "16.3",
        .summary = "Reduces the values of a group.",
        .operands = AtLeast(1),
        .attributes =
            kAttributes<Optional(Attr::channel_id), Optional(Attr::replica_groups),
                        Optional(Attr::constrain_layout), Optional(Attr::use_global_device_ids),
                        Optional(Attr::mode), Required(Attr::to_apply)>,
        .arithmetic_cost = ArithmeticCost::kAllReduce,
        .infer = InferAllReduce,
        .communication = Communication::kRendezvous,
        .participants = ParticipantsOfGroup,
        .exchange = ExchangeAllReduce,
    }),
    Collective({
        .opcode = Opcode::kAllReduceStart,
        .section = "16.4",
        .summary = "Starts an all-reduce.",
        .operands = AtLeast(1),
        .attributes =
            kAttributes<Optional(Attr::channel_id), Optional(Attr::replica_groups),
                        Optional(Attr::constrain_layout), Optional(Attr::use_global_device_ids),
                        Optional(Attr::mode), Required(Attr::to_apply)>,
        .arithmetic_cost = ArithmeticCost::kAllReduce,
        .infer = InferAllReduce,
        .evaluate = EvaluateAllReduceStart,
        .communication = Communication::kStart,
        .participants = ParticipantsOfGroup,
        .exchange = ExchangeAllReduce,
    }),
    CollectiveDone({
        .opcode = Opcode::kAllReduceDone,
        .section = "16.4",
        .summary = "Ends an all-reduce.",
        .infer = InferAllReduceDone,
    }),
    Collective({
        .opcode = Opcode::kReduceScatter,
        .section = "16.5",
        .summary = "Reduces the values of a group and gives each member a block.",
        .operands = AtLeast(1),
        .attributes =
            kAttributes<Optional(Attr::channel_id), Optional(Attr::replica_groups),
                        Optional(Attr::constrain_layout), Optional(Attr::use_global_device_ids),
                        Required(Attr::dimensions), Required(Attr::to_apply)>,
        .infer = InferReduceScatter,
        .communication = Communication::kRendezvous,
        .participants = ParticipantsOfReduceScatter,
        .exchange = ExchangeReduceScatter,
    }),
    Collective({
        .opcode = Opcode::kAllToAll,
        .section = "16.6",
        .summary = "Exchanges blocks inside a group.",
        .operands = AtLeast(1),
        .attributes = kAttributes<Optional(Attr::channel_id), Optional(Attr::replica_groups),
                                  Optional(Attr::constrain_layout), Optional(Attr::dimensions)>,
        .infer = InferAllToAll,
        .communication = Communication::kRendezvous,
        .participants = ParticipantsOfAllToAll,
        .exchange = ExchangeAllToAll,
    }),
    Collective({
        .opcode = Opcode::kRaggedAllToAll,
        .section = "16.7",
        .summary = "Exchanges different numbers of rows.",
        .operands = Exactly(6),
        .attributes = kAttributes<Optional(Attr::channel_id), Optional(Attr::replica_groups)>,
        .infer = InferRaggedAllToAll,
        .communication = Communication::kRendezvous,
        .participants = ParticipantsOfRaggedAllToAll,
        .exchange = ExchangeRaggedAllToAll,
    }),
    Collective({
        .opcode = Opcode::kCollectivePermute,
        .section = "16.8",
        .summary = "Sends values from device to device.",
        .operands = AtLeast(1),
        .attributes = kAttributes<Optional(Attr::channel_id), Required(Attr::source_target_pairs),
                                  Optional(Attr::permute_slice_sizes)>,
        .infer = InferCollectivePermute,
        .communication = Communication::kRendezvous,
        .participants = ParticipantsOfCollectivePermute,
        .exchange = ExchangeCollectivePermute,
    }),
    Collective({
        .opcode = Opcode::kCollectivePermuteStart,
        .section = "16.9",
        .summary = "Starts a collective-permute.",
        .operands = AtLeast(1),
        .attributes = kAttributes<Optional(Attr::channel_id), Required(Attr::source_target_pairs),
                                  Optional(Attr::permute_slice_sizes)>,
        .infer = InferCollectivePermuteStart,
        .evaluate = EvaluateBundle,
        .communication = Communication::kStart,
        .participants = ParticipantsOfCollectivePermute,
        .exchange = ExchangeCollectivePermute,
    }),
    CollectiveDone({
        .opcode = Opcode::kCollectivePermuteDone,
        .section = "16.9",
        .summary = "Ends a collective-permute.",
        .infer = InferCollectivePermuteDone,
    }),
    Collective({
        .opcode = Opcode::kCollectiveBroadcast,
        .section = "16.10",
        .summary = "Broadcasts the value of the first member to its group.",
        .operands = AtLeast(1),
        .attributes = kAttributes<Optional(Attr::channel_id), Optional(Attr::replica_groups)>,
        .infer = InferCollectiveBroadcast,
        .communication = Communication::kRendezvous,
        .participants = ParticipantsOfCollectiveBroadcast,
        .exchange = ExchangeCollectiveBroadcast,
    }),
    Collective({
        .opcode = Opcode::kCollectiveReduce,
        .section = "16.11",
        .summary = "Reduces the values of a group to its first member.",
        .operands = AtLeast(1),
        .attributes = kAttributes<Optional(Attr::channel_id), Optional(Attr::replica_groups),
                                  Required(Attr::to_apply)>,
        .infer = InferCollectiveReduce,
        .communication = Communication::kRendezvous,
        .participants = ParticipantsOfGroup,
        .exchange = ExchangeCollectiveReduce,
    }),
    {
        .opcode = Opcode::kReplicaId,
        .section = "16.12",
        .summary = "Id of this replica.",
        .operands = Exactly(0),
        .types = ElementType::kU32,
        .rules = 1,
        .infer = InferReplicaId,
        .evaluate = EvaluateReplicaId,
    },
    {
        .opcode = Opcode::kPartitionId,
        .section = "16.13",
        .summary = "Id of this partition.",
        .operands = Exactly(0),
        .types = ElementType::kU32,
        .rules = 1,
        .infer = InferPartitionId,
        .evaluate = EvaluatePartitionId,
    },
};

}  // namespace op_table
}  // namespace hlo

#endif  // HLO_CORE_OPS_TABLE_COLLECTIVE_OPS_H_
