// SPDX-License-Identifier: Apache-2.0
// Reads a shape with tiles, and prints where each element is in memory.
#include <cstdio>

#include "hlo/index.h"
#include "hlo/physical_layout.h"
#include "hlo/shape.h"

namespace {

hlo::Status Print(const char* text) {
  hlo::Result<hlo::Shape> shape = hlo::ParseShape(text);
  if (!shape.ok()) return shape.TakeError();
  const hlo::Dims& dims = shape.value().dims;
  hlo::Result<hlo::PhysicalLayout> layout = hlo::PhysicalLayout::Make(shape.value());
  if (!layout.ok()) return layout.TakeError();
  for (hlo::Index at(dims); !at.done(); at.Next()) {
    const auto position = static_cast<long long>(layout.value().Position(at.at()));
    std::printf("%lld%c", position, at[1] + 1 == dims[1] ? '\n' : ' ');
  }
  std::printf("%lld bytes\n", static_cast<long long>(layout.value().byte_size()));
  return {};
}

}  // namespace

int main() {
  const hlo::Status printed = Print("f32[3,5]{1,0:T(2,2)}");
  if (printed.ok()) return 0;
  std::fprintf(stderr, "%s\n", printed.error().message.c_str());
  return 1;
}
