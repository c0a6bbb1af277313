// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_TEXT_QUOTE_H_
#define HLO_CORE_TEXT_QUOTE_H_

#include <string>
#include <string_view>

#include "core/ir/attribute.h"

namespace hlo {

// The text in double quotes, with quotes, backslashes, control and non-ASCII bytes escaped as in C.
void AppendQuoted(std::string_view text, std::string& out);

// Whether the text is a dictionary in balanced braces (hlo-text reference, section 6.8), which
// prints without quotes.
bool IsBalancedDictionary(std::string_view text);

// A value of a map or a configuration: a dictionary unchanged, anything else in quotes.
void AppendConfig(std::string_view text, std::string& out);
// {k="v",k2={...}}, keys sorted.
void AppendTextMap(const TextMap& map, std::string& out);

// A "{...}" that is kept as text, in canonical spacing: no comments, blanks as in section 6. Words
// and their order are kept, except that defaults of a result_accuracy are dropped.
std::string CanonicalBraces(Attr attr, std::string_view text);

}  // namespace hlo

#endif  // HLO_CORE_TEXT_QUOTE_H_
