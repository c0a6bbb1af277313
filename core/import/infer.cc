// SPDX-License-Identifier: Apache-2.0
#include "core/import/infer.h"

#include "core/ir/module.h"
#include "core/text/text.h"

namespace hlo {

std::optional<Dims> ParsedRootDims(const std::string& text) {
  const ParsedModule parsed = ParseModule(text);
  if (!parsed.ok()) return std::nullopt;
  return parsed.module->entry->root->shape->dims;
}

}  // namespace hlo
