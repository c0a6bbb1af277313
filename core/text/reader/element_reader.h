// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_TEXT_READER_ELEMENT_READER_H_
#define HLO_CORE_TEXT_READER_ELEMENT_READER_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/text/reader/reader.h"
#include "hlo/element_type.h"

namespace hlo {

// Reads the plain numbers that nearly all literals consist of: integers of up to 18 digits, and
// short decimals whose value is exact in double arithmetic. Returns the position after the number,
// or 0 if it is of another kind or out of range; the reader below then handles it.
size_t ReadPlainNumber(std::string_view text, size_t at, ElementType type, void* element);

// Reads one real or complex element at the token into its storage. Errors: C01, C05, C06, C07, L05.
bool ReadElement(Reader& reader, ElementType type, void* element);

}  // namespace hlo

#endif  // HLO_CORE_TEXT_READER_ELEMENT_READER_H_
