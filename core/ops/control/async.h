// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_CONTROL_ASYNC_H_
#define HLO_CORE_OPS_CONTROL_ASYNC_H_

#include <initializer_list>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/ir/module.h"

// Ops that are started here and ended there.
namespace hlo {

// The operand must be made by one of these ops. In a text that is a single instruction it is not
// known what made it; its shape must do then.
Status RequireMadeBy(const InferContext& context, std::string_view code,
                     std::initializer_list<Opcode> opcodes);
// The bundle (first, second, context...) that a start gives.
Result<const Shape*> RequireBundle(const InferContext& context, std::string_view code,
                                   const Shape& bundle, bool is_result);

// A started op that is not ended exactly once.
struct AsyncFault {
  const Instruction* start;
  Error error;
};

// The rules that each start has exactly one user, of the op that goes on with it: copy-start.C2,
// async-start.C3, send.C2, recv.C2 and rule 1 of the starts of collectives. They hold for a whole
// computation, so that no single instruction can check them. Linear in the size of the computation.
std::vector<AsyncFault> CheckAsyncUsers(const Computation& computation);

}  // namespace hlo

#endif  // HLO_CORE_OPS_CONTROL_ASYNC_H_
