// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_CONTROL_CONDITIONAL_H_
#define HLO_CORE_OPS_CONTROL_CONDITIONAL_H_

#include <vector>

#include "core/ir/attribute.h"

namespace hlo {

// One branch of a `conditional`: its computation and the attribute that names it.
struct ConditionalBranch {
  const Computation* computation;
  Attr attr;
};

// In the order of the operands: true, false; or branch 0, 1, ... A true pred selects the first; a
// number out of range selects the last.
std::vector<ConditionalBranch> BranchesOf(const Attributes& attributes);

}  // namespace hlo

#endif  // HLO_CORE_OPS_CONTROL_CONDITIONAL_H_
