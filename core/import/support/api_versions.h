// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_SUPPORT_API_VERSIONS_H_
#define HLO_CORE_IMPORT_SUPPORT_API_VERSIONS_H_

#include <cstdint>
#include <string_view>

namespace hlo::stablehlo {

// The versions of custom calls, by their numbers in StableHLO; "" where HLO writes none.
inline constexpr std::string_view kApiVersions[] = {"", "", "API_VERSION_STATUS_RETURNING",
                                                    "API_VERSION_STATUS_RETURNING_UNIFIED",
                                                    "API_VERSION_TYPED_FFI"};
// Its configuration is a dictionary.
inline constexpr int64_t kTypedApiVersion = 4;

}  // namespace hlo::stablehlo

#endif  // HLO_CORE_IMPORT_SUPPORT_API_VERSIONS_H_
