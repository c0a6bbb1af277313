// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_VECTOR_FUNCTION_H_
#define HLO_CORE_OPS_VECTOR_FUNCTION_H_

#include <cstdint>
#include <memory>
#include <span>

namespace hlo {

class Computation;
class Runtime;

// A scalar computation (a to_apply, a comparator) compiled for blocks of lanes; each lane is one
// call. Usage:
//
//   if (const VectorFunction* f = TakeVectorFunction(context.runtime(), computation, calls)) {
//     std::unique_ptr<VectorFunction::Scratch> scratch = f->NewScratch();  // one a thread
//     f->Run(*scratch, inputs, outputs, n);  // for each block of n lanes; `calls` lanes in all
//   } else {
//     // The plain path: context.Call(computation, ...) for each lane.
//   }
//
// Steps are counted before the lanes run, so limits are the same on both paths. Ops that run lanes
// for a long time must poll runtime().cancelled() and stop, with any values, if it is set; the
// engine then reports R04.
class VectorFunction {
 public:
  class Scratch {
   public:
    virtual ~Scratch() = default;
  };

  virtual ~VectorFunction() = default;

  // Steps per lane: the instructions of the computation and of those it calls.
  virtual int64_t steps() const = 0;
  virtual std::unique_ptr<Scratch> NewScratch() const = 0;
  // inputs[i]: `n` stored elements for parameter i. outputs[k]: space for `n` elements of part k of
  // the result (part 0 if it is not a tuple). An output may be the buffer of an input of the same
  // element width and must not overlap otherwise. Blocks of at least a thousand lanes are the most
  // efficient.
  virtual void Run(Scratch& scratch, std::span<const void* const> inputs,
                   std::span<void* const> outputs, int64_t n) const = 0;
};

// The computation on lanes after counting the steps of `calls` calls; nullptr if it must be called.
const VectorFunction* TakeVectorFunction(Runtime& runtime, const Computation& computation,
                                         int64_t calls);

}  // namespace hlo

#endif  // HLO_CORE_OPS_VECTOR_FUNCTION_H_
