// SPDX-License-Identifier: Apache-2.0
#include "hlo/builder/collectives.h"

#include <cstddef>

#include "core/base/checked.h"
#include "core/base/result.h"
#include "core/builder/emit.h"
#include "hlo/builder/control.h"
#include "hlo/builder/elementwise.h"
#include "hlo/builder/movement.h"

namespace hlo::builder {
namespace {

NamedAttributes AttributesOf(const Participants& participants) {
  ReplicaGroups groups;
  groups.lists = participants.replica_groups;
  NamedAttributes attributes = {{Attr::replica_groups, std::move(groups)}};
  if (participants.channel_id > 0) {
    attributes.push_back({Attr::channel_id, participants.channel_id});
  }
  if (participants.use_global_device_ids) {
    attributes.push_back({Attr::use_global_device_ids, true});
  }
  return attributes;
}

NamedAttributes With(NamedAttributes attributes, Attr attr, AttributeValue value) {
  attributes.push_back({attr, std::move(value)});
  return attributes;
}

// Size of one of `count` equal blocks along a dimension.
Result<int64_t> BlockSize(Opcode opcode, const Shape& shape, int64_t dimension, int64_t count) {
  if (!InRank(dimension, shape)) {
    return Fail("V01", "`{}`: dimension {} is out of range for rank {}",
                {OpcodeName(opcode), dimension, shape.rank()});
  }
  const int64_t size = SizeOf(shape, dimension);
  if (count < 1 || size % count != 0) {
    return Fail("V04", "`{}`: dimension {} ({}) is not divisible by {}",
                {OpcodeName(opcode), dimension, size, count});
  }
  return size / count;
}

Shape Resized(const Shape& shape, int64_t dimension, int64_t size) {
  Shape resized = WithDefaultLayout(shape);
  resized.dims[static_cast<size_t>(dimension)] = size;
  return resized;
}

// The array shapes of a collective with several operands.
std::vector<Value> Parts(Value x) {
  if (!x.shape().IsTuple()) return {x};
  std::vector<Value> parts;
  for (int64_t i = 0; i < std::ssize(x.shape().elements); ++i) {
    parts.push_back(GetTupleElement(x, i));
  }
  return parts;
}

// The instruction on x, or on all elements of the tuple x, with results of the given shapes.
Value EmitOnParts(Opcode opcode, Value x, const std::vector<Shape>& results,
                  NamedAttributes attributes) {
  const std::vector<Value> parts = Parts(x);
  const Shape result = results.size() == 1 ? results[0] : Shape::Tuple(results);
  const Value made = x.builder()->Add(opcode, parts, std::move(attributes), &result);
  return x.shape().IsTuple() && parts.size() == 1 ? Tuple(*x.builder(), {made}) : made;
}

std::vector<Shape> PartShapes(const Shape& shape) {
  return shape.IsTuple() ? shape.elements : std::vector<Shape>{shape};
}

}  // namespace

Value ReplicaId(Builder& b) { return b.Add(Opcode::kReplicaId, {}); }

Value PartitionId(Builder& b) { return b.Add(Opcode::kPartitionId, {}); }

Value AllGather(Value x, int64_t all_gather_dimension, int64_t shard_count,
                const Participants& participants) {
  if (!x.ok()) return x;
  const Shape& shape = x.shape();
  if (!InRank(all_gather_dimension, shape)) {
    return Refuse(x, Fail("V01", "`all-gather`: dimension {} is out of range for rank {}",
                          {all_gather_dimension, shape.rank()}));
  }
  const int64_t size = SizeOf(shape, all_gather_dimension);
  const std::optional<int64_t> joined = CheckedMultiply(size, shard_count);
  if (!joined || shard_count < 1) {
    return Refuse(x, Fail("V04", "`all-gather`: {} shards of size {} cannot be concatenated",
                          {shard_count, size}));
  }
  const Shape result = Resized(shape, all_gather_dimension, *joined);
  return Emit(Opcode::kAllGather, {x},
              With(AttributesOf(participants), Attr::dimensions,
                   std::vector<int64_t>{all_gather_dimension}),
              &result);
}

Value AllReduce(Value x, const Function& computation, const Participants& participants) {
  if (!x.ok()) return x;
  return EmitOnParts(
      Opcode::kAllReduce, x, PartShapes(x.shape()),
      With(AttributesOf(participants), Attr::to_apply, x.builder()->Import(computation)));
}

Value CrossReplicaSum(Value x, const Participants& participants) {
  if (!x.ok()) return x;
  const std::vector<Shape> parts = PartShapes(x.shape());
  if (parts.empty()) return Refuse(x, Fail("V02", "CrossReplicaSum requires a non-empty tuple"));
  return AllReduce(x, ScalarFunction("add", parts[0].element_type, Add), participants);
}

Value ReduceScatter(Value x, const Function& computation, int64_t scatter_dimension,
                    int64_t shard_count, const Participants& participants) {
  if (!x.ok()) return x;
  std::vector<Shape> results;
  for (const Shape& shape : PartShapes(x.shape())) {
    Result<int64_t> size = BlockSize(Opcode::kReduceScatter, shape, scatter_dimension, shard_count);
    if (!size.ok()) return Refuse(x, size.error());
    results.push_back(Resized(shape, scatter_dimension, size.value()));
  }
  NamedAttributes attributes =
      With(AttributesOf(participants), Attr::dimensions, std::vector<int64_t>{scatter_dimension});
  return EmitOnParts(Opcode::kReduceScatter, x, results,
                     With(std::move(attributes), Attr::to_apply, x.builder()->Import(computation)));
}

Value AllToAll(Value x, int64_t split_dimension, int64_t concat_dimension, int64_t split_count,
               const Participants& participants) {
  if (!x.ok()) return x;
  const Shape& shape = x.shape();
  Result<int64_t> block = BlockSize(Opcode::kAllToAll, shape, split_dimension, split_count);
  if (!block.ok()) return Refuse(x, block.error());
  if (!InRank(concat_dimension, shape)) {
    return Refuse(x, Fail("V01", "`all-to-all`: concat_dimension {} is out of range for rank {}",
                          {concat_dimension, shape.rank()}));
  }
  const Shape exchanged = WithDefaultLayout(shape);
  const Value all = Emit(
      Opcode::kAllToAll, {x},
      With(AttributesOf(participants), Attr::dimensions, std::vector<int64_t>{split_dimension}),
      &exchanged);
  if (split_dimension == concat_dimension) return all;
  // Block j along split_dimension is from participant j. The participants become a dimension of
  // their own, which moves in front of concat_dimension and merges with it.
  std::vector<int64_t> blocks(shape.dims.begin(), shape.dims.end());
  blocks[static_cast<size_t>(split_dimension)] = block.value();
  std::vector<int64_t> merged = blocks;
  blocks.insert(blocks.begin() + static_cast<std::ptrdiff_t>(split_dimension), split_count);
  const std::optional<int64_t> joined =
      CheckedMultiply(SizeOf(shape, concat_dimension), split_count);
  if (!joined) {
    return Refuse(x, Fail("S09", "`all-to-all`: the size of dimension {} exceeds 63 bits",
                          {concat_dimension}));
  }
  merged[static_cast<size_t>(concat_dimension)] = *joined;
  std::vector<int64_t> order;
  for (int64_t d = 0; d < shape.rank(); ++d) {
    if (d == concat_dimension) order.push_back(split_dimension);
    order.push_back(d < split_dimension ? d : d + 1);
  }
  return Reshape(Transpose(Reshape(all, blocks), order), merged);
}

Value CollectivePermute(Value x, List<std::pair<int64_t, int64_t>> source_target_pairs,
                        int64_t channel_id) {
  NamedAttributes attributes = {{Attr::source_target_pairs, IdPairs{source_target_pairs.vector()}}};
  if (channel_id > 0) attributes.push_back({Attr::channel_id, channel_id});
  const Shape& result = x.shape();
  return Emit(Opcode::kCollectivePermute, {x}, std::move(attributes), &result);
}

Value CollectiveBroadcast(Value x, const Participants& participants) {
  const Shape& result = x.shape();
  return Emit(Opcode::kCollectiveBroadcast, {x}, AttributesOf(participants), &result);
}

// ---- channels ----

namespace {

NamedAttributes Channel(int64_t channel_id, bool is_host_transfer) {
  NamedAttributes attributes = {{Attr::channel_id, channel_id}};
  if (is_host_transfer) attributes.push_back({Attr::is_host_transfer, true});
  return attributes;
}

// A transfer in flight: data, context, token.
Shape InFlight(const Shape& shape) {
  return Shape::Tuple({shape, Shape::Scalar(ElementType::kU32), Shape::Token()});
}

}  // namespace

Value Send(Value x, int64_t channel_id, bool is_host_transfer) {
  if (!x.ok()) return x;
  const NamedAttributes channel = Channel(channel_id, is_host_transfer);
  const Shape started = InFlight(x.shape());
  const Shape done = Shape::Token();
  const Value send = Emit(Opcode::kSend, {x, AfterAll(*x.builder(), {})}, channel, &started);
  return Emit(Opcode::kSendDone, {send}, channel, &done);
}

Value Recv(Builder& b, const Shape& shape, int64_t channel_id, bool is_host_transfer) {
  const NamedAttributes channel = Channel(channel_id, is_host_transfer);
  const Shape started = InFlight(shape);
  const Shape done = Shape::Tuple({shape, Shape::Token()});
  const Value recv = Emit(Opcode::kRecv, {AfterAll(b, {})}, channel, &started);
  return GetTupleElement(Emit(Opcode::kRecvDone, {recv}, channel, &done), 0);
}

}  // namespace hlo::builder
