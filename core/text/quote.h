// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_TEXT_QUOTE_H_
#define HLO_CORE_TEXT_QUOTE_H_

#include <string>
#include <string_view>

#include "core/ir/attribute.h"

namespace hlo {

// The text in double quotes; quotes, backslashes, control and non-ASCII bytes escaped the C way.
void AppendQuoted(std::string_view text, std::string& out);

// Balanced braces around everything (hlo-text reference, section 6.8): such a text prints without
// quotes.
bool IsBalancedDictionary(std::string_view text);

// A value of a map or a configuration: a dictionary as it is, anything else in quotes.
void AppendConfig(std::string_view text, std::string& out);
// {k="v",k2={...}}, keys sorted.
void AppendTextMap(const TextMap& map, std::string& out);

// {...} that is kept as text, in canonical spacing: no comments, the blanks of section 6. The words
// and their order stay, except that defaults are dropped from a result_accuracy.
std::string CanonicalBraces(Attr attr, std::string_view text);

}  // namespace hlo

#endif  // HLO_CORE_TEXT_QUOTE_H_
