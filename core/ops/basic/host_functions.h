// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_BASIC_HOST_FUNCTIONS_H_
#define HLO_CORE_OPS_BASIC_HOST_FUNCTIONS_H_

#include <span>
#include <string_view>
#include <vector>

namespace hlo {

// A function registered for `custom-call`. It reads the buffers of its operands and writes that of
// its result, which is initialized to zeros. It must be pure (ops reference 15.9).
struct HostFunction {
  std::string_view name;
  std::vector<std::string_view> operands;  // shapes, as ShapeText writes them
  std::string_view result;
  void (*call)(void* out, const void* const* in);
};

// All registered functions; to add one, add a row to the table in the .cc file.
std::span<const HostFunction> HostFunctions();
// nullptr for an unknown name.
const HostFunction* FindHostFunction(std::string_view name);

// Whether `custom-call` can evaluate this target: a check, a library function, or a host function.
bool IsKnownTarget(std::string_view target);

}  // namespace hlo

#endif  // HLO_CORE_OPS_BASIC_HOST_FUNCTIONS_H_
