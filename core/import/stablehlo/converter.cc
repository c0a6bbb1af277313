// SPDX-License-Identifier: Apache-2.0
// Regions and ops; module.cc has the module and its functions.
#include "core/import/stablehlo/converter.h"

#include <algorithm>

#include "core/base/format.h"
#include "core/base/result.h"
#include "hlo/suggest.h"

namespace hlo::stablehlo {
namespace {

// Dialects that texts are lowered to, past the point where HLO applies.
constexpr std::string_view kLoweredDialects[] = {
    "linalg.", "tensor.", "arith.", "math.", "memref.", "affine.",        "scf.",
    "vector.", "llvm.",   "gpu.",   "tosa.", "shape.",  "bufferization.", "cf."};

bool StartsWithOne(std::string_view name, std::span<const std::string_view> prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return name.starts_with(prefix); });
}

// Attributes that any op may carry.
bool IsCommon(std::string_view name) {
  return name.find('.') != std::string_view::npos || name == "operandSegmentSizes" ||
         name == "resultSegmentSizes" || name == "operand_segment_sizes" ||
         name == "result_segment_sizes" || name == "xla_shape";
}

bool IsTerminator(const mlir::Op& op) {
  return op.form != nullptr && RowOf(op).convert == &Converter::ConvertReturn;
}

}  // namespace

bool Converter::ConvertOps(const mlir::Region& region) {
  if (!region.second_block.empty()) {
    return Fail("I06", region.second_block,
                "the region has a second block; HLO computations have one");
  }
  for (const mlir::Op* op : region.ops) {
    if (report_.stopped() || is_full_) return false;
    if (op != region.ops.back() || !IsTerminator(*op)) ConvertOp(*op);
  }
  return true;
}

void Converter::ConvertOp(const mlir::Op& op) {
  const mlir::Op* around = std::exchange(op_, &op);
  const std::string metadata = std::exchange(metadata_, MetadataText(file_, op.location));
  bool good = false;
  if (op.form == nullptr) {
    ReportUnknownOp(op);
  } else {
    const OpRow& row = RowOf(op);
    good = CheckOp(op, row);
    if (good && !Fold(op, row)) good = (this->*row.convert)(op, row);
  }
  if (!good) StandIn(op);
  op_ = around;
  metadata_ = metadata;
}

bool Converter::CheckOp(const mlir::Op& op, const OpRow& row) {
  const auto count = static_cast<int>(op.operands.size());
  if (count < row.min_operands || (row.max_operands >= 0 && count > row.max_operands)) {
    const std::string most = row.max_operands < 0 ? " or more"
                             : row.max_operands == row.min_operands
                                 ? ""
                                 : Format(" to {}", {row.max_operands});
    const bool is_one = row.min_operands == 1 && row.max_operands == 1;
    return FailOp(op, "P07",
                  Format("must have {}{} operand{}, got {}",
                         {row.min_operands, most, is_one ? "" : "s", count}));
  }
  std::string_view attributes = row.attributes;
  AttributeSpec spec;
  while (NextAttribute(attributes, spec)) {
    if (!spec.is_required || op.Has(spec.name)) continue;
    return FailOp(op, "P06", Format("attribute '{}' is missing", {spec.name}));
  }
  NoteUnknownAttributes(op, row);
  return true;
}

void Converter::NoteUnknownAttributes(const mlir::Op& op, const OpRow& row) {
  for (const mlir::NamedAttribute& attribute : op.attributes) {
    if (IsCommon(attribute.name)) continue;
    bool known = false;
    std::string_view attributes = row.attributes;
    AttributeSpec spec;
    while (!known && NextAttribute(attributes, spec)) known = spec.name == attribute.name;
    if (known || !warned_attributes_.insert(attribute.name).second) continue;
    report_.Warn("W01", attribute.span,
                 Format("unknown attribute '{}' of '{}' is kept without "
                        "meaning",
                        {attribute.name, op.name}));
  }
}

void Converter::ReportUnknownOp(const mlir::Op& op) {
  if (StartsWithOne(op.name, kLoweredDialects)) {
    const std::string_view dialect = op.name.substr(0, op.name.find('.'));
    report_.Error("I02", op.name_span,
                  Format("dialect '{}' is past the point where HLO applies "
                         "('{}'); import the module before that lowering",
                         {dialect, op.name}));
    return;
  }
  if (op.name.starts_with("vhlo.")) {
    report_.Error("I12", op.name_span,
                  Format("'{}' is an op of the portable artifact; convert it "
                         "with `stablehlo-translate --deserialize` first",
                         {op.name}));
    return;
  }
  Suggestion suggestion(op.name);
  for (std::string_view name : mlir::OpFormNames()) suggestion.Consider(name);
  std::string results;
  for (const mlir::Value* result : op.results) {
    results += (results.empty() ? "" : ", ") + std::string(result->type->text);
  }
  Diagnostic& diagnostic = report_.Error(
      "I01", op.name_span, Format("unknown operation '{}'{}", {op.name, suggestion.Question()}));
  diagnostic.notes.push_back(
      {{},
       Format("the results ({}) are shown as those of a custom call that cannot be run; "
              "`jax.jit(f).lower(*args).as_text(dialect=\"hlo\")` prints HLO text directly",
              {results})});
  if (!suggestion.unique().empty()) {
    diagnostic.fixes.push_back({op.name_span, std::string(suggestion.unique())});
  }
}

