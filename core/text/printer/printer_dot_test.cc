// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "core/text/printer/module_testing.h"
#include "core/text/text.h"

namespace hlo {
namespace {

using text_testing::ModuleBuilder;
using text_testing::Sum;

TEST(PrintModuleDot, DrawsOneClusterPerComputation) {
  ModuleBuilder m = Sum();
  const std::string text = PrintModuleDot(m.module());
  EXPECT_EQ(text.substr(0, 15), "digraph \"sum\" {");
  EXPECT_NE(text.find("subgraph cluster_0 {\n    label=\"add\";"), std::string::npos);
  EXPECT_NE(text.find("subgraph cluster_1 {\n    label=\"ENTRY e\";"), std::string::npos);
  EXPECT_NE(text.find("n4 [label=\"constant 0\\nz\\nf32[]\""), std::string::npos);
  EXPECT_NE(text.find("n3 -> n5 [label=\"0\"];"), std::string::npos);
  EXPECT_NE(text.find("n5 -> n2 [style=dotted, lhead=cluster_0, label=\"to_apply\"];"),
            std::string::npos);
  EXPECT_EQ(text.substr(text.size() - 2), "}\n");
}

TEST(PrintModuleDot, EscapesQuotes) {
  ModuleBuilder m("a\"b\\");
  m.Begin("e");
  m.Parameter(0, "p", "f32[]");
  EXPECT_EQ(PrintModuleDot(m.Finish()).substr(0, 20), "digraph \"a\\\"b\\\\\" {\n ");
}

}  // namespace
}  // namespace hlo
