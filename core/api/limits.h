// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_API_LIMITS_H_
#define HLO_CORE_API_LIMITS_H_

#include <cstdint>

namespace hlo::api {

// Bytes that the values of one run, or of one JSON text, may take when nothing else is said.
#if defined(__EMSCRIPTEN__)
inline constexpr int64_t kDefaultMaxBytes = int64_t{1} << 30;  // WASM's memory ends at 4 GiB
#else
inline constexpr int64_t kDefaultMaxBytes = int64_t{4} << 30;
#endif

}  // namespace hlo::api

#endif  // HLO_CORE_API_LIMITS_H_
