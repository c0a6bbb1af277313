// SPDX-License-Identifier: Apache-2.0
#include "hlo/builder/control.h"

#include "core/builder/emit.h"
#include "core/ir/module.h"

namespace hlo::builder {

// ---- tuples ----

Value Tuple(Builder& b, Values elements) { return b.Add(Opcode::kTuple, elements); }

Value GetTupleElement(Value tuple, int64_t index) {
  return Emit(Opcode::kGetTupleElement, {tuple}, {{Attr::index, index}});
}

// ---- calls ----

Value Call(Builder& b, const Function& computation, Values arguments) {
  return b.Add(Opcode::kCall, arguments, {{Attr::to_apply, b.Import(computation)}});
}

Value While(const Function& condition, const Function& body, Value initial_state) {
  if (!initial_state.ok()) return initial_state;
  Builder& b = *initial_state.builder();
  return b.Add(Opcode::kWhile, {initial_state},
               {{Attr::condition, b.Import(condition)}, {Attr::body, b.Import(body)}});
}

Value Conditional(Value pred, Value true_operand, const Function& true_computation,
                  Value false_operand, const Function& false_computation) {
  if (!pred.ok()) return pred;
  Builder& b = *pred.builder();
  return b.Add(Opcode::kConditional, {pred, true_operand, false_operand},
               {{Attr::true_computation, b.Import(true_computation)},
                {Attr::false_computation, b.Import(false_computation)}});
}

Value Conditional(Value branch_index, Functions branch_computations, Values branch_operands) {
  if (!branch_index.ok()) return branch_index;
  Builder& b = *branch_index.builder();
  std::vector<Computation*> branches;
  for (const Function& branch : branch_computations) branches.push_back(b.Import(branch));
  return b.Add(Opcode::kConditional, Together({branch_index}, branch_operands),
               {{Attr::branch_computations, std::move(branches)}});
}

Value OptimizationBarrier(Value x) { return Emit(Opcode::kOptBarrier, {x}); }

// ---- the host ----

Value AfterAll(Builder& b, Values tokens) { return b.Add(Opcode::kAfterAll, tokens); }

Value InfeedWithToken(Value token, const Shape& shape) {
  const Shape result = Shape::Tuple({shape, Shape::Token()});
  return Emit(Opcode::kInfeed, {token}, {}, &result);
}

Value Infeed(Builder& b, const Shape& shape) {
  return GetTupleElement(InfeedWithToken(AfterAll(b, {}), shape), 0);
}

Value OutfeedWithToken(Value x, Value token) {
  const Shape result = Shape::Token();
  return Emit(Opcode::kOutfeed, {x, token}, {{Attr::outfeed_shape, std::vector<Shape>{x.shape()}}},
              &result);
}

Value Outfeed(Value x) {
  if (!x.ok()) return x;
  Builder& b = *x.builder();
  OutfeedWithToken(x, AfterAll(b, {}));
  return Tuple(b, {});
}

// ---- functions by name ----

Value CustomCall(Builder& b, std::string target, Values operands, const Shape& shape,
                 std::string opaque) {
  NamedAttributes attributes = {{Attr::custom_call_target, std::move(target)}};
  if (!opaque.empty())
    attributes.push_back({Attr::backend_config, Config{std::move(opaque), false}});
  return b.Add(Opcode::kCustomCall, operands, std::move(attributes), &shape);
}

}  // namespace hlo::builder
