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

// `window_bits` tells zlib the format.
std::optional<std::string> InflateAll(std::string_view bytes, size_t most, int window_bits) {
  constexpr size_t kPiece = size_t{1} << 20;
  z_stream stream = {};
  if (bytes.size() > UINT_MAX || inflateInit2(&stream, window_bits) != Z_OK) return std::nullopt;
  std::string out;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  int status = Z_OK;
  while (status == Z_OK && out.size() <= most) {
    const size_t done = out.size();
    out.resize(std::min(most + 1, done + kPiece));
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + done);
    stream.avail_out = static_cast<uInt>(out.size() - done);
    status = inflate(&stream, Z_NO_FLUSH);
    out.resize(out.size() - stream.avail_out);
    // RFC 1952: the contents of several members are concatenated.
    if (status == Z_STREAM_END && stream.avail_in > 0) status = inflateReset(&stream);
  }
  inflateEnd(&stream);
  if (status != Z_STREAM_END || out.size() > most) return std::nullopt;
  return out;
}

}  // namespace

bool CanDecompress() { return true; }
std::optional<std::string> Decompress(std::string_view bytes, size_t most) {
  return InflateAll(bytes, most, 16 + MAX_WBITS);
}
std::optional<std::string> Inflate(std::string_view bytes, size_t most) {
  return InflateAll(bytes, most, -MAX_WBITS);
}

#else

bool CanDecompress() { return false; }
std::optional<std::string> Decompress(std::string_view, size_t) { return std::nullopt; }
std::optional<std::string> Inflate(std::string_view, size_t) { return std::nullopt; }

#endif

}  // namespace hlo
