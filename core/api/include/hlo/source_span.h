// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_SOURCE_SPAN_H_
#define HLO_SOURCE_SPAN_H_

#include <cstdint>

namespace hlo {

// Bytes [begin, end) of a source text. An instruction without source text has an empty span at 0.
struct SourceSpan {
  uint32_t begin = 0;
  uint32_t end = 0;
  bool empty() const { return begin == end; }
  bool operator==(const SourceSpan&) const = default;
};

// Bytes [begin, end) of a text that was made from bytes `source` of another one.
struct SourceMark {
  uint32_t begin = 0;
  uint32_t end = 0;
  SourceSpan source;
};

}  // namespace hlo

#endif  // HLO_SOURCE_SPAN_H_
