// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_BASIC_CHECK_CALLS_H_
#define HLO_CORE_OPS_BASIC_CHECK_CALLS_H_

#include <string_view>

#include "core/base/result.h"
#include "core/ops/evaluate.h"

namespace hlo {

// The custom calls by which StableHLO's own programs test their values (imports reference 8):
// check.expect_eq, check.expect_close and check.expect_almost_eq of an actual and an expected
// value.
bool IsCheckCall(std::string_view target);
// () when the check holds, else R08; or a pred[] that tells whether it holds.
Result<Literal> EvaluateCheckCall(EvalContext& context);

}  // namespace hlo

#endif  // HLO_CORE_OPS_BASIC_CHECK_CALLS_H_
