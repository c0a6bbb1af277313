// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_BUILDER_H_
#define HLO_BUILDER_H_

// HLO modules built by function calls. Softmax of each row of f32[4,8]:
//
//   using namespace hlo::builder;
//   Builder b("softmax");
//   Value x = Parameter(b, 0, Shape::Array(ElementType::kF32, {4, 8}), "x");
//   Function max = ScalarFunction("max", ElementType::kF32, Max);
//   Function add = ScalarFunction("add", ElementType::kF32, Add);
//   Value largest = Reduce(x, MinValue(b, ElementType::kF32), max, {1});
//   Value e = Exp(Sub(x, largest, /*broadcast_dimensions=*/{0}));
//   Value sum = Reduce(e, Zero(b, ElementType::kF32), add, {1});
//   Div(e, sum, {0});
//   Result<ModulePtr> module = b.Build();  // or the first error
//
// - A Value is one instruction; functions take values and return values.
// - Shapes are inferred, and the rules of each op checked, when the function is called. After an
//   error all further calls do nothing, and Build() returns it, so calls need no checks.
// - A Builder builds one computation. Build() turns it into a module, which is a program; or,
//   assigned to a Function, an argument of Reduce, While or Sort of another builder.
// - Functions without an HLO instruction of their own (Collapse, Conv with SAME, Add of operands
//   that differ in sizes, AllToAll along two dimensions, ...) create the instructions of the ops
//   reference, section 2.
//
// docs/builder.md has more; core/text/text.h prints a module.

#include "hlo/builder/builder.h"         // Builder, Value, Function
#include "hlo/builder/collectives.h"     // AllReduce, AllToAll, Send, Recv, ...
#include "hlo/builder/constants.h"       // Parameter, ConstantR0, Iota, ...
#include "hlo/builder/control.h"         // Tuple, While, Conditional, Infeed, CustomCall, ...
#include "hlo/builder/elementwise.h"     // Exp, Add, Lt, Select, ConvertElementType, ...
#include "hlo/builder/indexing.h"        // DynamicSlice, Gather, Scatter
#include "hlo/builder/linear_algebra.h"  // Dot, Conv, Cholesky, Fft, ...
#include "hlo/builder/movement.h"        // Broadcast, Reshape, Collapse, Slice, Pad, ...
#include "hlo/builder/normalization.h"   // BatchNormTraining, ...
#include "hlo/builder/random.h"          // RngUniform, RngBitGenerator, ...
#include "hlo/builder/reductions.h"      // Reduce, ReduceWindow, Map, Sort, ...

#endif  // HLO_BUILDER_H_
