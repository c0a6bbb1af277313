// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_CALLED_COMPUTATION_H_
#define HLO_CORE_OPS_CALLED_COMPUTATION_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/ir/module.h"
#include "core/ops/evaluate.h"

// Rules of called computations (F-rules, ops reference 1.6).
namespace hlo {

// A called computation in rules: its attribute, the code of the rule, and its name in messages
// ("`to_apply`", "branch 1").
struct CallSite {
  const InferContext& context;
  std::string_view code;
  Attr attr;
  std::string_view role;
};

// The computation of the attribute. Error with the site's code if it is missing or recursive.
Result<const Computation*> CalledComputation(const CallSite& site);
Status CheckFinished(const CallSite& site, const Computation& computation);

// F1: the computation takes the expected number of parameters.
Status CheckParameterCount(const CallSite& site, const Computation& computation, int64_t expected);
// F2: parameter `number` has the expected shape, ignoring layout.
Status CheckParameter(const CallSite& site, const Computation& computation, int64_t number,
                      const Shape& expected);
// F3: the root has the expected shape, ignoring layout.
Status CheckRoot(const CallSite& site, const Computation& computation, const Shape& expected);

// Error R07 for a placeholder of a computation that the text does not define.
Status RequireGiven(const EvalContext& context, const Computation& computation);

}  // namespace hlo

#endif  // HLO_CORE_OPS_CALLED_COMPUTATION_H_
