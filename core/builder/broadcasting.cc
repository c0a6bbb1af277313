// SPDX-License-Identifier: Apache-2.0
#include "core/builder/broadcasting.h"

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/builder/emit.h"
#include "hlo/builder/movement.h"

namespace hlo::builder {
namespace {

bool IsIdentity(Ints map) {
  for (size_t i = 0; i < map.size(); ++i) {
    if (map[i] != static_cast<int64_t>(i)) return false;
  }
  return true;
}

// The dimension of the larger operand for each dimension of the smaller one.
Result<std::vector<int64_t>> MapToLarger(Opcode opcode, const Shape& smaller, const Shape& larger,
                                         Ints dimensions) {
  const int64_t rank = smaller.rank();
  const bool equal_ranks = rank == larger.rank();
  if (rank == 0 || equal_ranks) {
    const bool fits = dimensions.empty() || (equal_ranks && std::ssize(dimensions.span()) == rank &&
                                             IsIdentity(dimensions));
    if (fits) return AllDimensions(smaller);
    return Fail("V01",
                "`{}`: broadcast_dimensions must be empty for operands of ranks {} and {}, got {}",
                {OpcodeName(opcode), rank, larger.rank(), Braced(dimensions.span())});
  }
  if (dimensions.empty()) {
    return Fail("V01", "`{}`: operands of different ranks {} and {} require broadcast_dimensions",
                {OpcodeName(opcode), rank, larger.rank()});
  }
  HLO_RETURN_IF_ERROR(CheckBroadcastDimensions(dimensions, rank, larger.rank()));
  for (int64_t i = 0; i < rank; ++i) {
    const int64_t target = dimensions[static_cast<size_t>(i)];
    const int64_t from = SizeOf(smaller, i);
    const int64_t to = SizeOf(larger, target);
    if (from == to || from == 1 || to == 1) continue;
    return Fail("V01",
                "`{}`: dimension {} of the smaller operand ({}) does not match dimension {} of the "
                "larger ({})",
                {OpcodeName(opcode), i, from, target, to});
  }
  return dimensions.vector();
}

}  // namespace

Status CheckBroadcastDimensions(Ints map, int64_t rank, int64_t target_rank) {
  if (std::ssize(map.span()) != rank) {
    return Fail("V01",
                "broadcast_dimensions must have one entry per dimension of the smaller operand "
                "({}), got {}",
                {rank, Braced(map.span())});
  }
  for (size_t i = 0; i < map.size(); ++i) {
    if (map[i] < 0 || map[i] >= target_rank) {
      return Fail("V01", "broadcast_dimensions {}: entry {} is out of range for rank {}",
                  {Braced(map.span()), map[i], target_rank});
    }
    if (i > 0 && map[i] <= map[i - 1]) {
      return Fail("V01", "broadcast_dimensions must be strictly increasing, got {}",
                  {Braced(map.span())});
    }
  }
  return {};
}

Value Grown(Value x, const Dims& sizes, Ints map) {
  if (!x.ok()) return x;
  std::vector<int64_t> kept_sizes, kept_map;
  for (size_t i = 0; i < map.size(); ++i) {
    const int64_t size = x.shape().dims[i];
    if (size == 1 && sizes[static_cast<size_t>(map[i])] != 1) continue;
    kept_sizes.push_back(size);
    kept_map.push_back(map[i]);
  }
  if (kept_map.size() == sizes.size()) return x;
  const Value thin = kept_map.size() < map.size() ? Reshape(x, kept_sizes) : x;
  const Shape result = Shape::Array(x.shape().element_type, {sizes.data(), sizes.size()});
  return Emit(Opcode::kBroadcast, {thin}, {{Attr::dimensions, std::move(kept_map)}}, &result);
}

Value EmitBroadcast(Opcode opcode, Value lhs, Value rhs, Ints broadcast_dimensions,
                    NamedAttributes attributes) {
  if (!lhs.ok() || !rhs.ok() || !lhs.shape().IsArray() || !rhs.shape().IsArray()) {
    return Emit(opcode, {lhs, rhs}, std::move(attributes));
  }
  const bool lhs_is_larger = lhs.shape().rank() >= rhs.shape().rank();
  const Shape& larger = lhs_is_larger ? lhs.shape() : rhs.shape();
  const Shape& smaller = lhs_is_larger ? rhs.shape() : lhs.shape();
  Result<std::vector<int64_t>> map = MapToLarger(opcode, smaller, larger, broadcast_dimensions);
  if (!map.ok()) return Refuse(lhs, map.error());
  Dims sizes = larger.dims;
  for (size_t i = 0; i < map.value().size(); ++i) {
    int64_t& size = sizes[static_cast<size_t>(map.value()[i])];
    const int64_t other = smaller.dims[i];
    // Operands of equal rank that do not match are left to the rules of the op.
    if (size != other && size != 1 && other != 1) {
      return Emit(opcode, {lhs, rhs}, std::move(attributes));
    }
    if (size == 1) size = other;
  }
  const std::vector<int64_t> all = AllDimensions(larger);
  const Value left = Grown(lhs, sizes, lhs_is_larger ? all : map.value());
  const Value right = Grown(rhs, sizes, lhs_is_larger ? map.value() : all);
  return Emit(opcode, {left, right}, std::move(attributes));
}

}  // namespace hlo::builder
