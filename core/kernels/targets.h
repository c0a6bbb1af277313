// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_TARGETS_H_
#define HLO_CORE_KERNELS_TARGETS_H_

#include <string_view>
#include <vector>

namespace hlo {

// Instruction sets of the kernels that this machine supports, best first, by their Highway names
// ("AVX3_DL", "AVX3", "AVX2", "SSE4", "EMU128"; "WASM").
std::vector<std::string_view> KernelTargets();

// Selects one of KernelTargets() for kernels, or the best one (""). For tests and comparisons; not
// while a program runs. False for an unknown name.
bool UseKernelTarget(std::string_view name);

}  // namespace hlo

#endif  // HLO_CORE_KERNELS_TARGETS_H_
