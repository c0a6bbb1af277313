// SPDX-License-Identifier: Apache-2.0
// The attributes of an HLO instruction as those of a StableHLO op: "a = 1, b = 2". `row` is the
// importer's row of that op. Error I01: StableHLO has no such op.
#ifndef HLO_CORE_IMPORT_EXPORT_OP_ATTRIBUTES_H_
#define HLO_CORE_IMPORT_EXPORT_OP_ATTRIBUTES_H_

#include <string>

#include "core/base/result.h"
#include "core/import/stablehlo/op_rows.h"
#include "core/ir/module.h"

namespace hlo::stablehlo {

// The error of an instruction that StableHLO cannot express, and why.
Error Unsupported(const Instruction& instruction, std::string_view why = "it has no such op");
// Whether the layout has nothing but an order of dimensions: no tiles, no memory space.
bool HasOnlyOrder(const Layout& layout);

// The attributes that the row maps to attributes of HLO, in the other direction.
Result<std::string> RowAttributes(const Instruction& instruction, const OpRow& row);

// mhlo.frontend_attributes, or "" for none.
std::string FrontendText(const TextMap& map);
// Those of any op: frontend attributes and the sharding.
std::string AnnotationsOf(const Instruction& instruction);
// Adds the precisions of the operands.
Status AppendPrecision(const Instruction& instruction, std::string_view dialect,
                       std::string& attributes);

// ---- elements and dimensions ----
Result<std::string> CompareAttributes(const Instruction& compare, const OpRow& row);
Result<std::string> ClampAttributes(const Instruction& clamp, const OpRow& row);
Result<std::string> ReducePrecisionAttributes(const Instruction& reduction, const OpRow& row);
Result<std::string> BroadcastAttributes(const Instruction& broadcast, const OpRow& row);
Result<std::string> DynamicSliceAttributes(const Instruction& slice, const OpRow& row);
Result<std::string> SliceAttributes(const Instruction& slice, const OpRow& row);
Result<std::string> PadAttributes(const Instruction& pad, const OpRow& row);
Result<std::string> GatherAttributes(const Instruction& gather, const OpRow& row);
Result<std::string> ScatterAttributes(const Instruction& scatter, const OpRow& row);
Result<std::string> DimensionsAttribute(const Instruction& instruction, const OpRow& row);
Result<std::string> MapAttributes(const Instruction& map, const OpRow& row);
Result<std::string> SortAttributes(const Instruction& sort, const OpRow& row);
Result<std::string> TopkAttributes(const Instruction& topk, const OpRow& row);

// ---- linear algebra and windows ----
Result<std::string> DotAttributes(const Instruction& dot, const OpRow& row);
Result<std::string> ConvolutionAttributes(const Instruction& convolution, const OpRow& row);
Result<std::string> RaggedDotAttributes(const Instruction& dot, const OpRow& row);
Result<std::string> ReduceWindowAttributes(const Instruction& reduction, const OpRow& row);
Result<std::string> SelectAndScatterAttributes(const Instruction& scatter, const OpRow& row);

// ---- collectives ----
Result<std::string> CollectiveAttributes(const Instruction& collective, const OpRow& row);
Result<std::string> AllToAllAttributes(const Instruction& all_to_all, const OpRow& row);
Result<std::string> RaggedAllToAllAttributes(const Instruction& all_to_all, const OpRow& row);

}  // namespace hlo::stablehlo

#endif  // HLO_CORE_IMPORT_EXPORT_OP_ATTRIBUTES_H_
