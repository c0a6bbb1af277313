// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_BASIC_TOKEN_H_
#define HLO_CORE_OPS_BASIC_TOKEN_H_

#include <cstddef>
#include <string_view>

#include "core/base/result.h"
#include "core/ir/op_def.h"

namespace hlo {

// Checks that operand `i` is a token.
Status RequireToken(const InferContext& context, std::string_view code, size_t i);

}  // namespace hlo

#endif  // HLO_CORE_OPS_BASIC_TOKEN_H_
