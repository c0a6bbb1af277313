// SPDX-License-Identifier: Apache-2.0
// `scatter`, ops reference 8.4: its rules.
#include "core/ops/indexing/scatter.h"

#include <algorithm>
#include <vector>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/reduction/reduce_rules.h"

namespace hlo {
namespace {

// Only the code for the reducer; the other rules of `reduce` do not apply.
constexpr ReduceCodes kCodes = {"", "", "", "scatter.C12"};

// Rule C2.
Status CheckArrays(const InferContext& context, size_t inputs) {
  const Shape& first = context.operand(0);
  const Shape& first_update = context.operand(inputs + 1);
  for (size_t k = 0; k < inputs; ++k) {
    const Shape& operand = context.operand(k);
    const Shape& update = context.operand(inputs + 1 + k);
    const bool is_operand = operand.dims != first.dims;
    if (is_operand || update.dims != first_update.dims) {
      const Dims& dims = is_operand ? operand.dims : update.dims;
      const Dims& expected = is_operand ? first.dims : first_update.dims;
      return Fail("scatter.C2", "`scatter`: {} {} must have dimensions {} like {} 0, got {}",
                  {is_operand ? "operand" : "update", k, Braced({expected.data(), expected.size()}),
                   is_operand ? "operand" : "update", Braced({dims.data(), dims.size()})})
          .AtOperand(static_cast<int>(is_operand ? k : inputs + 1 + k));
    }
    if (update.element_type != operand.element_type) {
      return Fail("scatter.C2", "`scatter`: update {} must have element type {}, got {}",
                  {k, Name(operand.element_type), Name(update.element_type)})
          .AtOperand(static_cast<int>(inputs + 1 + k));
    }
  }
  return {};
}

// Rules C6 and C8.
Status CheckRanks(const InferContext& context, const Shape& update, int64_t vector_rank) {
  const Attributes& attributes = context.attributes();
  const int64_t rank = context.operand(0).rank();
  const int64_t windows = std::ssize(attributes.Ints(Attr::update_window_dims));
  const int64_t inserted = std::ssize(attributes.Ints(Attr::inserted_window_dims));
  const int64_t batching = std::ssize(attributes.Ints(Attr::input_batching_dims));
  if (rank != windows + inserted + batching) {
    return Fail("scatter.C6",
                "`scatter`: the operand rank must be {} window + {} inserted + {} batching "
                "dimensions, got {}",
                {windows, inserted, batching, rank})
        .AtAttribute("update_window_dims");
  }
  if (update.rank() != windows + vector_rank) {
    return Fail("scatter.C8", "`scatter`: the updates must have rank {}, got {}",
                {windows + vector_rank, update.rank()});
  }
  return {};
}

// Rules C9 and C10.
Status CheckUpdateSizes(const InferContext& context, size_t inputs) {
  const Attributes& attributes = context.attributes();
  const Shape& operand = context.operand(0);
  const Shape& indices = context.operand(inputs);
  const Shape& update = context.operand(inputs + 1);
  const std::vector<int64_t>& windows = attributes.Ints(Attr::update_window_dims);
  const std::vector<int64_t> shown = ShownDims(attributes, kScatterForm, operand.rank());
  for (size_t k = 0; k < windows.size(); ++k) {
    const int64_t size = update.dims[static_cast<size_t>(windows[k])];
    const int64_t bound = operand.dims[static_cast<size_t>(shown[k])];
    if (bound == kUnboundedSize || size <= bound) continue;
    return Fail("scatter.C9",
                "`scatter`: the update window in operand dimension {} must be at most {}, got {}",
                {shown[k], bound, size})
        .AtOperand(static_cast<int>(inputs + 1));
  }
  const std::vector<int64_t> vector_dims = VectorDims(attributes, indices);
  const std::vector<int64_t> scatter_dims = OtherDims(windows, update.rank());
  for (size_t k = 0; k < scatter_dims.size(); ++k) {
    const int64_t size = update.dims[static_cast<size_t>(scatter_dims[k])];
    const int64_t expected = indices.dims[static_cast<size_t>(vector_dims[k])];
    if (size == expected) continue;
    return Fail("scatter.C10", "`scatter`: update dimension {} must be {} like the indices, got {}",
                {scatter_dims[k], expected, size})
        .AtOperand(static_cast<int>(inputs + 1));
  }
  return {};
}

}  // namespace

Result<Shape> InferScatter(const InferContext& context) {
  const size_t count = context.operands.size();
  if (count < 3 || count % 2 == 0) {
    return Fail("scatter.C1", "`scatter` takes 2N + 1 operands, got {}", {count});
  }
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  const size_t inputs = count / 2;
  HLO_RETURN_IF_ERROR(CheckArrays(context, inputs));
  HLO_RETURN_IF_ERROR(CheckIndexVectors(context, kScatterForm, inputs));
  const Shape& update = context.operand(inputs + 1);
  HLO_RETURN_IF_ERROR(
      CheckAscending(context, "scatter.C4", Attr::update_window_dims, update.rank()));
  HLO_RETURN_IF_ERROR(CheckBatching(context, kScatterForm, inputs));
  const std::vector<int64_t> vector_dims =
      VectorDims(context.attributes(), context.operand(inputs));
  HLO_RETURN_IF_ERROR(CheckRanks(context, update, std::ssize(vector_dims)));
  HLO_RETURN_IF_ERROR(CheckUpdateSizes(context, inputs));
  HLO_RETURN_IF_ERROR(CheckReducer(context, kCodes, inputs));
  if (inputs == 1) return context.operand(0);
  std::vector<Shape> parts;
  for (size_t k = 0; k < inputs; ++k) parts.push_back(context.operand(k));
  return Shape::Tuple(std::move(parts));
}

}  // namespace hlo
