// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_EXPORT_MLIR_ATTRIBUTES_H_
#define HLO_CORE_IMPORT_EXPORT_MLIR_ATTRIBUTES_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace hlo::stablehlo {

// Adds "name = value" to a list of attributes.
inline void AppendAttribute(std::string& attributes, std::string_view name,
                            std::string_view value) {
  attributes += attributes.empty() ? "" : ", ";
  attributes += name;
  attributes += " = ";
  attributes += value;
}
inline std::string IntText(int64_t value) { return std::to_string(value) + " : i64"; }
inline std::string_view BoolText(bool value) { return value ? "true" : "false"; }

}  // namespace hlo::stablehlo

#endif  // HLO_CORE_IMPORT_EXPORT_MLIR_ATTRIBUTES_H_
