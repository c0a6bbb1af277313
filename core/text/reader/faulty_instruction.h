// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_TEXT_READER_FAULTY_INSTRUCTION_H_
#define HLO_CORE_TEXT_READER_FAULTY_INSTRUCTION_H_

#include <optional>
#include <string_view>

#include "core/text/text.h"

namespace hlo {

// Finds the parts of an instruction that cannot be read or verified, by its tokens alone: the name
// at `name`, "=", perhaps a shape, an opcode and "(". It begins at `begin` and ends with its line,
// or at a brace that closes its computation. nullopt if it has no opcode.
std::optional<FaultyInstruction> ScanFaultyInstruction(std::string_view source, uint32_t begin,
                                                       SourceSpan name);

}  // namespace hlo

#endif  // HLO_CORE_TEXT_READER_FAULTY_INSTRUCTION_H_
