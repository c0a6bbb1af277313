// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_BASIC_CHECK_CALLS_H_
#define HLO_CORE_OPS_BASIC_CHECK_CALLS_H_

#include <string_view>

#include "core/base/result.h"
#include "core/ops/evaluate.h"

namespace hlo {

// The custom calls of StableHLO's test programs (imports reference 8): check.expect_eq,
// check.expect_close, and check.expect_almost_eq compare an actual with an expected value.
bool IsCheckCall(std::string_view target);
// The result type selects the outcome: () fails with R08 if the check fails, pred[] returns whether
// it passes.
Result<Literal> EvaluateCheckCall(EvalContext& context);

}  // namespace hlo

#endif  // HLO_CORE_OPS_BASIC_CHECK_CALLS_H_
