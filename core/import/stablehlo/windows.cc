// SPDX-License-Identifier: Apache-2.0
// Convolutions and windows (imports reference 3).
#include <algorithm>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/import/mlir/lexer.h"
#include "core/import/stablehlo/converter.h"

namespace hlo::stablehlo {
namespace {

bool AllAre(const std::vector<int64_t>& numbers, int64_t value) {
  return std::all_of(numbers.begin(), numbers.end(), [&](int64_t n) { return n == value; });
}

// "3x3" of a list.
std::string Crossed(const std::vector<int64_t>& numbers) { return Joined(numbers, "x"); }

}  // namespace

bool Converter::PrintWindow(const mlir::Op& op, const WindowLists& lists, std::string& out) {
  const size_t rank = lists.size.size();
  for (const Numbers* list : {&lists.stride, &lists.padding, &lists.base_dilation,
                              &lists.window_dilation, &lists.reversal}) {
    const size_t wanted = list == &lists.padding ? 2 * rank : rank;
    if (list->values.empty() || list->values.size() == wanted) continue;
    return Fail("P12", list->span,
                Format("'{}': for a window of rank {} the list must have length {}, got {}",
                       {op.name, rank, wanted, list->values.size()}));
  }
  if (rank == 0) return true;
  out += ", window={size=" + Crossed(lists.size);
  if (!AllAre(lists.stride.values, 1)) out += " stride=" + Crossed(lists.stride.values);
  if (!AllAre(lists.padding.values, 0)) {
    out += " pad=";
    for (size_t d = 0; d < rank; ++d) {
      out += Format("{}{}_{}", {d == 0 ? "" : "x", lists.padding.values[2 * d],
                                lists.padding.values[2 * d + 1]});
    }
  }
  if (!AllAre(lists.base_dilation.values, 1))
    out += " lhs_dilate=" + Crossed(lists.base_dilation.values);
  if (!AllAre(lists.window_dilation.values, 1))
    out += " rhs_dilate=" + Crossed(lists.window_dilation.values);
  if (!AllAre(lists.reversal.values, 0)) out += " rhs_reversal=" + Crossed(lists.reversal.values);
  out += '}';
  return true;
}

// ---- convolution ----

bool Converter::ConvertConvolution(const mlir::Op& op, const OpRow& row) {
  Numbers padding;
  return ReadList(op, "padding", padding) && ConvolutionWith(op, row, padding);
}

bool Converter::ConvertDynamicConvolution(const mlir::Op& op, const OpRow& row) {
  const HloShape* shape = OperandShape(op, 2);
  if (shape == nullptr) return false;
  Numbers padding;
  if (op.operands[2].value->op != nullptr && op.operands[2].value->op->form != nullptr) {
    const mlir::Op& source = *op.operands[2].value->op;
    const bool is_constant = RowOf(source).convert == &Converter::ConvertConstant;
    if (is_constant && !ReadList(source, "value", padding)) return false;
  }
  if (!padding.given) return FailOp(op, "I03", "the padding is not known before the program runs");
  return ConvolutionWith(op, row, padding);
}

bool Converter::ConvolutionWith(const mlir::Op& op, const OpRow& row, const Numbers& padding) {
  std::vector<Operand> operands;
  std::string labels, attributes;
  if (!ReadOperands(op, operands, 0, 2) || !ReadDimLabels(op, labels)) return false;
  const std::string kernel =
      labels.substr(labels.find('_') + 1, labels.find('-') - labels.find('_') - 1);
  if (std::ssize(kernel) != operands[1].shape->shape.rank()) {
    return FailValue(op, "dimension_numbers",
                     Format("dimension numbers of {} for a kernel of rank {}",
                            {kernel.size(), operands[1].shape->shape.rank()}));
  }
  WindowLists window;
  window.size.resize(kernel.size() - 2);
  for (size_t d = 0; d < kernel.size(); ++d) {
    const auto spatial = static_cast<size_t>(kernel[d] - '0');
    if (spatial < window.size.size()) window.size[spatial] = operands[1].shape->shape.dims[d];
  }
  window.padding = padding;
  if (!ReadList(op, "window_strides", window.stride) ||
      !ReadList(op, "lhs_dilation", window.base_dilation) ||
      !ReadList(op, "rhs_dilation", window.window_dilation) ||
      !ReadList(op, "window_reversal", window.reversal) || !PrintWindow(op, window, attributes)) {
    return false;
  }
  attributes += ", dim_labels=" + labels;
  if (!PrintAttributes(op, row, attributes)) return false;
  const HloShape* shape = InferredShape(op, *row.opcode, operands, attributes);
  return GiveOne(op, shape, *row.opcode, Names(operands), attributes);
}

// "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]" as "b01f_01io->b01f".
bool Converter::ReadDimLabels(const mlir::Op& op, std::string& labels) {
  const mlir::Attribute* given = op.Find("dimension_numbers");
  const mlir::Attribute* numbers = file_.Resolve(given);
  if (numbers == nullptr) return Fail("P12", given->span, "expected [..]x[..]->[..]");
  std::string_view text = numbers->kind == mlir::AttributeKind::kDialect
                              ? file_.Text(numbers->body)
                              : file_.Text(numbers->span);
  while (!text.empty() && mlir::IsBlank(text.front())) text.remove_prefix(1);
  if (text.starts_with("raw")) return RawDimLabels(*numbers, labels);
  int part = 0, rank = 0;
  int ranks[3] = {};
  labels.clear();
  for (char c : text) {
    if (c == ']') {
      if (part < 3) ranks[part] = rank;
      labels += part == 0 ? "_" : part == 1 ? "->" : "";
      ++part;
      rank = 0;
    } else if (mlir::IsDigit(c) || c == 'b' || c == 'f' || c == 'i' || c == 'o') {
      labels += c;
      ++rank;
    } else if (c == '?') {
      return Fail("P12", numbers->span, "'?' stands for no dimension");
    }
  }
  const bool good =
      part == 3 && ranks[0] == ranks[1] && ranks[1] == ranks[2] && ranks[0] >= 2 && ranks[0] <= 12;
  return good ||
         Fail("P12", numbers->span, "expected three lists of as many dimensions, [..]x[..]->[..]");
}

// "raw input_batch_dimension = 0, ...".
bool Converter::RawDimLabels(const mlir::Attribute& numbers, std::string& labels) {
  mlir::Attribute inside = numbers;
  inside.kind = mlir::AttributeKind::kOther;
  const size_t skip = file_.Text(numbers.body).find("raw") + 3;
  inside.body.begin += static_cast<uint32_t>(skip);
  mlir::Attribute entries;
  if (!ReadStruct(inside, entries)) return false;
  struct Side {
    std::string_view first, second, spatial;
    char first_letter, second_letter;
  };
  static constexpr Side kSides[] = {
      {"input_batch_dimension", "input_feature_dimension", "input_spatial_dimensions", 'b', 'f'},
      {"kernel_input_feature_dimension", "kernel_output_feature_dimension",
       "kernel_spatial_dimensions", 'i', 'o'},
      {"output_batch_dimension", "output_feature_dimension", "output_spatial_dimensions", 'b',
       'f'}};
  labels.clear();
  for (const Side& side : kSides) {
    std::vector<int64_t> first, second, spatial;
    if (!ReadStructList(entries, side.first, first) ||
        !ReadStructList(entries, side.second, second) ||
        !ReadStructList(entries, side.spatial, spatial)) {
      return false;
    }
    std::string part(spatial.size() + 2, '?');
    const auto put = [&](int64_t dimension, char letter) {
      if (dimension >= 0 && dimension < std::ssize(part))
        part[static_cast<size_t>(dimension)] = letter;
    };
    put(first.empty() ? 0 : first[0], side.first_letter);
    put(second.empty() ? 0 : second[0], side.second_letter);
    for (size_t i = 0; i < spatial.size(); ++i) put(spatial[i], static_cast<char>('0' + i));
    if (part.find('?') != std::string::npos || spatial.size() > 9) {
      return Fail("P12", numbers.span, "the dimension numbers do not name each dimension once");
    }
    labels += (labels.empty() ? "" : labels.find('_') == std::string::npos ? "_" : "->") + part;
  }
  return true;
}

// ---- windows with bodies ----

bool Converter::ConvertReduceWindow(const mlir::Op& op, const OpRow&) {
  std::vector<Operand> operands;
  WindowLists window;
  std::string body;
  if (!CheckRegions(op, 1) || !ReadOperands(op, operands) ||
      !ReadRequired(op, "window_dimensions", window.size) ||
      !ReadList(op, "window_strides", window.stride) || !ReadList(op, "padding", window.padding) ||
      !ReadList(op, "base_dilations", window.base_dilation) ||
      !ReadList(op, "window_dilations", window.window_dilation) ||
      !ConvertReducer(op, *op.regions[0], "reduce_window", body)) {
    return false;
  }
  return GiveReduceWindow(op, operands, window, body);
}

// The custom call stablehlo.dynamic_reduce_window: five lists follow the inputs and their initial
// values.
bool Converter::DynamicReduceWindow(const mlir::Op& op) {
  std::vector<Operand> operands;
  WindowLists window;
  Numbers* const lists[] = {&window.stride, &window.base_dilation, &window.window_dilation,
                            &window.padding};
  const mlir::Attribute* called = file_.Resolve(op.Find("called_computations"));
  if (op.operands.size() < 3 + std::size(lists) || called == nullptr ||
      called->elements.size() != 1) {
    return FailOp(op, "P07", "expected inputs, initial values, five lists, and one computation");
  }
  const size_t count = op.operands.size() - 1 - std::size(lists);
  const auto list = [&](size_t i) { return KnownOf(op, count + i, i < 4 ? 1 : 2); };
  const HloShape* padding = OperandShape(op, count + 4);
  for (size_t i = 0; i <= std::size(lists); ++i) {
    const bool has_rows =
        i < 4 || (padding != nullptr && padding->shape.rank() == 2 && padding->shape.dims[1] == 2);
    if (list(i) != nullptr && has_rows) continue;
    return FailOp(op, "I03", "the window is not known before the program runs");
  }
  window.size = *list(0);
  for (size_t i = 0; i < std::size(lists); ++i) {
    *lists[i] = {.values = *list(i + 1), .given = true, .span = op.name_span};
  }
  for (size_t i = 0; i < count; ++i) {
    if (!ReadOperand(op, i, operands.emplace_back())) return false;
  }
  const Converted* body = CalledComputation(*called->elements[0]);
  return body != nullptr && GiveReduceWindow(op, operands, window, body->name);
}

bool Converter::GiveReduceWindow(const mlir::Op& op, const std::vector<Operand>& operands,
                                 const WindowLists& window, std::string_view body) {
  std::string attributes;
  if (!PrintWindow(op, window, attributes)) return false;
  // The sizes do not depend on the reducer.
  const std::string scalar(Name(operands[0].shape->shape.element_type));
  const std::string second =
      "f {\n  x = " + scalar + "[] parameter(0)\n  ROOT y = " + scalar + "[] parameter(1)\n}\n";
  const HloShape* first =
      InferredShape(op, Opcode::kReduceWindow, {operands[0], operands[operands.size() / 2]},
                    attributes + ", to_apply=f", second);
  if (first == nullptr) return false;
  std::vector<const HloShape*> shapes = {first};
  for (size_t i = 1; i < op.results.size(); ++i) {
    shapes.push_back(ResultShape(op, i, &first->shape.dims));
  }
  return GiveAll(op, shapes, Opcode::kReduceWindow, Names(operands),
                 attributes + ", to_apply=" + std::string(body));
}

bool Converter::ConvertSelectAndScatter(const mlir::Op& op, const OpRow& row) {
  std::vector<Operand> operands;
  WindowLists window;
  std::string attributes, select, scatter;
  Numbers size;
  if (!CheckRegions(op, 2) || !ReadOperands(op, operands) ||
      !ReadList(op, "window_dimensions", size) || !ReadList(op, "window_strides", window.stride) ||
      !ReadList(op, "padding", window.padding)) {
    return false;
  }
  window.size = std::move(size.values);
  if (!size.given) window.size.assign(operands[0].shape->shape.dims.size(), 1);
  if (!PrintWindow(op, window, attributes) ||
      !ConvertReducer(op, *op.regions[0], "select", select) ||
      !ConvertReducer(op, *op.regions[1], "scatter", scatter)) {
    return false;
  }
  attributes += ", select=" + select + ", scatter=" + scatter;
  const Dims& dims = operands[0].shape->shape.dims;
  return GiveOne(op, ResultShape(op, 0, &dims), *row.opcode, Names(operands), attributes);
}

}  // namespace hlo::stablehlo
