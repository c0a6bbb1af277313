// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_LITERAL_EXACT_JSON_H_
#define HLO_CORE_LITERAL_EXACT_JSON_H_

#include <string>

#include "hlo/literal.h"

namespace hlo {

// AppendJson that keeps every bit, including the sign of a NaN: for constants, which a module must
// reproduce exactly. Results omit that sign, because it depends on the machine.
void AppendExactJson(const Literal& literal, std::string& out);

}  // namespace hlo

#endif  // HLO_CORE_LITERAL_EXACT_JSON_H_
