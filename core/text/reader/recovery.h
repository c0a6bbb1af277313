// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_TEXT_READER_RECOVERY_H_
#define HLO_CORE_TEXT_READER_RECOVERY_H_

#include <cstdint>
#include <string_view>

#include "hlo/source_span.h"

namespace hlo {

// What a line starts, as far as one can tell from the line alone.
enum class LineStart : uint8_t {
  kOther,
  kInstruction,  // [ROOT] name =
  kClose,        // }
  kComputation,  // ENTRY, name {, or name ( ... ) -> ... {
};
LineStart ClassifyLine(std::string_view source, uint32_t line_begin);

// Which of an instruction or a computation the line of `position` starts, below the one that begins
// at `start`; kOther if none.
LineStart StartsNext(std::string_view source, uint32_t start, uint32_t position);
// The word, or else the byte, that the line of `position` starts with.
SourceSpan FirstInLine(std::string_view source, uint32_t position);

// Whether the brace, inside the body of a computation, can only be the one that closes the body: it
// is the first of its line, and a computation follows, or nothing.
bool ClosesBody(std::string_view source, uint32_t brace);

// Where reading goes on after a fault at `fault` in an instruction that begins at `instruction`:
// the next line that starts something (hlo-text reference 9.1). Bodies of inline computations that
// the instruction opens on the way are skipped.
uint32_t FindResume(std::string_view source, uint32_t instruction, uint32_t fault);

// The same where the fault may have lost the '{' of an inline computation, so that the lines below
// are its body: then one more '}' follows `from` than the `bodies` that are open. Otherwise `from`;
// what lies before `balanced` need not be scanned again.
uint32_t FindBehindLostBody(std::string_view source, uint32_t from, int bodies, uint32_t& balanced);

// The next line at or behind `from` that starts a computation; the size of the text if none does.
uint32_t FindComputation(std::string_view source, uint32_t from);

// Position of the '{' that ends the line of `from`, or 0 when the line ends otherwise.
uint32_t BraceAtLineEnd(std::string_view source, uint32_t from);

}  // namespace hlo

#endif  // HLO_CORE_TEXT_READER_RECOVERY_H_
