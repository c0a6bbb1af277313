// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_CALLED_COMPUTATION_H_
#define HLO_CORE_OPS_CALLED_COMPUTATION_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/ir/module.h"
#include "core/ops/evaluate.h"

// Rules about computations that an attribute names (F-rules, ops reference 1.6), and running them.
namespace hlo {

// How a rule names a computation: the attribute it stands in, the rule's code, and what messages
// call it ("to_apply", "condition", "branch 1").
struct CallSite {
  const InferContext& context;
  std::string_view code;
  Attr attr;
  std::string_view role;
};

// The computation of the attribute. Error with the site's code when there is none, or when it is
// not finished yet, which means that it calls itself.
Result<const Computation*> CalledComputation(const CallSite& site);
Status CheckFinished(const CallSite& site, const Computation& computation);

// F1: the computation takes as many parameters as expected.
Status CheckParameterCount(const CallSite& site, const Computation& computation, int64_t expected);
// F2: parameter `number` has the expected shape; layout does not matter.
Status CheckParameter(const CallSite& site, const Computation& computation, int64_t number,
                      const Shape& expected);
// F3: so has the root.
Status CheckRoot(const CallSite& site, const Computation& computation, const Shape& expected);

// Error R07 for a computation that was made up because the text does not give it.
Status RequireGiven(const EvalContext& context, const Computation& computation);

}  // namespace hlo

#endif  // HLO_CORE_OPS_CALLED_COMPUTATION_H_
