// SPDX-License-Identifier: Apache-2.0
// `bitcast-convert`, ops reference 6.2: the same bits as elements of another width. Element 0 of a
// group holds the lowest bits (choice C31), regardless of the order in packed memory.
#include <cstring>
#include <utility>

#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/dynamic_shape.h"
#include "core/ops/rules.h"

namespace hlo {
namespace {

Error Mismatch(std::string_view code, const Shape& from, const Shape& to, std::string_view what) {
  return Fail(code, "`bitcast-convert`: {} must not change, got {} -> {}",
              {what, ShapeText(from, false), ShapeText(to, false)})
      .AtResultShape();
}

Error DynamicGroup(int64_t dimension) {
  return Fail("bitcast-convert.C6", "`bitcast-convert`: dimension {} must be static", {dimension});
}

// Whether the first `count` sizes are equal.
bool SameLeadingDims(const Shape& a, const Shape& b, size_t count) {
  for (size_t d = 0; d < count; ++d) {
    if (a.dims[d] != b.dims[d]) return false;
  }
  return true;
}

// Rule C4: each element is split into a new last dimension.
Status CheckNarrower(const Shape& from, const Shape& to) {
  const int wide = BitWidth(from.element_type);
  const int narrow = BitWidth(to.element_type);
  if (wide % narrow != 0) {
    return Fail("bitcast-convert.C4", "`bitcast-convert`: {} -> {}: {} bits must divide {} bits",
                {ShapeText(from, false), Name(to.element_type), narrow, wide})
        .AtResultShape();
  }
  Shape needed = from;
  needed.element_type = to.element_type;
  needed.dims.push_back(wide / narrow);
  if (to.rank() != needed.rank() || !SameLeadingDims(to, needed, needed.dims.size())) {
    return Fail("bitcast-convert.C4",
                "`bitcast-convert`: the result of {} -> {} must be {}, got {}",
                {ShapeText(from, false), Name(to.element_type), ShapeText(needed, false),
                 ShapeText(to, false)})
        .AtResultShape();
  }
  if (to.IsDynamic(to.rank() - 1)) return DynamicGroup(to.rank() - 1).AtResultShape();
  return {};
}

// Rule C5: the last dimension is merged into one element.
Status CheckWider(const Shape& from, const Shape& to) {
  const int narrow = BitWidth(from.element_type);
  const int wide = BitWidth(to.element_type);
  if (wide % narrow != 0) {
    return Fail("bitcast-convert.C5", "`bitcast-convert`: {} -> {}: {} bits must divide {} bits",
                {ShapeText(from, false), Name(to.element_type), narrow, wide});
  }
  if (from.dims.empty() || from.dims.back() != wide / narrow) {
    return Fail("bitcast-convert.C5", "`bitcast-convert`: {} -> {}: the last dimension must be {}",
                {ShapeText(from, false), Name(to.element_type), wide / narrow});
  }
  if (from.IsDynamic(from.rank() - 1)) return DynamicGroup(from.rank() - 1);
  if (to.rank() != from.rank() - 1 || !SameLeadingDims(from, to, to.dims.size())) {
    return Mismatch("bitcast-convert.C5", from, to, "leading dimensions");
  }
  return {};
}

uint64_t LowBits(int width) { return width >= 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1; }

// The stored form of an element: narrow signed integers are sign-extended.
template <class Storage>
Storage Stored(uint64_t code, ElementType type) {
  const int unused = 64 - BitWidth(type);
  if (!IsSigned(type)) return static_cast<Storage>(code);
  return static_cast<Storage>(static_cast<int64_t>(code << unused) >> unused);
}

// The bits of an element; a pred is 1 bit, set if its byte is not zero.
template <class Storage>
uint64_t CodeOf(Storage stored, ElementType type) {
  if (type == ElementType::kPred) return stored != 0 ? 1 : 0;
  return static_cast<uint64_t>(stored) & LowBits(BitWidth(type));
}

template <class Wide>
void Split(const Literal& from, Literal& to) {
  const ElementType type = to.element_type();
  const int narrow = BitWidth(type);
  const int parts = BitWidth(from.element_type()) / narrow;
  uint8_t* out = to.mutable_bytes();
  for (const Wide element : from.data<Wide>()) {
    const uint64_t code = CodeOf(element, from.element_type());
    for (int k = 0; k < parts; ++k) {
      *out++ = Stored<uint8_t>((code >> (k * narrow)) & LowBits(narrow), type);
    }
  }
}

template <class Wide>
void Join(const Literal& from, Literal& to) {
  const ElementType type = from.element_type();
  const int narrow = BitWidth(type);
  const int parts = BitWidth(to.element_type()) / narrow;
  const uint8_t* in = from.bytes();
  for (Wide& element : to.mutable_data<Wide>()) {
    uint64_t code = 0;
    for (int k = 0; k < parts; ++k) code |= CodeOf(*in++, type) << (k * narrow);
    element = Stored<Wide>(code, to.element_type());
  }
}

// Whether the stored element has no padding bits, so that bytes can be copied.
bool FillsItsBytes(ElementType type) { return BitWidth(type) == 8 * StorageBytes(type); }

// For elements with padding bits; neither type is complex (rule C2).
void MoveBits(const Literal& from, Literal& to) {
  const bool splits = BitWidth(from.element_type()) >= BitWidth(to.element_type());
  const ElementType wide = splits ? from.element_type() : to.element_type();
  switch (StorageBytes(wide)) {
    case 1:
      return splits ? Split<uint8_t>(from, to) : Join<uint8_t>(from, to);
    case 2:
      return splits ? Split<uint16_t>(from, to) : Join<uint16_t>(from, to);
    case 4:
      return splits ? Split<uint32_t>(from, to) : Join<uint32_t>(from, to);
    default:
      return splits ? Split<uint64_t>(from, to) : Join<uint64_t>(from, to);
  }
}

Result<Literal> RereadStatic(EvalContext& context) {
  const Dims live = context.operand(0).dynamic_sizes();
  Shape declared = context.shape();
  for (size_t d = 0; d < declared.dims.size(); ++d) {
    if (declared.IsDynamic(static_cast<int64_t>(d))) declared.dims[d] = live[d];
  }
  std::vector<Literal> operands(1);
  HLO_TRY(operands[0], ToStatic(context, 0));
  return EvaluateResized(context, context.instruction(), std::move(operands), declared);
}

}  // namespace

Result<Shape> InferBitcastConvert(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireOperandCount(context));
  HLO_RETURN_IF_ERROR(RequireArray(context, 0, "bitcast-convert.C1"));
  const Shape& operand = context.operand(0);
  HLO_TRY(const Shape* declared, RequireDeclaredArray(context));
  const ElementType from = operand.element_type;
  const ElementType to = declared->element_type;
  if (IsComplex(from) != IsComplex(to)) {
    return Fail("bitcast-convert.C2",
                "`bitcast-convert`: both element types must be complex, or neither, got {} and {}",
                {Name(from), Name(to)})
        .AtResultShape();
  }
  if (BitWidth(from) > BitWidth(to)) {
    HLO_RETURN_IF_ERROR(CheckNarrower(operand, *declared));
  } else if (BitWidth(from) < BitWidth(to)) {
    HLO_RETURN_IF_ERROR(CheckWider(operand, *declared));
  } else if (!(operand.dims == declared->dims)) {
    return Mismatch("bitcast-convert.C3", operand, *declared, "dimensions");
  }
  Shape result = *declared;
  result.dynamic = operand.dynamic;  // a new or removed last dimension is static
  return result;
}

Result<Literal> EvaluateBitcastConvert(EvalContext& context) {
  if (HasPartlyFilled(context)) return RereadStatic(context);
  const Literal& operand = context.operand(0);
  const ElementType from = operand.element_type();
  const ElementType to = context.shape().element_type;
  const bool whole_bytes = FillsItsBytes(from) && FillsItsBytes(to);
  if (whole_bytes && BitWidth(from) == BitWidth(to)) {
    return context.ReshapeOperand(0);
  }
  HLO_TRY(Literal result, context.Allocate());
  if (operand.element_count() == 0) return result;
  if (whole_bytes) {
    std::memcpy(result.mutable_bytes(), operand.bytes(), static_cast<size_t>(operand.byte_size()));
  } else {
    MoveBits(operand, result);
  }
  return result;
}

}  // namespace hlo
