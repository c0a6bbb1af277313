// SPDX-License-Identifier: Apache-2.0
// `reshape`, ops reference 7.5.
#include <utility>

#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/dynamic_shape.h"
#include "core/ops/rules.h"

namespace hlo {
namespace {

// Dimensions [begin, end) of one shape.
struct Range {
  size_t begin = 0, end = 0;
};

// The dimensions of a range without those of static size 1, which neither split nor merge.
Dims Proper(const Shape& shape, Range range, int64_t kept) {
  Dims proper;
  for (size_t d = range.begin; d < range.end; ++d) {
    const auto number = static_cast<int64_t>(d);
    if (shape.dims[d] != 1 || shape.IsDynamic(number) || number == kept) proper.push_back(number);
  }
  return proper;
}

bool IsOne(const Shape& shape, size_t d) { return d < shape.dims.size() && shape.dims[d] == 1; }

// Of two sizes of 1, where only one is dynamic, whether the static one has no counterpart because
// another 1 follows it. Advances past it.
bool SkipStaticOne(const Shape& from, const Shape& to, Range& in, Range& out) {
  const bool in_dynamic = from.IsDynamic(static_cast<int64_t>(in.end));
  const bool out_dynamic = to.IsDynamic(static_cast<int64_t>(out.end));
  if (in_dynamic == out_dynamic) return false;
  if (!IsOne(in_dynamic ? to : from, (in_dynamic ? out : in).end + 1)) return false;
  ++(in_dynamic ? out : in).end;
  return true;
}

// Advances to the next smallest ranges of both shapes with equal element counts. Requires equal,
// non-zero totals.
void NextGroup(const Shape& from, const Shape& to, Range& in, Range& out) {
  in.begin = in.end;
  out.begin = out.end;
  if (IsOne(from, in.end) && IsOne(to, out.end)) {
    if (SkipStaticOne(from, to, in, out)) return;
    ++in.end;
    ++out.end;
  } else {
    int64_t in_count = 1, out_count = 1;
    do {
      const bool more_in = in.end < from.dims.size();
      const bool more_out = out.end < to.dims.size();
      if (more_in && (in_count <= out_count || !more_out)) {
        in_count *= from.dims[in.end++];
      } else if (more_out) {
        out_count *= to.dims[out.end++];
      }
    } while (in_count != out_count || (out.end == out.begin && out.end < to.dims.size()));
  }
  // Following sizes of 1 belong to the group, so that none is left at the end. A dynamic one begins
  // a group of its own if the result has one, too.
  while (IsOne(from, in.end) || IsOne(to, out.end)) {
    const bool both = IsOne(from, in.end) && IsOne(to, out.end);
    if (both && SkipStaticOne(from, to, in, out)) continue;
    if (both && from.IsDynamic(static_cast<int64_t>(in.end))) return;
    if (IsOne(from, in.end)) ++in.end;
    if (IsOne(to, out.end)) ++out.end;
  }
}

// The first dynamic dimension of a range; -1 if it is static.
int64_t FirstDynamic(const Shape& shape, Range range) {
  for (size_t d = range.begin; d < range.end; ++d) {
    if (shape.IsDynamic(static_cast<int64_t>(d))) return static_cast<int64_t>(d);
  }
  return -1;
}

// The result dimension that gets the dynamic size of a group; error C3 if it is ambiguous. One side
// of the group must be a single dimension. Among several result dimensions it is the inferred one,
// or the only one declared dynamic.
Result<int64_t> DynamicTarget(const InferContext& context, const Shape& from, Range in,
                              const Shape& to, Range out) {
  const int64_t inferred = context.attributes().Int(Attr::inferred_dimension, -1);
  if (out.end - out.begin == 1) return static_cast<int64_t>(out.begin);
  const Dims targets = Proper(to, out, inferred);
  if (targets.size() == 1) return targets[0];
  if (targets.size() > 1 && Proper(from, in, -1).size() == 1) {
    int64_t written = 0, target = -1;
    for (const int64_t d : targets) {
      if (d == inferred) return d;
      if (!to.IsDynamic(d)) continue;
      ++written;
      target = d;
    }
    if (written == 1) return target;
  }
  return Fail("reshape.C3", "`reshape`: the result dimension for dynamic dimension {} is ambiguous",
              {FirstDynamic(from, in)})
      .WithNote("set inferred_dimension to the result dimension that takes its size");
}

// Rule C3: marks the result dimensions that get dynamic sizes.
Status CarryDynamicSizes(const InferContext& context, const Shape& from, Shape& to) {
  if (from.dynamic == 0 || IsZeroElementArray(from)) return {};
  const Shape written = to;
  to.dynamic = 0;
  Range in, out;
  while (in.end < from.dims.size()) {
    NextGroup(from, written, in, out);
    if (FirstDynamic(from, in) < 0) continue;
    HLO_TRY(const int64_t target, DynamicTarget(context, from, in, written, out));
    to.SetDynamic(target, true);
  }
  return {};
}

bool HasUnboundedSize(const Shape& shape) {
  for (const int64_t size : shape.dims) {
    if (size == kUnboundedSize) return true;
  }
  return false;
}

}  // namespace

Result<Shape> InferReshape(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireArrays(context));
  HLO_TRY(const Shape* declared, RequireDeclaredArray(context));
  const Shape& operand = context.operand(0);
  if (declared->element_type != operand.element_type) {
    return Fail("reshape.C1", "`reshape`: the result type must be {}, got {}",
                {Name(operand.element_type), Name(declared->element_type)})
        .AtResultShape();
  }
  if (HasUnboundedSize(operand) || HasUnboundedSize(*declared)) {
    return Fail("reshape.C3", "`reshape`: operand and result must be bounded, got {}",
                {ShapeText(HasUnboundedSize(operand) ? operand : *declared, false)});
  }
  HLO_TRY(const int64_t from_count, ElementCount(operand));
  HLO_TRY(const int64_t to_count, ElementCount(*declared));
  if (from_count != to_count) {
    return Fail("reshape.C2", "`reshape`: the result must have {}, got {}",
                {Counted(from_count, "element"), to_count})
        .AtResultShape();
  }
  const int64_t inferred = context.attributes().Int(Attr::inferred_dimension, -1);
  if (context.attributes().Has(Attr::inferred_dimension) &&
      (inferred < 0 || inferred >= declared->rank())) {
    return Fail("reshape.C3", "`reshape`: `inferred_dimension` must be in [0, {}), got {}",
                {declared->rank(), inferred})
        .AtAttribute("inferred_dimension");
  }
  Shape result = *declared;
  HLO_RETURN_IF_ERROR(CarryDynamicSizes(context, operand, result));
  return result;
}

