// SPDX-License-Identifier: Apache-2.0
// `gather`, ops reference 8.3.
#include <algorithm>
#include <vector>

#include "core/base/blocks.h"
#include "core/base/checked.h"
#include "core/base/format.h"
#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/dynamic_shape.h"
#include "core/ops/indexing/index_vectors.h"
#include "core/ops/rules.h"
#include "core/ops/strided_copy.h"
#include "hlo/index.h"

namespace hlo {
namespace {

constexpr IndexForm kForm = {.map = Attr::start_index_map,
                             .dropped = Attr::collapsed_slice_dims,
                             .operand_batching = Attr::operand_batching_dims,
                             .indices_batching = Attr::start_indices_batching_dims,
                             .type_code = "gather.C1",
                             .dimension_code = "gather.C2",
                             .map_size_code = "gather.C4",
                             .map_entry_code = "gather.C5",
                             .dropped_code = "gather.C6",
                             .batching_code = "gather.C11",
                             .batching_sizes_code = "gather.C12"};

// Rules C7 and C8.
Status CheckSliceSizes(const InferContext& context) {
  const Shape& operand = context.operand(0);
  const std::vector<int64_t>& sizes = context.attributes().Ints(Attr::slice_sizes);
  if (std::ssize(sizes) != operand.rank()) {
    return Fail("gather.C7",
                "`gather`: the length of `slice_sizes` must be the operand rank {}, got {}",
                {operand.rank(), sizes.size()})
        .AtAttribute("slice_sizes");
  }
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] < 0) {
      return Fail("gather.C8",
                  "`gather`: the slice size in dimension {} must not be negative, got {}",
                  {d, sizes[d]})
          .AtAttribute("slice_sizes");
    }
    if (operand.dims[d] != kUnboundedSize && sizes[d] > operand.dims[d]) {
      return Fail("gather.C8",
                  "`gather`: the slice size in dimension {} must be at most {}, got {}",
                  {d, operand.dims[d], sizes[d]})
          .AtAttribute("slice_sizes");
    }
  }
  return {};
}

// Rules C9 and C10.
Status CheckHiddenDims(const InferContext& context) {
  const Attributes& attributes = context.attributes();
  const std::vector<int64_t>& sizes = attributes.Ints(Attr::slice_sizes);
  const std::vector<int64_t>& collapsed = attributes.Ints(Attr::collapsed_slice_dims);
  const std::vector<int64_t>& batching = attributes.Ints(Attr::operand_batching_dims);
  for (const auto* hidden : {&collapsed, &batching}) {
    for (const int64_t d : *hidden) {
      const int64_t size = sizes[static_cast<size_t>(d)];
      if (size <= 1) continue;
      return Fail("gather.C9",
                  "`gather`: the slice size of {} dimension {} must be at most 1, got {}",
                  {hidden == &collapsed ? "collapsed" : "batching", d, size})
          .AtAttribute("slice_sizes");
    }
  }
  const std::vector<int64_t>& offset = attributes.Ints(Attr::offset_dims);
  const int64_t rank = context.operand(0).rank();
  if (rank == std::ssize(offset) + std::ssize(collapsed) + std::ssize(batching)) return {};
  return Fail("gather.C10",
              "`gather`: the operand rank must be {} offset + {} collapsed + {} batching "
              "dimensions, got {}",
              {offset.size(), collapsed.size(), batching.size(), rank})
      .AtAttribute("offset_dims");
}

// Copies slices to contiguous memory, at starts given by index vectors.
class SliceCopier {
 public:
  SliceCopier(EvalContext& context, const IndexVectors& vectors)
      : vectors_(vectors),
        mode_(context.kernel_mode()),
        bytes_(StorageBytes(context.shape().element_type)),
        from_(context.operand(0).bytes()) {
    const Dims& dims = context.operand(0).shape().dims;
    const std::vector<int64_t>& sizes = context.attributes().Ints(Attr::slice_sizes);
    box_.sizes = Dims(std::span<const int64_t>(sizes));
    box_.from_strides = RowMajorStrides({dims.data(), dims.size()});
    box_.to_strides = RowMajorStrides(sizes);
    for (const int64_t dim : vectors.dims()) {
      const auto d = static_cast<size_t>(dim);
      last_starts_.push_back(dims[d] - sizes[d]);
      steps_.push_back(box_.from_strides[d] * bytes_);
    }
    for (const int64_t size : sizes) slice_bytes_ *= size;
    slice_bytes_ *= bytes_;
    past_cache_ = vectors.count() * slice_bytes_ >= kBeyondCachesBytes / 2;
  }

