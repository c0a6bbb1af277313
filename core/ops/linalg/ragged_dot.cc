// SPDX-License-Identifier: Apache-2.0
// `ragged-dot`, ops reference 9.2: dots of consecutive runs along one dimension of the left
// operand; the lengths are the group sizes. Each run is a dot of parts of the operands.
#include <algorithm>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/dynamic_shape.h"
#include "core/ops/linalg/dot.h"
#include "core/ops/rules.h"
#include "core/ops/strided_copy.h"
#include "core/types/convert.h"
#include "hlo/index.h"

namespace hlo {
namespace {

// The role of the ragged dimension in the left operand.
enum class Mode { kFree, kContracting, kBatch };

int64_t PlaceOf(std::span<const int64_t> list, int64_t value) {
  const auto found = std::find(list.begin(), list.end(), value);
  return found == list.end() ? -1 : found - list.begin();
}

struct Roles {
  explicit Roles(const Attributes& attributes)
      : lhs_batch(attributes.Ints(Attr::lhs_batch_dims)),
        lhs_summed(attributes.Ints(Attr::lhs_contracting_dims)),
        rhs_batch(attributes.Ints(Attr::rhs_batch_dims)),
        rhs_summed(attributes.Ints(Attr::rhs_contracting_dims)),
        ragged(attributes.Ints(Attr::lhs_ragged_dims)[0]) {
    const std::vector<int64_t>& groups = attributes.Ints(Attr::rhs_group_dims);
    if (!groups.empty()) group = groups[0];
    if (PlaceOf(lhs_batch, ragged) >= 0) mode = Mode::kBatch;
    if (PlaceOf(lhs_summed, ragged) >= 0) mode = Mode::kContracting;
  }

  std::span<const int64_t> lhs_batch, lhs_summed, rhs_batch, rhs_summed;
  int64_t ragged;      // dimension of the left operand
  int64_t group = -1;  // dimension of the right operand indexed by the group
  Mode mode = Mode::kFree;

