// SPDX-License-Identifier: Apache-2.0
// Ops with bodies, and calls (imports reference 4.1 to 4.4). Bodies in MLIR may use the
// values around them, computations of HLO may not.
#include <algorithm>
#include <utility>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/import/stablehlo/converter.h"

namespace hlo::stablehlo {
bool Converter::CheckRegions(const mlir::Op& op, size_t count) {
  if (op.regions.size() == count) return true;
  return FailOp(
      op, "P07",
      Format("must have {} region{}, got {}", {count, count == 1 ? "" : "s", op.regions.size()}));
}

// "main.while_body_0": numbered in each function, so that an edit elsewhere changes no name.
std::string Converter::RegionName(std::string_view what) {
  const std::string stem = frame_->function + "." + std::string(what);
  return ClaimComputation(Format("{}_{}", {stem, region_numbers_[stem]++}));
}

// Writes a region as a computation that begins with the parameters that `bind` writes. It returns
// the values of `handed_back` as well, if there are any.
template <class BindParameters>
bool Converter::ConvertBody(const mlir::Op& op, const mlir::Region& region, std::string_view what,
                            std::string& name, std::vector<Operand>& results, BindParameters&& bind,
                            const std::vector<const mlir::Value*>* handed_back) {
  if (depth_ >= kMaxDepth) {
    return Fail("P10", op.name_span,
                Format("calls and regions are nested deeper than {}", {kMaxDepth}));
  }
  Frame frame;
  frame.name = RegionName(what);
  frame.function = frame_->function;
  frame.region = &region;
  frame.around = frame_;
  name = frame.name;
  Frame* around = std::exchange(frame_, &frame);
  const std::string metadata = std::exchange(metadata_, std::string());
  ++depth_;
  bind();
  const bool good = ConvertOps(region) && FinishBody(region, results);
  if (handed_back != nullptr) {
    for (const mlir::Value* value : *handed_back) {
      results.push_back({frame.bound[value].name, frame.bound[value].shape});
    }
  }
  if (good && !is_full_) {
    frame.MakeRoot(RootOf(results));
    Append(frame, false);
  }
  --depth_;
  frame_ = around;
  metadata_ = metadata;
  return good && !is_full_;
}

// A region that uses only its arguments, as a computation of the types that these have.
bool Converter::ConvertRegionCall(const mlir::Op& op, const mlir::Region& region,
                                  std::string_view what, std::string& name,
                                  std::vector<const HloShape*>& shapes) {
  std::vector<const HloShape*> inside;
  for (const mlir::BlockArgument& argument : region.arguments) {
    inside.push_back(ShapeOf(*argument.value->type, argument.value->span));
    if (inside.back() == nullptr) return false;
  }
  std::vector<Operand> results;
  const bool good = ConvertBody(op, region, what, name, results, [&] {
    for (size_t i = 0; i < inside.size(); ++i) {
      const mlir::BlockArgument& argument = region.arguments[i];
      Bind(argument.value,
           EmitOperand(Format("Arg_{}", {i}), inside[i], Opcode::kParameter, std::to_string(i)));
    }
  });
  for (const Operand& result : results) shapes.push_back(result.shape);
  return good;
}

bool Converter::ConvertReducer(const mlir::Op& op, const mlir::Region& region,
                               std::string_view what, std::string& name) {
  std::vector<const HloShape*> results;
  return ConvertRegionCall(op, region, what, name, results);
}

// "applies stablehlo.add": a reducer of one op.
bool Converter::AppliedOp(const mlir::Op& op, std::string& name) {
  const mlir::Attribute* applied = op.Find("applies");
  const mlir::OpForm* form = mlir::FindOpForm(applied->text);
  const bool known = form != nullptr &&
                     static_cast<const OpRow*>(form)->convert == &Converter::ConvertElementwise &&
                     static_cast<const OpRow*>(form)->min_operands == 2;
  if (!known || op.operands.size() != 2) {
    return Fail("I01", applied->span,
                Format("'{}' is not an op that combines two values", {applied->text}));
  }
  const HloShape* init = OperandShape(op, 1);
  if (init == nullptr) return false;
  const OpRow& row = *static_cast<const OpRow*>(form);
  name = RegionName(LastWord(op.name));
  AppendBinary(name, init->shape.element_type, *row.opcode, LastWord(row.name));
  return true;
}

void Converter::AppendBinary(const std::string& name, ElementType type, Opcode opcode,
                             std::string_view root) {
  const HloShape* scalar = ArrayOf(type, {});
  Frame frame;
  frame.name = name;
  Frame* around = std::exchange(frame_, &frame);
  const std::string metadata = std::exchange(metadata_, std::string());
  const Operand first = EmitOperand("Arg_0", scalar, Opcode::kParameter, "0");
  const Operand second = EmitOperand("Arg_1", scalar, Opcode::kParameter, "1");
  frame.MakeRoot(Emit(root, scalar, opcode, first.name + ", " + second.name));
  frame_ = around;
  metadata_ = metadata;
  Append(frame, false);
}

// reduce and map.
bool Converter::ConvertReduce(const mlir::Op& op, const OpRow& row) {
  std::vector<Operand> operands;
  std::string attributes, body;
  if (!ReadOperands(op, operands) || !PrintAttributes(op, row, attributes)) return false;
  if (op.Has("applies")
          ? !AppliedOp(op, body)
          : !CheckRegions(op, 1) || !ConvertReducer(op, *op.regions[0], LastWord(op.name), body)) {
    return false;
  }
  Dims dims = operands[0].shape->shape.dims;
  if (row.opcode == Opcode::kReduce) {
    std::vector<int64_t> reduced;
    if (!ReadRequired(op, "dimensions", reduced)) return false;
    Dims kept;
    for (int64_t d = 0; d < std::ssize(dims); ++d) {
      if (std::count(reduced.begin(), reduced.end(), d) == 0)
        kept.push_back(dims[static_cast<size_t>(d)]);
    }
    dims = kept;
  }
  std::vector<const HloShape*> shapes;
  for (size_t i = 0; i < op.results.size(); ++i) shapes.push_back(ResultShape(op, i, &dims));
  if (shapes.empty()) return FailOp(op, "P07", "must have at least 1 result, got 0");
  return GiveAll(op, shapes, *row.opcode, Names(operands), attributes + ", to_apply=" + body);
}

// dimension -1 is the last one.
bool Converter::ConvertSort(const mlir::Op& op, const OpRow& row) {
  std::vector<Operand> operands;
  std::string attributes, body;
  int64_t dimension = -1;
  if (!CheckRegions(op, 1) || !ReadOperands(op, operands)) return false;
  if (op.Has("dimension") && !ReadInt(op, "dimension", dimension)) return false;
  if (dimension < 0) dimension += operands[0].shape->shape.rank();
  attributes = ", dimensions=" + Braced({&dimension, 1});
  if (!PrintAttributes(op, row, attributes) || !ConvertReducer(op, *op.regions[0], "sort", body)) {
    return false;
  }
  std::vector<const HloShape*> shapes;
  for (size_t i = 0; i < op.results.size(); ++i) {
    shapes.push_back(ResultShape(op, i, &operands[0].shape->shape.dims));
  }
  return GiveAll(op, shapes, *row.opcode, Names(operands), attributes + ", to_apply=" + body);
}

// ---- if, case ----

// The values from around that regions use, but for constants, which are written in them again.
void Converter::CaptureValues(std::span<mlir::Region* const> regions,
                              std::vector<const mlir::Value*>& captured,
                              std::vector<Operand>& operands) {
  for (const mlir::Value* value : FreeValues(regions)) {
    Bound* bound = FindBound(*value);
    if (bound->failed || IsCloned(*value) || bound->known != nullptr) continue;
    if (!Materialize(*value, *bound)) continue;
    captured.push_back(value);
    operands.push_back({bound->name, bound->shape});
  }
}

// A branch has one parameter, with the values that it uses from around: bare, or as a tuple.
bool Converter::ConvertBranch(const mlir::Op& op, mlir::Region* region, std::string_view what,
                              std::string& name, Operand& argument,
                              std::vector<const HloShape*>& shapes) {
  std::vector<const mlir::Value*> captured;
  std::vector<Operand> values;
  CaptureValues({&region, 1}, captured, values);
  argument =
      values.size() == 1 ? values[0] : EmitTuple(ResultName(op) + "." + std::string(what), values);
  std::vector<Operand> results;
  const bool good = ConvertBody(op, *region, what, name, results, [&] {
    const Operand parameter = EmitOperand("Arg_0", argument.shape, Opcode::kParameter, "0");
    BindState(parameter, captured, values);
  });
  shapes.clear();
  for (const Operand& result : results) shapes.push_back(result.shape);
  return good;
}

// The values of a state that a computation gets as its parameter.
void Converter::BindState(const Operand& parameter, const std::vector<const mlir::Value*>& values,
                          const std::vector<Operand>& operands) {
  if (values.size() == 1) return Bind(values[0], parameter);
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i]->uses == 0) continue;
    const std::string name = values[i]->op == nullptr
                                 ? HloName(values[i]->name)
                                 : ResultName(*values[i]->op, values[i]->index);
    Bind(values[i], EmitOperand(name, operands[i].shape, Opcode::kGetTupleElement, parameter.name,
                                Format(", index={}", {i})));
  }
}

