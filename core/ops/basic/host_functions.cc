// SPDX-License-Identifier: Apache-2.0
#include "core/ops/basic/host_functions.h"

namespace hlo {
namespace {

// The example of the XLA operation semantics (CustomCall), which sets one element of the result.
void MyFunc(void* out, const void* const* in) {
  const auto* x = static_cast<const float*>(in[0]);
  const auto* y = static_cast<const float*>(in[1]);
  auto* z = static_cast<float*>(out);
  z[0] = x[1] + y[1 * 3 + 0];
}

}  // namespace

std::span<const HostFunction> HostFunctions() {
  static const std::vector<HostFunction> kFunctions = {
      {"myfunc", {"f32[2]", "f32[2,3]"}, "f32[3,3]", MyFunc},
  };
  return kFunctions;
}

const HostFunction* FindHostFunction(std::string_view name) {
  for (const HostFunction& function : HostFunctions()) {
    if (function.name == name) return &function;
  }
  return nullptr;
}

}  // namespace hlo