  // Dimensions of the left operand that may have separate group sizes: the batch, and those before
  // the ragged dimension among those of its role.
  Dims PrefixDims(int64_t rank) const {
    Dims prefix;
    for (const int64_t d : lhs_batch) {
      if (d == ragged) return prefix;
      prefix.push_back(d);
    }
    if (mode != Mode::kFree) return prefix;
    for (const int64_t d : FreeDimensions(rank, lhs_batch, lhs_summed)) {
      if (d < ragged) prefix.push_back(d);
    }
    return prefix;
  }
};

// Rules C1 and C2. Requires the dimension lists of a valid dot.
Status CheckRaggedDimension(const InferContext& context) {
  const std::vector<int64_t>& ragged = context.attributes().Ints(Attr::lhs_ragged_dims);
  if (ragged.size() != 1) {
    return Fail("ragged-dot.C1", "`ragged-dot`: `lhs_ragged_dims` must have 1 entry, got {}",
                {ragged.size()})
        .AtAttribute("lhs_ragged_dims");
  }
  HLO_RETURN_IF_ERROR(CheckDimensionNumbers(context, "ragged-dot.C1", Attr::lhs_ragged_dims, ragged,
                                            context.operand(0).rank()));
  const Shape& group_sizes = context.operand(2);
  if (!IsInteger(group_sizes.element_type)) {
    return Fail("ragged-dot.C2", "`ragged-dot`: the group sizes must be integers, got {}",
                {Name(group_sizes.element_type)})
        .AtOperand(2);
  }
  const Dims prefix = Roles(context.attributes()).PrefixDims(context.operand(0).rank());
  bool good = group_sizes.rank() == 1 || group_sizes.rank() == std::ssize(prefix) + 1;
  for (size_t i = 0; good && i + 1 < group_sizes.dims.size(); ++i) {
    good = group_sizes.dims[i] == context.operand(0).dims[static_cast<size_t>(prefix[i])];
  }
  if (good) return {};
  return Fail("ragged-dot.C2",
              "`ragged-dot`: leading dimensions of the group sizes must be absent or match "
              "dimensions {} of operand 0, got {}",
              {Braced({prefix.data(), prefix.size()}), ShapeText(group_sizes, false)})
      .AtOperand(2);
}

// Rule C3.
Status CheckGroupDimension(const InferContext& context, const Roles& roles) {
  const std::vector<int64_t>& listed = context.attributes().Ints(Attr::rhs_group_dims);
  if (roles.mode != Mode::kFree) {
    if (listed.empty()) return {};
    return Fail("ragged-dot.C3",
                "`ragged-dot`: `rhs_group_dims` must be empty when the ragged dimension is {}, got "
                "{}",
                {roles.mode == Mode::kBatch ? "batch" : "contracting", Braced(listed)})
        .AtAttribute("rhs_group_dims");
  }
  if (listed.size() != 1) {
    return Fail("ragged-dot.C3",
                "`ragged-dot`: `rhs_group_dims` must have 1 entry when the ragged dimension is "
                "free, got {}",
                {listed.size()})
        .AtAttribute(context.attributes().Has(Attr::rhs_group_dims) ? "rhs_group_dims"
                                                                    : "lhs_ragged_dims");
  }
  const Shape& rhs = context.operand(1);
  HLO_RETURN_IF_ERROR(
      CheckDimensionNumbers(context, "ragged-dot.C3", Attr::rhs_group_dims, listed, rhs.rank()));
  if (PlaceOf(roles.rhs_batch, roles.group) >= 0 || PlaceOf(roles.rhs_summed, roles.group) >= 0) {
    return Fail("ragged-dot.C3",
                "`ragged-dot`: group dimension {} must not be batch or contracting", {roles.group})
        .AtAttribute("rhs_group_dims");
  }
  const int64_t groups = rhs.dims[static_cast<size_t>(roles.group)];
  if (groups == context.operand(2).dims.back()) return {};
  return Fail("ragged-dot.C3",
              "`ragged-dot`: the right operand must have {}, one per group size, got {}",
              {Counted(context.operand(2).dims.back(), "group"), groups})
      .AtAttribute("rhs_group_dims");
}

// The dimension of the dot's result for the group dimension as a free dimension.
int64_t GroupPlace(const Roles& roles, int64_t lhs_rank, int64_t rhs_rank) {
  const Dims lhs_free = FreeDimensions(lhs_rank, roles.lhs_batch, roles.lhs_summed);
  const Dims rhs_free = FreeDimensions(rhs_rank, roles.rhs_batch, roles.rhs_summed);
  return std::ssize(roles.lhs_batch) + std::ssize(lhs_free) +
         PlaceOf({rhs_free.data(), rhs_free.size()}, roles.group);
}

struct Run {
  int64_t begin = 0, end = 0;
};

class RaggedDot {
 public:
  RaggedDot(EvalContext& context, Literal& result)
      : context_(context),
        roles_(context.attributes()),
        lhs_(context.operand(0)),
        rhs_(context.operand(1)),
        lhs_free_(FreeDimensions(lhs_.shape().rank(), roles_.lhs_batch, roles_.lhs_summed)),
        result_(result) {}

  // `lengths`: the group sizes.
  Status Compute(const Literal& lengths) {
    const Dims& dims = lengths.shape().dims;
    const int64_t groups = dims.back();
    const Dims prefix = roles_.PrefixDims(lhs_.shape().rank());
    Dims lists(std::span<const int64_t>(dims.data(), dims.size() - 1));
    for (Index at(lists); !at.done(); at.Next()) {
      Parts parts{Box::Whole(lhs_.shape()), Box::Whole(rhs_.shape()), Box::Whole(result_.shape())};
      for (size_t i = 0; i < lists.size(); ++i) NarrowLeft(prefix[i], {at[i], at[i] + 1}, parts);
      const int64_t* first = lengths.data<int64_t>().data() + at.linear() * groups;
      HLO_RETURN_IF_ERROR(ComputeRuns({first, static_cast<size_t>(groups)}, parts));
    }
    return {};
  }

 private:
  struct Parts {
    Box lhs, rhs, result;
  };

  // Restricts a dimension of the left operand and the corresponding ones of the other arrays.
  void NarrowLeft(int64_t d, Run run, Parts& parts) const {
    const int64_t shift = roles_.mode == Mode::kContracting ? 1 : 0;  // the groups come first
    parts.lhs.Narrow(d, run.begin, run.end);
    if (const int64_t b = PlaceOf(roles_.lhs_batch, d); b >= 0) {
      parts.rhs.Narrow(roles_.rhs_batch[static_cast<size_t>(b)], run.begin, run.end);
      parts.result.Narrow(shift + b, run.begin, run.end);
    } else if (const int64_t k = PlaceOf(roles_.lhs_summed, d); k >= 0) {
      parts.rhs.Narrow(roles_.rhs_summed[static_cast<size_t>(k)], run.begin, run.end);
    } else {
      const int64_t place = PlaceOf({lhs_free_.data(), lhs_free_.size()}, d);
      parts.result.Narrow(shift + std::ssize(roles_.lhs_batch) + place, run.begin, run.end);
    }
  }

