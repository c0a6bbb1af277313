// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_TEXT_READER_LITERAL_READER_H_
#define HLO_CORE_TEXT_READER_LITERAL_READER_H_

#include <memory>

#include "core/text/reader/reader.h"
#include "hlo/literal.h"
#include "hlo/shape.h"

namespace hlo {

// Reads a literal of the given shape at the token (hlo-text reference 3.5 and 7). `literal` becomes
// null for "{...}", a value that was elided when the text was printed.
bool ReadLiteral(Reader& reader, const Shape& shape, std::shared_ptr<const Literal>& literal);

// "s32[2]{0} {1, 2}" or "( s32[2]{0} {1, 2}, pred[] true )".
bool ReadTypedLiteral(Reader& reader, std::shared_ptr<const Literal>& literal);

}  // namespace hlo

#endif  // HLO_CORE_TEXT_READER_LITERAL_READER_H_
