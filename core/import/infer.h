// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_INFER_H_
#define HLO_CORE_IMPORT_INFER_H_

#include <optional>
#include <string>

#include "hlo/small_vector.h"

namespace hlo {

// ImportOptions::root_dims by the parser of HLO text.
std::optional<Dims> ParsedRootDims(const std::string& text);

}  // namespace hlo

#endif  // HLO_CORE_IMPORT_INFER_H_
