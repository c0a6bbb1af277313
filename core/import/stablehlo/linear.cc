// SPDX-License-Identifier: Apache-2.0
// Dots and einsums (imports reference 3, 4.6).
#include <algorithm>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/import/stablehlo/converter.h"
#include "core/import/support/dot_algorithms.h"

namespace hlo::stablehlo {
namespace {

std::string_view TypeWord(const mlir::Attribute* attribute) {
  if (attribute == nullptr) return "";
  std::string_view word = attribute->type != nullptr ? attribute->type->text : attribute->text;
  if (word.starts_with("f8")) word = "f8";
  return word;
}

int64_t IntegerOf(const mlir::Attribute* attribute, int64_t fallback) {
  return attribute == nullptr ? fallback : attribute->integer();
}

std::string List(std::string_view name, const std::vector<int64_t>& numbers, bool always) {
  if (numbers.empty() && !always) return "";
  return ", " + std::string(name) + "=" + Braced(numbers);
}

}  // namespace

bool Converter::ReadDotNumbers(const mlir::Attribute& given, DotNumbers& numbers) {
  mlir::Attribute entries;
  return ReadStruct(given, entries) &&
         ReadStructList(entries, "lhs_batching_dimensions", numbers.lhs_batch) &&
         ReadStructList(entries, "rhs_batching_dimensions", numbers.rhs_batch) &&
         ReadStructList(entries, "lhs_contracting_dimensions", numbers.lhs_contracting) &&
         ReadStructList(entries, "rhs_contracting_dimensions", numbers.rhs_contracting);
}

std::string Converter::DotText(const DotNumbers& numbers) {
  return List("lhs_batch_dims", numbers.lhs_batch, false) +
         List("lhs_contracting_dims", numbers.lhs_contracting, true) +
         List("rhs_batch_dims", numbers.rhs_batch, false) +
         List("rhs_contracting_dims", numbers.rhs_contracting, true);
}

bool Converter::ConvertDotGeneral(const mlir::Op& op, const OpRow& row) {
  std::vector<Operand> operands;
  DotNumbers numbers;
  const mlir::Attribute* given = op.Find("dot_dimension_numbers");
  if (!ReadOperands(op, operands)) return false;
  if (given != nullptr) {
    if (!ReadDotNumbers(*given, numbers)) return false;
  } else {
    for (const std::string_view name : {"batching_dims", "contracting_dims"}) {
      const mlir::Attribute* pair = op.Find(name);
      if (pair == nullptr) continue;
      const bool batch = name == "batching_dims";
      if (pair->elements.size() != 2 ||
          !mlir::ReadNumbers(file_, report_, *pair->elements[0],
                             batch ? numbers.lhs_batch : numbers.lhs_contracting) ||
          !mlir::ReadNumbers(file_, report_, *pair->elements[1],
                             batch ? numbers.rhs_batch : numbers.rhs_contracting)) {
        return false;
      }
    }
  }
  std::string attributes = DotText(numbers);
  if (!PrintPrecision(op, attributes) || !PrintDotAlgorithm(op, attributes)) return false;
  const HloShape* shape = InferredShape(op, *row.opcode, operands, attributes);
  return GiveOne(op, shape, *row.opcode, Names(operands), attributes);
}

bool Converter::PrintDotAlgorithm(const mlir::Op& op, std::string& out) {
  const mlir::Attribute* given = op.Find("algorithm");
  mlir::Attribute entries;
  return given == nullptr || (ReadStruct(*given, entries) && PrintAlgorithmOf(op, entries, out));
}

bool Converter::PrintAlgorithmOf(const mlir::Op& op, const mlir::Attribute& entries,
                                 std::string& out) {
  const std::string_view lhs = TypeWord(entries.Find("lhs_precision_type"));
  const std::string_view rhs = TypeWord(entries.Find("rhs_precision_type"));
  const std::string_view sum = TypeWord(entries.Find("accumulation_type"));
  const int64_t operations = IntegerOf(entries.Find("num_primitive_operations"), 1);
  const bool imprecise = IntegerOf(entries.Find("allow_imprecise_accumulation"), 0) != 0;
  const bool single = IntegerOf(entries.Find("lhs_component_count"), 1) == 1 &&
                      IntegerOf(entries.Find("rhs_component_count"), 1) == 1;
  for (const DotAlgorithm& row : kDotAlgorithms) {
    const bool same = row.lhs == lhs && row.rhs == rhs && row.sum == sum &&
                      row.operations == operations && row.imprecise == imprecise;
    if (!same || !single) continue;
    out += ", algorithm=" + std::string(row.name);
    return true;
  }
  return FailOp(op, "I08",
                Format("no dot algorithm of {} and {} with sums of {} and {} operations",
                       {lhs, rhs, sum, operations}));
}

// The last dimension of the left times the first of the right.
bool Converter::ConvertOldDot(const mlir::Op& op, const OpRow& row) {
  std::vector<Operand> operands;
  if (!ReadOperands(op, operands)) return false;
  const int64_t lhs_rank = operands[0].shape->shape.rank();
  if (lhs_rank == 0 || operands[1].shape->shape.rank() == 0) {
    return FailOp(op, "V02", "the operands must be vectors or matrices");
  }
  std::string attributes = Format(", lhs_contracting_dims={}, rhs_contracting_dims={}",
                                  {"{" + std::to_string(lhs_rank - 1) + "}", "{0}"});
  if (!PrintPrecision(op, attributes)) return false;
  const HloShape* shape = InferredShape(op, *row.opcode, operands, attributes);
  return GiveOne(op, shape, *row.opcode, Names(operands), attributes);
}

bool Converter::ConvertRaggedDot(const mlir::Op& op, const OpRow& row) {
  std::vector<Operand> operands;
  mlir::Attribute entries;
  DotNumbers numbers;
  std::vector<int64_t> ragged, group;
  if (!ReadOperands(op, operands) ||
      !ReadStruct(*op.Find("ragged_dot_dimension_numbers"), entries)) {
    return false;
  }
  const mlir::Attribute* dot = entries.Find("dot_dimension_numbers");
  // Newer texts nest the dimension numbers of the dot, others list them beside.
  mlir::Attribute beside;
  beside.kind = mlir::AttributeKind::kDictionary;
  beside.entries = entries.entries;
  if (!ReadDotNumbers(dot == nullptr ? beside : *dot, numbers) ||
      !ReadStructList(entries, "lhs_ragged_dimensions", ragged) ||
      !ReadStructList(entries, "rhs_group_dimensions", group)) {
    return false;
  }
  std::string attributes = DotText(numbers) + List("lhs_ragged_dims", ragged, true) +
                           List("rhs_group_dims", group, true);
  if (!PrintPrecision(op, attributes)) return false;
  const HloShape* shape = InferredShape(op, *row.opcode, operands, attributes);
  return GiveOne(op, shape, *row.opcode, Names(operands), attributes);
}

// ---- einsum ----

// Letters in both inputs and the output are batch dimensions, those in both inputs alone are
// contracted, those in one input alone are summed first.
bool Converter::ConvertEinsum(const mlir::Op& op, const OpRow&) {
  std::vector<Operand> operands;
  if (!ReadOperands(op, operands)) return false;
  const mlir::Attribute* given = op.Find("einsum_config");
  std::string config = StringOf(*given);
  std::erase(config, ' ');
  const size_t arrow = config.find("->");
  const size_t comma = config.find(',');
  const bool two = operands.size() == 2;
  const auto fail = [&] {
    return Fail("P12", given->span, "the letters of an einsum must fit its operands and result");
  };
  if (arrow == std::string::npos || (comma < arrow) != two) return fail();
  std::vector<EinsumTerm> terms;
  terms.push_back({config.substr(0, two ? comma : arrow), operands[0]});
  if (two) terms.push_back({config.substr(comma + 1, arrow - comma - 1), operands[1]});
  const std::string wanted = config.substr(arrow + 2);
  for (const EinsumTerm& term : terms) {
    std::string letters = term.letters;
    std::sort(letters.begin(), letters.end());
    const bool unique = std::adjacent_find(letters.begin(), letters.end()) == letters.end();
    if (!unique || std::ssize(term.letters) != term.operand.shape->shape.rank()) return fail();
  }
  for (char letter : wanted) {
    const bool known = std::any_of(terms.begin(), terms.end(), [&](const EinsumTerm& term) {
      return term.letters.find(letter) != std::string::npos;
    });
    if (!known || std::count(wanted.begin(), wanted.end(), letter) != 1) return fail();
  }
  if (!two) return SumLoneLetters(terms[0], wanted) && GiveEinsum(op, terms[0], wanted);
  return SumLoneLetters(terms[0], wanted + terms[1].letters) &&
         SumLoneLetters(terms[1], wanted + terms[0].letters) &&
         ContractEinsum(op, terms[0], terms[1], wanted);
}

std::string Converter::SumComputation(ElementType type) {
  std::string& name = sums_[type];
  if (!name.empty()) return name;
  name = ClaimComputation("add_" + std::string(Name(type)));
  AppendBinary(name, type, Opcode::kAdd, "sum");
  return name;
}

// Sums the dimensions whose letters are not among `keep`.
bool Converter::SumLoneLetters(EinsumTerm& term, std::string_view keep) {
  std::vector<int64_t> summed, dims;
  std::string letters;
  for (size_t d = 0; d < term.letters.size(); ++d) {
    if (keep.find(term.letters[d]) == std::string_view::npos) {
      summed.push_back(static_cast<int64_t>(d));
    } else {
      letters += term.letters[d];
      dims.push_back(term.operand.shape->shape.dims[d]);
    }
  }
  if (summed.empty()) return true;
  const ElementType type = term.operand.shape->shape.element_type;
  const std::string sum = SumComputation(type);
  const std::string name = ResultName(*op_) + ".sum";
  const Operand zero = EmitScalar(name + ".zero", type,
                                  type == ElementType::kPred ? "false"
                                  : IsComplex(type)          ? "(0, 0)"
                                                             : "0");
  term.operand =
      EmitOperand(name, ArrayOf(type, dims), Opcode::kReduce, term.operand.name + ", " + zero.name,
                  ", dimensions=" + Braced(summed) + ", to_apply=" + sum);
  term.letters = letters;
  return true;
}

bool Converter::GiveEinsum(const mlir::Op& op, const EinsumTerm& term, std::string_view wanted) {
  if (term.letters == wanted) return Give(op, term.operand);
  std::vector<int64_t> order;
  Dims dims;
  for (char letter : wanted) {
    const size_t from = term.letters.find(letter);
    order.push_back(static_cast<int64_t>(from));
    dims.push_back(term.operand.shape->shape.dims[from]);
  }
  return GiveOne(op, ResultShape(op, 0, &dims), Opcode::kTranspose, term.operand.name,
                 ", dimensions=" + Braced(order));
}

bool Converter::ContractEinsum(const mlir::Op& op, const EinsumTerm& lhs, const EinsumTerm& rhs,
                               std::string_view wanted) {
  DotNumbers numbers;
  std::string batch, rest;
  for (size_t d = 0; d < lhs.letters.size(); ++d) {
    const char letter = lhs.letters[d];
    const size_t other = rhs.letters.find(letter);
    if (other == std::string::npos) {
      rest += letter;
    } else if (wanted.find(letter) != std::string_view::npos) {
      batch += letter;
      numbers.lhs_batch.push_back(static_cast<int64_t>(d));
      numbers.rhs_batch.push_back(static_cast<int64_t>(other));
    } else {
      numbers.lhs_contracting.push_back(static_cast<int64_t>(d));
      numbers.rhs_contracting.push_back(static_cast<int64_t>(other));
    }
  }
  for (char letter : rhs.letters) {
    if (lhs.letters.find(letter) == std::string::npos) rest += letter;
  }
  EinsumTerm product;
  product.letters = batch + rest;
  std::vector<int64_t> dims;
  for (char letter : product.letters) {
    const size_t in_lhs = lhs.letters.find(letter);
    dims.push_back(in_lhs != std::string::npos
                       ? lhs.operand.shape->shape.dims[in_lhs]
                       : rhs.operand.shape->shape.dims[rhs.letters.find(letter)]);
  }
  std::string attributes = DotText(numbers);
  if (!PrintPrecision(op, attributes)) return false;
  const HloShape* declared = ShapeOf(*op.results[0]->type, op.name_span);
  if (declared == nullptr) return false;
  const HloShape* shape = ArrayOf(declared->shape.element_type, dims);
  const bool ordered = product.letters == wanted;
  product.operand = EmitOperand(ResultName(op) + (ordered ? "" : ".dot"), shape, Opcode::kDot,
                                lhs.operand.name + ", " + rhs.operand.name, attributes);
  return GiveEinsum(op, product, wanted);
}

}  // namespace hlo::stablehlo
