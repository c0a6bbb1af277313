// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_GZIP_H_
#define HLO_CORE_IMPORT_GZIP_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace hlo {

// False where the build has no zlib.
bool CanDecompress();
// What the members of a gzip file hold; nullopt if it is damaged, has other bytes behind its last
// member, or holds more than `most` bytes.
std::optional<std::string> Decompress(std::string_view bytes, size_t most);
// What deflated bytes without a header stand for; nullopt if they are damaged or hold more than
// `most` bytes.
std::optional<std::string> Inflate(std::string_view bytes, size_t most);

}  // namespace hlo

#endif  // HLO_CORE_IMPORT_GZIP_H_
