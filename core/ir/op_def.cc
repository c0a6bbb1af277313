// SPDX-License-Identifier: Apache-2.0
#include "core/ir/op_def.h"

#include "core/ir/module.h"

namespace hlo {

const Attributes& InferContext::attributes() const { return instruction.attributes; }

const AttributeSpec* OpDef::FindAttribute(Attr attr) const {
  for (const AttributeSpec& spec : attributes) {
    if (spec.attr == attr) return &spec;
  }
  return nullptr;
}

}  // namespace hlo
