// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_SUPPORT_APPEND_LISTED_H_
#define HLO_CORE_IMPORT_SUPPORT_APPEND_LISTED_H_

#include <string>
#include <string_view>

namespace hlo::stablehlo {

// Adds an item to a list with commas.
inline void AppendListed(std::string_view item, std::string& list) {
  if (!list.empty()) list += ", ";
  list += item;
}

}  // namespace hlo::stablehlo

#endif  // HLO_CORE_IMPORT_SUPPORT_APPEND_LISTED_H_
