// SPDX-License-Identifier: Apache-2.0
// Makes a program by function calls, runs it on numbers of its own, and reads the result.
#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <vector>

#include "hlo/builder.h"
#include "hlo/hlo.h"

namespace {

using hlo::ElementType;
using hlo::Shape;

// The sum of each row: f32[2,3] to f32[2].
hlo::Result<hlo::ModulePtr> RowSums() {
  using namespace hlo::builder;
  Builder b("row_sums");
  Value x = Parameter(b, 0, Shape::Array(ElementType::kF32, {2, 3}), "x");
  Function add = ScalarFunction("add", ElementType::kF32, Add);
  Reduce(x, Zero(b, ElementType::kF32), add, {1});
  return b.Build();
}

hlo::Literal Matrix(const std::vector<float>& elements) {
  auto matrix = hlo::Literal::Allocate(Shape::Array(ElementType::kF32, {2, 3}));
  if (!matrix.ok()) throw std::runtime_error(matrix.error().message);
  std::copy(elements.begin(), elements.end(), matrix.value().mutable_data<float>().begin());
  return std::move(matrix.value());
}

}  // namespace

int main() try {
  using namespace hlo::api;
  Program program = Program::FromModule(RowSums());
  if (!program.ok()) throw std::runtime_error(program.diagnostics()[0].message);
  const RunOutcome outcome = program.Run({{Value(Matrix({1, 2, 3, 10, 20, 30}))}}, {});
  if (!outcome.ok) throw std::runtime_error(outcome.error.message);
  for (float sum : outcome.results[0].literal().data<float>()) std::printf("%g\n", sum);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
