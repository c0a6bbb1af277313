// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_API_INSTRUCTION_MATCHING_H_
#define HLO_CORE_API_INSTRUCTION_MATCHING_H_

#include <cstdint>
#include <vector>

#include "core/ir/module.h"

namespace hlo::api {

// The counterparts of the instructions and computations of two modules, by number; nullptr for
// those without one. If b is the counterpart of a, then a is that of b.
struct Matching {
  std::vector<const Instruction*> after_of, before_of;
  std::vector<const Computation*> computation_after_of, computation_before_of;
  // Hashes of the instructions of both modules with all that they depend on, names aside.
  std::vector<uint64_t> keys, new_keys;

  const Instruction* AfterOf(const Instruction& before) const {
    return after_of[static_cast<size_t>(before.Number())];
  }
  const Instruction* BeforeOf(const Instruction& after) const {
    return before_of[static_cast<size_t>(after.Number())];
  }
  const Computation* AfterOf(const Computation& before) const {
    return computation_after_of[static_cast<size_t>(before.number)];
  }
  const Computation* BeforeOf(const Computation& after) const {
    return computation_before_of[static_cast<size_t>(after.number)];
  }
  // Whether two instructions of corresponding computations are equal, with all that they depend on.
  bool AreEqual(const Instruction& before, const Instruction& after) const {
    return AfterOf(*before.parent) == after.parent &&
           keys[static_cast<size_t>(before.Number())] ==
               new_keys[static_cast<size_t>(after.Number())];
  }
};

// Matches what is equal, whatever it is called: computations as a whole, instructions with all that
// they depend on, and instructions by themselves. What is left is matched by shape, name, operands,
// and the op of the source that it was made for. Takes O(n log n) time for n instructions.
Matching MatchInstructions(const Module& before, const Module& after);

// Whether the value of an attribute names computations or instructions, whose names mean nothing in
// another module.
bool NamesOthers(const Attribute& attribute);

}  // namespace hlo::api

#endif  // HLO_CORE_API_INSTRUCTION_MATCHING_H_
