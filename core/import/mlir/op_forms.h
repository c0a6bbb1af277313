// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_MLIR_OP_FORMS_H_
#define HLO_CORE_IMPORT_MLIR_OP_FORMS_H_

#include <cstdint>
#include <span>
#include <string_view>

namespace hlo::mlir {

// The form of an op in a text; the rest of its row defines its conversion.
struct OpForm {
  std::string_view name;  // "stablehlo.add"
  std::string_view keys;  // "dim>iota_dimension": words of the pretty form -> attributes;
                          // ">name" without a word: bare words, in order
  bool same_types;        // "op %a, %b : T": T is the type of all operands and results
};

// nullptr for an op that is not in the table (core/import/stablehlo/ops.def). `name` may have the
// prefix "mhlo." for "stablehlo.", or be "call" and "return" without dialect.
const OpForm* FindOpForm(std::string_view name);
// All names of the table, for suggestions.
std::span<const std::string_view> OpFormNames();

}  // namespace hlo::mlir

#endif  // HLO_CORE_IMPORT_MLIR_OP_FORMS_H_
