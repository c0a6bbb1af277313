// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_TEXT_PRINTER_PRINT_ORDER_H_
#define HLO_CORE_TEXT_PRINTER_PRINT_ORDER_H_

#include <vector>

#include "core/ir/module.h"

namespace hlo {

// Instructions in print order (hlo-text reference, section 8.4): text order if the module is
// scheduled, otherwise depth-first from each instruction without users.
std::vector<const Instruction*> PrintOrder(const Computation& computation, bool is_scheduled);

// One computation with its instructions in print order.
struct OrderedComputation {
  const Computation* computation;
  std::vector<const Instruction*> instructions;
};

// All computations, callees before callers, the entry last (section 8.2). Visits called
// computations in print order, not list order, so that printing a printed text moves nothing.
std::vector<OrderedComputation> PrintOrder(const Module& module);

}  // namespace hlo

#endif  // HLO_CORE_TEXT_PRINTER_PRINT_ORDER_H_
