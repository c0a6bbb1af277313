// SPDX-License-Identifier: Apache-2.0
// CHLO (imports reference 9).
#include <algorithm>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/import/stablehlo/chlo_functions.h"
#include "core/import/stablehlo/converter.h"

namespace hlo::stablehlo {
namespace {

std::string_view WithoutDialect(std::string_view name) { return name.substr(name.find('.') + 1); }

}  // namespace

// The computation for chlo.FUNCTION on one element, written at its first use.
std::string Converter::FunctionFor(std::string_view function, ElementType type) {
  std::string name = FunctionName(function, type);
  if (!computations_.insert(name).second) return name;
  for (std::string_view called : CalledFunctions(function)) FunctionFor(called, type);
  out_.text += name + " {\n" + FunctionText(function, type) + "}\n\n";
  return name;
}

// map of the function, which is computed in f64 and rounded once; next_after works on the bits of
// its own type.
bool Converter::ApplyFunction(const mlir::Op& op, std::string_view function,
                              std::vector<Operand> operands, const HloShape* shape) {
  if (shape == nullptr) return false;
  const ElementType type = shape->shape.element_type;
  const bool on_bits = function == "next_after";
  if (!IsFloat(type) || (on_bits && BitWidth(type) < 16)) {
    return FailOp(op, "I01", Format("the op is known, but not for {}", {Name(type)}));
  }
  const ElementType compute = on_bits ? type : ElementType::kF64;
  const bool is_narrow = compute != type;
  const std::string called = FunctionFor(function, compute);
  const std::string name = ResultName(op);
  const Dims& dims = shape->shape.dims;
  const HloShape* wide = ArrayOf(compute, {dims.data(), dims.size()});
  for (Operand& operand : operands) {
    if (is_narrow) operand = EmitOperand(name + ".f64", wide, Opcode::kConvert, operand.name);
  }
  std::vector<int64_t> numbers;
  for (int64_t d = 0; d < std::ssize(dims); ++d) numbers.push_back(d);
  const std::string attributes = ", dimensions=" + Braced(numbers) + ", to_apply=" + called;
  if (!is_narrow) return GiveOne(op, shape, Opcode::kMap, Names(operands), attributes);
  const Operand result =
      EmitOperand(name + ".wide", wide, Opcode::kMap, Names(operands), attributes);
  return GiveOne(op, shape, Opcode::kConvert, result.name);
}

bool Converter::ConvertChloFunction(const mlir::Op& op, const OpRow& row) {
  std::vector<Operand> operands;
  if (!ReadOperands(op, operands)) return false;
  const Dims dims = operands[0].shape->shape.dims;
  return ApplyFunction(op, WithoutDialect(row.name), operands, ResultShape(op, 0, &dims));
}

// Ops that HLO spells with a few instructions: square, conj, is_inf, is_pos_inf, is_neg_inf.
bool Converter::ConvertChloExpansion(const mlir::Op& op, const OpRow& row) {
  Operand x;
  if (!ReadOperand(op, 0, x)) return false;
  const std::string_view what = WithoutDialect(row.name);
  const HloShape* shape = ResultShape(op, 0, &x.shape->shape.dims);
  if (shape == nullptr) return false;
  const std::string name = ResultName(op);
  const ElementType type = x.shape->shape.element_type;
  if (what == "square") return GiveOne(op, shape, *row.opcode, x.name + ", " + x.name);
  if (what == "conj") {
    if (!IsComplex(type)) return Give(op, x);
    const Dims& dims = x.shape->shape.dims;
    const HloShape* part = ArrayOf(*PartOf(type), {dims.data(), dims.size()});
    const Operand real = EmitOperand(name + ".re", part, Opcode::kReal, x.name);
    const Operand imag = EmitOperand(name + ".im", part, Opcode::kImag, x.name);
    const Operand negated = EmitOperand(name + ".neg", part, Opcode::kNegate, imag.name);
    return GiveOne(op, shape, *row.opcode, real.name + ", " + negated.name);
  }
  const Operand value =
      what == "is_inf" ? EmitOperand(name + ".abs", x.shape, Opcode::kAbs, x.name) : x;
  const Operand scalar = EmitScalar(name + ".inf.s", type, what == "is_neg_inf" ? "-inf" : "inf");
  const Operand infinity = EmitFilled(name + ".inf", x.shape, scalar);
  return GiveOne(op, shape, *row.opcode, value.name + ", " + infinity.name, ", direction=EQ");
}

// The sizes of both operands together: equal, or 1; aligned at the right.
bool Converter::BroadcastShape(const mlir::Op& op, const std::vector<Operand>& operands,
                               Dims& dims) {
  dims = Dims();
  for (const Operand& operand : operands) {
    const Dims& own = operand.shape->shape.dims;
    while (dims.size() < own.size()) dims.insert(dims.begin(), 1);
    for (size_t i = 0; i < own.size(); ++i) {
      int64_t& size = dims[dims.size() - own.size() + i];
      if (size != own[i] && size != 1 && own[i] != 1) {
        return FailOp(op, "V02", Format("sizes {} and {} do not broadcast", {size, own[i]}));
      }
      if (size == 1) size = own[i];
    }
  }
  return true;
}

// Broadcasts an operand to `dims`, aligned at the right; sizes of 1 stretch.
void Converter::Stretch(const std::string& name, const Dims& dims, Operand& operand) {
  const Dims own = operand.shape->shape.dims;
  if (own == dims) return;
  std::vector<int64_t> kept_dims, kept;
  for (size_t d = 0; d < own.size(); ++d) {
    const size_t target = dims.size() - own.size() + d;
    if (own[d] == 1 && dims[target] != 1) continue;
    kept_dims.push_back(own[d]);
    kept.push_back(static_cast<int64_t>(target));
  }
  const HloShape* wide = ArrayOf(operand.shape->shape.element_type, {dims.data(), dims.size()});
  if (kept.size() != own.size()) operand = EmitReshape(name + ".r", operand, kept_dims);
  operand = EmitBroadcast(name, operand, wide, kept);
}

bool Converter::ConvertChloBroadcast(const mlir::Op& op, const OpRow& row) {
  std::vector<Operand> operands;
  Numbers given;
  std::string attributes;
  if (!ReadOperands(op, operands) || !ReadList(op, "broadcast_dimensions", given) ||
      !PrintAttributes(op, row, attributes)) {
    return false;
  }
  // The operand of lower rank goes to the dimensions that are given.
  const size_t low = operands[0].shape->shape.rank() <= operands[1].shape->shape.rank() ? 0 : 1;
  std::vector<Operand> aligned = operands;
  if (given.given && operands.size() == 2 &&
      operands[0].shape->shape.rank() != operands[1].shape->shape.rank()) {
    std::vector<int64_t> dims(operands[1 - low].shape->shape.dims.size(), 1);
    for (size_t i = 0; i < given.values.size() && i < operands[low].shape->shape.dims.size(); ++i) {
      const int64_t d = given.values[i];
      const bool good = d >= 0 && d < std::ssize(dims) && (i == 0 || d > given.values[i - 1]);
      if (!good)
        return Fail("P12", op.Find("broadcast_dimensions")->span, "dimensions must ascend");
      dims[static_cast<size_t>(d)] = operands[low].shape->shape.dims[i];
    }
    aligned[low] = EmitReshape(ResultName(op) + ".r", operands[low], dims);
  }
  Dims dims;
  if (!BroadcastShape(op, aligned, dims)) return false;
  for (size_t i = 0; i < aligned.size(); ++i) {
    Stretch(ResultName(op) + (i == 0 ? ".lhs" : ".rhs"), dims, aligned[i]);
  }
  const HloShape* shape = ResultShape(op, 0, &dims);
  if (row.opcode == Opcode::kMap) {
    constexpr std::string_view kPrefix = "broadcast_";
    return ApplyFunction(op, WithoutDialect(row.name).substr(kPrefix.size()), aligned, shape);
  }
  if (const mlir::Attribute* type = op.Find("compare_type")) {
    const std::string_view word = WordOf(*type);
    if (word == "TOTALORDER") attributes += ", type=TOTALORDER";
  }
  return GiveOne(op, shape, *row.opcode, Names(aligned), attributes);
}

}  // namespace hlo::stablehlo
