// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/text/printer/module_testing.h"
#include "core/text/text.h"

namespace hlo {
namespace {

using text_testing::ModuleBuilder;

std::vector<std::string> Names(const std::string& text) {
  std::vector<std::string> names;
  for (size_t at = text.find("  "); at != std::string::npos; at = text.find("\n  ", at)) {
    at = text.find('%', at) + 1;
    names.push_back(text.substr(at, text.find(' ', at) - at));
  }
  return names;
}

TEST(PrintOrder, PutsOperandsFirstAndControlPredecessorsBeforeThem) {
  ModuleBuilder m("order");
  m.Begin("e");
  Instruction* a = m.Parameter(1, "a", "s32[]");
  Instruction* b = m.Parameter(0, "b", "s32[]");
  Instruction* unused = m.Constant("unused", R"({"shape":"s32[]","data":7})");
  Instruction* n = m.Add("n", "s32[]", "negate", {b});
  Instruction* s = m.Add("s", "s32[]", "subtract", {n, a});
  s->attributes.Set(Attr::control_predecessors, std::vector<Instruction*>{unused});
  const std::string text = PrintModule(m.Finish());
  EXPECT_EQ(Names(text), (std::vector<std::string>{"unused", "b", "n", "a", "s"}));
  EXPECT_NE(text.find("ENTRY %e (b: s32[], a: s32[]) -> s32[] {"), std::string::npos);
  EXPECT_NE(text.find("entry_computation_layout={(s32[], s32[])->s32[]}"), std::string::npos);
}

TEST(PrintOrder, VisitsTheLastControlPredecessorFirst) {
  ModuleBuilder m("order");
  m.Begin("e");
  Instruction* a = m.Parameter(0, "a", "s32[]");
  Instruction* b = m.Add("b", "s32[]", "negate", {a});
  Instruction* c = m.Add("c", "s32[]", "negate", {a});
  Instruction* s = m.Add("s", "s32[]", "subtract", {b, c});
  s->attributes.Set(Attr::control_predecessors, std::vector<Instruction*>{b, c});
  EXPECT_EQ(Names(PrintModule(m.Finish())), (std::vector<std::string>{"a", "c", "b", "s"}));
}

TEST(PrintOrder, KeepsTheTextOrderOfAScheduledModule) {
  ModuleBuilder m("order");
  m.module().header.is_scheduled = true;
  m.Begin("e");
  Instruction* y = m.Parameter(0, "y", "s32[]");
  Instruction* x = m.Parameter(1, "x", "s32[]");
  m.Add("z", "s32[]", "add", {x, y});
  EXPECT_EQ(Names(PrintModule(m.Finish())), (std::vector<std::string>{"y", "x", "z"}));
}

TEST(PrintOrder, KeepsTheOrderOfCollectivesOnOneChannel) {
  ModuleBuilder m("order");
  Computation* sum = m.Begin("sum");
  m.Add("s", "f32[]", "add", {m.Parameter(0, "p", "f32[]"), m.Parameter(1, "q", "f32[]")});
  m.Begin("e");
  Instruction* x = m.Parameter(0, "x", "f32[]");
  const auto reduce = [&](std::string name, int64_t channel) {
    Instruction* made = m.Add(std::move(name), "f32[]", "all-reduce", {x});
    made->attributes.Set(Attr::channel_id, channel);
    made->attributes.Set(Attr::to_apply, sum);
    return made;
  };
  Instruction* first = reduce("first", 1);
  Instruction* other = reduce("other", 2);
  Instruction* second = reduce("second", 1);
  m.Add("t", "(f32[], f32[], f32[])", "tuple", {second, other, first});
  const std::vector<std::string> names = Names(PrintModule(m.Finish()));
  EXPECT_EQ(std::vector<std::string>(names.end() - 5, names.end()),
            (std::vector<std::string>{"x", "first", "second", "other", "t"}));
}

TEST(PrintOrder, PrintsCalleesInTheOrderOfTheirCallersAndTheEntryLast) {
  ModuleBuilder m("calls");
  const auto identity = [&](std::string name) {
    Computation* made = m.Begin(std::move(name));
    m.Parameter(0, "p", "f32[]");
    return made;
  };
  Computation* one = identity("one");
  Computation* two = identity("two");
  m.Begin("e");
  Instruction* x = m.Parameter(0, "x", "f32[]");
  Instruction* b = m.Add("b", "f32[]", "call", {x});
  b->attributes.Set(Attr::to_apply, two);
  Instruction* a = m.Add("a", "f32[]", "call", {x});
  a->attributes.Set(Attr::to_apply, one);
  m.Add("r", "f32[]", "add", {a, b});
  m.module().entry = m.module().computations.back().get();
  identity("uncalled");
  const std::string text = PrintModule(m.Finish());
  EXPECT_LT(text.find("%uncalled ("), text.find("%one ("));
  EXPECT_LT(text.find("%one ("), text.find("%two ("));
  EXPECT_LT(text.find("%two ("), text.find("ENTRY %e ("));
}

TEST(PrintOrder, HandlesAChainOf100000Instructions) {
  ModuleBuilder m("chain");
  m.Begin("e");
  Instruction* at = m.Parameter(0, "p", "f32[]");
  for (int i = 0; i < 100000; ++i) at = m.Add("n" + std::to_string(i), "f32[]", "negate", {at});
  const std::string text = PrintModule(m.Finish());
  EXPECT_NE(text.find("ROOT %n99999 = f32[] negate(%n99998)\n}"), std::string::npos);
}

}  // namespace
}  // namespace hlo