namespace {

int64_t Product(const Dims& sizes, Range range) {
  int64_t product = 1;
  for (size_t d = range.begin; d < range.end; ++d) product *= sizes[d];
  return product;
}

// Dynamic sizes of the result. In each dynamic group, one marked dimension gets the element count
// divided by the other sizes. Error R08 if it is not divisible.
Result<Dims> DynamicSizesAfter(const Shape& from, const Dims& live, const Shape& to) {
  Dims sizes = to.dims;
  Range in, out;
  while (in.end < from.dims.size()) {
    NextGroup(from, to, in, out);
    const int64_t target = FirstDynamic(to, out);
    if (target < 0) continue;
    const int64_t count = Product(live, in);
    int64_t& size = sizes[static_cast<size_t>(target)];
    const int64_t others = Product(sizes, out) / size;
    if (count % others != 0) {
      return Fail("R08",
                  "`reshape`: the number of live elements must be a multiple of {} to fill "
                  "dimension {}, got {}",
                  {others, target, count});
    }
    size = count / others;
  }
  return sizes;
}

Result<Literal> ReshapeStatic(EvalContext& context) {
  const Literal& operand = context.operand(0);
  // A value that came through a call may have fewer dynamic dimensions.
  Shape from = operand.shape();
  from.dynamic = DeclaredOperand(context, 0).dynamic;
  if (IsZeroElementArray(from)) return context.ReshapeOperand(0);
  const Shape* operands[] = {&from};
  HLO_TRY(const Shape to, InferReshape({context.instruction(), operands, &context.shape()}));
  HLO_TRY(const Dims sizes, DynamicSizesAfter(from, operand.dynamic_sizes(), to));
  HLO_TRY(Literal part, ToStatic(context, 0));
  part = std::move(part).WithShape(Shape::Array(from.element_type, {sizes.data(), sizes.size()}));
  return ToBoundedDynamic(context, std::move(part), context.shape());
}

}  // namespace

Result<Literal> EvaluateReshape(EvalContext& context) {
  if (HasPartlyFilled(context)) return ReshapeStatic(context);
  return context.ReshapeOperand(0);
}

}  // namespace hlo
