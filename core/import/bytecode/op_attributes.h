// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_BYTECODE_OP_ATTRIBUTES_H_
#define HLO_CORE_IMPORT_BYTECODE_OP_ATTRIBUTES_H_

#include <map>
#include <string>
#include <string_view>

#include "core/import/bytecode/values.h"

namespace hlo::bytecode {

// Attributes of an op by name, as indices into the attributes of the artifact.
using NamedAttributes = std::map<std::string, size_t, std::less<>>;

// The names of `count` properties of a VHLO op, without its version; "" if there are none.
std::string_view PropertyNames(std::string_view op, size_t count);

// The names of the properties of an op of Shardy, "?" before those that may be missing; nullptr for
// ops that are not read.
const std::string_view* SdyPropertyNames(std::string_view op);

// Attributes of a StableHLO op, as "<{...}>"; "" if there are none. VHLO has the fields of structs
// as attributes of their own, and all defaults.
std::string AttributesText(std::string_view op, const NamedAttributes& attributes, Values& values);

}  // namespace hlo::bytecode

#endif  // HLO_CORE_IMPORT_BYTECODE_OP_ATTRIBUTES_H_
