// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_TEXT_READER_RECOVERY_H_
#define HLO_CORE_TEXT_READER_RECOVERY_H_

#include <cstdint>
#include <string_view>

#include "hlo/source_span.h"

namespace hlo {

// What a line starts, as far as the line alone determines it.
enum class LineStart : uint8_t {
  kOther,
  kInstruction,  // [ROOT] name =
  kClose,        // }
  kComputation,  // ENTRY, name {, or name ( ... ) -> ... {
};
LineStart ClassifyLine(std::string_view source, uint32_t line_begin);

// Whether the line of `position`, below the line that begins at `start`, starts an instruction or a
// computation; kOther if neither.
LineStart StartsNext(std::string_view source, uint32_t start, uint32_t position);
// The word, or otherwise the byte, that the line of `position` starts with.
SourceSpan FirstInLine(std::string_view source, uint32_t position);

// Whether the brace, inside the body of a computation, can only be the one that closes the body: it
// is the first on its line, and a computation or nothing follows.
bool ClosesBody(std::string_view source, uint32_t brace);

// Where reading resumes after an error at `fault` in an instruction that begins at `instruction`:
// the next line that starts something (hlo-text reference 9.1). Skips bodies of inline computations
// that the instruction opens on the way.
uint32_t FindResume(std::string_view source, uint32_t instruction, uint32_t fault);

// The same if the error may have lost the '{' of an inline computation, so that the lines below are
// its body: then `from` is followed by one more '}' than the `bodies` that are open. Otherwise
// returns `from`. Text before `balanced` need not be scanned again.
uint32_t FindBehindLostBody(std::string_view source, uint32_t from, int bodies, uint32_t& balanced);

// The next line at or after `from` that starts a computation; the size of the text if there is
// none.
uint32_t FindComputation(std::string_view source, uint32_t from);

// Position of the '{' that ends the line of `from`, or 0 if the line ends otherwise.
uint32_t BraceAtLineEnd(std::string_view source, uint32_t from);

}  // namespace hlo

#endif  // HLO_CORE_TEXT_READER_RECOVERY_H_
