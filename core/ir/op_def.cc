// SPDX-License-Identifier: Apache-2.0
#include "core/ir/op_def.h"

#include "core/ir/module.h"

namespace hlo {

const Attributes& InferContext::attributes() const { return instruction.attributes; }

std::string_view FamilyName(OpFamily family) {
  switch (family) {
    case OpFamily::kUnary:
      return "unary";
    case OpFamily::kBinary:
      return "binary";
    case OpFamily::kSelect:
      return "select";
    case OpFamily::kConversion:
      return "conversion";
    case OpFamily::kMovement:
      return "movement";
    case OpFamily::kIndexing:
      return "indexing";
    case OpFamily::kLinearAlgebra:
      return "linear-algebra";
    case OpFamily::kReduction:
      return "reduction";
    case OpFamily::kNormalization:
      return "normalization";
    case OpFamily::kRandom:
      return "random";
    case OpFamily::kControl:
      return "control";
    case OpFamily::kAsync:
      return "async";
    case OpFamily::kEffects:
      return "effects";
    case OpFamily::kCollective:
      return "collective";
    case OpFamily::kDynamic:
      return "dynamic";
  }
  return "";
}

const AttributeSpec* OpDef::FindAttribute(Attr attr) const {
  for (const AttributeSpec& spec : attributes) {
    if (spec.attr == attr) return &spec;
  }
  return nullptr;
}

}  // namespace hlo
