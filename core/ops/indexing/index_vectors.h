// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_INDEXING_INDEX_VECTORS_H_
#define HLO_CORE_OPS_INDEXING_INDEX_VECTORS_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/ops/rules.h"

// Helpers of gather and scatter (ops reference 8.3 and 8.4): index vectors along one dimension of
// an integer array, the operand dimensions of their components, and batching dimensions of operand
// and indices.
namespace hlo {

// The attributes and rule codes of an op with index vectors.
struct IndexForm {
  Attr map;               // operand dimension of each component
  Attr dropped;           // operand dimensions not in slices
  Attr operand_batching;  // operand dimensions not in slices,
  Attr indices_batching;  // and the matching indices dimensions
  std::string_view type_code, dimension_code, map_size_code, map_entry_code;
  std::string_view dropped_code, batching_code, batching_sizes_code;
};

// Checks that the entries of an attribute are dimension numbers below `rank` in ascending order.
Status CheckAscending(const InferContext& context, std::string_view code, Attr attr, int64_t rank);

// Checks that the indices are integers, index_vector_dim is in range, and the map has an operand
// dimension for each component. `indices`: operand number of the indices.
Status CheckIndexVectors(const InferContext& context, const IndexForm& form, size_t indices);
// Checks that dropped and batching dimensions are ascending and disjoint, and that batching
// dimensions have equal sizes on both sides.
Status CheckBatching(const InferContext& context, const IndexForm& form, size_t indices);

// Numbers below `rank` that are not in an ascending list.
std::vector<int64_t> OtherDims(const std::vector<int64_t>& ascending, int64_t rank);
// Operand dimensions in slices, neither dropped nor batching, in ascending order.
std::vector<int64_t> ShownDims(const Attributes& attributes, const IndexForm& form, int64_t rank);
// Dimensions of the indices except index_vector_dim.
std::vector<int64_t> VectorDims(const Attributes& attributes, const Shape& indices);

// All index vectors of a run, in row-major order of VectorDims. Requires at least one.
class IndexVectors {
 public:
  // Error R02.
  static Result<IndexVectors> Read(EvalContext& context, const IndexForm& form, size_t indices);

  int64_t count() const { return starts_.shape().dims[0]; }
  // The operand dimension of each component, batching dimensions last. Slices start at 0 in all
  // other dimensions.
  const std::vector<int64_t>& dims() const { return dims_; }
  // The components of index vector `i`, not clamped.
  const int64_t* Components(int64_t i) const {
    return starts_.data<int64_t>().data() + i * std::ssize(dims_);
  }

 private:
  IndexVectors() = default;

  Literal starts_;  // s64[vectors, components]
  std::vector<int64_t> dims_;
};

}  // namespace hlo

#endif  // HLO_CORE_OPS_INDEXING_INDEX_VECTORS_H_
