// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_BUILDER_REDUCTIONS_H_
#define HLO_BUILDER_REDUCTIONS_H_

#include "hlo/builder/builder.h"
#include "hlo/builder/windows.h"

// Computations applied to many elements (ops reference, section 10).
namespace hlo::builder {

// Reduces `dimensions` to one value: acc = computation(acc, element), starting with initial_value.
// The forms with lists reduce several arrays of equal sizes together: the computation takes all
// accumulators, then all elements, and returns a tuple.
Value Reduce(Value x, Value initial_value, const Function& computation, Ints dimensions);
Value Reduce(Builder& b, Values operands, Values initial_values, const Function& computation,
             Ints dimensions);
Value ReduceAll(Value x, Value initial_value, const Function& computation);

// One value per position of a window over x; positions outside x are skipped.
Value ReduceWindow(Value x, Value initial_value, const Function& computation,
                   Ints window_dimensions, Ints window_strides, Padding padding);
Value ReduceWindow(Builder& b, Values operands, Values initial_values, const Function& computation,
                   Ints window_dimensions, Ints window_strides, Padding padding);
Value ReduceWindowWithGeneralPadding(Value x, Value initial_value, const Function& computation,
                                     const WindowLists& window);
Value ReduceWindowWithGeneralPadding(Builder& b, Values operands, Values initial_values,
                                     const Function& computation, const WindowLists& window);

// In each window over x the element that `select` prefers gets the value of `source` for that
// window, by scatter(current, value); the result is initial_value elsewhere.
Value SelectAndScatter(Value x, const Function& select, Ints window_dimensions, Ints window_strides,
                       Padding padding, Value source, Value initial_value, const Function& scatter);
Value SelectAndScatterWithGeneralPadding(Value x, const Function& select, Ints window_dimensions,
                                         Ints window_strides, EdgePaddings padding, Value source,
                                         Value initial_value, const Function& scatter);

// computation(operands[0][i], operands[1][i], ...) for each element; `dimensions` lists them all.
Value Map(Builder& b, Values operands, const Function& computation, Ints dimensions);

// Sorts one or more operands together along one dimension, -1 for the last. The comparator is a
// scalar computation of two elements of each operand. One operand gives an array, several a tuple.
Value Sort(Values operands, const Function& comparator, int64_t dimension = -1,
           bool is_stable = false);

// The k largest, or smallest, values along the last dimension, and their indices.
Value TopK(Value x, int64_t k, bool largest = true);

}  // namespace hlo::builder

#endif  // HLO_BUILDER_REDUCTIONS_H_
