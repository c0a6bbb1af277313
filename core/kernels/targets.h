// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_KERNELS_TARGETS_H_
#define HLO_CORE_KERNELS_TARGETS_H_

#include <string_view>
#include <vector>

namespace hlo {

// Instruction sets that the kernels were compiled for and this machine has, best first, under the
// names of Highway ("AVX3_DL", "AVX3", "AVX2", "SSE4", "EMU128"; "WASM").
std::vector<std::string_view> KernelTargets();

// Runs kernels on one of KernelTargets() from now on, or on the best again (""). For tests and
// comparisons; not while a program runs. False for a name that is not there.
bool UseKernelTarget(std::string_view name);

}  // namespace hlo

#endif  // HLO_CORE_KERNELS_TARGETS_H_
