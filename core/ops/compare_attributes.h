// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_COMPARE_ATTRIBUTES_H_
#define HLO_CORE_OPS_COMPARE_ATTRIBUTES_H_

#include <cstdint>

#include "core/ir/module.h"
#include "core/kernels/elementwise_blocks.h"

namespace hlo {

enum class CompareOrder : uint8_t { kPartial, kTotal };  // as `order` lists them

// The attributes of a `compare`, whose operands have the given type.
inline CompareDirection DirectionOf(const Attributes& compare) {
  return static_cast<CompareDirection>(compare.Enum(Attr::direction));
}
inline CompareType CompareTypeOf(const Attributes& compare, ElementType operands) {
  const CompareType natural = DefaultCompareType(operands);
  if (compare.Has(Attr::order)) {
    const bool is_total = compare.Enum(Attr::order) == static_cast<int64_t>(CompareOrder::kTotal);
    return is_total && IsFloat(operands) ? CompareType::kTotalOrder : natural;
  }
  const auto fallback = static_cast<int64_t>(natural);
  return static_cast<CompareType>(compare.Enum(Attr::type, fallback));
}

}  // namespace hlo

#endif  // HLO_CORE_OPS_COMPARE_ATTRIBUTES_H_