// A custom call in the place of an op that could not be converted, so that the others are shown.
void Converter::StandIn(const mlir::Op& op) {
  std::vector<const HloShape*> shapes;
  Report quiet(0);
  bool good = !op.results.empty();
  for (size_t i = 0; i < op.results.size() && good; ++i) {
    const mlir::Type* type = op.results[i]->type;
    good = type != nullptr && type->fault == mlir::TypeFault::kNone && !HasUnknownSizes(op, i) &&
           type->kind != mlir::TypeKind::kFunction && type->kind != mlir::TypeKind::kOther;
    if (good) shapes.push_back(ShapeOf(*type, op.name_span));
    good = good && shapes.back() != nullptr;
  }
  if (!good) {
    for (const mlir::Value* result : op.results) frame_->bound[result].failed = true;
    return;
  }
  std::vector<Operand> operands;
  for (const mlir::Use& use : op.operands) {
    const auto found = frame_->bound.find(use.value);
    if (found == frame_->bound.end() || found->second.failed || found->second.name.empty())
      continue;
    operands.push_back({found->second.name, found->second.shape});
  }
  std::string target(op.name);
  std::erase_if(target, [](char c) { return c == '"' || c == '\\' || c < ' '; });
  GiveAll(op, shapes, Opcode::kCustomCall, Names(operands),
          Format(", custom_call_target=\"{}\"", {target}));
}

bool Converter::FinishBody(const mlir::Region& region, std::vector<Operand>& results) {
  results.clear();
  if (region.ops.empty() || !IsTerminator(*region.ops.back())) return true;
  const mlir::Op& end = *region.ops.back();
  const mlir::Op* around = std::exchange(op_, &end);
  const std::string metadata = std::exchange(metadata_, std::string());
  bool good = true;
  for (size_t i = 0; i < end.operands.size(); ++i) {
    Operand operand;
    if (ReadOperand(end, i, operand)) {
      results.push_back(std::move(operand));
      continue;
    }
    // The failure has been reported; a value of the right shape keeps the computation complete.
    const mlir::Type* type = end.operands[i].value->type;
    const bool has_shape = type != nullptr && type->fault == mlir::TypeFault::kNone &&
                           (type->IsTensor() || type->kind == mlir::TypeKind::kToken) &&
                           !type->HasUnknownSize();
    const HloShape* shape = has_shape ? ShapeOf(*type, end.name_span) : nullptr;
    if (shape == nullptr) {
      good = false;
      continue;
    }
    results.push_back(EmitOperand("unknown_value", shape, Opcode::kCustomCall, "",
                                  ", custom_call_target=\"unknown value\""));
  }
  op_ = around;
  metadata_ = metadata;
  return good;
}

// A function returns values of the types that it declares.
bool Converter::CheckReturn(const mlir::Function& function) {
  const std::vector<mlir::Op*>& ops = function.body->ops;
  const mlir::Op* end = !ops.empty() && IsTerminator(*ops.back()) ? ops.back() : nullptr;
  if (end == nullptr && report_.errors() > 0) return true;  // perhaps it could not be read
  const size_t returned = end == nullptr ? 0 : end->operands.size();
  if (returned != function.results.size()) {
    return Fail("P07", end == nullptr ? function.name_span : end->name_span,
                Format("the number of values that @{} returns must be {}, got {}",
                       {function.name, function.results.size(), returned}));
  }
  for (size_t i = 0; i < returned; ++i) {
    const mlir::Use& use = end->operands[i];
    const mlir::Type *want = function.results[i].type, *got = use.value->type;
    if (want == nullptr || got == nullptr || mlir::SameType(*want, *got)) continue;
    return Fail(
        "I17", use.span,
        Format("result {} of @{} must be {}, got {}", {i, function.name, want->text, got->text}));
  }
  return true;
}

// The instruction that gives the results: a bare value, or a tuple of them with these attributes.
std::string Converter::RootOf(const std::vector<Operand>& results, std::string_view attributes) {
  if (results.size() == 1) return results[0].name;
  std::vector<const HloShape*> shapes;
  for (const Operand& result : results) shapes.push_back(result.shape);
  return Emit("results", TupleOf(shapes), Opcode::kTuple, Names(results), attributes);
}

// Values from around that the regions use, in the order of their first use.
std::vector<const mlir::Value*> Converter::FreeValues(
    std::span<mlir::Region* const> regions) const {
  std::vector<const mlir::Value*> free;
  std::set<const mlir::Value*> seen;
  const auto visit = [&](const auto& self, const mlir::Region& region, int depth) -> void {
    for (const mlir::Op* op : region.ops) {
      for (const mlir::Use& use : op->operands) {
        const mlir::Value* value = use.value;
        const bool is_free = value->region != nullptr && value->region->depth < depth;
        if (is_free && seen.insert(value).second) free.push_back(value);
      }
      for (const mlir::Region* inner : op->regions) self(self, *inner, depth);
    }
  };
  for (const mlir::Region* region : regions) visit(visit, *region, region->depth);
  return free;
}

}  // namespace hlo::stablehlo
