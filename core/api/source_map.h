// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_API_SOURCE_MAP_H_
#define HLO_CORE_API_SOURCE_MAP_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "hlo/diagnostic.h"
#include "hlo/hlo.h"

namespace hlo::api {

// Turns byte offsets of a text into lines and columns. LF, CR LF and a lone CR end a line.
class SourceMap {
 public:
  explicit SourceMap(std::string_view text);

  struct Place {
    int line = 1;    // from 1
    int column = 1;  // from 1, in bytes
  };
  Place At(uint32_t offset) const;

  // Sets the phase and the positions of a diagnostic.
  void Resolve(Diagnostic& diagnostic) const;

 private:
  std::vector<uint32_t> line_starts_;
};

// Moves positions in an imported HLO text to those of the file that it came from.
SourceSpan SpanInFile(SourceSpan span, std::span<const SourceMark> marks);
void MoveToFile(Diagnostic& diagnostic, const std::vector<SourceMark>& marks);

}  // namespace hlo::api

#endif  // HLO_CORE_API_SOURCE_MAP_H_
