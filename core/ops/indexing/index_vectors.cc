// SPDX-License-Identifier: Apache-2.0
#include "core/ops/indexing/index_vectors.h"

#include <algorithm>
#include <utility>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/indexing/start_indices.h"
#include "core/ops/odometer.h"
#include "core/ops/strided_copy.h"
#include "hlo/index.h"

namespace hlo {
namespace {

bool Contains(const std::vector<int64_t>& list, int64_t number) {
  return std::find(list.begin(), list.end(), number) != list.end();
}

Status CheckInRange(const InferContext& context, std::string_view code, Attr attr, int64_t entry,
                    int64_t rank) {
  if (entry >= 0 && entry < rank) return {};
  return Fail(code, "`{}`: `{}` entries must be in [0, {}), got {}",
              {context.instruction.op->name, Info(attr).name, rank, entry})
      .AtAttribute(Info(attr).name);
}

Status CheckUnique(const InferContext& context, std::string_view code, Attr attr, int64_t rank) {
  uint64_t seen = 0;
  for (const int64_t entry : context.attributes().Ints(attr)) {
    HLO_RETURN_IF_ERROR(CheckInRange(context, code, attr, entry, rank));
    if ((seen >> entry) & 1) {
      return Fail(code, "`{}`: `{}` entries must be unique, got {} twice",
                  {context.instruction.op->name, Info(attr).name, entry})
          .AtAttribute(Info(attr).name);
    }
    seen |= uint64_t{1} << entry;
  }
  return {};
}

Status CheckDisjoint(const InferContext& context, std::string_view code, Attr attr, Attr other) {
  for (const int64_t entry : context.attributes().Ints(attr)) {
    if (!Contains(context.attributes().Ints(other), entry)) continue;
    return Fail(code, "`{}`: `{}` and `{}` must not overlap, both contain {}",
                {context.instruction.op->name, Info(attr).name, Info(other).name, entry})
        .AtAttribute(Info(attr).name);
  }
  return {};
}

}  // namespace

Status CheckAscending(const InferContext& context, std::string_view code, Attr attr, int64_t rank) {
  const std::vector<int64_t>& entries = context.attributes().Ints(attr);
  for (size_t i = 0; i < entries.size(); ++i) {
    HLO_RETURN_IF_ERROR(CheckInRange(context, code, attr, entries[i], rank));
    if (i > 0 && entries[i - 1] >= entries[i]) {
      return Fail(code, "`{}`: `{}` must be in ascending order, got {}",
                  {context.instruction.op->name, Info(attr).name, Braced(entries)})
          .AtAttribute(Info(attr).name);
    }
  }
  return {};
}

Status CheckIndexVectors(const InferContext& context, const IndexForm& form, size_t indices) {
  const std::string_view op = context.instruction.op->name;
  const Shape& shape = context.operand(indices);
  const int64_t rank = context.operand(0).rank();
  if (!IsInteger(shape.element_type)) {
    return Fail(form.type_code, "`{}`: the indices must be integers, got {}",
                {op, Name(shape.element_type)})
        .AtOperand(static_cast<int>(indices));
  }
  const int64_t dimension = context.attributes().Int(Attr::index_vector_dim);
  if (dimension < 0 || dimension > shape.rank()) {
    return Fail(form.dimension_code, "`{}`: `index_vector_dim` must be in [0, {}], got {}",
                {op, shape.rank(), dimension})
        .AtAttribute("index_vector_dim");
  }
  const int64_t components =
      dimension == shape.rank() ? 1 : shape.dims[static_cast<size_t>(dimension)];
  const int64_t mapped = std::ssize(context.attributes().Ints(form.map));
  if (mapped != components) {
    return Fail(form.map_size_code,
                "`{}`: the length of `{}` must be the index vector size {}, got {}",
                {op, Info(form.map).name, components, mapped})
        .AtAttribute(Info(form.map).name);
  }
  return CheckUnique(context, form.map_entry_code, form.map, rank);
}

Status CheckBatching(const InferContext& context, const IndexForm& form, size_t indices) {
  const std::string_view op = context.instruction.op->name;
  const Shape& operand = context.operand(0);
  const Shape& shape = context.operand(indices);
  HLO_RETURN_IF_ERROR(CheckAscending(context, form.dropped_code, form.dropped, operand.rank()));
  HLO_RETURN_IF_ERROR(
      CheckAscending(context, form.batching_code, form.operand_batching, operand.rank()));
  HLO_RETURN_IF_ERROR(
      CheckDisjoint(context, form.batching_code, form.operand_batching, form.dropped));
  HLO_RETURN_IF_ERROR(CheckDisjoint(context, form.batching_code, form.operand_batching, form.map));

  const std::vector<int64_t>& ours = context.attributes().Ints(form.operand_batching);
  const std::vector<int64_t>& theirs = context.attributes().Ints(form.indices_batching);
  const std::string_view name = Info(form.indices_batching).name;
  HLO_RETURN_IF_ERROR(
      CheckUnique(context, form.batching_sizes_code, form.indices_batching, shape.rank()));
  if (Contains(theirs, context.attributes().Int(Attr::index_vector_dim))) {
    return Fail(form.batching_sizes_code, "`{}`: `{}` must not contain `index_vector_dim` {}",
                {op, name, context.attributes().Int(Attr::index_vector_dim)})
        .AtAttribute(name);
  }
  if (ours.size() != theirs.size()) {
    return Fail(form.batching_sizes_code,
                "`{}`: operand and indices must have equally many batching dimensions, got {} and "
                "{}",
                {op, ours.size(), theirs.size()})
        .AtAttribute(name);
  }
  for (size_t i = 0; i < ours.size(); ++i) {
    const int64_t size = operand.dims[static_cast<size_t>(ours[i])];
    const int64_t other = shape.dims[static_cast<size_t>(theirs[i])];
    if (size == other) continue;
    return Fail(form.batching_sizes_code,
                "`{}`: batching dimension sizes must match, got {} and {}", {op, size, other})
        .AtAttribute(name);
  }
  return {};
}

std::vector<int64_t> OtherDims(const std::vector<int64_t>& ascending, int64_t rank) {
  std::vector<int64_t> others;
  for (int64_t d = 0; d < rank; ++d) {
    if (!std::binary_search(ascending.begin(), ascending.end(), d)) others.push_back(d);
  }
  return others;
}

std::vector<int64_t> ShownDims(const Attributes& attributes, const IndexForm& form, int64_t rank) {
  std::vector<int64_t> shown;
  for (int64_t d = 0; d < rank; ++d) {
    if (Contains(attributes.Ints(form.dropped), d)) continue;
    if (!Contains(attributes.Ints(form.operand_batching), d)) shown.push_back(d);
  }
  return shown;
}

std::vector<int64_t> VectorDims(const Attributes& attributes, const Shape& indices) {
  std::vector<int64_t> dims;
  for (int64_t d = 0; d < indices.rank(); ++d) {
    if (d != attributes.Int(Attr::index_vector_dim)) dims.push_back(d);
  }
  return dims;
}

Result<IndexVectors> IndexVectors::Read(EvalContext& context, const IndexForm& form,
                                        size_t indices) {
  const Attributes& attributes = context.attributes();
  const Literal& given = context.operand(indices);
  const Dims& sizes = given.shape().dims;
  const Dims strides = RowMajorStrides({sizes.data(), sizes.size()});
  const std::vector<int64_t>& batching = attributes.Ints(form.indices_batching);
  IndexVectors vectors;
  vectors.dims_ = attributes.Ints(form.map);
  const auto mapped = std::ssize(vectors.dims_);
  const std::vector<int64_t>& operand_batching = attributes.Ints(form.operand_batching);
  vectors.dims_.insert(vectors.dims_.end(), operand_batching.begin(), operand_batching.end());
  const auto components = std::ssize(vectors.dims_);

  const auto dimension = static_cast<size_t>(attributes.Int(Attr::index_vector_dim));
  Dims walked, from_strides;
  int64_t count = 1;
  for (const int64_t d : VectorDims(attributes, given.shape())) {
    walked.push_back(sizes[static_cast<size_t>(d)]);
    from_strides.push_back(strides[static_cast<size_t>(d)]);
    count *= walked.back();
  }
  HLO_TRY(vectors.starts_, context.Allocate(Shape::Array(ElementType::kS64, {count, components})));
  auto* out = reinterpret_cast<int64_t*>(vectors.starts_.mutable_bytes());
  // Contiguous components without batching dimensions are already in order.
  if (batching.empty() && (mapped == 1 || dimension + 1 == sizes.size())) {
    ReadIndices(given, 0, count * mapped, out);
    return vectors;
  }

  // Space for all indices and for all coordinates along one dimension.
  const int64_t capacity = std::max(given.element_count(), count);
  HLO_TRY(Literal wide, context.Allocate(Shape::Array(ElementType::kS64, {capacity})));
  auto* numbers = reinterpret_cast<int64_t*>(wide.mutable_bytes());
  if (mapped > 0) ReadIndices(given, 0, given.element_count(), numbers);
  // One walk over the vectors, whose offsets are the read position and the batching coordinates.
  StridedBox box{walked, from_strides, RowMajorStrides({walked.data(), walked.size()})};
  for (int64_t& stride : box.to_strides) stride *= components;
  box.sizes.push_back(mapped);
  box.from_strides.push_back(dimension < sizes.size() ? strides[dimension] : 1);
  box.to_strides.push_back(1);
  CopyBox(context, box, sizeof(int64_t), numbers, out);
  for (size_t k = 0; k < batching.size(); ++k) {
    // The coordinate along a batching dimension is repeated along all others.
    const int64_t size = sizes[static_cast<size_t>(batching[k])];
    for (int64_t i = 0; i < size; ++i) numbers[i] = i;
    Dims along(walked.size(), 0);
    const bool behind = static_cast<size_t>(batching[k]) > dimension;
    along[static_cast<size_t>(batching[k]) - (behind ? 1 : 0)] = 1;
    StridedBox coordinates{walked, along, box.to_strides};
    coordinates.to_strides.pop_back();
    CopyBox(context, coordinates, sizeof(int64_t), numbers, out + mapped + static_cast<int64_t>(k));
  }
  return vectors;
}

}  // namespace hlo