  int64_t slice_bytes() const { return slice_bytes_; }

  // Copies slices [begin, end) to `to`, the place of slice `begin`.
  void Copy(int64_t begin, int64_t end, uint8_t* to) const {
    const BoxCopier copier(box_, bytes_, mode_);
    const bool is_run = copier.run_bytes() == slice_bytes_;
    constexpr int64_t kBlock = 256;
    int64_t offsets[kBlock];
    for (; begin < end; begin += kBlock) {
      const int64_t count = std::min(kBlock, end - begin);
      FindOffsets(begin, count, offsets);
      if (is_run) {
        GatherRuns(from_, offsets, count, slice_bytes_, to, past_cache_);
      } else {
        for (int64_t i = 0; i < count; ++i) {
          copier.Copy(from_ + offsets[i], to + i * slice_bytes_);
        }
      }
      to += count * slice_bytes_;
    }
  }

 private:
  // The offsets of slices [begin, begin + count), clamped so that each slice is in bounds (choice
  // C20).
  void FindOffsets(int64_t begin, int64_t count, int64_t* offsets) const {
    const int64_t components = std::ssize(vectors_.dims());
    const int64_t* component = vectors_.Components(begin);
    std::fill_n(offsets, count, 0);
    for (size_t k = 0; k < steps_.size(); ++k, ++component) {
      const int64_t last = last_starts_[k], step = steps_[k];
      for (int64_t i = 0; i < count; ++i) {
        offsets[i] += std::clamp<int64_t>(component[i * components], 0, last) * step;
      }
    }
  }

  const IndexVectors& vectors_;
  const KernelMode mode_;
  const int bytes_;
  const uint8_t* from_;
  StridedBox box_;
  Dims last_starts_, steps_;
  int64_t slice_bytes_ = 1;
  bool past_cache_ = false;
};

// Copies all slices in the order of their index vectors.
void CopySlices(EvalContext& context, const IndexVectors& vectors, uint8_t* to) {
  constexpr int64_t kTaskBytes = 256 << 10;
  const SliceCopier copier(context, vectors);
  const int64_t task = CeilDiv(kTaskBytes, copier.slice_bytes());
  context.workers().ForEach(CeilDiv(vectors.count(), task), [&](int64_t i) {
    copier.Copy(i * task, std::min((i + 1) * task, vectors.count()),
                to + i * task * copier.slice_bytes());
  });
}

// Result dimensions in the order of contiguous slices: those of the index vectors, then those of
// the slices.
std::vector<int64_t> PackedOrder(const std::vector<int64_t>& offset_dims, int64_t rank) {
  std::vector<int64_t> order = OtherDims(offset_dims, rank);
  order.insert(order.end(), offset_dims.begin(), offset_dims.end());
  return order;
}

// A slice of a whole dimension shrinks with it. If the dynamic size is large enough, any other
// slice stays within it; else it is padded with zeros.
Result<Literal> GatherStatic(EvalContext& context) {
  const Dims& bounds = context.operand(0).shape().dims;
  Dims sizes = context.operand(0).dynamic_sizes();
  std::vector<int64_t> slice = context.attributes().Ints(Attr::slice_sizes);
  for (const int64_t shown : ShownDims(context.attributes(), kForm, std::ssize(sizes))) {
    const auto d = static_cast<size_t>(shown);
    if (slice[d] == bounds[d] && slice[d] != 1) slice[d] = sizes[d];
  }
  for (size_t d = 0; d < sizes.size(); ++d) sizes[d] = std::max(sizes[d], slice[d]);
  Instruction gather = context.instruction();
  gather.attributes.Set(Attr::slice_sizes, std::move(slice));
  std::vector<Literal> operands(2);
  HLO_TRY(operands[0], ToStatic(context, 0, sizes));
  HLO_TRY(operands[1], ToStatic(context, 1));
  return EvaluateResized(context, std::move(gather), std::move(operands), context.shape());
}

}  // namespace

