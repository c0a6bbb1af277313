// SPDX-License-Identifier: Apache-2.0
#include "core/import/gzip.h"

#ifdef HLO_ZLIB
#include <zlib.h>

#include <algorithm>
#include <climits>
#endif

namespace hlo {

#ifdef HLO_ZLIB

namespace {

// `window_bits` tells zlib the format. A gzip file can have several members, whose contents are
// concatenated (RFC 1952).
std::optional<std::string> InflateAll(std::string_view bytes, size_t most, int window_bits,
                                      bool has_members) {
  constexpr size_t kFirst = size_t{1} << 20;
  z_stream stream = {};
  if (bytes.size() > UINT_MAX || inflateInit2(&stream, window_bits) != Z_OK) return std::nullopt;
  std::string out(std::min(most + 1, kFirst), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  size_t used = 0;
  int status = Z_OK;
  while (status == Z_OK && used <= most) {
    if (used == out.size()) out.resize(std::min(most + 1, 2 * used));
    const size_t room = std::min<size_t>(out.size() - used, UINT_MAX);
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + used);
    stream.avail_out = static_cast<uInt>(room);
    status = inflate(&stream, Z_NO_FLUSH);
    used += room - stream.avail_out;
    if (status == Z_STREAM_END && has_members && stream.avail_in > 0) {
      status = inflateReset(&stream);
    }
  }
  const bool is_whole = status == Z_STREAM_END && stream.avail_in == 0;
  inflateEnd(&stream);
  if (!is_whole || used > most) return std::nullopt;
  out.resize(used);
  return out;
}

}  // namespace

bool CanDecompress() { return true; }
std::optional<std::string> Decompress(std::string_view bytes, size_t most) {
  return InflateAll(bytes, most, 16 + MAX_WBITS, true);
}
std::optional<std::string> Inflate(std::string_view bytes, size_t most) {
  return InflateAll(bytes, most, -MAX_WBITS, false);
}

#else

bool CanDecompress() { return false; }
std::optional<std::string> Decompress(std::string_view, size_t) { return std::nullopt; }
std::optional<std::string> Inflate(std::string_view, size_t) { return std::nullopt; }

#endif

}  // namespace hlo
