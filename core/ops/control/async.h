// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_CONTROL_ASYNC_H_
#define HLO_CORE_OPS_CONTROL_ASYNC_H_

#include <initializer_list>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/ir/module.h"

// Asynchronous ops: pairs of a start and a done.
namespace hlo {

// Checks that the operand is one of these ops. A placeholder operand of a single instruction
// passes.
Status RequireMadeBy(const InferContext& context, std::string_view code,
                     std::initializer_list<Opcode> opcodes);
// The bundle (first, second, context...) that a start returns.
Result<const Shape*> RequireBundle(const InferContext& context, std::string_view code,
                                   const Shape& bundle, bool is_result);

// A start that does not have exactly one done.
struct AsyncFault {
  const Instruction* start;
  Error error;
};

// The rules that each start has exactly one user, its done or update: copy-start.C2,
// async-start.C3, send.C2, recv.C2, and rule 1 of the starts of collectives. Linear in the size of
// the computation.
std::vector<AsyncFault> CheckAsyncUsers(const Computation& computation);

}  // namespace hlo

#endif  // HLO_CORE_OPS_CONTROL_ASYNC_H_