  // A run for each group: consecutive, of the given lengths, clamped to the ragged dimension.
  Status ComputeRuns(std::span<const int64_t> lengths, const Parts& whole) {
    const int64_t size = lhs_.shape().dims[static_cast<size_t>(roles_.ragged)];
    Run run;
    for (size_t q = 0; q < lengths.size(); ++q) {
      run = {run.end, run.end + std::clamp<int64_t>(lengths[q], 0, size - run.end)};
      if (roles_.mode == Mode::kBatch || run.begin == run.end) continue;
      const auto group = static_cast<int64_t>(q);
      Parts parts = whole;
      if (roles_.mode == Mode::kFree) {
        parts.rhs.Narrow(roles_.group, group, group + 1);
      } else {
        parts.result.Narrow(0, group, group + 1);
      }
      HLO_RETURN_IF_ERROR(Multiply(run, std::move(parts)));
    }
    // The group of an entry makes no difference.
    return roles_.mode == Mode::kBatch ? Multiply({0, run.end}, whole) : Status();
  }

  Status Multiply(Run run, Parts parts) {
    NarrowLeft(roles_.ragged, run, parts);
    HLO_TRY(Literal lhs, ReadBox(context_, lhs_, parts.lhs));
    HLO_TRY(Literal rhs, ReadBox(context_, rhs_, parts.rhs));
    HLO_TRY(const Literal product,
            MultiplyOperands(context_, std::move(lhs), std::move(rhs), result_.element_type()));
    WriteBox(context_, product, parts.result, result_);
    return {};
  }

  EvalContext& context_;
  const Roles roles_;
  const Literal& lhs_;
  const Literal& rhs_;
  const Dims lhs_free_;
  Literal& result_;
};

// The group sizes as 64-bit numbers.
Result<Literal> Lengths(EvalContext& context) {
  const Literal& sizes = context.operand(2);
  const ElementType type = sizes.element_type();
  HLO_TRY(Literal lengths, context.Allocate(ChangeElementType(sizes.shape(), ElementType::kS64)));
  ConvertFunction(type, ElementType::kS64)(
      sizes.bytes(), static_cast<size_t>(sizes.element_count()), lengths.mutable_bytes());
  if (!IsUnsigned(type)) return lengths;
  for (int64_t& length : lengths.mutable_data<int64_t>()) {
    if (length < 0) length = INT64_MAX;  // above 2^63 - 1
  }
  return lengths;
}

}  // namespace

Result<Shape> InferRaggedDot(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  if (context.operand(2).rank() == 0) {
    return Fail("ragged-dot.C2", "`ragged-dot`: the group sizes must not be a scalar, got {}",
                {ShapeText(context.operand(2), false)})
        .AtOperand(2);
  }
  const Shape& lhs = context.operand(0);
  const Shape& rhs = context.operand(1);
  HLO_TRY(const Shape product, InferProducts(context, lhs, rhs, "ragged-dot.C4"));
  HLO_RETURN_IF_ERROR(CheckRaggedDimension(context));
  const Roles roles(context.attributes());
  HLO_RETURN_IF_ERROR(CheckGroupDimension(context, roles));
  switch (roles.mode) {
    case Mode::kFree:  // the dot treats the groups as a free dimension of its result
      return DeleteDimension(GroupPlace(roles, lhs.rank(), rhs.rank()), product);
    case Mode::kContracting: {
      Shape result = PrependMajorDimension(context.operand(2).dims.back(), product);
      HLO_RETURN_IF_ERROR(CheckSize(result));
      return result;
    }
    case Mode::kBatch:
      break;
  }
  return product;
}

Result<Literal> EvaluateRaggedDot(EvalContext& context) {
  if (HasPartlyFilled(context)) return EvaluateWithDynamicSizes(context);
  HLO_TRY(Literal result, context.Allocate());
  if (result.element_count() == 0) return result;
  // f8e8m0fnu has no zero: rounding makes it NaN.
  const int zero = result.element_type() == ElementType::kF8E8M0FNU ? 0xFF : 0;
  std::memset(result.mutable_bytes(), zero, static_cast<size_t>(result.byte_size()));
  HLO_TRY(const Literal lengths, Lengths(context));
  HLO_RETURN_IF_ERROR(RaggedDot(context, result).Compute(lengths));
  return result;
}

}  // namespace hlo
