// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_BUILDER_INDEXING_H_
#define HLO_BUILDER_INDEXING_H_

#include <vector>

#include "hlo/builder/builder.h"

// Positions known only at run time (ops reference, section 8).
namespace hlo::builder {

// The box of the given sizes at a position, which is clamped so that the box fits. The position is
// one integer scalar per dimension, or one vector, which becomes a `slice` and a `reshape` per
// dimension.
Value DynamicSlice(Value x, Values start_indices, Ints sizes);
Value DynamicSlice(Value x, Value start_indices, Ints sizes);
// x with such a box replaced by `update`.
Value DynamicUpdateSlice(Value x, Value update, Values start_indices);
Value DynamicUpdateSlice(Value x, Value update, Value start_indices);

// The dimension numbers of a gather, named like the attributes in HLO text.
struct GatherDimensionNumbers {
  std::vector<int64_t> offset_dims;           // of the result: index into a slice
  std::vector<int64_t> collapsed_slice_dims;  // of a slice: size 1, omitted from the result
  std::vector<int64_t> start_index_map;       // of x: for each component of an index vector
  std::vector<int64_t> operand_batching_dims;
  std::vector<int64_t> start_indices_batching_dims;
  int64_t index_vector_dim = 0;  // of the indices: contains the index vectors
};
// Gathers slices of x at many positions.
Value Gather(Value x, Value start_indices, const GatherDimensionNumbers& dimension_numbers,
             Ints slice_sizes, bool indices_are_sorted = false);

struct ScatterDimensionNumbers {
  std::vector<int64_t> update_window_dims;    // of the updates: index into a window
  std::vector<int64_t> inserted_window_dims;  // of x: size 1 in a window, omitted from the updates
  std::vector<int64_t> scatter_dims_to_operand_dims;  // of x: for each component of an index vector
  std::vector<int64_t> input_batching_dims;
  std::vector<int64_t> scatter_indices_batching_dims;
  int64_t index_vector_dim = 0;
};
// x with computation(x[i], update) for each update of an element; updates out of bounds are
// dropped. Several arrays are updated at the same positions together.
Value Scatter(Value x, Value scatter_indices, Value updates, const Function& computation,
              const ScatterDimensionNumbers& dimension_numbers, bool indices_are_sorted = false,
              bool unique_indices = false);
Value Scatter(Builder& b, Values operands, Value scatter_indices, Values updates,
              const Function& computation, const ScatterDimensionNumbers& dimension_numbers,
              bool indices_are_sorted = false, bool unique_indices = false);

}  // namespace hlo::builder

#endif  // HLO_BUILDER_INDEXING_H_
