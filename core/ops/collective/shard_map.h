// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_COLLECTIVE_SHARD_MAP_H_
#define HLO_CORE_OPS_COLLECTIVE_SHARD_MAP_H_

#include <cstdint>

#include "core/ir/module.h"

// The custom calls around the body of a `shard_map` in a program that was not partitioned yet
// (collectives reference 10): outside of the body every device has whole arrays, inside it has its
// parts. `SPMDFullToShardShape` and `xla.sdy.GlobalToLocalShape` go in, `SPMDShardToFullShape` and
// `xla.sdy.LocalToGlobalShape` come out.
namespace hlo {

// Whether a module has such calls.
bool HasShardMap(const Module& module);
// The partitions that a module is for: those of its header, or, if that says one and there are such
// calls, the devices of the largest mesh in the header.
int64_t PartitionsOf(const Module& module);

}  // namespace hlo

#endif  // HLO_CORE_OPS_COLLECTIVE_SHARD_MAP_H_
