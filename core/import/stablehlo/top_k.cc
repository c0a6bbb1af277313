// SPDX-License-Identifier: Apache-2.0
// Custom calls that find the k first elements (imports reference 8).
#include <algorithm>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/import/stablehlo/converter.h"

namespace hlo::stablehlo {
namespace {

bool HasDims(const mlir::Type& type, const Dims& dims) {
  bool has = type.IsTensor() && type.dims.size() == dims.size();
  for (size_t d = 0; d < dims.size() && has; ++d) {
    has = type.dims[d] == mlir::kUnknownSize || type.dims[d] == dims[d];
  }
  return has;
}

}  // namespace

// The opcode: largest first, or smallest.
bool Converter::TopKCall(const mlir::Op& op) {
  Operand operand;
  if (!ReadOperand(op, 0, operand)) return false;
  if (op.results.size() != 2) {
    return FailOp(op, "P07", Format("must have 2 results, got {}", {op.results.size()}));
  }
  Dims dims = operand.shape->shape.dims;
  int64_t k = -1;
  const mlir::Attribute* list = file_.Resolve(op.Find("mhlo.attributes"));
  if (list != nullptr && list->Find("k") != nullptr) k = list->Find("k")->integer();
  const mlir::Type& type = *op.results[0]->type;
  if (k < 0 && !type.dims.empty() && type.dims.back() != mlir::kUnknownSize) k = type.dims.back();
  const Known given = op.operands.size() > 1 ? KnownOf(op, 1) : nullptr;
  if (k < 0 && given != nullptr && given->size() == 1) k = (*given)[0];
  if (k < 0 || dims.empty()) return FailOp(op, "I03", "k is not known before the program runs");
  dims.back() = std::min(k, dims.back());
  const mlir::Attribute* largest = list == nullptr ? nullptr : list->Find("largest");
  const bool smallest = largest != nullptr && largest->integer() == 0;
  const std::vector<const HloShape*> shapes = {ResultShape(op, 0, &dims),
                                               ResultShape(op, 1, &dims)};
  return GiveAll(op, shapes, Opcode::kTopk, operand.name,
                 Format(", k={}{}", {dims.back(), smallest ? ", largest=false" : ""}));
}

// TopK with a comparator of the values and their positions.
bool Converter::ComparedTopKCall(const mlir::Op& op, bool& is_known) {
  Operand operand;
  std::string comparator;
  const mlir::Type& type = *op.results[0]->type;
  const HloShape* indices = ResultShape(op, 1);
  if (!ReadOperand(op, 0, operand) || indices == nullptr) return false;
  const Dims& dims = operand.shape->shape.dims;
  Dims kept = dims;
  if (!kept.empty() && !type.dims.empty()) kept.back() = type.dims.back();
  is_known = !dims.empty() && type.dims == kept && kept.back() >= 0 && kept.back() <= dims.back();
  if (!is_known) return false;
  const int64_t last = std::ssize(dims) - 1;
  Operand positions = {"", ArrayOf(indices->shape.element_type, dims)};
  is_known = Comparator(op, {operand, positions}, comparator);
  if (!is_known) return false;
  positions.name = Emit(ResultName(op) + ".positions", positions.shape, Opcode::kIota, "",
                        Format(", iota_dimension={}", {last}));
  return GiveFirst(op, {operand, positions}, last, kept.back(), comparator);
}

// (inputs..., initial values..., and k if it is dynamic). XLA's fallback sorts, too.
bool Converter::ApproxTopKCall(const mlir::Op& op, std::string_view target, bool& is_known) {
  is_known = false;
  const mlir::Attribute* config = BackendConfig(op);
  const bool is_dynamic = target != "ApproxTopK";
  const size_t count = op.results.size();
  if (config == nullptr || count == 0 || op.operands.size() != 2 * count + (is_dynamic ? 1 : 0)) {
    return false;
  }
  std::vector<Operand> inputs;
  std::vector<int64_t> dimension, k;
  if (!ReadOperands(op, inputs, 0, count) || !ReadStructList(*config, "reduction_dim", dimension) ||
      !ReadStructList(*config, "top_k", k)) {
    is_known = true;
    return false;
  }
  if (const Known given = is_dynamic ? KnownOf(op, op.operands.size() - 1) : nullptr) k = *given;
  if (is_dynamic && k.empty()) {
    is_known = true;
    return FailOp(op, "I03", "k is not known before the program runs");
  }
  Dims dims = inputs[0].shape->shape.dims;
  if (dimension.size() != 1 || k.size() != 1 || dimension[0] < 0 ||
      dimension[0] >= std::ssize(dims) || k[0] < 0 ||
      k[0] > dims[static_cast<size_t>(dimension[0])]) {
    return false;
  }
  dims[static_cast<size_t>(dimension[0])] = k[0];
  for (size_t i = 0; i < count; ++i) {
    // More results than k are candidates, in an order and a number that the device chooses.
    if (inputs[i].shape->shape.dims != inputs[0].shape->shape.dims ||
        !HasDims(*op.results[i]->type, dims)) {
      return false;
    }
  }
  std::string comparator;
  if (!Comparator(op, inputs, comparator)) return false;
  is_known = true;
  report_.Warn("I16", op.name_span, Format("'{}' is imported as the exact top-k", {target}));
  return GiveFirst(op, inputs, dimension[0], k[0], comparator);
}

// The computation that orders these values, two scalars of each.
bool Converter::Comparator(const mlir::Op& op, const std::vector<Operand>& sorted,
                           std::string& name) {
  const mlir::Attribute* called = file_.Resolve(op.Find("called_computations"));
  const bool is_one = called != nullptr && called->elements.size() == 1;
  if (!is_one || FindFunction(called->elements[0]->text) == nullptr) return false;
  const Converted* converted = CalledComputation(*called->elements[0]);
  if (converted == nullptr || converted->parameters.size() != 2 * sorted.size() ||
      converted->results.size() != 1 || converted->results[0] != ArrayOf(ElementType::kPred, {})) {
    return false;
  }
  for (size_t i = 0; i < converted->parameters.size(); ++i) {
    const ElementType type = sorted[i / 2].shape->shape.element_type;
    if (converted->parameters[i].shape != ArrayOf(type, {})) return false;
  }
  name = converted->name;
  return true;
}

// The first k elements along a dimension after a stable sort.
bool Converter::GiveFirst(const mlir::Op& op, const std::vector<Operand>& sorted, int64_t dimension,
                          int64_t k, std::string_view comparator) {
  std::string slice;
  Dims dims = sorted[0].shape->shape.dims;
  dims[static_cast<size_t>(dimension)] = k;
  for (int64_t size : dims) slice += Format("{}[0:{}]", {slice.empty() ? "" : ", ", size});
  std::vector<const HloShape*> shapes;
  for (const Operand& operand : sorted) shapes.push_back(operand.shape);
  const HloShape* all = shapes.size() == 1 ? shapes[0] : TupleOf(shapes);
  const std::string name = op.groups.empty() ? ResultName(op) : HloName(op.groups[0].name);
  const std::string whole = Emit(
      name + ".sorted", all, Opcode::kSort, Names(sorted),
      Format(", dimensions={}, is_stable=true, to_apply={}", {Braced({&dimension, 1}), comparator}),
      true);
  for (size_t i = 0; i < op.results.size() && i < shapes.size(); ++i) {
    if (op.results[i]->uses == 0) continue;
    const HloShape* shape = ResultShape(op, i, &dims);
    if (shape == nullptr) return false;
    const std::string result = ResultName(op, i);
    const std::string part = shapes.size() == 1
                                 ? whole
                                 : Emit(result + ".sorted", shapes[i], Opcode::kGetTupleElement,
                                        whole, Format(", index={}", {i}));
    Bind(op.results[i],
         EmitOperand(result, shape, Opcode::kSlice, part, ", slice={" + slice + "}"));
  }
  return true;
}

}  // namespace hlo::stablehlo