Result<Shape> InferGather(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireOperandCount(context));
  HLO_RETURN_IF_ERROR(RequireArray(context, 0));
  HLO_RETURN_IF_ERROR(RequireArray(context, 1, "gather.C1"));
  HLO_RETURN_IF_ERROR(CheckIndexVectors(context, kForm, 1));
  const Attributes& attributes = context.attributes();
  const Shape& operand = context.operand(0);
  const Shape& indices = context.operand(1);
  const std::vector<int64_t>& offset_dims = attributes.Ints(Attr::offset_dims);
  const std::vector<int64_t> vector_dims = VectorDims(attributes, indices);
  const int64_t rank = std::ssize(offset_dims) + std::ssize(vector_dims);
  HLO_RETURN_IF_ERROR(CheckAscending(context, "gather.C3", Attr::offset_dims, rank));
  HLO_RETURN_IF_ERROR(CheckBatching(context, kForm, 1));
  HLO_RETURN_IF_ERROR(CheckSliceSizes(context));
  HLO_RETURN_IF_ERROR(CheckHiddenDims(context));

  const std::vector<int64_t> no_sizes(static_cast<size_t>(rank), 0);
  Shape result = Shape::Array(operand.element_type, no_sizes);
  const std::vector<int64_t> order = PackedOrder(offset_dims, rank);
  const std::vector<int64_t> shown = ShownDims(attributes, kForm, operand.rank());
  const std::vector<int64_t>& sizes = attributes.Ints(Attr::slice_sizes);
  HLO_RETURN_IF_ERROR(CheckSize(result));
  for (size_t i = 0; i < order.size(); ++i) {
    const auto d = static_cast<size_t>(order[i]);
    if (i < vector_dims.size()) {
      result.dims[d] = indices.dims[static_cast<size_t>(vector_dims[i])];
      result.SetDynamic(order[i], indices.IsDynamic(vector_dims[i]));
    } else {
      const int64_t from = shown[i - vector_dims.size()];
      const int64_t size = sizes[static_cast<size_t>(from)];
      result.dims[d] = size;
      const bool whole = size == operand.dims[static_cast<size_t>(from)] && size != 1;
      result.SetDynamic(order[i], whole && operand.IsDynamic(from));
    }
  }
  HLO_RETURN_IF_ERROR(CheckSize(result));
  return result;
}

Result<Literal> EvaluateGather(EvalContext& context) {
  if (HasPartlyFilled(context)) return GatherStatic(context);
  const Shape& shape = context.shape();
  const std::vector<int64_t>& slice_sizes = context.attributes().Ints(Attr::slice_sizes);
  const bool nothing_to_read =  // nor to write, unless only collapsed sizes are 0
      std::find(slice_sizes.begin(), slice_sizes.end(), 0) != slice_sizes.end();
  if (nothing_to_read || IsZeroElementArray(shape)) {
    return Literal::Zeros(shape, context.runtime().budget());
  }
  HLO_TRY(const IndexVectors vectors, IndexVectors::Read(context, kForm, 1));
  const std::vector<int64_t> order =
      PackedOrder(context.attributes().Ints(Attr::offset_dims), shape.rank());
  Dims packed_dims, places(order.size());
  for (size_t i = 0; i < order.size(); ++i) {
    packed_dims.push_back(shape.dims[static_cast<size_t>(order[i])]);
    places[static_cast<size_t>(order[i])] = static_cast<int64_t>(i);
  }
  HLO_TRY(Literal packed, context.Allocate(Shape::Array(shape.element_type,
                                                        {packed_dims.data(), packed_dims.size()})));
  CopySlices(context, vectors, packed.mutable_bytes());
  HLO_TRY(Literal result, Reordered(context, packed, {places.data(), places.size()}));
  return std::move(result).WithShape(shape);
}

}  // namespace hlo
