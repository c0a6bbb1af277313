// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_KERNEL_MODE_H_
#define HLO_KERNEL_MODE_H_

#include <cstdint>

namespace hlo {

// The code that performs the arithmetic of a run.
enum class KernelMode : uint8_t {
  kPlain,     // only the plain path, the reference
  kPortable,  // kernels with the bits of the plain path on every target
  kFast,      // kernels that may fuse multiplication and addition where the target can
};

}  // namespace hlo

#endif  // HLO_KERNEL_MODE_H_
