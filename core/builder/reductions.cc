// SPDX-License-Identifier: Apache-2.0
#include "hlo/builder/reductions.h"

#include "core/builder/emit.h"

namespace hlo::builder {

// ---- reduce ----

Value Reduce(Builder& b, Values operands, Values initial_values, const Function& computation,
             Ints dimensions) {
  return b.Add(Opcode::kReduce, Together(operands, initial_values),
               {{Attr::dimensions, dimensions.vector()}, {Attr::to_apply, b.Import(computation)}});
}

Value Reduce(Value x, Value initial_value, const Function& computation, Ints dimensions) {
  if (!x.ok()) return x;
  return Reduce(*x.builder(), {x}, {initial_value}, computation, dimensions);
}

Value ReduceAll(Value x, Value initial_value, const Function& computation) {
  return Reduce(x, initial_value, computation, AllDimensions(x.shape()));
}

// ---- windows ----

Value ReduceWindowWithGeneralPadding(Builder& b, Values operands, Values initial_values,
                                     const Function& computation, const WindowLists& window) {
  Result<Window> made = MakeWindow(window);
  if (!made.ok()) return b.ReportError(made.error());
  return b.Add(Opcode::kReduceWindow, Together(operands, initial_values),
               {{Attr::window, std::move(made.value())}, {Attr::to_apply, b.Import(computation)}});
}

Value ReduceWindowWithGeneralPadding(Value x, Value initial_value, const Function& computation,
                                     const WindowLists& window) {
  if (!x.ok()) return x;
  return ReduceWindowWithGeneralPadding(*x.builder(), {x}, {initial_value}, computation, window);
}

Value ReduceWindow(Builder& b, Values operands, Values initial_values, const Function& computation,
                   Ints window_dimensions, Ints window_strides, Padding padding) {
  const Dims sizes = operands.empty() ? Dims() : operands[0].shape().dims;
  Result<std::vector<EdgePadding>> edges =
      MakePadding(padding, sizes, window_dimensions, window_strides);
  if (!edges.ok()) return b.ReportError(edges.error());
  return ReduceWindowWithGeneralPadding(b, operands, initial_values, computation,
                                        {window_dimensions, window_strides, edges.value()});
}

Value ReduceWindow(Value x, Value initial_value, const Function& computation,
                   Ints window_dimensions, Ints window_strides, Padding padding) {
  if (!x.ok()) return x;
  return ReduceWindow(*x.builder(), {x}, {initial_value}, computation, window_dimensions,
                      window_strides, padding);
}

Value SelectAndScatterWithGeneralPadding(Value x, const Function& select, Ints window_dimensions,
                                         Ints window_strides, EdgePaddings padding, Value source,
                                         Value initial_value, const Function& scatter) {
  if (!x.ok()) return x;
  Builder& b = *x.builder();
  Result<Window> window = MakeWindow({window_dimensions, window_strides, padding});
  if (!window.ok()) return b.ReportError(window.error());
  return b.Add(Opcode::kSelectAndScatter, {x, source, initial_value},
               {{Attr::window, std::move(window.value())},
                {Attr::select, b.Import(select)},
                {Attr::scatter, b.Import(scatter)}});
}

Value SelectAndScatter(Value x, const Function& select, Ints window_dimensions, Ints window_strides,
                       Padding padding, Value source, Value initial_value,
                       const Function& scatter) {
  if (!x.ok()) return x;
  Result<std::vector<EdgePadding>> edges =
      MakePadding(padding, x.shape().dims, window_dimensions, window_strides);
  if (!edges.ok()) return Refuse(x, edges.error());
  return SelectAndScatterWithGeneralPadding(x, select, window_dimensions, window_strides,
                                            edges.value(), source, initial_value, scatter);
}

// ---- elementwise, and by order ----

Value Map(Builder& b, Values operands, const Function& computation, Ints dimensions) {
  return b.Add(Opcode::kMap, operands,
               {{Attr::dimensions, dimensions.vector()}, {Attr::to_apply, b.Import(computation)}});
}

Value Sort(Values operands, const Function& comparator, int64_t dimension, bool is_stable) {
  for (const Value& operand : operands) {
    if (!operand.ok()) return operand;
  }
  if (operands.empty()) return {};
  Builder& b = *operands[0].builder();
  if (dimension == -1) dimension = operands[0].shape().rank() - 1;
  NamedAttributes attributes = {{Attr::dimensions, std::vector<int64_t>{dimension}},
                                {Attr::to_apply, b.Import(comparator)}};
  if (is_stable) attributes.push_back({Attr::is_stable, true});
  return b.Add(Opcode::kSort, operands, std::move(attributes));
}

Value TopK(Value x, int64_t k, bool largest) {
  return Emit(Opcode::kTopk, {x}, {{Attr::k, k}, {Attr::largest, largest}});
}

}  // namespace hlo::builder
