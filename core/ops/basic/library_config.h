// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_BASIC_LIBRARY_CONFIG_H_
#define HLO_CORE_OPS_BASIC_LIBRARY_CONFIG_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/ops/evaluate.h"

// What the library functions (library_calls.h) share: the values of backend_config, as
// `{uplo = 76 : ui8}` or `{"lower":true}`, and the ops that compute the same.
namespace hlo {

std::string_view TargetOf(const EvalContext& context);

// R08: "`target` must `wanted`, got ...".
Error BadShapes(const EvalContext& context, std::string_view wanted);

// The value of a key; empty if it is missing.
std::string_view ConfigValue(const EvalContext& context, std::string_view key);
// The numbers of "key":["0","1"].
std::vector<int64_t> ConfigNumbers(const Attributes& attributes, std::string_view key);

// Evaluates an op on operands. Errors: those of its rules, or R08 if it has another result.
Result<Literal> EvaluateAs(EvalContext& context, Opcode opcode, const Shape& result,
                           Attributes attributes, std::vector<Literal> operands);

}  // namespace hlo

#endif  // HLO_CORE_OPS_BASIC_LIBRARY_CONFIG_H_
