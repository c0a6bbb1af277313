// SPDX-License-Identifier: Apache-2.0
#include "core/ops/collective/collective.h"

#include <utility>

#include "core/base/checked.h"
#include "core/base/result.h"
#include "core/ops/control/async.h"
#include "core/ops/strided_copy.h"
#include "hlo/index.h"

namespace hlo {

// ---- shapes ----

Shape ShapeOfParts(std::vector<Shape> parts) {
  return parts.size() == 1 ? std::move(parts[0]) : Shape::Tuple(std::move(parts));
}

const Shape& PartOfShape(const Shape& shape, size_t i, size_t count) {
  return count == 1 ? shape : shape.elements[i];
}

Result<int64_t> CheckDimension(const InferContext& context, std::string_view code) {
  const std::vector<int64_t>& dimensions = context.attributes().Ints(Attr::dimensions);
  if (dimensions.size() != 1) {
    return Fail(code, "`{}`: `dimensions` must have 1 entry, got {}",
                {context.instruction.op->name, dimensions.size()})
        .AtAttribute("dimensions");
  }
  for (const Shape* operand : context.operands) {
    HLO_RETURN_IF_ERROR(
        CheckDimensionNumbers(context, code, Attr::dimensions, dimensions, operand->rank()));
  }
  return dimensions[0];
}

namespace {

// Dimension `d` of an operand and of the declared result.
struct Sizes {
  int64_t d, operand, result;
};

// The size of the dimension in the result.
Result<int64_t> SizeForParticipants(const InferContext& context, const Resizing& resizing,
                                    const Sizes& sizes, int64_t participants) {
  const std::string_view op = context.instruction.op->name;
  if (!resizing.grows && sizes.operand % participants != 0) {
    return Fail(resizing.code,
                "`{}`: the size of dimension {} must be divisible by group size {}, got {}",
                {op, sizes.d, participants, sizes.operand})
        .AtAttribute("dimensions");
  }
  const std::optional<int64_t> size =
      resizing.grows ? CheckedMultiply(sizes.operand, participants) : sizes.operand / participants;
  if (!size) return Fail("S09", "`{}`: the size of dimension {} exceeds 63 bits", {op, sizes.d});
  if (*size == sizes.result) return *size;
  return Fail(resizing.code, "`{}`: dimension {} of the result must be {} {} {} = {}, got {}",
              {op, sizes.d, sizes.operand, resizing.grows ? "x" : "/", participants, *size,
               sizes.result})
      .AtResultShape();
}

// The same while the number of participants is unknown.
Result<int64_t> SizeForSomeParticipants(const InferContext& context, const Resizing& resizing,
                                        const Sizes& sizes) {
  const int64_t small = resizing.grows ? sizes.operand : sizes.result;
  const int64_t large = resizing.grows ? sizes.result : sizes.operand;
  if (small == 0 ? large == 0 : large % small == 0) return sizes.result;
  return Fail(resizing.code, "`{}`: dimension {} of the result must be {} of {}, got {}",
              {context.instruction.op->name, sizes.d, resizing.grows ? "a multiple" : "a divisor",
               sizes.operand, sizes.result})
      .AtResultShape();
}

}  // namespace

Result<Shape> InferResized(const InferContext& context, const Resizing& resizing,
                           std::optional<int64_t> participants) {
  HLO_TRY(const Shape* declared, RequireDeclared(context));
  HLO_TRY(const int64_t d, CheckDimension(context, resizing.code));
  const size_t count = context.operands.size();
  std::vector<Shape> parts;
  for (size_t i = 0; i < count; ++i) {
    Shape part = context.operand(i);
    const bool whole = count == 1 || (declared->IsTuple() && declared->elements.size() == count);
    const Shape* written = whole ? &PartOfShape(*declared, i, count) : nullptr;
    if (written == nullptr || !written->IsArray() || written->rank() != part.rank()) {
      return Fail(resizing.code, "`{}`: the result must be {} of the rank of the operand, got {}",
                  {context.instruction.op->name, Counted(static_cast<int64_t>(count), "array"),
                   ShapeText(*declared, false)})
          .AtResultShape();
    }
    int64_t& size = part.dims[static_cast<size_t>(d)];
    const Sizes sizes{d, size, written->dims[static_cast<size_t>(d)]};
    if (sizes.operand == kUnboundedSize || sizes.result == kUnboundedSize) {
      size = sizes.result;
    } else if (participants) {
      HLO_TRY(size, SizeForParticipants(context, resizing, sizes, *participants));
    } else {
      HLO_TRY(size, SizeForSomeParticipants(context, resizing, sizes));
    }
    HLO_RETURN_IF_ERROR(CheckSize(part));
    parts.push_back(std::move(part));
  }
  return ShapeOfParts(std::move(parts));
}

// ---- starts ----

Result<Shape> InferBundle(const InferContext& context, std::string_view code,
                          Result<Shape> (*infer_result)(const InferContext&)) {
  HLO_TRY(const Shape* declared, RequireDeclared(context));
  HLO_TRY(const Shape* bundle, RequireBundle(context, code, *declared, /*is_result=*/true));
  std::vector<Shape> operands;
  for (const Shape* operand : context.operands) operands.push_back(*operand);
  HLO_TRY(Shape result,
          infer_result({context.instruction, context.operands, &bundle->elements[1]}));
  Shape inferred = Shape::Tuple({ShapeOfParts(std::move(operands)), std::move(result)});
  for (size_t i = 2; i < bundle->elements.size(); ++i) {
    inferred.elements.push_back(Shape::Scalar(ElementType::kU32));
  }
  return inferred;
}

Result<Literal> EvaluateBundle(EvalContext& context) {
  std::vector<Literal> operands;
  for (size_t i = 0; i < context.operand_count(); ++i) operands.push_back(context.TakeOperand(i));
  const std::vector<Shape>& shapes = context.shape().elements;
  std::vector<Literal> bundle = {ValueOfParts(std::move(operands), shapes[0])};
  for (size_t i = 1; i < shapes.size(); ++i) {
    HLO_TRY(Literal zeros, Literal::Zeros(shapes[i], context.runtime().budget()));
    bundle.push_back(std::move(zeros));
  }
  return Relabeled(Literal::Tuple(std::move(bundle)), context.shape());
}

const Shape& ResultShape(const Instruction& instruction) {
  return instruction.op->communication == Communication::kStart ? instruction.shape->elements[1]
                                                                : *instruction.shape;
}

// ---- values ----

Literal ValueOfParts(std::vector<Literal> parts, const Shape& shape) {
  Literal value = parts.size() == 1 ? std::move(parts[0]) : Literal::Tuple(std::move(parts));
  return Relabeled(std::move(value), shape);
}

Status RequireFullSizes(const ExchangeContext& context) {
  for (size_t participant = 0; participant < context.size(); ++participant) {
    for (size_t i = 0; i < context.operand_count(); ++i) {
      HLO_RETURN_IF_ERROR(
          RequireFullSize(context.instruction(), i, context.operand(participant, i)));
    }
  }
  return {};
}

void CopySlab(ExchangeContext& context, const Slab& slab, const Literal& from, Literal& to) {
  const Dims& from_dims = from.shape().dims;
  const Dims& to_dims = to.shape().dims;
  StridedBox box{from_dims, RowMajorStrides({from_dims.data(), from_dims.size()}),
                 RowMajorStrides({to_dims.data(), to_dims.size()})};
  box.sizes[slab.dimension] = slab.size;
  for (const int64_t size : box.sizes) {
    if (size == 0) return;
  }
  const int bytes = StorageBytes(from.element_type());
  const int64_t from_offset = slab.from_start * box.from_strides[slab.dimension];
  const int64_t to_offset = slab.to_start * box.to_strides[slab.dimension];
  CopyBox(box, bytes, from.bytes() + from_offset * bytes, to.mutable_bytes() + to_offset * bytes,
          context.runtime().kernel_mode(), &context.runtime().workers());
}

}  // namespace hlo
