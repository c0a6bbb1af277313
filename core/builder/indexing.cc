// SPDX-License-Identifier: Apache-2.0
#include "hlo/builder/indexing.h"

#include "core/base/result.h"
#include "core/builder/emit.h"
#include "hlo/builder/movement.h"

namespace hlo::builder {
namespace {

// The elements of a vector of length `rank` as scalars. A scalar is returned unchanged; everything
// else is left to the rules of the op.
std::vector<Value> Scalars(Value vector, int64_t rank) {
  if (!vector.ok() || vector.shape().rank() != 1) return {vector};
  const int64_t count = vector.shape().dims[0];
  if (count != rank) {
    return {Refuse(vector, Fail("V01", "must have one start index per dimension ({}), got {}",
                                {rank, count}))};
  }
  std::vector<Value> scalars;
  for (int64_t i = 0; i < count; ++i) {
    scalars.push_back(Reshape(Slice(vector, {i}, {i + 1}), {}));
  }
  return scalars;
}

void SetIf(bool set, Attr attr, NamedAttributes& attributes) {
  if (set) attributes.push_back({attr, true});
}

void SetUnlessEmpty(const std::vector<int64_t>& dimensions, Attr attr,
                    NamedAttributes& attributes) {
  if (!dimensions.empty()) attributes.push_back({attr, dimensions});
}

}  // namespace

Value DynamicSlice(Value x, Values start_indices, Ints sizes) {
  return Emit(Opcode::kDynamicSlice, Together({x}, start_indices),
              {{Attr::dynamic_slice_sizes, sizes.vector()}});
}

Value DynamicSlice(Value x, Value start_indices, Ints sizes) {
  return DynamicSlice(x, Values(Scalars(start_indices, x.shape().rank())), sizes);
}

Value DynamicUpdateSlice(Value x, Value update, Values start_indices) {
  return Emit(Opcode::kDynamicUpdateSlice, Together({x, update}, start_indices));
}

Value DynamicUpdateSlice(Value x, Value update, Value start_indices) {
  return DynamicUpdateSlice(x, update, Values(Scalars(start_indices, x.shape().rank())));
}

Value Gather(Value x, Value start_indices, const GatherDimensionNumbers& dimension_numbers,
             Ints slice_sizes, bool indices_are_sorted) {
  NamedAttributes attributes = {
      {Attr::offset_dims, dimension_numbers.offset_dims},
      {Attr::collapsed_slice_dims, dimension_numbers.collapsed_slice_dims},
      {Attr::start_index_map, dimension_numbers.start_index_map},
      {Attr::index_vector_dim, dimension_numbers.index_vector_dim},
      {Attr::slice_sizes, slice_sizes.vector()}};
  SetUnlessEmpty(dimension_numbers.operand_batching_dims, Attr::operand_batching_dims, attributes);
  SetUnlessEmpty(dimension_numbers.start_indices_batching_dims, Attr::start_indices_batching_dims,
                 attributes);
  SetIf(indices_are_sorted, Attr::indices_are_sorted, attributes);
  return Emit(Opcode::kGather, {x, start_indices}, std::move(attributes));
}

Value Scatter(Value x, Value scatter_indices, Value updates, const Function& computation,
              const ScatterDimensionNumbers& dimension_numbers, bool indices_are_sorted,
              bool unique_indices) {
  if (!x.ok()) return x;
  return Scatter(*x.builder(), {x}, scatter_indices, {updates}, computation, dimension_numbers,
                 indices_are_sorted, unique_indices);
}

Value Scatter(Builder& b, Values operands, Value scatter_indices, Values updates,
              const Function& computation, const ScatterDimensionNumbers& dimension_numbers,
              bool indices_are_sorted, bool unique_indices) {
  NamedAttributes attributes = {
      {Attr::update_window_dims, dimension_numbers.update_window_dims},
      {Attr::inserted_window_dims, dimension_numbers.inserted_window_dims},
      {Attr::scatter_dims_to_operand_dims, dimension_numbers.scatter_dims_to_operand_dims},
      {Attr::index_vector_dim, dimension_numbers.index_vector_dim},
      {Attr::to_apply, b.Import(computation)}};
  SetUnlessEmpty(dimension_numbers.input_batching_dims, Attr::input_batching_dims, attributes);
  SetUnlessEmpty(dimension_numbers.scatter_indices_batching_dims,
                 Attr::scatter_indices_batching_dims, attributes);
  SetIf(indices_are_sorted, Attr::indices_are_sorted, attributes);
  SetIf(unique_indices, Attr::unique_indices, attributes);
  return b.Add(Opcode::kScatter, Together(Together(operands, {scatter_indices}), updates),
               std::move(attributes));
}

}  // namespace hlo::builder
