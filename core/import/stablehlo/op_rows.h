// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_STABLEHLO_OP_ROWS_H_
#define HLO_CORE_IMPORT_STABLEHLO_OP_ROWS_H_

#include <optional>
#include <span>
#include <string_view>

#include "core/import/mlir/op_forms.h"
#include "core/import/mlir/tree.h"
#include "hlo/opcode.h"

namespace hlo::stablehlo {

class Converter;
struct OpRow;
using Conversion = bool (Converter::*)(const mlir::Op&, const OpRow&);

// One row of ops.def.
struct OpRow : mlir::OpForm {
  std::optional<Opcode> opcode;
  int min_operands;
  int max_operands;  // -1: any number
  std::string_view attributes;
  bool is_plain;  // becomes the opcode and nothing else
  Conversion convert;
};

// All rows, and that of an op with its dialect, or nullptr.
std::span<const OpRow> OpRows();
const OpRow* FindRow(std::string_view name);

// The row of an op whose form is known.
inline const OpRow& RowOf(const mlir::Op& op) { return static_cast<const OpRow&>(*op.form); }

// One entry of OpRow::attributes: "dimensions=permutation:ints!".
struct AttributeSpec {
  std::string_view hlo_name;  // empty: read by the conversion
  std::string_view name;
  std::string_view kind;
  bool is_required = false;
};
// Takes the first entry off `attributes`; false at the end.
bool NextAttribute(std::string_view& attributes, AttributeSpec& spec);

}  // namespace hlo::stablehlo

#endif  // HLO_CORE_IMPORT_STABLEHLO_OP_ROWS_H_
