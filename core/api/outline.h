// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_API_OUTLINE_H_
#define HLO_CORE_API_OUTLINE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/ir/module.h"
#include "hlo/hlo.h"

namespace hlo::api {

// Numbers the instructions of a module: computation by computation, in textual order. Only the
// computations are listed; an instruction knows its place in its own.
class InstructionIds {
 public:
  InstructionIds() = default;
  explicit InstructionIds(const Module& module);

  int64_t Of(const Instruction* instruction) const;  // -1 when unknown
  const Instruction* At(int64_t id) const;           // nullptr when unknown

 private:
  // A computation and the number of its first instruction.
  struct Range {
    const Computation* computation;
    int64_t first;
  };
  std::vector<Range> ranges_;  // in the order of the module
  std::unordered_map<const Computation*, int64_t> firsts_;
};

// ComputationOutline[] of wasm/hlo.d.mts: names, shapes, links and spans, without values.
std::string OutlineJson(const Module& module, const InstructionIds& ids);
// OutlineTable of wasm/hlo.d.mts: the same without a key for every number.
OutlineTable MakeOutlineTable(const Module& module, const InstructionIds& ids);

}  // namespace hlo::api

#endif  // HLO_CORE_API_OUTLINE_H_
