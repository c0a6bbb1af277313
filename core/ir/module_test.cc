// SPDX-License-Identifier: Apache-2.0
#include "core/ir/module.h"

#include <gtest/gtest.h>

namespace hlo {
namespace {

Instruction* Add(Computation& computation, const char* name) {
  Instruction* instruction = computation.New();
  instruction->name = name;
  return computation.Add(instruction);
}

TEST(Module, NumbersComputationsAndTheirInstructionsInOrder) {
  Module module;
  Computation* first = module.AddComputation("first");
  Computation* empty = module.AddComputation("empty");
  Computation* last = module.AddComputation("last");
  const Instruction* a = Add(*first, "a");
  const Instruction* b = Add(*first, "b");
  const Instruction* c = Add(*last, "c");
  module.AssignNumbers();
  EXPECT_EQ(empty->number, 1);
  EXPECT_EQ(last->number, 2);
  EXPECT_EQ(a->Number(), 0);
  EXPECT_EQ(b->Number(), 1);
  EXPECT_EQ(c->Number(), 2);
}

TEST(Module, FindsInstructionsAndComputationsByNumber) {
  Module module;
  module.AddComputation("before");
  Computation* first = module.AddComputation("first");
  module.AddComputation("between");
  Computation* last = module.AddComputation("last");
  module.AddComputation("after");
  const Instruction* a = Add(*first, "a");
  const Instruction* b = Add(*last, "b");
  const Instruction* c = Add(*last, "c");
  module.AssignNumbers();
  EXPECT_EQ(module.InstructionAt(0), a);
  EXPECT_EQ(module.InstructionAt(1), b);
  EXPECT_EQ(module.InstructionAt(2), c);
  EXPECT_EQ(module.InstructionAt(3), nullptr);
  EXPECT_EQ(module.InstructionAt(-1), nullptr);
  EXPECT_EQ(module.ComputationAt(3), last);
  EXPECT_EQ(module.ComputationAt(5), nullptr);
  EXPECT_EQ(module.ComputationAt(-1), nullptr);
}

}  // namespace
}  // namespace hlo
