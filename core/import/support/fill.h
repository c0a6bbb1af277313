// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_SUPPORT_FILL_H_
#define HLO_CORE_IMPORT_SUPPORT_FILL_H_

#include <cstdint>
#include <optional>

#include "core/import/support/import_options.h"
#include "hlo/literal.h"

namespace hlo {

// Values for a constant that a file lacks; nullopt for Fill::kNone, and for too large a shape.
std::optional<Literal> FilledLiteral(const Shape& shape, Fill fill, uint64_t seed);

// A zero of this type as HLO text.
std::string ZeroText(ElementType type);

}  // namespace hlo

#endif  // HLO_CORE_IMPORT_SUPPORT_FILL_H_
