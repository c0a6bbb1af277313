// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string_view>

#include "core/ir/library_targets.h"
#include "core/ir/op_def.h"
#include "core/ops/table/async_ops.h"
#include "core/ops/table/binary_ops.h"
#include "core/ops/table/collective_ops.h"
#include "core/ops/table/control_ops.h"
#include "core/ops/table/conversion_ops.h"
#include "core/ops/table/dynamic_ops.h"
#include "core/ops/table/effect_ops.h"
#include "core/ops/table/indexing_ops.h"
#include "core/ops/table/linear_algebra_ops.h"
#include "core/ops/table/movement_ops.h"
#include "core/ops/table/normalization_ops.h"
#include "core/ops/table/random_ops.h"
#include "core/ops/table/reduction_ops.h"
#include "core/ops/table/rows.h"
#include "core/ops/table/select_ops.h"
#include "core/ops/table/unary_ops.h"

namespace hlo {
namespace op_table {
namespace {

struct Family {
  OpFamily family;
  std::span<const OpDef> rows;
};
constexpr Family kFamilies[] = {
    {OpFamily::kUnary, kUnaryOps},
    {OpFamily::kBinary, kBinaryOps},
    {OpFamily::kSelect, kSelectOps},
    {OpFamily::kConversion, kConversionOps},
    {OpFamily::kMovement, kMovementOps},
    {OpFamily::kIndexing, kIndexingOps},
    {OpFamily::kLinearAlgebra, kLinearAlgebraOps},
    {OpFamily::kReduction, kReductionOps},
    {OpFamily::kNormalization, kNormalizationOps},
    {OpFamily::kRandom, kRandomOps},
    {OpFamily::kControl, kControlOps},
    {OpFamily::kAsync, kAsyncOps},
    {OpFamily::kEffects, kEffectOps},
    {OpFamily::kCollective, kCollectiveOps},
    {OpFamily::kDynamic, kDynamicOps},
};

constexpr std::array<int, kOpcodeCount> kRowsOfOpcode = [] {
  std::array<int, kOpcodeCount> rows{};
  for (const Family& family : kFamilies) {
    for (const OpDef& row : family.rows) ++rows[IndexOf(row.opcode)];
  }
  return rows;
}();
constexpr bool HasOneRowForEachOpcode() {
  for (const int rows : kRowsOfOpcode) {
    if (rows != 1) return false;
  }
  return true;
}
static_assert(HasOneRowForEachOpcode(), "an opcode has no row in core/ops/table, or several");

// The undefined-behavior sanitizer compares functions at run time only.
#ifndef __SANITIZE_ADDRESS__
constexpr bool EveryRowHasRules() {
  for (const Family& family : kFamilies) {
    for (const OpDef& row : family.rows) {
      if (row.infer == nullptr) return false;
    }
  }
  return true;
}
static_assert(EveryRowHasRules(), "a row in core/ops/table has no .infer");
#endif

#if defined(HLO_OP_TABLE_WITHOUT_CODE) || defined(HLO_OP_TABLE_WITHOUT_EVALUATION)
// For a program that translates texts: it links neither the functions nor the documentation. One
// that checks them needs the rules.
constexpr OpDef Linked(OpDef row) {
  row.section = {};
  row.summary = {};
#ifdef HLO_OP_TABLE_WITHOUT_CODE
  row.infer = nullptr;
#endif
  row.evaluate = nullptr;
  row.participants = nullptr;
  row.exchange = nullptr;
  row.next_call = nullptr;
  return row;
}
#else
constexpr const OpDef& Linked(const OpDef& row) { return row; }
#endif

constexpr std::array<OpDef, kOpcodeCount> kTable = [] {
  std::array<OpDef, kOpcodeCount> table{};
  for (const Family& family : kFamilies) {
    for (const OpDef& row : family.rows) {
      OpDef& def = table[IndexOf(row.opcode)];
      def = Linked(row);
      def.name = OpcodeName(row.opcode);
      def.family = family.family;
    }
  }
  return table;
}();

// `custom-call` of the functions around the body of a shard_map.
constexpr OpDef kGlobalToLocalCall = [] {
  OpDef row = kTable[IndexOf(Opcode::kCustomCall)];
  row.evaluate = EvaluateGlobalToLocal;
  return Linked(row);
}();
constexpr OpDef kLocalToGlobalCall = [] {
  OpDef row = kTable[IndexOf(Opcode::kCustomCall)];
  row.evaluate = nullptr;
  row.communication = Communication::kRendezvous;
  row.participants = ParticipantsOfLocalToGlobal;
  row.exchange = ExchangeLocalToGlobal;
  return Linked(row);
}();

constexpr AttributeSpec OfRowsThatListIt(AttributeSpec spec) {
  spec.place_only = true;
  return spec;
}

}  // namespace
}  // namespace op_table

const OpDef& GetOpDef(Opcode opcode) { return op_table::kTable[IndexOf(opcode)]; }

const OpDef& GetOpDef(Opcode opcode, const Attributes& attributes) {
  if (opcode != Opcode::kCustomCall) return GetOpDef(opcode);
  const auto function = FindLibraryFunction(attributes.String(Attr::custom_call_target));
  if (function == LibraryFunction::kGlobalToLocal) return op_table::kGlobalToLocalCall;
  if (function == LibraryFunction::kLocalToGlobal) return op_table::kLocalToGlobalCall;
  return GetOpDef(opcode);
}

const OpDef* FindOp(std::string_view name) {
  const std::optional<Opcode> opcode = FindOpcode(name);
  return opcode.has_value() ? &GetOpDef(*opcode) : nullptr;
}

bool HasOwnAsyncForm(const OpDef& op) {
  const std::string name(op.name);
  return FindOpcode(name + "-start") || FindOpcode(name + "-update") || FindOpcode(name + "-done");
}

std::span<const OpDef> AllOps() { return op_table::kTable; }

std::span<const AttributeSpec> CommonAttributes() {
  using namespace op_table;
  return kAttributes<Optional(Attr::parameter_replication), Optional(Attr::sharding),
                     Optional(Attr::frontend_attributes), Optional(Attr::control_predecessors),
                     Optional(Attr::statistics), OfRowsThatListIt(Optional(Attr::result_accuracy)),
                     Optional(Attr::origin), Optional(Attr::metadata),
                     Optional(Attr::backend_config)>;
}

}  // namespace hlo
