// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_MLIR_NUMBER_H_
#define HLO_CORE_IMPORT_MLIR_NUMBER_H_

#include <string_view>

#include "core/base/result.h"
#include "hlo/element_type.h"

namespace hlo::mlir {

// Reads a number of MLIR into the storage of one real element: a decimal is rounded once, from all
// of its digits; a hexadecimal number is the bits of a float and the value of an integer. Errors:
// C01, C05.
Status ReadNumber(std::string_view text, ElementType type, void* element);

}  // namespace hlo::mlir

#endif  // HLO_CORE_IMPORT_MLIR_NUMBER_H_