bool Converter::ConvertIf(const mlir::Op& op, const OpRow& row) {
  Operand selector;
  if (!ReadOperand(op, 0, selector)) return false;
  const bool is_if = selector.shape->shape.element_type == ElementType::kPred;
  if (op.regions.empty()) return FailOp(op, "P07", "must have at least 1 region, got 0");
  if (is_if && !CheckRegions(op, 2)) return false;
  std::string operands = selector.name, names;
  std::vector<const HloShape*> shapes;
  for (size_t i = 0; i < op.regions.size(); ++i) {
    std::string name;
    Operand argument;
    const std::string_view what = !is_if ? "case_branch" : i == 0 ? "if_true" : "if_false";
    if (!ConvertBranch(op, op.regions[i], what, name, argument, shapes)) return false;
    operands += ", " + argument.name;
    names += is_if ? (i == 0 ? ", true_computation=" : ", false_computation=") + name
                   : (i == 0 ? "" : ", ") + name;
  }
  const std::string attributes = is_if ? names : ", branch_computations={" + names + "}";
  for (size_t i = 0; i < op.results.size() && i < shapes.size(); ++i) {
    if (!HasUnknownSizes(op, i)) shapes[i] = ResultShape(op, i);
  }
  if (shapes.size() != op.results.size()) {
    return FailOp(op, "P07",
                  Format("must have as many results as its branches return ({}), got {}",
                         {shapes.size(), op.results.size()}));
  }
  return GiveAll(op, shapes, *row.opcode, operands, attributes);
}

