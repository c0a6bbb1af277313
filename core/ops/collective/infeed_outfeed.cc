// SPDX-License-Identifier: Apache-2.0
// `infeed` and `outfeed`, ops reference 15.3 and 15.4; collectives reference 6.5: the queues of a
// device to and from the host.
#include <utility>

#include "core/base/result.h"
#include "core/ops/basic/token.h"
#include "core/ops/rules.h"

namespace hlo {

Result<Shape> InferInfeed(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireOperandCount(context));
  HLO_RETURN_IF_ERROR(RequireToken(context, "infeed.C1", 0));
  HLO_TRY(const Shape* declared, RequireDeclared(context));
  const std::vector<Shape>& elements = declared->elements;
  if (!declared->IsTuple() || elements.size() != 2 || !elements[1].IsToken() ||
      !(elements[0].IsArray() || elements[0].IsTuple())) {
    return Fail("infeed.C2", "`infeed`: the result must be (data, token[]), got {}",
                {ShapeText(*declared, false)})
        .AtResultShape();
  }
  return *declared;
}

Result<Shape> InferOutfeed(const InferContext& context) {
  HLO_RETURN_IF_ERROR(RequireOperandCount(context));
  HLO_RETURN_IF_ERROR(RequireToken(context, "outfeed.C1", 1));
  const auto* shapes = context.attributes().Get<std::vector<Shape>>(Attr::outfeed_shape);
  if (shapes != nullptr && !Compatible((*shapes)[0], context.operand(0))) {
    return Fail("outfeed.C2", "`outfeed`: `outfeed_shape` must match operand {}, got {}",
                {ShapeText(context.operand(0), false), ShapeText((*shapes)[0], false)})
        .AtAttribute("outfeed_shape");
  }
  return Shape::Token();
}

}  // namespace hlo
