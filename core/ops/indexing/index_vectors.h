// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_INDEXING_INDEX_VECTORS_H_
#define HLO_CORE_OPS_INDEXING_INDEX_VECTORS_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/ops/rules.h"

// What gather and scatter share (ops reference 8.3 and 8.4): index vectors that lie along one
// dimension of an integer array, the operand dimensions that their components go to, and batching
// dimensions that operand and indices have in common.
namespace hlo {

// Where an op keeps all this, and under which codes its rules stand.
struct IndexForm {
  Attr map;               // operand dimension of each component
  Attr dropped;           // dimensions of the operand that slices do not show
  Attr operand_batching;  // dimensions of the operand that slices do not show either,
  Attr indices_batching;  // and those of the indices that they run along with
  std::string_view type_code, dimension_code, map_size_code, map_entry_code;
  std::string_view dropped_code, batching_code, batching_sizes_code;
};

// Entries of an attribute are dimension numbers below `rank`, in ascending order.
Status CheckAscending(const InferContext& context, std::string_view code, Attr attr, int64_t rank);

// The indices are integers, index_vector_dim is in range, and the map has an operand dimension for
// each component. `indices` is the number of that operand.
Status CheckIndexVectors(const InferContext& context, const IndexForm& form, size_t indices);
// Dropped and batching dimensions are in order, disjoint, and equally long on both sides.
Status CheckBatching(const InferContext& context, const IndexForm& form, size_t indices);

// Numbers below `rank` that an ascending list leaves out.
std::vector<int64_t> OtherDims(const std::vector<int64_t>& ascending, int64_t rank);
// Dimensions of the operand that slices show: neither dropped nor batching, in ascending order.
std::vector<int64_t> ShownDims(const Attributes& attributes, const IndexForm& form, int64_t rank);
// Dimensions of the indices without that of the index vectors.
std::vector<int64_t> VectorDims(const Attributes& attributes, const Shape& indices);

// All index vectors of a run, in row-major order of VectorDims. Requires at least one.
class IndexVectors {
 public:
  // Error R02.
  static Result<IndexVectors> Read(EvalContext& context, const IndexForm& form, size_t indices);

  int64_t count() const { return starts_.shape().dims[0]; }
  // The operand dimension of each component; those of batching dimensions come last. A slice starts
  // at 0 in all other dimensions.
  const std::vector<int64_t>& dims() const { return dims_; }
  // The components of index vector `i`, as the indices say: not clamped.
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
