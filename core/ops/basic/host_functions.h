// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_OPS_BASIC_HOST_FUNCTIONS_H_
#define HLO_CORE_OPS_BASIC_HOST_FUNCTIONS_H_

#include <span>
#include <string_view>
#include <vector>

namespace hlo {

// A function that `custom-call` knows by name. It gets the buffers of its operands and writes that
// of its result, which is all zeros before; the result depends on nothing else (ops reference
// 15.9).
struct HostFunction {
  std::string_view name;
  std::vector<std::string_view> operands;  // shapes that it takes, as ShapeText writes them
  std::string_view result;
  void (*call)(void* out, const void* const* in);
};

// All of them; a new one is a row of the table there.
std::span<const HostFunction> HostFunctions();
// nullptr for an unknown name.
const HostFunction* FindHostFunction(std::string_view name);

}  // namespace hlo

#endif  // HLO_CORE_OPS_BASIC_HOST_FUNCTIONS_H_
