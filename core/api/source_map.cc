// SPDX-License-Identifier: Apache-2.0
#include "core/api/source_map.h"

#include <algorithm>

namespace hlo::api {

SourceMap::SourceMap(std::string_view text) : line_starts_{0} {
  for (size_t i = 0; i < text.size(); ++i) {
    const bool lone_cr = text[i] == '\r' && !(i + 1 < text.size() && text[i + 1] == '\n');
    if (text[i] == '\n' || lone_cr) line_starts_.push_back(static_cast<uint32_t>(i + 1));
  }
}

SourceMap::Place SourceMap::At(uint32_t offset) const {
  const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const auto line = static_cast<int>(next - line_starts_.begin());
  return {line, static_cast<int>(offset - *(next - 1)) + 1};
}

void SourceMap::Resolve(Diagnostic& diagnostic) const {
  diagnostic.phase = PhaseOf(diagnostic.code);
  const Place place = At(diagnostic.span.begin);
  diagnostic.line = place.line;
  diagnostic.column = place.column;
  for (DiagnosticNote& note : diagnostic.notes) {
    if (note.span.empty()) continue;
    const Place at = At(note.span.begin);
    note.line = at.line;
    note.column = at.column;
  }
}

SourceSpan SpanInFile(SourceSpan span, std::span<const SourceMark> marks) {
  const auto behind = std::upper_bound(
      marks.begin(), marks.end(), span.begin,
      [](uint32_t position, const SourceMark& mark) { return position < mark.begin; });
  if (behind == marks.begin()) return {};
  const SourceMark& mark = *(behind - 1);
  if (span.begin >= mark.end) return {};
  return {mark.source.begin, mark.source.end};
}

void MoveToFile(Diagnostic& diagnostic, const std::vector<SourceMark>& marks) {
  diagnostic.span = SpanInFile(diagnostic.span, marks);
  for (DiagnosticNote& note : diagnostic.notes) note.span = SpanInFile(note.span, marks);
  diagnostic.fixes.clear();  // they would mend the HLO text
}

}  // namespace hlo::api
