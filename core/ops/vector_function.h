// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_VECTOR_FUNCTION_H_
#define HLO_CORE_OPS_VECTOR_FUNCTION_H_

#include <cstdint>
#include <memory>
#include <span>

namespace hlo {

class Computation;
class Runtime;

// A scalar computation (a to_apply, a comparator) compiled to run on blocks of lanes, each lane one
// call. How an op uses it:
//
//   if (const VectorFunction* f = TakeVectorFunction(context.runtime(), computation, calls)) {
//     std::unique_ptr<VectorFunction::Scratch> scratch = f->NewScratch();  // one a thread
//     f->Run(*scratch, inputs, outputs, n);  // for each block of n lanes; `calls` lanes in all
//   } else {
//     // The plain path: context.Call(computation, ...) for each lane.
//   }
//
// Steps are taken before the lanes run, so that limits mean the same on both paths. An op that
// runs lanes for long asks runtime().cancelled() now and then, and stops with worthless values when
// it says so: the engine then reports R04.
class VectorFunction {
 public:
  class Scratch {
   public:
    virtual ~Scratch() = default;
  };

  virtual ~VectorFunction() = default;

  // What one lane counts as: the instructions of the computation and of those it calls.
  virtual int64_t steps() const = 0;
  virtual std::unique_ptr<Scratch> NewScratch() const = 0;
  // inputs[i]: `n` elements for parameter i as its type stores them. outputs[k]: space for as many
  // elements of part k of the result (part 0 if it is no tuple). An output may lie exactly on an
  // input of equally wide elements; it must overlap no other. Blocks of a thousand lanes or more
  // are best, but any number does.
  virtual void Run(Scratch& scratch, std::span<const void* const> inputs,
                   std::span<void* const> outputs, int64_t n) const = 0;
};

// The computation on lanes, with the steps of `calls` calls taken; nullptr when it has to be
// called.
const VectorFunction* TakeVectorFunction(Runtime& runtime, const Computation& computation,
                                         int64_t calls);

}  // namespace hlo

#endif  // HLO_CORE_OPS_VECTOR_FUNCTION_H_
