// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_BUILDER_CONTROL_H_
#define HLO_BUILDER_CONTROL_H_

#include <string>

#include "hlo/builder/builder.h"

// Tuples, calls and loops, the host and custom functions (ops reference, sections 14 and 15).
namespace hlo::builder {

Value Tuple(Builder& b, Values elements);
Value GetTupleElement(Value tuple, int64_t index);

Value Call(Builder& b, const Function& computation, Values arguments);
// state = body(state) while condition(state) is true; several values are passed as a tuple.
Value While(const Function& condition, const Function& body, Value initial_state);
// Runs one branch with its operand: selected by a pred, or by an s32 (the last branch if it is out
// of range).
Value Conditional(Value pred, Value true_operand, const Function& true_computation,
                  Value false_operand, const Function& false_computation);
Value Conditional(Value branch_index, Functions branch_computations, Values branch_operands);

// Identity that optimizations do not move values across.
Value OptimizationBarrier(Value x);
// A token that is ready when all of these are.
Value AfterAll(Builder& b, Values tokens);

// The next value of the infeed queue: after-all, infeed, and element 0 of its result.
Value Infeed(Builder& b, const Shape& shape);
Value InfeedWithToken(Value token, const Shape& shape);  // (value, token)
// Puts x into the outfeed queue: after-all and outfeed; the result is the empty tuple.
Value Outfeed(Value x);
Value OutfeedWithToken(Value x, Value token);  // a token

// Calls the function of that name on the operands; its result has the given shape. `opaque` is
// passed on as text.
Value CustomCall(Builder& b, std::string target, Values operands, const Shape& shape,
                 std::string opaque = "");

}  // namespace hlo::builder

#endif  // HLO_BUILDER_CONTROL_H_
