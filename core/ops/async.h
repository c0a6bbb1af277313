// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_ASYNC_H_
#define HLO_CORE_OPS_ASYNC_H_

#include <vector>

#include "core/base/result.h"
#include "core/ir/module.h"

// Ops that are started here and ended there.
namespace hlo {

// A started op that is not ended exactly once.
struct AsyncFault {
  const Instruction* start;
  Error error;
};

// The rules that each start has exactly one user, of the op that goes on with it: copy-start.C2,
// async-start.C3, all-reduce-start.C1. They hold for a whole computation, so that no single
// instruction can check them. Linear in the size of the computation.
std::vector<AsyncFault> CheckAsyncUsers(const Computation& computation);

}  // namespace hlo

#endif  // HLO_CORE_OPS_ASYNC_H_
