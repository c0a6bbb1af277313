// SPDX-License-Identifier: Apache-2.0
// The programs of docs/builder.md. The last tests compare the texts there with the ones here.
#include "core/builder/builder_testing.h"
#include "core/text/testing.h"

namespace hlo {
namespace {

// clang-format off
// [softmax]
using namespace hlo::builder;
using enum ElementType;

Result<ModulePtr> Softmax() {
  Builder b("softmax");
  Value x = Parameter(b, 0, Shape::Array(kF32, {2, 4}), "x");
  Function max = ScalarFunction("max", kF32, Max);
  Function add = ScalarFunction("add", kF32, Add);
  Value largest = Reduce(x, MinValue(b, kF32), max, {1});
  Value e = Exp(Sub(x, largest, /*broadcast_dimensions=*/{0}));
  Value sum = Reduce(e, Zero(b, kF32), add, {1});
  Div(e, sum, {0});
  return b.Build();
}
// [end]

// [loop]
Result<ModulePtr> Loop() {
  const Shape state_shape = Shape::Tuple({Shape::Scalar(kS32), Shape::Array(kF32, {10})});

  Builder condition("condition");
  Value before = Parameter(condition, 0, state_shape, "state");
  Lt(GetTupleElement(before, 0), ConstantR0<int32_t>(condition, 1000));

  Builder body("body");
  Value state = Parameter(body, 0, state_shape, "state");
  Value iteration = GetTupleElement(state, 0) + ConstantR0<int32_t>(body, 1);
  Value vector = GetTupleElement(state, 1) + ConstantR0<float>(body, 0.5f);
  Tuple(body, {iteration, vector});

  Builder b("loop");
  Value init = Tuple(b, {Zero(b, kS32), Broadcast(Zero(b, kF32), {10})});
  While(condition.Build(), body.Build(), init);
  return b.Build();
}
// [end]
// clang-format on

using builder_testing::Json;
using builder_testing::ResultOf;

// Rows of equal numbers give quarters; a number far above the others gives 1.
TEST(BuilderDocumentation, SoftmaxRuns) {
  EXPECT_EQ(ResultOf(Softmax(), {Json("f32[2,4]", "[[3,3,3,3],[0,1000,0,0]]")}),
            Json("f32[2,4]{1,0}", "[[0.25,0.25,0.25,0.25],[0,1,0,0]]"));
}

TEST(BuilderDocumentation, LoopRuns) {
  EXPECT_EQ(ResultOf(Loop()), "{\"tuple\":[" + Json("s32[]", "1000") + "," +
                                  Json("f32[10]{0}", "[500,500,500,500,500,500,500,500,500,500]") +
                                  "]}");
}

// The text between `begin` and `end`.
std::string Between(const std::string& text, const std::string& begin, const std::string& end) {
  const size_t from = text.find(begin);
  if (from == text.npos) return "no " + begin;
  const size_t start = from + begin.size();
  return text.substr(start, text.find(end, start) - start);
}

TEST(BuilderDocumentation, ShowsTheProgramsOfThisTest) {
  const std::string page = text_testing::ReadFile("docs/builder.md");
  const std::string source = text_testing::ReadFile("core/builder/documentation_test.cc");
  for (const std::string name : {"softmax", "loop"}) {
    EXPECT_EQ(Between(page, "test.cc: " + name + " -->\n```cpp\n", "```"),
              Between(source, "// [" + name + "]\n", "// [end]"));
  }
}

TEST(BuilderDocumentation, ShowsTheTextOfSoftmax) {
  const std::string page = text_testing::ReadFile("docs/builder.md");
  const std::string shown = Between(page, "ENTRY", "  ...");
  EXPECT_NE(PrintModule(*Softmax().value()).find("ENTRY" + shown), std::string::npos) << shown;
}

}  // namespace
}  // namespace hlo