// ---- while ----

// Loop state: the declared values, then those that the loop uses from around, which the body
// returns unchanged. One value is passed bare, several as one tuple.
bool Converter::ConvertWhile(const mlir::Op& op, const OpRow& row) {
  std::vector<Operand> state;
  if (!CheckRegions(op, 2) || !ReadOperands(op, state)) return false;
  std::vector<const mlir::Value*> captured;
  CaptureValues(op.regions, captured, state);
  for (const mlir::Region* region : op.regions) {
    if (region->arguments.size() == op.operands.size()) continue;
    return FailOp(
        op, "P07",
        Format("each region must have as many arguments as the op has operands ({}), got {}",
               {op.operands.size(), region->arguments.size()}));
  }
  std::string condition, body;
  if (!ConvertLoopRegion(op, *op.regions[0], "while_cond", captured, state, condition) ||
      !ConvertLoopRegion(op, *op.regions[1], "while_body", captured, state, body)) {
    return false;
  }
  const std::string name =
      op.groups.size() == 1 && op.groups[0].count > 1 ? HloName(op.groups[0].name) : ResultName(op);
  const Operand init = state.size() == 1 ? state[0] : EmitTuple(name + ".init", state);
  std::vector<const HloShape*> shapes;
  for (const Operand& value : state) shapes.push_back(value.shape);
  return GiveAll(op, shapes, *row.opcode, init.name, ", condition=" + condition + ", body=" + body);
}

bool Converter::ConvertLoopRegion(const mlir::Op& op, const mlir::Region& region,
                                  std::string_view what,
                                  const std::vector<const mlir::Value*>& captured,
                                  const std::vector<Operand>& state, std::string& name) {
  std::vector<const mlir::Value*> values;
  for (const mlir::BlockArgument& argument : region.arguments) values.push_back(argument.value);
  values.insert(values.end(), captured.begin(), captured.end());
  std::vector<Operand> results;
  const auto bind = [&] {
    std::vector<const HloShape*> shapes;
    for (const Operand& value : state) shapes.push_back(value.shape);
    const HloShape* shape = state.size() == 1 ? shapes[0] : TupleOf(shapes);
    BindState(EmitOperand("Arg_0", shape, Opcode::kParameter, "0"), values, state);
  };
  return ConvertBody(op, region, what, name, results, bind,
                     what == "while_body" ? &captured : nullptr);
}

}  // namespace hlo::stablehlo
