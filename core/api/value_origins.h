// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_API_VALUE_ORIGINS_H_
#define HLO_CORE_API_VALUE_ORIGINS_H_

#include <vector>

#include "core/ir/module.h"

namespace hlo::api {

// Follows values into fusions and calls, and out of them.
class ValueOrigins {
 public:
  explicit ValueOrigins(const Module& module);

  // The instruction that computes the value: a parameter of a fusion stands for the operand, the
  // fusion for its root, and an element of its result for that of the tuple. A computation that
  // several instructions call is not entered.
  const Instruction& Of(const Instruction& instruction) const;

 private:
  const Instruction* Next(const Instruction& instruction) const;
  const Instruction* RootOf(const Instruction& caller) const;

  // The only instruction that calls a computation and passes its operands on, by the number of the
  // computation; nullptr without one.
  std::vector<const Instruction*> callers_;
};

}  // namespace hlo::api

#endif  // HLO_CORE_API_VALUE_ORIGINS_H_
